/** Updates pending edits after a write, whoever wrote it. */
import { type Change, shifted } from "../text/change";
import {
  type AdjacentText,
  type ComparedStretch,
  type CompareOptions,
  compareStretch,
  type Stretch,
} from "./compare-window";
import {
  type EndedHunks,
  editRanges,
  type HunkId,
  hunksIn,
  joinPieces,
  type PendingEdit,
  type PendingEdits,
  pieceLength,
  writeOfHunk,
} from "./pending-edits";
import { hasUser, isWrite, joinRuns, lengthOf, type Run, sliceRuns, textOf, USER, writesIn } from "./runs";
import { isSuggestion } from "./suggestions";
import { isGapAt, isInsideWord } from "./word-bounds";
import { trimmed, wordChanges } from "./word-changes";

/** The text of the pending edits, before a change. */
export type ReviewedText = {
  slice(from: number, to: number): string;
  /** The name of the agent that made a write. */
  agentOf(write: string): string;
};

type EditRange = ReturnType<typeof editRanges>[number];

/** A range of the text before the changes, with the changes inside it. No word crosses its ends. */
type Window = { from: number; to: number; changes: Change[] };

/** A part of a window: text that counts as accepted (`typed` in this change), or an edit. */
type Part = { kept: string; typed: boolean } | PendingEdit;

/** Larger edits are compared only from their ends while the user types in them, so that typing stays fast. */
const MAX_COMPARED_PER_KEY = 8_000;

/** The hunk id of edits that have none yet. */
const unnamed: HunkId = "";

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
  return withHunks(withoutMoves(next, after), after, text.agentOf, write);
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
  const after = withoutMoves(next, textAfter(text.slice, changes));
  const still = new Set(hunksIn(after));
  const gone = hunksIn(pending).filter((hunk) => !still.has(hunk));
  const isOverwritten = (hunk: HunkId) => [...(writesOfHunk.get(hunk) ?? [])].some((each) => overwritten.has(each));
  return {
    pending: after,
    undone: gone.filter((hunk) => !isOverwritten(hunk)),
    overwritten: gone.filter(isOverwritten),
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
  let at = 0;
  let next = 0;
  const keepTo = (end: number) => {
    for (; next < ranges.length && (ranges[next] as EditRange).from < end; next++) {
      const { edit, from, to } = ranges[next] as EditRange;
      out.push(from - at, edit);
      at = to;
    }
    out.push(Math.max(0, end - at));
    at = Math.max(at, end);
  };
  for (const window of windowsOf(ranges, slice, changes)) {
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
  for (; next < ranges.length; next++) {
    const { edit, from, to } = ranges[next] as EditRange;
    out.push(from - at, edit);
    at = to;
  }
  return joinPieces(out);
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
  let before = ranges.length;
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle] as EditRange).to < from) low = middle + 1;
    else high = middle;
  }
  before = low - 1;
  let after = low;
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

function stretchOf(parts: readonly Part[]): Stretch {
  return {
    accepted: joinRuns(parts.flatMap((part) => ("kept" in part ? [{ text: part.kept, by: null }] : part.accepted))),
    now: joinRuns(
      parts.flatMap((part) => ("kept" in part ? [{ text: part.kept, by: part.typed ? USER : null }] : part.now)),
    ),
  };
}

const sizeOf = (part: Part): number => ("kept" in part ? part.kept.length : pieceLength(part));

/** Applies the user's change to the parts of a window. Text typed next to an edit joins the edit until its words show whose it is. */
function applyUserChange(parts: readonly Part[], change: Change, overwritten: Set<string>): Part[] {
  return finerChanges(parts, change).reduceRight<Part[]>(
    (made, each) => applyUserChangeOnce(made, each, overwritten),
    [...parts],
  );
}

