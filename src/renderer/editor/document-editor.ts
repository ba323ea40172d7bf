import { redo, undo } from "@codemirror/commands";
import type { EditorState, Extension, Text, Transaction, TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { atom, type ReadableAtom } from "nanostores";
import type {
  Bridge,
  DocumentId,
  DocumentSnapshot,
  Events,
  Notice,
  Outcome,
  ReadRange,
  SaveReason,
  SaveResult,
  Settings,
  TextView,
  Writer,
} from "../../shared/contract";
import type { Keyboard } from "../../shared/keys";
import type { DocumentStatus } from "../ui/document-status";
import { type AttachedEditor, type DocumentEvent, type DocumentInfo, DocumentModel } from "./document-model";
import { createCompartments, documentLabel, editorState, historyWith, takeHistory } from "./editor";
import { EditorAppearance } from "./editor-appearance";
import { type CanvasCommand, editorCommands, isFor } from "./editor-commands";
import { EditorHost, type ViewState } from "./editor-host";
import { longestGiant } from "./large/giant-lines";
import { blockEdits } from "./large/progressive-loading";
import { liveHost } from "./live/live-host";
import { isLocked } from "./locked";
import { editorMessages } from "./messages";
import type { DocumentReview } from "./review/review-host";
import type { Suggesting } from "./review/suggesting";
import { Composition } from "./sync/composition";
import type { SavePace } from "./sync/document-sync-client";
import { isRemoteWrite } from "./sync/remote-changes";
import { Timers } from "./sync/timers";
import { jumpedFrom, type TextLocation, type TrackedPosition } from "./text/position";
import { countSelected } from "./text/text-counter";
import { tableAt } from "./writing/table";
import { writingHost } from "./writing/writing-host";

/**
 * How far the counts may lag behind typing, in milliseconds: updating them costs as much as the frame of a key press.
 */
const COUNT_DELAY = 180;

/** The words of the prose (null until they have been counted), all characters, the cursor, and the words that are selected. */
type Counts = { words: number | null; characters: number; line: number; column: number; selected: number };

/** What the window provides to every editor. */
type EditorDeps = {
  settings: ReadableAtom<Settings>;
  keyboard: ReadableAtom<Keyboard>;
  announce(sentence: string): void;
  /** Absent in tests that save no settings. */
  saveSettings?: ((changed: Partial<Settings>) => void) | undefined;
  /** The cursor jumped; `from` is where it was. */
  onJump(from: number): void;
  nonce: string;
  /** Additional editor extensions, such as following links. */
  more?: Extension | undefined;
};

/**
 * The editor of an open document. Lives as long as its tab, visible or not. If the document is in several tabs, each
 * tab has an editor, and all of them share one `DocumentModel`.
 */
export class DocumentEditor {
  readonly doc: DocumentId;
  /** A text document, as opposed to the kinds with a custom editor. */
  readonly kind = "text";
  readonly #bridge: Bridge;
  readonly #deps: EditorDeps;
  readonly #model: DocumentModel;
  readonly #compartments = createCompartments();
  readonly #host: EditorHost;
  readonly #counts;
  readonly #longestLine = atom(0);
  readonly #timers = new Timers<"counts">();
  readonly #appearance: EditorAppearance;
  readonly #composition: Composition;
  readonly #editor: AttachedEditor;
  #isDisposed = false;
  /** A panel to open as soon as the editor is in the window. */
  #early: "find" | "replace" | null = null;
  /** What to restore or reveal once enough of the text is loaded. */
  #pendingView: { viewState?: ViewState; location?: TextLocation } | null = null;

  /** Pass the `DocumentModel` of a document that is already open to share it. */
  constructor(open: DocumentSnapshot | DocumentModel, bridge: Bridge, deps: EditorDeps) {
    const isShared = open instanceof DocumentModel;
    const model = isShared ? open : new DocumentModel(open, bridge, deps.announce);
    this.doc = model.doc;
    this.#bridge = bridge;
    this.#deps = deps;
    this.#model = model;
    this.#composition = new Composition(() => model.handleCompositionChange());
    const { name, format } = model.$info.get();
    let saving: Promise<boolean> | null = null;
    const announceLoading = () => deps.announce(editorMessages.stillOpening);
    const announceReadOnly = () => deps.announce(model.$info.get().readOnly ?? "");
    const lockExtension = isLocked(model.$info.get()) ? blockEdits(announceReadOnly, isRemoteWrite) : [];
    this.#host = new EditorHost(
      editorState({
        text: model.text,
        name,
        format,
        settings: deps.settings.get(),
        keyboard: deps.keyboard.get(),
        nonce: deps.nonce,
        compartments: this.#compartments,
        history: isShared ? "elsewhere" : "here",
        more: [
          this.#compartments.loading.of(model.isComplete ? lockExtension : blockEdits(announceLoading)),
          EditorView.domEventHandlers({ blur: () => this.#handleBlur() }),
          // Heights are estimated before lines are drawn, so what is in view changes without scrolling, too.
          EditorView.updateListener.of(({ geometryChanged, viewportChanged }) => {
            if (geometryChanged || viewportChanged) this.#host.viewMoved();
          }),
          liveHost(bridge, model.doc, () => deps.settings.get()),
          writingHost.of({
            copiedAddress: () => bridge.request("app:copied-address", undefined),
            addImage: async (image) => {
              // Images are stored beside the document, so one without a file is saved first.
              if (model.$info.get().path === null) {
                saving ??= model.saveAs().finally(() => {
                  saving = null;
                });
                await saving;
              }
              const answer = await bridge.request("document:add-image", { doc: model.doc, ...image });
              return answer.ok ? { path: answer.path, embed: answer.embed } : null;
            },
            announce: deps.announce,
          }),
          model.suggestions(),
          deps.more ?? [],
        ],
      }),
      (transaction) => this.#handleTransaction(transaction),
      (view) => {
        this.#composition.watch(view);
        view.dom.addEventListener("focusin", () => this.#model.moveHistoryTo(this.#editor));
      },
    );
    const { words, characters } = model.counter;
    this.#counts = atom<Counts>({ words, characters, line: 1, column: 1, selected: 0 });
    this.#longestLine.set(longestGiant(this.#host.state.doc));
    this.#appearance = new EditorAppearance({
      bridge,
      settings: deps.settings,
      keyboard: deps.keyboard,
      host: this.#host,
      compartments: this.#compartments,
      format: () => model.$info.get().format,
      text: () => model.text,
      length: () => model.length,
      announce: deps.announce,
      saveSettings: deps.saveSettings,
    });
    this.#editor = this.#createAttachedEditor();
    model.attach(this.#editor);
  }

  get $info(): ReadableAtom<DocumentInfo> {
    return this.#model.$info;
  }
  /** The state, and a sentence for the status bar. */
  get $status(): ReadableAtom<{ status: DocumentStatus; message: string }> {
    return this.#model.$status;
  }
  /** `selected` is the number of words in the selection. */
  get $counts(): ReadableAtom<Counts> {
    return this.#counts;
  }

  /** The length of the longest line that is shown as plain text because of its length; 0 if there is none. */
  get $longestLine(): ReadableAtom<number> {
    return this.#longestLine;
  }
  /** The number of conflicts to resolve. */
  get $conflicts(): ReadableAtom<number> {
    return this.#model.$conflicts;
  }
  /** Who wrote last, and when (milliseconds since 1970). */
  get $lastWriter(): ReadableAtom<{ by: Writer; at: number } | null> {
    return this.#model.$lastWriter;
  }
  /** What agents have read, by lines of the text in the editor. */
  get $readRanges(): ReadableAtom<readonly ReadRange[]> {
    return this.#model.$readRanges;
  }
  /** The agents' pending edits, by positions in the editor's text; null if there are none. */
  get $review(): ReadableAtom<DocumentReview | null> {
    return this.#model.$review;
  }
  /** The number of pending hunks. */
  get $pendingCount(): ReadableAtom<number> {
    return this.#model.$pendingCount;
  }

  /** The mode *Suggesting*; null if it is off. */
  get $suggesting(): ReadableAtom<Suggesting | null> {
    return this.#model.$suggesting;
  }

  /** Turns the mode *Suggesting* on or off for all editors of the document. Returns the error if that failed. */
  suggest(isOn: boolean): Promise<Notice | null> {
    return this.#model.suggest(isOn);
  }

  /** Whether the cursor is in a Markdown table. */
  isInTable(): boolean {
    const state = this.state();
    return this.$info.get().format === "markdown" && tableAt(state, state.selection.main.head) !== null;
  }

  /** The words of the pending hunks, for `keepHunks`. */
  hunkWords(): ReadonlyMap<string, string> {
    return this.#model.hunkWords();
  }

  /** Keeps hunks that main has kept: suggestions only if their words are still `words`, those that were decided on. */
  keepHunks(hunks: readonly string[], words?: ReadonlyMap<string, string>): void {
    this.#model.keepHunks(hunks, words);
  }

  /** Sets when edits of the document are saved. */
  setPace(pace: SavePace): void {
    this.#model.setPace(pace);
  }

  /** Creates another editor for the same document, with the same view state. */
  duplicate(): DocumentEditor {
    const other = new DocumentEditor(this.#model, this.#bridge, this.#deps);
    other.restore(this.viewState());
    return other;
  }

  mount(parent: HTMLElement): void {
    this.#appearance.start();
    this.#host.mount(parent);
    this.#scheduleCounts();
    this.#model.startLoading();
    // After the focus that the tab gets in the same commit: the field of the panel must keep it.
    queueMicrotask(() => this.#runEarly());
  }

  /** Runs what was asked for while the editor was not in the window yet. */
  #runEarly(): void {
    const command = this.#early;
    this.#early = null;
    if (command) this.run(command);
  }

  /**
   * Removes the editor from the window. Text, scroll position, folds and undo history stay; unsaved edits are saved.
   */
  unmount(): void {
    this.#host.unmount();
    this.#composition.end();
    if (!this.#isDisposed) void this.#model.save("auto");
  }

  focus(): void {
    this.#host.view?.focus();
  }

  /** Runs an editor command; one that does not apply to this format does nothing. */
  run(command: CanvasCommand): void {
    if (command === "undo" || command === "redo") {
      this.#model.moveHistoryTo(this.#editor);
      this.#host.run(command === "undo" ? undo : redo);
    } else if (!this.#host.isMounted && (command === "find" || command === "replace")) this.#early = command;
    else if (this.#host.view && isFor(command, this.#model.$info.get().format))
      editorCommands[command](this.#host.view);
  }

  /** The state of the editor as it is now. */
  state(): EditorState {
    return this.#host.state;
  }

  /** Applies an edit of the user that does not come from the keyboard. */
  edit(spec: TransactionSpec): void {
    this.#host.dispatch(spec);
  }

  /** Loads the whole text; false if loading has failed for now. */
  loadAll(): Promise<boolean> {
    return this.#model.loadAll();
  }

  isDirty(): boolean {
    return this.#model.isDirty;
  }

  /** The text in the editor, as a string. */
  text(): string {
    return this.#model.text.sliceString(0);
  }

  /** The text in the editor, as an immutable value that is not copied. */
  content(): Text {
    return this.#host.state.doc;
  }

  topLine(): { line: number; below: number } | null {
    return this.#host.topLine();
  }

  visibleLines(): { from: number; to: number } | null {
    return this.#host.visibleLines();
  }

  /** Calls back whenever `visibleLines` may have changed, also often, until the returned function is called. */
  onViewMoved(listener: () => void): () => void {
    return this.#host.onViewMoved(listener);
  }

  scrollToLine(line: { line: number; below: number }): void {
    this.#host.scrollToLine(line);
  }

  viewState(): ViewState {
    return this.#pendingView?.viewState ?? this.#host.viewState();
  }

  restore(viewState: ViewState): void {
    if (!this.#model.isComplete) this.#pendingView = { viewState };
    this.#host.restore(viewState);
  }

  /** The main selection, up to its first thousand characters. */
  selectedText(): string {
    const { doc, selection } = this.#host.state;
    const { from, to } = selection.main;
    return doc.sliceString(from, Math.min(to, from + 1000));
  }

  /** Where the user is in it, for agents to read. */
  textView(): TextView {
    const { doc, selection } = this.#host.state;
    const { from, to, head, empty } = selection.main;
    const lineAt = (position: number) => doc.lineAt(position).number;
    const line = lineAt(head);
    if (empty) return { line, selection: null };
    return { line, selection: { lineFrom: lineAt(from), lineTo: lineAt(to), text: this.selectedText() } };
  }

  /** The range of the main selection; `from` equals `to` if nothing is selected. */
  selectedRange(): { from: number; to: number } {
    const { from, to } = this.#host.state.selection.main;
    return { from, to };
  }

  /** Selects a location and scrolls it into view, now or when the editor is next shown. */
  reveal(location: TextLocation): void {
    if (!this.#model.isComplete) this.#pendingView = { location };
    this.#host.reveal(location);
  }

  /** A position that follows edits until it is stopped. */
  trackPosition(position: number): TrackedPosition {
    return this.#model.trackPosition(position);
  }

  /** Sends unsaved edits to main's journal, and saves them if possible. */
  flush(): Promise<void> {
    return this.#model.flush();
  }

  /**
   * Saves unsaved edits after any running request to main, and merges what others wrote meanwhile. Null if there was
   * nothing to save, or if something prevents saving; `$status` says what.
   */
  save(why: SaveReason): Promise<SaveResult | null> {
    return this.#model.save(why);
  }

  /** Asks for a file with the system dialog and saves there. False if the user cancelled, or it failed. */
  saveAs(): Promise<boolean> {
    return this.#model.saveAs();
  }

  /** Closes the document. Without `discard`, main keeps it open if its text is not safe, and this returns false. */
  async close(discard: boolean): Promise<boolean> {
    if (!(await this.#model.close(discard))) return false;
    this.#dispose();
    return true;
  }

  /** Transfers the document to another window. Nothing may be typed meanwhile; if it fails, the document stays here. */
  async transfer(): Promise<Outcome<object>> {
    const answer = await this.#model.transfer(() => this.#host.viewState());
    if (answer.ok) this.#dispose();
    return answer;
  }

  /** Disposes of this editor while the document stays open in another. */
  detach(): void {
    this.#model.detach(this.#editor);
    this.#dispose();
  }

  /** Handles an event of this document for all of its editors. */
  handleEvent<K extends DocumentEvent>(name: K, event: Events[K]): void {
    this.#model.handleEvent(name, event);
  }

  #createAttachedEditor(): AttachedEditor {
    const host = this.#host;
    const { name, history } = this.#compartments;
    const named = (title: string) => host.dispatch({ effects: name.reconfigure(documentLabel(title)) });
    return {
      get state() {
        return host.state;
      },
      composition: this.#composition,
      dispatch: (spec) => host.dispatch(spec),
      onCountsChanged: () => this.#updateCounts(),
      onRenamed: named,
      onSavedAs: (title) => {
        named(title);
        // A read-only document now has a file of its own and can be edited.
        host.dispatch({ effects: this.#compartments.loading.reconfigure([]) });
        this.#appearance.restart();
      },
      onLoaded: () => this.#handleLoaded(),
      releaseHistory: () => {
        const kept = takeHistory(host.state);
        host.dispatch({ effects: history.reconfigure([]) });
        return kept;
      },
      adoptHistory: (kept) => host.dispatch({ effects: history.reconfigure(historyWith(kept)) }),
    };
  }

  /** Handles every transaction of the editor, by the user or by us. */
  #handleTransaction(transaction: Transaction): void {
    // If the user moves the cursor meanwhile, it stays there.
    if (transaction.isUserEvent("select")) this.#pendingView = null;
    this.#model.handleTransaction(this.#editor, transaction);
    if (transaction.docChanged || transaction.selection) this.#scheduleCounts();
    const from = jumpedFrom(transaction);
    if (from !== null) this.#deps.onJump(from);
  }

  /** The text is completely loaded: allow edits and restore the view state. */
  #handleLoaded(): void {
    this.#host.dispatch({ effects: this.#compartments.loading.reconfigure([]) });
    const pendingView = this.#pendingView;
    this.#pendingView = null;
    if (pendingView?.viewState) this.#host.restore(pendingView.viewState);
    else if (pendingView?.location) this.#host.reveal(pendingView.location);
    this.#scheduleCounts();
  }

  #dispose(): void {
    this.#isDisposed = true;
    this.#timers.stop();
    this.#composition.stop();
    this.#appearance.stop();
    this.#host.destroy();
  }

  #handleBlur(): boolean {
    if (!this.#isDisposed && this.isDirty()) void this.#model.save("auto");
    return false;
  }

  #scheduleCounts(): void {
    this.#timers.ensure("counts", COUNT_DELAY, () => this.#updateCounts());
  }

  #updateCounts(): void {
    const { doc, selection } = this.#host.state;
    const { head } = selection.main;
    const line = doc.lineAt(head);
    this.#longestLine.set(longestGiant(doc));
    const { words, characters } = this.#model.counter;
    const selected = countSelected(doc, selection.ranges, words);
    this.#counts.set({ words, characters, line: line.number, column: head - line.from + 1, selected });
  }
}
