/** One machine's replica of a shared text: what is written here goes out at once, and what arrives for the same words is shown with both versions. */
import * as Y from "yjs";
import { difference } from "../diff/difference";
import { type Conflict, mergeChanges } from "../diff/merge";
import { refineChanges } from "../diff/refine-changes";
import { applyChanges, type Change, composeChanges, mapPosition, shifted } from "../text/change";
import { changeShared, changesOfDelta, withWholeWords } from "./shared-text";

/** The name of the text in a shared document. */
const TEXT = "t";
/** Who writes, by the ids of Yjs' clients: each writer of a machine has one of its own. */
const WRITERS = "writers";

/** Words that two machines wrote at the same time: in the text stands what reached the server first, and `mine` is what was written here. */
export type Contested = {
  /** A range of the text after the arrival, with the other machine's words. */
  from: number;
  to: number;
  mine: string;
};

/** What a received update changes in this machine's text. */
export type RemoteChange = {
  /** From the text before to the text after. */
  changes: Change[];
  /** In text order. `mine` is no longer in any text: the caller shows it beside the others' words. */
  contested: Contested[];
  /** Who wrote it, as the other machines say; what they do not say is left out. */
  writers: string[];
};

export type SharedReplica = {
  /** The text as it is here, with what is not confirmed yet. */
  text(): string;
  /** Makes changes of `text()` that were written here, by `writer`. */
  edit(changes: readonly Change[], writer?: string): void;
  /**
   * Applies an update that has arrived, under `origin`. It must be as the server sent it: of an update that is applied twice, Yjs announces only the
   * part that is new here. Throws if the bytes are not an update.
   */
  receive(update: Uint8Array, origin: unknown): RemoteChange;
  /** The server has stored the `count` oldest updates made here that are not confirmed yet; all of them by default. */
  confirm(count?: number): void;
  /** How many updates made here are not confirmed. */
  unconfirmed(): number;
  close(): void;
};

/** An update on its way to the server, and the ranges of the text that were written with it. */
type Sent = { update: Uint8Array; own: Range[] };

type Range = { from: number; to: number };

/**
 * Reads and writes a shared document, which something else connects to the server: it sends the updates that the document announces without an origin.
 * What the document holds at first counts as confirmed.
 *
 * A second copy holds only what the server is known to have, in the server's order. An arrival that meets unconfirmed words of the same place came before
 * them in that order. So this machine, and no other, takes its words back and has both versions to show. Words that are taken back are no longer its own,
 * so each edit is taken back at most once, and the exchange ends.
 */
export function createSharedReplica(here: Y.Doc): SharedReplica {
  const there = new Y.Doc();
  Y.applyUpdate(there, Y.encodeStateAsUpdate(here));
  const shared = here.getText(TEXT);
  let textHere = shared.toString();
  let textThere = textHere;
  const sent: Sent[] = [];

  /** Takes an update into the second copy, and returns what it does to its text. */
  function follow(update: Uint8Array): Change[] {
    const changes = changesBy(there, update, null);
    textThere = applyChanges(textThere, changes);
    return changes;
  }

  const writers = here.getMap(WRITERS);
  const clients = new Map<string, number>();

  /** Makes changes under the client id of a writer, and says whose it is: what only removes something would not show who did. */
  function writeAs(writer: string, changes: readonly Change[]): void {
    const client = clients.get(writer) ?? Math.floor(Math.random() * 2 ** 32);
    const own = here.clientID;
    here.clientID = client;
    try {
      here.transact(() => {
        if (!clients.has(writer) || changes.every(({ insert }) => insert === "")) writers.set(String(client), writer);
        changeShared(shared, changes);
      });
    } finally {
      here.clientID = own;
    }
    clients.set(writer, client);
  }

  function write(wanted: readonly Change[], own: Range[], writer?: string): void {
    const changes = wanted.filter(({ from, to, insert }) => from < to || insert !== "");
    if (changes.length === 0) return;
    moveOwn(changes);
    textHere = applyChanges(textHere, changes);
    const keep = (update: Uint8Array) => sent.push({ update, own });
    here.on("update", keep);
    if (writer === undefined) here.transact(() => changeShared(shared, changes));
    else writeAs(writer, changes);
    here.off("update", keep);
  }

  function moveOwn(changes: readonly Change[]): void {
    for (const each of sent) each.own = each.own.flatMap((range) => partsLeft(changes, range));
  }

  const allOwn = (): Range[] => sent.flatMap(({ own }) => own);

  /** Takes back the words of conflicts in which this machine came second, in the text that Yjs has made of both. */
  function takeBack(
    conflicts: readonly InBefore[],
    arrived: readonly Change[],
  ): { back: Change[]; contested: Contested[] } {
    const back: Change[] = [];
    const contested: Contested[] = [];
    const own = allOwn().sort((a, b) => a.from - b.from);
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
    edit(changes, writer) {
      const whole = withWholeWords(textHere, changes);
      write(whole, rangesOf(whole), writer);
    },
    receive(update, origin) {
      const [base, before] = [textThere, textHere];
      const theirs = follow(update);
      const known = Y.decodeStateVector(Y.encodeStateVector(here));
      let isNew = false;
      const noticeNew = () => {
        isNew = true;
      };
      here.on("update", noticeNew);
      const arrived = changesBy(here, update, origin);
      here.off("update", noticeNew);
      // The server sends a change to its writer as well.
      if (!isNew) return { changes: [], contested: [], writers: [] };
      textHere = applyChanges(before, arrived);
      const conflicts = sent.length === 0 ? [] : conflictsOf(base, theirs, before).filter(({ range }) => isOwn(range));
      moveOwn(arrived);
      const { back, contested } = takeBack(conflicts, arrived);
      write(back, []);
      return { changes: composeChanges(arrived, back), contested, writers: writersOf(update, known, writers) };
    },
    confirm(count = sent.length) {
      for (const { update } of sent.splice(0, count)) follow(update);
    },
    unconfirmed: () => sent.length,
    close: () => there.destroy(),
  };

  function isOwn(range: Range): boolean {
    return allOwn().some((each) => touches(each, range));
  }
}

/** The names that the new parts of an update were written under. */
function writersOf(update: Uint8Array, known: ReadonlyMap<number, number>, writers: Y.Map<unknown>): string[] {
  const clients = new Set<number>();
  for (const { id, length } of Y.decodeUpdate(update).structs)
    if (id.clock + length > (known.get(id.client) ?? 0)) clients.add(id.client);
  const names = [...clients].map((client) => readWriter(writers.get(String(client))));
  return [...new Set(names.filter((name) => name !== null))];
}

const MAX_NAME = 200;

/** The name that a machine says somebody writes under, with the machine: `ann@desk`, or of a guest. Null for anything else. */
function readWriter(value: unknown): string | null {
  if (typeof value !== "string" || value.length > MAX_NAME || /[\p{C}\p{Zl}\p{Zp},]/u.test(value)) return null;
  return /\S@\S|\S \(guest\)$/.test(value) ? value : null;
}

/** Applies an update, and returns what it does to the document's text. Throws if the bytes are not an update. */
function changesBy(doc: Y.Doc, update: Uint8Array, origin: unknown): Change[] {
  let changes: Change[] = [];
  const observe = ({ delta }: Y.YTextEvent) => {
    changes = changesOfDelta(delta);
  };
  const text = doc.getText(TEXT);
  text.observe(observe);
  try {
    Y.applyUpdate(doc, update, origin);
  } finally {
    text.unobserve(observe);
  }
  return changes;
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
