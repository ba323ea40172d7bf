/** Updates pending edits after a write, whoever wrote it. */

import { MAX_COMPARED_PER_KEY } from "../limits";
import { type Change, shifted } from "../text/change";
import { withoutMoves } from "./cancelled-edits";
import { type AdjacentText, type ComparedStretch, type CompareOptions, compareStretch } from "./compare-window";
import {
  applyAgentChange,
  applyUserChange,
  isBy,
  type Part,
  stretchOf,
  withUsersWordsKept,
  writtenBy,
} from "./edit-parts";
import { apartByAgents, hunkFor, hunkOf, withHunkName, withHunks } from "./hunk-names";
import {
  type EditRange,
  type EndedHunks,
  editRanges,
  firstReaching,
  type HunkId,
  hunksIn,
  joinPieces,
  type PendingEdit,
  type PendingEdits,
  unnamed,
} from "./pending-edits";
import { type ReviewedText, textAfter } from "./reviewed-text";
import { textOf, writesIn } from "./runs";
import { isSuggestion } from "./suggestions";
import { isGapAt, isInsideWord } from "./word-bounds";
import { trimmed } from "./word-changes";

/** A range of the text before the changes, with the changes inside it. No word crosses its ends. */
type Window = { from: number; to: number; changes: Change[] };

/**
 * Adds an agent's write, which is pending from now on. What it takes back of its own is no longer pending, and what it writes near an edit
 * of the same agent joins that hunk.
 */
export function addAgentEdits(
  pending: PendingEdits,
  text: ReviewedText,
  written: readonly Change[],
  write: string,
): PendingEdits {
  const changes = written.flatMap((change) => withoutSameWords(change, text));
  if (changes.length === 0) return pending;
  const options: CompareOptions = {
    agentOf: text.agentOf,
    fallback: write,
    most: Number.POSITIVE_INFINITY,
    who: "agent",
  };
  const next = rewriteWindows(pending, text, changes, "every", (parts, window) => {
    const hunk = isSuggestion(write) ? hunkOf(parts, write) : unnamed;
    const inside = window.changes.map((change) => shifted(change, -window.from));
    // Before anything is written: the text that separates the user's words from others may be about to go.
    for (const { from, to } of inside) parts = withUsersWordsKept(parts, from, to);
    for (const change of inside.toReversed()) parts = applyAgentChange(parts, change, write);
    const compared = comparedParts(parts, options).parts;
    const own = compared.map((part): string | PendingEdit => {
      if (typeof part === "string" || !isBy(part, write)) return withHunkName(part, (edit) => hunkFor(edit, parts));
      // A word that the write changed belongs to the write, whichever of its letters were there before.
      return { hunk, accepted: writtenBy(part.accepted, write), now: writtenBy(part.now, write) };
    });
    return apartByAgents(own, text.agentOf);
  });
  const after = textAfter(text.slice, changes);
  return withHunks(withoutMoves(next, after, changes), after, text.agentOf, write);
}

/** Trims text that a change replaces with itself at its ends: next to another edit, it would count as part of both. */
function withoutSameWords({ from, to, insert }: Change, { slice }: ReviewedText): Change[] {
  const before = slice(from, to);
  const whole = { from: 0, to: before.length, nowFrom: 0, nowTo: insert.length };
  return trimmed(before, insert, whole).map((change) => ({
    from: from + change.from,
    to: from + change.to,
    insert: insert.slice(change.nowFrom, change.nowTo),
  }));
}