function applyUserChangeOnce(parts: readonly Part[], { from, to, insert }: Change, overwritten: Set<string>): Part[] {
  const made: Part[] = [];
  let left = insert;
  let at = 0;
  const put = () => {
    if (left !== "") made.push({ kept: left, typed: true });
    left = "";
  };
  for (const part of parts) {
    const start = at;
    const end = start + sizeOf(part);
    at = end;
    if ("kept" in part) {
      const [head, tail] = [part.kept.slice(0, Math.max(0, from - start)), part.kept.slice(Math.max(0, to - start))];
      if (from >= end) made.push(part);
      else if (to <= start) {
        put();
        made.push(part);
      } else {
        if (head !== "") made.push({ ...part, kept: head });
        const gone = part.kept.slice(head.length, part.kept.length - tail.length);
        if (gone !== "") made.push({ hunk: unnamed, accepted: [{ text: gone, by: USER }], now: [] });
        // A change that reaches into the next edit is applied there.
        if (to < end) put();
        if (tail !== "") made.push({ ...part, kept: tail });
      }
      continue;
    }
    if (end < from || start > to) {
      if (start > to) put();
      made.push(part);
      continue;
    }
    if (isCovered({ from, to }, { start, end })) {
      for (const each of writesIn(part.now, part.accepted)) overwritten.add(each);
      continue;
    }
    const offset = Math.max(0, from - start);
    const now = [
      ...sliceRuns(part.now, 0, offset),
      ...(left === "" ? [] : [{ text: left, by: USER }]),
      ...sliceRuns(part.now, Math.max(offset, to - start), end - start),
    ];
    const isTyped = /\S/.test(left);
    left = "";
    const isCleared = part.isCleared || hasAgentsWords(part.now);
    if (hasAgentsWords(now) || !isCleared) made.push({ ...part, now: joinRuns(now) });
    else if (!isTyped) made.push({ ...part, now: joinRuns(now), isCleared: true });
    else {
      // Nothing of the agent's is left, and the user has written in its place.
      if (textOf(now) !== textOf(part.accepted))
        for (const each of writesIn(part.now, part.accepted)) overwritten.add(each);
      const own = now.map((run) => (run.by === null ? run : { ...run, by: USER }));
      made.push({ hunk: part.hunk, accepted: now.filter(({ by }) => by === null), now: joinRuns(own) });
    }
  }
  put();
  return made.filter((part, index) => !isUsersDeletion(part) || separatesWords(made, index));
}

const isUsersDeletion = (part: Part): boolean =>
  "hunk" in part && part.hunk === unnamed && part.now.length === 0 && part.accepted.every(({ by }) => by === USER);

/** Whether accepted text that the user removed next to an edit separated words that would join without it. */
function separatesWords(parts: readonly Part[], index: number): boolean {
  const isEdit = (part: Part | undefined) => part !== undefined && "hunk" in part && !isUsersDeletion(part);
  if (!isEdit(parts[index - 1]) && !isEdit(parts[index + 1])) return false;
  const acceptedOf = (some: readonly Part[]) =>
    textOf(stretchOf(some.filter((part) => !isUsersDeletion(part))).accepted);
  const before = acceptedOf(parts.slice(0, index)).slice(-2);
  return isInsideWord(before + acceptedOf(parts.slice(index + 1)).slice(0, 2), before.length);
}

/** Whether a text contains anything but blanks by an agent. */
const hasAgentsWords = (runs: readonly Run[]): boolean => runs.some(({ text, by }) => isWrite(by) && /\S/.test(text));

/** Whether a change removes or replaces an edit together with text next to it: that settles its review. */
function isCovered(change: { from: number; to: number }, edit: { start: number; end: number }): boolean {
  if (edit.start === edit.end) return change.from < edit.start && change.to > edit.end;
  return change.from <= edit.start && change.to >= edit.end && (change.from < edit.start || change.to > edit.end);
}

/** Splits a replaced passage that contains edits into the words that really change. */
function finerChanges(parts: readonly Part[], change: Change): Change[] {
  const { from, to, insert } = change;
  if (from === to || insert === "" || to - from + insert.length > MAX_COMPARED_PER_KEY * 4) return [change];
  const before = parts
    .map((part) => ("kept" in part ? part.kept : textOf(part.now)))
    .join("")
    .slice(from, to);
  const words = wordChanges(before, insert);
  return words.map((each) => ({
    from: from + each.from,
    to: from + each.to,
    insert: insert.slice(each.nowFrom, each.nowTo),
  }));
}

