import { sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type EndedHunk, endedHunks, type Outcomes } from "../../../core/review/ended-hunks";
import { alignEditsToWords } from "../../../core/review/follow-edits";
import {
  type FollowResult,
  followWrite,
  reviewedKind,
  reviewedText,
  takesLong,
  type WriteToFollow,
} from "../../../core/review/follow-write";
import { splitSuggestions } from "../../../core/review/mixed-edits";
import { packEdits, unpackEdits } from "../../../core/review/packed-edits";
import {
  type EndedHunks,
  type HunkId,
  hunksIn,
  keepHunks,
  type PendingEdits,
  type ReviewedWrite,
  undoHunks,
  withWrite,
  wordsOfHunks,
  writeOfHunk,
  writesOf,
} from "../../../core/review/pending-edits";
import { textOf as wordsOf, writesIn } from "../../../core/review/runs";
import { changedSuggestions, hunkOwner, isSuggestion } from "../../../core/review/suggestions";
import { applyChanges } from "../../../core/text/change";
import { type OfficeFormat, officeFormatOf } from "../../../core/text/format";
import { type CompareTexts, compareHere } from "../office/jobs/compare-texts";
import { MAX_EDITS_AT_ONCE } from "../ports/limits";
import type { Decision, DocumentReview, LandedWrite, Review } from "../ports/review";
import { packList } from "../storage/databases/packed-json";
import { unpackInTurns } from "./many-edits";
import { type LandElsewhere, packedLandings } from "./packed-landings";
import type { ReviewRow } from "./review-database";
import { openReviewRows } from "./review-rows";
import type { Seal } from "./sealed-edits";

export type ReviewOptions = {
  /** The folder of `review.db`; null keeps it in memory. */
  dataDir: string | null;
  /** The text of a version if it is still available; for an Office document its text projection. */
  textOf(version: string, format: OfficeFormat | null): Promise<string | null>;
  /** Whether agents' writes from now on wait for review; default true. */
  isEnabled?: () => boolean;
  /** Receives messages about a database that was damaged or cannot be used, and about edits that could not be stored. */
  notice?: (sentence: string) => void;
  /** Compares texts; default: in this thread. */
  compare?: CompareTexts;
  /** Runs `followWrite` outside this thread, for writes that take long to follow. Default: in this thread. */
  followElsewhere?: ((realPath: string, write: WriteToFollow) => Promise<FollowResult>) | undefined;
  /** Runs `landWrite` outside this thread. Default: pending edits are always unpacked here. */
  landElsewhere?: LandElsewhere | undefined;
  /** For tests. */
  now?: () => number;
  /** For tests: simulates another process. */
  seal?: Seal;
};

/** Another process may store its own result at the same moment. */
const attempts = 5;
/** The length to which a user's request is cut; it names the writes of one answer. */
const MAX_REQUEST = 300;
/** How many versions of each document are remembered with their pending edits, for an undo that restores one. */
const MAX_STATES = 50;

/** The pending edits of a text. */
type State = { pending: PendingEdits; writes: readonly ReviewedWrite[] };

/** The pending edits of a text, the hunks that ended on the way there, and the state before. */
type FollowedState = State & EndedHunks & { was: State & { text: string } };

const nothing: State & EndedHunks = { pending: [], writes: [], undone: [], overwritten: [] };

