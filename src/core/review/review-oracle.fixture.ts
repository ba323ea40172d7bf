/**
 * An independent oracle for pending edits: plays agents, a user, other programs, the editor's undo and the review in turn, tracks who wrote
 * each character and which words the user ever accepted, and compares.
 */
import fc from "fast-check";
import { difference } from "../diff/difference";
import { applyChanges, type Change, invertChanges } from "../text/change";
import { addAgentEdits, followEdits } from "./follow-edits";
import {
  type EndedHunks,
  editRanges,
  fits,
  hunksIn,
  keepHunks,
  listHunks,
  type PendingEdits,
  type PendingHunk,
  type UndoManner,
  undoHunks,
} from "./pending-edits";
import { textOf, USER, writesIn } from "./runs";
import { wordwise } from "./word-changes";

// ---------------------------------------------------------------------------------------------------------------------
// Words

const word = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}_])+/gu;
const longWord =
  /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}_])+(?:[:'’-](?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}_])+)*/gu;
const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;

type Word = { text: string; from: number; to: number };

/** Runs of letters and digits, and each Chinese character. */
function wordsOf(text: string, pattern = word): Word[] {
  return [...text.matchAll(pattern)].map((match) => ({
    text: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }));
}

const isWordAt = (text: string, at: number) => at >= 0 && at < text.length && wordCharacter.test(text[at] as string);

const inOneWord = (text: string, at: number) => wordsOf(text).some(({ from, to }) => from < at && at < to);

/** The words of the new text that a change made: those with new text in them, and those that it cut or joined. */
function changedWords(before: string, after: string, changes: readonly Change[]): Word[] {
  const words = wordsOf(after);
  const found = new Set<Word>();
  let moved = 0;
  for (const { from, to, insert } of changes) {
    const start = from + moved;
    const end = start + insert.length;
    moved += insert.length - (to - from);
    const cutBefore = inOneWord(before, from);
    const cutAfter = inOneWord(before, to);
    for (const each of words) {
      const overlaps = each.from < end && each.to > start;
      const inside = (each.from < start && start < each.to) || (each.from < end && end < each.to);
      if (overlaps || inside || (cutBefore && each.to === start) || (cutAfter && each.from === end)) found.add(each);
    }
  }
  return [...found];
}

/** Whether `few` is a subsequence of `many`. */
function isInOrder(few: readonly string[], many: readonly string[]): string | null {
  let at = 0;
  for (const each of few) {
    const found = many.indexOf(each, at);
    if (found < 0) return each;
    at = found + 1;
  }
  return null;
}

// ---------------------------------------------------------------------------------------------------------------------
// States and moments

/** The author of a character: 0 is the user (also for the first text and other programs), otherwise the number of an agent. */
export type Owner = number;

export type State = {
  text: string;
  pending: PendingEdits;
  /** For each UTF-16 unit of the text. A word that an agent changed in part counts entirely as the agent's. */
  owners: readonly Owner[];
  /** The same, but only the new characters of a word that an agent changed in part count as the agent's. */
  origins: readonly Owner[];
  /** Words that the user wrote or accepted, at any time. */
  known: ReadonlySet<string>;
  /** Words that the user wrote in part, the rest being an agent's. */
  glued: ReadonlySet<string>;
};

export type Moment = {
  kind: "agent" | "others" | "keep" | "undo" | "editor undo" | "restart";
  before: State;
  after: State;
  changes: readonly Change[];
  agent?: number;
  ended?: EndedHunks;
  hunks?: readonly string[];
  left?: readonly string[];
  /** The expected pending edits after the editor's undo. */
  again?: State;
  /** Words that the user has just finished, between blanks, next to an edit or over one. */
  own?: { from: number; to: number };
  /** Hunks of one edit that the user has just overwritten. */
  gone?: readonly string[];
  /** The last moment of a step: runs the expensive checks. */
  isLast: boolean;
};

const agentOf = (write: string) => write.slice(0, 1);
const agentNumber = (write: string) => "abc".indexOf(agentOf(write)) + 1;

/** The text that the user last accepted, according to the edits. */
export function acceptedText({ text, pending }: Pick<State, "text" | "pending">): string {
  let out = "";
  let at = 0;
  for (const { edit, from, to } of editRanges(pending)) {
    out += text.slice(at, from) + textOf(edit.accepted);
    at = to;
  }
  return out + text.slice(at);
}

/** `[accepted→now]` for each edit. */
export function shown({ text, pending }: Pick<State, "text" | "pending">): string {
  let out = "";
  let at = 0;
  for (const { edit, from, to } of editRanges(pending)) {
    out += `${text.slice(at, from)}[${textOf(edit.accepted)}→${text.slice(from, to)}|${edit.hunk}]`;
    at = to;
  }
  return out + text.slice(at);
}

const editRangesIn = (state: State) => {
  let moved = 0;
  return editRanges(state.pending).map(({ edit, from, to }) => {
    const accepted = textOf(edit.accepted);
    const start = from + moved;
    moved += accepted.length - (to - from);
    return { edit, from, to, accepted, acceptedFrom: start, acceptedTo: start + accepted.length };
  });
};

function ownersAfter(owners: readonly Owner[], changes: readonly Change[], owner: Owner): Owner[] {
  const out: Owner[] = [];
  let at = 0;
  for (const { from, to, insert } of changes) {
    for (; at < from; at++) out.push(owners[at] as Owner);
    for (let i = 0; i < insert.length; i++) out.push(owner);
    at = to;
  }
  for (; at < owners.length; at++) out.push(owners[at] as Owner);
  return out;
}

/** Text outside all edits is accepted, so it is the user's. */
function acceptOutside(owners: Owner[], pending: PendingEdits): Owner[] {
  const out = owners.map(() => 0);
  for (const { from, to } of editRanges(pending)) for (let at = from; at < to; at++) out[at] = owners[at] as Owner;
  return out;
}

// ---------------------------------------------------------------------------------------------------------------------
// Rules. Each returns what is wrong with a moment, or null.

export type Rule = (moment: Moment) => string | null;

const left = (state: State) => undoHunks(state.pending, hunksIn(state.pending));

/** The spans of the first text that changes may move: whole words and blocks without blanks, and edits that touch them. */
function regionsOf(state: State, changes: readonly Change[]): { from: number; to: number }[] {
  const ranges = editRanges(state.pending);
  const regions = changes.map(({ from, to }) => {
    let [start, end] = [from, to];
    for (;;) {
      const [s, e] = [start, end];
      while (start > 0 && !/\s/u.test(state.text[start - 1] as string)) start--;
      while (end < state.text.length && !/\s/u.test(state.text[end] as string)) end++;
      for (const edit of ranges)
        if (edit.from <= end && edit.to >= start) {
          start = Math.min(start, edit.from);
          end = Math.max(end, edit.to);
        }
      if (s === start && e === end) return { from: start, to: end };
    }
  });
  const joined: { from: number; to: number }[] = [];
  for (const region of regions) {
    const last = joined.at(-1);
    if (last && region.from <= last.to) last.to = Math.max(last.to, region.to);
    else joined.push({ ...region });
  }
  return joined;
}

const movedByAgent = ({ kind, before, after }: Moment): string | null =>
  kind === "agent" && acceptedText(before) !== acceptedText(after)
    ? `accepted ${JSON.stringify(acceptedText(before))}, then ${JSON.stringify(acceptedText(after))}`
    : null;

/** Whether a word is part of a longer one that the user wrote in, such as `9zebra:30`. */
const isInMixedWord = (text: string, word: { to: number }, { glued }: Pick<State, "glued">): boolean => {
  const start = text.slice(0, word.to).search(/\S*$/);
  return wordsOf(text.slice(start).split(/\s/, 1)[0] ?? "").some((part) => glued.has(part.text));
};

/** The words of mixed edits that a write touches: they belong to the user from then on, with what an agent had added to them. */
const mixedWords = (before: State, changes: readonly Change[]): string[] => {
  const regions = regionsOf(before, changes);
  const mixed = new Set(listHunks(before.pending).flatMap(({ id, isMixed }) => (isMixed ? [id] : [])));
  const touched = editRanges(before.pending).filter(
    ({ edit, from, to }) => mixed.has(edit.hunk) && regions.some((each) => from <= each.to && to >= each.from),
  );
  return wordsOf(before.text).flatMap(({ text, from, to }) =>
    touched.some((each) => from < each.to && to > each.from) ? [text] : [],
  );
};

const touchesMixed = ({ before, changes }: Pick<Moment, "before" | "changes">): boolean => {
  const regions = regionsOf(before, changes);
  const mixed = listHunks(before.pending).filter(({ isMixed }) => isMixed);
  return mixed.some(({ parts }) => parts.some(({ from, to }) => regions.some((r) => from <= r.to && to >= r.from)));
};

/** The edits of a state, whatever their hunks: hunks that another write joined stay joined. */
const editsIn = ({ pending }: Pick<State, "pending">): string =>
  JSON.stringify(editRanges(pending).map(({ edit, from, to }) => [from, to, textOf(edit.accepted)]));

const again = ({ kind, after, again: expected }: Moment): string | null => {
  if (kind !== "editor undo" || !expected || editsIn(expected) === editsIn(after)) return null;
  return `before the write ${shown(expected)}, after its undo ${shown(after)}`;
};

/** The user has started to retype what an agent removed; until the word is complete, it touches the next one. */
const isRetyped = ({ text, owners }: State, { from, to, accepted }: ReturnType<typeof editRangesIn>[number]) =>
  from < to && accepted.startsWith(text.slice(from, to)) && owners.slice(from, to).every((owner) => owner === 0);

/** Accepted words in an edit that the user only shortened, or joined by deleting the text between them: nobody typed them. */
const isMadeByDeleting = (state: State, { text, from, to }: Word): boolean =>
  editRangesIn(state).some(({ from: start, to: end, accepted }) => {
    if (start > from || end < to) return false;
    const words = wordsOf(accepted).map((word) => word.text);
    const whole = [...words, ...words.flatMap((first, at) => words.slice(at + 1).map((second) => first + second))];
    return whole.some((word) => isInOrder([...text], [...word]) === null);
  });

export const rules = {
  "every edit reads in the text as it says, and never as it was accepted": ({ after }) => {
    const { pending, text } = after;
    if (!fits(pending, text)) return "does not fit";
    const same = editRangesIn(after).find(({ from, to, accepted }) => text.slice(from, to) === accepted);
    return same ? `[${same.accepted}] is an edit of nothing` : null;
  },

  "nothing is pending in a text that reads as accepted": ({ after }) =>
    after.pending.length > 0 && acceptedText(after) === after.text ? "pending in the accepted text" : null,

  "an edit begins and ends between words, in the text and in the accepted text": ({ after }) => {
    const accepted = acceptedText(after);
    const inside = (words: Word[], at: number) => words.find(({ from, to }) => from < at && at < to)?.text;
    const [now, then] = [wordsOf(after.text, longWord), wordsOf(accepted, longWord)];
    for (const position of editRangesIn(after)) {
      const { from, to, acceptedFrom, acceptedTo, accepted: removed } = position;
      if (isRetyped(after, position)) continue;
      const cut = inside(now, from) ?? inside(now, to) ?? inside(then, acceptedFrom) ?? inside(then, acceptedTo);
      if (cut !== undefined) return `[${removed}→${after.text.slice(from, to)}] cuts ${cut}`;
    }
    return null;
  },

  "an edit neither begins nor ends with a word that reads as accepted": ({ after }) => {
    for (const position of editRangesIn(after)) {
      const { from, to, accepted } = position;
      const now = after.text.slice(from, to);
      if (isRetyped(after, position)) continue;
      const [a, b] = [wordsOf(accepted, /\S+/gu), wordsOf(now, /\S+/gu)];
      const [a0, b0, a1, b1] = [a[0], b[0], a.at(-1), b.at(-1)];
      if (!a0 || !b0 || !a1 || !b1) continue;
      if (accepted.slice(0, a0.to) === now.slice(0, b0.to)) return `[${accepted}→${now}] begins with ${a0.text}`;
      if (accepted.slice(a1.from) === now.slice(b1.from)) return `[${accepted}→${now}] ends with ${a1.text}`;
    }
    return null;
  },

  "an agent's write does not move the accepted text": (moment) => (touchesMixed(moment) ? null : movedByAgent(moment)),

  "undoing hunks does not move the accepted text": ({ kind, before, after }) =>
    kind === "undo" && acceptedText(before) !== acceptedText(after)
      ? `accepted ${JSON.stringify(acceptedText(before))}, then ${JSON.stringify(acceptedText(after))}`
      : null,

  "keeping a hunk changes no text, and accepts what the hunk reads": ({ kind, before, after, hunks }) => {
    if (kind !== "keep") return null;
    if (before.text !== after.text) return "the text has changed";
    const kept = editRangesIn(before).filter(({ edit }) => hunks?.includes(edit.hunk));
    const pieces = kept.map(({ from, to, acceptedFrom, acceptedTo }) => ({
      from: acceptedFrom,
      to: acceptedTo,
      insert: before.text.slice(from, to),
    }));
    const expected = applyChanges(acceptedText(before), pieces);
    return expected === acceptedText(after) ? null : `accepted ${acceptedText(after)} and not ${expected}`;
  },

  "what others write moves the accepted text only there": ({ kind, before, after, changes }) => {
    if (kind !== "others") return null;
    const accepted = acceptedText(before);
    const next = acceptedText(after);
    const ranges = editRangesIn(before);
    const toAccepted = (at: number) =>
      ranges.reduce(
        (moved, { from, to, accepted: text }) => (to <= at ? moved + text.length - (to - from) : moved),
        at,
      );
    // An edit of length 0 at the start of a region also ends there.
    const startOf = (at: number) =>
      ranges.reduce(
        (moved, { from, to, accepted: text }) => (to <= at && from < at ? moved + text.length - (to - from) : moved),
        at,
      );
    let at = 0;
    let done = 0;
    const regions = regionsOf(before, changes);
    for (const [index, { from, to }] of regions.entries()) {
      const kept = accepted.slice(at, startOf(from));
      const found = index === 0 ? (next.startsWith(kept) ? 0 : -1) : next.indexOf(kept, done);
      if (found < 0) return `${JSON.stringify(kept)} is not accepted as it was: ${JSON.stringify(next)}`;
      done = found + kept.length;
      at = toAccepted(to);
    }
    const rest = accepted.slice(at);
    if (next.length - rest.length >= done && next.endsWith(rest)) return null;
    return `${JSON.stringify(rest)} is not accepted as it was: ${JSON.stringify(next)}`;
  },

  "every accepted word is one that the user wrote or accepted": ({ after }) => {
    const accepted = acceptedText(after);
    const foreign = wordsOf(accepted).find(
      (word) => !after.known.has(word.text) && !after.glued.has(word.text) && !isInMixedWord(accepted, word, after),
    );
    return foreign ? `${foreign.text} was never accepted` : null;
  },

  "words that agents took out stay accepted until the user writes over what stands there": ({
    kind,
    before,
    after,
    changes,
    ended,
  }) => {
    if (kind !== "others" || touchesMixed({ before, changes })) return null;
    const ranges = editRangesIn(before);
    const touched = (from: number, to: number) => changes.some((change) => change.from <= to && change.to >= from);
    const newAt = (at: number, isEnd: boolean) =>
      changes.reduce(
        (moved, { from, to, insert }) =>
          from < at || (from === at && isEnd) ? moved + insert.length - (Math.min(to, at) - from) : moved,
        at,
      );
    const isExempt = ({ edit, from, to }: (typeof ranges)[number]) => {
      if (ended?.overwritten.includes(edit.hunk)) return true;
      if (changes.some((change) => change.from < from && change.to > to)) return true;
      // Text written where the user deleted the agent's word replaces the accepted word, with its blank.
      if (from === to && edit.isCleared) return touched(from, to) && changes.some(({ insert }) => /\S/.test(insert));
      // Text written where only the position of a word is left replaces that word.
      if (from === to) return !/^\s|\s$/u.test(textOf(edit.accepted)) && touched(from, to);
      if (!touched(from, to)) return false;
      // The user's words over some of the agent's words replace as many of the accepted ones.
      if (changes.some((change) => change.insert !== "" && change.from < Math.min(to, change.to) && change.to > from))
        return true;
      for (let at = newAt(from, false); at < newAt(to, true); at++)
        if (after.owners[at] !== 0 && isWordAt(after.text, at)) return false;
      return true;
    };
    const required: string[] = [];
    let position = 0;
    for (const { text, from, to } of wordsOf(acceptedText(before))) {
      while (position < ranges.length && (ranges[position]?.acceptedTo ?? 0) <= from) position++;
      const here = ranges[position];
      if (here && here.acceptedFrom < to) {
        if (!isExempt(here)) required.push(text);
        continue;
      }
      // A visible accepted word: its position in the current text.
      const behind = ranges[position - 1];
      const shift = behind ? behind.to - behind.acceptedTo : 0;
      if (!touched(from + shift, to + shift)) required.push(text);
    }
    const missing = isInOrder(
      required,
      wordsOf(acceptedText(after)).map(({ text }) => text),
    );
    return missing === null ? null : `${missing} is no longer accepted: ${JSON.stringify(acceptedText(after))}`;
  },

  "an agent's word is not accepted by anybody's writing beside it": ({ kind, after }) => {
    if (kind !== "others") return null;
    const ranges = editRanges(after.pending);
    for (const { text, from, to } of wordsOf(after.text)) {
      if (after.known.has(text) || after.glued.has(text) || isInMixedWord(after.text, { to }, after)) continue;
      // Part of one of the user's words, which the user has cut in two.
      if ([...after.known, ...after.glued].some((word) => word.includes(text))) continue;
      if (ranges.some((edit) => edit.from < to && edit.to > from)) continue;
      return `${text} is accepted`;
    }
    return null;
  },

  "undoing all leaves only words that the user wrote or accepted": ({ after, isLast }) => {
    if (!isLast) return null;
    const undone = left(after);
    const text = applyChanges(after.text, undone.changes);
    const stays = editRanges(undone.pending);
    for (const each of wordsOf(text)) {
      if (after.known.has(each.text) || after.glued.has(each.text)) continue;
      if (isInMixedWord(text, each, after)) continue;
      if ([...after.known, ...after.glued].some((word) => word.includes(each.text))) continue;
      if (stays.some(({ from, to }) => from < each.to && to > each.from)) continue;
      return `${each.text} in ${JSON.stringify(text)}`;
    }
    return null;
  },

  "undoing all loses nothing that the user wrote and that can be seen": ({ after, isLast }) => {
    if (!isLast) return null;
    const counts = new Map<string, number>();
    const result = applyChanges(after.text, left(after).changes);
    for (const { text } of wordsOf(result)) counts.set(text, (counts.get(text) ?? 0) + 1);
    const take = (text: string) => {
      const count = counts.get(text) ?? 0;
      counts.set(text, count - 1);
      return count > 0;
    };
    for (const { text, from, to } of wordsOf(after.text)) {
      const owners = after.owners.slice(from, to);
      if (owners.every((owner) => owner === 0)) {
        if (!take(text) && !result.includes(text) && !isMadeByDeleting(after, { text, from, to }))
          return `${text} is lost: ${JSON.stringify(result)}`;
      } else if (owners.includes(0)) {
        if (take(text)) continue;
        // Or the user's parts are accepted words that the user joined to it.
        const parts = [...text].map((each, at) => (owners[at] === 0 ? each : " ")).join("");
        // What the user only shortened there is an accepted word again.
        const lost = wordsOf(parts).find((part) => !take(part.text) && !result.includes(part.text));
        if (lost) return `${lost.text} of ${text} is lost: ${JSON.stringify(result)}`;
      }
    }
    return null;
  },

  "undoing all leaves only hunks that the user wrote in, and taking those as well gives the accepted text": ({
    after,
    isLast,
  }) => {
    if (!isLast) return null;
    const { pending, text, origins } = after;
    const mixed = listHunks(pending).filter(({ isMixed }) => isMixed);
    const whole = left(after);
    if (String(whole.left) !== String(mixed.map(({ id }) => id))) return "other hunks are left than mixed ones";
    const untouched = mixed.find(({ parts }) =>
      parts.every(({ from, to }) => origins.slice(from, to).every((owner) => owner !== 0)),
    );
    const isDeletedIn = ({ id }: PendingHunk) =>
      editRanges(pending).some(({ edit }) => edit.hunk === id && edit.accepted.some(({ by }) => by === USER));
    if (untouched && !isDeletedIn(untouched)) return `the user wrote nothing in ${untouched.id}`;
    const all = undoHunks(pending, hunksIn(pending), "with the user's words");
    const result = applyChanges(text, all.changes);
    if (all.pending.length > 0 || all.left.length > 0) return "something stays pending";
    return result === acceptedText(after) ? null : `${JSON.stringify(result)} is not the accepted text`;
  },

  "the order in which hunks are undone makes no difference": ({ after, isLast }) => {
    if (!isLast) return null;
    const hunks = hunksIn(after.pending);
    if (hunks.length < 2) return null;
    const expected = applyChanges(after.text, left(after).changes);
    for (const order of [hunks, hunks.toReversed(), [...hunks.slice(1), hunks[0] as string]]) {
      let { text, pending } = after;
      for (const hunk of order) {
        const undone = undoHunks(pending, [hunk]);
        text = applyChanges(text, undone.changes);
        pending = undone.pending;
        if (!fits(pending, text)) return `does not fit after ${hunk}`;
      }
      if (text !== expected) return `${JSON.stringify(text)} and not ${JSON.stringify(expected)}`;
    }
    return null;
  },

  "keeping or undoing one hunk leaves the others": ({ kind, before, after, hunks = [], left: stay = [] }) => {
    if (kind !== "keep" && kind !== "undo") return null;
    const expected = hunksIn(before.pending).filter((id) => !hunks.includes(id) || stay.includes(id));
    const found = hunksIn(after.pending);
    return String(expected) === String(found) ? null : `${found} and not ${expected}`;
  },

  "the editor's undo of an agent's write beside all edits leaves what was pending before it": (moment) => again(moment),

  "a hunk names every agent whose words are in it, and has two only where an edit has": (moment) => {
    // A word that the user wrote in becomes the user's once an agent overwrites it.
    if (touchesMixed(moment)) return null;
    const { after } = moment;
    const agents = new Map<string, Set<number>>();
    let isJoined = new Set<string>();
    for (const { edit, from, to } of editRanges(after.pending)) {
      const named = new Set(writesIn(edit.now, edit.accepted).map(agentNumber));
      if (named.size === 0) return `[${textOf(edit.accepted)}→${textOf(edit.now)}] is no agent's`;
      for (let at = from; at < to; at++) {
        const owner = after.origins[at] as Owner;
        if (owner !== 0 && after.glued.size === 0 && isWordAt(after.text, at) && !named.has(owner))
          return `[${textOf(edit.accepted)}→${textOf(edit.now)}] has words of agent ${"abc"[owner - 1]}, and not its name`;
      }
      if (named.size > 1) isJoined = isJoined.add(edit.hunk);
      agents.set(edit.hunk, new Set([...(agents.get(edit.hunk) ?? []), ...named]));
    }
    const two = [...agents].find(([hunk, names]) => names.size > 1 && !isJoined.has(hunk));
    return two ? `${two[0]} is of several agents whose edits are apart` : null;
  },

  "writing elsewhere leaves hunks and their names as they are": ({ kind, before, after, changes, agent }) => {
    if (kind !== "others" && kind !== "agent") return null;
    // A change that repeats a blank may be on either side of it.
    const regions = regionsOf(before, changes).map(({ from, to }) => ({
      from: before.text.slice(0, from).trimEnd().length,
      to: before.text.length - before.text.slice(to).trimStart().length,
    }));
    // A hunk that was part of another agent's hunk while a word joined them may join it again.
    const isFar = ({ id, parts, writes }: PendingHunk) =>
      !id.includes("/") &&
      (kind === "others" || writes.every((write) => agentNumber(write) !== agent)) &&
      parts.every(({ from, to }) => regions.every((region) => to < region.from || from > region.to));
    const far = listHunks(before.pending).filter(isFar);
    const move = (at: number) =>
      changes.reduce((moved, { from, to, insert }) => (from < at ? moved + insert.length - (to - from) : moved), at);
    const describe = (state: State, ids: string[], position: (at: number) => number) =>
      JSON.stringify(
        listHunks(state.pending)
          .filter(({ id }) => ids.includes(id))
          .map(({ id, parts }) => [
            id,
            parts
              .filter(({ removed, from, to }) => from < to || removed.trim() !== "")
              .map(({ from, to, removed }) => [position(from), position(to), removed]),
          ]),
      );
    const ids = far.map(({ id }) => id);
    const [then, now] = [describe(before, ids, move), describe(after, ids, (at) => at)];
    return then === now ? null : `were ${then}, are ${now}`;
  },

  "a hunk is gone only with a word about it": ({ kind, before, after, ended }) => {
    if (kind !== "others" || !ended) return null;
    const [then, now] = [hunksIn(before.pending), hunksIn(after.pending)];
    const reported = [...ended.undone, ...ended.overwritten];
    const strange = reported.find((id) => !then.includes(id) || now.includes(id));
    if (strange) return `${strange} is reported`;
    const silent = then.find((id) => !now.includes(id) && !reported.includes(id));
    return silent ? `${silent} is gone` : null;
  },

  "a word that the user wrote beside an edit with blanks around it, or over an agent's, is accepted": ({
    after,
    own,
    gone = [],
  }) => {
    if (!own) return null;
    // If an agent only removed words, text typed in their place is mixed with the removal.
    const mixed = new Set(listHunks(after.pending).flatMap(({ id, isMixed }) => (isMixed ? [id] : [])));
    const agents = editRanges(after.pending).filter(
      ({ edit }) => writesIn(edit.now).length > 0 && !mixed.has(edit.hunk),
    );
    const inside = agents.find(({ from, to }) => from < own.to && to > own.from);
    if (inside) return `${after.text.slice(own.from, own.to)} is in an edit`;
    const still = agents.map(({ edit }) => edit.hunk).find((id) => gone.includes(id));
    return still ? `${still} is still there` : null;
  },

  "what is pending is plain JSON": ({ after }) =>
    JSON.stringify(JSON.parse(JSON.stringify(after.pending))) === JSON.stringify(after.pending) ? null : "not plain",
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;

// ---------------------------------------------------------------------------------------------------------------------
// Plans: arrays of plain records that can be read, shrunk and replayed.

export type Step =
  | { by: "agent"; agent: 0 | 1 | 2; does: AgentAction; at: number; count: number; pick: number }
  | { by: "user"; does: UserAction; at: number; count: number; pick: number }
  | { by: "git"; at: number }
  | { by: "sed"; at: number; pick: number }
  | { by: "editor undo" }
  | { by: "keep"; at: number }
  | { by: "undo"; at: number; manner: UndoManner }
  | { by: "undo all" }
  | { by: "restart" };

const agentActions = [
  "insert",
  "replace",
  "delete",
  "insert line",
  "delete line",
  "insert paragraph",
  "rewrite",
  "write back",
  "write back line",
  "iterate",
  "suffix",
  "join",
] as const;
type AgentAction = (typeof agentActions)[number];

const userActions = [
  "type word",
  "type after word",
  "type anywhere",
  "type before edit",
  "type after edit",
  "type in edit",
  "glue to edit",
  "glue before edit",
  "delete word",
  "delete line",
  "backspace",
  "type over word",
  "type over edit",
  "retype accepted",
  "retype accepted by keys",
  "type removed word",
  "break line",
] as const;
type UserAction = (typeof userActions)[number];

const small = fc.nat({ max: 30 });
const few = fc.nat({ max: 2 });

const someStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      by: fc.constant("agent" as const),
      agent: fc.constantFrom(0 as const, 1 as const, 2 as const),
      does: fc.constantFrom(...agentActions),
      at: small,
      count: few,
      pick: small,
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      by: fc.constant("user" as const),
      does: fc.constantFrom(...userActions),
      at: small,
      count: few,
      pick: small,
    }),
  },
  { weight: 1, arbitrary: fc.record({ by: fc.constant("git" as const), at: small }) },
  { weight: 1, arbitrary: fc.record({ by: fc.constant("sed" as const), at: small, pick: small }) },
  { weight: 2, arbitrary: fc.record({ by: fc.constant("editor undo" as const) }) },
  { weight: 1, arbitrary: fc.record({ by: fc.constant("keep" as const), at: small }) },
  {
    weight: 1,
    arbitrary: fc.record({
      by: fc.constant("undo" as const),
      at: small,
      manner: fc.constantFrom<UndoManner>("whole", "with the user's words"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ by: fc.constant("undo all" as const) }) },
  { weight: 1, arbitrary: fc.record({ by: fc.constant("restart" as const) }) },
);