/** Applies an agent's change to the parts of a window. */
function applyAgentChange(parts: readonly Part[], { from, to, insert }: Change, write: string): Part[] {
  const made: Part[] = [];
  let at = 0;
  let isPut = insert === "";
  const put = () => {
    if (!isPut) made.push({ hunk: unnamed, accepted: [], now: [{ text: insert, by: write }] });
    isPut = true;
  };
  for (const part of parts) {
    const start = at;
    const end = start + sizeOf(part);
    at = end;
    const [head, tail] = [Math.max(0, Math.min(end, from) - start), Math.max(0, Math.min(end, to) - start)];
    if (end < from || start > to || (end === from && start < end)) {
      if (start >= to) put();
      made.push(part);
      continue;
    }
    if ("kept" in part) {
      if (head > 0) made.push({ ...part, kept: part.kept.slice(0, head) });
      put();
      const gone = part.kept.slice(head, tail);
      if (gone !== "") made.push({ hunk: unnamed, accepted: [{ text: gone, by: write }], now: [] });
      if (tail < part.kept.length) made.push({ ...part, kept: part.kept.slice(tail) });
    } else {
      // From now on, the agent is responsible for what the user removed next to it.
      const accepted = part.accepted.map((run) => (run.by === USER ? { ...run, by: write } : run));
      made.push({ ...part, accepted, now: sliceRuns(part.now, 0, head) });
      put();
      made.push({ hunk: part.hunk, accepted: [], now: sliceRuns(part.now, tail, end - start) });
    }
  }
  put();
  return made;
}

/** Accepts the user's words inside an edit that an agent is about to overwrite. */
function withUsersWordsKept(parts: readonly Part[], from: number, to: number): Part[] {
  let at = 0;
  let isChanged = false;
  const kept = parts.flatMap((part): Part[] => {
    const [head, tail] = [Math.max(0, from - at), to - at];
    at += sizeOf(part);
    if ("kept" in part || !hasUser(part.now) || tail < 0) return [part];
    if (!hasUser(sliceRuns(part.now, head, tail))) return [part];
    isChanged = true;
    return usersWords(part, head, tail);
  });
  return isChanged ? withWordsApart(kept) : [...parts];
}

/** If two adjacent accepted words would join, accepts an agent's blank between them as well. */
function withWordsApart(parts: readonly Part[]): Part[] {
  const made: Part[] = [];
  for (const part of parts) {
    const next = textOf(stretchOf([part]).accepted).slice(0, 2);
    const past = textOf(stretchOf(made).accepted).slice(-2);
    const last = made.at(-1);
    if (next !== "" && isInsideWord(past + next, past.length) && last && "hunk" in last) {
      const text = textOf(last.now);
      const blank = text.search(/\s/);
      // Between characters that are words by themselves, no blank is needed.
      if (blank < 0) made.splice(-1, 1, { ...last, now: [] }, { kept: text, typed: false });
      else {
        made.pop();
        made.push(
          { ...last, now: sliceRuns(last.now, 0, blank) },
          { kept: text.slice(blank, blank + 1), typed: false },
          { ...last, accepted: [], now: sliceRuns(last.now, blank + 1, text.length) },
        );
      }
    }
    made.push(part);
  }
  return made;
}

/**
 * Accepts the words that the user wrote between `from` and `to` in an edit, and leaves the rest. If the removed words there would join the
 * user's, only the user's are accepted.
 */
function usersWords(edit: PendingEdit, from: number, to: number): Part[] {
  const text = textOf(edit.now);
  const parts: Part[] = [];
  let at = 0;
  let done = 0;
  for (const run of edit.now) {
    let [start, end] = [at, at + run.text.length];
    at = end;
    if (run.by !== USER || end <= from || start >= to || end <= done) continue;
    while (start > done && isInsideWord(text, start)) start -= 1;
    while (end < text.length && isInsideWord(text, end)) end += 1;
    const isGlued = !/\s/.test(text.slice(0, start)) && isJoined(edit, text.slice(start, start + 2));
    const accepted = done > 0 || isGlued ? [] : edit.accepted;
    parts.push({ ...edit, accepted, now: sliceRuns(edit.now, done, start) });
    parts.push({ kept: text.slice(Math.max(start, done), end), typed: false });
    done = end;
  }
  if (done < text.length)
    parts.push({ ...edit, accepted: done === 0 ? edit.accepted : [], now: sliceRuns(edit.now, done, text.length) });
  return parts.filter((part) => "kept" in part || part.accepted.length + part.now.length > 0);
}

