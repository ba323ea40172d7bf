import type { Extension } from "@codemirror/state";
import { type EditorView, GutterMarker, gutter } from "@codemirror/view";
import { trimLineBreaks } from "../text/trim-line-breaks";
import { lanesOf } from "./agent-lanes";
import { reviewIn } from "./review-state";

/** A bar beside each visible line with pending edits, including rendered blocks. */
export function reviewGutter(): Extension {
  return gutter({
    class: "cm-review-gutter",
    lineMarker: barOf,
    widgetMarker: (view, _widget, block) => barOf(view, block),
    lineMarkerChange: (update) => reviewIn(update.startState) !== reviewIn(update.state),
  });
}

class Bar extends GutterMarker {
  constructor(
    private readonly hunk: string,
    private readonly lane: string,
  ) {
    super();
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof Bar && other.hunk === this.hunk && other.lane === this.lane;
  }

  override toDOM(): HTMLElement {
    const bar = document.createElement("div");
    bar.className = "cm-review-bar";
    bar.dataset["hunk"] = this.hunk;
    bar.dataset["lane"] = this.lane;
    return bar;
  }
}

const bars = new WeakMap<object, { ends: number[]; lanes: ReturnType<typeof lanesOf> }>();

function barOf(view: EditorView, block: { from: number; to: number }): Bar | null {
  const review = reviewIn(view.state);
  if (!review) return null;
  let known = bars.get(review);
  if (!known) {
    // Hunks may be nested: find the first that can reach the line by the furthest end so far.
    let furthest = 0;
    const ends = review.hunks.map(({ to }) => {
      furthest = Math.max(furthest, to);
      return furthest;
    });
    known = { ends, lanes: lanesOf(review) };
    bars.set(review, known);
  }
  let [low, high] = [0, known.ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((known.ends[middle] ?? 0) < block.from) low = middle + 1;
    else high = middle;
  }
  for (let index = low; index < review.hunks.length; index++) {
    const hunk = review.hunks[index];
    if (!hunk || hunk.from > block.to) return null;
    // Only the lines of its parts: the text between them is unchanged. A part that ends with a line break is not in the
    // next line.
    const touches = hunk.parts.some((part) => {
      if (part.from > block.to || part.to < block.from) return false;
      const { from, to } = trimLineBreaks(view.state.doc, part);
      return from <= block.to && (to > block.from || (to === block.from && to === from));
    });
    if (touches) return new Bar(hunk.id, known.lanes.get(hunk.id)?.lane ?? "0");
  }
  return null;
}