/** Reviews in SQLite, shared by several processes. Never throws on opening: see `notice`. */
export function openReview(options: ReviewOptions): Review {
  const { dataDir, textOf, isEnabled = () => true, notice = () => {}, now = Date.now } = options;
  const { compare = compareHere } = options;
  const follow = follower(options.followElsewhere, notice);
  const landPacked = packedLandings(options.landElsewhere, notice);
  const rows = openReviewRows({ dataDir, notice, now, seal: options.seal });
  const listeners = new Set<(decision: Decision) => void>();
  const states = rememberedStates();
  /** Kept by this process, or by another one, if known here: an editor that does not know of it yet may still show them as pending. */
  const kept = keptHunks();
  const { stateAt, noteKeptElsewhere, afterWrite } = following({ textOf, compare, follow, states, kept });

  const landings = createLandings();
  const report = reportEnded.bind(null, listeners);
  let isClosed = false;

  /** Stores the state that was computed from row `seen`; false if another process stored a row first. */
  const replace = async (
    realPath: string,
    seen: ReviewRow | null,
    version: string,
    { pending, writes }: State,
  ): Promise<boolean> => {
    const areMany = pending.length > MAX_EDITS_AT_ONCE;
    if (areMany) await nextTurn();
    const named = new Set(writesOf(pending));
    const own = writes.filter(({ id }) => named.has(id));
    if (areMany) await nextTurn();
    const packed = packEdits(pending);
    return rows.replace(realPath, seen, {
      version,
      pending: packed,
      writes: own,
      isWordAligned: true,
      isTextLost: false,
      storedPending: areMany && packed.length > 0 ? await packList(packed) : null,
    });
  };

  /** Stores the pending edits after a write. */
  async function land(landed: LandedWrite): Promise<void> {
    const { realPath, from, to, before, write, followed, suggestions, isOffice } = landed;
    try {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const found = rows.read(realPath);
        const mayWait =
          write !== null ||
          states.of(realPath, to) !== null ||
          (followed ?? suggestions ?? { pending: [] }).pending.length > 0;
        if (found === null && !mayWait) return;
        const packed = await landPacked(found, landed);
        if (packed !== null) {
          if (!rows.replace(realPath, found, packed.row)) continue;
          notify(listeners, realPath, found?.writes ?? [], packed.ended);
          return;
        }
        const start = found !== null && from !== null ? await stateAt(realPath, found, from, before) : null;
        if (isOffice && from !== null) noteKeptElsewhere(realPath, from, found, start ?? nothing);
        const after = await afterWrite(start ?? nothing, landed);
        if (!(await replace(realPath, found, to, after))) continue;
        if (isOffice && from !== null) states.keep(realPath, from, start ?? nothing);
        if (isOffice) states.keep(realPath, to, after);
        if (start === null) return;
        const still = new Set(hunksIn(after.pending));
        const gone = (hunks: readonly HunkId[]) => hunks.filter((hunk) => !still.has(hunk));
        report(realPath, start.was, { text: start.was.text, ended: ended(start) });
        report(realPath, start, {
          text: before,
          ended: { undone: gone(after.undone), overwritten: gone(after.overwritten) },
        });
        return;
      }
    } catch (error) {
      notice(`the pending edits of ${realPath} could not be kept: ${(error as Error).message}`);
    } finally {
      // A write that was landing when the review was closed has opened the database again.
      if (isClosed) rows.close();
    }
  }

  return {
    record({ id, by, reason, request, isExternal = false }) {
      if ((by.kind !== "agent" && !isExternal) || !isEnabled()) return null;
      const asked = request ? { request: request.slice(0, MAX_REQUEST) } : {};
      return { id, by: by.name, reason, at: new Date(now()).toISOString(), ...asked };
    },
    announce(write) {
      try {
        rows.announce(write);
      } catch (error) {
        notice(`a pending edit of ${write.realPath} could not be announced: ${(error as Error).message}`);
      }
    },
    announced: rows.announced,
    withdraw: rows.withdraw,
    landed: (landed) => landings.run(landed.realPath, () => land(landed)),
    async of({ realPath, version, text }): Promise<DocumentReview | null> {
      try {
        await landings.idle(realPath);
        const found = rows.read(realPath);
        if (found === null) return null;
        const { pending, writes } = await stateAt(realPath, found, version, text);
        if (pending.length === 0) return null;
        return { version, pending, writes: [...writes], ...(found.isTextLost && { isTextLost: true }) };
      } catch (error) {
        notice(`the pending edits of ${realPath} could not be read: ${(error as Error).message}`);
        return null;
      }
    },
    async keep(realPath, hunks) {
      await landings.idle(realPath);
      for (let attempt = 0; attempt < attempts; attempt++) {
        const row = rows.read(realPath);
        if (row === null) return;
        await row.unpack?.();
        const text = (await textOf(row.version, officeFormatOf(realPath))) ?? fillerFor(row);
        const { pending, writes } = await stateAt(realPath, row, row.version, text);
        const waited = new Set(hunksIn(pending));
        const after = { pending: keepHunks(pending, hunks), writes };
        if (!(await replace(realPath, row, row.version, after))) continue;
        kept.add(hunks, pending);
        if (states.of(realPath, row.version) !== null) states.keep(realPath, row.version, after);
        report(realPath, { pending, writes }, { text, ended: { kept: hunks.filter((hunk) => waited.has(hunk)) } });
        return;
      }
    },
    hasPending: (realPath) => states.has(realPath) || rows.has(realPath),
    list: rows.paths,
    async moved(from, to) {
      const move = () => {
        try {
          rows.move(from, to);
        } catch (error) {
          notice(`the pending edits of ${from} could not be moved: ${(error as Error).message}`);
        }
      };
      await landings.moved(from, to, move);
    },
    onDecided(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onChange: rows.onChange,
    onUnstored: rows.onUnstored,
    close() {
      isClosed = true;
      rows.close();
    },
  };
}

