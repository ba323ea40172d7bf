import { foldEffect, foldedRanges, syntaxTree, unfoldEffect } from "@codemirror/language";
import { type EditorState, type Extension, RangeSet, RangeSetBuilder } from "@codemirror/state";
import { type EditorView, GutterMarker, gutter, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { foldableCallouts, toggleCalloutAt } from "./live/callout-folds";
import { foldableLines } from "./writing/fold-at";
import { foldAt } from "./writing/fold-sections";

class FoldMark extends GutterMarker {
  constructor(private readonly isFolded: boolean) {
    super();
  }

  override toDOM({ state }: EditorView): HTMLElement {
    const sign = document.createElement("span");
    sign.textContent = this.isFolded ? "▸" : "▾";
    sign.title = state.phrase(this.isFolded ? "Unfold line" : "Fold line");
    if (this.isFolded) sign.dataset["folded"] = "";
    return sign;
  }
}

const open = new FoldMark(false);
const folded = new FoldMark(true);

/** The folded range that begins in a line; null if there is none. */
function foldedIn(state: EditorState, from: number, to: number): { from: number; to: number } | null {
  let found: { from: number; to: number } | null = null;
  foldedRanges(state).between(from, to, (first, last) => {
    if (!found || found.from > first) found = { from: first, to: last };
  });
  return found;
}

const marks = ViewPlugin.fromClass(
  class {
    markers: RangeSet<GutterMarker>;

    constructor(view: EditorView) {
      this.markers = this.#find(view);
    }

    update({ view, state, startState, docChanged, viewportChanged }: ViewUpdate): void {
      const isOther =
        foldedRanges(startState) !== foldedRanges(state) ||
        foldableCallouts(startState) !== foldableCallouts(state) ||
        syntaxTree(startState) !== syntaxTree(state);
      if (docChanged || viewportChanged || isOther) this.markers = this.#find(view);
    }

    #find({ state, viewport, viewportLineBlocks }: EditorView): RangeSet<GutterMarker> {
      const builder = new RangeSetBuilder<GutterMarker>();
      const foldable = foldableLines(state, viewport.from, viewport.to);
      const hidden = new Set(foldableCallouts(state).flatMap(({ isFolded, from }) => (isFolded ? [from] : [])));
      for (const { from, to } of viewportLineBlocks) {
        const mark = hidden.has(from) || foldedIn(state, from, to) ? folded : foldable.has(from) ? open : null;
        if (mark) builder.add(from, from, mark);
      }
      return builder.finish();
    }
  },
);

/** A gutter with fold buttons beside the visible lines. It needs a syntax tree of the visible part only. */
export const foldGutter: Extension = [
  marks,
  gutter({
    class: "cm-foldGutter",
    markers: (view) => view.plugin(marks)?.markers ?? RangeSet.empty,
    initialSpacer: () => open,
    domEventHandlers: {
      click(view, { from, to }) {
        if (toggleCalloutAt(view, from)) return true;
        const hidden = foldedIn(view.state, from, to);
        const range = hidden ?? foldAt(view.state, from);
        if (!range) return false;
        view.dispatch({ effects: (hidden ? unfoldEffect : foldEffect).of(range) });
        return true;
      },
    },
  }),
];
