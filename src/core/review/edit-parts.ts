/** What a change does to the parts of a rewritten window: text, and the edits in it. */

import { MAX_COMPARED_PER_KEY } from "../limits";
import type { Change } from "../text/change";
import type { Stretch } from "./compare-window";
import { type PendingEdit, pieceLength, unnamed } from "./pending-edits";
import { hasUser, isWrite, joinRuns, type Run, sliceRuns, textOf, USER, writesIn } from "./runs";
import { isInsideWord } from "./word-bounds";
import { wordChanges } from "./word-changes";

/** A part of a window: text that counts as accepted (`typed` in this change), or an edit. */
export type Part = { kept: string; typed: boolean } | PendingEdit;

export function stretchOf(parts: readonly Part[]): Stretch {
  return {
    accepted: joinRuns(parts.flatMap((part) => ("kept" in part ? [{ text: part.kept, by: null }] : part.accepted))),
    now: joinRuns(
      parts.flatMap((part) => ("kept" in part ? [{ text: part.kept, by: part.typed ? USER : null }] : part.now)),
    ),
  };
}

const sizeOf = (part: Part): number => ("kept" in part ? part.kept.length : pieceLength(part));

/** Applies the user's change to the parts of a window. Text typed next to an edit joins the edit until its words show whose it is. */
export function applyUserChange(parts: readonly Part[], change: Change, overwritten: Set<string>): Part[] {
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
export const hasAgentsWords = (runs: readonly Run[]): boolean =>
  runs.some(({ text, by }) => isWrite(by) && /\S/.test(text));

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
export function applyAgentChange(parts: readonly Part[], { from, to, insert }: Change, write: string): Part[] {
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
export function withUsersWordsKept(parts: readonly Part[], from: number, to: number): Part[] {
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

export const writtenBy = (runs: readonly Run[], write: string): Run[] =>
  joinRuns(runs.map((run) => (run.by === null ? { ...run, by: write } : run)));

export const isBy = (edit: Stretch, write: string): boolean => writesIn(edit.now, edit.accepted).includes(write);
