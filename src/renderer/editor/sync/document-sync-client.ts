import { serialQueue } from "../../../core/async/serial-queue";
import type {
  Argument,
  Bridge,
  DocumentChanged,
  DocumentId,
  DocumentSnapshot,
  Notice,
  Outcome,
  SaveReason,
  SaveResult,
  Suggested,
  UnsavedEdits,
} from "../../../shared/contract";
import type { PastedRanges } from "../text/pasted-ranges";
import { syncMessages } from "./messages";
import type { Synchroniser, UnsavedUpdate } from "./synchroniser";
import { Timers } from "./timers";

/**
 * In milliseconds: how far the journal may lag behind, the idle time before a save, and the delay before a failed save
 * is retried.
 */
const DELAYS = { journal: 300, longJournal: 700, idle: 1000, retry: 5000 };

/**
 * When the document is saved: after a pause in the typing, or at once, because others on other machines look at it.
 */
export type SavePace = "after a pause" | "while typing";

/** A text of more UTF-16 units is saved after a pause, also if others look at it. */
const MAX_LENGTH_WHILE_TYPING = 100_000;

/** Unsaved text longer than this is sent to the journal less often. */
const LONG_TEXT = 500_000;

/** If others write before our save this many times in a row, the save is retried later. */
const MAX_MERGES = 20;

/** How often to check whether a composition has ended, in milliseconds. */
const COMPOSITION_POLL = 20;

/** What the client needs to know about the document, and its callbacks. */
export type SyncDeps = {
  doc: DocumentId;
  about(): { path: string | null; readOnly: string | null };
  isComposing(): boolean;
  /** Something that the status depends on may have changed. */
  onStatusChange(): void;
  onSaved(notes: string[]): void;
  /** A save was answered with a remote change. */
  onRemoteChange(change: DocumentChanged): void;
  /** The pending edits in the text, for main to store with it. */
  reviewUpdate(): Argument<"document:save">["followed"];
  /** What is suggested of the unsaved edits; undefined if nothing is. */
  suggested(): Suggested | undefined;
  /** Whether main has another review state, although it has all of the text. */
  hasReviewUpdate(): boolean;
  /** What of the text was pasted and is in no version yet. */
  pasted(): ReturnType<PastedRanges["forVersion"]>;
  onSavedAs(document: DocumentSnapshot): void;
  announce(sentence: string): void;
};

/** Syncs one document with main: journal, saves, conflicts. Requests run one at a time, in order. */
export class DocumentSyncClient {
  /** The file was deleted or moved outside Galley. */
  isGone: boolean;
  /** Why the last save failed. */
  failure: Notice | null = null;
  isSaving = false;
  #pace: SavePace = "after a pause";
  /** How long the last save took, and when it ended, in milliseconds. */
  #lastSave = { took: 0, ended: 0 };
  #isClosed = false;
  readonly #enqueue = serialQueue();
  #length = 0;
  #hasReportedConflict = false;
  readonly #bridge: Bridge;
  readonly #sync: Synchroniser;
  readonly #deps: SyncDeps;
  readonly #timers = new Timers<"journal" | "idle" | "retry">();

  constructor(bridge: Bridge, sync: Synchroniser, deps: SyncDeps, isGone: boolean) {
    this.#bridge = bridge;
    this.#sync = sync;
    this.#deps = deps;
    this.isGone = isGone;
  }

