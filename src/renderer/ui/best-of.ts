/**
 * The indexes of the `limit` highest scores of `count`, best first; of equal scores the earlier one. A null score is
 * left out. Also returns the total number. Cheap for entries that do not qualify.
 */
export function topMatches(
  count: number,
  limit: number,
  scoreAt: (index: number) => number | null,
): { indexes: number[]; count: number } {
  const indexes: number[] = [];
  const scores: number[] = [];
  let found = 0;
  for (let index = 0; index < count; index++) {
    const score = scoreAt(index);
    if (score === null) continue;
    found += 1;
    if (indexes.length === limit && score <= (scores[limit - 1] as number)) continue;
    let low = 0;
    let high = indexes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((scores[middle] as number) >= score) low = middle + 1;
      else high = middle;
    }
    indexes.splice(low, 0, index);
    scores.splice(low, 0, score);
    if (indexes.length > limit) {
      indexes.pop();
      scores.pop();
    }
  }
  return { indexes, count: found };
}