/** Applies a write by anyone else: the user, another program, or an agent whose writes need no review. It is accepted as written. */
export function followEdits(
  pending: PendingEdits,
  text: ReviewedText,
  changes: readonly Change[],
): EndedHunks & { pending: PendingEdits } {
  if (pending.length === 0 || changes.length === 0) return { pending, undone: [], overwritten: [] };
  const overwritten = new Set<string>();
  const writesOfHunk = new Map<HunkId, Set<string>>();
  const next = rewriteWindows(pending, text, changes, "those at edits", (parts, window) => {
    for (const part of parts)
      if ("hunk" in part)
        writesOfHunk.set(
          part.hunk,
          new Set([...(writesOfHunk.get(part.hunk) ?? []), ...writesIn(part.now, part.accepted)]),
        );
    const fallback = parts.flatMap((part) => ("hunk" in part ? writesIn(part.now, part.accepted) : []))[0] ?? "";
    for (const change of window.changes.toReversed())
      parts = applyUserChange(parts, shifted(change, -window.from), overwritten);
    const compared = comparedParts(parts, { agentOf: text.agentOf, fallback, most: MAX_COMPARED_PER_KEY, who: "user" });
    for (const each of compared.overwritten) overwritten.add(each);
    return apartByAgents(
      compared.parts.map((part) => withHunkName(part, (edit) => hunkFor(edit, parts), parts)),
      text.agentOf,
    );
  });
  const after = withoutMoves(next, textAfter(text.slice, changes), changes);
  const isOverwritten = (hunk: HunkId) => [...(writesOfHunk.get(hunk) ?? [])].some((each) => overwritten.has(each));
  // An editor asks for neither with each key.
  let gone: HunkId[] | null = null;
  const ended = (): HunkId[] => {
    if (gone !== null) return gone;
    const still = new Set(hunksIn(after));
    gone = hunksIn(pending).filter((hunk) => !still.has(hunk));
    return gone;
  };
  return {
    pending: after,
    get undone() {
      return ended().filter((hunk) => !isOverwritten(hunk));
    },
    get overwritten() {
      return ended().filter(isOverwritten);
    },
  };
}

/** Extends edits to whole words if they may not be, such as those stored by an earlier version of Galley. */
export function alignEditsToWords(pending: PendingEdits, text: ReviewedText): PendingEdits {
  const boundaries = editRanges(pending).map(({ from }) => ({ from, to: from, insert: "" }));
  return rewriteWindows(pending, text, boundaries, "every", (parts) => {
    const fallback = parts.flatMap((part) => ("hunk" in part ? writesIn(part.now, part.accepted) : []))[0] ?? "";
    const options: CompareOptions = { agentOf: text.agentOf, fallback, most: MAX_COMPARED_PER_KEY * 4, who: "agent" };
    return comparedParts(parts, options).parts.map((part) => withHunkName(part, (edit) => hunkFor(edit, parts)));
  });
}

/**
 * Compares each edit again, together with the accepted words that it touches and with other edits that those words touch. Other accepted
 * text stays as it is: equal words elsewhere belong to no edit.
 */
function comparedParts(parts: readonly Part[], options: CompareOptions): ComparedStretch {
  const groups = groupsOf(parts);
  const compared: ComparedStretch = { parts: [], overwritten: [] };
  groups.forEach((group, index) => {
    if (!Array.isArray(group)) {
      compared.parts.push(group.kept);
      return;
    }
    const context = { before: adjacentBefore(groups, index), after: adjacentAfter(groups, index + 1) };
    const { parts: own, overwritten } = compareStretch(stretchOf(group), context, options);
    compared.parts.push(...own);
    compared.overwritten.push(...overwritten);
  });
  return compared;
}

type KeptText = Extract<Part, { kept: string }>;

/** Groups edits that touch or that a word joins, with all of that word; accepted text between groups stays separate. */
function groupsOf(parts: readonly Part[]): (KeptText | Part[])[] {
  const rest = [...parts];
  const groups: (KeptText | Part[])[] = [];
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    if ("kept" in next) {
      groups.push(next);
      continue;
    }
    const group: Part[] = [next];
    joinBefore(group, groups, rest);
    joinAfter(group, groups, rest);
    groups.push(group);
  }
  return groups;
}

/**
 * Moves the end of the accepted text before a group into the group, up to the start of a word; if it all moves, the group before joins, too.
 */
function joinBefore(group: Part[], groups: (KeptText | Part[])[], rest: readonly Part[]): void {
  for (let last = groups.at(-1); last !== undefined && !Array.isArray(last); last = groups.at(-1)) {
    const after = adjacentAfter([group, ...rest], 0);
    const before = adjacentBefore(groups, groups.length - 1);
    let at = last.kept.length;
    while (at > 0 && isCut(last.kept, at, before, after)) at -= 1;
    if (at === last.kept.length) return;
    groups.pop();
    group.unshift({ ...last, kept: last.kept.slice(at) });
    if (at > 0) {
      groups.push({ ...last, kept: last.kept.slice(0, at) });
      return;
    }
  }
  const last = groups.at(-1);
  if (Array.isArray(last) && "kept" in (group[0] as Part)) {
    groups.pop();
    group.unshift(...last);
  }
}

