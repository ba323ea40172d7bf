/** What an edit costs that is likelier than another letter: two neighbours that changed places. */
const SWAP = 0.7;
/** What a letter costs that was left out, which is likelier than a wrong one. */
const LEFT_OUT = 0.9;
/** What is taken off the costs of the most common word; less for those that are less common. */
const COMMON = 0.6;
/** The penalty for a suggestion with a capital letter if the word has none: it is rarely a name. */
const CAPITAL = 0.5;
/** The penalty for another first letter: the first letter is rarely wrong. */
const FIRST_LETTER = 0.2;

/**
 * The suggestions for a misspelt word, the likeliest first: by the number of edits, where letters that changed places
 * count less, and by how common the suggestion is. Equally likely ones stay in the order they came in.
 */
export function rankSuggestions(
  word: string,
  suggestions: readonly string[],
  common: ReadonlyMap<string, number>,
): string[] {
  const plain = word.toLowerCase();
  const costs = suggestions.map((suggestion) => {
    const letters = suggestion.toLowerCase();
    const place = common.get(letters);
    return (
      countEdits(plain, letters) +
      (letters[0] === plain[0] || isSwapped(plain, letters) ? 0 : FIRST_LETTER) +
      (word === plain && suggestion !== letters ? CAPITAL : 0) -
      (place === undefined ? 0 : COMMON * (1 - place / (common.size * 2)))
    );
  });
  return suggestions
    .map((suggestion, index) => ({ suggestion, cost: costs[index] ?? 0 }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ suggestion }) => suggestion);
}

/** Whether the first two letters changed places. */
const isSwapped = (a: string, b: string) => a[0] === b[1] && a[1] === b[0];

/** Letters to add, remove, replace or swap to get from one word to the other. */
function countEdits(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index * LEFT_OUT);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + LEFT_OUT, (row[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (!isSame && i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + SWAP);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