const firstWords =
  "quick brown lantern jumps 1930 dusk wells 2024 harbour 它们 colour marble 语言 orchid **velvet** kettle saddle, window. thunder pebble".split(
    " ",
  );
const agentWords = [
  "alfa avocet aspen amber 他们 acorn arctic 2025 anvil a",
  "birch bonnet banjo bison 我们 baked basil bramble b",
  "cedar cobalt 1205 comet 你们 willow cactus crimson c",
].map((words) => words.split(" "));
const userWords = "zebra yonder xylem xenon walnut 自己 umpire I'm violet u".split(" ");

const pickOf = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Up to four lines of different words. */
const firstText: fc.Arbitrary<string> = fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 4 }).map((counts) => {
  let at = 0;
  const lines = counts.map((count) => {
    at += count;
    return firstWords.slice(at - count, at).join(" ");
  });
  return lines.join("\n");
});

export const somePlan = fc.record({ text: firstText, steps: fc.array(someStep, { minLength: 1, maxLength: 12 }) });
export type Plan = { text: string; steps: Step[] };

/** Plays a plan. Throws the first rule that a moment breaks, with all steps up to it. */
export function play({ text, steps }: Plan, names: readonly RuleName[] = Object.keys(rules) as RuleName[]): number {
  const player = new Player(text, names);
  for (const step of steps) player.step(step);
  return player.moments;
}

