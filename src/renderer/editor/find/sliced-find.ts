import { SearchCursor, type SearchQuery } from "@codemirror/search";
import type { EditorState, Text } from "@codemirror/state";

/**
 * A match in the text, with `groups` if it comes from a regular expression. A match that begins or ends within a
 * decomposable character, such as `f` in `ﬁ`, is not precise: it is found but cannot be replaced.
 */
export type Match = {
  readonly from: number;
  readonly to: number;
  readonly groups: readonly (string | undefined)[] | null;
  readonly isPrecise: boolean;
};

/** A step of a search: a match, or the position it has reached, where the search can pause. */
export type Step = { readonly match: Match } | { readonly at: number };

/** The number of characters searched between two steps: about a millisecond. */
const SLICE = 20_000;

/** Backwards, each slice is searched forwards and only its last match counts. */
const BACK = 10_000;

/**
 * The maximum number of characters by which a match can pass the end of its slice: `words` for plain text, which may match longer
 * equivalent spellings, `expression` for a regular expression.
 */
const REACH = { words: 64, expression: 10_000 };

/** The matches from `from` to `to` in order, without overlaps. */
export function* matchesIn(state: EditorState, query: SearchQuery, from: number, to: number): Generator<Step> {
  const { doc } = state;
  const reach = reachOf(query);
  for (let at = from; at <= to; ) {
    const end = Math.min(to, query.regexp ? doc.lineAt(Math.min(to, at + SLICE)).to : findBreak(doc, at + SLICE));
    let next = end === to ? to + 1 : query.regexp ? end + 1 : end;
    for (const match of cursorOf(state, query, at, Math.min(to, end + reach), "apart")) {
      if (match.from > end || (match.from === end && next === end)) break;
      next = Math.max(next, match.to + (match.from === match.to ? 1 : 0));
      yield { match };
    }
    at = next;
    yield { at: Math.min(at, to) };
  }
}

/** The matches backwards from `to` to `from`; only the last one of each slice. */
export function* matchesBack(state: EditorState, query: SearchQuery, from: number, to: number): Generator<Step> {
  const { doc } = state;
  for (let end = to; end >= from; ) {
    const begin = Math.max(from, query.regexp ? doc.lineAt(Math.max(from, end - BACK)).from : end - BACK);
    const start = query.regexp ? begin : Math.max(from, begin - reachOf(query));
    let last: Match | null = null;
    for (const match of cursorOf(state, query, start, end, "overlapping")) last = match;
    if (last) yield { match: last };
    if (begin === from) return;
    end = query.regexp ? begin - 1 : begin;
    yield { at: end };
  }
}

const reachOf = ({ regexp, search }: SearchQuery): number =>
  regexp ? REACH.expression : 4 * search.length + REACH.words;

function* cursorOf(
  state: EditorState,
  query: SearchQuery,
  from: number,
  to: number,
  which: "apart" | "overlapping",
): Generator<Match> {
  const cursor = query.getCursor(state, from, to);
  for (;;) {
    const next: IteratorResult<RawMatch> =
      which === "overlapping" && cursor instanceof SearchCursor ? cursor.nextOverlapping() : cursor.next();
    if (next.done) return;
    const { from: first, to: last, match, precise = true } = next.value;
    yield { from: first, to: last, groups: match ? [...match] : null, isPrecise: precise };
  }
}

type RawMatch = { from: number; to: number; match?: RegExpExecArray; precise?: boolean };

/** Ends a slice at the end of a line, or at a space: the preceding character decides whether a word is whole. */
function findBreak(doc: Text, at: number): number {
  if (at >= doc.length) return doc.length;
  const { to } = doc.lineAt(at);
  if (to - at <= SLICE) return to;
  const after = doc.sliceString(at, at + 200);
  const blank = after.search(/\s/);
  if (blank >= 0) return at + blank;
  return /^[\udc00-\udfff]/.test(after) ? at + 1 : at;
}

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "\\": "\\" };

/**
 * The replacement for a match: for an expression, `$1` is its first group, `$&` the whole match, `$$` a dollar sign,
 * `\n` a line break and `\t` a tab, as in a short text, where CodeMirror replaces.
 */
export function replacementOf({ replace, literal }: SearchQuery, { groups }: Match): string {
  const meant = literal
    ? replace
    : replace.replace(/\\([nrt\\])/g, (_all, letter: string) => ESCAPED[letter] ?? letter);
  if (!groups) return meant;
  return meant.replace(/\$([$&]|\d+)/g, (all, name: string) => {
    if (name === "&") return groups[0] ?? "";
    if (name === "$") return "$";
    for (let digits = name.length; digits > 0; digits--) {
      const group = Number(name.slice(0, digits));
      if (group > 0 && group < groups.length) return (groups[group] ?? "") + name.slice(digits);
    }
    return all;
  });
}
