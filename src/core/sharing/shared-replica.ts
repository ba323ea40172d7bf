/** One machine's replica of a shared text: what is written here goes out at once, and what arrives for the same words is shown with both versions. */
import * as Y from "yjs";
import { difference } from "../diff/difference";
import { type Conflict, mergeChanges } from "../diff/merge";
import { refineChanges } from "../diff/refine-changes";
import { applyChanges, type Change, composeChanges, mapPosition, shifted } from "../text/change";
import { changeShared, changesOfDelta, withWholeWords } from "./shared-text";

/** The name of the text in a shared document. */
const TEXT = "t";

/** Words that two machines wrote at the same time: in the text stands what reached the server first, and `mine` is what was written here. */
export type Contested = {
  /** A range of the text after the arrival, with the other machine's words. */
  from: number;
  to: number;
  mine: string;
};

/** What an arrival does to the text of this machine. */
export type Arrival = {
  /** From the text before to the text after. */
  changes: Change[];
  /** In text order. `mine` is in no text any more: the caller shows it beside the others' words. */
  contested: Contested[];
  /** An update to send to the server, if the arrival made this machine take back words of its own; else null. */
  answer: Uint8Array | null;
};

export type SharedReplica = {
  /** The text as it is here, with what is not confirmed yet. */
  text(): string;
  /** Makes changes of `text()` that were written here. Returns the update to send, or null if nothing changes. */
  edit(changes: readonly Change[]): Uint8Array | null;
  /** Takes in an update of the server. Throws if the bytes are no update. */
  receive(update: Uint8Array): Arrival;
  /** The server has stored the oldest update that `edit` and `receive` returned and that is not confirmed yet. */
  confirm(): void;
  /** How many updates are not confirmed. */
  unconfirmed(): number;
  /** Everything that the server has confirmed or sent, as one update; with `receive` and `edit` the replica can be built again from it. */
  confirmedState(): Uint8Array;
  close(): void;
};

/** An update on its way to the server, and the ranges of the text that its writer wrote. */
type Sent = { update: Uint8Array; own: Range[] };

type Range = { from: number; to: number };

/**
 * A replica that begins with what the server has confirmed. `clientId` is this writer's number in the shared document, different for each run.
 *
 * Two copies of the document are held: `here` with everything, and `there` with what the server is known to have, in the server's order. An arrival that
 * meets unconfirmed words of the same place came before them in that order. So this machine, and no other, takes its words back and has both versions to
 * show. Words that are taken back are no longer its own, so each edit is taken back at most once, and the exchange ends.
 */
export function createSharedReplica(confirmed: Uint8Array | null, clientId: number): SharedReplica {
  const here = new Y.Doc();
  const there = new Y.Doc();
  here.clientID = clientId;
  if (confirmed !== null) for (const doc of [here, there]) Y.applyUpdate(doc, confirmed);
  let textHere = here.getText(TEXT).toString();
  let textThere = textHere;
  const sent: Sent[] = [];

  /** What an update does to a document's text. */
  function changesBy(doc: Y.Doc, change: () => void): Change[] {
    let changes: Change[] = [];
    const observe = ({ delta }: Y.YTextEvent) => {
      changes = changesOfDelta(delta);
    };
    const text = doc.getText(TEXT);
    text.observe(observe);
    try {
      change();
    } finally {
      text.unobserve(observe);
    }
    return changes;
  }

  /** Makes changes here. Null if there is nothing to send. */
  function write(changes: readonly Change[]): Uint8Array | null {
    let update: Uint8Array | null = null;
    const keep = (made: Uint8Array) => {
      update = made;
    };
    here.on("update", keep);
    here.transact(() => changeShared(here.getText(TEXT), changes));
    here.off("update", keep);
    textHere = applyChanges(textHere, changes);
    moveOwn(changes);
    return update;
  }

  function moveOwn(changes: readonly Change[]): void {
    for (const each of sent) each.own = each.own.flatMap((range) => partsLeft(changes, range));
  }

  /** Takes back the words of conflicts in which this machine came second, in the text that Yjs has made of both. */
  function takeBack(
    conflicts: readonly InBefore[],
    arrived: readonly Change[],
  ): { back: Change[]; contested: Contested[] } {
    const back: Change[] = [];
    const contested: Contested[] = [];
    const own = sent.flatMap((each) => each.own).sort((a, b) => a.from - b.from);
    let grown = 0;
    let end = -1;
    for (const { conflict, range } of conflicts) {
      const { from, to } = moved(arrived, range);
      const inside = own
        .map((each) => ({ from: Math.max(each.from, from), to: Math.min(each.to, to) }))
        .filter((each) => each.from < each.to);
      const changes = from < end ? null : restoring(textHere, { from, to }, inside, conflict.mine);
      if (changes === null) continue;
      back.push(...changes);
      end = to;
      const start = from + grown;
      if (conflict.mine !== conflict.theirs)
        contested.push({ from: start, to: start + conflict.mine.length, mine: conflict.theirs });
      grown += conflict.mine.length - (to - from);
      for (const each of sent) each.own = each.own.filter((one) => !touches(one, { from, to }));
    }
    return { back, contested };
  }

  return {
    text: () => textHere,
    edit(changes) {
      const whole = withWholeWords(textHere, changes);
      const own = rangesOf(whole);
      const update = write(whole);
      if (update !== null) sent.push({ update, own });
      return update;
    },
    receive(update) {
      const [base, before] = [textThere, textHere];
      const theirs = changesBy(there, () => Y.applyUpdate(there, update));
      textThere = applyChanges(base, theirs);
      const arrived = changesBy(here, () => Y.applyUpdate(here, update));
      textHere = applyChanges(before, arrived);
      const conflicts = sent.length === 0 ? [] : conflictsOf(base, theirs, before).filter(({ range }) => isOwn(range));
      moveOwn(arrived);
      const { back, contested } = takeBack(conflicts, arrived);
      if (back.length === 0) return { changes: arrived, contested, answer: null };
      const answer = write(back);
      if (answer !== null) sent.push({ update: answer, own: [] });
      return { changes: composeChanges(arrived, back), contested, answer };
    },
    confirm() {
      const oldest = sent.shift();
      if (oldest === undefined) return;
      const changes = changesBy(there, () => Y.applyUpdate(there, oldest.update));
      textThere = applyChanges(textThere, changes);
    },
    unconfirmed: () => sent.length,
    confirmedState: () => Y.encodeStateAsUpdate(there),
    close() {
      here.destroy();
      there.destroy();
    },
  };

  function isOwn(range: Range): boolean {
    return sent.some(({ own }) => own.some((each) => touches(each, range)));
  }
}

