import { redo, undo } from "@codemirror/commands";
import type { Extension, Text, Transaction, TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { atom, type ReadableAtom } from "nanostores";
import type {
  Bridge,
  DocumentId,
  Events,
  OpenDocument,
  Outcome,
  Reading,
  SaveResult,
  Settings,
  Writer,
} from "../../shared/contract";
import type { Keyboard } from "../../shared/keys";
import type { DocumentStatus } from "../ui/document-status";
import { Composition } from "./composition";
import { type About, type DocumentEvent, OpenText, type TextEditor } from "./document-model";
import type { Why } from "./document-sync-client";
import { changing, editorState, historyFrom, historyOf, label } from "./editor";
import { EditorDress } from "./editor-appearance";
import { type CanvasCommand, editorCommands, isFor } from "./editor-commands";
import { EditorHost, type Place } from "./editor-host";
import { longestGiant } from "./giant-lines";
import { liveHost } from "./live/live-host";
import { isLocked } from "./locked";
import { canvasWords } from "./messages";
import { type Followed, jumpedFrom, type Spot } from "./position";
import { onlyArriving } from "./progressive-loading";
import type { PageReview } from "./review/review-host";
import { countSelected } from "./text-counter";
import { Timers } from "./timers";
import { writingHost } from "./writing/writing-host";

/**
 * How far the counts may lag behind typing, in milliseconds: updating them costs as much as the frame of a key press.
 */
const COUNTS = 180;

/** What the window provides to every editor. */
type Page = {
  settings: ReadableAtom<Settings>;
  keyboard: ReadableAtom<Keyboard>;
  announce(sentence: string): void;
  /** The cursor jumped; `from` is where it was. */
  jumped(from: number): void;
  nonce: string;
  /** Additional editor extensions, such as following links. */
  more?: Extension | undefined;
};

/**
 * The editor of an open document. Lives as long as its tab, visible or not. If the document is in several tabs, each
 * tab has an editor, and all of them share one `DocumentModel`.
 */
export class WorkingCopy {
  readonly doc: DocumentId;
  /** A text document, as opposed to the kinds with a custom editor. */
  readonly kind = "text";
  readonly #bridge: Bridge;
  readonly #page: Page;
  readonly #text: OpenText;
  readonly #changing = changing();
  readonly #host: EditorHost;
  readonly #counts;
  readonly #giant = atom(0);
  readonly #timers = new Timers<"counts">();
  readonly #dress: EditorDress;
  readonly #composition: Composition;
  readonly #editor: TextEditor;
  #isGone = false;
  /** What to restore or reveal once enough of the text is loaded. */
  #wanted: { place?: Place; spot?: Spot } | null = null;

  /** Pass the `DocumentModel` of a document that is already open to share it. */
  constructor(open: OpenDocument | OpenText, bridge: Bridge, page: Page) {
    const isShared = open instanceof OpenText;
    const text = isShared ? open : new OpenText(open, bridge, page.announce);
    this.doc = text.doc;
    this.#bridge = bridge;
    this.#page = page;
    this.#text = text;
    this.#composition = new Composition(() => text.composed());
    const { name, format } = text.$about.get();
    const tellOpening = () => page.announce(canvasWords.stillOpening);
    const tellLocked = () => page.announce(text.$about.get().readOnly ?? "");
    const changesOnly = isLocked(text.$about.get()) ? onlyArriving(tellLocked) : [];
    this.#host = new EditorHost(
      editorState({
        text: text.text,
        name,
        format,
        settings: page.settings.get(),
        keyboard: page.keyboard.get(),
        nonce: page.nonce,
        changing: this.#changing,
        history: isShared ? "elsewhere" : "here",
        more: [
          this.#changing.loading.of(text.isWhole ? changesOnly : onlyArriving(tellOpening)),
          EditorView.domEventHandlers({ blur: () => this.#left() }),
          liveHost(bridge, text.doc),
          writingHost.of({
            copiedAddress: () => bridge.request("app:copied-address", undefined),
            addImage: async (image) => {
              const answer = await bridge.request("document:add-image", { doc: text.doc, ...image });
              return answer.ok ? answer.path : null;
            },
            announce: page.announce,
          }),
          page.more ?? [],
        ],
      }),
      (transaction) => this.#happened(transaction),
      (view) => {
        this.#composition.watch(view);
        view.dom.addEventListener("focusin", () => this.#text.bringHistory(this.#editor));
      },
    );
    const { words, characters } = text.counter;
    this.#counts = atom({ words, characters, line: 1, column: 1, selected: 0 });
    this.#giant.set(longestGiant(this.#host.state.doc));
    this.#dress = new EditorDress({
      bridge,
      settings: page.settings,
      keyboard: page.keyboard,
      host: this.#host,
      changing: this.#changing,
      format: () => text.$about.get().format,
      text: () => text.text,
      length: () => text.length,
      announce: page.announce,
    });
    this.#editor = this.#asEditor();
    text.join(this.#editor);
  }

  get $about(): ReadableAtom<About> {
    return this.#text.$about;
  }
  /** The state, and a sentence for the status bar. */
  get $status(): ReadableAtom<{ status: DocumentStatus; words: string }> {
    return this.#text.$status;
  }
  /** `selected` is the number of words in the selection. */
  get $counts(): ReadableAtom<{ words: number; characters: number; line: number; column: number; selected: number }> {
    return this.#counts;
  }

  /** The length of the longest line that is shown as plain text because of its length; 0 if there is none. */
  get $giant(): ReadableAtom<number> {
    return this.#giant;
  }
  /** The number of conflicts to resolve. */
  get $conflicts(): ReadableAtom<number> {
    return this.#text.$conflicts;
  }
  /** Who wrote last, and when (milliseconds since 1970). */
  get $lastWriter(): ReadableAtom<{ by: Writer; at: number } | null> {
    return this.#text.$lastWriter;
  }
  /** What agents have read, by lines of the text in the editor. */
  get $readings(): ReadableAtom<readonly Reading[]> {
    return this.#text.$readings;
  }
  /** The agents' pending edits, by positions in the editor's text; null if there are none. */
  get $review(): ReadableAtom<PageReview | null> {
    return this.#text.$review;
  }
  /** The number of pending hunks. */
  get $waits(): ReadableAtom<number> {
    return this.#text.$waits;
  }

  /** Keeps hunks of the agents' edits, here and in main. */
  keepHunks(hunks: readonly string[]): void {
    this.#text.keepHunks(hunks);
  }

  /** Creates another editor for the same document, with the same view state. */
  beside(): WorkingCopy {
    const other = new WorkingCopy(this.#text, this.#bridge, this.#page);
    other.restore(this.view());
    return other;
  }

  mount(parent: HTMLElement): void {
    this.#dress.putOn();
    this.#host.mount(parent);
    this.#countSoon();
    this.#text.begin();
  }

  /**
   * Removes the editor from the window. Text, scroll position, folds and undo history stay; unsaved edits are saved.
   */
  unmount(): void {
    this.#host.unmount();
    this.#composition.end();
    if (!this.#isGone) void this.#text.save("auto");
  }

  focus(): void {
    this.#host.view?.focus();
  }

  /** Runs an editor command; one that does not apply to this format does nothing. */
  run(command: CanvasCommand): void {
    if (command === "undo" || command === "redo") {
      this.#text.bringHistory(this.#editor);
      this.#host.run(command === "undo" ? undo : redo);
    } else if (this.#host.view && isFor(command, this.#text.$about.get().format))
      editorCommands[command](this.#host.view);
  }

  /** Applies an edit of the user that does not come from the keyboard. */
  edit(spec: TransactionSpec): void {
    this.#host.dispatch(spec);
  }

  /** Loads the whole text; false if loading has failed for now. */
  whole(): Promise<boolean> {
    return this.#text.whole();
  }

  isDirty(): boolean {
    return this.#text.isDirty;
  }

  /** The text in the editor, as a string. */
  text(): string {
    return this.#text.text.sliceString(0);
  }

  /** The text in the editor, as an immutable value that is not copied. */
  content(): Text {
    return this.#host.state.doc;
  }

  topPlace(): { line: number; below: number } | null {
    return this.#host.topPlace();
  }

  showPlace(place: { line: number; below: number }): void {
    this.#host.showPlace(place);
  }

  view(): Place {
    return this.#wanted?.place ?? this.#host.place();
  }

  restore(place: Place): void {
    if (!this.#text.isWhole) this.#wanted = { place };
    this.#host.restore(place);
  }

  /** The main selection, up to its first thousand characters. */
  selected(): string {
    const { doc, selection } = this.#host.state;
    const { from, to } = selection.main;
    return doc.sliceString(from, Math.min(to, from + 1000));
  }

  /** The range of the main selection; `from` equals `to` if nothing is selected. */
  selectedSpan(): { from: number; to: number } {
    const { from, to } = this.#host.state.selection.main;
    return { from, to };
  }

  /** Selects a location and scrolls it into view, now or when the editor is next shown. */
  reveal(spot: Spot): void {
    if (!this.#text.isWhole) this.#wanted = { spot };
    this.#host.reveal(spot);
  }

  /** A position that follows edits until it is stopped. */
  follow(position: number): Followed {
    return this.#text.follow(position);
  }

  /** Sends unsaved edits to main's journal, and saves them if possible. */
  flush(): Promise<void> {
    return this.#text.flush();
  }

  /**
   * Saves unsaved edits after any running request to main, and merges what others wrote meanwhile. Null if there was
   * nothing to save, or if something prevents saving; `$status` says what.
   */
  save(why: Why): Promise<SaveResult | null> {
    return this.#text.save(why);
  }

  /** Asks for a file with the system dialog and saves there. False if the user cancelled, or it failed. */
  saveAs(): Promise<boolean> {
    return this.#text.saveAs();
  }

  /** Closes the document. Without `discard`, main keeps it open if its text is not safe, and this returns false. */
  async close(discard: boolean): Promise<boolean> {
    if (!(await this.#text.close(discard))) return false;
    this.#stop();
    return true;
  }

  /** Transfers the document to another window. Nothing may be typed meanwhile; if it fails, the document stays here. */
  async giveAway(): Promise<Outcome<object>> {
    const answer = await this.#text.giveAway(() => this.#host.place());
    if (answer.ok) this.#stop();
    return answer;
  }

  /** Disposes of this editor while the document stays open in another. */
  detach(): void {
    this.#text.detach(this.#editor);
    this.#stop();
  }

  /** Handles an event of this document for all of its editors. */
  heard<K extends DocumentEvent>(name: K, event: Events[K]): void {
    this.#text.heard(name, event);
  }

  #asEditor(): TextEditor {
    const host = this.#host;
    const { name, history } = this.#changing;
    const named = (title: string) => host.dispatch({ effects: name.reconfigure(label(title)) });
    return {
      get state() {
        return host.state;
      },
      composition: this.#composition,
      dispatch: (spec) => host.dispatch(spec),
      counted: () => this.#tellCounts(),
      named,
      savedAs: (title) => {
        named(title);
        // A read-only document now has a file of its own and can be edited.
        host.dispatch({ effects: this.#changing.loading.reconfigure([]) });
        this.#dress.change();
      },
      completed: () => this.#completed(),
      giveHistory: () => {
        const kept = historyOf(host.state);
        host.dispatch({ effects: history.reconfigure([]) });
        return kept;
      },
      takeHistory: (kept) => host.dispatch({ effects: history.reconfigure(historyFrom(kept)) }),
    };
  }

  /** Handles every transaction of the editor, by the user or by us. */
  #happened(transaction: Transaction): void {
    // If the user moves the cursor meanwhile, it stays there.
    if (transaction.isUserEvent("select")) this.#wanted = null;
    this.#text.happened(this.#editor, transaction);
    if (transaction.docChanged || transaction.selection) this.#countSoon();
    const from = jumpedFrom(transaction);
    if (from !== null) this.#page.jumped(from);
  }

  /** The text is completely loaded: allow edits and restore the view state. */
  #completed(): void {
    this.#host.dispatch({ effects: this.#changing.loading.reconfigure([]) });
    const wanted = this.#wanted;
    this.#wanted = null;
    if (wanted?.place) this.#host.restore(wanted.place);
    else if (wanted?.spot) this.#host.reveal(wanted.spot);
    this.#countSoon();
  }

  #stop(): void {
    this.#isGone = true;
    this.#timers.stop();
    this.#composition.stop();
    this.#dress.stop();
    this.#host.destroy();
  }

  #left(): boolean {
    if (!this.#isGone && this.isDirty()) void this.#text.save("auto");
    return false;
  }

  #countSoon(): void {
    this.#timers.ensure("counts", COUNTS, () => this.#tellCounts());
  }

  #tellCounts(): void {
    const { doc, selection } = this.#host.state;
    const { head } = selection.main;
    const line = doc.lineAt(head);
    this.#giant.set(longestGiant(doc));
    const { words, characters } = this.#text.counter;
    const selected = countSelected(doc, selection.ranges, words);
    this.#counts.set({ words, characters, line: line.number, column: head - line.from + 1, selected });
  }
}
