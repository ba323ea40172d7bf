import { redo, undo } from "@codemirror/commands";
import { findNext, findPrevious, openSearchPanel } from "@codemirror/search";
import type { Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { atom, type ReadableAtom } from "nanostores";
import type {
  Bridge,
  DocumentChanged,
  DocumentId,
  Events,
  Notice,
  OpenDocument,
  SaveResult,
  Settings,
  Writer,
} from "../../shared/contract";
import { toText } from "./change-sets";
import { reopened, settled, showConflicts } from "./conflict-hunks";
import { changing, editorState, label, textSize, wrapping } from "./editor";
import { EditorHost, type Place } from "./editor-host";
import { bringing, countChangedLines, endGlow, GLOW, nameOf, written } from "./remote-writes";
import { showReplace } from "./search-panel";
import { statusOf } from "./status";
import { type Arrival, type HandedOver, Synchroniser } from "./synchroniser";
import { countWordsIn, TextCounter } from "./text-counter";
import { canvasWords } from "./words";

export type DocumentStatus = "saved" | "unsaved" | "saving" | "waiting" | "conflict" | "read-only" | "gone" | "failed";

/** What can be asked of the text that has the focus. */
export type CanvasCommand = "undo" | "redo" | "find" | "replace" | "find-next" | "find-previous";

/** The events of main that speak of one document. */
export type DocumentEvent =
  | "document:changed"
  | "document:gone"
  | "document:moved"
  | "document:access"
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

type Why = "auto" | "by hand" | "recreate";

/** Milliseconds. The journal is at most this far behind; a save comes after this much rest; a failed one again after that. */
const DELAYS = { typed: 300, rest: 1000, retry: 5000, counts: 120, composed: 30, announced: 1500 };

/** More often than this in a row another program beats our save to it: then it is tried again later. */
const MOST_MERGES = 20;

/** What is spoken and not yet saved may be so long that it is handed over less often. */
const LONG_HAND_OVER = 500_000;

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
  readonly #bridge: Bridge;
  readonly #announce: (sentence: string) => void;
  readonly #changing = changing();
  readonly #sync: Synchroniser;
  readonly #host: EditorHost;
  readonly #counter: TextCounter;
  readonly #stops: (() => void)[] = [];
  readonly #timers = new Map<keyof typeof DELAYS | "glow", ReturnType<typeof setTimeout>>();
  #turn: Promise<unknown> = Promise.resolve();
  #isSaving = false;
  #isGone: boolean;
  #failure: Notice | null = null;
  #isComposing = false;
  #isClosed = false;
  #handOverSize = 0;
  #toldConflict = false;
  #unannounced: { who: string; lines: number } | null = null;

  constructor(
    open: OpenDocument,
    bridge: Bridge,
    options: { settings: ReadableAtom<Settings>; announce(sentence: string): void; nonce: string },
  ) {
    this.doc = open.doc;
    this.#bridge = bridge;
    this.#announce = options.announce;
    this.#isGone = open.gone;
    this.#about = atom<About>(aboutOf(open));
    this.#sync = new Synchroniser(
      { version: open.version, text: toText(open.text), unsaved: open.unsaved },
      (arrival) => this.#arrived(arrival),
    );
    const text = this.#sync.text;
    const state = editorState({
      text,
      name: open.name,
      format: open.format,
      settings: options.settings.get(),
      nonce: options.nonce,
      changing: this.#changing,
      more: this.#listening(),
    });
    this.#host = new EditorHost(
      state,
      (transaction) => this.#happened(transaction),
      (view) => this.#watchComposition(view),
    );
    this.#counter = new TextCounter(text, () => this.#after("counts"));
    this.#counts = atom({
      words: this.#counter.words,
      characters: this.#counter.characters,
      line: 1,
      column: 1,
      selected: 0,
    });
    this.#status = atom(statusOf(this.#circumstances()));
    this.#stops.push(options.settings.listen((settings) => this.#use(settings)));
    if (this.isDirty()) this.#after("rest");
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

  mount(parent: HTMLElement): void {
    this.#host.mount(parent);
    this.#after("counts");
  }

  /** Takes the editor out of the page; text, scroll, folds and undo stay. What is typed is saved. */
  unmount(): void {
    this.#host.unmount();
    this.#endComposition();
    void this.save("auto");
  }

  focus(): void {
    this.#host.view?.focus();
  }

  run(command: CanvasCommand): void {
    const view = this.#host.view;
    if (!view) return;
    if (command === "undo") undo(view);
    else if (command === "redo") redo(view);
    else if (command === "find") openSearchPanel(view);
    else if (command === "replace") showReplace(view);
    else if (command === "find-next") findNext(view);
    else findPrevious(view);
  }

  isDirty(): boolean {
    return this.#sync.isDirty;
  }

  /** The text as it is in the page. */
  text(): string {
    return this.#sync.text.sliceString(0);
  }

  view(): Place {
    return this.#host.place();
  }

  restore(place: Place): void {
    this.#host.restore(place);
  }

  /** Hands over what is typed, and saves it if that is possible. */
  async flush(): Promise<void> {
    this.#handOver();
    await this.save("auto");
  }

  /**
   * Saves what is typed, after any exchange with main that is under way, and merges what others wrote meanwhile. Null
   * where there was nothing to save, or where something keeps it from the disk that `$status` tells.
   */
  save(why: Why): Promise<SaveResult | null> {
    this.#cancel("rest");
    this.#cancel("retry");
    if (this.#about.get().path === null) {
      this.#handOver();
      return why === "auto" ? Promise.resolve(null) : this.saveAs().then(() => null);
    }
    return this.#inTurn(() => this.#save(why === "by hand" && this.#isGone ? "recreate" : why, "rests"));
  }

  /** Asks with a dialog where to save. False where the person cancelled, or it was refused. */
  saveAs(): Promise<boolean> {
    return this.#inTurn(async () => {
      const handed = this.#sync.beginSaveElsewhere();
      try {
        const answer = await this.#bridge.request("document:save-as", { doc: this.doc, ...handed });
        if (!answer.ok) {
          this.#sync.failed();
          this.#announce(canvasWords.failed(answer.error.message, answer.error.hint));
          return false;
        }
        if (!answer.document) {
          this.#sync.failed();
          return false;
        }
        const { document } = answer;
        this.#sync.savedElsewhere(document.version, handed.seq);
        this.#isGone = document.gone;
        this.#failure = null;
        this.#about.set(aboutOf(document));
        this.#host.dispatch({
          effects: [showConflicts.of([]), this.#changing.name.reconfigure(label(document.name))],
        });
        this.#tellConflict(null);
        return true;
      } catch {
        this.#sync.failed();
        this.#announce(canvasWords.noAnswer);
        return false;
      } finally {
        this.#tell();
      }
    });
  }

  /** Lets the document go. Without `discard` main keeps it open where its text is not safe: then false. */
  async close(discard: boolean): Promise<boolean> {
    if (!discard) await this.flush();
    const answer = await this.#inTurn(() =>
      this.#bridge.request("document:close", { doc: this.doc, discard }).catch(() => null),
    );
    if (!answer?.ok) {
      this.#announce(answer ? canvasWords.failed(answer.error.message, answer.error.hint) : canvasWords.noAnswer);
      return false;
    }
    this.#isClosed = true;
    for (const name of this.#timers.keys()) this.#cancel(name);
    for (const stop of this.#stops) stop();
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
        this.#sync.heard(told.event);
        this.#changed(told.event);
        break;
      case "document:gone":
        this.#isGone = true;
        break;
      case "document:moved":
        this.#isGone = false;
        this.#about.set({ ...this.#about.get(), path: told.event.path, name: told.event.name });
        this.#host.dispatch({ effects: this.#changing.name.reconfigure(label(told.event.name)) });
        if (this.isDirty()) this.#after("rest");
        break;
      case "document:access":
        this.#about.set({ ...this.#about.get(), readOnly: told.event.readOnly });
        if (this.isDirty()) this.#after("rest");
        break;
      case "document:hand-over":
        void this.#answerHandOver(told.event.ticket);
    }
    this.#settleDoubt();
    this.#tell();
  }

  async #answerHandOver(ticket: number): Promise<void> {
    this.#handOver();
    // A composition is not ended for it: what is there is saved, half a word or not.
    if (this.#about.get().path !== null) await this.#inTurn(() => this.#save("auto", "at once")).catch(() => null);
    await this.#bridge.request("document:handed-over", ticket).catch(() => {});
  }

  /** One exchange with main at a time, in the order asked for. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(work);
    this.#turn = next.then(
      () => {},
      () => {},
    );
    return next;
  }

  async #save(why: Why, manner: "rests" | "at once"): Promise<SaveResult | null> {
    for (let merges = 0; merges < MOST_MERGES; merges++) {
      await this.#askInDoubt();
      if (!this.#maySave(why, manner)) return null;
      const handed = this.#sync.beginSave();
      if (!handed) return null;
      this.#isSaving = true;
      this.#tell();
      const result = await this.#request(handed, why);
      this.#isSaving = false;
      this.#took(result, handed);
      this.#tell();
      if (result.status !== "stale") return result;
      if (this.#sync.hasWaiting || this.#sync.conflicts.length > 0) return result;
    }
    this.#after("rest");
    return null;
  }

  #maySave(why: Why, manner: "rests" | "at once"): boolean {
    const { path, readOnly } = this.#about.get();
    if (this.#isClosed || path === null || this.#sync.conflicts.length > 0) return false;
    if (this.#isGone && why !== "recreate") return false;
    if (this.#isComposing && manner === "rests" && why === "auto") return false;
    if (readOnly !== null && why === "auto") return false;
    return why !== "auto" || this.isDirty();
  }

  async #request(handed: HandedOver, why: Why): Promise<SaveResult> {
    try {
      return await this.#bridge.request("document:save", { doc: this.doc, ...handed, why });
    } catch {
      this.#sync.lost();
      return { status: "refused", error: { code: "failed", message: canvasWords.noAnswer } };
    }
  }

  #took(result: SaveResult, handed: HandedOver): void {
    if (result.status === "saved") {
      this.#sync.saved(result.version, result.seq);
      this.#isGone = false;
      this.#failure = null;
      this.#lastWriter.set({ by: { kind: "you", name: canvasWords.you }, at: Date.now() });
      for (const note of result.notes) this.#announce(note);
      if (this.isDirty()) this.#after("rest");
      return;
    }
    if (result.status === "stale") {
      this.#failure = null;
      this.#sync.stale(result.change);
      this.#changed(result.change);
      return;
    }
    this.#sync.failed();
    if (result.status === "gone") this.#isGone = true;
    else {
      this.#failure = result.error;
      if (handed.changes.length > 0) this.#after("retry");
      else this.#announce(canvasWords.failed(result.error.message, result.error.hint));
    }
  }

  #changed({ encoding, lineEnding }: DocumentChanged): void {
    this.#isGone = false;
    const about = this.#about.get();
    if (about.encoding !== encoding || about.lineEnding !== lineEnding)
      this.#about.set({ ...about, encoding, lineEnding });
  }

  /** Where versions no longer chain, the whole text is asked for and compared. */
  #settleDoubt(): void {
    if (this.#sync.isInDoubt) void this.#inTurn(() => this.#askInDoubt());
  }

  async #askInDoubt(): Promise<void> {
    if (!this.#sync.isInDoubt || this.#isClosed) return;
    this.#sync.beginText();
    try {
      const answer = await this.#bridge.request("document:text", this.doc);
      if (answer.ok) this.#sync.told(answer.version, answer.text);
      else this.#sync.failed();
    } catch {
      this.#sync.failed();
    }
    this.#tell();
  }

  /** Tells main's journal what is typed. Costs what was typed since the last save. */
  #handOver(): void {
    this.#cancel("typed");
    if (this.#isClosed) return;
    const handed = this.#sync.handOver();
    if (!handed) return;
    this.#handOverSize = handed.changes.reduce((sum, { insert }) => sum + insert.length, 0);
    this.#bridge.request("document:typed", { doc: this.doc, ...handed }).catch(() => {});
  }

  /** Every transaction of the editor, the person's and ours. */
  #happened(transaction: Transaction): void {
    const { state, startState } = transaction;
    const isOurs = transaction.annotation(written) !== undefined;
    if (transaction.docChanged && !isOurs) {
      this.#sync.edited(transaction.changes, state.doc);
      this.#after("rest");
      if (!this.#timers.has("typed")) this.#after("typed");
    }
    if (transaction.docChanged) {
      const wasEmpty = this.#counter.characters === 0;
      this.#counter.edited(startState.doc, transaction.changes, state.doc);
      if (wasEmpty !== (this.#counter.characters === 0)) this.#tellCounts();
    }
    if (transaction.docChanged || transaction.selection) this.#after("counts");
    for (const effect of transaction.effects) {
      if (effect.is(settled)) this.#settledOne(effect.value.id);
      if (effect.is(reopened)) this.#reopen(effect.value);
    }
    if (transaction.docChanged) this.#tell();
  }

  #settledOne(id: number): void {
    if (!this.#sync.settle(id)) return;
    const left = this.#sync.conflicts.length;
    this.#announce(canvasWords.conflict.settled(left));
    if (left === 0) {
      this.#tellConflict(null);
      void this.save("auto");
    }
    this.#tell();
  }

  #reopen({ id, from, to }: { id: number; from: number; to: number }): void {
    const before = this.#sync.text;
    const isOpen = this.#sync.reopen(id, { from, to });
    if (isOpen) this.#tellConflict(before.sliceString(0));
    // Saved since: the undone choice is an edit like any other. Not within the transaction that is under way.
    else queueMicrotask(() => this.#showConflicts());
    this.#tell();
  }

  /** Somebody else's write, merged: brought into the page as one step. */
  #arrived({ changes, by, conflicts, mineBefore }: Arrival): void {
    const writer = { ...by };
    const lines = countChangedLines(this.#host.state, changes);
    const shown = conflicts.map(({ id, from, to, by, ...conflict }) => ({
      id,
      from,
      to,
      by,
      theirs: this.#sync.sides({ id, from, to, by, ...conflict }).theirs,
    }));
    const spec = bringing(changes, writer);
    const effects = [spec.effects ?? [], showConflicts.of(shown)].flat();
    this.#host.dispatch(changes.empty ? { effects: showConflicts.of(shown) } : { ...spec, effects });
    this.#lastWriter.set({ by, at: Date.now() });
    if (!changes.empty) {
      setTimeout(() => {
        if (!this.#isClosed) this.#host.dispatch(endGlow(writer));
      }, GLOW);
      this.#announceChange(nameOf(by), lines);
    }
    if (mineBefore && conflicts.length > 0) {
      this.#tellConflict(mineBefore.sliceString(0));
      this.#announce(canvasWords.conflictOpened(nameOf(by)));
    } else if (conflicts.length === 0) this.#tellConflict(null);
    if (this.#sync.isDirty) {
      this.#after("rest");
      if (!this.#timers.has("typed")) this.#after("typed");
    }
  }

  #showConflicts(): void {
    if (this.#isClosed) return;
    const shown = this.#sync.conflicts.map((conflict) => ({ ...conflict, theirs: this.#sync.sides(conflict).theirs }));
    this.#host.dispatch({ effects: showConflicts.of(shown) });
  }

  #tellConflict(mine: string | null): void {
    if (mine === null && !this.#toldConflict) return;
    this.#toldConflict = mine !== null;
    this.#bridge.request("document:conflict", { doc: this.doc, mine }).catch(() => {});
  }

  /** Many writes in a row are told in one sentence. */
  #announceChange(who: string, lines: number): void {
    const before = this.#unannounced;
    if (before && before.who !== who) this.#announceNow();
    this.#unannounced = { who, lines: lines + (before?.who === who ? before.lines : 0) };
    if (this.#timers.has("announced")) return;
    this.#announceNow();
    this.#after("announced");
  }

  #announceNow(): void {
    const waiting = this.#unannounced;
    this.#unannounced = null;
    if (waiting) this.#announce(canvasWords.changed(waiting.who, waiting.lines));
  }

  #listening() {
    return EditorView.domEventHandlers({
      blur: () => {
        if (!this.#isClosed && this.isDirty()) void this.save("auto");
        return false;
      },
    });
  }

  /** While the person composes, nothing is brought into the text. */
  #watchComposition(view: EditorView): void {
    const begin = () => {
      this.#cancel("composed");
      this.#isComposing = true;
      this.#sync.hold();
      this.#tell();
    };
    const end = () => this.#after("composed");
    view.contentDOM.addEventListener("compositionstart", begin);
    view.contentDOM.addEventListener("compositionend", end);
    view.contentDOM.addEventListener("blur", end);
  }

  #endComposition(): void {
    this.#cancel("composed");
    if (!this.#isComposing) return;
    this.#isComposing = false;
    this.#sync.release();
    this.#settleDoubt();
    if (this.isDirty()) this.#after("rest");
    this.#tell();
  }

  #use(settings: Settings): void {
    const { wrap, size } = this.#changing;
    this.#host.dispatch({ effects: [wrap.reconfigure(wrapping(settings)), size.reconfigure(textSize(settings))] });
  }

  #after(what: keyof typeof DELAYS): void {
    if (this.#isClosed) return;
    if (what === "counts" && this.#timers.has(what)) return;
    this.#cancel(what);
    const delay = what === "typed" && this.#handOverSize > LONG_HAND_OVER ? DELAYS.rest : DELAYS[what];
    this.#timers.set(
      what,
      setTimeout(() => {
        this.#timers.delete(what);
        this.#due(what);
      }, delay),
    );
  }

  #due(what: keyof typeof DELAYS): void {
    switch (what) {
      case "typed":
        this.#handOver();
        return;
      case "rest":
      case "retry":
        void this.save("auto");
        return;
      case "counts":
        this.#tellCounts();
        return;
      case "composed":
        // A composition may have begun again at once: then its own end ends the waiting.
        if (!this.#host.view?.compositionStarted) this.#endComposition();
        return;
      case "announced":
        if (this.#unannounced) this.#after("announced");
        this.#announceNow();
    }
  }

  #cancel(what: keyof typeof DELAYS | "glow"): void {
    clearTimeout(this.#timers.get(what));
    this.#timers.delete(what);
  }

  #circumstances() {
    const { path, readOnly } = this.#about.get();
    return {
      isDirty: this.isDirty(),
      isSaving: this.#isSaving,
      isComposing: this.#isComposing,
      conflicts: this.#sync.conflicts.length,
      hasPath: path !== null,
      isGone: this.#isGone,
      readOnly,
      failure: this.#failure,
    };
  }

  #tell(): void {
    const next = statusOf(this.#circumstances());
    const now = this.#status.get();
    if (now.status !== next.status || now.words !== next.words) this.#status.set(next);
    if (this.#conflictCount.get() !== this.#sync.conflicts.length) this.#conflictCount.set(this.#sync.conflicts.length);
  }

  #tellCounts(): void {
    const { doc, selection } = this.#host.state;
    const { head } = selection.main;
    const line = doc.lineAt(head);
    let selected = 0;
    let length = 0;
    for (const { from, to } of selection.ranges) {
      length += to - from;
      if (length <= 1_000_000) selected += from < to ? countWordsIn(doc, from, to) : 0;
    }
    if (length > 1_000_000) selected = length === doc.length ? this.#counter.words : selected;
    this.#counts.set({
      words: this.#counter.words,
      characters: this.#counter.characters,
      line: line.number,
      column: head - line.from + 1,
      selected,
    });
  }
}

const aboutOf = (open: OpenDocument): About => ({
  name: open.name,
  path: open.path,
  format: open.format,
  encoding: open.encoding,
  lineEnding: open.lineEnding,
  readOnly: open.readOnly,
  warnings: open.warnings,
});
