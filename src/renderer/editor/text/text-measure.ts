import type { EditorView } from "@codemirror/view";

/** Measures short pieces of text in the editor's font, in pixels, without causing a layout. */
export class TextMeasure {
  #context: CanvasRenderingContext2D | null = null;
  #font = "";
  readonly #widths = new Map<string, number>();
  readonly #maxCached: number;

  constructor(maxCached = 500) {
    this.#maxCached = maxCached;
  }

  /** The size of the editor's font in pixels, once it has been read. */
  get fontSize(): number {
    return Number(/([\d.]+)px/.exec(this.#font)?.[1] ?? 16);
  }

  /** Whether the font has changed since the widths were measured. */
  isOutdated(view: EditorView): boolean {
    return fontOf(view) !== this.#font;
  }

  /**
   * Reads the editor's font; call it before asking for widths. If `outdated`, or on first use, it queries computed
   * styles, which is too slow to do at every key.
   */
  prepare(view: EditorView, state: "outdated" | "known"): void {
    const font = state === "outdated" || this.#font === "" ? fontOf(view) : this.#font;
    if (font === this.#font && this.#widths.size <= this.#maxCached) return;
    this.#font = font;
    this.#widths.clear();
  }

  /**
   * The width in pixels, or 0 if nothing can be measured. All digits count as zeros, because list numbers use tabular
   * digits.
   */
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
