import { type EditorState, type Extension, Prec } from "@codemirror/state";
import { type Command, EditorView, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { type GiantWindow, giantWindows, isHidden, moveWindow, WINDOW, windowAt } from "./giant-windows";

/** A placeholder this close to the view, in pixels, is replaced by text. */
const NEAR = 400;

/** The cursor keeps at least this distance from a placeholder, in characters: more than a screenful. */
const EDGE = WINDOW / 6;

/** If the cursor is in one of CodeMirror's gaps, this much of the line around it is laid out, in characters. */
const CRUMB = 20;

/** In shorter lines, CodeMirror draws all text, without gaps. In characters. */
const GAPS = 4000;

/** Keys that need the cursor's coordinates. */
const MOTION = /^(?:Arrow|Page|Home|End)/;

/** Moves the windows on giant lines with the view and the cursor. */
const windowMotion = ViewPlugin.fromClass(
  class {
    readonly #view: EditorView;
    #isMoving = false;
    #scrollTop = 0;
    #scrollLeft = 0;

    constructor(view: EditorView) {
      this.#view = view;
      view.scrollDOM.addEventListener("scroll", this.#scrolled, { passive: true });
    }

    destroy(): void {
      this.#view.scrollDOM.removeEventListener("scroll", this.#scrolled);
    }

    update({ state, docChanged, selectionSet }: ViewUpdate): void {
      if (this.#isMoving || (!docChanged && !selectionSet)) return;
      if (!this.#isOutside(state)) return;
      // After the update, and before anything is painted.
      queueMicrotask(() => {
        const view = this.#view;
        if (!view.dom.isConnected) return;
        view.elementAtHeight(0);
        const head = this.#isOutside(view.state);
        if (head !== null) this.#show(head, head);
      });
    }

    /** The cursor position, if it is near a placeholder. */
    #isOutside(state: EditorState): number | null {
      const { head } = state.selection.main;
      const window = windowAt(state, head);
      return window && isAtEdge(window, head) && !isHidden(window, head) ? head : null;
    }

    /**
     * Moves the window when a placeholder comes into view: forward when reading on, to the end of the line when coming
     * from there.
     */
    readonly #scrolled = (): void => {
      const view = this.#view;
      if (this.#isMoving || view.state.field(giantWindows).all.length === 0) return;
      // Apply the pending scroll first.
      view.elementAtHeight(0);
      if (!view.lineWrapping) {
        this.#scrollSideways();
        return;
      }
      const { scrollTop } = view.scrollDOM;
      const by = scrollTop - this.#scrollTop;
      this.#scrollTop = scrollTop;
      const shown = view.scrollDOM.getBoundingClientRect();
      for (const sign of view.contentDOM.querySelectorAll<HTMLElement>(".cm-giant-rest")) {
        const box = sign.getBoundingClientRect();
        if (box.bottom < shown.top - NEAR || box.top > shown.bottom + NEAR) continue;
        const window = windowAt(view.state, view.posAtDOM(sign));
        if (!window) continue;
        const { from, to, first, last } = window;
        const isAfter = sign.dataset["where"] === "after";
        const middle = this.#middle();
        const isInside = middle !== null && middle >= first && middle <= last;
        // After a jump, show everything around the target.
        const isLeap = Math.abs(by) > shown.height;
        const isBeyond = isLeap && (isAfter ? box.bottom < shown.bottom : box.top > shown.top);
        if (isInside && !isBeyond) this.#show(isAfter ? last : first, middle);
        else this.#show(isAfter ? to : from, Math.max(0, Math.min(view.state.doc.length, isAfter ? to + 1 : from - 1)));
        return;
      }
    };

    /** Without line wrap, a window is one long line with its placeholders at the sides. */
    #scrollSideways(): void {
      const { scrollLeft, scrollWidth, clientWidth } = this.#view.scrollDOM;
      const by = scrollLeft - this.#scrollLeft;
      this.#scrollLeft = scrollLeft;
      if (by === 0) return;
      const shown = this.#view.scrollDOM.getBoundingClientRect();
      for (const sign of this.#view.contentDOM.querySelectorAll<HTMLElement>(".cm-giant-rest")) {
        const box = sign.getBoundingClientRect();
        const window = windowAt(this.#view.state, this.#view.posAtDOM(sign));
        if (!window || box.bottom < shown.top || box.top > shown.bottom) continue;
        const { from, to, first, last } = window;
        if (by > 0 && last < to && scrollLeft + clientWidth > scrollWidth - NEAR) this.#show(last, last);
        else if (by < 0 && first > from && scrollLeft < NEAR) this.#show(first, first);
        return;
      }
    }

    #middle(): number | null {
      const { left, top, right, bottom } = this.#view.scrollDOM.getBoundingClientRect();
      const caret = document.caretPositionFromPoint((left + right) / 2, (top + bottom) / 2);
      const isInText = caret !== null && this.#view.contentDOM.contains(caret.offsetNode);
      return isInText ? this.#view.posAtDOM(caret.offsetNode, caret.offset) : null;
    }

    /** Moves a window to around `at`; the text at `still` keeps its position on the screen. */
    #show(at: number, still: number): void {
      const view = this.#view;
      const { left, top } = view.scrollDOM.getBoundingClientRect();
      const coords = view.coordsAtPos(still, 1);
      const stay = coords && {
        y: "start" as const,
        yMargin: coords.top - top,
        x: "start" as const,
        xMargin: coords.left - left,
      };
      this.#isMoving = true;
      view.dispatch({ effects: [moveWindow.of(at), ...(stay ? [EditorView.scrollIntoView(still, stay)] : [])] });
      // This forces a layout now, and scrolls.
      view.elementAtHeight(0);
      this.#scrollTop = view.scrollDOM.scrollTop;
      this.#scrollLeft = view.scrollDOM.scrollLeft;
      this.#isMoving = false;
    }
  },
);

const isAtEdge = ({ from, to, first, last }: GiantWindow, head: number): boolean =>
  (first > from && head - first < EDGE) || (last < to && last - head < EDGE);

/**
 * Scrolls the cursor back into view before it is moved: CodeMirror needs seconds to find the target from a position
 * that is not laid out, and finds a wrong one.
 */
const keepInWindow = EditorView.domEventHandlers({
  keydown(event, view) {
    if (!MOTION.test(event.key) || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return false;
    const { head } = view.state.selection.main;
    const window = windowAt(view.state, head);
    const line = view.state.doc.lineAt(head);
    if (line.length < GAPS && view.state.field(giantWindows).all.length === 0) return false;
    // Apply what has been requested of the layout: keys can be faster than frames.
    view.elementAtHeight(0);
    const isLaidOut = view.visibleRanges.some(
      ({ from, to }) =>
        (head - from >= CRUMB || (from <= line.from && head >= from)) &&
        (to - head >= CRUMB || (to >= line.to && head <= to)),
    );
    if (isLaidOut) return false;
    const near = EditorView.scrollIntoView(head, { y: "nearest", yMargin: 3 * view.defaultLineHeight });
    view.dispatch({ effects: window ? [moveWindow.of(head), near] : near });
    view.elementAtHeight(0);
    return false;
  },
});

/** Without line wrap, these keys mean the ends of the line, not of the window. */
const toEnd =
  (end: "from" | "to", reach: "move" | "extend"): Command =>
  (view) => {
    const { main } = view.state.selection;
    const window = view.lineWrapping ? null : windowAt(view.state, main.head);
    if (!window) return false;
    const selection = reach === "extend" ? { anchor: main.anchor, head: window[end] } : { anchor: window[end] };
    view.dispatch({ selection, scrollIntoView: true, userEvent: "select" });
    return true;
  };

const ends = keymap.of([
  { key: "Home", run: toEnd("from", "move"), shift: toEnd("from", "extend") },
  { key: "End", run: toEnd("to", "move"), shift: toEnd("to", "extend") },
]);

/** Giant lines in the editor: which part is laid out, and how the cursor moves in them. */
export const giantMotion: Extension = [giantWindows, windowMotion, Prec.highest([keepInWindow, ends])];
