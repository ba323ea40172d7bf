import { isolateHistory } from "@codemirror/commands";
import {
  Annotation,
  type AnnotationType,
  ChangeSet,
  type EditorState,
  type Extension,
  type Text,
  Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { atom, type ReadableAtom } from "nanostores";
import type {
  Argument,
  Bridge,
  DocumentId,
  DocumentSnapshot,
  Events,
  Notice,
  Outcome,
  Piece,
  ReadRange,
  SaveReason,
  SaveResult,
  Writer,
} from "../../shared/contract";
import type { EntryName } from "../../shared/library";
import type { DocumentStatus } from "../ui/document-status";
import { ReadRangesClient, showReadRanges } from "./coverage/read-ranges";
import { historyKept, keepHistory } from "./kept-histories";
import { afterPaint } from "./large/after-paint";
import { loadedFromDisk, loadTransaction, ProgressiveLoader } from "./large/progressive-loading";
import { editorMessages } from "./messages";
import { DocumentReviewClient } from "./review/document-review-client";
import { presentReview } from "./review/review-extension";
import type { DocumentReview } from "./review/review-host";
import { addAgentWrite, isReviewEffect, setReview } from "./review/review-state";
import { type Suggesting, suggestChanges, suggestedBy } from "./review/suggesting";
import { type StatusInput, statusOf } from "./status";
import { StoredUndo } from "./stored-undo";
import { ChangeAnnouncer } from "./sync/change-announcer";
import type { Composition } from "./sync/composition";
import { conflictReopened, conflictResolved, setConflicts, unfoldEffects } from "./sync/conflict-hunks";
import { DocumentSyncClient, type SavePace } from "./sync/document-sync-client";
import { syncMessages } from "./sync/messages";
import { countChangedLines, endGlow, GLOW, remoteTransaction, remoteWrite, writerName } from "./sync/remote-changes";
import { type RemoteChange, Synchroniser } from "./sync/synchroniser";
import { Timers } from "./sync/timers";
import { toText } from "./text/change-sets";
import { PastedRanges } from "./text/pasted-ranges";
import type { TrackedPosition } from "./text/position";
import { TextCounter } from "./text/text-counter";

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

export type DocumentInfo = {
  name: string;
  /** Absolute; null for a document that was never saved. */
  path: string | null;
  format: "markdown" | "text";
  encoding: string;
  lineEnding: string;
  readOnly: string | null;
  mayOnlyRead?: true;
  /** The library's entry that it shows. */
  entry?: EntryName;
  warnings: string[];
};

/** One of the editors of a document, each with its own cursor, scroll position, folds and appearance. */
export type AttachedEditor = {
  readonly state: EditorState;
  readonly composition: Composition;
  dispatch(spec: TransactionSpec): void;
  /** The word and character counts have changed. */
  onCountsChanged(): void;
  /** The document was renamed. */
  onRenamed(name: string): void;
  /** The document was saved under another name, and may have another format. */
  onSavedAs(name: string): void;
  /** The text is completely loaded and can be edited. */
  onLoaded(): void;
  /** Returns the undo history and gives it up. */
  releaseHistory(): unknown;
  adoptHistory(kept: unknown): void;
};

/** Milliseconds that an edit which is saved at once may be unsaved before the status says so. */
const STATUS_DELAY = 300;

/** How often edits are saved before the mode *Suggesting* begins, while the user types on. */
const MAX_FLUSHES = 5;

/** The states in which a text is about to be saved. */
const PASSING: readonly DocumentStatus[] = ["unsaved", "saving"];

/** On a transaction that repeats an edit of another editor: it is not user input and cannot be undone there. */
const mirroredEdit = Annotation.define<true>();

/**
 * The text of an open document, shared by all its editors: unsaved edits, the sync client that saves them, and remote
 * changes. An edit in one editor is mirrored in the others at once. Exactly one editor, the one in use, has the undo
 * history.
 */
export class DocumentModel {
  readonly doc: DocumentId;
  readonly counter: TextCounter;
  readonly #info;
  readonly #status;
  readonly #conflictCount = atom(0);
  readonly #lastWriter = atom<{ by: Writer; at: number } | null>(null);
  readonly #suggesting = atom<Suggesting | null>(null);
  readonly #bridge: Bridge;
  readonly #announce: (sentence: string) => void;
  readonly #sync: Synchroniser;
  readonly #client: DocumentSyncClient;
  readonly #readRanges: ReadRangesClient;
  readonly #review: DocumentReviewClient;
  readonly #pasted = new PastedRanges();
  readonly #announcer: ChangeAnnouncer;
  readonly #storedUndo: StoredUndo;
  readonly #loader: ProgressiveLoader;
  /** Events about read ranges and reviews that arrived before the text was completely loaded. */
  readonly #deferredEvents = new Map<DocumentEvent, () => void>();
  /** Whether main has a recovered draft to apply once the text is completely loaded. */
  #hasRecoveredDraft: boolean;
  readonly #timers = new Timers<"status">();
  readonly #trackedPositions = new Set<{ position: number }>();
  /** In the order they were attached; never empty while the document is open. */
  #editors: readonly AttachedEditor[] = [];
  #historyOwner: AttachedEditor | null = null;
  #isClosed = false;

  constructor(open: DocumentSnapshot, bridge: Bridge, announce: (sentence: string) => void) {
    this.doc = open.doc;
    this.#announce = announce;
    this.#bridge = bridge;
    this.#announcer = new ChangeAnnouncer(announce);
    this.#info = atom<DocumentInfo>(documentInfo(open));
    const { version, unsaved, rest } = open;
    const saved = { version, text: toText(open.text), unsaved, isPartial: rest !== undefined };
    this.#sync = new Synchroniser(saved, (change) => this.#handleRemoteChange(change));
    this.#hasRecoveredDraft = unsaved !== null;
    this.#loader = new ProgressiveLoader(
      {
        bridge,
        doc: open.doc,
        loaded: () => ({ version: this.#sync.base.version, length: this.#sync.base.text.length }),
        onPiece: (piece) => this.#handlePiece(piece),
        onProgress: () => this.#updateStatus(),
      },
      rest?.size ?? null,
    );
    this.#client = new DocumentSyncClient(
      bridge,
      this.#sync,
      {
        doc: open.doc,
        about: () => this.#info.get(),
        isComposing: () => this.#isComposing,
        onStatusChange: () => this.#updateStatus(),
        onSaved: (notes) => this.#handleSaved(notes),
        onRemoteChange: (change) => {
          this.#updateEncoding(change);
          this.#review.handleRemoteChange(change);
        },
        reviewUpdate: () => this.#review.reviewUpdate(),
        suggested: () => this.#review.suggested,
        hasReviewUpdate: () => this.#review.hasUpdate,
        pasted: () => this.#pasted.forVersion(),
        onSavedAs: (document) => this.#handleSavedAs(document),
        announce,
      },
      open.gone,
    );
    this.#readRanges = new ReadRangesClient(this.#sync, (spec) => this.#dispatch(() => spec));
    this.#review = new DocumentReviewClient(this.#sync, (specFor) => {
      if (!this.#isClosed) this.#dispatch(specFor);
    });
    if (this.isComplete) this.#recoverSuggestions(open);
    this.#storedUndo = new StoredUndo(bridge, open.doc, {
      version: () =>
        this.#isClosed || !this.isComplete || this.isDirty || this.#info.get().path === null
          ? null
          : this.#sync.base.version,
      state: () => this.#historyOwner?.state ?? null,
      adopt: (history) => this.#historyOwner?.adoptHistory(history),
    });
    this.counter = new TextCounter(this.#sync.text, () => this.#notifyCounts());
    this.#status = atom(statusOf(this.#statusInput()));
    if (open.unsaved && this.isComplete) this.#client.saveAfterRest();
  }

  get $info(): ReadableAtom<DocumentInfo> {
    return this.#info;
  }
  get $status(): ReadableAtom<{ status: DocumentStatus; message: string }> {
    return this.#status;
  }
  get $conflicts(): ReadableAtom<number> {
    return this.#conflictCount;
  }
  get $lastWriter(): ReadableAtom<{ by: Writer; at: number } | null> {
    return this.#lastWriter;
  }
  get $readRanges(): ReadableAtom<readonly ReadRange[]> {
    return this.#readRanges.$readRanges;
  }
  get $review(): ReadableAtom<DocumentReview | null> {
    return this.#review.$review;
  }
  get $pendingCount(): ReadableAtom<number> {
    return this.#review.$pendingCount;
  }
  /** The mode *Suggesting*, in which the user's changes are pending; null if it is off, as it is at first. */
  get $suggesting(): ReadableAtom<Suggesting | null> {
    return this.#suggesting;
  }
  get isClosed(): boolean {
    return this.#isClosed;
  }
  get isDirty(): boolean {
    return this.isComplete ? this.#sync.isDirty : this.#hasRecoveredDraft;
  }
  /** Whether the whole text is loaded. Until then it can be read and searched, but not edited. */
  get isComplete(): boolean {
    return this.#sync.isComplete;
  }
  /** The length of the text; while it is loading, an estimate of its final length. */
  get length(): number {
    return this.#sync.text.length + (this.#loader.rest ?? 0);
  }
  /** The text in the editors. */
  get text(): Text {
    return this.#sync.text;
  }

  /** Attaches an editor that shows the current text. The first one gets the undo history. */
  attach(editor: AttachedEditor): void {
    this.#editors = [...this.#editors, editor];
    if (this.#historyOwner === null) {
      this.#historyOwner = editor;
      if (this.isComplete) this.#restoreHistory();
    }
    const readRanges = this.#readRanges.$readRanges.get();
    const marks = this.#suggesting.get() === null ? null : presentReview(editor.state);
    if (marks) editor.dispatch({ ...marks, annotations: mirroredEdit.of(true) });
    const review = this.#review.initialTransaction(editor.state);
    if (review) editor.dispatch({ ...review, annotations: mirroredEdit.of(true) });
    const hasConflicts = this.#sync.conflicts.length > 0;
    if (!hasConflicts && readRanges.length === 0) return;
    const nothing = ChangeSet.empty(this.text.length);
    const conflicts = hasConflicts ? this.#conflictEffects(editor.state, nothing) : [];
    editor.dispatch({ effects: [...conflicts, showReadRanges(readRanges)], annotations: mirroredEdit.of(true) });
  }

  /** Detaches an editor while others stay; the undo history stays with them. */
  detach(editor: AttachedEditor): void {
    const successor = this.#editors.find((other) => other !== editor);
    if (!successor) throw new RangeError("cannot detach the last editor: close the document instead");
    if (this.#historyOwner === editor) this.moveHistoryTo(successor);
    this.#editors = this.#editors.filter((other) => other !== editor);
    this.handleCompositionChange();
  }

  /** Gives the undo history to the editor in use. */
  moveHistoryTo(editor: AttachedEditor): void {
    const from = this.#historyOwner;
    if (from === editor || from === null) return;
    this.#historyOwner = editor;
    editor.adoptHistory(from.releaseHistory());
  }

  /** The undo history of when this document was last closed, in this run or an earlier one. */
  #restoreHistory(): void {
    const { path } = this.#info.get();
    const kept = path === null ? undefined : historyKept(path, this.text);
    if (kept === undefined) {
      afterPaint(() => void this.#storedUndo.restore());
      return;
    }
    this.#historyOwner?.adoptHistory(kept.history);
    const effects = this.#review.noteKept(kept.hunks);
    for (const editor of this.#editors) editor.dispatch({ effects, annotations: mirroredEdit.of(true) });
  }

  /** A position that follows edits until it is stopped. */
  trackPosition(position: number): TrackedPosition {
    const tracked = { position };
    this.#trackedPositions.add(tracked);
    return { position: () => tracked.position, stop: () => this.#trackedPositions.delete(tracked) };
  }

  /** Starts loading the rest of the text, if there is any. */
  startLoading(): void {
    if (!this.isComplete) afterPaint(() => this.#loader.start());
  }

  /** Loads the whole text; false if loading has failed for now. */
  loadAll(): Promise<boolean> {
    return this.#loader.loadAll();
  }

  /** The words of the pending hunks, for `keepHunks`. */
  hunkWords(): ReadonlyMap<string, string> {
    return this.#review.words();
  }

  /** Keeps hunks that main has kept: suggestions only if their words are still `words`, those that were decided on. */
  keepHunks(hunks: readonly string[], words?: ReadonlyMap<string, string>): void {
    this.#review.keep(hunks, words);
  }

  /** Sets when edits are saved. */
  setPace(pace: SavePace): void {
    this.#client.setPace(pace);
  }

  /**
   * Turns the mode *Suggesting* on or off. A document without a file is saved first. What was typed before the change of mode stays what it
   * is: the mode begins with a saved text. Returns the error if it could not be turned on; null also if the user cancelled.
   */
  async suggest(isOn: boolean): Promise<Notice | null> {
    if (!isOn) {
      this.#suggesting.set(null);
      await this.flush();
      return null;
    }
    if (this.#info.get().path === null && !(await this.saveAs())) return null;
    const answer = await this.#bridge.request("review:suggest", this.doc);
    if (!answer.ok) return answer.error;
    for (let flushes = 0; flushes < MAX_FLUSHES && !this.#isClosed; flushes++) {
      await this.flush();
      // The user may have typed on meanwhile; anything else does not go away by trying again.
      if (!this.isDirty || !PASSING.includes(statusOf(this.#statusInput()).status)) break;
    }
    if (this.#isClosed) return null;
    if (this.isDirty) {
      const { message } = statusOf(this.#statusInput());
      return { code: "wrong_state", message: editorMessages.unsavedBeforeSuggesting, hint: message };
    }
    // Marks must not be installed in the middle of a word that is being composed.
    this.#dispatch(presentReview);
    this.#suggesting.set({ path: answer.path, by: answer.by });
    return null;
  }

  /** The document has another path. */
  async #followSuggesting(): Promise<void> {
    if (this.#suggesting.get() === null) return;
    const answer = await this.#bridge.request("review:suggest", this.doc);
    // The mode may have been turned off meanwhile.
    if (answer.ok && this.#suggesting.get() !== null) this.#suggesting.set({ path: answer.path, by: answer.by });
  }

  /** The extension that makes the user's changes in an editor suggestions while the mode is on. */
  suggestions(): Extension {
    const isUsers = (transaction: Transaction) =>
      ![remoteWrite, mirroredEdit, loadedFromDisk].some(
        (type) => transaction.annotation<unknown>(type) !== undefined,
      ) && !transaction.effects.some((effect) => effect.is(conflictResolved) || effect.is(conflictReopened));
    return suggestChanges(() => this.#suggesting.get(), isUsers);
  }

  /** Sends unsaved edits to main's journal, and saves them if possible. */
  async flush(): Promise<void> {
    if (!this.isComplete && !(this.isDirty && (await this.loadAll()))) return;
    this.#client.sendUpdate();
    await this.#client.save("auto");
    await this.#storedUndo.store();
  }

  async save(why: SaveReason): Promise<SaveResult | null> {
    if (!this.isComplete && (why === "auto" || !(await this.#loadAllOrAnnounce()))) return null;
    return this.#client.save(why);
  }

  async saveAs(): Promise<boolean> {
    if (!this.isComplete && !(await this.#loadAllOrAnnounce())) return false;
    return this.#client.saveAs();
  }

  async #loadAllOrAnnounce(): Promise<boolean> {
    if (await this.loadAll()) return true;
    if (!this.#isClosed) this.#announce(this.#status.get().message);
    return false;
  }

  /** Closes the document. Without `discard`, main keeps it open if its text is not safe, and this returns false. */
  async close(discard: boolean): Promise<boolean> {
    if (!discard) await this.flush();
    if (!(await this.#client.close(discard))) return false;
    const { path } = this.#info.get();
    if (!discard && path !== null && this.isComplete)
      keepHistory(path, {
        history: this.#historyOwner?.releaseHistory(),
        text: this.text,
        hunks: this.#review.kept,
      });
    this.#dispose();
    return true;
  }

  /** Transfers the document to another window with its `view` state. Fails if main does not accept it. */
  async transfer(view: () => Argument<"window:move-tab">["view"]): Promise<Outcome<object>> {
    if (!this.isComplete && !(await this.loadAll()))
      return {
        ok: false,
        error: this.#loader.failure ?? { code: "wrong_state", message: editorMessages.stillOpening },
      };
    await this.flush();
    const answer = await this.#client.transfer(view);
    if (answer.ok) this.#dispose();
    return answer;
  }

  #dispose(): void {
    this.#isClosed = true;
    this.#timers.stop();
    this.#storedUndo.stop();
    this.#loader.stop();
    this.#announcer.stop();
    this.counter.stop();
  }

  /** Handles an event of main. Ignores events of other documents. */
  handleEvent<K extends DocumentEvent>(name: K, event: Events[K]): void {
    if (this.#isClosed || event.doc !== this.doc) return;
    // The text that is going to be requested contains this change.
    if (name === "document:changed" && !this.isComplete && !this.#loader.hasStarted) return;
    const received = { name, event } as ReceivedEvent;
    switch (received.name) {
      case "document:changed":
        this.#checkComposition();
        this.#client.isGone = false;
        this.#updateEncoding(received.event);
        this.#review.handleRemoteChange(received.event);
        this.#sync.handleRemoteWrite(received.event);
        this.#client.resyncIfNeeded();
        break;
      case "document:gone":
        this.#client.isGone = true;
        break;
      case "document:moved":
        this.#client.isGone = false;
        this.#info.set({ ...this.#info.get(), path: received.event.path, name: received.event.name });
        for (const editor of this.#editors) editor.onRenamed(received.event.name);
        void this.#followSuggesting();
        break;
      case "document:access":
        this.#info.set({ ...this.#info.get(), readOnly: received.event.readOnly });
        break;
      case "document:readings":
        this.#whenComplete(received.name, () => this.#readRanges.handleEvent(received.event));
        return;
      case "document:review":
        this.#whenComplete(received.name, () => this.#review.handleReview(received.event));
        return;
      case "document:hand-over":
        // The recovered draft is not loaded yet. Without an answer, main saves it itself.
        if (this.isComplete || !this.isDirty) void this.#client.handleFlushRequest(received.event.requestId);
    }
    if (!this.isComplete) {
      this.#updateStatus();
      return;
    }
    if (received.name !== "document:hand-over" && this.isDirty) this.#client.handleRebase();
    this.#updateStatus();
  }

  /** Handles every transaction of every editor, by the user or by us. */
  handleTransaction(editor: AttachedEditor, transaction: Transaction): void {
    if (transaction.annotation(mirroredEdit) || transaction.annotation(loadedFromDisk)) return;
    const { state, startState, docChanged } = transaction;
    const wasDirty = docChanged && this.#sync.isDirty;
    if (docChanged) this.#pasted.handle(transaction);
    if (docChanged && transaction.annotation(remoteWrite) === undefined) {
      this.#sync.handleEdit(transaction.changes, state.doc);
      this.#client.handleEdit();
    }
    this.#mirror(editor, transaction);
    if (docChanged) {
      for (const each of this.#trackedPositions) each.position = transaction.changes.mapPos(each.position);
      const wasEmpty = this.counter.characters === 0;
      this.counter.handleEdit(startState.doc, transaction.changes, state.doc);
      // Whether there is any text decides what closing asks, so this is never delayed.
      if (wasEmpty !== (this.counter.characters === 0)) this.#notifyCounts();
    }
    this.#readRanges.handleTransaction(state);
    const isUsers = docChanged && transaction.annotation(remoteWrite) === undefined;
    const suggested = isUsers ? suggestedBy(transaction) : null;
    if (isUsers) this.#review.handleEdit(suggested, !wasDirty);
    // Main must show the same count as the editor, even if no further edit triggers a save. A suggestion is being typed: it is saved at rest.
    if (this.#review.handleTransaction(state, isUsers ? "the user's" : "another") && isUsers && suggested === null)
      queueMicrotask(() => void this.#client.save("auto"));
    for (const effect of transaction.effects) {
      if (effect.is(conflictResolved)) this.#handleResolved(effect.value.id);
      if (effect.is(conflictReopened)) this.#handleReopened(effect.value);
    }
    if (docChanged || transaction.effects.length > 0) this.#updateStatus();
  }

  /** A composition began or ended in one of the editors. During one, no remote change is applied. */
  handleCompositionChange(): void {
    if (this.#isComposing) this.#sync.hold();
    else {
      this.#sync.release();
      this.#client.resyncIfNeeded();
      if (this.isDirty) this.#client.handleEdit();
    }
    this.#updateStatus();
  }

  get #isComposing(): boolean {
    return this.#editors.some(({ composition }) => composition.isOpen);
  }

  #checkComposition(): void {
    for (const { composition } of this.#editors) composition.check();
  }

  /** Repeats a user's edit in the other editors. Remote changes are dispatched to each editor anyway. */
  #mirror(editor: AttachedEditor, transaction: Transaction): void {
    if (this.#editors.length === 1 || transaction.annotation(remoteWrite) !== undefined) return;
    const effects = transaction.effects.filter(
      (effect) => effect.is(conflictResolved) || effect.is(conflictReopened) || isReviewEffect(effect),
    );
    if (!transaction.docChanged && effects.length === 0) return;
    // Without its user event: features that react to typing, such as completion, belong to the editor that was used.
    const annotations: Annotation<unknown>[] = [mirroredEdit.of(true)];
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
      else editor.dispatch({ ...spec, annotations: [mirroredEdit.of(true), ...[spec.annotations ?? []].flat()] });
    });
  }

  #whenComplete(name: DocumentEvent, handle: () => void): void {
    if (this.isComplete) handle();
    else this.#deferredEvents.set(name, handle);
  }

  /** Another piece of the text is loaded. */
  #handlePiece({ document, from }: Piece): void {
    const text = toText(document.text);
    const isRestart = from === 0 && this.#sync.base.text.length > 0;
    this.#applyLoaded(isRestart ? this.#sync.restart(text) : this.#sync.append(text));
    this.#sync.setVersion(document.version);
    this.#hasRecoveredDraft = document.unsaved !== null;
    this.#info.set(documentInfo(document));
    this.#client.isGone = document.gone;
    if (document.rest) {
      this.counter.append(this.text);
      return;
    }
    this.#applyLoaded(this.#sync.complete(document.unsaved));
    this.#recoverSuggestions(document);
    this.counter.restart(this.text);
    for (const editor of this.#editors) editor.onLoaded();
    this.#restoreHistory();
    for (const handle of this.#deferredEvents.values()) handle();
    this.#deferredEvents.clear();
    this.#checkComposition();
    this.#sync.mergeQueued();
    this.#client.resyncIfNeeded();
    if (this.isDirty) this.#client.saveAfterRest();
  }

  #recoverSuggestions({ unsaved, path }: DocumentSnapshot): void {
    if (unsaved?.suggested && path !== null) this.#review.recover(path, unsaved.suggested);
  }

  #applyLoaded(changes: ChangeSet): void {
    if (changes.empty) return;
    for (const editor of this.#editors) editor.dispatch(loadTransaction(changes));
    for (const each of this.#trackedPositions) each.position = changes.mapPos(each.position);
  }

  /** Applies a merged remote change to the editors as one step. */
  #handleRemoteChange({ changes, by, review, conflicts, mineBefore }: RemoteChange): void {
    const [first] = this.#editors;
    if (!first) return;
    const writer = { ...by };
    const lines = countChangedLines(first.state, changes);
    if (changes.empty) this.#showConflicts();
    else {
      const reviewEffects = review === null ? [] : [addAgentWrite.of(review)];
      this.#dispatch((state) =>
        remoteTransaction(changes, writer, ...reviewEffects, ...this.#conflictEffects(state, changes)),
      );
    }
    const last = { by, at: Date.now() };
    if (!changes.empty) setTimeout(() => this.#endGlow(writer), GLOW);
    // Update the text first, then what is announced about it.
    afterPaint(() => {
      if (this.#isClosed) return;
      this.#lastWriter.set(last);
      // If the user wrote through another view, that view has announced it.
      if (!changes.empty && by.kind !== "you") this.#announcer.addChange(writerName(by), lines);
    });
    if (mineBefore) {
      this.#client.reportConflict(mineBefore.sliceString(0));
      this.#announce(syncMessages.conflictOpened(writerName(by)));
    } else if (conflicts.length === 0) this.#client.reportMerged();
    if (this.isDirty) this.#client.handleRebase();
  }

  /** Removing the highlight redraws its lines, which would end a composition in one of them: wait for its end. */
  #endGlow(writer: Writer): void {
    if (this.#isClosed) return;
    this.#checkComposition();
    if (this.#isComposing) setTimeout(() => this.#endGlow(writer), GLOW / 10);
    else this.#dispatch(() => endGlow(writer));
  }

  #handleResolved(id: number): void {
    if (!this.#sync.resolve(id)) return;
    const left = this.#sync.conflicts.length;
    this.#announce(syncMessages.conflict.resolved(left));
    if (left > 0) return;
    this.#client.reportConflict(null);
    // After the current transaction, which contains the chosen text.
    queueMicrotask(() => void this.#client.save("auto"));
  }

  #handleReopened({ id, from, to }: { id: number; from: number; to: number }): void {
    if (this.#sync.reopen(id, { from, to })) this.#client.reportConflict(this.text.sliceString(0));
    // The text has been saved since: undoing the choice is an ordinary edit. Not within the current transaction.
    else queueMicrotask(() => this.#isClosed || this.#showConflicts());
  }

  /** The effects that show the open conflicts, after `changes`. */
  #conflictEffects(state: EditorState, changes: ChangeSet) {
    const shown = this.#sync.conflicts.map((each) => ({ ...each, theirs: this.#sync.sides(each).theirs }));
    return [setConflicts.of(shown), ...unfoldEffects(state, changes, shown)];
  }

  #showConflicts(): void {
    this.#dispatch((state) => ({ effects: this.#conflictEffects(state, ChangeSet.empty(state.doc.length)) }));
    this.#updateStatus();
  }

  #handleSaved(notes: string[]): void {
    this.#storedUndo.handleSaved();
    this.#review.handleSaved();
    this.#lastWriter.set({ by: { kind: "you", name: syncMessages.you }, at: Date.now() });
    for (const note of notes) this.#announce(note);
  }

  #handleSavedAs(document: DocumentSnapshot): void {
    this.#info.set(documentInfo(document));
    // Saving under another name accepts the text as it is.
    this.#dispatch(() => ({ effects: [setConflicts.of([]), setReview.of(null)] }));
    for (const editor of this.#editors) editor.onSavedAs(document.name);
    void this.#followSuggesting();
  }

  #updateEncoding({ encoding, lineEnding }: { encoding: string; lineEnding: string }): void {
    const info = this.#info.get();
    if (info.encoding !== encoding || info.lineEnding !== lineEnding) this.#info.set({ ...info, encoding, lineEnding });
  }

  #statusInput(): StatusInput {
    const { path, readOnly, mayOnlyRead = false } = this.#info.get();
    const { isGone, isSaving, failure } = this.#client;
    return {
      isDirty: this.isDirty,
      isSaving,
      isComposing: this.#isComposing,
      conflicts: this.#sync.conflicts.length,
      hasPath: path !== null,
      isGone,
      readOnly,
      mayOnlyRead,
      failure: this.#loader.failure ?? failure,
      percentLoaded: this.isComplete ? null : percentOf(this.text.length, this.#loader.rest ?? 0),
    };
  }

  #notifyCounts(): void {
    for (const editor of this.#editors) editor.onCountsChanged();
  }

  #updateStatus(when: "soon" | "now" = "soon"): void {
    const next = statusOf(this.#statusInput());
    if (!this.isDirty) this.#review.handleClean();
    const now = this.#status.get();
    const isPassing = PASSING.includes(next.status);
    // Saved at each key, it would flicker.
    if (when === "soon" && isPassing && now.status === "saved" && this.#client.savesWhileTyping)
      this.#timers.ensure("status", STATUS_DELAY, () => this.#updateStatus("now"));
    else {
      this.#timers.cancel("status");
      if (now.status !== next.status || now.message !== next.message) this.#status.set(next);
    }
    const conflicts = this.#sync.conflicts.length;
    if (this.#conflictCount.get() !== conflicts) this.#conflictCount.set(conflicts);
    // Not within a transaction that may be in progress.
    if (this.#readRanges.hasUnapplied) queueMicrotask(() => this.#isClosed || this.#readRanges.applyReceived());
    if (this.#review.hasPushed) queueMicrotask(() => this.#isClosed || this.#review.applyPushed());
  }
}

/** Percent loaded, rounded down; at most 99 while anything is missing. */
const percentOf = (here: number, rest: number) => Math.min(99, Math.floor((here / (here + rest || 1)) * 100));

const documentInfo = ({
  name,
  path,
  format,
  encoding,
  lineEnding,
  readOnly,
  mayOnlyRead,
  entry,
  warnings,
}: DocumentSnapshot): DocumentInfo => ({
  name,
  path,
  format,
  encoding,
  lineEnding,
  readOnly,
  ...(mayOnlyRead && { mayOnlyRead }),
  ...(entry && { entry }),
  warnings,
});