/** Whether the words that an edit removed would join the text after them. */
function isJoined({ accepted }: Stretch, following: string): boolean {
  const before = textOf(accepted).slice(-2);
  return isInsideWord(before + following, before.length);
}

const writtenBy = (runs: readonly Run[], write: string): Run[] =>
  joinRuns(runs.map((run) => (run.by === null ? { ...run, by: write } : run)));

const isBy = (edit: Stretch, write: string): boolean => writesIn(edit.now, edit.accepted).includes(write);

function withHunkName(
  part: string | Stretch,
  hunkOf: (edit: Stretch) => HunkId,
  before: readonly Part[] = [],
): string | PendingEdit {
  if (typeof part === "string") return part;
  const edit = { hunk: hunkOf(part), accepted: joinRuns(part.accepted), now: joinRuns(part.now) };
  const isCleared =
    !hasAgentsWords(edit.now) &&
    before.some((each) => "hunk" in each && each.isCleared && textOf(each.accepted) === textOf(edit.accepted));
  return isCleared ? { ...edit, isCleared } : edit;
}

/** The hunk that a suggestion already has in a window: it keeps its name while the user goes on. */
const hunkOf = (parts: readonly Part[], write: string): HunkId =>
  parts.find((part): part is PendingEdit => "hunk" in part && isBy(part, write))?.hunk ?? unnamed;

/** The hunk that an edit belonged to before its window was rewritten: the one that shares most of its writes. */
function hunkFor(edit: Stretch, parts: readonly Part[]): HunkId {
  const writes = writesIn(edit.now, edit.accepted);
  let best: { hunk: HunkId; shared: number } | null = null;
  for (const part of parts) {
    if (!("hunk" in part) || part.hunk === unnamed) continue;
    const shared = writesIn(part.now, part.accepted).filter((each) => writes.includes(each)).length;
    if (best === null || shared > best.shared) best = { hunk: part.hunk, shared };
  }
  return best?.hunk ?? unnamed;
}

/** Separates the hunks of different agents' edits that were one only as long as a word joined them. */
function apartByAgents(
  parts: readonly (string | PendingEdit)[],
  agentOf: ReviewedText["agentOf"],
): (string | PendingEdit)[] {
  const agentsOf = new Map<HunkId, string>();
  return parts.map((part) => {
    if (typeof part === "string" || part.hunk === unnamed) return part;
    const writes = writesIn(part.now, part.accepted);
    const agents = JSON.stringify([...new Set(writes.map(agentOf))].sort());
    // The hunk stays with the agent that it is named after.
    const owner = agentOf(writeOfHunk(part.hunk));
    const known = agentsOf.get(part.hunk) ?? (owner === "" || writes.map(agentOf).includes(owner) ? agents : "");
    if (known !== "") agentsOf.set(part.hunk, known);
    return known === agents ? part : { ...part, hunk: `${part.hunk}/${writes[0] ?? ""}` };
  });
}

/** Two edits with more text between them are not compared as one. */
const MAX_MOVE = 20_000;

