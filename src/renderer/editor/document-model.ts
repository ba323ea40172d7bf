import { isolateHistory } from "@codemirror/commands";
import {
  Annotation,
  type AnnotationType,
  ChangeSet,
  type EditorState,
  type Text,
  Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { atom, type ReadableAtom } from "nanostores";
import type {
  Argument,
  Bridge,
  DocumentId,
  Events,
  OpenDocument,
  Outcome,
  Piece,
  Reading,
  SaveResult,
  Writer,
} from "../../shared/contract";
import type { DocumentStatus } from "../ui/document-status";
import { afterPaint } from "./after-paint";
import { ChangeAnnouncer } from "./change-announcer";
import { toText } from "./change-sets";
import type { Composition } from "./composition";
import { reopened, settled, showConflicts, unfolding } from "./conflict-hunks";
import { DocumentReviewClient } from "./document-review-client";
import { Conversation, type Why } from "./document-sync-client";
import { canvasWords } from "./messages";
import type { Followed } from "./position";
import { ArrivingText, arriving, broughtIn } from "./progressive-loading";
import { shownReadings, ToldReadings } from "./read-ranges";
import { bringing, countChangedLines, endGlow, GLOW, nameOf, written } from "./remote-changes";
import type { PageReview } from "./review/review-host";
import { agentWrote, isReviewEffect, showReview } from "./review/review-state";
import { type Circumstances, statusOf } from "./status";
import { type Arrival, Synchroniser } from "./synchroniser";
import { TextCounter } from "./text-counter";

/** The events that concern one document. */
export type DocumentEvent =
  | "document:changed"
  | "document:gone"
  | "document:moved"
  | "document:access"
  | "document:readings"
  | "document:review"
  | "document:hand-over";

/** An event of a document with its name. */
export type ReceivedEvent = { [N in DocumentEvent]: { name: N; event: Events[N] } }[DocumentEvent];

export type About = {
  name: string;
  /** Absolute; null for a document that was never saved. */
  path: string | null;
  format: "markdown" | "text";
  encoding: string;
  lineEnding: string;
  readOnly: string | null;
  warnings: string[];
};

/** One of the editors of a document, each with its own cursor, scroll position, folds and appearance. */
export type TextEditor = {
  readonly state: EditorState;
  readonly composition: Composition;
  dispatch(spec: TransactionSpec): void;
  /** The word and character counts have changed. */
  counted(): void;
  /** The document was renamed. */
  named(name: string): void;
  /** The document was saved under another name, and may have another format. */
  savedAs(name: string): void;
  /** The text is completely loaded and can be edited. */
  completed(): void;
  /** Returns the undo history and gives it up. */
  giveHistory(): unknown;
  takeHistory(kept: unknown): void;
};

/** On a transaction that repeats an edit of another editor: it is not user input and cannot be undone there. */
const mirrored = Annotation.define<true>();

/**
 * The text of an open document, shared by all its editors: unsaved edits, the sync client that saves them, and remote
 * changes. An edit in one editor is mirrored in the others at once. Exactly one editor, the one in use, has the undo
 * history.
 */
export class OpenText {
  readonly doc: DocumentId;
  readonly counter: TextCounter;
  readonly #about;
  readonly #status;
  readonly #conflictCount = atom(0);
  readonly #lastWriter = atom<{ by: Writer; at: number } | null>(null);
  readonly #announce: (sentence: string) => void;
  readonly #sync: Synchroniser;
  readonly #main: Conversation;
  readonly #readings: ToldReadings;
  readonly #review: DocumentReviewClient;
  readonly #announcer: ChangeAnnouncer;
  readonly #arriving: ArrivingText;
  /** Events about read ranges and reviews that arrived before the text was completely loaded. */
  readonly #early = new Map<DocumentEvent, () => void>();
  /** Whether main has a recovered draft to apply once the text is completely loaded. */
  #hasEarlier: boolean;
  readonly #followed = new Set<{ position: number }>();
  /** In the order they were attached; never empty while the document is open. */
  #editors: readonly TextEditor[] = [];
  #historyOf: TextEditor | null = null;
  #isClosed = false;

  constructor(open: OpenDocument, bridge: Bridge, announce: (sentence: string) => void) {
    this.doc = open.doc;
    this.#announce = announce;
    this.#announcer = new ChangeAnnouncer(announce);
    this.#about = atom<About>(aboutOf(open));
    const { version, unsaved, rest } = open;
    const saved = { version, text: toText(open.text), unsaved, isPartial: rest !== undefined };
    this.#sync = new Synchroniser(saved, (arrival) => this.#arrived(arrival));
    this.#hasEarlier = unsaved !== null;
    this.#arriving = new ArrivingText(
      {
        bridge,
        doc: open.doc,
        has: () => ({ version: this.#sync.base.version, length: this.#sync.base.text.length }),
        take: (piece) => this.#takeIn(piece),
        told: () => this.#tell(),
      },
      rest?.size ?? null,
    );
    this.#main = new Conversation(
      bridge,
      this.#sync,
      {
        doc: open.doc,
        about: () => this.#about.get(),
        isComposing: () => this.#isComposing,
        changed: () => this.#tell(),
        saved: (notes) => this.#saved(notes),
        heard: (change) => {
          this.#spelt(change);
          this.#review.arrived(change);
        },
        followed: () => this.#review.followed(),
        hasToTell: () => this.#review.isUntold,
        savedAs: (document) => this.#savedAs(document),
        announce,
      },
      open.gone,
    );
    this.#readings = new ToldReadings(this.#sync, (spec) => this.#dispatch(() => spec));
    this.#review = new DocumentReviewClient(this.#sync, (specFor) => {
      if (!this.#isClosed) this.#dispatch(specFor);
    });
    this.counter = new TextCounter(this.#sync.text, () => this.#counted());
    this.#status = atom(statusOf(this.#circumstances()));
    if (open.unsaved && this.isWhole) this.#main.saveAfterRest();
  }

  get $about(): ReadableAtom<About> {
    return this.#about;
  }
  get $status(): ReadableAtom<{ status: DocumentStatus; words: string }> {
    return this.#status;
  }
  get $conflicts(): ReadableAtom<number> {
    return this.#conflictCount;
  }
  get $lastWriter(): ReadableAtom<{ by: Writer; at: number } | null> {
    return this.#lastWriter;
  }
  get $readings(): ReadableAtom<readonly Reading[]> {
    return this.#readings.$readings;
  }
  get $review(): ReadableAtom<PageReview | null> {
    return this.#review.$review;
  }
  get $waits(): ReadableAtom<number> {
    return this.#review.$waits;
  }
  get isClosed(): boolean {
    return this.#isClosed;
  }
  get isDirty(): boolean {
    return this.isWhole ? this.#sync.isDirty : this.#hasEarlier;
  }
  /** Whether the whole text is loaded. Until then it can be read and searched, but not edited. */
  get isWhole(): boolean {
    return this.#sync.isWhole;
  }
  /** The length of the text; while it is loading, an estimate of its final length. */
  get length(): number {
    return this.#sync.text.length + (this.#arriving.rest ?? 0);
  }
  /** The text in the editors. */
  get text(): Text {
    return this.#sync.text;
  }

  /** Attaches an editor that shows the current text. The first one gets the undo history. */
  join(editor: TextEditor): void {
    this.#editors = [...this.#editors, editor];
    this.#historyOf ??= editor;
    const readings = this.#readings.$readings.get();
    const review = this.#review.joining(editor.state);
    if (review) editor.dispatch({ ...review, annotations: mirrored.of(true) });
    const hasConflicts = this.#sync.conflicts.length > 0;
    if (!hasConflicts && readings.length === 0) return;
    const nothing = ChangeSet.empty(this.text.length);
    const conflicts = hasConflicts ? this.#shownConflicts(editor.state, nothing) : [];
    editor.dispatch({ effects: [...conflicts, shownReadings(readings)], annotations: mirrored.of(true) });
  }

  /** Detaches an editor while others stay; the undo history stays with them. */
  detach(editor: TextEditor): void {
    const heir = this.#editors.find((other) => other !== editor);
    if (!heir) throw new RangeError("cannot detach the last editor: close the document instead");
    if (this.#historyOf === editor) this.bringHistory(heir);
    this.#editors = this.#editors.filter((other) => other !== editor);
    this.composed();
  }

  /** Gives the undo history to the editor in use. */
  bringHistory(editor: TextEditor): void {
    const from = this.#historyOf;
    if (from === editor || from === null) return;
    this.#historyOf = editor;
    editor.takeHistory(from.giveHistory());
  }

  /** A position that follows edits until it is stopped. */
  follow(position: number): Followed {
    const followed = { position };
    this.#followed.add(followed);
    return { position: () => followed.position, stop: () => this.#followed.delete(followed) };
  }

  /** Starts loading the rest of the text, if there is any. */
  begin(): void {
    if (!this.isWhole) afterPaint(() => this.#arriving.begin());
  }

  /** Loads the whole text; false if loading has failed for now. */
  whole(): Promise<boolean> {
    return this.#arriving.whole();
  }

  /** Keeps hunks of the agents' edits, here and in main. */
  keepHunks(hunks: readonly string[]): void {
    this.#review.keep(hunks);
  }

  /** Sends unsaved edits to main's journal, and saves them if possible. */
  async flush(): Promise<void> {
    if (!this.isWhole && !(this.isDirty && (await this.whole()))) return;
    this.#main.handOver();
    await this.#main.save("auto");
  }

  async save(why: Why): Promise<SaveResult | null> {
    if (!this.isWhole && (why === "auto" || !(await this.#wholeOrSaid()))) return null;
    return this.#main.save(why);
  }

  async saveAs(): Promise<boolean> {
    if (!this.isWhole && !(await this.#wholeOrSaid())) return false;
    return this.#main.saveAs();
  }

  async #wholeOrSaid(): Promise<boolean> {
    if (await this.whole()) return true;
    if (!this.#isClosed) this.#announce(this.#status.get().words);
    return false;
  }

  /** Closes the document. Without `discard`, main keeps it open if its text is not safe, and this returns false. */
  async close(discard: boolean): Promise<boolean> {
    if (!discard) await this.flush();
    if (!(await this.#main.close(discard))) return false;
    this.#end();
    return true;
  }

  /** Transfers the document to another window with its `view` state. Fails if main does not accept it. */
  async giveAway(view: () => Argument<"window:move-tab">["view"]): Promise<Outcome<object>> {
    if (!this.isWhole && !(await this.whole()))
      return { ok: false, error: this.#arriving.failure ?? { code: "wrong_state", message: canvasWords.stillOpening } };
    await this.flush();
    const answer = await this.#main.giveAway(view);
    if (answer.ok) this.#end();
    return answer;
  }

  #end(): void {
    this.#isClosed = true;
    this.#arriving.stop();
    this.#announcer.stop();
    this.counter.stop();
  }

  /** Handles an event of main. Ignores events of other documents. */
  heard<K extends DocumentEvent>(name: K, event: Events[K]): void {
    if (this.#isClosed || event.doc !== this.doc) return;
    // The text that is going to be requested contains this change.
    if (name === "document:changed" && !this.isWhole && !this.#arriving.hasBegun) return;
    const told = { name, event } as ReceivedEvent;
    switch (told.name) {
      case "document:changed":
        this.#noticeComposition();
        this.#main.isGone = false;
        this.#spelt(told.event);
        this.#review.arrived(told.event);
        this.#sync.heard(told.event);
        this.#main.settleDoubt();
        break;
      case "document:gone":
        this.#main.isGone = true;
        break;
      case "document:moved":
        this.#main.isGone = false;
        this.#about.set({ ...this.#about.get(), path: told.event.path, name: told.event.name });
        for (const editor of this.#editors) editor.named(told.event.name);
        break;
      case "document:access":
        this.#about.set({ ...this.#about.get(), readOnly: told.event.readOnly });
        break;
      case "document:readings":
        this.#whenWhole(told.name, () => this.#readings.heard(told.event));
        return;
      case "document:review":
        this.#whenWhole(told.name, () => this.#review.handleReview(told.event));
        return;
      case "document:hand-over":
        // The recovered draft is not loaded yet. Without an answer, main saves it itself.
        if (this.isWhole || !this.isDirty) void this.#main.answerHandOver(told.event.ticket);
    }
    if (!this.isWhole) {
      this.#tell();
      return;
    }
    if (told.name !== "document:hand-over" && this.isDirty) this.#main.rebased();
    this.#tell();
  }

  /** Handles every transaction of every editor, by the user or by us. */
  happened(editor: TextEditor, transaction: Transaction): void {
    if (transaction.annotation(mirrored) || transaction.annotation(arriving)) return;
    const { state, startState, docChanged } = transaction;
    if (docChanged && transaction.annotation(written) === undefined) {
      this.#sync.edited(transaction.changes, state.doc);
      this.#main.typed();
    }
    this.#mirror(editor, transaction);
    if (docChanged) {
      for (const each of this.#followed) each.position = transaction.changes.mapPos(each.position);
      const wasEmpty = this.counter.characters === 0;
      this.counter.edited(startState.doc, transaction.changes, state.doc);
      // Whether there is any text decides what closing asks, so this is never delayed.
      if (wasEmpty !== (this.counter.characters === 0)) this.#counted();
    }
    this.#readings.happened(state);
    const isUsers = docChanged && transaction.annotation(written) === undefined;
    // Main must show the same count as the editor, even if no further edit triggers a save.
    if (this.#review.happened(state, isUsers ? "the user's" : "another") && isUsers)
      queueMicrotask(() => void this.#main.save("auto"));
    for (const effect of transaction.effects) {
      if (effect.is(settled)) this.#settled(effect.value.id);
      if (effect.is(reopened)) this.#reopened(effect.value);
    }
    if (docChanged || transaction.effects.length > 0) this.#tell();
  }

  /** A composition began or ended in one of the editors. During one, no remote change is applied. */
  composed(): void {
    if (this.#isComposing) this.#sync.hold();
    else {
      this.#sync.release();
      this.#main.settleDoubt();
      if (this.isDirty) this.#main.typed();
    }
    this.#tell();
  }

  get #isComposing(): boolean {
    return this.#editors.some(({ composition }) => composition.isOpen);
  }

  #noticeComposition(): void {
    for (const { composition } of this.#editors) composition.notice();
  }

  /** Repeats a user's edit in the other editors. Remote changes are dispatched to each editor anyway. */
  #mirror(editor: TextEditor, transaction: Transaction): void {
    if (this.#editors.length === 1 || transaction.annotation(written) !== undefined) return;
    const effects = transaction.effects.filter(
      (effect) => effect.is(settled) || effect.is(reopened) || isReviewEffect(effect),
    );
    if (!transaction.docChanged && effects.length === 0) return;
    // Without its user event: features that react to typing, such as completion, belong to the editor that was used.
    const annotations: Annotation<unknown>[] = [mirrored.of(true)];
    const keep = <T>(type: AnnotationType<T>) => {
      const value = transaction.annotation(type);
      if (value !== undefined) annotations.push(type.of(value));
    };
    keep(isolateHistory);
    keep(Transaction.addToHistory);
    for (const other of this.#editors) {
      if (other !== editor) other.dispatch({ changes: transaction.changes, effects, annotations, filter: false });
    }
  }

  /**
   * Dispatches a transaction to every editor, created for its state; `handleTransaction` processes only the first one.
   */
  #dispatch(specFor: (state: EditorState) => TransactionSpec | null): void {
    this.#editors.forEach((editor, index) => {
      const spec = specFor(editor.state);
      if (spec === null) return;
      if (index === 0) editor.dispatch(spec);
      else editor.dispatch({ ...spec, annotations: [mirrored.of(true), ...[spec.annotations ?? []].flat()] });
    });
  }

  #whenWhole(name: DocumentEvent, tell: () => void): void {
    if (this.isWhole) tell();
    else this.#early.set(name, tell);
  }

  /** Another piece of the text is loaded. */
  #takeIn({ document, from }: Piece): void {
    const text = toText(document.text);
    const isAnew = from === 0 && this.#sync.base.text.length > 0;
    this.#bringIn(isAnew ? this.#sync.beganAnew(text) : this.#sync.grew(text));
    this.#sync.isOf(document.version);
    this.#hasEarlier = document.unsaved !== null;
    this.#about.set(aboutOf(document));
    this.#main.isGone = document.gone;
    if (document.rest) {
      this.counter.grew(this.text);
      return;
    }
    this.#bringIn(this.#sync.completed(document.unsaved));
    this.counter.restart(this.text);
    for (const editor of this.#editors) editor.completed();
    for (const tell of this.#early.values()) tell();
    this.#early.clear();
    this.#noticeComposition();
    this.#sync.catchUp();
    this.#main.settleDoubt();
    if (this.isDirty) this.#main.saveAfterRest();
  }

  #bringIn(changes: ChangeSet): void {
    if (changes.empty) return;
    for (const editor of this.#editors) editor.dispatch(broughtIn(changes));
    for (const each of this.#followed) each.position = changes.mapPos(each.position);
  }

  /** Applies a merged remote change to the editors as one step. */
  #arrived({ changes, by, review, conflicts, mineBefore }: Arrival): void {
    const [first] = this.#editors;
    if (!first) return;
    const writer = { ...by };
    const lines = countChangedLines(first.state, changes);
    if (changes.empty) this.#showConflicts();
    else {
      const waits = review === null ? [] : [agentWrote.of(review)];
      this.#dispatch((state) => bringing(changes, writer, ...waits, ...this.#shownConflicts(state, changes)));
    }
    const last = { by, at: Date.now() };
    if (!changes.empty) setTimeout(() => this.#endGlow(writer), GLOW);
    // Update the text first, then what is announced about it.
    afterPaint(() => {
      if (this.#isClosed) return;
      this.#lastWriter.set(last);
      // If the user wrote through another view, that view has announced it.
      if (!changes.empty && by.kind !== "you") this.#announcer.changed(nameOf(by), lines);
    });
    if (mineBefore) {
      this.#main.tellConflict(mineBefore.sliceString(0));
      this.#announce(canvasWords.conflictOpened(nameOf(by)));
    } else if (conflicts.length === 0) this.#main.tellMerged();
    if (this.isDirty) this.#main.rebased();
  }

  /** Removing the highlight redraws its lines, which would end a composition in one of them: wait for its end. */
  #endGlow(writer: Writer): void {
    if (this.#isClosed) return;
    this.#noticeComposition();
    if (this.#isComposing) setTimeout(() => this.#endGlow(writer), GLOW / 10);
    else this.#dispatch(() => endGlow(writer));
  }

  #settled(id: number): void {
    if (!this.#sync.settle(id)) return;
    const left = this.#sync.conflicts.length;
    this.#announce(canvasWords.conflict.settled(left));
    if (left > 0) return;
    this.#main.tellConflict(null);
    // After the current transaction, which contains the chosen text.
    queueMicrotask(() => void this.#main.save("auto"));
  }

  #reopened({ id, from, to }: { id: number; from: number; to: number }): void {
    if (this.#sync.reopen(id, { from, to })) this.#main.tellConflict(this.text.sliceString(0));
    // The text has been saved since: undoing the choice is an ordinary edit. Not within the current transaction.
    else queueMicrotask(() => this.#isClosed || this.#showConflicts());
  }

  /** The effects that show the open conflicts, after `changes`. */
  #shownConflicts(state: EditorState, changes: ChangeSet) {
    const shown = this.#sync.conflicts.map((each) => ({ ...each, theirs: this.#sync.sides(each).theirs }));
    return [showConflicts.of(shown), ...unfolding(state, changes, shown)];
  }

  #showConflicts(): void {
    this.#dispatch((state) => ({ effects: this.#shownConflicts(state, ChangeSet.empty(state.doc.length)) }));
    this.#tell();
  }

  #saved(notes: string[]): void {
    this.#review.saved();
    this.#lastWriter.set({ by: { kind: "you", name: canvasWords.you }, at: Date.now() });
    for (const note of notes) this.#announce(note);
  }

  #savedAs(document: OpenDocument): void {
    this.#about.set(aboutOf(document));
    // Saving under another name accepts the text as it is.
    this.#dispatch(() => ({ effects: [showConflicts.of([]), showReview.of(null)] }));
    for (const editor of this.#editors) editor.savedAs(document.name);
  }

  #spelt({ encoding, lineEnding }: { encoding: string; lineEnding: string }): void {
    const about = this.#about.get();
    if (about.encoding !== encoding || about.lineEnding !== lineEnding)
      this.#about.set({ ...about, encoding, lineEnding });
  }

  #circumstances(): Circumstances {
    const { path, readOnly } = this.#about.get();
    const { isGone, isSaving, failure } = this.#main;
    return {
      isDirty: this.isDirty,
      isSaving,
      isComposing: this.#isComposing,
      conflicts: this.#sync.conflicts.length,
      hasPath: path !== null,
      isGone,
      readOnly,
      failure: this.#arriving.failure ?? failure,
      arrived: this.isWhole ? null : share(this.text.length, this.#arriving.rest ?? 0),
    };
  }

  #counted(): void {
    for (const editor of this.#editors) editor.counted();
  }

  #tell(): void {
    const next = statusOf(this.#circumstances());
    const now = this.#status.get();
    if (now.status !== next.status || now.words !== next.words) this.#status.set(next);
    const conflicts = this.#sync.conflicts.length;
    if (this.#conflictCount.get() !== conflicts) this.#conflictCount.set(conflicts);
    // Not within a transaction that may be in progress.
    if (this.#readings.isWaiting) queueMicrotask(() => this.#isClosed || this.#readings.settle());
    if (this.#review.isWaiting) queueMicrotask(() => this.#isClosed || this.#review.settle());
  }
}

/** Percent loaded, rounded down; at most 99 while anything is missing. */
const share = (here: number, rest: number) => Math.min(99, Math.floor((here / (here + rest || 1)) * 100));

const aboutOf = ({ name, path, format, encoding, lineEnding, readOnly, warnings }: OpenDocument): About => ({
  name,
  path,
  format,
  encoding,
  lineEnding,
  readOnly,
  warnings,
});
