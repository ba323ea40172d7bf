import { EditorSelection, type Extension } from "@codemirror/state";
import { drawSelection, type EditorView, type LayerMarker, layer, RectangleMarker } from "@codemirror/view";

/** The parts of CodeMirror's drawn selection, and which of them is the layer of its carets. */
const PARTS = { all: 5, carets: 1 };

/** CodeMirror's drawn selection without its carets. */
export function selectionWithoutCarets(): Extension[] | null {
  const parts = drawSelection();
  if (!Array.isArray(parts) || parts.length !== PARTS.all) return null;
  return parts.filter((_, index) => index !== PARTS.carets);
}

/**
 * A caret that is moved by a transform, on whole pixels. CodeMirror moves its own by `left` and `top`, so that each key
 * lays out the window twice more: before CodeMirror looks whether the caret is in view, and before the frame.
 */
class Caret implements LayerMarker {
  constructor(
    private readonly at: { left: number; top: number; height: number },
    private readonly className: string,
  ) {}

  eq(other: Caret): boolean {
    const { left, top, height } = this.at;
    return other.at.left === left && other.at.top === top && other.at.height === height && this.isAlike(other);
  }

  private isAlike(other: Caret): boolean {
    return other.className === this.className;
  }

  draw(): HTMLElement {
    const dom = document.createElement("div");
    dom.className = this.className;
    dom.style.height = `${this.at.height}px`;
    this.move(dom);
    return dom;
  }

  update(dom: HTMLElement, before: LayerMarker): boolean {
    if (!(before instanceof Caret) || !this.isAlike(before)) return false;
    if (before.at.height !== this.at.height) dom.style.height = `${this.at.height}px`;
    this.move(dom);
    return true;
  }

  private move(dom: HTMLElement): void {
    dom.style.transform = `translate(${this.at.left}px, ${this.at.top}px)`;
  }
}

/** Where layout would draw the edges of a caret: on the pixels of the screen. */
function onPixels({ left, top, height }: RectangleMarker): { left: number; top: number; height: number } {
  const scale = window.devicePixelRatio || 1;
  const snap = (value: number) => Math.round(value * scale) / scale;
  return { left: snap(left), top: snap(top), height: snap(top + height) - snap(top) };
}

const caretLayer = layer({
  above: true,
  class: "cm-cursorLayer",
  markers: (view: EditorView) =>
    view.state.selection.ranges.flatMap((range) => {
      const caret = range.empty ? range : EditorSelection.cursor(range.head, range.assoc);
      const className = `cm-cursor cm-cursor-${range === view.state.selection.main ? "primary" : "secondary"}`;
      return RectangleMarker.forRange(view, className, caret).map((marker) => new Caret(onPixels(marker), className));
    }),
  update: ({ docChanged, selectionSet }) => docChanged || selectionSet,
});

/** The selection and the carets, drawn instead of the browser's own. */
export const selectionAndCarets = (): Extension => {
  const selection = selectionWithoutCarets();
  return selection ? [caretLayer, selection] : drawSelection({ cursorBlinkRate: 0 });
};
