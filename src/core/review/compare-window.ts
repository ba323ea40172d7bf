/** Computes the pending edits of a stretch of text by comparing its accepted text with its current text. */
import { isNear } from "../diff/difference";
import { hasUser, isWrite, joinRuns, lengthOf, type Run, sliceRuns, textOf, USER, writesIn } from "./runs";
import { isInsideWord } from "./word-bounds";
import { trimmed, type WordChange, wholeWords, wordChanges } from "./word-changes";

/** A stretch of a document: the text that the user last accepted, and the current text. */
export type Stretch = { accepted: readonly Run[]; now: readonly Run[] };

/** The result for a stretch, in text order: accepted text, and pending edits. */
export type ComparedStretch = {
  parts: (string | Stretch)[];
  /** Writes that lost text because the user overwrote it, as opposed to text that equals the accepted text again. */
  overwritten: string[];
};

export type CompareOptions = {
  /** The name of the agent that made a write. */
  agentOf(write: string): string;
  /** The write to blame for a difference without marks: among equal words, the comparison may have matched the wrong one. */
  fallback: string;
  /** If both sides together are longer than this, only their ends are compared. */
  most: number;
  /** Who made the change: a change next to the user's typing is part of the user's word, a change next to an agent's write is not. */
  who: "user" | "agent";
};

/** The two characters before a stretch, or after it, in the accepted text and in the current text. */
export type AdjacentText = { accepted: string; now: string };

/** The text on both sides of a stretch. */
export type StretchContext = { before: AdjacentText; after: AdjacentText };

/**
 * Compares the two texts in whole words. What only agents changed is pending; what only the user changed is accepted; words that both
 * changed are pending as one edit. The stretch must not begin or end inside a word.
 */
export function compareStretch(stretch: Stretch, context: StretchContext, options: CompareOptions): ComparedStretch {
  const result: ComparedStretch = { parts: [], overwritten: [] };
  const changes = changesIn(stretch, options);
  const [head, inner, tail] = withoutUsersEnds(stretch, context, options);
  const isOwn =
    isNew(stretch, head.slice(commonHead(stretch.accepted, stretch.now))) ||
    isNew(stretch, tail.slice(0, Math.max(0, tail.length - commonTail(stretch.accepted, stretch.now))));
  if (!isOwn && !changes.some((change) => isSlip(stretch, change))) {
    addChanges(stretch, changes, context, options, result);
  } else {
    // Text that the user typed at the ends is the user's, and must not be matched with the same words further in.
    const beside = {
      before: { accepted: (context.before.accepted + head).slice(-2), now: (context.before.now + head).slice(-2) },
      after: { accepted: (tail + context.after.accepted).slice(0, 2), now: (tail + context.after.now).slice(0, 2) },
    };
    const rest = changesIn(inner, options);
    const whole = rest.some((change) => isSlip(inner, change)) ? [wholeOf(rest)] : rest;
    result.parts.push(head);
    addChanges(inner, whole, beside, options, result);
    result.parts.push(tail);
  }
  result.parts = result.parts.filter(
    (part) => part !== "" && (typeof part === "string" || part.accepted.length + part.now.length > 0),
  );
  return result;
}

/** Whether the words that the user typed did not occur there before. Words that did may have been retyped. */
function isNew({ accepted }: Stretch, typed: string): boolean {
  const [before, words] = [textOf(accepted), typed.trim()];
  for (let at = before.indexOf(words); at >= 0 && words !== ""; at = before.indexOf(words, at + 1))
    if (!isInsideWord(before, at)) return false;
  return words !== "";
}

function changesIn(stretch: Stretch, options: CompareOptions): WordChange[] {
  const [before, now] = [textOf(stretch.accepted), textOf(stretch.now)];
  return joinedChanges(stretch, before, compared(before, now, options.most), options);
}

const wholeOf = (changes: readonly WordChange[]): WordChange => {
  const [first, last] = [changes[0] as WordChange, changes.at(-1) as WordChange];
  return { from: first.from, to: last.to, nowFrom: first.nowFrom, nowTo: last.nowTo };
};