/** Removes edits that cancel each other, such as a line removed at one of two equal places and inserted at the other. */
function withoutMoves(pending: PendingEdits, slice: ReviewedText["slice"]): PendingEdits {
  const ranges = editRanges(pending);
  const isSame = (first: number, last: number) => {
    const [from, to] = [(ranges[first] as EditRange).from, (ranges[last] as EditRange).to];
    if (to - from > MAX_MOVE) return false;
    let accepted = "";
    let at = from;
    for (let index = first; index <= last; index++) {
      const { edit, from: start, to: end } = ranges[index] as EditRange;
      accepted += slice(at, start) + textOf(edit.accepted);
      at = end;
    }
    return accepted === slice(from, to);
  };
  const growth = ranges.map(({ edit }) => lengthOf(edit.now) - lengthOf(edit.accepted));
  const gone = new Set<PendingEdit>();
  for (let first = 0; first < ranges.length; first++) {
    let sum = 0;
    for (let last = first; last < Math.min(ranges.length, first + 4); last++) {
      sum += growth[last] as number;
      if (last === first || sum !== 0 || !isSame(first, last)) continue;
      for (let index = first; index <= last; index++) gone.add((ranges[index] as EditRange).edit);
      first = last;
      break;
    }
  }
  if (gone.size === 0) return pending;
  return joinPieces(
    pending.map((piece) => (typeof piece !== "number" && gone.has(piece) ? pieceLength(piece) : piece)),
  );
}

/** Two edits with more text between them are different hunks, whatever the text is. */
const MAX_TEXT_BETWEEN = 4_000;

/** Names the edits of a write; those of the same agents on the same line or on adjacent lines are one hunk. */
function withHunks(
  pending: PendingEdits,
  slice: ReviewedText["slice"],
  agentOf: ReviewedText["agentOf"],
  write: string,
): PendingEdits {
  const ranges = editRanges(pending);
  const agents = ranges.map(({ edit }) =>
    JSON.stringify([...new Set(writesIn(edit.now, edit.accepted).map(agentOf))].sort()),
  );
  const isNext = (index: number) => {
    const [first, second] = [ranges[index], ranges[index + 1]];
    if (!first || !second || agents[index] !== agents[index + 1]) return false;
    if (first.edit.hunk !== unnamed && first.edit.hunk === second.edit.hunk) return true;
    if (second.from - first.to > MAX_TEXT_BETWEEN) return false;
    return slice(first.to, second.from).split("\n", 3).length < 3;
  };
  const names = new Map<PendingEdit, HunkId>();
  // A suggestion that goes on elsewhere has hunks already.
  const taken = new Set(isSuggestion(write) ? hunksIn(pending) : []);
  let count = 0;
  for (let index = 0; index < ranges.length; index++) {
    if ((ranges[index] as EditRange).edit.hunk !== unnamed) continue;
    let [first, last] = [index, index];
    while (first > 0 && !names.has((ranges[first - 1] as EditRange).edit) && isNext(first - 1)) first -= 1;
    while (isNext(last)) last += 1;
    while (taken.has(`${write}.${count}`)) count += 1;
    for (let each = first; each <= last; each++) names.set((ranges[each] as EditRange).edit, `${write}.${count}`);
    count += 1;
    index = last;
  }
  return pending.map((piece) => {
    const hunk = typeof piece === "number" ? undefined : names.get(piece);
    return typeof piece === "number" || hunk === undefined ? piece : { ...piece, hunk };
  });
}

/** Reads the text after changes by slicing the text before. The cost depends on what is read, not on the number of changes. */
export function textAfter(slice: ReviewedText["slice"], changes: readonly Change[]): ReviewedText["slice"] {
  /** The range of each change's text in the new text, and the shift of the text after it. */
  let moved = 0;
  const ranges = changes.map((change) => {
    const start = change.from + moved;
    moved += change.insert.length - (change.to - change.from);
    return { start, end: start + change.insert.length, moved, insert: change.insert };
  });
  /** The index of the first change whose text ends after an offset. */
  const firstPast = (at: number): number => {
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.end ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return (from, to) => {
    let text = "";
    let at = from;
    for (let index = firstPast(from); at < to; index++) {
      const next = ranges[index];
      const kept = Math.min(to, next?.start ?? to);
      const shift = ranges[index - 1]?.moved ?? 0;
      if (at < kept) text += slice(at - shift, kept - shift);
      at = Math.max(at, kept);
      if (next === undefined) return text;
      const end = Math.min(to, next.end);
      if (at < end) text += next.insert.slice(at - next.start, end - next.start);
      at = Math.max(at, end);
    }
    return text;
  };
}
