/** A card beside the text: where its passage begins, and how tall it is, in pixels. */
export type Card = { key: string; top: number; height: number };

/** The space between two cards, in pixels. */
const GAP = 8;

/**
 * Where each card stands: at its passage, or below the one before it. The active card is at its passage in any case, and those before it make room
 * for it. `cards` are in the order of their passages; the result has the top of each.
 */
export function arrangeCards(cards: readonly Card[], active: string | null): Map<string, number> {
  const tops = new Map<string, number>();
  const middle = Math.max(
    0,
    cards.findIndex(({ key }) => key === active),
  );
  let free = Number.NEGATIVE_INFINITY;
  for (const { key, top, height } of cards.slice(middle)) {
    const at = Math.max(top, free);
    tops.set(key, at);
    free = at + height + GAP;
  }
  let below = (cards[middle]?.top ?? 0) - GAP;
  for (const { key, top, height } of cards.slice(0, middle).reverse()) {
    const at = Math.min(top, below - height);
    tops.set(key, at);
    below = at - GAP;
  }
  return tops;
}