/**
 * Whether the comparison matched the wrong ones of several equal words: unchanged text must be on both sides of a change, except for what
 * the user typed into it.
 */
function isSlip({ accepted, now }: Stretch, { from, to, nowFrom, nowTo }: WordChange): boolean {
  const sharedIn = (runs: readonly Run[]) => textOf(runs.filter(({ by }) => by === null));
  const [before, after] = [sliceRuns(accepted, from, to), sliceRuns(now, nowFrom, nowTo)];
  if (writesIn(before, after).length === 0) return sharedIn(before) !== sharedIn(after);
  const unwritten = textOf(after.filter(({ by }) => !isWrite(by)));
  return !isThinned(sharedIn(after), sharedIn(before)) || !isThinned(sharedIn(before), unwritten);
}

/** Whether `text` is `whole` with some letters left out. */
function isThinned(text: string, whole: string): boolean {
  if (text === whole) return true;
  let at = 0;
  for (let index = 0; index < whole.length && at < text.length; index++)
    if (whole.charCodeAt(index) === text.charCodeAt(at)) at += 1;
  return at === text.length;
}

function addChanges(
  stretch: Stretch,
  changes: readonly WordChange[],
  context: StretchContext,
  options: CompareOptions,
  result: ComparedStretch,
): void {
  const [before, now] = [textOf(stretch.accepted), textOf(stretch.now)];
  let at = 0;
  for (const change of changes) {
    result.parts.push(now.slice(at, change.nowFrom));
    at = change.nowTo;
    const edit = {
      accepted: sliceRuns(stretch.accepted, change.from, change.to),
      now: sliceRuns(stretch.now, change.nowFrom, change.nowTo),
    };
    const beside = {
      before: {
        accepted: (context.before.accepted + before.slice(0, change.from)).slice(-2),
        now: (context.before.now + now.slice(0, change.nowFrom)).slice(-2),
      },
      after: {
        accepted: (before.slice(change.to, change.to + 2) + context.after.accepted).slice(0, 2),
        now: (now.slice(at, at + 2) + context.after.now).slice(0, 2),
      },
    };
    addEdit(isSlip(stretch, change) ? attributed(edit, options.fallback) : edit, beside, options, result);
  }
  result.parts.push(now.slice(at));
}

function compared(before: string, now: string, most: number): WordChange[] {
  if (before === now) return [];
  if (before === "" || now === "" || before.length + now.length <= most) return wordChanges(before, now);
  const shorter = Math.min(before.length, now.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === now.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < shorter - head && before.charCodeAt(before.length - tail - 1) === now.charCodeAt(now.length - tail - 1))
    tail++;
  const whole = { from: head, to: before.length - tail, nowFrom: head, nowTo: now.length - tail };
  return wholeWords(before, now, [whole]);
}

/** Joins changes of the same agents with almost nothing between them. */
function joinedChanges(
  { accepted, now }: Stretch,
  before: string,
  changes: readonly WordChange[],
  { agentOf }: CompareOptions,
): WordChange[] {
  const joined: { change: WordChange; agents: string | null }[] = [];
  for (const change of changes) {
    const runs = [...sliceRuns(accepted, change.from, change.to), ...sliceRuns(now, change.nowFrom, change.nowTo)];
    // A change that involves the user is kept as small as possible.
    const agents = hasUser(runs) ? null : JSON.stringify([...new Set(writesIn(runs).map(agentOf))].sort());
    const last = joined.at(-1);
    if (
      last &&
      agents !== null &&
      agents === last.agents &&
      !hasUser(sliceRuns(now, last.change.nowTo, change.nowFrom)) &&
      isNear(before, asChange(last.change), asChange(change))
    )
      last.change = { ...last.change, to: change.to, nowTo: change.nowTo };
    else joined.push({ change, agents });
  }
  return joined.map(({ change }) => change);
}

const asChange = ({ from, to, nowFrom, nowTo }: WordChange) => ({
  from,
  to,
  insert: " ".repeat(Math.min(nowTo - nowFrom, 1000)),
});

