/** Locates a comment: stores the words that it is about, and finds them in the current text. */
import { everyDifference } from "../diff/difference";
import { wholeWordChanges } from "../diff/refine-changes";
import { type Change, invertChanges, mapPosition } from "../text/change";
import { splitsPair } from "../text/characters";
import { findText } from "../text/find-text";
import { likeness } from "./likeness";

/** The characters on each side of the words that are kept with them. */
const CONTEXT_LENGTH = 60;

/** The passage of a comment. */
export type Anchor = {
  /** The words that the comment was written about. */
  quote: string;
  /** What has become of them; absent while they are the same. */
  words?: string | undefined;
  /** Up to 60 characters before and after them. */
  before: string;
  after: string;
  /** Nothing like them was left when the text was last followed: only the very same words between the same neighbours bring them back. */
  lost?: true | undefined;
};

export type AnchorRange = { from: number; to: number };

/** `anchored`: at its words. `moved`: the words have changed a little. `orphaned`: they can no longer be found. */
export type AnchorPosition = ({ state: "anchored" | "moved" } & AnchorRange) | { state: "orphaned" };

/** Below this, two passages are not alike. */
const MIN_LIKENESS = 0.4;
/** Below this, a passage with what is around it has become another one. Any two texts of a language have some pairs of letters in common. */
const MIN_CONTEXT_LIKENESS = 0.5;
/** A quote of this length needs no neighbours to be recognised. */
const DISTINCT_LENGTH = 32;
const MAX_CANDIDATES = 50_000;
/** Above this, what is around words that an edit left where they were leaves no doubt. */
const SURE_CONTEXT_LIKENESS = 0.75;
/** With this many characters of the neighbours beside them, words that an edit left where they were are those of the comment. */
const SURE_AGREEMENT = 8;
/** Words of this length that an edit inserts elsewhere are taken for those that it deleted, whatever is beside them. */
const DISTINCT_CARRIED = 12;
/** With this many characters of the neighbours beside them, words that an edit inserts elsewhere are those of the comment. */
const CARRIED_AGREEMENT = 20;
/** This many of such passages are looked at in each inserted text. */
const MAX_CARRIED = 1000;

/** The anchor of a range, whole characters only. */
export function anchorAt(text: string, range: AnchorRange): Anchor {
  const { from, to } = range;
  return { quote: text.slice(from, to), ...contextOf(text, range) };
}

function contextOf(text: string, { from, to }: AnchorRange): Pick<Anchor, "before" | "after"> {
  let start = Math.max(0, from - CONTEXT_LENGTH);
  let end = Math.min(text.length, to + CONTEXT_LENGTH);
  if (splitsPair(text, start)) start++;
  if (splitsPair(text, end)) end--;
  return { before: text.slice(start, from), after: text.slice(to, end) };
}

/**
 * Finds an anchor in a text of any origin. `near`: where the words were, if known (a paragraph, then a section), best first. Of several
 * equal passages the one with the same neighbours counts.
 */
export function findAnchor(text: string, anchor: Anchor, near: readonly AnchorRange[] = []): AnchorPosition {
  const { words } = anchor;
  const same = findExact(text, anchor.quote, anchor, near);
  const known = words === undefined || anchor.lost ? null : findExact(text, words, anchor, near);
  // The old words may be a part of the new ones: the neighbours tell.
  const isNew = same === null || (known !== null && agreement(text, known, anchor) > agreement(text, same, anchor));
  if (known !== null && isNew) return { state: "moved", ...known };
  if (same !== null) return { state: "anchored", ...same };
  if (anchor.lost) return { state: "orphaned" };
  const wrapped = findWrapped(text, anchor.quote, anchor);
  if (wrapped !== null) return { state: "anchored", ...wrapped };
  const rewrapped = words === undefined ? null : findWrapped(text, words, anchor);
  if (rewrapped !== null) return { state: "moved", ...rewrapped };
  const like = betweenNeighbours(text, anchor) ?? partOf(text, anchor, near[0]);
  return like === null ? { state: "orphaned" } : { state: "moved", ...like };
}

/** How much of an anchor's neighbours are at a range, directly beside it. */
function agreement(text: string, { from, to }: AnchorRange, { before, after }: Anchor): number {
  let count = 0;
  while (count < before.length && text[from - 1 - count] === before[before.length - 1 - count]) count++;
  let right = 0;
  while (right < after.length && text[to + right] === after[right]) right++;
  return count + right;
}