function joinAfter(group: Part[], groups: readonly (KeptText | Part[])[], rest: Part[]): void {
  for (let next = rest[0]; next !== undefined; next = rest[0]) {
    if ("hunk" in next) {
      group.push(next);
      rest.shift();
      continue;
    }
    const before = adjacentBefore([...groups, group], groups.length + 1);
    const after = adjacentAfter(rest, 1);
    let at = 0;
    while (at < next.kept.length && isCut(next.kept, at, before, after)) at += 1;
    if (at === 0) return;
    group.push({ ...next, kept: next.kept.slice(0, at) });
    rest.shift();
    if (at < next.kept.length) {
      rest.unshift({ ...next, kept: next.kept.slice(at) });
      return;
    }
  }
}

/** Whether an offset in accepted text is inside a word, in either of the two texts, given the text before and after it. */
const isCut = (kept: string, at: number, before: AdjacentText, after: AdjacentText): boolean =>
  isInsideWord(before.accepted + kept + after.accepted, before.accepted.length + at) ||
  isInsideWord(before.now + kept + after.now, before.now.length + at);

function adjacentBefore(groups: readonly (Part | Part[])[], end: number): AdjacentText {
  const beside = { accepted: "", now: "" };
  for (let index = end - 1; index >= 0 && (beside.accepted.length < 2 || beside.now.length < 2); index--) {
    const stretch = stretchOf([groups[index] as Part | Part[]].flat());
    beside.accepted = (textOf(stretch.accepted) + beside.accepted).slice(-2);
    beside.now = (textOf(stretch.now) + beside.now).slice(-2);
  }
  return beside;
}

function adjacentAfter(groups: readonly (Part | Part[])[], start: number): AdjacentText {
  const beside = { accepted: "", now: "" };
  for (let index = start; index < groups.length && (beside.accepted.length < 2 || beside.now.length < 2); index++) {
    const stretch = stretchOf([groups[index] as Part | Part[]].flat());
    beside.accepted = (beside.accepted + textOf(stretch.accepted)).slice(0, 2);
    beside.now = (beside.now + textOf(stretch.now)).slice(0, 2);
  }
  return beside;
}

/** Goes through the pieces once and replaces the parts of each window with what `rewrite` returns. */
function rewriteWindows(
  pending: PendingEdits,
  { slice }: ReviewedText,
  changes: readonly Change[],
  which: "every" | "those at edits",
  rewrite: (parts: Part[], window: Window) => (string | PendingEdit)[],
): PendingEdits {
  const out: (number | PendingEdit)[] = [];
  const ranges = editRanges(pending);
  const windows = windowsOf(ranges, slice, changes);
  const [before, left] = piecesBefore(pending, ranges, windows[0]?.from ?? 0);
  let { at, next } = before;
  const keepTo = (end: number) => {
    for (; next < ranges.length && (ranges[next] as EditRange).from < end; next++) {
      const { edit, from, to } = ranges[next] as EditRange;
      out.push(from - at, edit);
      at = to;
    }
    out.push(Math.max(0, end - at));
    at = Math.max(at, end);
  };
  for (const window of windows) {
    keepTo(window.from);
    const inside: EditRange[] = [];
    for (; next < ranges.length && (ranges[next] as EditRange).to <= window.to; next++)
      inside.push(ranges[next] as EditRange);
    at = window.to;
    if (inside.length === 0 && which === "those at edits") {
      // Far from pending edits, the accepted text and the current text change alike.
      const grown = window.changes.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0);
      out.push(window.to - window.from + grown);
      continue;
    }
    for (const part of rewrite(partsIn(window, inside, slice), window))
      out.push(typeof part === "string" ? part.length : part);
  }
  const following = ranges[next];
  if (following === undefined) return joinedAround(left, out, []);
  out.push(following.from - at);
  return joinedAround(left, out, pending.slice(pieceIndexOf(pending, following.edit, before.piece)));
}

