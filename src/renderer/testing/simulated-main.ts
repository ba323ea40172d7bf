import { difference } from "../../core/diff/difference";
import { mergeChanges } from "../../core/diff/merge";
import { applyChanges, type Change } from "../../core/text/change";
import type { DocumentChanged, SaveResult, Writer } from "../../shared/contract";
import { type RemoteChange, Synchroniser, type UnsavedUpdate } from "../editor/sync/synchroniser";
import { toChangeSet, toText } from "../editor/text/change-sets";

const agent: Writer = { kind: "agent", name: "agent" };
const program: Writer = { kind: "program", name: "" };

type Answer =
  | { kind: "saved"; result: SaveResult }
  | { kind: "text"; version: string; text: string }
  | { kind: "received"; seq: number }
  | { kind: "lost" };

/**
 * For tests: main and the disk behind a window, with every message in transit until it is delivered. Requests, answers
 * and events travel in three lanes: each lane keeps its order, but there is no order between lanes.
 */
export class SimulatedMain {
  disk: string;
  journal: UnsavedUpdate | null = null;
  page: Synchroniser;
  remoteChanges: RemoteChange[] = [];
  /** How many conflicts were opened. */
  conflictsSeen = 0;
  /** What main believes is on disk; external writes are noticed later. */
  #knownDisk: string;
  readonly #texts = new Map<string, string>();
  readonly requests: { kind: "typed" | "save" | "text"; update: UnsavedUpdate | null }[] = [];
  readonly answers: Answer[] = [];
  readonly events: DocumentChanged[] = [];
  #asking = false;

  constructor(text: string) {
    this.disk = text;
    this.#knownDisk = text;
    this.#rememberText(text);
    this.page = this.#newPage();
  }

  static versionOf = (text: string): string => `v${text.length}:${text}`;

  get pageText(): string {
    return this.page.text.sliceString(0);
  }

  /** The user edits the text. */
  edit(change: Change): void {
    const text = toText(applyChanges(this.pageText, [change]));
    const changes = toChangeSet([change], this.page.text.length);
    this.page.handleEdit(changes, text);
  }

  /** The window sends its update to the journal. */
  type(): void {
    const update = this.page.nextUpdate();
    if (update) this.requests.push({ kind: "typed", update });
  }

  /** The window saves, if it can. */
  save(): void {
    if (!this.page.isDirty || this.page.isExchanging) return;
    const update = this.page.beginSave();
    if (update) this.requests.push({ kind: "save", update });
  }

  /** A tool writes through main; `edit` gets the text on disk. */
  agentWrites(edit: (text: string) => Change[]): void {
    this.notice("whole");
    const before = this.disk;
    this.#write(applyChanges(before, edit(before)));
    this.#sendEvent(before, this.disk, edit(before), agent, null);
    this.#knownDisk = this.disk;
  }

  /** An external program writes, and main has not noticed yet. */
  programWrites(edit: (text: string) => Change[]): void {
    this.#write(applyChanges(this.disk, edit(this.disk)));
  }

