import type { ZipPackage } from "../package/zip";
import type { TextBlock } from "./text-blocks";

export type { TextBlock, TextRun } from "./text-blocks";

/** The value of a cell, as it is set: a text that begins with `=` is a formula, null empties the cell. */
export type CellValue = string | number | boolean | null;

/** One edit of a package, its arguments checked. */
export type OfficeOperation =
  | {
      operation: "replace_text";
      find: string;
      replace: string;
      /** `once`: refused where it is there more than once. */
      which: "once" | "all";
      node: NamedNode | null;
    }
  | { operation: "append_text" | "prepend"; content: string }
  | { operation: "set_text"; node: NamedNode; content: string }
  | { operation: "set_cells"; cells: Readonly<Record<string, CellValue>> }
  | { operation: "set_rows"; sheet: string; start: string; rows: readonly (readonly CellValue[])[] }
  | { operation: "set_slides"; slides: readonly { title: string; bullets: readonly string[] }[] };

/** What a `node_id` names: its place among the paragraphs that `readPackage` gives (0-based), or null for a name that only the format knows. */
export type NamedNode = { id: string; paragraph: number | null };

/** What an edit brings along besides itself. */
export type EditOptions = {
  /** What refusals call the file. */
  name: string;
  /** docx only: the edit is written as a suggestion by this author, at this time (ISO 8601). */
  track: { author: string; at: string } | null;
};

/** What an edit makes of a package. */
export type PackageEdit = {
  /** The parts that become others; see `rewritePackage`. None where nothing changes. */
  parts: Map<string, Uint8Array | null>;
  /** What was done, for the message: `replaced 2 places`. */
  done: string;
  /** How often something was changed: places, paragraphs, cells, slides. */
  count: number;
  /** What the caller should know, in sentences. */
  warnings: string[];
};

/** One thing that `read` shows: a paragraph, a cell, a text of a slide. */
export type OfficeItem = {
  /** Its row in `data`; with `id`. */
  row: Record<string, unknown> & { id: string };
  /** Its line of the message, id included. */
  line: string;
  /** What it says, which counts towards `max_chars`. */
  text: string;
};

/** Everything that `read` can show of a package, in reading order. */
export type OfficeReading = {
  /** The list's name in `data`. */
  list: "paragraphs" | "cells" | "slides";
  items: OfficeItem[];
  /** What else belongs into `data`, such as the names of the sheets. */
  more: Record<string, unknown>;
  warnings: string[];
};

/** What `read` may be limited to. */
export type ReadSelection = {
  /** Spreadsheets: one sheet by name, a range in it (`A1:C9`). Presentations: one slide, 1-based. */
  sheet?: string | undefined;
  range?: string | undefined;
  slide?: number | undefined;
};

/** One of the six formats. Everything in here only computes; refusals are `ToolError`, damaged XML is `XmlError`. */
export type OfficeEditor = {
  /** `ids` are the shared ids of the paragraphs that `readPackage` gives for this package, in order. */
  read(zip: ZipPackage, shared: { ids: readonly string[] }, only: ReadSelection): OfficeReading;
  /** Works an edit out. An operation that belongs to another kind of document is refused as `bad_arguments`. */
  edit(zip: ZipPackage, operation: OfficeOperation, options: EditOptions): PackageEdit;
  /** Counts and properties for `inspect`, beside the list of parts: `{counts: {paragraphs: 3}, properties: {title: "…"}, …}`. */
  inspect(zip: ZipPackage): Record<string, unknown>;
  /** What exports to md, html and txt are written from. */
  blocks(zip: ZipPackage): TextBlock[];
  /** A new package with this content, which may be empty. */
  create(content: string): Uint8Array;
};