/**
 * All ranges that are as good a match for an anchor as the one that was found: the same words with as much of the same neighbours. More than one if a
 * passage is repeated with all that is kept of what is around it.
 */
export function equalMatches(text: string, anchor: Anchor, found: AnchorRange): AnchorRange[] {
  const words = text.slice(found.from, found.to);
  const agreed = agreement(text, found, anchor);
  const equal: AnchorRange[] = [];
  for (const from of words === "" ? [] : take(findText(text, words), MAX_CANDIDATES)) {
    const range = { from, to: from + words.length };
    if (from === found.from || agreement(text, range, anchor) >= agreed) equal.push(range);
  }
  return equal;
}

function findExact(text: string, words: string, anchor: Anchor, near: readonly AnchorRange[]): AnchorRange | null {
  if (words === "") return null;
  const available = anchor.before.length + anchor.after.length;
  const wanted = anchor.lost ? 40 : Math.max(0, Math.ceil((DISTINCT_LENGTH - words.length) / 2));
  const needed = Math.min(available, wanted);
  let best: (AnchorRange & { score: number }) | null = null;
  let seen = 0;
  for (const from of findText(text, words)) {
    if (++seen > MAX_CANDIDATES) break;
    const range = { from, to: from + words.length };
    const agreed = agreement(text, range, anchor);
    if (agreed < needed && !(words.length >= 12 && !anchor.lost && hasNeighbours(text, range, anchor))) continue;
    const index = near.findIndex((each) => each.from <= range.from && range.to <= each.to);
    const score = agreed + (index < 0 ? 0 : 60 / (index + 1));
    if (best === null || score > best.score) best = { ...range, score };
  }
  return best && { from: best.from, to: best.to };
}

/** Whether a piece of the neighbours is still near, though the words directly beside are others. */
function hasNeighbours(text: string, { from, to }: AnchorRange, { before, after }: Anchor): boolean {
  const piece = 16;
  const left = text.slice(Math.max(0, from - 2 * CONTEXT_LENGTH), from);
  const right = text.slice(to, to + 2 * CONTEXT_LENGTH);
  const [head, tail] = [before.slice(0, piece), after.slice(-piece)];
  return (head.length === piece && left.includes(head)) || (tail.length === piece && right.includes(tail));
}

/** Finds the same words with different spaces and line breaks between them. Of several such passages the one with the same neighbours counts. */
function findWrapped(text: string, passage: string, anchor: Anchor): AnchorRange | null {
  const words = passage.split(/\s+/).filter((word) => word !== "");
  if (words.length < 3) return null;
  const pattern = new RegExp(words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("\\s+"), "gu");
  let best: Carried | null = null;
  let seen = 0;
  try {
    for (const { index, 0: found } of text.matchAll(pattern)) {
      if (++seen > MAX_CANDIDATES) break;
      const range = { from: index, to: index + found.length };
      const agreed = agreement(text, range, anchor);
      if (best === null || agreed > best.agreed) best = { ...range, agreed };
    }
  } catch {
    // A pattern of this length is more than the engine takes: then only exact words are found.
  }
  return best && { from: best.from, to: best.to };
}

/** Something like the words, between the same neighbours. */
function betweenNeighbours(text: string, anchor: Anchor): AnchorRange | null {
  const { before, after } = anchor;
  const words = anchor.words ?? anchor.quote;
  const [left, right] = [before.slice(-24), after.slice(0, 24)];
  if (left.trim().length < 8 && right.trim().length < 8) return null;
  const most = 3 * words.length + 400;
  const starts = left.trim().length < 4 ? [0] : [...take(findText(text, left), 200)].map((at) => at + left.length);
  for (const from of starts) {
    const to = right.trim().length < 4 ? endOfParagraph(text, from) : text.indexOf(right, from);
    if (to <= from || to - from > most) continue;
    if (likeness(text.slice(from, to), words) >= MIN_LIKENESS) return { from, to };
  }
  return null;
}

const endOfParagraph = (text: string, from: number): number => {
  const end = text.indexOf("\n\n", from);
  return end < 0 ? text.length : end;
};

function* take<Value>(values: Iterable<Value>, most: number): Generator<Value, void> {
  let left = most;
  for (const value of values) {
    if (left-- === 0) return;
    yield value;
  }
}