  /**
   * Main's watcher checks the disk: everything since the last check is one change. `forgotten`: main no longer has the
   * earlier text.
   */
  notice(manner: "whole" | "forgotten"): void {
    if (this.#knownDisk === this.disk) return;
    const before = this.#knownDisk;
    this.#knownDisk = this.disk;
    this.#sendEvent(before, this.disk, manner === "forgotten" ? null : difference(before, this.disk), program, null);
  }

  /**
   * The window did not answer a flush request in time: main saves what the journal has, because a tool needs the text.
   */
  savesJournal(): void {
    this.notice("whole");
    const { journal } = this;
    const base = this.#texts.get(journal?.base ?? "");
    if (!journal || base === undefined || journal.changes.length === 0 || this.page.conflicts.length > 0) return;
    const before = this.disk;
    const merged = mergeChanges({ base, mine: journal.changes, theirs: difference(base, before) });
    if (merged.conflicts.length > 0) return;
    this.#write(applyChanges(before, merged.theirsToMerged));
    this.#knownDisk = this.disk;
    this.#sendEvent(before, this.disk, merged.theirsToMerged, { kind: "you", name: "" }, journal.seq);
    this.journal = null;
  }

  /** Delivers one message of a lane; false if there is none. */
  deliver(lane: "request" | "answer" | "event"): boolean {
    if (lane === "request") return this.#handle();
    if (lane === "event") {
      const event = this.events.shift();
      if (event) this.page.handleRemoteWrite(event);
      this.#requestResync();
      return event !== undefined;
    }
    const answer = this.answers.shift();
    if (!answer) return false;
    if (answer.kind === "lost") this.page.handleLost();
    else if (answer.kind === "received") this.page.confirmReceived(answer.seq);
    else if (answer.kind === "text") {
      this.#asking = false;
      this.page.handleFullText(answer.version, answer.text);
    } else if (answer.result.status === "saved") this.page.handleSaved(answer.result.version, answer.result.seq);
    else if (answer.result.status === "stale") this.page.handleStale(answer.result.change);
    this.#requestResync();
    return true;
  }

  /** The answer in transit is lost, but what it answered was done. */
  loseAnswer(): void {
    const answer = this.answers[0];
    if (answer?.kind === "saved") this.answers[0] = { kind: "lost" };
  }

  /** The window is reloaded from what main has. All messages in transit are lost. */
  reload(): void {
    this.requests.length = 0;
    this.answers.length = 0;
    this.events.length = 0;
    this.#asking = false;
    this.#knownDisk = this.disk;
    this.page = this.#newPage();
  }

  release(): void {
    this.page.release();
    this.#requestResync();
  }

  /** Delivers all messages and saves until nothing is left to do. */
  resolveAll(): void {
    this.release();
    for (let round = 0; round < 200; round++) {
      this.notice("whole");
      let moved = false;
      for (const lane of ["request", "event", "answer"] as const) while (this.deliver(lane)) moved = true;
      this.type();
      this.save();
      if (!moved && this.requests.length === 0) return;
    }
    throw new Error("still not idle after 200 rounds");
  }

  #newPage(): Synchroniser {
    const { journal } = this;
    const version = journal?.base ?? SimulatedMain.versionOf(this.disk);
    const text = this.#texts.get(version);
    if (text === undefined) throw new Error(`main never had ${version}`);
    return new Synchroniser(
      {
        version,
        text: toText(text),
        unsaved: journal && { seq: journal.seq, changes: journal.changes },
      },
      (change) => {
        this.remoteChanges.push(change);
        if (change.mineBefore) this.conflictsSeen++;
        for (const conflict of change.conflicts) {
          const { mine, theirs } = this.page.sides(conflict);
          if (mine === theirs) throw new Error(`both sides of a conflict are equal: ${mine}`);
        }
      },
    );
  }

  #handle(): boolean {
    const request = this.requests.shift();
    if (!request) return false;
    const { kind, update } = request;
    if (kind === "text") {
      this.notice("whole");
      this.answers.push({ kind: "text", version: SimulatedMain.versionOf(this.disk), text: this.disk });
      return true;
    }
    if (!update) return true;
    if (kind === "typed") {
      this.journal = update.changes.length > 0 ? update : null;
      this.answers.push({ kind: "received", seq: update.seq });
      return true;
    }
    const now = SimulatedMain.versionOf(this.disk);
    if (update.base !== now) {
      const base = this.#texts.get(update.base);
      if (base === undefined) throw new Error("saved on an unknown version");
      const change = this.#change(base, this.disk, difference(base, this.disk), program, null);
      this.#knownDisk = this.disk;
      this.journal = update;
      this.answers.push({ kind: "saved", result: { status: "stale", change } });
      return true;
    }
    this.#write(applyChanges(this.disk, update.changes));
    this.#knownDisk = this.disk;
    if (this.journal && this.journal.seq <= update.seq) this.journal = null;
    const version = SimulatedMain.versionOf(this.disk);
    this.answers.push({ kind: "saved", result: { status: "saved", version, seq: update.seq, notes: [] } });
    return true;
  }

  #requestResync(): void {
    if (!this.page.isDesynced || this.#asking) return;
    this.#asking = true;
    this.page.beginResync();
    this.requests.push({ kind: "text", update: null });
  }

  #write(text: string): void {
    this.disk = text;
    this.#rememberText(text);
  }

  #rememberText(text: string): void {
    this.#texts.set(SimulatedMain.versionOf(text), text);
  }

  #sendEvent(before: string, after: string, changes: Change[] | null, by: Writer, includes: number | null): void {
    if (before !== after) this.events.push(this.#change(before, after, changes, by, includes));
  }

  #change(from: string, to: string, changes: Change[] | null, by: Writer, includes: number | null): DocumentChanged {
    const versions = { from: SimulatedMain.versionOf(from), to: SimulatedMain.versionOf(to) };
    const rest = { realPath: null, write: null, includes, encoding: "UTF-8", lineEnding: "LF" };
    return { doc: "d", ...versions, changes, by, ...rest };
  }
}
