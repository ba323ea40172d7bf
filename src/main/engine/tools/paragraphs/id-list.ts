/** The most ids that a message lists. */
const mostIds = 10;

/** `a, b, c`; after ten of them `... and N more`, where `total` is the number of all. */
export function idList(ids: readonly string[], total = ids.length): string {
  const shown = ids.slice(0, mostIds).join(", ");
  return total > mostIds ? `${shown} ... and ${total - mostIds} more` : shown;
}
