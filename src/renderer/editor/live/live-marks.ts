import { syntaxTree } from "@codemirror/language";
import type { Range } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { ParsedRange } from "../syntax/changed-blocks";
import { onCodeLanguage } from "../syntax/code-language";
import { forgetParts, parsesLocally, partTree } from "../syntax/part-tree";
import { attention, seenAsSource, setPointerDown } from "../text/attention";
import { TextMeasure } from "../text/text-measure";
import { blocks } from "./blocks";
import { definitions } from "./definitions";
import { onEmojiLoaded } from "./emoji-codes";
import { optionalMarks } from "./live-host";
import { liveMarks as marksOf } from "./marks";
import { moveMarks } from "./moved-marks";
import { drawComposed, isUndrawn } from "./region-changes";
import { themeOf } from "./shown-theme";

/** How far beyond the view marks are drawn, in characters. */
const MARGIN = 500;

/** The maximum number of lines of code that are searched for the first line of their block. */
const MAX_LINES = 200;

/** The longest interval of a double click, in milliseconds. */
const RETRY_DELAY = 220;

/** How long after a composition no further input comes from it, and no other one has begun, in milliseconds. */
const COMPOSITION_DELAY = 300;

/**
 * Decorates the visible lines, again whenever the text, the view or the selection changes. After an edit, only the blocks that have changed are
 * decorated again.
 */