/** How pending edits follow a text from version to version. */
function following({
  textOf,
  compare,
  follow,
  states,
  kept,
}: {
  textOf: ReviewOptions["textOf"];
  compare: CompareTexts;
  follow: ReturnType<typeof follower>;
  states: ReturnType<typeof rememberedStates>;
  kept: KeptHunks;
}) {
  /** The pending edits in a text, from a row that may belong to an earlier version. No agent wrote between the two. */
  async function stateAt(realPath: string, row: ReviewRow, version: string, text: string): Promise<FollowedState> {
    const { writes } = row;
    const before = row.version === version ? text : await textOf(row.version, officeFormatOf(realPath));
    await row.unpack?.();
    const unpacked = before === null ? null : await unpackInTurns(row.pending, before);
    // The text of the row's version is gone, so the positions of its hunks are unknown.
    if (before === null || unpacked === null)
      return { ...nothing, overwritten: hunksIn(row.pending), was: { ...unknownText(row), writes } };
    const kind = reviewedKind(realPath);
    const pending =
      row.isWordAligned || kind === "cells"
        ? unpacked
        : alignEditsToWords(unpacked, reviewedText(before, agentsOf(writes)));
    const was = { pending, writes, text: before };
    if (row.version === version) return { ...nothing, pending, writes, was };
    const changes = await compare(before, text, kind === "cells" ? "spans" : "words");
    const change = { before, changes, from: row.version, to: version };
    return { writes, ...(await follow(realPath, { pending, writes }, change, null)), was };
  }

  /** Notes hunks that were pending when this process last saw this version and no longer are: another process kept them. */
  function noteKeptElsewhere(realPath: string, from: string, row: ReviewRow | null, start: State): void {
    const remembered = states.of(realPath, from);
    if (remembered === null || (row !== null && row.version !== from)) return;
    const waiting = new Set(hunksIn(start.pending));
    const gone = hunksIn(remembered.pending).filter((hunk) => !waiting.has(hunk));
    kept.add(gone, remembered.pending);
  }

  /** What waits after a write, and the hunks that it ended. */
  async function afterWrite(start: State, landed: LandedWrite): Promise<State & EndedHunks> {
    const { before, changes, write, undoes, undoesNearly, followed, suggestions, realPath, to, isOffice } = landed;
    const seen = followed === undefined ? null : editorState(followed, start, applyChanges(before, changes), kept);
    if (suggestions && seen === null) {
      const tracked = editorState(suggestions, start, applyChanges(before, changes), kept);
      if (tracked !== null) return afterMixed(start, landed, tracked, suggestions.writes);
    }
    if (write !== null && seen === null) {
      const writes = withWrite(start.writes, write);
      return { writes, ...(await follow(realPath, { pending: start.pending, writes }, landed, write.id)) };
    }
    if (undoes !== undefined) {
      const { hunks, manner } = undoes;
      const { pending, undone } = undoHunks(start.pending, hunks, manner, (from, to) => before.slice(from, to));
      return { ...start, pending, undone, overwritten: [] };
    }
    const same = await follow(realPath, start, landed, null);
    const again = isOffice ? states.of(realPath, to) : null;
    if (again !== null) return { ...same, ...again, pending: keepHunks(again.pending, kept.in(again.pending)) };
    if (undoesNearly !== undefined) {
      const undone = [...new Set([...same.undone, ...undoesNearly])];
      return { ...start, ...same, pending: keepHunks(same.pending, undoesNearly), undone };
    }
    return seen === null ? { ...start, ...same } : { ...same, ...seen };
  }

  /** What waits after changes of which only some are suggestions. */
  async function afterMixed(
    start: State,
    landed: LandedWrite,
    tracked: State,
    seen: State["writes"],
  ): Promise<State & EndedHunks> {
    const { realPath, changes } = landed;
    const { before, ordinary, add } = splitSuggestions({ ...start, text: landed.before }, changes, {
      pending: tracked.pending,
      writes: seen,
    });
    const others = { ...landed, before: before.text, changes: ordinary };
    const followed = await follow(realPath, { ...start, pending: before.pending }, others, null);
    return { ...followed, writes: tracked.writes, pending: add(followed.pending) };
  }

  return { stateAt, noteKeptElsewhere, afterWrite };
}

