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

/** Milliseconds that counts may be behind the typing: showing them is a frame of its own, as dear as that of a key. */
const COUNTS = 180;

/** What the page gives every working copy. */
type Page = {
  settings: ReadableAtom<Settings>;
  keyboard: ReadableAtom<Keyboard>;
  announce(sentence: string): void;
  /** The cursor has made a jump: where it was. */
  jumped(from: number): void;
  nonce: string;
  /** What else the page brings into the editor, such as the following of links. */
  more?: Extension | undefined;
};

/**
 * One open document on the page, with an editor of its own over its text. Lives as long as its tab does, shown or not.
 * Where the same document is in several tabs, each has a working copy, and all of them share one `OpenText`.
 */
export class WorkingCopy {
  readonly doc: DocumentId;
  /** A text, and no document that has a room of its own. */
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
  /** Where the person is to be once that much of the text is here. */
  #wanted: { place: Place } | { spot: Spot } | null = null;

  /** `shared` is the text of a document that is open already. */
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
          this.#changing.arriving.of(text.isWhole ? changesOnly : onlyArriving(tellOpening)),
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
  /** The state in a word, and in a sentence for the status bar. */
  get $status(): ReadableAtom<{ status: DocumentStatus; words: string }> {
    return this.#text.$status;
  }
  /** `selected` counts the words in the selection. */
  get $counts(): ReadableAtom<{ words: number; characters: number; line: number; column: number; selected: number }> {
    return this.#counts;
  }

  /** Characters of the longest line that is too long to be more than plain; 0 where there is none. */
  get $giant(): ReadableAtom<number> {
    return this.#giant;
  }
  /** How many conflicts wait for the person's choice. */
  get $conflicts(): ReadableAtom<number> {
    return this.#text.$conflicts;
  }
  /** Whose write landed last, and when (milliseconds since 1970). */
  get $lastWriter(): ReadableAtom<{ by: Writer; at: number } | null> {
    return this.#text.$lastWriter;
  }
  /** What agents have read of it, by the lines of the text in the page. */
  get $readings(): ReadableAtom<readonly Reading[]> {
    return this.#text.$readings;
  }
  /** What agents wrote and nobody has looked at yet, by the text in the page; null where nothing waits. */
  get $review(): ReadableAtom<PageReview | null> {
    return this.#text.$review;
  }
  /** How many of its hunks wait. */
  get $waits(): ReadableAtom<number> {
    return this.#text.$waits;
  }

  /** The user keeps hunks, and main has them kept. */
  keepHunks(hunks: readonly string[]): void {
    this.#text.keepHunks(hunks);
  }

  /** Another editor over the same text, at the same place. */
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

  /** Takes the editor out of the page; text, scroll, folds and undo stay. What is typed is saved. */
  unmount(): void {
    this.#host.unmount();
    this.#composition.end();
    if (!this.#isGone) void this.#text.save("auto");
  }

  focus(): void {
    this.#host.view?.focus();
  }

  /** Asks the editor for a command; one that is not for this kind of text does nothing. */
  run(command: CanvasCommand): void {
    if (command === "undo" || command === "redo") {
      this.#text.bringHistory(this.#editor);
      this.#host.run(command === "undo" ? undo : redo);
    } else if (this.#host.view && isFor(command, this.#text.$about.get().format))
      editorCommands[command](this.#host.view);
  }

  /** An edit of the person's that does not come from the keyboard. */
  edit(spec: TransactionSpec): void {
    this.#host.dispatch(spec);
  }

  /** Resolves when all of its text is here, and asks for it; false where it cannot be had, as far as is known now. */
  whole(): Promise<boolean> {
    return this.#text.whole();
  }

  isDirty(): boolean {
    return this.#text.isDirty;
  }

  /** The text as it is in the page. */
  text(): string {
    return this.#text.text.sliceString(0);
  }

  /** The same as the editor keeps it: a value that no edit changes, and that is not copied. */
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
    if (this.#wanted && "place" in this.#wanted) return this.#wanted.place;
    return this.#host.place();
  }

  restore(place: Place): void {
    if (!this.#text.isWhole) this.#wanted = { place };
    this.#host.restore(place);
  }

  /** What is selected, up to its first thousand characters; of several selections the main one. */
  selected(): string {
    const { doc, selection } = this.#host.state;
    const { from, to } = selection.main;
    return doc.sliceString(from, Math.min(to, from + 1000));
  }

  /** Where the main selection is; `from` is `to` where nothing is selected. */
  selectedSpan(): { from: number; to: number } {
    const { from, to } = this.#host.state.selection.main;
    return { from, to };
  }

  /** Puts the cursor at a spot, or selects it, and brings it into view; not shown yet, when it will be. */
  reveal(spot: Spot): void {
    if (!this.#text.isWhole) this.#wanted = { spot };
    this.#host.reveal(spot);
  }

  /** A position that keeps up with the text until it is stopped. */
  follow(position: number): Followed {
    return this.#text.follow(position);
  }

  /** Hands over what is typed, and saves it if that is possible. */
  flush(): Promise<void> {
    return this.#text.flush();
  }

  /**
   * Saves what is typed, after any exchange with main that is under way, and merges what others wrote meanwhile. Null
   * where there was nothing to save, or where something keeps it from the disk that `$status` tells.
   */
  save(why: Why): Promise<SaveResult | null> {
    return this.#text.save(why);
  }

  /** Asks with a dialog where to save. False where the person cancelled, or it was refused. */
  saveAs(): Promise<boolean> {
    return this.#text.saveAs();
  }

  /** Lets the document go. Without `discard` main keeps it open where its text is not safe: then false. */
  async close(discard: boolean): Promise<boolean> {
    if (!(await this.#text.close(discard))) return false;
    this.#stop();
    return true;
  }

  /** Lets a window of its own have the document. Nothing may be typed meanwhile; where it is refused, all stays. */
  async giveAway(): Promise<Outcome<object>> {
    const answer = await this.#text.giveAway(() => this.#host.place());
    if (answer.ok) this.#stop();
    return answer;
  }

  /** Lets this editor go, while the document stays open in another. */
  detach(): void {
    this.#text.detach(this.#editor);
    this.#stop();
  }

  /** Main tells of this document; told to one of its working copies, all of them know. */
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
        // What nobody could write in has a file of its own now.
        host.dispatch({ effects: this.#changing.arriving.reconfigure([]) });
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

  /** Every transaction of the editor, the person's and ours. */
  #happened(transaction: Transaction): void {
    // Who goes somewhere meanwhile stays there.
    if (transaction.isUserEvent("select")) this.#wanted = null;
    this.#text.happened(this.#editor, transaction);
    if (transaction.docChanged || transaction.selection) this.#countSoon();
    const from = jumpedFrom(transaction);
    if (from !== null) this.#page.jumped(from);
  }

  /** All of the text is here: it can be written in, and the person is where they were. */
  #completed(): void {
    this.#host.dispatch({ effects: this.#changing.arriving.reconfigure([]) });
    const wanted = this.#wanted;
    this.#wanted = null;
    if (wanted && "place" in wanted) this.#host.restore(wanted.place);
    else if (wanted) this.#host.reveal(wanted.spot);
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
