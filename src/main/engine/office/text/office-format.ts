import type { ZipPackage } from "../package/zip";
import type { TextBlock } from "./text-blocks";

export type { TextBlock, TextRun } from "./text-blocks";

/** The value to set in a cell: a text that begins with `=` is a formula, null empties the cell. */
export type CellValue = string | number | boolean | null;

/** One edit of a package, with validated arguments. */
export type OfficeOperation =
  | {
      operation: "replace_text";
      find: string;
      replace: string;
      /** `once`: an error if there are several matches. */
      which: "once" | "all";
      node: NamedNode | null;
    }
  | { operation: "append_text" | "prepend"; content: string }
  | { operation: "set_text"; node: NamedNode; content: string }
  | { operation: "insert_before" | "insert_after"; node: NamedNode; content: string }
  | { operation: "delete"; nodes: readonly NamedNode[] }
  | { operation: "move"; node: NamedNode; side: "before" | "after"; to: NamedNode }
  | { operation: "set_notes"; node: NamedNode; content: string }
  | { operation: "set_cells"; cells: Readonly<Record<string, CellValue>> }
  | { operation: "set_rows"; sheet: string; start: string; rows: readonly (readonly CellValue[])[] }
  | { operation: "set_slides"; slides: readonly { title: string; bullets: readonly string[] }[] };

/**
 * The target of a `node_id`: its index among the paragraphs that `readPackage` returns (from 0), or null for an id that only the format
 * knows. A slide has its number, from 1, and as its id `slide 3`.
 */
export type NamedNode = { id: string; paragraph: number | null; slide?: number };

/** Further options of an edit. */
export type EditOptions = {
  /** The file's name in error messages. */
  name: string;
  /** docx and odt: write the edit as a suggestion by this author, at this time (ISO 8601). */
  track: { author: string; at: string } | null;
  /** Spreadsheets: write values that the validation of their cells does not accept, with a warning, instead of rejecting them. */
  keepsInvalid?: boolean;
};

/** The result of an edit. */
export type PackageEdit = {
  /** The changed parts; see `rewritePackage`. Empty if nothing changes. */
  parts: Map<string, Uint8Array | null>;
  /** What was done, for the message: `replaced 2 places`. */
  done: string;
  /** How many matches, paragraphs, cells or slides were changed. */
  count: number;
  /** Warnings for the caller, in sentences. */
  warnings: string[];
};

/** One item that `read` shows: a paragraph, a cell, or a text of a slide. */
export type OfficeItem = {
  /** Its row in `data`, including `id`. */
  row: Record<string, unknown> & { id: string };
  /** Its line in the message, including the id. */
  line: string;
  /** Its text, which counts towards `max_chars`. */
  text: string;
};

/** Everything that `read` can show of a package, in reading order. */
export type OfficeContent = {
  /** The name of the list in `data`. */
  list: "paragraphs" | "cells" | "slides";
  items: OfficeItem[];
  /** Further fields of `data`, such as the names of the sheets. */
  more: Record<string, unknown>;
  warnings: string[];
};

/** Limits what `read` shows. */
export type ReadSelection = {
  /** Spreadsheets: one sheet by name, a range in it (`A1:C9`). Presentations: one slide, 1-based. */
  sheet?: string | undefined;
  range?: string | undefined;
  slide?: number | undefined;
};

/** The editor of one of the six formats. Its functions do no I/O; expected errors are `ToolError`, damaged XML is `XmlError`. */
export type OfficeEditor = {
  /** `ids` are the shared ids of the paragraphs that `readPackage` returns for this package, in order. */
  read(zip: ZipPackage, shared: { ids: readonly string[] }, only: ReadSelection): OfficeContent;
  /** Computes an edit. An operation for another kind of document is rejected as `bad_arguments`. */
  edit(zip: ZipPackage, operation: OfficeOperation, options: EditOptions): PackageEdit;
  /** Counts and properties for `inspect`, beside the list of parts: `{counts: {paragraphs: 3}, properties: {title: "…"}, …}`. */
  inspect(zip: ZipPackage): Record<string, unknown>;
  /** The blocks to export to md, html and txt. */
  blocks(zip: ZipPackage): TextBlock[];
  /** A new package with this content, which may be empty. */
  create(content: string): Uint8Array;
};