export const liveMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    readonly #view: EditorView;
    readonly #measure = new TextMeasure();
    readonly #width = (text: string): number => this.#measure.width(text);
    readonly #unlisten: () => void;
    #tree: unknown;
    #isBehind = false;
    /** What is decorated; null if that is not one range. */
    #drawn: ParsedRange | null = null;
    #hoveredButton: Element | null = null;
    #releasing: ReturnType<typeof setTimeout> | undefined;
    #composing: ReturnType<typeof setTimeout> | undefined;

    constructor(view: EditorView) {
      this.#view = view;
      this.#tree = syntaxTree(view.state);
      this.decorations = this.#draw("outdated");
      const stops = [onCodeLanguage(() => this.#handleLanguageLoaded()), onEmojiLoaded(() => this.redraw())];
      this.#unlisten = () => {
        for (const stop of stops) stop();
      };
      if (isUndrawn(view.state)) this.handleCompositionEnd();
      window.addEventListener("mouseup", this.#handlePointerUp, { capture: true });
      window.addEventListener("dragend", this.#handlePointerUp, { capture: true });
      window.addEventListener("blur", this.#handlePointerUp);
    }

    update(update: ViewUpdate): void {
      const { state, startState } = update;
      // Do not redraw inside a word that is being composed: the input method would lose its position.
      if (update.view.composing || update.view.compositionStarted) {
        if (update.docChanged) this.decorations = this.decorations.map(update.changes);
        this.#isBehind = true;
        return;
      }
      // Some input methods announce no end of a word.
      if (isUndrawn(state) && this.#composing === undefined) this.handleCompositionEnd();
      const tree = syntaxTree(state);
      const isMoved =
        state.field(attention) !== startState.field(attention, false) ||
        state.field(definitions) !== startState.field(definitions, false);
      const isReset =
        themeOf(state) !== themeOf(startState) ||
        state.facet(optionalMarks) !== startState.facet(optionalMarks) ||
        update.transactions.some(
          ({ reconfigured, effects }) => reconfigured || effects.some((effect) => effect.is(setPointerDown)),
        );
      const isResized = update.geometryChanged && !update.docChanged && this.#measure.isOutdated(update.view);
      const isInvalidated =
        isReset ||
        state.field(blocks, false) !== startState.field(blocks, false) ||
        state.facet(seenAsSource).some((spansOf) => spansOf(state) !== spansOf(startState));
      if (
        !update.docChanged &&
        !update.viewportChanged &&
        tree === this.#tree &&
        !isMoved &&
        !isResized &&
        !isInvalidated
      )
        if (!this.#isBehind) return;
      this.#tree = tree;
      const moved = update.docChanged && !isReset && !this.#isBehind ? this.#move(update) : null;
      this.#isBehind = false;
      this.decorations = moved ?? this.#draw(isResized ? "outdated" : "known");
    }

    /** The decorations after an edit, if only a part of them has to be recomputed; otherwise null. */
    #move(update: ViewUpdate): DecorationSet | null {
      const [before, after] = [this.#drawn, this.#wholeRange()];
      if (!before || !after) return null;
      this.#measure.prepare(this.#view, "known");
      const moved = moveMarks(this.decorations, update, before, after, this.#width);
      if (moved) this.#drawn = after;
      return moved;
    }

    /** What must be decorated, if that is one range. */
    #wholeRange(): ParsedRange | null {
      const { state, visibleRanges } = this.#view;
      const [visible] = visibleRanges;
      if (!visible || visibleRanges.length > 1) return null;
      const { doc } = state;
      const range = {
        from: doc.lineAt(Math.max(0, visible.from - MARGIN)).from,
        to: doc.lineAt(Math.min(doc.length, visible.to + MARGIN)).to,
      };
      const part = partTree(state, range.from, range.to);
      return part && { part, doc, range };
    }

    #draw(font: "outdated" | "known"): DecorationSet {
      const { state, visibleRanges } = this.#view;
      this.#measure.prepare(this.#view, font);
      this.#drawn = this.#wholeRange();
      const found: Range<Decoration>[] = [];
      let done = -1;
      for (const visible of visibleRanges) {
        const from = Math.max(done + 1, state.doc.lineAt(Math.max(0, visible.from - MARGIN)).from);
        const to = state.doc.lineAt(Math.min(state.doc.length, visible.to + MARGIN)).to;
        if (from > to) continue;
        done = to;
        const part = partTree(state, from, to);
        if (part) found.push(...marksOf({ state, part, from, to, width: this.#width }));
      }
      return Decoration.set(found, true);
    }

    #handleLanguageLoaded(): void {
      if (!this.#view.state.facet(parsesLocally)) return;
      forgetParts(this.#view.state.doc);
      this.redraw();
    }

    /** The pointer is over a line of code, or no longer: shows or hides that block's button. */
    handleHover(line: Element | null): void {
      let above = line;
      for (let steps = 0; above && !above.matches(".cm-line-fence.cm-line-first") && steps < MAX_LINES; steps++)
        above = above.previousElementSibling;
      const button = above?.querySelector(".cm-live-copy") ?? null;
      if (button === this.#hoveredButton) return;
      this.#hoveredButton?.classList.remove("cm-live-near");
      button?.classList.add("cm-live-near");
      this.#hoveredButton = button;
    }

    /** After the composition's last change is in the text. */
    handleCompositionEnd(): void {
      clearTimeout(this.#composing);
      this.#composing = setTimeout(() => {
        this.#composing = undefined;
        const { composing, compositionStarted, dom, state } = this.#view;
        if (!dom.isConnected || composing || compositionStarted) return;
        if (this.#isBehind || isUndrawn(state))
          this.#view.dispatch({ effects: [setPointerDown.of(false), drawComposed.of(null)] });
      }, COMPOSITION_DELAY);
    }

    /** An empty update makes the plugin redraw. */
    redraw(): void {
      this.#view.dispatch({ effects: setPointerDown.of(false) });
    }

    handlePointerDown(): void {
      clearTimeout(this.#releasing);
      this.#view.dispatch({ effects: setPointerDown.of(true) });
    }

    readonly #handlePointerUp = (): void => {
      clearTimeout(this.#releasing);
      if (!this.#view.state.field(attention).isPointerDown) return;
      this.#releasing = setTimeout(() => {
        if (this.#view.state.field(attention, false)?.isPointerDown)
          this.#view.dispatch({ effects: setPointerDown.of(false) });
      }, RETRY_DELAY);
    };

    destroy(): void {
      clearTimeout(this.#releasing);
      clearTimeout(this.#composing);
      this.#unlisten();
      window.removeEventListener("mouseup", this.#handlePointerUp, { capture: true });
      window.removeEventListener("dragend", this.#handlePointerUp, { capture: true });
      window.removeEventListener("blur", this.#handlePointerUp);
    }
  },
  {
    decorations: (plugin) => plugin.decorations,
    eventHandlers: {
      mouseover(event) {
        this.handleHover(event.target instanceof Element ? event.target.closest(".cm-line-code") : null);
      },
      mouseleave() {
        this.handleHover(null);
      },
      compositionend() {
        this.handleCompositionEnd();
      },
      mousedown(event, view) {
        if (event.button !== 0 || !view.contentDOM.contains(event.target as Node)) return false;
        this.handlePointerDown();
        return false;
      },
    },
  },
);