/** Follows a write: outside this thread if that takes long, and here if it fails there. */
const follower =
  (elsewhere: ReviewOptions["followElsewhere"], notice: (sentence: string) => void) =>
  async (
    realPath: string,
    { pending, writes }: State,
    { before, changes, from, to }: WriteToFollow["change"],
    write: string | null,
  ): Promise<FollowResult> => {
    const change = { before, changes, from, to };
    const toFollow = { kind: reviewedKind(realPath), pending, change, agents: agentsOf(writes), write };
    if (elsewhere === undefined || !takesLong(toFollow)) return followWrite(toFollow);
    // Copying a long text for the other process takes a while, and so may what went before.
    await nextTurn();
    try {
      return await elsewhere(realPath, toFollow);
    } catch (error) {
      notice(`a worker process failed to follow the pending edits of ${realPath}: ${(error as Error).message}`);
      return followWrite(toFollow);
    }
  };

/** The writes, by path, whose pending edits are still being computed. Whatever reads or decides pending edits waits for them. */
function createLandings() {
  const landing = new Map<string, Promise<void>>();
  const landings = {
    /** Runs after the earlier writes in the same file; `land` never rejects. */
    run(realPath: string, land: () => Promise<void>): Promise<void> {
      const earlier = landing.get(realPath);
      const write = earlier === undefined ? land() : earlier.then(land);
      landing.set(realPath, write);
      return write.finally(() => {
        if (landing.get(realPath) === write) landing.delete(realPath);
      });
    },
    /** Resolves once all writes in a file have landed. */
    async idle(realPath: string): Promise<void> {
      for (let write = landing.get(realPath); write !== undefined; write = landing.get(realPath)) await write;
    },
    /** Moves a file or folder once the writes inside it have landed; what asks for the new names waits for that. */
    moved(from: string, to: string, move: () => void): Promise<void> | void {
      const busy = [...landing.keys()].filter((path) => path === from || path.startsWith(from + sep));
      if (busy.length === 0) return move();
      const moving = Promise.all(busy.map(landings.idle)).then(move);
      for (const path of busy) void landings.run(to + path.slice(from.length), () => moving);
      return moving;
    },
  };
  return landings;
}

/** The pending edits as an editor reports them. It may name writes whose last hunk had ended and that its undo has restored. */
function editorState(
  { pending, writes }: NonNullable<LandedWrite["followed"]>,
  start: State,
  after: string,
  kept: KeptHunks,
): State | null {
  const known = new Map([...writes, ...start.writes].map((write) => [write.id, write]));
  const unpacked = unpackEdits(pending, after);
  if (unpacked === null || !isSound(unpacked) || !writesOf(unpacked).every((id) => known.has(id))) return null;
  return {
    pending: keepHunks(unpacked, kept.in(unpacked)),
    writes: [...known.values()].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
  };
}