/** The part of the known paragraph that is like the words. */
function partOf(text: string, anchor: Anchor, near: AnchorRange | undefined): AnchorRange | null {
  if (near === undefined || near.to - near.from > 20_000) return null;
  const words = anchor.words ?? anchor.quote;
  const paragraph = text.slice(near.from, near.to);
  const changes = everyDifference(words, paragraph);
  let [from, to] = [-1, -1];
  let at = 0;
  let moved = 0;
  for (const change of [...changes, { from: words.length, to: words.length, insert: "" }]) {
    if (change.from - at >= 3) {
      if (from < 0) from = at + moved;
      to = change.from + moved;
    }
    at = change.to;
    moved += change.insert.length - (change.to - change.from);
  }
  if (from < 0 || likeness(paragraph.slice(from, to), words) < MIN_LIKENESS + 0.1) return null;
  return { from: near.from + from, to: near.from + to };
}

/** An edit that passages follow, as `followedEdit` makes it: `changes` lead from `before` to `text`. */
export type FollowedEdit = {
  before: string;
  text: string;
  changes: readonly Change[];
  /** `difference`: only the two texts are known. Words that differ, between other neighbours, are then other words. */
  source: "known" | "difference";
  /** Where the edit inserted text, in the text after it. */
  inserted: readonly AnchorRange[];
  /** How much text, in UTF-16 units, may still be searched for passages whose words the edit changed. */
  searches: { left: number };
};

/** For all passages of a text together: about half a second. */
const MAX_SEARCHED = 500_000_000;

/** Even a short inserted text costs this much to search, in UTF-16 units. */
const MIN_SEARCHED = 100;

/** For passages an edit changes as few words as possible, but whole ones. */
export function followedEdit(
  before: string,
  text: string,
  given: readonly Change[],
  source: FollowedEdit["source"] = "known",
): FollowedEdit {
  const changes = wholeWordChanges(before, given);
  const inserted = invertChanges(before, changes).filter(({ from, to }) => from < to);
  return { before, text, changes, source, inserted, searches: { left: MAX_SEARCHED } };
}

export type FollowedAnchor = { anchor: Anchor; place: AnchorPosition };

/** Where an anchor is after an edit that is known exactly, and what is kept of it from then on. `range` is where it was before. */
export function followAnchor(edit: FollowedEdit, anchor: Anchor, range: AnchorRange): FollowedAnchor {
  const { text, changes } = edit;
  const from = mapPosition(changes, range.from, "after");
  const to = Math.max(from, mapPosition(changes, range.to, "before"));
  const now = text.slice(from, to);
  const { lost: _, words: __, ...kept } = anchor;
  const at = { from, to };
  const words = anchor.words ?? anchor.quote;
  const isSure = now === words && isSamePassage(text, at, anchor, SURE_CONTEXT_LIKENESS);
  const carried = isSure ? null : elsewhere(edit, words, anchor);
  // What is left in the old place may be there by chance, if the edit has the very words elsewhere, between their neighbours.
  const isHere =
    isSure || (isSamePassage(text, at, anchor, MIN_CONTEXT_LIKENESS) && (carried?.agreed ?? 0) < CARRIED_AGREEMENT);
  if (now === anchor.quote && isHere)
    return { anchor: { ...kept, ...contextOf(text, at) }, place: { state: "anchored", ...at } };
  const isCertain = edit.source === "known" || agreement(text, at, anchor) >= SURE_AGREEMENT;
  if (now.trim() !== "" && isHere && isCertain && likeness(now, anchor.quote) >= MIN_LIKENESS)
    return { anchor: { ...kept, words: now, ...contextOf(text, at) }, place: { state: "moved", ...at } };
  if (carried === null) return { anchor: { ...anchor, lost: true }, place: { state: "orphaned" } };
  const target = { from: carried.from, to: carried.to };
  const state = words === anchor.quote ? "anchored" : "moved";
  return {
    anchor: { ...kept, ...(state === "moved" && { words }), ...contextOf(text, target) },
    place: { state, ...target },
  };
}

/**
 * The same for a protected passage, which is not given up as long as its words are where the edit left them, whatever is around them now: else it would be
 * enough to change what is beside it. If only the two texts are known, these must be whole lines before and after.
 */
