import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { openingWidth } from "../text/opening-width";
import { TextMeasure } from "../text/text-measure";
import type { DrawnTable } from "./tables";

/** The narrowest and the widest column, and the longest word that is not broken, in em. */
const WIDTH = { least: 2.2, most: 38, word: 11 };

/** Room for the padding, the border and the caret, in em. */
const PADDING = 2;

/** A header is bold. */
const BOLD = 1.08;

const MAX_CELLS = 20_000;
const MAX_LENGTH = 2_000;

/** The widths of a text, and of its longest word, in em. */
type Width = { whole: number; word: number };

const widest = (a: Width, b: Width, isBold: boolean): Width => {
  const factor = isBold ? BOLD : 1;
  return { whole: Math.max(a.whole, b.whole * factor), word: Math.max(a.word, b.word * factor) };
};

/** Measures the cells of tables, so that a column has the same width in each row, drawn or not. */
export class ColumnWidths {
  #measure = new TextMeasure(MAX_CELLS);
  #known = new WeakMap<DrawnTable, readonly Width[]>();
  #cells = new Map<string, Width>();
  #size = 16;

  /** Reads the font again, if it may have changed. */
  prepare(view: EditorView, font: "outdated" | "known"): void {
    if (font === "outdated") {
      // A font that was loaded meanwhile has the same name.
      this.#measure = new TextMeasure(MAX_CELLS);
      this.#known = new WeakMap();
      this.#cells = new Map();
    }
    this.#measure.prepare(view, font);
    this.#size = this.#measure.fontSize;
  }

  isOutdated(view: EditorView): boolean {
    return this.#measure.isOutdated(view);
  }

  /** The columns of a table for `grid-template-columns`. */
  of(state: EditorState, drawn: DrawnTable): string {
    return this.#withCursor(state, drawn)
      .map(({ whole, word }) => {
        const least = Math.min(WIDTH.word, word) + PADDING;
        const most = Math.max(least, Math.min(WIDTH.most, whole) + PADDING);
        return `minmax(${least.toFixed(1)}em, ${most.toFixed(1)}em)`;
      })
      .join(" ");
  }

  /** The indentation of a table that begins in the line of a list item: that of a text there. */
  openingOf({ opening }: DrawnTable): string {
    return opening === "" ? "" : openingWidth(opening, this.#measure, `${this.#size}px`);
  }

  /** The cell with the cursor shows its marks: they have room, too. */
  #withCursor(state: EditorState, drawn: DrawnTable): readonly Width[] {
    let widths = this.#widths(state, drawn);
    for (const { from, to } of state.selection.ranges) {
      const row = drawn.table.rows.find((each) => from >= each.from && to <= each.to && each.kind !== "signs");
      const column = row?.cells.findIndex((cell) => from >= cell.from && to <= cell.to) ?? -1;
      const cell = row?.cells[column];
      const width = widths[column];
      if (!row || !cell || !width) continue;
      const own = this.#cell(state.sliceDoc(cell.start, cell.end), "source");
      widths = widths.with(column, widest(width, own, row.kind === "head"));
    }
    return widths;
  }

  #widths(state: EditorState, drawn: DrawnTable): readonly Width[] {
    const known = this.#known.get(drawn);
    if (known) return known;
    const widths = Array.from({ length: drawn.columns }, (): Width => ({ whole: WIDTH.least, word: WIDTH.least }));
    for (const { kind, cells } of drawn.table.rows) {
      if (kind === "signs") continue;
      cells.forEach(({ start, end }, column) => {
        const width = widths[column];
        if (width && end > start)
          widths[column] = widest(width, this.#cell(state.sliceDoc(start, end), "shown"), kind === "head");
      });
    }
    this.#known.set(drawn, widths);
    return widths;
  }

  #cell(source: string, as: "shown" | "source"): Width {
    const text = as === "shown" ? shownText(source) : source.slice(0, MAX_LENGTH);
    const known = this.#cells.get(text);
    if (known) return known;
    if (this.#cells.size > MAX_CELLS) this.#cells.clear();
    let [whole, word] = [0, 0];
    for (const line of text.split("\n")) {
      whole = Math.max(whole, this.#measure.width(line) / this.#size);
      for (const part of line.split(BREAKS)) word = Math.max(word, this.#measure.width(part) / this.#size);
    }
    const cell = { whole, word };
    this.#cells.set(text, cell);
    return cell;
  }
}

/** Where a line may break: at blanks, and around every ideograph. */
const BREAKS = /\s+|(?<=[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef])/;

const IMAGE = "■".repeat(9);

/** About what is seen of a cell's source: the text without its marks. */
export const shownText = (source: string): string =>
  source
    .slice(0, MAX_LENGTH)
    .replace(/<br ?\/?>/gi, "\n")
    .replace(/!\[\[[^\]]*\]\]|!\[[^\]]*\]\([^)]*\)/g, IMAGE)
    .replace(/\[\[(?:[^\]|]*\\?\|)?([^\]]*)\]\]/g, "$1")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\$\$?([^$]+)\$\$?/g, (_, formula: string) => formula.replace(/\\[a-zA-Z]+|[{}^_]/g, ""))
    .replace(/\*\*|__|~~|==|`+|(?<![\w*])\*|\*(?![\w*])|<[^>]{1,40}>/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");
