/** The maximum number of ids that a message lists. */
const MAX_IDS = 10;

/** `a, b, c`; after ten of them `... and N more`, where `total` is the number of all. */
export function idList(ids: readonly string[], total = ids.length): string {
  const shown = ids.slice(0, MAX_IDS).join(", ");
  return total > MAX_IDS ? `${shown} ... and ${total - MAX_IDS} more` : shown;
}
