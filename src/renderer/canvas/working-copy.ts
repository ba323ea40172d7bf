import { redo, undo } from "@codemirror/commands";
import { ChangeSet, type Extension, type Text, type Transaction, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { atom, type ReadableAtom } from "nanostores";
import type {
  Bridge,
  DocumentId,
  Events,
  OpenDocument,
  Reading,
  SaveResult,
  Settings,
  Writer,
} from "../../shared/contract";
import type { Keyboard } from "../../shared/keys";
import { liveHost } from "../live/live-host";
import { writingHost } from "../writing/writing-host";
import { ChangeAnnouncer } from "./change-announcer";
import { toText } from "./change-sets";
import { Composition } from "./composition";
import { reopened, settled, showConflicts, unfolding } from "./conflict-hunks";
import { Conversation, type Why } from "./conversation";
import { changing, editorState, label } from "./editor";
import { type CanvasCommand, editorCommands, isFor } from "./editor-commands";
import { EditorDress } from "./editor-dress";
import { EditorHost, type Place } from "./editor-host";
import { ToldReadings } from "./readings";
import { bringing, countChangedLines, endGlow, GLOW, nameOf, written } from "./remote-writes";
import { type Followed, jumpedFrom, type Spot } from "./spot";
import { statusOf } from "./status";
import { type Arrival, Synchroniser } from "./synchroniser";
import { countSelected, TextCounter } from "./text-counter";
import { Timers } from "./timers";
import { canvasWords } from "./words";

export type DocumentStatus = "saved" | "unsaved" | "saving" | "waiting" | "conflict" | "read-only" | "gone" | "failed";

/** The events of main that speak of one document. */
export type DocumentEvent =
  | "document:changed"
  | "document:gone"
  | "document:moved"
  | "document:access"
  | "document:readings"
  | "document:hand-over";

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

/** Milliseconds that counts may be behind the typing. */
const COUNTS = 120;

/**
 * One open document on the page: its editor, its unsaved text, and the conversation with main that saves it and brings
 * in what others write. Lives as long as its tab does, shown or not.
 */
export class WorkingCopy {
  readonly doc: DocumentId;
  readonly #about;
  readonly #status;
  readonly #counts;
  readonly #conflictCount = atom(0);
  readonly #lastWriter = atom<{ by: Writer; at: number } | null>(null);
  readonly #announce: (sentence: string) => void;
  readonly #changing = changing();
  readonly #sync: Synchroniser;
  readonly #main: Conversation;
  readonly #host: EditorHost;
  readonly #counter: TextCounter;
  readonly #readings: ToldReadings;
  readonly #announcer: ChangeAnnouncer;
  readonly #timers = new Timers<"counts">();
  readonly #dress: EditorDress;
  readonly #jumped: (from: number) => void;
  readonly #followed = new Set<{ position: number }>();
  readonly #composition = new Composition((isOpen) => this.#composed(isOpen));
  #isClosed = false;

  constructor(
    open: OpenDocument,
    bridge: Bridge,
    options: {
      settings: ReadableAtom<Settings>;
      keyboard: ReadableAtom<Keyboard>;
      announce(sentence: string): void;
      /** The cursor has made a jump: where it was. */
      jumped(from: number): void;
      nonce: string;
      /** What else the page brings into the editor, such as the following of links. */
      more?: Extension | undefined;
    },
  ) {
    this.doc = open.doc;
    this.#announce = options.announce;
    this.#announcer = new ChangeAnnouncer(options.announce);
    this.#about = atom<About>(aboutOf(open));
    const saved = { version: open.version, text: toText(open.text), unsaved: open.unsaved };
    this.#sync = new Synchroniser(saved, (arrival) => this.#arrived(arrival));
    this.#main = new Conversation(
      bridge,
      this.#sync,
      {
        doc: open.doc,
        about: () => this.#about.get(),
        isComposing: () => this.#composition.isOpen,
        changed: () => this.#tell(),
        saved: (notes) => this.#saved(notes),
        heard: (change) => this.#spelt(change),
        savedAs: (document) => this.#savedAs(document),
        announce: options.announce,
      },
      open.gone,
    );
    const { text } = this.#sync;
    this.#host = new EditorHost(
      editorState({
        text,
        name: open.name,
        format: open.format,
        settings: options.settings.get(),
        keyboard: options.keyboard.get(),
        nonce: options.nonce,
        changing: this.#changing,
        more: [
          EditorView.domEventHandlers({ blur: () => this.#left() }),
          liveHost(bridge, open.doc),
          writingHost.of({
            copiedAddress: () => bridge.request("app:copied-address", undefined),
            addImage: async (image) => {
              const answer = await bridge.request("document:add-image", { doc: open.doc, ...image });
              return answer.ok ? answer.path : null;
            },
            announce: options.announce,
          }),
          options.more ?? [],
        ],
      }),
      (transaction) => this.#happened(transaction),
      (view) => this.#composition.watch(view),
    );
    this.#readings = new ToldReadings(this.#sync, (spec) => this.#host.dispatch(spec));
    this.#counter = new TextCounter(text, () => this.#tellCounts());
    const { words, characters } = this.#counter;
    this.#counts = atom({ words, characters, line: 1, column: 1, selected: 0 });
    this.#status = atom(statusOf(this.#circumstances()));
    this.#jumped = options.jumped;
    this.#dress = new EditorDress({
      bridge,
      settings: options.settings,
      keyboard: options.keyboard,
      host: this.#host,
      changing: this.#changing,
      format: () => this.#about.get().format,
      text: () => this.#sync.text,
      announce: options.announce,
    });
    if (open.unsaved) this.#main.saveAfterRest();
  }

  get $about(): ReadableAtom<About> {
    return this.#about;
  }
  /** The state in a word, and in a sentence for the status bar. */
  get $status(): ReadableAtom<{ status: DocumentStatus; words: string }> {
    return this.#status;
  }
  /** `selected` counts the words in the selection. */
  get $counts(): ReadableAtom<{ words: number; characters: number; line: number; column: number; selected: number }> {
    return this.#counts;
  }
  /** How many conflicts wait for the person's choice. */
  get $conflicts(): ReadableAtom<number> {
    return this.#conflictCount;
  }
  /** Whose write landed last, and when (milliseconds since 1970). */
  get $lastWriter(): ReadableAtom<{ by: Writer; at: number } | null> {
    return this.#lastWriter;
  }

  /** What agents have read of it, by the lines of the text in the page. */
  get $readings(): ReadableAtom<readonly Reading[]> {
    return this.#readings.$readings;
  }

  mount(parent: HTMLElement): void {
    this.#dress.putOn();
    this.#host.mount(parent);
    this.#countSoon();
  }

  /** Takes the editor out of the page; text, scroll, folds and undo stay. What is typed is saved. */
  unmount(): void {
    this.#host.unmount();
    this.#composition.end();
    if (!this.#isClosed) void this.#main.save("auto");
  }

  focus(): void {
    this.#host.view?.focus();
  }

  /** Asks the editor for a command; one that is not for this kind of text does nothing. */
  run(command: CanvasCommand): void {
    if (command === "undo") this.#host.run(undo);
    else if (command === "redo") this.#host.run(redo);
    else if (this.#host.view && isFor(command, this.#about.get().format)) editorCommands[command](this.#host.view);
  }

  /** An edit of the person's that does not come from the keyboard. */
  edit(spec: TransactionSpec): void {
    this.#host.dispatch(spec);
  }

  isDirty(): boolean {
    return this.#sync.isDirty;
  }

  /** The text as it is in the page. */
  text(): string {
    return this.#sync.text.sliceString(0);
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
    return this.#host.place();
  }

  restore(place: Place): void {
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
    this.#host.reveal(spot);
  }

  /** A position that keeps up with the text until it is stopped. */
  follow(position: number): Followed {
    const followed = { position };
    this.#followed.add(followed);
    return { position: () => followed.position, stop: () => this.#followed.delete(followed) };
  }

  /** Hands over what is typed, and saves it if that is possible. */
  async flush(): Promise<void> {
    this.#main.handOver();
    await this.#main.save("auto");
  }

  /**
   * Saves what is typed, after any exchange with main that is under way, and merges what others wrote meanwhile. Null
   * where there was nothing to save, or where something keeps it from the disk that `$status` tells.
   */
  save(why: Why): Promise<SaveResult | null> {
    return this.#main.save(why);
  }

  /** Asks with a dialog where to save. False where the person cancelled, or it was refused. */
  saveAs(): Promise<boolean> {
    return this.#main.saveAs();
  }

  /** Lets the document go. Without `discard` main keeps it open where its text is not safe: then false. */
  async close(discard: boolean): Promise<boolean> {
    if (!discard) await this.flush();
    if (!(await this.#main.close(discard))) return false;
    this.#isClosed = true;
    this.#timers.stop();
    this.#composition.stop();
    this.#announcer.stop();
    this.#dress.stop();
    this.#counter.stop();
    this.#host.destroy();
    return true;
  }

  /** Main tells of this document. Events of other documents are not for it. */
  heard<K extends DocumentEvent>(name: K, event: Events[K]): void {
    if (this.#isClosed || event.doc !== this.doc) return;
    const told = { name, event } as { [N in DocumentEvent]: { name: N; event: Events[N] } }[DocumentEvent];
    switch (told.name) {
      case "document:changed":
        this.#composition.notice();
        this.#main.isGone = false;
        this.#spelt(told.event);
        this.#sync.heard(told.event);
        this.#main.settleDoubt();
        break;
      case "document:gone":
        this.#main.isGone = true;
        break;
      case "document:moved":
        this.#main.isGone = false;
        this.#about.set({ ...this.#about.get(), path: told.event.path, name: told.event.name });
        this.#host.dispatch({ effects: this.#changing.name.reconfigure(label(told.event.name)) });
        break;
      case "document:access":
        this.#about.set({ ...this.#about.get(), readOnly: told.event.readOnly });
        break;
      case "document:readings":
        this.#readings.heard(told.event);
        return;
      case "document:hand-over":
        void this.#main.answerHandOver(told.event.ticket);
    }
    if (told.name !== "document:hand-over" && this.isDirty()) this.#main.rebased();
    this.#tell();
  }

  /** Every transaction of the editor, the person's and ours. */
  #happened(transaction: Transaction): void {
    const { state, startState, docChanged } = transaction;
    if (docChanged && transaction.annotation(written) === undefined) {
      this.#sync.edited(transaction.changes, state.doc);
      this.#main.typed();
    }
    if (docChanged) {
      for (const each of this.#followed) each.position = transaction.changes.mapPos(each.position);
      const wasEmpty = this.#counter.characters === 0;
      this.#counter.edited(startState.doc, transaction.changes, state.doc);
      // Whether there is any text decides what closing asks: that is never late.
      if (wasEmpty !== (this.#counter.characters === 0)) this.#tellCounts();
    }
    if (docChanged || transaction.selection) this.#countSoon();
    const from = jumpedFrom(transaction);
    if (from !== null) this.#jumped(from);
    this.#readings.happened(state);
    for (const effect of transaction.effects) {
      if (effect.is(settled)) this.#settled(effect.value.id);
      if (effect.is(reopened)) this.#reopened(effect.value);
    }
    if (docChanged || transaction.effects.length > 0) this.#tell();
  }

  /** Somebody else's write, merged: brought into the page as one step. */
  #arrived({ changes, by, conflicts, mineBefore }: Arrival): void {
    const writer = { ...by };
    const lines = countChangedLines(this.#host.state, changes);
    if (changes.empty) this.#showConflicts();
    else this.#host.dispatch(bringing(changes, writer, ...this.#shownConflicts(changes)));
    this.#lastWriter.set({ by, at: Date.now() });
    if (!changes.empty) {
      setTimeout(() => this.#endGlow(writer), GLOW);
      this.#announcer.changed(nameOf(by), lines);
    }
    if (mineBefore) {
      this.#main.tellConflict(mineBefore.sliceString(0));
      this.#announce(canvasWords.conflictOpened(nameOf(by)));
    } else if (conflicts.length === 0) this.#main.tellMerged();
    if (this.isDirty()) this.#main.rebased();
  }

  /** Taking the glow off draws its lines anew, which would end a composition in one of them: it waits for that. */
  #endGlow(writer: Writer): void {
    if (this.#isClosed) return;
    this.#composition.notice();
    if (this.#composition.isOpen) setTimeout(() => this.#endGlow(writer), GLOW / 10);
    else this.#host.dispatch(endGlow(writer));
  }

  #settled(id: number): void {
    if (!this.#sync.settle(id)) return;
    const left = this.#sync.conflicts.length;
    this.#announce(canvasWords.conflict.settled(left));
    if (left > 0) return;
    this.#main.tellConflict(null);
    // After the transaction that is under way, which holds the text that was chosen.
    queueMicrotask(() => void this.#main.save("auto"));
  }

  #reopened({ id, from, to }: { id: number; from: number; to: number }): void {
    if (this.#sync.reopen(id, { from, to })) this.#main.tellConflict(this.text());
    // Saved since: the undone choice is an edit like any other. Not within the transaction that is under way.
    else queueMicrotask(() => this.#isClosed || this.#showConflicts());
  }

  /** The effects that show the conflicts there are, after `changes`. */
  #shownConflicts(changes: ChangeSet) {
    const shown = this.#sync.conflicts.map((each) => ({ ...each, theirs: this.#sync.sides(each).theirs }));
    return [showConflicts.of(shown), ...unfolding(this.#host.state, changes, shown)];
  }

  #showConflicts(): void {
    this.#host.dispatch({ effects: this.#shownConflicts(ChangeSet.empty(this.#host.state.doc.length)) });
    this.#tell();
  }

  #saved(notes: string[]): void {
    this.#lastWriter.set({ by: { kind: "you", name: canvasWords.you }, at: Date.now() });
    for (const note of notes) this.#announce(note);
  }

  #savedAs(document: OpenDocument): void {
    this.#about.set(aboutOf(document));
    this.#host.dispatch({ effects: [showConflicts.of([]), this.#changing.name.reconfigure(label(document.name))] });
    this.#dress.change();
  }

  #spelt({ encoding, lineEnding }: { encoding: string; lineEnding: string }): void {
    const about = this.#about.get();
    if (about.encoding !== encoding || about.lineEnding !== lineEnding)
      this.#about.set({ ...about, encoding, lineEnding });
  }

  #left(): boolean {
    if (!this.#isClosed && this.isDirty()) void this.#main.save("auto");
    return false;
  }

  /** While the person composes, nothing is brought into the text. */
  #composed(isOpen: boolean): void {
    if (isOpen) this.#sync.hold();
    else {
      this.#sync.release();
      this.#main.settleDoubt();
      if (this.isDirty()) this.#main.typed();
    }
    this.#tell();
  }

  #circumstances() {
    const { path, readOnly } = this.#about.get();
    const { isGone, isSaving, failure } = this.#main;
    return {
      isDirty: this.isDirty(),
      isSaving,
      isComposing: this.#composition.isOpen,
      conflicts: this.#sync.conflicts.length,
      hasPath: path !== null,
      isGone,
      readOnly,
      failure,
    };
  }

  #tell(): void {
    const next = statusOf(this.#circumstances());
    const now = this.#status.get();
    if (now.status !== next.status || now.words !== next.words) this.#status.set(next);
    const conflicts = this.#sync.conflicts.length;
    if (this.#conflictCount.get() !== conflicts) this.#conflictCount.set(conflicts);
    // Not within a transaction that may be under way.
    if (this.#readings.isWaiting) queueMicrotask(() => this.#isClosed || this.#readings.settle());
  }

  #countSoon(): void {
    this.#timers.ensure("counts", COUNTS, () => this.#tellCounts());
  }

  #tellCounts(): void {
    const { doc, selection } = this.#host.state;
    const { head } = selection.main;
    const line = doc.lineAt(head);
    const { words, characters } = this.#counter;
    const selected = countSelected(doc, selection.ranges, words);
    this.#counts.set({ words, characters, line: line.number, column: head - line.from + 1, selected });
  }
}

const aboutOf = ({ name, path, format, encoding, lineEnding, readOnly, warnings }: OpenDocument): About => ({
  name,
  path,
  format,
  encoding,
  lineEnding,
  readOnly,
  warnings,
});
