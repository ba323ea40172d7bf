/** Finds a text in another in linear time, even for patterns designed to be slow. */

// Up to this length, the built-in search has a bounded cost and is many times faster.
const MAX_QUICK_PATTERN = 200;

/** The positions of `pattern` in `text` from `from` on, in order, including overlapping ones; none for an empty pattern. */
export function* findText(text: string, pattern: string, from = 0): Generator<number, void> {
  if (pattern === "") return;
  if (pattern.length > MAX_QUICK_PATTERN) return yield* findLong(text, pattern, from);
  for (let at = text.indexOf(pattern, from); at >= 0; at = text.indexOf(pattern, at + 1)) yield at;
}

// Knuth–Morris–Pratt; the quick search skips to the next occurrence of the pattern's beginning.
function* findLong(text: string, pattern: string, from: number): Generator<number, void> {
  const beginning = pattern.slice(0, MAX_QUICK_PATTERN);
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

// The length of the matched prefix after one more unit.
function extend(pattern: string, fallback: Int32Array, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && pattern.charCodeAt(length) !== unit) length = fallback[length - 1] as number;
  return pattern.charCodeAt(length) === unit ? length + 1 : 0;
}