/** Reports hunks that are no longer pending; `text` is the text they were in. */
function reportEnded(
  listeners: ReadonlySet<(decision: Decision) => void>,
  realPath: string,
  { pending, writes }: State,
  { text, ended }: { text: string; ended: Outcomes },
): void {
  if (listeners.size > 0) notify(listeners, realPath, writes, endedHunks(pending, text, ended));
}

/** `writes` are those that were pending before the hunks ended. */
function notify(
  listeners: ReadonlySet<(decision: Decision) => void>,
  realPath: string,
  writes: readonly ReviewedWrite[],
  ended: readonly EndedHunk[],
): void {
  for (const { writes: ids, ...hunk } of ended) {
    const last = new Map(writes.filter(({ id }) => ids.includes(id)).map((write) => [write.by, write]));
    for (const write of last.values()) for (const listener of listeners) listener({ realPath, write, ...hunk });
  }
}

const ended = ({ undone, overwritten }: EndedHunks): Outcomes => ({ undone, overwritten });

const agentsOf = (writes: readonly ReviewedWrite[]): Map<string, string> =>
  new Map(writes.map((write) => [write.id, hunkOwner(write)]));

/** Whether every edit is valid: in a named hunk, changes the text, and by an agent. */
const isSound = (pending: PendingEdits): boolean =>
  pending.every(
    (piece) =>
      typeof piece === "number" ||
      (piece.hunk !== "" &&
        writesIn(piece.now, piece.accepted).length > 0 &&
        wordsOf(piece.now) !== wordsOf(piece.accepted)),
  );

/** The edits of a row over a text of blanks, if the real text is lost. */
function unknownText(row: ReviewRow): { pending: PendingEdits; text: string } {
  const text = fillerFor(row);
  return { pending: unpackEdits(row.pending, text) ?? [], text };
}

const fillerFor = ({ pending }: ReviewRow): string =>
  " ".repeat(
    pending.reduce<number>(
      (sum, piece) => sum + (typeof piece === "number" ? piece : piece.now.reduce((all, [length]) => all + length, 0)),
      0,
    ),
  );

/**
 * Hunks that were kept. Of the user's suggestions also their text: the user may go on with one before the editor knows that it was kept, and what it
 * has then was decided by nobody.
 */
function keptHunks() {
  const kept = new Map<HunkId, string>();
  return {
    add(hunks: readonly HunkId[], pending: PendingEdits): void {
      const words = wordsOfHunks(pending);
      for (const hunk of hunks) kept.set(hunk, isSuggestion(writeOfHunk(hunk)) ? (words.get(hunk) ?? "") : "");
    },
    /** Those in an editor's pending edits. */
    in(pending: PendingEdits): HunkId[] {
      const found = hunksIn(pending).filter((hunk) => kept.has(hunk));
      if (found.length === 0) return found;
      const changed = new Set(changedSuggestions(found, kept, wordsOfHunks(pending)));
      return found.filter((hunk) => !changed.has(hunk));
    },
  };
}

type KeptHunks = ReturnType<typeof keptHunks>;

/** The pending edits of the last versions of each document that this process knows. */
function rememberedStates() {
  const states = new Map<string, Map<string, State>>();
  return {
    keep(realPath: string, version: string, { pending, writes }: State): void {
      const own = states.get(realPath) ?? new Map<string, State>();
      states.set(realPath, own);
      own.delete(version);
      own.set(version, { pending, writes });
      for (const oldest of own.keys()) {
        if (own.size <= MAX_STATES) return;
        own.delete(oldest);
      }
    },
    has: (realPath: string): boolean => states.has(realPath),
    of: (realPath: string, version: string): State | null => states.get(realPath)?.get(version) ?? null,
  };
}