function addEdit(edit: Stretch, context: StretchContext, options: CompareOptions, result: ComparedStretch): void {
  const accepted = joinRuns(edit.accepted);
  const now = joinRuns(edit.now);
  const hasAgent = now.some(({ by }) => isWrite(by));
  const removedBy = writesIn(accepted);
  if (!hasAgent && removedBy.length === 0) {
    result.parts.push(textOf(now));
    return;
  }
  if (!hasAgent && hasUser(now)) {
    result.parts.push(...(textBesideRemoved({ accepted, now }, context, options) ?? [{ accepted, now }]));
    return;
  }
  const [head, inner, tail] = withoutUsersEnds({ accepted, now }, context, options);
  const beyond: StretchContext = {
    before: { accepted: context.before.accepted + head, now: context.before.now + head },
    after: { accepted: tail + context.after.accepted, now: tail + context.after.now },
  };
  const own = byAgents(inner, beyond, options);
  const textIn = (side: keyof Stretch, some: readonly Stretch[]) => some.map((each) => textOf(each[side])).join("");
  result.parts.push(head);
  own.forEach((each, index) => {
    const [past, rest] = [own.slice(0, index), own.slice(index + 1)];
    const beside: StretchContext = {
      before: {
        accepted: (beyond.before.accepted + textIn("accepted", past)).slice(-2),
        now: (beyond.before.now + textIn("now", past)).slice(-2),
      },
      after: {
        accepted: (textIn("accepted", rest) + beyond.after.accepted).slice(0, 2),
        now: (textIn("now", rest) + beyond.after.now).slice(0, 2),
      },
    };
    if (own.length === 1) result.parts.push(...betweenUsersLines(each, beside));
    else result.parts.push(...apartFromOthers(each, beside, options));
  });
  result.parts.push(tail);
}

/**
 * One agent's part of an edit by several, without what the user typed at its ends and without the words that both its sides share at their
 * ends.
 */
function apartFromOthers(edit: Stretch, context: StretchContext, options: CompareOptions): (string | Stretch)[] {
  const [first, core, last] = withoutUsersEnds(edit, context, options);
  const [before, now] = [textOf(core.accepted), textOf(core.now)];
  const [change] = before === "" || now === "" ? [] : trimmed(before, now, wholeChange(before, now));
  if (change === undefined)
    return before === now ? [first + now + last] : [first, ...betweenUsersLines(core, context), last];
  const inner = {
    accepted: sliceRuns(core.accepted, change.from, change.to),
    now: sliceRuns(core.now, change.nowFrom, change.nowTo),
  };
  return [first + now.slice(0, change.nowFrom), inner, now.slice(change.nowTo) + last];
}

const wholeChange = (before: string, now: string): WordChange => ({
  from: 0,
  to: before.length,
  nowFrom: 0,
  nowTo: now.length,
});

/**
 * Accepts what the user typed where an agent removed words, and keeps the removal pending beside it. Null if that would join parts of
 * words.
 */
