import { countChangedWords } from "../../../core/diff/changed-words";
import { difference } from "../../../core/diff/difference";
import { mergeChanges } from "../../../core/diff/merge";
import { type Piece, piecesOf } from "../../../core/diff/word-pieces";
import { listSections, parseOutline } from "../../../core/markdown/sections";
import { type Change, invertChanges } from "../../../core/text/change";

/** A section by its address, with its title. */
export type SectionName = { path: string; title: string };

/** A change with its context lines. `line` is its first line in the newer text, from 1. */
export type ComparedHunk = {
  index: number;
  line: number;
  pieces: Piece[];
  added: number;
  removed: number;
  /** The number of unchanged lines omitted before it. */
  skipped: number;
  /** The section that contains it, in the text that `sections` names. */
  section: SectionName | null;
  isCut: boolean;
};

export type Comparison =
  | { status: "same" }
  | {
      status: "compared";
      hunks: ComparedHunk[];
      /** The number of changes that are not listed. */
      more: number;
      /** The number of unchanged lines after the last change. */
      rest: number;
      /** Words in total. */
      added: number;
      removed: number;
    };

/** Two texts. `sections` names the text whose sections are reported. */
export type ComparedTexts = { before: string; after: string; sections: "before" | "after" | "none" };

/** The maximum number of changes listed. */
const MAX_HUNKS = 300;
/** Context lines around a change. */
const CONTEXT_LINES = 2;

type Hunk = { changes: Change[]; from: number; to: number };

/** Compares two versions, change by change and word by word. */
export function compareVersions({ before, after, sections }: ComparedTexts): Comparison {
  if (before === after) return { status: "same" };
  const all = hunksOf(before, after);
  const shown = all.slice(0, MAX_HUNKS);
  const named = sections === "none" ? () => null : sectionFinder(sections === "before" ? before : after);
  const hunks: ComparedHunk[] = [];
  let moved = 0;
  const lines = lineCounter(before);
  const linesAfter = lineCounter(after);
  /** The offset in the older text up to which lines are shown or counted. */
  let shownTo = 0;
  for (const [index, { changes, from, to }] of shown.entries()) {
    const next = shown[index + 1];
    const head = Math.max(shownTo, linesBack(before, from, CONTEXT_LINES));
    const tail = linesOn(before, to, CONTEXT_LINES, next?.from ?? before.length);
    const size = changes.reduce((sum, change) => sum + change.insert.length - (change.to - change.from), 0);
    const position = sections === "after" ? from + moved : from;
    const counts = countChangedWords(before, changes) ?? { added: 0, removed: 0 };
    hunks.push({
      index,
      line: linesAfter(from + moved) + 1,
      ...piecesOf(before, changes, { from, to, head, tail }),
      ...counts,
      skipped: lines(head) - lines(shownTo),
      section: named(position),
    });
    shownTo = tail;
    moved += size;
  }
  const total = countChangedWords(
    before,
    all.flatMap(({ changes }) => changes),
  ) ?? { added: 0, removed: 0 };
  // A final line break does not start another line.
  const end = before.endsWith("\n") ? before.length - 1 : before.length;
  const rest = all.length > shown.length ? 0 : Math.max(0, lines(end) - lines(shownTo));
  return { status: "compared", hunks, more: all.length - shown.length, rest, ...total };
}

/** The changes that revert a hunk; a conflict if the text was changed again since. */
export type RevertResult = { status: "ready"; changes: Change[] } | { status: "conflict" };

/** Computes the changes to `today` that revert one hunk to `before`. `today` is based on `after`; its other changes stay. */
export function revertHunk(
  { before, after }: Pick<ComparedTexts, "before" | "after">,
  index: number,
  today: string,
): RevertResult {
  const hunks = hunksOf(before, after);
  const hunk = hunks[index];
  if (hunk === undefined) return { status: "conflict" };
  const whole = hunks.flatMap(({ changes }) => changes);
  const back = invertChanges(before, whole);
  const at = whole.indexOf(hunk.changes[0] as Change);
  const mine = back.slice(at, at + hunk.changes.length);
  if (after === today) return { status: "ready", changes: mine };
  const merged = mergeChanges({ base: after, mine, theirs: difference(after, today) });
  if (merged.conflicts.length > 0) return { status: "conflict" };
  return { status: "ready", changes: merged.theirsToMerged };
}

/** Groups changes on adjacent lines. `from` and `to` are line boundaries in the older text. */
function hunksOf(before: string, after: string): Hunk[] {
  const hunks: Hunk[] = [];
  for (const change of difference(before, after)) {
    const from = lineBegin(before, change.from);
    const isWholeLines = change.to > change.from && before[change.to - 1] === "\n" && change.from === from;
    const found = isWholeLines ? change.to - 1 : before.indexOf("\n", change.to);
    const to = found < 0 ? before.length : found;
    const last = hunks.at(-1);
    if (last && from <= last.to + 1) {
      last.changes.push(change);
      last.to = Math.max(last.to, to);
    } else hunks.push({ changes: [change], from, to });
  }
  return hunks;
}

/** The start of the line at an offset. `lastIndexOf` with a negative index would search from 0. */
const lineBegin = (text: string, position: number): number =>
  position < 1 ? 0 : text.lastIndexOf("\n", position - 1) + 1;

/** The start of the line `count` lines before the line that starts at `from`. */
function linesBack(text: string, from: number, count: number): number {
  let at = from;
  for (let step = 0; step < count && at > 0; step++) at = lineBegin(text, at - 1);
  return at;
}

/** The end of the line `count` lines after the line that ends at `to`, at most `most`. */
function linesOn(text: string, to: number, count: number, most: number): number {
  let at = Math.min(to, most);
  for (let step = 0; step < count && at < most; step++) {
    const found = text.indexOf("\n", at + 1);
    at = found < 0 || found >= most ? most : found;
  }
  return at;
}

/** Counts the line breaks before an offset; fast if called with ascending offsets. */
function lineCounter(text: string): (position: number) => number {
  let at = 0;
  let count = 0;
  let last = 0;
  return (position) => {
    if (position < last) {
      at = 0;
      count = 0;
    }
    last = position;
    for (;;) {
      const found = text.indexOf("\n", at);
      if (found < 0 || found >= position) return count;
      count++;
      at = found + 1;
    }
  };
}

function sectionFinder(text: string): (position: number) => SectionName | null {
  const sections = listSections(parseOutline(text));
  return (position) => {
    let low = 0;
    let high = sections.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sections[middle]?.from ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    const found = sections[low - 1];
    return found ? { path: found.path, title: found.title } : null;
  };
}