/** A conflict, and where its words stand in the text of this machine. */
type InBefore = { conflict: Conflict; range: Range };

/** Where an arrival and what was written here change the same words, in other ways or in the same way: Yjs would keep those words twice. */
function conflictsOf(base: string, theirs: readonly Change[], before: string): InBefore[] {
  const ours = difference(base, before);
  // The merge shows `mine` in a conflict, which is here the other machine's side.
  const { theirsToMerged, conflicts } = mergeChanges({ base, mine: theirs, theirs: ours });
  const found: InBefore[] = sameChanges(base, theirs, ours);
  let grown = 0;
  let next = 0;
  for (const { from, to, insert } of theirsToMerged) {
    const conflict = conflicts[next];
    if (conflict !== undefined && conflict.from === from + grown && conflict.mine === insert) {
      found.push({ conflict, range: { from, to } });
      next += 1;
    }
    grown += insert.length - (to - from);
  }
  return found.sort((a, b) => a.range.from - b.range.from);
}

/** Where both have written the same, as conflicts in which nothing needs to be shown. */
function sameChanges(base: string, theirs: readonly Change[], ours: readonly Change[]): InBefore[] {
  const keyOf = ({ from, to, insert }: Change) => `${from} ${to} ${insert}`;
  const known = new Set(refineChanges(base, theirs).map(keyOf));
  const found: InBefore[] = [];
  let grown = 0;
  for (const change of refineChanges(base, ours)) {
    const { from, to, insert } = change;
    const range = { from: from + grown, to: from + grown + insert.length };
    if (insert !== "" && known.has(keyOf(change)))
      found.push({ conflict: { from: 0, to: 0, base: base.slice(from, to), mine: insert, theirs: insert }, range });
    grown += insert.length - (to - from);
  }
  return found;
}

/** The ranges that changes have written, in the text after them. */
function rangesOf(changes: readonly Change[]): Range[] {
  let grown = 0;
  return changes.map(({ from, to, insert }) => {
    const start = from + grown;
    grown += insert.length - (to - from);
    return { from: start, to: start + insert.length };
  });
}

const moved = (changes: readonly Change[], { from, to }: Range): Range => ({
  from: mapPosition(changes, from, "before"),
  to: mapPosition(changes, to, "after"),
});

const touches = (a: Range, b: Range): boolean => a.from <= b.to && b.from <= a.to;

/** What is left of a range of characters after `changes`: what was inserted into it or beside it is not part of it. */
function partsLeft(changes: readonly Change[], { from, to }: Range): Range[] {
  const parts: Range[] = [];
  let grown = 0;
  let at = from;
  for (const change of changes) {
    if (change.from >= to) break;
    if (change.to > from || change.from > from) {
      if (change.from > at) parts.push({ from: at + grown, to: change.from + grown });
      at = Math.max(at, Math.min(change.to, to));
    }
    grown += change.insert.length - (change.to - change.from);
  }
  if (at < to || from === to) parts.push({ from: at + grown, to: to + grown });
  return parts;
}

/**
 * The changes after which a range holds `wanted`: without the words of its own writer, and with the words back that this writer removed. Only those
 * are touched. Null if there is something else in the range, which a third writer may have written.
 */
function restoring(text: string, { from, to }: Range, own: readonly Range[], wanted: string): Change[] | null {
  const without = own.map((each) => ({ ...each, insert: "" }));
  const rest = applyChanges(
    text.slice(from, to),
    without.map((change) => shifted(change, -from)),
  );
  const missing = difference(rest, wanted);
  if (missing.some((change) => change.from < change.to)) return null;
  return composeChanges(
    without,
    missing.map((change) => shifted(change, from)),
  );
}