class Player {
  moments = 0;
  #state: State;
  #trace: string[] = [];
  #writes = 0;
  /** Earlier texts, oldest first. */
  #earlier: string[] = [];
  /** Each agent's last insertion in the current text. */
  #last: ({ from: number; to: number } | null)[] = [null, null, null];
  #undoable: { before: State; changes: Change[] } | null = null;

  constructor(
    text: string,
    readonly names: readonly RuleName[],
  ) {
    this.#state = {
      text,
      pending: [],
      owners: Array.from({ length: text.length }, () => 0),
      origins: Array.from({ length: text.length }, () => 0),
      known: new Set(wordsOf(text).map((each) => each.text)),
      glued: new Set(),
    };
    this.#trace.push(`    ${JSON.stringify(text)}`);
  }

  step(step: Step): void {
    const { by } = step;
    const { text } = this.#state;
    this.#trace.push(`${JSON.stringify(step)}`);
    if (by === "agent") this.#agent(step);
    else if (by === "user") this.#user(step);
    else if (by === "git")
      this.#others(wordwise(text, pickOf([...this.#earlier, text], step.at)), true, undefined, undefined, true);
    else if (by === "sed") this.#sed(step.at, step.pick);
    else if (by === "editor undo") this.#editorUndo();
    else if (by === "keep") this.#keep(step.at);
    else if (by === "undo") this.#undo(hunksIn(this.#state.pending), step.at, step.manner);
    else if (by === "undo all") this.#undo(hunksIn(this.#state.pending), null, "whole");
    else this.#state = { ...this.#state, pending: JSON.parse(JSON.stringify(this.#state.pending)) as PendingEdits };
    if (this.#state.text !== text) this.#earlier.push(text);
  }

  #check(moment: Moment): void {
    this.moments += 1;
    this.#state = moment.after;
    this.#trace.push(`  → ${JSON.stringify(shown(moment.after))}`);
    for (const name of this.names) {
      const wrong = (rules[name] as Rule)(moment);
      if (wrong !== null) throw new Error(`${name}:\n  ${wrong}\n${this.#trace.join("\n")}`);
    }
  }

  #reviewed() {
    const { text } = this.#state;
    return { slice: (from: number, to: number) => text.slice(from, to), agentOf };
  }

  #move(changes: readonly Change[]) {
    const at = (position: number) =>
      changes.reduce(
        (moved, { from, to, insert }) =>
          from < position ? moved + insert.length - (Math.min(to, position) - from) : moved,
        position,
      );
    this.#last = this.#last.map((span) => span && { from: at(span.from), to: at(span.to) });
  }

  // ---- agents

  #agentWrites(agent: number, after: string): void {
    const before = this.#state;
    const changes = difference(before.text, after);
    if (changes.length === 0) return;
    const write = `${"abc"[agent]}${++this.#writes}`;
    const pending = addAgentEdits(before.pending, this.#reviewed(), changes, write);
    const owners = ownersAfter(before.owners, changes, agent + 1);
    for (const { from, to } of changedWords(before.text, after, changes)) owners.fill(agent + 1, from, to);
    const origins = acceptOutside(ownersAfter(before.origins, changes, agent + 1), pending);
    const state = {
      text: after,
      pending,
      owners: acceptOutside(owners, pending),
      origins,
      known: before.known,
      glued: new Set([...before.glued, ...mixedWords(before, changes)]),
    };
    this.#undoable = { before, changes: invertChanges(before.text, changes) };
    this.#move(changes);
    const first = changes[0] as Change;
    this.#last[agent] = { from: first.from, to: first.from + first.insert.length };
    this.#check({ kind: "agent", agent: agent + 1, before, after: state, changes, isLast: true });
  }

  #agent({ agent, does, at, count, pick }: Step & { by: "agent" }): void {
    const { text } = this.#state;
    const words = wordsOf(text, /\S+/gu);
    const lines = text.split("\n");
    const write = (index: number) => pickOf(agentWords[agent] as string[], pick + index);
    const some = Array.from({ length: count + 1 }, (_, index) => write(index)).join(" ");
    const here = pickOf([...words, { text: "", from: text.length, to: text.length }], at);
    const splice = (from: number, to: number, insert: string) => text.slice(0, from) + insert + text.slice(to);
    const line = at % lines.length;
    const withLine = (...insert: string[]) => [...lines.slice(0, line), ...insert, ...lines.slice(line + 1)].join("\n");
    const chosen = () => {
      const first = words.indexOf(here);
      const last = words[Math.min(words.length - 1, first + count)];
      return first < 0 || !last ? here : { from: here.from, to: last.to };
    };
    const actions: Record<AgentAction, () => string> = {
      insert: () => splice(here.from, here.from, here.text === "" && text !== "" ? ` ${some}` : `${some} `),
      replace: () => splice(here.from, pick % 2 ? chosen().to : here.to, some),
      delete: () => {
        const { from, to } = chosen();
        return splice(from, text[to] === " " ? to + 1 : to, "");
      },
      "insert line": () => withLine(some, lines[line] as string),
      "delete line": () => withLine(),
      "insert paragraph": () => withLine(lines[line] as string, "", some, ""),
      rewrite: () =>
        withLine(
          (lines[line] as string)
            .split(" ")
            .map((each, index) => ((pick >> (index % 5)) & 1 ? write(index) : each))
            .join(" "),
        ),
      "write back": () => pickOf([...this.#earlier, text], pick),
      "write back line": () => {
        const earlier = pickOf([...this.#earlier, text], pick).split("\n");
        return withLine(pickOf(earlier, line));
      },
      iterate: () => {
        const last = this.#last[agent];
        return last ? splice(last.from, last.to, some) : text;
      },
      suffix: () => splice(here.to, here.to, "s"),
      join: () => (text[here.to] === " " ? splice(here.to, here.to + 1, "") : text),
    };
    this.#agentWrites(agent, actions[does]());
  }

  // ---- the user and other programs

  #others(
    changes: readonly Change[],
    isLast: boolean,
    own?: Moment["own"],
    gone?: readonly string[],
    isProgram = false,
  ) {
    if (changes.length === 0) return;
    const before = this.#state;
    const { pending, ...ended } = followEdits(before.pending, this.#reviewed(), changes);
    const text = applyChanges(before.text, changes);
    const owners = ownersAfter(before.owners, changes, 0);
    const written = ownersAfter(before.origins, changes, 0);
    const known = new Set(before.known);
    const glued = new Set([...before.glued, ...mixedWords(before, changes)]);
    for (const each of changedWords(before.text, text, changes)) {
      // Other programs write whole words, of which a change may be a part.
      if (isProgram && owners.slice(each.from, each.to).includes(0)) owners.fill(0, each.from, each.to);
      const mine = owners.slice(each.from, each.to);
      if (mine.every((owner) => owner === 0)) known.add(each.text);
      else if (mine.includes(0)) {
        glued.add(each.text);
        // What the user typed of it is the user's word once the agent's letters are gone.
        const own = each.text
          .split("")
          .map((letter, at) => (written[each.from + at] === 0 ? letter : " "))
          .join("");
        for (const part of wordsOf(own)) known.add(part.text);
      }
    }
    const origins = acceptOutside(written, pending);
    const after = { text, pending, owners: acceptOutside(owners, pending), origins, known, glued };
    this.#undoable = null;
    this.#move(changes);
    this.#check({ kind: "others", before, after, changes, ended, isLast, ...(own && { own }), ...(gone && { gone }) });
  }

  /** Types so that the first key replaces `from`–`to`. */
  #type(from: number, to: number, typed: string, own?: Moment["own"], gone?: readonly string[]): void {
    const keys = [...typed];
    if (keys.length === 0) this.#others([{ from, to, insert: "" }], true);
    let at = from;
    for (const [index, insert] of keys.entries()) {
      const isLast = index === keys.length - 1;
      this.#others(
        [{ from: at, to: index === 0 ? to : at, insert }],
        isLast,
        isLast ? own : undefined,
        isLast ? gone : undefined,
      );
      at += insert.length;
    }
  }

  #isBlank(at: number): boolean {
    const { text } = this.#state;
    return at < 0 || at >= text.length || /\s/u.test(text[at] as string);
  }

  #user({ does, at, count, pick }: Step & { by: "user" }): void {
    const { text, pending, known } = this.#state;
    const words = wordsOf(text, /\S+/gu);
    const here = pickOf([...words, { text: "", from: text.length, to: text.length }], at);
    const edits = editRangesIn(this.#state);
    const edit = edits.length > 0 ? pickOf(edits, at) : null;
    const typed = pickOf(userWords, pick);
    const isNew = wordsOf(typed).every((each) => !known.has(each.text));
    const inEdit = (from: number) => edits.some((each) => each.from < from && from < each.to);
    const anywhere = (from: number) => {
      const half = text.charCodeAt(from) >= 0xdc00 && text.charCodeAt(from) <= 0xdfff;
      return half ? from + 1 : from;
    };
    const ownWord = (from: number, isApart: boolean) =>
      isApart && isNew && !inEdit(from) ? { from, to: from + typed.length } : undefined;
    const actions: Record<UserAction, () => void> = {
      "type word": () =>
        this.#type(here.from, here.from, `${typed} `, ownWord(here.from, this.#isBlank(here.from - 1))),
      "type after word": () => this.#typeAfter(here.to, typed, isNew && !inEdit(here.to)),
      "type anywhere": () =>
        this.#type(
          anywhere((at * 31 + pick * 7) % (text.length + 1)),
          anywhere((at * 31 + pick * 7) % (text.length + 1)),
          typed,
        ),
      "type before edit": () =>
        edit && this.#type(edit.from, edit.from, `${typed} `, ownWord(edit.from, this.#isBlank(edit.from - 1))),
      "type after edit": () => edit && this.#typeAfter(edit.to, typed, isNew),
      "type in edit": () => {
        if (!edit) return;
        const from = anywhere(edit.from + ((pick * 3 + count) % (edit.to - edit.from + 1)));
        this.#type(from, from, count === 0 ? ` ${typed} ` : count === 1 ? typed : `${typed}\n`);
      },
      "glue to edit": () => edit && this.#type(edit.to, edit.to, typed),
      "glue before edit": () => edit && this.#type(edit.from, edit.from, typed),
      "delete word": () => this.#type(here.from, count === 0 && text[here.to] === " " ? here.to + 1 : here.to, ""),
      "delete line": () => {
        const lines = wordsOf(text, /[^\n]*\n|[^\n]+/gu);
        if (lines.length > 0) this.#type(pickOf(lines, at).from, pickOf(lines, at).to, "");
      },
      backspace: () => {
        for (
          let left = count + 1, end = pick % 2 ? here.to : (at * 31 + pick * 7) % (text.length + 1);
          left > 0 && end > 0;
          left--
        ) {
          const current = this.#state.text;
          const isPair = current.charCodeAt(end - 1) >= 0xdc00 && current.charCodeAt(end - 1) <= 0xdfff;
          this.#others([{ from: end - (isPair ? 2 : 1), to: end, insert: "" }], left === 1);
          end -= isPair ? 2 : 1;
        }
      },
      "type over word": () => this.#type(here.from, here.to, typed),
      "type over edit": () => {
        if (!edit || edit.from === edit.to) return;
        const isApart = this.#isBlank(edit.from - 1) && this.#isBlank(edit.to) && isNew;
        const isAlone = !edits.some((other) => other !== edit && other.from <= edit.to && other.to >= edit.from);
        const isOnly = listHunks(pending).some(({ id, parts }) => id === edit.edit.hunk && parts.length === 1);
        const own = isApart && isAlone ? { from: edit.from, to: edit.from + typed.length } : undefined;
        this.#type(edit.from, edit.to, typed, own, own && isOnly ? [edit.edit.hunk] : undefined);
      },
      "retype accepted": () => edit && this.#type(edit.from, edit.to, edit.accepted),
      "retype accepted by keys": () => {
        if (!edit) return;
        for (let end = edit.to; end > edit.from; end--) {
          const isPair = end - edit.from > 1 && /[\udc00-\udfff]/.test(this.#state.text[end - 1] as string);
          if (isPair) end--;
          this.#others([{ from: end - 1, to: isPair ? end + 1 : end, insert: "" }], false);
        }
        this.#type(edit.from, edit.from, edit.accepted);
      },
      "type removed word": () => {
        const hidden = wordsOf(edits.map((each) => each.accepted).join(" "), /\S+/gu);
        if (hidden.length > 0) this.#type(here.from, here.from, `${pickOf(hidden, pick).text} `);
      },
      "break line": () => this.#type(here.from, here.from, "\n"),
    };
    actions[does]();
  }

  #typeAfter(at: number, typed: string, isOwn: boolean): void {
    const own = isOwn && this.#isBlank(at) ? { from: at + 1, to: at + 1 + typed.length } : undefined;
    this.#type(at, at, ` ${typed}`, own);
  }

  #sed(at: number, pick: number): void {
    const words = wordsOf(this.#state.text, /\S+/gu);
    if (words.length === 0) return;
    const after = this.#state.text.replaceAll(pickOf(words, at).text, () => pickOf(userWords, pick));
    this.#others(wordwise(this.#state.text, after), true, undefined, undefined, true);
  }

  #editorUndo(): void {
    if (!this.#undoable) return;
    const { before: again, changes } = this.#undoable;
    const before = this.#state;
    // Agents' text that the write replaced is not remembered: it is restored as the user's.
    const regions = regionsOf(again, invertChanges(before.text, changes));
    const isApart = editRanges(again.pending).every(({ from, to }) => regions.every((r) => to < r.from || from > r.to));
    if (!isApart && applyChanges(before.text, changes) !== again.text) {
      this.#others(changes, true, undefined, undefined, true);
      return;
    }
    if (!isApart) {
      // Pending edits there are restored by the editor, which remembers them (see review-state.ts).
      this.#undoable = null;
      this.#move(changes);
      this.#state = again;
      return;
    }
    const { pending, ...ended } = followEdits(before.pending, this.#reviewed(), changes);
    this.#undoable = null;
    this.#move(changes);
    this.#check({ kind: "editor undo", before, after: { ...again, pending }, changes, ended, again, isLast: true });
  }

  // ---- the review

  #keep(at: number): void {
    const before = this.#state;
    const hunks = hunksIn(before.pending);
    if (hunks.length === 0) return;
    const hunk = pickOf(hunks, at);
    const pending = keepHunks(before.pending, [hunk]);
    const known = new Set(before.known);
    for (const { edit, from, to } of editRanges(before.pending))
      if (edit.hunk === hunk)
        for (const each of wordsOf(before.text)) if (each.from < to && each.to > from) known.add(each.text);
    this.#undoable = null;
    const [owners, origins] = [before.owners, before.origins].map((list) => acceptOutside([...list], pending));
    const after = { ...before, pending, known, owners: owners as Owner[], origins: origins as Owner[] };
    this.#check({ kind: "keep", before, after, changes: [], hunks: [hunk], isLast: true });
  }

  #undo(hunks: readonly string[], at: number | null, manner: UndoManner): void {
    const before = this.#state;
    if (hunks.length === 0) return;
    const wanted = at === null ? hunks : [pickOf(hunks, at)];
    const { changes, pending, left: stay } = undoHunks(before.pending, wanted, manner);
    const owners = acceptOutside(ownersAfter(before.owners, changes, 0), pending);
    const origins = acceptOutside(ownersAfter(before.origins, changes, 0), pending);
    const after = { ...before, text: applyChanges(before.text, changes), pending, owners, origins };
    this.#undoable = null;
    this.#move(changes);
    this.#check({ kind: "undo", before, after, changes, hunks: wanted, left: stay, isLast: true });
  }
}
