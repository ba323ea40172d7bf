import type {
  Argument,
  Bridge,
  DocumentChanged,
  DocumentId,
  Notice,
  OpenDocument,
  Outcome,
  SaveResult,
} from "../../shared/contract";
import { canvasWords } from "./messages";
import type { HandedOver, Synchroniser } from "./synchroniser";
import { Timers } from "./timers";

/** `by hand` marks a version in history; `recreate` restores a file that was deleted outside Galley. */
export type Why = "auto" | "by hand" | "recreate" | "restored";

/**
 * In milliseconds: how far the journal may lag behind, the idle time before a save, and the delay before a failed save
 * is retried.
 */
const DELAYS = { typed: 300, longTyped: 700, rest: 1000, retry: 5000 };

/** Unsaved text longer than this is sent to the journal less often. */
const LONG = 500_000;

/** If others write before our save this many times in a row, the save is retried later. */
const MOST_MERGES = 20;

/** How often to check whether a composition has ended, in milliseconds. */
const COMPOSING = 20;

/** What the client needs to know about the document, and its callbacks. */
export type Side = {
  doc: DocumentId;
  about(): { path: string | null; readOnly: string | null };
  isComposing(): boolean;
  /** Something that the status depends on may have changed. */
  changed(): void;
  saved(notes: string[]): void;
  /** A save was answered with a remote change. */
  heard(change: DocumentChanged): void;
  /** The pending edits in the text, for main to store with it. */
  followed(): Argument<"document:save">["followed"];
  /** Whether main has another review state, although it has all of the text. */
  hasToTell(): boolean;
  savedAs(document: OpenDocument): void;
  announce(sentence: string): void;
};

/** Syncs one document with main: journal, saves, conflicts. Requests run one at a time, in order. */
export class Conversation {
  /** The file was deleted or moved outside Galley. */
  isGone: boolean;
  /** Why the last save failed. */
  failure: Notice | null = null;
  isSaving = false;
  #isOver = false;
  #turn: Promise<unknown> = Promise.resolve();
  #length = 0;
  #toldConflict = false;
  readonly #bridge: Bridge;
  readonly #sync: Synchroniser;
  readonly #side: Side;
  readonly #timers = new Timers<"journal" | "idle" | "retry">();

  constructor(bridge: Bridge, sync: Synchroniser, side: Side, isGone: boolean) {
    this.#bridge = bridge;
    this.#sync = sync;
    this.#side = side;
    this.isGone = isGone;
  }

  /** The user edited: update the journal soon, and save after an idle pause. */
  typed(): void {
    this.#timers.ensure("journal", this.#length > LONG ? DELAYS.longTyped : DELAYS.typed, () => this.handOver());
    this.saveAfterRest();
  }

  /**
   * The unsaved edits have another base version, or can be saved again: save soon, without delaying a save that is due.
   */
  rebased(): void {
    this.#timers.ensure("journal", DELAYS.typed, () => this.handOver());
    this.#timers.ensure("idle", DELAYS.rest, () => void this.save("auto"));
  }

  saveAfterRest(): void {
    this.#timers.set("idle", DELAYS.rest, () => void this.save("auto"));
  }

