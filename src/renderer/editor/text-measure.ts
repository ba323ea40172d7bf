import type { EditorView } from "@codemirror/view";

const MOST_KEPT = 500;

/** Widths of short pieces of text in the editor's font, in pixels, without touching the page's layout. */
export class TextMeasure {
  #context: CanvasRenderingContext2D | null = null;
  #font = "";
  readonly #widths = new Map<string, number>();

  /** Whether the font is no longer the one that the widths are of. */
  isOutdated(view: EditorView): boolean {
    return fontOf(view) !== this.#font;
  }

  /**
   * Takes the font that the editor has; before any widths are asked for. It is looked up when it is `outdated`, and first:
   * a look makes the page work out its styles, which at every key costs more than all that is measured.
   */
  prepare(view: EditorView, state: "outdated" | "known"): void {
    const font = state === "outdated" || this.#font === "" ? fontOf(view) : this.#font;
    if (font === this.#font && this.#widths.size <= MOST_KEPT) return;
    this.#font = font;
    this.#widths.clear();
  }

  /** 0 where nothing can be measured. Digits count as those of numbers of lists, which are all as wide as a nought. */
  width(text: string): number {
    const known = this.#widths.get(text);
    if (known !== undefined) return known;
    this.#context ??= document.createElement("canvas").getContext("2d");
    if (!this.#context) return 0;
    this.#context.font = this.#font;
    const width = this.#context.measureText(text.replaceAll("\t", "    ").replace(/\d/g, "0")).width;
    this.#widths.set(text, width);
    return width;
  }
}

function fontOf(view: EditorView): string {
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(view.contentDOM);
  return `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
}
