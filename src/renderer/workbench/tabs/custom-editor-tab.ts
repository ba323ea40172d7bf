import { Text } from "@codemirror/state";
import { atom, type ReadableAtom } from "nanostores";
import type {
  Bridge,
  Command,
  DocumentId,
  Events,
  Notice,
  OpenDocument,
  Outcome,
  Reading,
  RoomKind,
  SaveResult,
  Writer,
} from "../../../shared/contract";
import type { OfficeFacts } from "../../../shared/office";
import type { About, DocumentEvent, ReceivedEvent } from "../../editor/document-model";
import { canvasWords } from "../../editor/messages";
import type { Followed } from "../../editor/position";
import type { PageReview } from "../../editor/review/review-host";
import { statusOf } from "../../editor/status";
import type { DocumentStatus } from "../../ui/document-status";
import { words } from "../../ui/messages";

/** The cursor and scroll position in units of the custom editor; stored in the session. */
export type RoomPlace = { cursor: number; scrollTop: number };

/** A text that was found in a document by a search of the folder. `rank` tells alike ones apart: how many paragraphs before it have it too. */
export type SoughtText = {
  match: string;
  before: string;
  after: string;
  rank: number;
  /** Asked once it is found: false where the user has gone elsewhere meanwhile. */
  mayFocus(): boolean;
};

/** What a room does for its tab. It is told to the copy when the room is first shown, and lives as long as the tab. */
export type RoomLife = {
  /** Takes the focus, if it is rendered. */
  focus(): void;
  /** Runs a command on the document, such as `find` or `undo`; false if the view does not support it. */
  run(command: Command): boolean;
  /** Whether there are unsaved edits. */
  isDirty(): boolean;
  /** Saves the unsaved edits as far as possible. */
  flush(): Promise<void>;
  place(): RoomPlace;
  /** Restores the cursor and scroll position of this or an earlier session. */
  show(place: RoomPlace): void;
  /** Goes to a text; false where it is no longer there. */
  goToText?(sought: SoughtText): Promise<boolean>;
  /** The tab is gone. */
  stop(): void;
};

/** A change of the document's state, reported by its view. Missing fields stay unchanged. */
export type RoomState = Partial<{
  isDirty: boolean;
  isSaving: boolean;
  failure: Notice | null;
  conflicts: number;
  /** The number of edits pending review. */
  waits: number;
  lastWriter: { by: Writer; at: number };
  readOnly: string | null;
  warnings: string[];
  /** The file exists but cannot be displayed: nothing can be said about whether it is saved. */
  isUnread: boolean;
}>;

