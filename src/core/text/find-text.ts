/** Where a text occurs in another, in linear time even for patterns made to be slow. */

// The built-in search is bounded by its tables up to this length, and many times faster.
const longestQuickPattern = 200;

/** The positions of `pattern` in `text` from `from` on, overlapping ones too, in order; none for an empty pattern. */
export function* findText(text: string, pattern: string, from = 0): Generator<number, void> {
  if (pattern === "") return;
  if (pattern.length > longestQuickPattern) return yield* findLong(text, pattern, from);
  for (let at = text.indexOf(pattern, from); at >= 0; at = text.indexOf(pattern, at + 1)) yield at;
}

// Knuth, Morris and Pratt, with the quick search leaping to where the pattern's beginning comes next.
function* findLong(text: string, pattern: string, from: number): Generator<number, void> {
  const beginning = pattern.slice(0, longestQuickPattern);
  const first = text.indexOf(beginning, from);
  if (first < 0 || first + pattern.length > text.length) return;
  const fallback = new Int32Array(pattern.length);
  for (let at = 1, matched = 0; at < pattern.length; at++) {
    matched = extend(pattern, fallback, matched, pattern.charCodeAt(at));
    fallback[at] = matched;
  }
  let matched = 0;
  for (let at = first; at < text.length; at++) {
    if (matched === 0) {
      const next = text.indexOf(beginning, at);
      if (next < 0) return;
      at = next + beginning.length;
      matched = beginning.length;
    }
    matched = extend(pattern, fallback, matched, text.charCodeAt(at));
    if (matched < pattern.length) continue;
    yield at - pattern.length + 1;
    matched = fallback[matched - 1] as number;
  }
}

// How much of the pattern is matched with one more unit.
function extend(pattern: string, fallback: Int32Array, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && pattern.charCodeAt(length) !== unit) length = fallback[length - 1] as number;
  return pattern.charCodeAt(length) === unit ? length + 1 : 0;
}