function textBesideRemoved(
  { accepted, now }: Stretch,
  context: StretchContext,
  { who }: CompareOptions,
): (string | Stretch)[] | null {
  const [before, text] = [textOf(accepted), textOf(now)];
  // The rest of a word that the user is typing into is in both texts.
  const shorter = Math.min(before.length, text.length);
  const head = Math.min(shorter, commonHead(accepted, now));
  const tail = Math.min(shorter - head, commonTail(accepted, now));
  const core = sliceRuns(accepted, head, before.length - tail);
  const own = sliceRuns(now, head, text.length - tail);
  if (core.length === 0 || !core.every(({ by }) => isWrite(by)) || !own.every(({ by }) => by === USER)) return null;
  const [removed, typed] = [textOf(core), textOf(own)];
  const [first, last] = [text.slice(0, head), text.slice(text.length - tail)];
  const [preceding, following] = [context.before, context.after];
  // The agent may have removed the blank between the user's word and the next one.
  if (/^\s/.test(removed) && !isApart(first, typed)) return null;
  if (who === "agent" && !(isApart(preceding.now + first, typed) && isApart(typed, last + following.now))) return null;
  // Part of a word must not be restored next to another word.
  if (!isApart(preceding.accepted + first, removed) || !isApart(removed, last + following.accepted)) return null;
  const isBefore =
    isApart(typed, removed) &&
    isApart(typed, last + following.now) &&
    (first !== "" || preceding.accepted === preceding.now || isApart(preceding.accepted, typed));
  const isAfter =
    isApart(removed, typed) &&
    isApart(preceding.now + first, typed) &&
    (last !== "" || following.accepted === following.now || isApart(typed, following.accepted));
  if (!isBefore && !isAfter) return null;
  // The user is retyping what an agent removed.
  if (removed.startsWith(typed)) return [first, { accepted: core, now: own }, last];
  const edit: Stretch = { accepted: core, now: [] };
  return isBefore ? [first + typed, edit, last] : [first, edit, typed + last];
}

/** The number of characters without an author that both texts begin with. */
function commonHead(accepted: readonly Run[], now: readonly Run[]): number {
  const [a, b] = [accepted[0], now[0]];
  if (!a || !b || a.by !== null || b.by !== null) return 0;
  let length = 0;
  while (length < a.text.length && a.text.charCodeAt(length) === b.text.charCodeAt(length)) length++;
  return length;
}

/** The number of characters without an author that both texts end with. */
function commonTail(accepted: readonly Run[], now: readonly Run[]): number {
  const [a, b] = [accepted.at(-1), now.at(-1)];
  if (!a || !b || a.by !== null || b.by !== null) return 0;
  const [x, y] = [a.text, b.text];
  let length = 0;
  while (length < x.length && x.charCodeAt(x.length - 1 - length) === y.charCodeAt(y.length - 1 - length)) length++;
  return length;
}

/** The edit attributed to a write if its runs have no author. */
function attributed({ accepted, now }: Stretch, by: string): Stretch {
  const marked = (runs: readonly Run[]) => joinRuns(runs.map((run) => (run.by === null ? { ...run, by } : run)));
  return now.some((run) => run.by === null) ? { accepted, now: marked(now) } : { accepted: marked(accepted), now };
}

/** Whether no word would span the boundary if the two texts were adjacent. */
function isApart(first: string, second: string): boolean {
  const tail = first.slice(-2);
  return !isInsideWord(tail + second.slice(0, 2), tail.length);
}

const MAX_WORD = 256;

/** Accepts what the user typed at the ends of an edit, if it is whole words in both texts. */
function withoutUsersEnds(
  edit: Stretch,
  { before, after }: StretchContext,
  options: CompareOptions,
): [string, Stretch, string] {
  const [head, rest] = withoutUsersHead(edit, after, options);
  // The blank between the user's word and its neighbour may be an agent's; without it, the two would be one word.
  if (before.accepted !== before.now && !isApart(before.accepted, head)) return ["", edit, ""];
  const past = { accepted: before.accepted + head, now: before.now + head };
  const [inner, tail] = withoutUsersTail(rest, past, options);
  if (after.accepted !== after.now && !isApart(tail, after.accepted)) return [head, rest, ""];
  return [head, inner, tail];
}

/**
 * Whether the user is in the middle of retyping removed text. A character made of several code points, such as an emoji, counts as a word
 * after each of them.
 */
const isBegunAgain = (typed: string, removed: string): boolean =>
  removed.startsWith(typed) && isInsideWord(removed, typed.length);