/** The state shared by all tabs of one document: name, path, save state. */
class RoomDocument {
  readonly copies = new Set<RoomCopy>();
  readonly $about;
  readonly $status;
  readonly $conflicts = atom(0);
  readonly $waits = atom(0);
  readonly $lastWriter = atom<{ by: Writer; at: number } | null>(null);
  #isGone: boolean;
  #isUnread = false;
  #told: { isDirty: boolean; isSaving: boolean; failure: Notice | null } = {
    isDirty: false,
    isSaving: false,
    failure: null,
  };

  constructor(open: OpenDocument) {
    const { name, path, encoding, lineEnding, readOnly, warnings } = open;
    this.$about = atom<About>({ name, path, format: "text", encoding, lineEnding, readOnly, warnings });
    this.#isGone = open.gone;
    this.$status = atom(this.#status());
  }

  tell(state: RoomState): void {
    const { isDirty, isSaving, failure } = { ...this.#told, ...state };
    this.#told = { isDirty, isSaving, failure };
    if (state.conflicts !== undefined) this.$conflicts.set(state.conflicts);
    if (state.waits !== undefined) this.$waits.set(state.waits);
    if (state.lastWriter !== undefined) this.$lastWriter.set(state.lastWriter);
    if (state.isUnread !== undefined) this.#isUnread = state.isUnread;
    const about = this.$about.get();
    const { readOnly = about.readOnly, warnings = about.warnings } = state;
    if (readOnly !== about.readOnly || warnings !== about.warnings) this.$about.set({ ...about, readOnly, warnings });
    this.$status.set(this.#status());
  }

  moved(path: string, name: string): void {
    this.#isGone = false;
    this.$about.set({ ...this.$about.get(), path, name });
    this.$status.set(this.#status());
  }

  gone(): void {
    this.#isGone = true;
    this.$status.set(this.#status());
  }

  async flush(): Promise<void> {
    await Promise.allSettled([...this.copies].map((copy) => copy.flushOwn()));
  }

  #status(): { status: DocumentStatus; words: string } {
    const { path, readOnly } = this.$about.get();
    const conflicts = this.$conflicts.get();
    const found = statusOf({
      ...this.#told,
      readOnly,
      conflicts,
      isComposing: false,
      arrived: null,
      hasPath: path !== null,
      isGone: this.#isGone,
    });
    if (this.#isUnread && (found.status === "saved" || found.status === "read-only"))
      return { status: "unread", words: canvasWords.status.unread };
    // Unlike a text, such a document cannot be saved under another name: show only the reason.
    return found.status === "read-only" && readOnly !== null ? { ...found, words: readOnly } : found;
  }
}

const noReadings = atom<readonly Reading[]>([]);
const noReview = atom<PageReview | null>(null);
const noGiant = atom(0);
const noCounts = atom({ words: 0, characters: 0, line: 1, column: 1, selected: 0 });

/**
 * The tab of a document that has a custom editor. It provides what tabs, groups, session and navigation need; the
 * editor's view does the rest. Its text is empty.
 */
export class RoomCopy {
  readonly doc: DocumentId;
  readonly kind: RoomKind;
  /** Facts about an Office document that are known before it is read. */
  readonly office: OfficeFacts | null;
  readonly bridge: Bridge;
  readonly #document: RoomDocument;
  /** The editor's text in the status bar, such as the selected cell. */
  readonly $figure = atom("");
  #life: RoomLife | null = null;
  #wanted: RoomPlace | null = null;
  #wantsFocus = false;
  /** A text to go to as soon as the room is there, and who waits to hear whether it was. */
  #soughtText: { sought: SoughtText; answer(isThere: boolean): void } | null = null;

  /** `shared` is the state of a document that already has a tab. */
  constructor(kind: RoomKind, open: OpenDocument, bridge: Bridge, shared = new RoomDocument(open)) {
    this.doc = open.doc;
    this.kind = kind;
    this.office = open.office ?? null;
    this.bridge = bridge;
    this.#document = shared;
    shared.copies.add(this);
  }

  get $about(): ReadableAtom<About> {
    return this.#document.$about;
  }
  get $status(): ReadableAtom<{ status: DocumentStatus; words: string }> {
    return this.#document.$status;
  }
  get $conflicts(): ReadableAtom<number> {
    return this.#document.$conflicts;
  }
  get $waits(): ReadableAtom<number> {
    return this.#document.$waits;
  }
  get $lastWriter(): ReadableAtom<{ by: Writer; at: number } | null> {
    return this.#document.$lastWriter;
  }
  readonly $counts: ReadableAtom<{
    words: number;
    characters: number;
    line: number;
    column: number;
    selected: number;
  }> = noCounts;
  readonly $giant: ReadableAtom<number> = noGiant;
  readonly $readings: ReadableAtom<readonly Reading[]> = noReadings;
  readonly $review: ReadableAtom<PageReview | null> = noReview;

  /** The view is loaded: it restores the tab's position, and takes the focus if that was requested. */
  live(life: RoomLife): void {
    this.#life?.stop();
    this.#life = life;
    if (this.#wanted) life.show(this.#wanted);
    this.#wanted = null;
    if (this.#wantsFocus && isFocusFree()) life.focus();
    this.#wantsFocus = false;
    const wanted = this.#soughtText;
    this.#soughtText = null;
    if (wanted) void this.goToText(wanted.sought).then(wanted.answer);
  }

  /** Goes to a text that was found in it, as soon as its room is there; false where the text is no longer there. */
  goToText(sought: SoughtText): Promise<boolean> {
    if (this.#life) return this.#life.goToText?.(sought) ?? Promise.resolve(false);
    this.#soughtText?.answer(true);
    return new Promise((answer) => {
      this.#soughtText = { sought, answer };
    });
  }

  /** The view reports a change of the document's state. */
  tell(state: RoomState): void {
    this.#document.tell(state);
  }

  beside(): RoomCopy {
    const { office } = this;
    const rest = { version: "", text: "", unsaved: null, gone: false, ...(office ? { office } : {}) };
    const open = { ...this.$about.get(), doc: this.doc, ...rest };
    const other = new RoomCopy(this.kind, open, this.bridge, this.#document);
    other.restore(this.view());
    return other;
  }

  mount(): void {}
  unmount(): void {
    void this.flushOwn();
  }

  focus(): void {
    if (this.#life) this.#life.focus();
    else this.#wantsFocus = true;
  }

  /** Runs a command in the view; false if it does not support it. */
  run(command: Command): boolean {
    return this.#life?.run(command) ?? false;
  }

  isDirty(): boolean {
    return [...this.#document.copies].some((copy) => copy.isDirtyOwn());
  }
  /** The same for this tab only. */
  isDirtyOwn(): boolean {
    return this.#life?.isDirty() ?? false;
  }

  flush(): Promise<void> {
    return this.#document.flush();
  }
  /** The same for this tab only. */
  async flushOwn(): Promise<void> {
    await this.#life?.flush();
  }

  async save(): Promise<SaveResult | null> {
    await this.flush();
    return null;
  }
  async saveAs(): Promise<boolean> {
    return false;
  }

  view(): RoomPlace & { folds: [number, number][] } {
    return { ...(this.#life?.place() ?? this.#wanted ?? { cursor: 0, scrollTop: 0 }), folds: [] };
  }
  restore({ cursor, scrollTop }: RoomPlace): void {
    if (this.#life) this.#life.show({ cursor, scrollTop });
    else this.#wanted = { cursor, scrollTop };
  }

  async close(discard: boolean): Promise<boolean> {
    // The tab of a book is unknown to main.
    const isClosed =
      this.kind === "book" || (await this.bridge.request("document:close", { doc: this.doc, discard })).ok;
    if (isClosed) this.#stop();
    return isClosed;
  }

  async giveAway(): Promise<Outcome<object>> {
    if (this.kind === "book") {
      const message = words.tabs.booksStay(this.$about.get().name);
      return { ok: false, error: { code: "unsupported", message } };
    }
    await this.flush();
    const answer = await this.bridge.request("window:move-tab", { doc: this.doc, view: this.view(), typed: null });
    if (answer.ok) this.#stop();
    return answer;
  }

  detach(): void {
    void this.flushOwn();
    this.#stop();
  }

  /** Handles an event of this document for all of its tabs. */
  heard<K extends DocumentEvent>(name: K, event: Events[K]): void {
    const received = { name, event } as ReceivedEvent;
    if (received.name === "document:gone") this.#document.gone();
    else if (received.name === "document:hand-over")
      void this.#document.flush().then(() => this.bridge.request("document:handed-over", received.event.ticket));
    else if (received.name === "document:moved") this.#document.moved(received.event.path, received.event.name);
    else if (received.name === "document:access") this.#document.tell({ readOnly: received.event.readOnly });
  }

  // There is no text: these return an empty one.
  text(): string {
    return "";
  }
  content(): Text {
    return Text.empty;
  }
  selected(): string {
    return "";
  }
  selectedSpan(): { from: number; to: number } {
    return { from: 0, to: 0 };
  }
  topPlace(): null {
    return null;
  }
  showPlace(): void {}
  reveal(): void {}
  edit(): void {}
  follow(position: number): Followed {
    return { position: () => position, stop: () => {} };
  }
  async whole(): Promise<boolean> {
    return true;
  }

  #stop(): void {
    this.#life?.stop();
    this.#life = null;
    this.#soughtText?.answer(true);
    this.#soughtText = null;
    this.#document.copies.delete(this);
  }
}

/** The kind of custom editor for a document; null for a text. */
export const roomOf = ({ office, room }: OpenDocument): RoomKind | null => (office ? "office" : (room ?? null));

/** If the user moved the focus while the view was loading, it stays there. */
function isFocusFree(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || activeElement.matches("[role=tab]");
}