  /** The user edited: update the journal soon, and save after an idle pause. */
  handleEdit(): void {
    this.#timers.ensure("journal", this.#length > LONG_TEXT ? DELAYS.longJournal : DELAYS.journal, () =>
      this.sendUpdate(),
    );
    this.saveAfterRest();
  }

  /**
   * The unsaved edits have another base version, or can be saved again: save soon, without delaying a save that is due.
   */
  handleRebase(): void {
    this.#timers.ensure("journal", DELAYS.journal, () => this.sendUpdate());
    this.#timers.ensure("idle", this.#delayWhileTyping() ?? DELAYS.idle, () => void this.save("auto"));
  }

  saveAfterRest(): void {
    const delay = this.#delayWhileTyping();
    if (delay === null) this.#timers.set("idle", DELAYS.idle, () => void this.save("auto"));
    else this.#timers.ensure("idle", delay, () => void this.save("auto"));
  }

  /** Sets when edits are saved from now on. */
  setPace(pace: SavePace): void {
    if (pace === this.#pace) return;
    this.#pace = pace;
    if (!this.#sync.isDirty) return;
    this.#timers.cancel("idle");
    this.saveAfterRest();
  }

  /** Whether an edit is saved at once, unless something prevents it. */
  get savesWhileTyping(): boolean {
    const isShort = this.#sync.text.length <= MAX_LENGTH_WHILE_TYPING;
    return this.#pace === "while typing" && this.failure === null && isShort;
  }

  /**
   * Milliseconds until the next save while the user types: after each save there is none for as long as it took. Null
   * if a pause is awaited: a long text, a slow disk or one that fails is not written at each key, and the end of a save
   * decides on the next one.
   */
  #delayWhileTyping(): number | null {
    const { took, ended } = this.#lastSave;
    if (!this.savesWhileTyping || this.isSaving || took > DELAYS.idle) return null;
    return Math.max(0, ended + took - performance.now());
  }

  /** Sends the unsaved edits to main's journal. The cost depends on the edits since the last save. */
  sendUpdate(): void {
    this.#timers.cancel("journal");
    if (this.#isClosed) return;
    const update = this.#sync.nextUpdate();
    if (!update) return;
    this.#length = lengthOf(update);
    const stored = this.#bridge.request("document:typed", this.#sent(update));
    stored.then(() => this.#sync.confirmReceived(update.seq)).catch(() => {});
  }

  /**
   * Saves after any running request, and merges what others wrote meanwhile. Null if there was nothing to save, or if
   * the state of the document prevents it.
   */
  save(why: SaveReason): Promise<SaveResult | null> {
    this.#timers.cancel("idle");
    this.#timers.cancel("retry");
    if (this.#deps.about().path === null) {
      this.sendUpdate();
      return why === "auto" ? Promise.resolve(null) : this.saveAs().then(() => null);
    }
    return this.#enqueue(() => this.#save(why === "by hand" && this.isGone ? "recreate" : why, "when idle"));
  }

  /** A tool needs the text: saves what is here, and answers when it is as safe as it can be. */
  async handleFlushRequest(requestId: number): Promise<void> {
    this.sendUpdate();
    // This does not end a composition: a half-composed word is saved as it is.
    if (this.#deps.about().path !== null) await this.#enqueue(() => this.#save("auto", "at once")).catch(() => null);
    await this.#bridge.request("document:handed-over", requestId).catch(() => {});
  }

  /** Asks for a file with the system dialog and saves there. False if the user cancelled, or it failed. */
  saveAs(): Promise<boolean> {
    return this.#enqueue(async () => {
      const update = this.#sync.beginSaveElsewhere();
      const answer = await this.#bridge.request("document:save-as", this.#sent(update)).catch(() => null);
      if (answer?.ok && answer.document) {
        this.#sync.handleSavedElsewhere(answer.document.version, update.seq);
        this.isGone = answer.document.gone;
        this.failure = null;
        this.#deps.onSavedAs(answer.document);
        this.reportConflict(null);
      } else {
        this.#sync.handleFailed();
        if (!answer) this.#deps.announce(syncMessages.noAnswer);
        else if (!answer.ok) this.#deps.announce(syncMessages.failed(answer.error.message, answer.error.hint));
      }
      if (this.#sync.isDirty) this.handleEdit();
      this.#deps.onStatusChange();
      return answer?.ok === true && answer.document !== null;
    });
  }

  /** False if main keeps the document open because its text is not safe. */
  close(discard: boolean): Promise<boolean> {
    return this.#enqueue(async () => {
      const answer = await this.#bridge.request("document:close", { doc: this.#deps.doc, discard }).catch(() => null);
      if (answer?.ok) {
        this.#isClosed = true;
        this.#timers.stop();
        return true;
      }
      this.#deps.announce(
        answer ? syncMessages.failed(answer.error.message, answer.error.hint) : syncMessages.noAnswer,
      );
      return false;
    });
  }

  /** Transfers the document to another window with its unsaved edits; fails if main does not accept it. */
  transfer(view: () => Argument<"window:move-tab">["view"]): Promise<Outcome<object>> {
    return this.#enqueue(async () => {
      // An input method's last change arrives just after its composition ended.
      while (this.#deps.isComposing()) await new Promise((done) => setTimeout(done, COMPOSITION_POLL));
      const { doc } = this.#deps;
      const update = this.#sync.nextUpdate();
      const answer = await this.#bridge
        .request("window:move-tab", { doc, view: view(), typed: update && this.#sent(update) })
        .catch(() => ({ ok: false as const, error: { code: "failed", message: syncMessages.noAnswer } }));
      if (answer.ok) {
        this.#isClosed = true;
        this.#timers.stop();
      } else if (update) {
        this.#sync.handleFailed();
        this.handleEdit();
      }
      return answer;
    });
  }

  /** If the versions no longer chain, requests the whole text. */
  resyncIfNeeded(): void {
    if (this.#sync.isDesynced) void this.#enqueue(() => this.#resync());
  }

  /** Reports that a conflict is open (`mine` is the user's text, for history), or that none is. */
  reportConflict(mine: string | null): void {
    if (mine === null && !this.#hasReportedConflict) return;
    this.#hasReportedConflict = mine !== null;
    this.#bridge.request("document:conflict", { doc: this.#deps.doc, mine }).catch(() => {});
  }

  /** A write was merged without a conflict here; main may have found one in its own, older state of the text. */
  reportMerged(): void {
    this.#hasReportedConflict = true;
    this.reportConflict(null);
  }

  #sent(update: UnsavedUpdate): UnsavedEdits {
    const suggested = this.#deps.suggested();
    return { doc: this.#deps.doc, ...update, ...(suggested && { suggested }) };
  }

  async #save(why: SaveReason, urgency: "when idle" | "at once"): Promise<SaveResult | null> {
    for (let merges = 0; merges < MAX_MERGES; merges++) {
      await this.#resync();
      if (!this.#canSave(why, urgency)) return null;
      const update = this.#sync.beginSave();
      if (!update) return null;
      this.isSaving = true;
      this.#deps.onStatusChange();
      const begun = performance.now();
      const pasted = this.#deps.pasted();
      const result = await this.#bridge
        .request("document:save", {
          ...this.#sent(update),
          why: why === "auto" && urgency === "when idle" && this.savesWhileTyping ? "while typing" : why,
          followed: this.#deps.reviewUpdate(),
          pasted: pasted.ranges,
        })
        .catch(() => null);
      if (result?.status === "saved") pasted.stored();
      this.isSaving = false;
      const ended = performance.now();
      this.#lastSave = { took: ended - begun, ended };
      const outcome = this.#handleSaveResult(result, update);
      this.#deps.onStatusChange();
      if (outcome.status !== "stale" || this.#sync.hasQueued || this.#sync.conflicts.length > 0) return outcome;
    }
    this.saveAfterRest();
    return null;
  }

  #canSave(why: SaveReason, urgency: "when idle" | "at once"): boolean {
    const { path, readOnly } = this.#deps.about();
    if (this.#isClosed || path === null || this.#sync.conflicts.length > 0) return false;
    if (this.isGone && why !== "recreate") return false;
    if (why !== "auto") return true;
    if (readOnly !== null || (urgency === "when idle" && this.#deps.isComposing())) return false;
    return this.#sync.isDirty || this.#sync.hasUnconfirmed || this.#deps.hasReviewUpdate();
  }

  #handleSaveResult(result: SaveResult | null, update: UnsavedUpdate): SaveResult {
    if (result === null) {
      this.#sync.handleLost();
      return this.#handleSaveError({ code: "failed", message: syncMessages.noAnswer }, update);
    }
    switch (result.status) {
      case "saved":
        this.isGone = false;
        this.failure = null;
        this.#sync.handleSaved(result.version, result.seq);
        this.#deps.onSaved(result.notes);
        this.#timers.cancel("idle");
        if (this.#sync.isDirty) this.handleEdit();
        return result;
      case "stale":
        this.isGone = false;
        this.failure = null;
        this.#deps.onRemoteChange(result.change);
        this.#sync.handleStale(result.change);
        return result;
      case "gone":
        this.isGone = true;
        this.#sync.handleFailed();
        return result;
      case "refused":
        this.#sync.handleFailed();
        return this.#handleSaveError(result.error, update);
    }
  }

  #handleSaveError(error: Notice, update: UnsavedUpdate): SaveResult {
    this.failure = error;
    if (update.changes.length > 0) this.#timers.set("retry", DELAYS.retry, () => void this.save("auto"));
    else this.#deps.announce(syncMessages.failed(error.message, error.hint));
    return { status: "refused", error };
  }

  async #resync(): Promise<void> {
    if (!this.#sync.isDesynced || this.#isClosed) return;
    this.#sync.beginResync();
    const answer = await this.#bridge.request("document:text", this.#deps.doc).catch(() => null);
    if (answer?.ok) this.#sync.handleFullText(answer.version, answer.text);
    else this.#sync.handleFailed();
    this.#deps.onStatusChange();
  }
}

const lengthOf = ({ changes }: UnsavedUpdate) => changes.reduce((sum, { insert }) => sum + insert.length, 0);