export function followProtected(edit: FollowedEdit, anchor: Anchor, range: AnchorRange): FollowedAnchor {
  const followed = followAnchor(edit, anchor, range);
  if (followed.place.state !== "orphaned") return followed;
  const { before, text, changes, source } = edit;
  const from = mapPosition(changes, range.from, "after");
  const at = { from, to: Math.max(from, mapPosition(changes, range.to, "before")) };
  const now = text.slice(at.from, at.to);
  const isLeft = now.trim() !== "" && now === before.slice(range.from, range.to);
  if (!isLeft || (source === "difference" && !(areLines(before, range) && areLines(text, at)))) return followed;
  const { lost: _, words: __, ...kept } = anchor;
  const isSame = now === anchor.quote;
  return {
    anchor: { ...kept, ...(!isSame && { words: now }), ...contextOf(text, at) },
    place: { state: isSame ? "anchored" : "moved", ...at },
  };
}

const areLines = (text: string, { from, to }: AnchorRange): boolean =>
  (from === 0 || text[from - 1] === "\n") && (to === text.length || text[to] === "\n");

/**
 * Whether a range is in what the passage of an anchor became. The difference of two texts may keep some words of a passage that is gone, because
 * another one has them, too.
 */
function isSamePassage(text: string, range: AnchorRange, anchor: Anchor, least: number): boolean {
  if (agreement(text, range, anchor) >= SURE_AGREEMENT) return true;
  const { before, after } = anchor;
  const [from, to] = [Math.max(0, range.from - before.length), range.to + after.length];
  return likeness(text.slice(from, to), before + (anchor.words ?? anchor.quote) + after) >= least;
}

type Carried = AnchorRange & { agreed: number };

/** Where the words of a passage are that an edit has changed or moved. If it did so to very many of them, they are only searched for. */
function elsewhere(edit: FollowedEdit, words: string, anchor: Anchor): Carried | null {
  if (edit.searches.left > 0) return onlyPassage(edit, words, anchor) ?? carriedTo(edit, words, anchor);
  const found = findExact(edit.text, words, anchor, []);
  return found && { ...found, agreed: agreement(edit.text, found, anchor) };
}

/**
 * The words between their neighbours, if they were once in the text before and are once in the text after: the difference of two texts whose
 * parts changed places may take others for them.
 */
function onlyPassage({ before, text, searches }: FollowedEdit, words: string, anchor: Anchor): Carried | null {
  searches.left -= before.length + text.length;
  const only = (within: string): Carried | null => {
    let found: Carried | null = null;
    for (const from of take(findText(within, words), MAX_CARRIED)) {
      const range = { from, to: from + words.length };
      const agreed = agreement(within, range, anchor);
      if (agreed < CARRIED_AGREEMENT) continue;
      if (found !== null) return null;
      found = { ...range, agreed };
    }
    return found;
  };
  return only(before) === null ? null : only(text);
}

/**
 * The words, if the same edit put them elsewhere: cut here, pasted there. Of several such passages the one that has more of the same neighbours counts;
 * few words need some, unless they are all that was inserted.
 */
function carriedTo({ text, changes, inserted, searches }: FollowedEdit, words: string, anchor: Anchor): Carried | null {
  const size = words.trim().length;
  if (size < 4) return null;
  const needed = Math.min(
    anchor.before.length + anchor.after.length,
    size >= DISTINCT_CARRIED ? 0 : Math.ceil((DISTINCT_LENGTH - size) / 2),
  );
  let best: Carried | null = null;
  for (const { from, to } of inserted) {
    searches.left -= Math.max(MIN_SEARCHED, to - from + words.length);
    // Cut and pasted, and nothing else.
    const isAll = changes.length <= 2 && text.slice(from, to).trim().length === size;
    // The difference of two texts may have taken a part of the words for others that were there before.
    const start = Math.max(0, from - words.length + 1);
    const around = text.slice(start, to + words.length - 1);
    for (const index of take(findText(around, words), MAX_CARRIED)) {
      const range = { from: start + index, to: start + index + words.length };
      const isWithin = from <= range.from && range.to <= to;
      const agreed = agreement(text, range, anchor);
      const isEnough = isWithin ? isAll || agreed >= needed : agreed >= CARRIED_AGREEMENT;
      if (isEnough && (best === null || agreed > best.agreed)) best = { ...range, agreed };
    }
  }
  return best;
}
