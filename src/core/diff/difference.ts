/** Computes what changed between two texts, in spans that a reader would mark, within a bounded number of steps. */
import { diffArrays } from "diff";
import { type Change, shrinkChanges } from "../text/change";
import { splitsPair, tokenEnd, wordEnd, wordStart } from "../text/characters";
import { type Budget, findCommonPoint, type Part } from "./common-point";
import { slideChanges } from "./slide-changes";

// Steps are counted, not timed, so that the same texts always give the same spans.
const WHOLE_BUDGET = 1_500_000;

const chunk = 4096;

function commonPrefix(before: string, i: number, after: string, j: number): number {
  const most = Math.min(before.length - i, after.length - j);
  let length = 0;
  // Comparing pieces is several times faster than comparing characters.
  while (length + chunk <= most) {
    const a = i + length;
    const b = j + length;
    if (before.slice(a, a + chunk) !== after.slice(b, b + chunk)) break;
    length += chunk;
  }
  while (length < most && before.charCodeAt(i + length) === after.charCodeAt(j + length)) length++;
  return splitsPair(before, i + length) || splitsPair(after, j + length) ? length - 1 : length;
}

// `to` and `end` are where the two texts end for this comparison.
function commonSuffix(before: string, to: number, after: string, end: number, most: number): number {
  let length = 0;
  while (length + chunk <= most) {
    const a = to - length;
    const b = end - length;
    if (before.slice(a - chunk, a) !== after.slice(b - chunk, b)) break;
    length += chunk;
  }
  while (length < most && before.charCodeAt(to - length - 1) === after.charCodeAt(end - length - 1)) length++;
  return length > 0 && (splitsPair(before, to - length) || splitsPair(after, end - length)) ? length - 1 : length;
}

/**
 * The changes that lead from `before` to `after`: common ends first, then common sentences and lines, then words. Prefers few, readable
 * changes to the smallest ones: if the texts have little in common, or the step budget runs out, one span is replaced as a whole. Never
 * splits a surrogate pair. The same texts always give the same changes.
 */
export function difference(before: string, after: string): Change[] {
  const changes = compareTexts(before, after);
  return slid(before, joinNear(before, changes));
}

/** Like `difference`, but does not join changes that are close together. */
export function everyDifference(before: string, after: string): Change[] {
  return slid(before, compareTexts(before, after));
}

const slid = (before: string, changes: readonly Change[]): Change[] =>
  slideChanges(before, shrinkChanges(before, changes));

/** The two texts without their common ends, as one change; null if they are equal. */
export function differingSpan(before: string, after: string): Change | null {
  if (before === after) return null;
  const head = commonPrefix(before, 0, after, 0);
  const tail = commonSuffix(before, before.length, after, after.length, Math.min(before.length, after.length) - head);
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
}

function compareTexts(before: string, after: string): Change[] {
  const span = differingSpan(before, after);
  if (span === null) return [];
  if (span.from === span.to || span.insert === "") return [span];
  // Whole words at both ends.
  const end = wordEnd(before, span.to);
  const ours = { text: before, from: wordStart(before, span.from), to: end };
  const theirs = { text: after, from: ours.from, to: after.length - before.length + end };
  return compareParts(ours, theirs, { steps: WHOLE_BUDGET });
}

function compareParts(before: Part, after: Part, budget: Budget): Change[] {
  const changes: Change[] = [];
  let i = before.from;
  let j = after.from;
  while (i < before.to || j < after.to) {
    const ours = { ...before, from: i };
    const theirs = { ...after, from: j };
    const commonPoint = findCommonPoint(ours, theirs, budget);
    changes.push(...compareWords({ ...ours, to: commonPoint.before }, { ...theirs, to: commonPoint.after }, budget));
    const run = commonPrefix(before.text, commonPoint.before, after.text, commonPoint.after);
    const common = Math.min(run, before.to - commonPoint.before, after.to - commonPoint.after);
    i = commonPoint.before + common;
    j = commonPoint.after + common;
    if (i === before.to && j === after.to) break;
    const start = Math.max(commonPoint.before, wordStart(before.text, i));
    j -= i - start;
    i = start;
  }
  return changes;
}

function tokensOf(text: string, from: number, to: number): string[] {
  const tokens: string[] = [];
  for (let at = from; at < to; ) {
    const end = tokenEnd(text, at, to);
    tokens.push(text.slice(at, end));
    at = end;
  }
  return tokens;
}

const MAX_REGION = 40_000;
const MAX_EDITS = 400;

function compareWords(before: Part, after: Part, budget: Budget): Change[] {
  const { from } = before;
  const most = Math.min(before.to - from, after.to - after.from);
  const tail = commonSuffix(before.text, before.to, after.text, after.to, most);
  const to = Math.min(before.to, wordEnd(before.text, before.to - tail));
  const insert = after.text.slice(after.from, after.to - (before.to - to));
  const whole = { from, to, insert };
  const size = to - from + insert.length;
  budget.steps -= 20 + size;
  if (size === 0) return [];
  if (from === to || insert === "" || size > MAX_REGION || budget.steps < 0) return [whole];
  const old = tokensOf(before.text, from, to);
  const young = tokensOf(insert, 0, insert.length);
  if (old.length === 1 || young.length === 1) return [whole];
  const limit = Math.min(MAX_EDITS, Math.floor(Math.sqrt(budget.steps)));
  const parts = diffArrays(old, young, { maxEditLength: limit });
  const edits = parts?.reduce((sum, part) => sum + (part.added || part.removed ? part.count : 0), 0) ?? limit;
  budget.steps -= 2 * edits * Math.min(edits, 1 + 2 * Math.min(old.length, young.length));
  if (!parts) return [whole];
  const changes: Change[] = [];
  let at = from;
  for (const part of parts) {
    const text = part.value.join("");
    const last = changes.at(-1);
    const end = part.added ? at : at + text.length;
    if (part.added || part.removed) {
      if (last && last.to === at) {
        last.to = end;
        if (part.added) last.insert += text;
      } else changes.push({ from: at, to: end, insert: part.added ? text : "" });
    }
    at = end;
  }
  return changes;
}

// Changes with almost nothing between them read better as one; a line break always keeps them separate.
function joinNear(text: string, changes: readonly Change[]): Change[] {
  const joined: Change[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    if (last && isNear(text, last, change)) {
      last.insert += text.slice(last.to, change.from) + change.insert;
      last.to = change.to;
    } else joined.push({ ...change });
  }
  return joined;
}

const sizeOf = (change: Change): number => Math.max(change.to - change.from, change.insert.length);

/** Whether two changes of a text read better as one. */
export function isNear(text: string, first: Change, second: Change): boolean {
  const length = second.from - first.to;
  if (length > 20) return false;
  const kept = text.slice(first.to, second.from);
  return !kept.includes("\n") && (!/[\p{L}\p{N}]/u.test(kept) || length * 3 <= Math.min(sizeOf(first), sizeOf(second)));
}
