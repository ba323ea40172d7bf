import type { Paragraph, ParagraphKind } from "../../../../core/markdown/paragraphs";
import { TextLimit } from "../package/text-limit";

/** A paragraph of a package, before it has a place in a text. */
export type OfficeParagraph = {
  kind: ParagraphKind;
  text: string;
  /** What the file itself calls it, unlike every other one; null where it gives no name. */
  ownName: string | null;
  /** Where its element stands, for formats that edit it there. */
  at?: PartSpan;
};

/** An element of a part, by where it stands in the part's text. */
export type PartSpan = { part: string; from: number; to: number };

/** The paragraphs of an Office package, and their texts as lines. */
export type PackageText = {
  text: string;
  paragraphs: Paragraph[];
  ownNames: (string | null)[];
  /** Whether there is more than was read; see `readPackage`. */
  isCut: boolean;
};

/** Those that have any text: the ones that are read, in their order. */
export const withText = (found: readonly OfficeParagraph[]): OfficeParagraph[] =>
  found.filter(({ text }) => text.trim() !== "");

/** Puts paragraphs below each other, each on lines of its own; those without text are left out. */
export function asText(found: readonly OfficeParagraph[], isCut = false): PackageText {
  const paragraphs: Paragraph[] = [];
  const ownNames: (string | null)[] = [];
  const texts: string[] = [];
  let at = 0;
  let line = 1;
  for (const { kind, text: whole, ownName } of found) {
    const text = whole.trim();
    if (text === "") continue;
    let lines = 1;
    for (let next = text.indexOf("\n"); next >= 0; next = text.indexOf("\n", next + 1)) lines++;
    paragraphs.push({ kind, text, from: at, to: at + text.length, line_from: line, line_to: line + lines - 1 });
    ownNames.push(ownName);
    texts.push(text);
    at += text.length + 1;
    line += lines;
  }
  return { text: texts.join("\n"), paragraphs, ownNames, isCut };
}

/** Where paragraphs go while a package is read, and the limit that they count against. */
export type ParagraphSink = { found: OfficeParagraph[]; limit: TextLimit };

/** Stands for the id of a paragraph that has none, since not all of its document could be read. */
export const NO_ID = "-";

/** Reads what comes before the limit; `isCut` says that there is more. */
export function readBeginning(read: (sink: ParagraphSink) => unknown): { found: OfficeParagraph[]; isCut: boolean } {
  const sink: ParagraphSink = { found: [], limit: new TextLimit() };
  try {
    read(sink);
  } catch (error) {
    if (!sink.limit.isReached) throw error;
  }
  return { found: sink.found, isCut: sink.limit.isReached };
}

/** Builds the paragraphs of one part while it is scanned: paragraphs may stand in each other, and cells in rows. */
export class ParagraphBuilder {
  readonly found: OfficeParagraph[];
  readonly #limit: TextLimit;
  readonly #part: string;
  readonly #open: { slot: number; kind: ParagraphKind; ownName: string | null; text: string; from: number }[] = [];
  /** The rows around us; all but the outermost only add to it. */
  #rows = 0;
  #row: { slot: number; ownName: string | null; cells: string[][]; opened: number; from: number } | null = null;

  /** Adds to what the sink holds. Paragraphs know where they stand in `part`. */
  constructor(part: string, { found, limit }: ParagraphSink) {
    this.#part = part;
    this.found = found;
    this.#limit = limit;
  }

  get isInParagraph(): boolean {
    return this.#open.length > 0;
  }

  openParagraph(kind: ParagraphKind, ownName: string | null, from = 0): void {
    // Its place is where it begins, before what stands in it.
    this.#limit.take(1, 1);
    const slot = this.#row === null ? this.found.push({ kind, text: "", ownName }) - 1 : -1;
    this.#open.push({ slot, kind, ownName, text: "", from });
  }

  closeParagraph(to = 0): void {
    const paragraph = this.#open.pop();
    if (paragraph === undefined) return;
    const { text, from } = paragraph;
    if (this.#row !== null) {
      if (text.trim() !== "") this.#cell(this.#row).push(text.trim());
      this.#row.ownName ??= paragraph.ownName;
    } else if (paragraph.slot >= 0)
      this.found[paragraph.slot] = {
        ...{ kind: paragraph.kind, text, ownName: paragraph.ownName },
        at: { part: this.#part, from, to },
      };
  }

  /** The cell at hand. Empty ones before it are only counted until there is something behind them. */
  #cell(row: { cells: string[][]; opened: number }): string[] {
    this.#limit.take(3 * row.opened, row.opened);
    for (; row.opened > 0; row.opened--) row.cells.push([]);
    return row.cells.at(-1) ?? [];
  }

  /** Of the paragraph at hand; with `only` where it is of that kind so far. */
  setKind(kind: ParagraphKind, only?: ParagraphKind): void {
    const paragraph = this.#open.at(-1);
    if (paragraph !== undefined && (only === undefined || paragraph.kind === only)) paragraph.kind = kind;
  }

  add(text: string): void {
    const paragraph = this.#open.at(-1);
    if (paragraph === undefined) return;
    this.#limit.take(text.length);
    paragraph.text += text;
  }

  openRow(ownName: string | null, from = 0): void {
    if (this.#rows++ > 0) return;
    this.#limit.take(1, 1);
    const slot = this.found.push({ kind: "table_row", text: "", ownName }) - 1;
    this.#row = { slot, ownName, cells: [[]], opened: 0, from };
  }

  /** Or so many of the same; what is said next is said in the last. */
  openCell(count = 1): void {
    if (this.#row !== null) this.#row.opened += count;
  }

  closeRow(to = 0): void {
    if (--this.#rows > 0 || this.#row === null) return;
    const { slot, ownName, cells, from } = this.#row;
    this.#row = null;
    const texts = cells.slice(1).map((cell) => cell.join(" ").replaceAll(/\s+/g, " "));
    this.found[slot] = {
      ...{ kind: "table_row", text: texts.join(" | "), ownName },
      at: { part: this.#part, from, to },
    };
  }
}