function withoutUsersHead({ accepted, now }: Stretch, after: AdjacentText, { who }: CompareOptions): [string, Stretch] {
  const shared = commonHead(accepted, now);
  const [before, text] = [textOf(accepted), textOf(now)];
  const typed = sliceRuns(now, shared, text.length)[0];
  if (typed?.by !== USER || isInsideWord(before + after.accepted, shared)) return ["", { accepted, now }];
  if (isBegunAgain(typed.text, before.slice(shared))) return ["", { accepted, now }];
  if (who === "agent" && !isApart(text.slice(0, shared), typed.text)) return ["", { accepted, now }];
  const most = shared + typed.text.length;
  for (let end = most; end > shared && most - end < MAX_WORD; end--) {
    if (!isApart(text.slice(0, end), text.slice(end) + after.now)) continue;
    const length = isApart(text.slice(0, end), before.slice(shared) + after.accepted) ? end : end + 1;
    const head = text.slice(0, length);
    // If only an agent's blank separates two accepted words, the blank is accepted with them.
    if (length > text.length || (length > end && !/\s$/.test(head))) continue;
    return [head, { accepted: sliceRuns(accepted, shared, before.length), now: sliceRuns(now, length, text.length) }];
  }
  return ["", { accepted, now }];
}

function withoutUsersTail({ accepted, now }: Stretch, past: AdjacentText, { who }: CompareOptions): [Stretch, string] {
  const shared = commonTail(accepted, now);
  const [before, text] = [textOf(accepted), textOf(now)];
  const end = text.length - shared;
  const typed = sliceRuns(now, 0, end).at(-1);
  const rest = before.slice(0, before.length - shared);
  if (typed?.by !== USER || !isApart(past.accepted + rest, before.slice(rest.length))) return [{ accepted, now }, ""];
  if (isBegunAgain(typed.text, rest)) return [{ accepted, now }, ""];
  if (who === "agent" && !isApart(typed.text, text.slice(end))) return [{ accepted, now }, ""];
  const least = end - typed.text.length;
  for (let start = least; start < end && start - least < MAX_WORD; start++) {
    if (!isApart(past.now + text.slice(0, start), text.slice(start))) continue;
    const length = isApart(past.accepted + rest, text.slice(start)) ? start : start - 1;
    const tail = text.slice(Math.max(0, length));
    if (length < 0 || (length < start && !/^\s/.test(tail))) continue;
    return [{ accepted: sliceRuns(accepted, 0, rest.length), now: sliceRuns(now, 0, length) }, tail];
  }
  return [{ accepted, now }, ""];
}

/** Splits adjacent edits of different agents, if that cuts no word. */
function byAgents(edit: Stretch, context: StretchContext, { agentOf }: CompareOptions): Stretch[] {
  const agents = new Set(writesIn(edit.accepted, edit.now).map(agentOf));
  if (agents.size < 2) return [edit];
  const removed = agentGroups(edit.accepted, agentOf);
  const inserted = agentGroups(edit.now, agentOf);
  const paired = pairedGroups(removed, inserted);
  if (paired === null) return [edit];
  const pairs = withBlanksJoined(paired);
  // Unchanged words must not be attributed to one agent in the accepted text and to another in the current text.
  const untouched = (runs: readonly Run[]) => textOf(runs.filter(({ by }) => by === null)).trim();
  if (pairs.some(({ accepted, now }) => untouched(accepted) !== untouched(now))) return [edit];
  for (let at = 1; at < pairs.length; at++) {
    const sides = (list: Stretch[], side: keyof Stretch) => list.map((each) => textOf(each[side])).join("");
    const [left, right] = [pairs.slice(0, at), pairs.slice(at)];
    for (const one of ["accepted", "now"] as const)
      for (const other of ["accepted", "now"] as const)
        if (!isApart(context.before[one] + sides(left, one), sides(right, other) + context.after[other])) return [edit];
  }
  return pairs;
}

type AgentGroup = { agent: string; runs: Run[] };

/** Groups consecutive runs by agent; runs without an author and the user's runs belong to the group before them. */
function agentGroups(runs: readonly Run[], agentOf: (write: string) => string): AgentGroup[] {
  const groups: AgentGroup[] = [];
  let leading: Run[] = [];
  for (const run of runs) {
    const agent = isWrite(run.by) ? agentOf(run.by) : null;
    const last = groups.at(-1);
    if (last && (agent === null || agent === last.agent)) last.runs.push(run);
    else if (agent === null) leading.push(run);
    else {
      groups.push({ agent, runs: [...leading, run] });
      leading = [];
    }
  }
  return groups.length > 0 || leading.length === 0 ? groups : [{ agent: "", runs: leading }];
}

