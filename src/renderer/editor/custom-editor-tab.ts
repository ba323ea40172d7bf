import { Text } from "@codemirror/state";
import { atom, type ReadableAtom } from "nanostores";
import type { PageParagraphs } from "../../shared/comments";
import type {
  Bridge,
  Command,
  CustomEditorKind,
  DocumentId,
  DocumentSnapshot,
  Events,
  Notice,
  Outcome,
  ReadRange,
  SaveResult,
  Writer,
} from "../../shared/contract";
import type { OfficeFacts } from "../../shared/office";
import type { DocumentStatus } from "../ui/document-status";
import { messages } from "../ui/messages";
import type { DocumentEvent, DocumentInfo, ReceivedEvent } from "./document-model";
import { editorMessages } from "./messages";
import type { DocumentReview } from "./review/review-host";
import { statusOf } from "./status";
import type { TrackedPosition } from "./text/position";

/** The cursor and scroll position in units of the custom editor; stored in the session. */
export type CustomEditorViewState = { cursor: number; scrollTop: number };

/** A text that was found in a document by a search of the folder. `rank` tells alike ones apart: how many paragraphs before it have it too. */
export type SoughtText = {
  match: string;
  before: string;
  after: string;
  rank: number;
  /** Asked once it is found: false where the user has gone elsewhere meanwhile. */
  mayFocus(): boolean;
};

/** A cell or slide that the user has selected, with its text, which may be empty. `range` has all selected cells, as `Sheet1!B2:C9`. */
export type SelectedPart = { address: string; words: string; range?: string };

/**
 * Words that the user has selected in a document without a text of its own: the paragraph that they are in, where in it they begin, and how far down in
 * the document it is, from 0 to 1.
 */
export type SelectedPassage = { words: string; paragraph: string; offset: number; share: number };

/** What a custom editor's view does for its tab. It is attached when it is first shown, and lives as long as the tab. */
export type CustomEditorView = {
  /** Takes the focus, if it is rendered. */
  focus(): void;
  /** Runs a command on the document, such as `find` or `undo`; false if the view does not support it. */
  run(command: Command): boolean;
  /** Whether there are unsaved edits. */
  isDirty(): boolean;
  /** Saves the unsaved edits as far as possible. */
  flush(): Promise<void>;
  viewState(): CustomEditorViewState;
  /** Restores the cursor and scroll position of this or an earlier session. */
  restore(place: CustomEditorViewState): void;
  /** Goes to a text; false where it is no longer there. */
  goToText?(sought: SoughtText): Promise<boolean>;
  /** What the user has selected; null if nothing. */
  selection?(): SelectedPassage | SelectedPart | null;
  /** The paragraphs that the user has selected in a document on pages, else the current one; null if there is none. */
  paragraphs?(): PageParagraphs | null;
  /** Goes to a cell or slide by its address (see `ShownThread`), or to a paragraph (`paragraph 12`), with the focus. */
  goToAddress?(address: string): void;
  /** The tab is gone. */
  stop(): void;
};

/** A change of the document's state, reported by its view. Missing fields stay unchanged. */
export type CustomEditorState = Partial<{
  isDirty: boolean;
  isSaving: boolean;
  failure: Notice | null;
  conflicts: number;
  /** The number of edits pending review. */
  pendingCount: number;
  lastWriter: { by: Writer; at: number };
  readOnly: string | null;
  warnings: string[];
  /** The file exists but cannot be displayed: nothing can be said about whether it is saved. */
  isUnread: boolean;
}>;

