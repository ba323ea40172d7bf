import { foldEffect, foldedRanges } from "@codemirror/language";
import {
  EditorSelection,
  type EditorState,
  type StateCommand,
  type StateEffect,
  type Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { uncover } from "./large/giant-lines";
import { choicesOf, restoreCallouts } from "./live/callout-folds";
import { modeOf, showAs } from "./live/mode";
import { rangeOf, selecting, type TextLocation } from "./text/position";

const scrollToMiddle = (position: number) => EditorView.scrollIntoView(position, { y: "center" });

/** The view state of a document: cursor position, scroll position in pixels, and folded ranges. */
export type ViewState = {
  cursor: number;
  scrollTop: number;
  folds: [number, number][];
  callouts?: [number, boolean][];
  mode?: "source";
};

/**
 * An editor that can be mounted and unmounted: its state and, once shown, one `EditorView`. It also works without a
 * DOM, which is how most tests use it.
 */
export class EditorHost {
  #state: EditorState;
  #view: EditorView | null = null;
  #parent: HTMLElement | null = null;
  /** How to scroll at the next mount: to the last position, or to one from an earlier session. */
  #pendingScroll: { snapshot: StateEffect<unknown> } | { scrollTop: number } | { at: number } | null = null;
  #scrollTop = 0;
  readonly #moveListeners = new Set<() => void>();
  /** Called by the owner for updates of the view; scrolling is noticed here. */
  readonly viewMoved = (): void => {
    for (const listener of this.#moveListeners) listener();
  };
  readonly #onTransaction: (transaction: Transaction) => void;
  readonly #onViewCreated: (view: EditorView) => void;

  constructor(
    state: EditorState,
    onTransaction: (transaction: Transaction) => void,
    onViewCreated: (view: EditorView) => void,
  ) {
    this.#state = state;
    this.#onTransaction = onTransaction;
    this.#onViewCreated = onViewCreated;
  }

  get state(): EditorState {
    return this.#view?.state ?? this.#state;
  }

  get view(): EditorView | null {
    return this.#view;
  }

  get isMounted(): boolean {
    return this.#parent !== null;
  }

  dispatch(spec: TransactionSpec): void {
    if (this.#view) {
      this.#view.dispatch(spec);
      return;
    }
    const transaction = this.#state.update(spec);
    this.#state = transaction.state;
    this.#mapPendingScroll(transaction);
    this.#onTransaction(transaction);
  }

  /** Runs a command that needs no view, mounted or not. */
  run(command: StateCommand): boolean {
    const view = this.#view;
    if (view) return command(view);
    return command({
      state: this.#state,
      dispatch: (transaction) => {
        this.#state = transaction.state;
        this.#onTransaction(transaction);
      },
    });
  }

  mount(parent: HTMLElement): void {
    if (this.#parent === parent) return;
    if (this.#parent) this.unmount();
    this.#parent = parent;
    if (!this.#view) {
      this.#view = new EditorView({
        state: this.#state,
        dispatchTransactions: (transactions, view) => {
          view.update(transactions);
          for (const transaction of transactions) {
            this.#mapPendingScroll(transaction);
            this.#onTransaction(transaction);
          }
        },
      });
      this.#view.scrollDOM.addEventListener("scroll", this.viewMoved, { passive: true });
      this.#onViewCreated(this.#view);
    }
    parent.append(this.#view.dom);
    uncover(this.#view);
    const pendingScroll = this.#pendingScroll;
    this.#pendingScroll = null;
    if (pendingScroll && "snapshot" in pendingScroll) this.#view.dispatch({ effects: pendingScroll.snapshot });
    else if (pendingScroll && "at" in pendingScroll) this.#view.dispatch({ effects: scrollToMiddle(pendingScroll.at) });
    else if (pendingScroll) this.#scrollTo(this.#view, pendingScroll.scrollTop);
    this.#view.requestMeasure();
  }

  unmount(): void {
    const view = this.#view;
    if (!view || !this.#parent) return;
    this.#scrollTop = view.scrollDOM.scrollTop;
    this.#pendingScroll = { snapshot: view.scrollSnapshot() };
    view.dom.remove();
    this.#parent = null;
  }

  /** Keeps the last values for later callers, so that a closed tab can be reopened with its view state. */
  destroy(): void {
    this.#scrollTop = this.viewState().scrollTop;
    this.#pendingScroll = null;
    this.#state = this.state;
    this.#view?.destroy();
    this.#view = null;
    this.#parent = null;
  }

  viewState(): ViewState {
    const folds: [number, number][] = [];
    foldedRanges(this.state).between(0, this.state.doc.length, (from, to) => {
      folds.push([from, to]);
    });
    const scrollTop =
      this.#view && this.#parent
        ? this.#view.scrollDOM.scrollTop
        : this.#pendingScroll && "scrollTop" in this.#pendingScroll
          ? this.#pendingScroll.scrollTop
          : this.#scrollTop;
    const mode = modeOf(this.state);
    const callouts = choicesOf(this.state);
    return {
      cursor: this.state.selection.main.head,
      scrollTop,
      folds,
      ...(callouts.length > 0 ? { callouts } : {}),
      ...(mode === "source" ? { mode } : {}),
    };
  }

  /** The line at the top of the view, with a fraction within a tall line, and its distance from the edge in pixels. */
  topLine(): { line: number; below: number } | null {
    const view = this.#view;
    if (!view || !this.#parent) return null;
    const height = view.scrollDOM.scrollTop - view.documentPadding.top;
    const { from, top, height: tall } = view.lineBlockAtHeight(Math.max(0, height));
    const share = tall > 0 ? Math.min(1, Math.max(0, height - top) / tall) : 0;
    return { line: this.state.doc.lineAt(from).number + share, below: Math.max(0, top - height) };
  }

  /** The lines in view, 1-based and inclusive; null while it is not in the window. */
  visibleLines(): { from: number; to: number } | null {
    const view = this.#view;
    if (!view || !this.#parent) return null;
    const height = Math.max(0, view.scrollDOM.scrollTop - view.documentPadding.top);
    const lineAt = (position: number) => this.state.doc.lineAt(position).number;
    const from = lineAt(view.lineBlockAtHeight(height).from);
    return { from, to: Math.max(from, lineAt(view.lineBlockAtHeight(height + view.scrollDOM.clientHeight).from)) };
  }

  /** Calls back whenever `visibleLines` may have changed, also often, until the returned function is called. */
  onViewMoved(listener: () => void): () => void {
    this.#moveListeners.add(listener);
    return () => this.#moveListeners.delete(listener);
  }

  /** Scrolls a line to where `topLine` would find it. The editor must be mounted. */
  scrollToLine({ line, below }: { line: number; below: number }): void {
    const { doc } = this.state;
    const { from } = doc.line(Math.min(doc.lines, Math.max(1, Math.floor(line))));
    const above = (line % 1) * (this.#view?.lineBlockAt(from).height ?? 0);
    // The first line also shows the margin above the text.
    const yMargin = line <= 1 ? Math.max(below, 400) : below - above;
    this.dispatch({ effects: EditorView.scrollIntoView(from, { y: "start", yMargin }) });
  }

  /** Selects a location and scrolls it into view, now or at the next mount. */
  reveal(location: TextLocation): void {
    const span = rangeOf(this.state.doc, location);
    const isMounted = this.#view !== null && this.#parent !== null;
    this.dispatch({ ...selecting(span), effects: isMounted ? scrollToMiddle(span.from) : [] });
    if (!isMounted) this.#pendingScroll = { at: span.from };
  }

  /** Restores a view state. A cursor past the end of the text moves to the end; folds past it are dropped. */
  restore({ cursor, scrollTop, folds, callouts = [], mode }: ViewState): void {
    const end = this.state.doc.length;
    const effects: StateEffect<unknown>[] = folds
      .filter(([from, to]) => Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= end)
      .map(([from, to]) => foldEffect.of({ from, to }));
    const at = Number.isFinite(cursor) ? Math.max(0, Math.min(end, Math.trunc(cursor))) : 0;
    effects.push(...restoreCallouts(this.state, callouts));
    if (mode) effects.push(showAs(mode));
    this.dispatch({ selection: EditorSelection.cursor(at), effects });
    if (!(scrollTop > 0)) return;
    if (this.#view && this.#parent) this.#scrollTo(this.#view, scrollTop);
    else this.#pendingScroll = { scrollTop };
  }

  /** Scrolls to a stored position. Heights above it are estimates until they are drawn, so it is set twice. */
  #scrollTo(view: EditorView, scrollTop: number): void {
    const set = () => {
      view.scrollDOM.scrollTop = scrollTop;
    };
    view.requestMeasure({ read: () => null, write: set });
    requestAnimationFrame(() => requestAnimationFrame(set));
  }

  #mapPendingScroll(transaction: Transaction): void {
    const pendingScroll = this.#pendingScroll;
    if (!pendingScroll || !transaction.docChanged) return;
    if ("at" in pendingScroll) this.#pendingScroll = { at: transaction.changes.mapPos(pendingScroll.at) };
    if (!("snapshot" in pendingScroll)) return;
    const snapshot = pendingScroll.snapshot.map(transaction.changes);
    this.#pendingScroll = snapshot ? { snapshot } : null;
  }
}