/** Where the first window begins: how many edits and pieces end before it, which stay as they are, and these pieces. */
function piecesBefore(
  pending: PendingEdits,
  ranges: readonly EditRange[],
  start: number,
): [{ at: number; next: number; piece: number }, PendingEdits] {
  const next = Math.max(0, firstReaching(ranges, start) - 1);
  const first = ranges[next];
  if (next === 0 || first === undefined) return [{ at: 0, next: 0, piece: 0 }, []];
  const last = ranges[next - 1] as EditRange;
  const piece = pieceIndexOf(pending, last.edit, 0) + 1;
  return [{ at: last.to, next, piece }, pending.slice(0, piece)];
}

/** The index of an edit among the pieces, from `start` on. */
const pieceIndexOf = (pending: PendingEdits, edit: PendingEdit, start: number): number => pending.indexOf(edit, start);

/** The pieces with some of them rewritten: only where these meet the others, numbers are joined. */
function joinedAround(left: PendingEdits, middle: PendingEdits, right: PendingEdits): PendingEdits {
  // An edit ends what is left, so that nothing before it can change.
  const joined = joinPieces(right.length === 0 ? middle : [...middle, right[0] as PendingEdit]);
  if (right.length === 0 && joined.length === 0) return joinPieces(left);
  return [...left, ...joined, ...right.slice(1)];
}

function partsIn({ from, to }: Window, inside: readonly EditRange[], slice: ReviewedText["slice"]): Part[] {
  const parts: Part[] = [];
  let at = from;
  for (const { edit, from: start, to: end } of inside) {
    if (start > at) parts.push({ kept: slice(at, start), typed: false });
    parts.push(edit);
    at = end;
  }
  if (to > at) parts.push({ kept: slice(at, to), typed: false });
  return parts;
}

/** The ranges that changes touch, with the edits in them, widened until no word of either text crosses their ends. */
function windowsOf(ranges: readonly EditRange[], slice: ReviewedText["slice"], changes: readonly Change[]): Window[] {
  const windows: Window[] = [];
  for (const change of changes) {
    const { from, to } = widened(ranges, slice, change);
    const last = windows.at(-1);
    if (last && from <= last.to) {
      last.to = Math.max(last.to, to);
      last.changes.push(change);
    } else windows.push({ from, to, changes: [change] });
  }
  return windows;
}

/** In text without a word boundary, the search stops after this many characters. */
const MAX_WIDENING = 256;

function widened(
  ranges: readonly EditRange[],
  slice: ReviewedText["slice"],
  change: Change,
): { from: number; to: number } {
  let { from, to } = change;
  // `before` is the last edit before the window, `after` the first one after it; the edits between are inside.
  let after = firstReaching(ranges, from);
  let before = after - 1;
  let steps = 0;
  for (;;) {
    const previous = ranges[before];
    const following = ranges[after];
    if (following && following.from <= to) {
      from = Math.min(from, following.from);
      to = Math.max(to, following.to);
      after += 1;
    } else if (previous && previous.to >= from) {
      from = previous.from;
      before -= 1;
    } else {
      const start = gapBefore(slice, from, previous?.to ?? 0);
      const end = gapAfter(slice, to, following?.from ?? Number.POSITIVE_INFINITY);
      if ((start === from && end === to) || steps > MAX_WIDENING) return { from, to };
      steps += from - start + (end - to);
      [from, to] = [start, end];
    }
  }
}

function gapBefore(slice: ReviewedText["slice"], at: number, least: number): number {
  const start = Math.max(least, at - MAX_WIDENING);
  const text = slice(start, at + 1);
  for (let end = at - start; end > 0; end--) if (isGapAt(text, end - 1)) return start + end;
  return start;
}

function gapAfter(slice: ReviewedText["slice"], at: number, most: number): number {
  const text = slice(at, Math.min(most, at + MAX_WIDENING) + 1);
  const length = Math.min(text.length, most - at, MAX_WIDENING);
  for (let end = 0; end < length; end++) if (isGapAt(text, end)) return at + end;
  return at + length;
}