/** The state shared by all tabs of one document: name, path, save state. */
class CustomEditorDocument {
  readonly tabs = new Set<CustomEditorTab>();
  readonly $info;
  readonly $status;
  readonly $conflicts = atom(0);
  readonly $pendingCount = atom(0);
  readonly $lastWriter = atom<{ by: Writer; at: number } | null>(null);
  #isGone: boolean;
  #isUnread = false;
  #reported: { isDirty: boolean; isSaving: boolean; failure: Notice | null } = {
    isDirty: false,
    isSaving: false,
    failure: null,
  };

  constructor(open: DocumentSnapshot) {
    const { name, path, encoding, lineEnding, readOnly, warnings } = open;
    this.$info = atom<DocumentInfo>({ name, path, format: "text", encoding, lineEnding, readOnly, warnings });
    this.#isGone = open.gone;
    this.$status = atom(this.#status());
  }

  update(state: CustomEditorState): void {
    const { isDirty, isSaving, failure } = { ...this.#reported, ...state };
    this.#reported = { isDirty, isSaving, failure };
    if (state.conflicts !== undefined) this.$conflicts.set(state.conflicts);
    if (state.pendingCount !== undefined) this.$pendingCount.set(state.pendingCount);
    if (state.lastWriter !== undefined) this.$lastWriter.set(state.lastWriter);
    if (state.isUnread !== undefined) this.#isUnread = state.isUnread;
    const info = this.$info.get();
    const { readOnly = info.readOnly, warnings = info.warnings } = state;
    if (readOnly !== info.readOnly || warnings !== info.warnings) this.$info.set({ ...info, readOnly, warnings });
    this.$status.set(this.#status());
  }

  handleMoved(path: string, name: string): void {
    this.#isGone = false;
    this.$info.set({ ...this.$info.get(), path, name });
    this.$status.set(this.#status());
  }

  handleGone(): void {
    this.#isGone = true;
    this.$status.set(this.#status());
  }

  async flush(): Promise<void> {
    await Promise.allSettled([...this.tabs].map((tab) => tab.flushView()));
  }

  #status(): { status: DocumentStatus; message: string } {
    const { path, readOnly } = this.$info.get();
    const conflicts = this.$conflicts.get();
    const found = statusOf({
      ...this.#reported,
      readOnly,
      conflicts,
      isComposing: false,
      percentLoaded: null,
      hasPath: path !== null,
      isGone: this.#isGone,
    });
    if (this.#isUnread && (found.status === "saved" || found.status === "read-only"))
      return { status: "unread", message: editorMessages.status.unread };
    // Unlike a text, such a document cannot be saved under another name: show only the reason.
    return found.status === "read-only" && readOnly !== null ? { ...found, message: readOnly } : found;
  }
}

const noReadRanges = atom<readonly ReadRange[]>([]);
const noReview = atom<DocumentReview | null>(null);
const noLongestLine = atom(0);
const noCounts = atom({ words: 0, characters: 0, line: 1, column: 1, selected: 0 });

/**
 * The tab of a document that has a custom editor. It provides what tabs, groups, session and navigation need; the
 * editor's view does the rest. Its text is empty.
 */
export class CustomEditorTab {
  readonly doc: DocumentId;
  readonly kind: CustomEditorKind;
  /** Facts about an Office document that are known before it is read. */
  readonly office: OfficeFacts | null;
  readonly bridge: Bridge;
  readonly #document: CustomEditorDocument;
  /** The editor's text in the status bar, such as the selected cell. */
  readonly $statusText = atom("");
  #view: CustomEditorView | null = null;
  #pendingViewState: CustomEditorViewState | null = null;
  #wantsFocus = false;
  /** A text to go to as soon as there is a view, and who waits for the answer whether it was there. */
  #soughtText: { sought: SoughtText; answer(isThere: boolean): void } | null = null;

  /** `shared` is the state of a document that already has a tab. */
  constructor(kind: CustomEditorKind, open: DocumentSnapshot, bridge: Bridge, shared = new CustomEditorDocument(open)) {
    this.doc = open.doc;
    this.kind = kind;
    this.office = open.office ?? null;
    this.bridge = bridge;
    this.#document = shared;
    shared.tabs.add(this);
  }

  get $info(): ReadableAtom<DocumentInfo> {
    return this.#document.$info;
  }
  get $status(): ReadableAtom<{ status: DocumentStatus; message: string }> {
    return this.#document.$status;
  }
  get $conflicts(): ReadableAtom<number> {
    return this.#document.$conflicts;
  }
  get $pendingCount(): ReadableAtom<number> {
    return this.#document.$pendingCount;
  }
  get $lastWriter(): ReadableAtom<{ by: Writer; at: number } | null> {
    return this.#document.$lastWriter;
  }
  readonly $counts: ReadableAtom<{
    words: number | null;
    characters: number;
    line: number;
    column: number;
    selected: number;
  }> = noCounts;
  readonly $longestLine: ReadableAtom<number> = noLongestLine;
  readonly $readRanges: ReadableAtom<readonly ReadRange[]> = noReadRanges;
  readonly $review: ReadableAtom<DocumentReview | null> = noReview;

  /** The view is loaded: it restores the tab's position, and takes the focus if that was requested. */
  attach(view: CustomEditorView): void {
    // A view that was away and is shown again has what its first one held, until the tab is gone.
    if (this.#view?.stop !== view.stop) this.#view?.stop();
    this.#view = view;
    if (this.#pendingViewState) view.restore(this.#pendingViewState);
    this.#pendingViewState = null;
    if (this.#wantsFocus && isFocusFree()) view.focus();
    this.#wantsFocus = false;
    const wanted = this.#soughtText;
    this.#soughtText = null;
    if (wanted) void this.goToText(wanted.sought).then(wanted.answer);
  }

  /** Goes to a text that was found in it, as soon as there is a view; false if the text is no longer there. */
  goToText(sought: SoughtText): Promise<boolean> {
    if (this.#view) return this.#view.goToText?.(sought) ?? Promise.resolve(false);
    this.#soughtText?.answer(true);
    return new Promise((answer) => {
      this.#soughtText = { sought, answer };
    });
  }

  /** The words, the cell or the slide that the user has selected, for a comment. */
  selection(): SelectedPassage | SelectedPart | null {
    return this.#view?.selection?.() ?? null;
  }

  /** The paragraphs that the user has selected, else the current one. */
  paragraphs(): PageParagraphs | null {
    return this.#view?.paragraphs?.() ?? null;
  }

  /** Goes to a cell or slide by its address, or to a paragraph, with the focus. */
  goToAddress(address: string): void {
    this.#view?.goToAddress?.(address);
  }

  /** The view reports a change of the document's state. */
  update(state: CustomEditorState): void {
    this.#document.update(state);
  }

  duplicate(): CustomEditorTab {
    const { office } = this;
    const rest = { version: "", text: "", unsaved: null, gone: false, ...(office ? { office } : {}) };
    const open = { ...this.$info.get(), doc: this.doc, ...rest };
    const other = new CustomEditorTab(this.kind, open, this.bridge, this.#document);
    other.restore(this.viewState());
    return other;
  }

  mount(): void {}
  unmount(): void {
    void this.flushView();
  }

  focus(): void {
    if (this.#view) this.#view.focus();
    else this.#wantsFocus = true;
  }

  /** Runs a command in the view; false if it does not support it. */
  run(command: Command): boolean {
    return this.#view?.run(command) ?? false;
  }

  isDirty(): boolean {
    return [...this.#document.tabs].some((tab) => tab.isViewDirty());
  }
  /** The same for this tab only. */
  isViewDirty(): boolean {
    return this.#view?.isDirty() ?? false;
  }

  flush(): Promise<void> {
    return this.#document.flush();
  }
  /** The same for this tab only. */
  async flushView(): Promise<void> {
    await this.#view?.flush();
  }

  async save(): Promise<SaveResult | null> {
    await this.flush();
    return null;
  }
  async saveAs(): Promise<boolean> {
    return false;
  }

  viewState(): CustomEditorViewState & { folds: [number, number][] } {
    return { ...(this.#view?.viewState() ?? this.#pendingViewState ?? { cursor: 0, scrollTop: 0 }), folds: [] };
  }
  restore({ cursor, scrollTop }: CustomEditorViewState): void {
    if (this.#view) this.#view.restore({ cursor, scrollTop });
    else this.#pendingViewState = { cursor, scrollTop };
  }

  async close(discard: boolean): Promise<boolean> {
    const isClosed =
      !isOpenInMain(this.kind) || (await this.bridge.request("document:close", { doc: this.doc, discard })).ok;
    if (isClosed) this.#dispose();
    return isClosed;
  }

  async transfer(): Promise<Outcome<object>> {
    if (!isOpenInMain(this.kind)) {
      const { name } = this.$info.get();
      const message = this.kind === "book" ? messages.tabs.booksCannotMove(name) : messages.tabs.viewedCannotMove(name);
      return { ok: false, error: { code: "unsupported", message } };
    }
    await this.flush();
    const answer = await this.bridge.request("window:move-tab", { doc: this.doc, view: this.viewState(), typed: null });
    if (answer.ok) this.#dispose();
    return answer;
  }

  detach(): void {
    void this.flushView();
    this.#dispose();
  }

  /** Handles an event of this document for all of its tabs. */
  handleEvent<K extends DocumentEvent>(name: K, event: Events[K]): void {
    const received = { name, event } as ReceivedEvent;
    if (received.name === "document:gone") this.#document.handleGone();
    else if (received.name === "document:hand-over")
      void this.#document.flush().then(() => this.bridge.request("document:handed-over", received.event.requestId));
    else if (received.name === "document:moved") this.#document.handleMoved(received.event.path, received.event.name);
    else if (received.name === "document:access") this.#document.update({ readOnly: received.event.readOnly });
  }

  // There is no text: these return an empty one.
  text(): string {
    return "";
  }
  content(): Text {
    return Text.empty;
  }
  selectedText(): string {
    return "";
  }
  selectedRange(): { from: number; to: number } {
    return { from: 0, to: 0 };
  }
  visibleLines(): null {
    return null;
  }
  onViewMoved(): () => void {
    return () => {};
  }

  topLine(): null {
    return null;
  }
  scrollToLine(): void {}
  reveal(): void {}
  edit(): void {}
  trackPosition(position: number): TrackedPosition {
    return { position: () => position, stop: () => {} };
  }
  async loadAll(): Promise<boolean> {
    return true;
  }

  #dispose(): void {
    this.#view?.stop();
    this.#view = null;
    this.#soughtText?.answer(true);
    this.#soughtText = null;
    this.#document.tabs.delete(this);
  }
}

/** The props of a custom editor: its tab, and whether its group is active. */
export type CustomEditorProps = { tab: CustomEditorTab; isActive: boolean };

/** The kind of custom editor for a document; null for a text. */
export const customEditorKind = ({ office, room }: DocumentSnapshot): CustomEditorKind | null =>
  office ? "office" : (room ?? null);

/** Whether a tab of this kind shows a document that main has open. The tabs of books and of the viewer exist only in the window. */
export const isOpenInMain = (kind: CustomEditorKind | "text"): boolean => kind === "text" || kind === "office";

/** If the user moved the focus while the view was loading, it stays there. */
function isFocusFree(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || activeElement.matches("[role=tab]");
}
