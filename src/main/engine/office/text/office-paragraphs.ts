import type { Paragraph, ParagraphKind } from "../../../../core/markdown/paragraphs";
import { TextLimit } from "../package/text-limit";

/** A paragraph of a package, before it has a position in the text. */
export type OfficeParagraph = {
  kind: ParagraphKind;
  text: string;
  /** The file's own id for it, which is unique; null if there is none. */
  ownName: string | null;
  /** The range of its element, for formats that edit it in place. */
  at?: PartSpan;
} & ParagraphFormat;

/** What `read` tells about the formatting of a paragraph. */
export type ParagraphFormat = {
  /** The level of a heading or a list item, from 1. */
  level?: number;
  /** The name of its style, as users see it; absent for the standard style and for headings named by their level. */
  style?: string;
};

/** The range of an element in the text of a part. */
export type PartSpan = { part: string; from: number; to: number };

/** The paragraphs of an Office package, and their text as lines. */
export type PackageText = {
  text: string;
  paragraphs: Paragraph[];
  ownNames: (string | null)[];
  /** Whether the package contains more than was read; see `readPackage`. */
  isCut: boolean;
};

/** The paragraphs with text, in order: those that are read. */
export const withText = (found: readonly OfficeParagraph[]): OfficeParagraph[] =>
  found.filter(({ text }) => text.trim() !== "");

/** Joins paragraphs, each on its own lines; those without text are left out. */
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

/** Collects the paragraphs of a package while it is read, and counts them against a limit. */
export type ParagraphSink = { found: OfficeParagraph[]; limit: TextLimit };

/** The id of paragraphs that have none because their document could not be read completely. */
export const NO_ID = "-";

/** Reads up to the limit; `isCut` if there is more. */
export function readBeginning(read: (sink: ParagraphSink) => unknown): { found: OfficeParagraph[]; isCut: boolean } {
  const sink: ParagraphSink = { found: [], limit: new TextLimit() };
  try {
    read(sink);
  } catch (error) {
    if (!sink.limit.isReached) throw error;
  }
  return { found: sink.found, isCut: sink.limit.isReached };
}

/** Builds the paragraphs of one part while it is scanned. Paragraphs may nest, and cells are nested in rows. */
export class ParagraphBuilder {
  readonly found: OfficeParagraph[];
  readonly #limit: TextLimit;
  readonly #part: string;
  readonly #open: {
    slot: number;
    kind: ParagraphKind;
    ownName: string | null;
    text: string;
    from: number;
    format: ParagraphFormat;
  }[] = [];
  /** The number of open rows; only the outermost becomes a paragraph, and the others add to it. */
  #rows = 0;
  #row: { slot: number; ownName: string | null; cells: string[][]; opened: number; from: number } | null = null;

  /** Adds to the sink. Paragraphs get their range in `part`. */
  constructor(part: string, { found, limit }: ParagraphSink) {
    this.#part = part;
    this.found = found;
    this.#limit = limit;
  }

  get isInParagraph(): boolean {
    return this.#open.length > 0;
  }

  openParagraph(kind: ParagraphKind, ownName: string | null, from = 0): void {
    // Its position is its start, before paragraphs nested in it.
    this.#limit.take(1, 1);
    const slot = this.#row === null ? this.found.push({ kind, text: "", ownName }) - 1 : -1;
    this.#open.push({ slot, kind, ownName, text: "", from, format: {} });
  }

  closeParagraph(to = 0): void {
    const paragraph = this.#open.pop();
    if (paragraph === undefined) return;
    const { text, from, format } = paragraph;
    if (this.#row !== null) {
      if (text.trim() !== "") this.#cell(this.#row).push(text.trim());
      this.#row.ownName ??= paragraph.ownName;
    } else if (paragraph.slot >= 0)
      this.found[paragraph.slot] = {
        ...format,
        kind: paragraph.kind,
        text,
        ownName: paragraph.ownName,
        at: { part: this.#part, from, to },
      };
  }

  /** The current cell. Empty cells before it are only counted until a cell has content. */
  #cell(row: { cells: string[][]; opened: number }): string[] {
    this.#limit.take(3 * row.opened, row.opened);
    for (; row.opened > 0; row.opened--) row.cells.push([]);
    return row.cells.at(-1) ?? [];
  }

  /** The kind of the current paragraph. */
  get kind(): ParagraphKind | null {
    return this.#open.at(-1)?.kind ?? null;
  }

  /** Sets the kind of the current paragraph; with `only`, if it has had that kind so far. Returns whether it has the kind now. */
  setKind(kind: ParagraphKind, only?: ParagraphKind): boolean {
    const paragraph = this.#open.at(-1);
    if (paragraph !== undefined && (only === undefined || paragraph.kind === only)) paragraph.kind = kind;
    return paragraph?.kind === kind;
  }

  /** Adds to what is known about the formatting of the current paragraph. */
  setFormat(format: ParagraphFormat): void {
    const paragraph = this.#open.at(-1);
    if (paragraph !== undefined) Object.assign(paragraph.format, format);
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

  /** Opens a cell, or `count` equal ones; text that follows goes into the last. */
  openCell(count = 1): void {
    if (this.#row !== null) this.#row.opened += count;
  }

  closeRow(to = 0): void {
    if (--this.#rows > 0 || this.#row === null) return;
    const { slot, ownName, cells, from } = this.#row;
    this.#row = null;
    const texts = cells.slice(1).map((cell) => cell.join(" ").replaceAll(/\s+/g, " "));
    this.found[slot] = {
      kind: "table_row",
      text: texts.join(" | "),
      ownName,
      at: { part: this.#part, from, to },
    };
  }
}