/** Pairs what each agent removed with what it inserted; null if the two are in different orders. */
function pairedGroups(removed: readonly AgentGroup[], inserted: readonly AgentGroup[]): Stretch[] | null {
  const names = (groups: readonly AgentGroup[]) => groups.map(({ agent }) => agent);
  const [out, put] = [names(removed), names(inserted)];
  if (new Set(out).size < out.length || new Set(put).size < put.length || out.includes("") || put.includes(""))
    return null;
  const pairs: Stretch[] = [];
  let [i, j] = [0, 0];
  while (i < removed.length || j < inserted.length) {
    const [a, b] = [removed[i], inserted[j]];
    if (a && b && a.agent === b.agent) {
      pairs.push({ accepted: a.runs, now: b.runs });
      i += 1;
      j += 1;
    } else if (a && !put.includes(a.agent)) {
      pairs.push({ accepted: a.runs, now: [] });
      i += 1;
    } else if (b && !out.includes(b.agent)) {
      pairs.push({ accepted: [], now: b.runs });
      j += 1;
    } else return null;
  }
  return pairs;
}

/** Joins blanks that were removed alone with a neighbour: kept on their own, they would join the words around them. */
function withBlanksJoined(pairs: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = [];
  let first: Stretch | null = null;
  for (const pair of pairs) {
    const last = joined.at(-1);
    const isBlank = pair.accepted.length > 0 && ![...pair.accepted, ...pair.now].some(({ text }) => /\S/.test(text));
    if (isBlank && last) joined[joined.length - 1] = besideEachOther(last, pair);
    else if (isBlank) first = first ? besideEachOther(first, pair) : pair;
    else {
      joined.push(first ? besideEachOther(first, pair) : pair);
      first = null;
    }
  }
  return first ? [first] : joined;
}

const besideEachOther = (first: Stretch, second: Stretch): Stretch => ({
  accepted: [...first.accepted, ...second.accepted],
  now: [...first.now, ...second.now],
});

/** Accepts whole lines that the user wrote between an agent's inserted lines. */
function betweenUsersLines(edit: Stretch, context: StretchContext): (string | Stretch)[] {
  // Without the agent's lines, the user's lines are separate only if another line ends before them.
  if (edit.accepted.length > 0 || edit.now.length < 3 || !/(^|\n)$/.test(context.before.accepted)) return [edit];
  const parts: (string | Stretch)[] = [];
  let rest = edit.now;
  for (let index = 1; index < rest.length - 1; index++) {
    const lines = usersLines(rest, index);
    if (lines === null) continue;
    parts.push({ accepted: [], now: lines.before }, lines.own);
    rest = lines.after;
    index = 0;
  }
  return [...parts, { accepted: [], now: rest }];
}

/** A run of the user's as whole lines, if possible: `\nmine` before a line break equals `mine\n` after one. */
function usersLines(runs: readonly Run[], index: number): { before: Run[]; own: string; after: Run[] } | null {
  const run = runs[index];
  if (run?.by !== USER) return null;
  const start = lengthOf(runs.slice(0, index));
  const length = lengthOf(runs);
  const unit = (at: number) => textOf(sliceRuns(runs, at, at + 1));
  let { text } = run;
  let from = start;
  while (text.startsWith("\n") && from + text.length + 1 < length && unit(from + text.length) === "\n") {
    text = `${text.slice(1)}\n`;
    from += 1;
  }
  if (!text.endsWith("\n") || unit(from - 1) !== "\n") return null;
  // The line break that moved is the agent's, and the user's replaces it.
  const before = [...sliceRuns(runs, 0, start), ...sliceRuns(runs, start + run.text.length, from + run.text.length)];
  const after = sliceRuns(runs, from + text.length, length);
  return { before: joinRuns(before), own: text, after };
}