  /** Sends the unsaved edits to main's journal. The cost depends on the edits since the last save. */
  handOver(): void {
    this.#timers.cancel("journal");
    if (this.#isOver) return;
    const handed = this.#sync.handOver();
    if (!handed) return;
    this.#length = lengthOf(handed);
    const kept = this.#bridge.request("document:typed", { doc: this.#side.doc, ...handed });
    kept.then(() => this.#sync.received(handed.seq)).catch(() => {});
  }

  /**
   * Saves after any running request, and merges what others wrote meanwhile. Null if there was nothing to save, or if
   * the state of the document prevents it.
   */
  save(why: Why): Promise<SaveResult | null> {
    this.#timers.cancel("idle");
    this.#timers.cancel("retry");
    if (this.#side.about().path === null) {
      this.handOver();
      return why === "auto" ? Promise.resolve(null) : this.saveAs().then(() => null);
    }
    return this.#inTurn(() => this.#save(why === "by hand" && this.isGone ? "recreate" : why, "when idle"));
  }

  /** A tool needs the text: saves what is here, and answers when it is as safe as it can be. */
  async answerHandOver(ticket: number): Promise<void> {
    this.handOver();
    // This does not end a composition: a half-composed word is saved as it is.
    if (this.#side.about().path !== null) await this.#inTurn(() => this.#save("auto", "at once")).catch(() => null);
    await this.#bridge.request("document:handed-over", ticket).catch(() => {});
  }

  /** Asks for a file with the system dialog and saves there. False if the user cancelled, or it failed. */
  saveAs(): Promise<boolean> {
    return this.#inTurn(async () => {
      const handed = this.#sync.beginSaveElsewhere();
      const answer = await this.#bridge
        .request("document:save-as", { doc: this.#side.doc, ...handed })
        .catch(() => null);
      if (answer?.ok && answer.document) {
        this.#sync.savedElsewhere(answer.document.version, handed.seq);
        this.isGone = answer.document.gone;
        this.failure = null;
        this.#side.savedAs(answer.document);
        this.tellConflict(null);
      } else {
        this.#sync.failed();
        if (!answer) this.#side.announce(canvasWords.noAnswer);
        else if (!answer.ok) this.#side.announce(canvasWords.failed(answer.error.message, answer.error.hint));
      }
      if (this.#sync.isDirty) this.typed();
      this.#side.changed();
      return answer?.ok === true && answer.document !== null;
    });
  }

  /** False if main keeps the document open because its text is not safe. */
  close(discard: boolean): Promise<boolean> {
    return this.#inTurn(async () => {
      const answer = await this.#bridge.request("document:close", { doc: this.#side.doc, discard }).catch(() => null);
      if (answer?.ok) {
        this.#isOver = true;
        this.#timers.stop();
        return true;
      }
      this.#side.announce(answer ? canvasWords.failed(answer.error.message, answer.error.hint) : canvasWords.noAnswer);
      return false;
    });
  }

  /** Transfers the document to another window with its unsaved edits; fails if main does not accept it. */
  giveAway(view: () => Argument<"window:move-tab">["view"]): Promise<Outcome<object>> {
    return this.#inTurn(async () => {
      // An input method's last change arrives just after its composition ended.
      while (this.#side.isComposing()) await new Promise((done) => setTimeout(done, COMPOSING));
      const { doc } = this.#side;
      const handed = this.#sync.handOver();
      const answer = await this.#bridge
        .request("window:move-tab", { doc, view: view(), typed: handed && { doc, ...handed } })
        .catch(() => ({ ok: false as const, error: { code: "failed", message: canvasWords.noAnswer } }));
      if (answer.ok) {
        this.#isOver = true;
        this.#timers.stop();
      } else if (handed) {
        this.#sync.failed();
        this.typed();
      }
      return answer;
    });
  }

  /** If the versions no longer chain, requests the whole text. */
  settleDoubt(): void {
    if (this.#sync.isInDoubt) void this.#inTurn(() => this.#askInDoubt());
  }

  /** Reports that a conflict is open (`mine` is the user's text, for history), or that none is. */
  tellConflict(mine: string | null): void {
    if (mine === null && !this.#toldConflict) return;
    this.#toldConflict = mine !== null;
    this.#bridge.request("document:conflict", { doc: this.#side.doc, mine }).catch(() => {});
  }

  /** A write was merged without a conflict here; main may have found one in its own, older state of the text. */
  tellMerged(): void {
    this.#toldConflict = true;
    this.tellConflict(null);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(work);
    this.#turn = next.then(
      () => {},
      () => {},
    );
    return next;
  }

  async #save(why: Why, manner: "when idle" | "at once"): Promise<SaveResult | null> {
    for (let merges = 0; merges < MOST_MERGES; merges++) {
      await this.#askInDoubt();
      if (!this.#maySave(why, manner)) return null;
      const handed = this.#sync.beginSave();
      if (!handed) return null;
      this.isSaving = true;
      this.#side.changed();
      const result = await this.#bridge
        .request("document:save", { doc: this.#side.doc, ...handed, why, followed: this.#side.followed() })
        .catch(() => null);
      this.isSaving = false;
      const taken = this.#take(result, handed);
      this.#side.changed();
      if (taken.status !== "stale" || this.#sync.hasWaiting || this.#sync.conflicts.length > 0) return taken;
    }
    this.saveAfterRest();
    return null;
  }

  #maySave(why: Why, manner: "when idle" | "at once"): boolean {
    const { path, readOnly } = this.#side.about();
    if (this.#isOver || path === null || this.#sync.conflicts.length > 0) return false;
    if (this.isGone && why !== "recreate") return false;
    if (why !== "auto") return true;
    if (readOnly !== null || (manner === "when idle" && this.#side.isComposing())) return false;
    return this.#sync.isDirty || this.#sync.isHandedOver || this.#side.hasToTell();
  }

  #take(result: SaveResult | null, handed: HandedOver): SaveResult {
    if (result === null) {
      this.#sync.lost();
      return this.#refused({ code: "failed", message: canvasWords.noAnswer }, handed);
    }
    switch (result.status) {
      case "saved":
        this.isGone = false;
        this.failure = null;
        this.#sync.saved(result.version, result.seq);
        this.#side.saved(result.notes);
        if (this.#sync.isDirty) this.typed();
        return result;
      case "stale":
        this.isGone = false;
        this.failure = null;
        this.#side.heard(result.change);
        this.#sync.stale(result.change);
        return result;
      case "gone":
        this.isGone = true;
        this.#sync.failed();
        return result;
      case "refused":
        this.#sync.failed();
        return this.#refused(result.error, handed);
    }
  }

  #refused(error: Notice, handed: HandedOver): SaveResult {
    this.failure = error;
    if (handed.changes.length > 0) this.#timers.set("retry", DELAYS.retry, () => void this.save("auto"));
    else this.#side.announce(canvasWords.failed(error.message, error.hint));
    return { status: "refused", error };
  }

  async #askInDoubt(): Promise<void> {
    if (!this.#sync.isInDoubt || this.#isOver) return;
    this.#sync.beginText();
    const answer = await this.#bridge.request("document:text", this.#side.doc).catch(() => null);
    if (answer?.ok) this.#sync.told(answer.version, answer.text);
    else this.#sync.failed();
    this.#side.changed();
  }
}

const lengthOf = ({ changes }: HandedOver) => changes.reduce((sum, { insert }) => sum + insert.length, 0);
