/**
 * An Office document as it is shown and edited in place: paragraphs with their looks, cells, slides. Types only, for the room that
 * reads packages and for the page.
 */

/** The paper of the first section, in points; null where the file does not say. */
export type OfficePage = {
  width: number;
  height: number;
  margins: { top: number; right: number; bottom: number; left: number };
} | null;

/** What somebody noted beside a text, in the order of the text. */
export type OfficeComment = { id: string; author: string; at: string | null; text: string; parent: string | null };

/** Where a paragraph stands: notes come after the body, headers and footers after those. */
export type OfficePlacement = "body" | "text box" | "footnote" | "endnote" | "header" | "footer" | "slide notes";

/** A paragraph as it is shown, and as it is edited. */
export type OfficeParagraph = {
  /** Names it while the document is open, through edits of others. */
  id: string;
  /** What agents call it (`jr_para_…`); null where they have no name for it. */
  node: string | null;
  placement: OfficePlacement;
  kind: "paragraph" | "title" | "heading" | "list item" | "quote" | "code" | "caption";
  /** Of headings from 1, of list items from 0; else 0. */
  level: number;
  /** What stands before a list item, `•` or `2.`; null where none does. */
  marker: string | null;
  align: "left" | "center" | "right" | "justify";
  /** Written from right to left. */
  isRightToLeft: boolean;
  /** Its cell, where it stands in a table; of a table in a cell the outer one. */
  cell: OfficeTableCell | null;
  /** Of notes, headers and footers: which one, such as the number of the note. */
  label: string | null;
  /** A page ends before it. */
  breaksPage: boolean;
  /** The text that an edit starts from: what `runs` say without what is suggested to be deleted. */
  text: string;
  runs: OfficeRun[];
  /** Why its text cannot be edited here, in words; null where it can. */
  locked: string | null;
};

/**
 * Numbered from 0. `table` is unlike any other table's of the document, for as long as the version stands. A `rowSpan` of 0: the cell is
 * covered by the one above it.
 */
export type OfficeTableCell = {
  table: number;
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  isHeader: boolean;
  /** In points, where the file says it. */
  width: number | null;
  /** `#rrggbb` */
  fill: string | null;
};

/** How a stretch of text looks; what is left out is as usual. */
export type OfficeLook = {
  bold?: true;
  italic?: true;
  underline?: true;
  strike?: true;
  script?: "super" | "sub";
  code?: true;
  /** `#rrggbb` */
  color?: string;
  highlight?: string;
  /** In points. */
  size?: number;
  font?: string;
};

/** A piece of a paragraph. `suggestion` names the tracked change that put it in (`inserted`) or takes it out (`deleted`). */
export type OfficeRun = {
  suggestion?: { id: string; kind: "inserted" | "deleted" };
  /** Comments that stand on it. */
  comments?: string[];
} & (
  | { kind: "text"; text: string; look: OfficeLook; link?: string }
  | { kind: "image"; image: OfficeImage }
  | { kind: "note"; note: "footnote" | "endnote"; label: string }
  | { kind: "unshown"; what: OfficeUnshown; name: string | null }
);

/** What is in the file, keeps its bytes, and is not shown: the page says so in its place. */
export type OfficeUnshown =
  | "image"
  | "drawing"
  | "chart"
  | "diagram"
  | "equation"
  | "object"
  | "form"
  | "video"
  | "sound"
  | "table"
  | "other";

/** `url` is null where the format is none that a page can show. Width and height in points, as the document wants it. */
export type OfficeImage = { url: string | null; alt: string; width: number | null; height: number | null };

/** A tracked change that somebody may accept or reject. */
export type OfficeSuggestion = {
  id: string;
  kind: "insertion" | "deletion" | "moved here" | "moved away" | "formatting" | "paragraph" | "row" | "other";
  author: string;
  /** ISO 8601, as the file has it. */
  at: string | null;
  /** The paragraph in which it begins. */
  paragraph: string | null;
  /** The beginning of what was put in or taken out. */
  text: string;
};

/** A heading, for the outline; `index` is its place among all paragraphs. */
export type OfficeHeading = { id: string; index: number; level: number; text: string };

/** A sheet; rows and columns count from 1, widths are in points. */
export type OfficeSheet = {
  name: string;
  state: "visible" | "hidden" | "very hidden";
  /** The last row and column that hold anything. */
  rows: number;
  columns: number;
  cellCount: number;
  columnWidths: { from: number; to: number; width: number; isHidden: boolean }[];
  hiddenRows: { from: number; to: number }[];
  /** In points, of rows for which the file has one; together at most 10,000 stretches. */
  rowHeights: { from: number; to: number; height: number }[];
  merged: OfficeRange[];
  /** Rows and columns that stay in view. */
  frozen: { rows: number; columns: number };
  /** Charts, pictures, pivot tables … that are kept and not shown. */
  unshown: { what: OfficeUnshown; count: number }[];
  /** Why its cells cannot be edited, in words; null where they can. */
  locked: string | null;
};

/** Both ends included, from 1. */
export type OfficeRange = { top: number; left: number; bottom: number; right: number };

/** A cell that holds something, or has a look of its own. */
export type OfficeCell = {
  row: number;
  column: number;
  /** As it is shown. */
  text: string;
  /** What editing it begins with; set again unchanged it changes nothing. */
  input: string;
  /** With its `=`; null where it has none. */
  formula: string | null;
  type: "empty" | "text" | "number" | "date" | "boolean" | "error";
  look: OfficeLook & { align?: "left" | "center" | "right"; fill?: string; wraps?: true; format?: string };
  link?: string;
  comment?: string;
};

/** A slide, from its first text to its last; `id` names it while the document is open. */
export type OfficeSlide = {
  id: string;
  /** From 1. */
  number: number;
  title: string;
  isHidden: boolean;
  shapes: OfficeShape[];
  notes: OfficeParagraph[];
};

/** What stands on a slide, in its order. `box` in points on a slide of `size`; null where the layout alone says it. */
export type OfficeShape = {
  id: string;
  role: "title" | "subtitle" | "body" | "text" | "table" | "image" | "unshown";
  name: string;
  box: { x: number; y: number; width: number; height: number } | null;
  /** Those of a table carry their `cell`. */
  paragraphs: OfficeParagraph[];
  image: OfficeImage | null;
  unshown: OfficeUnshown | null;
};

/** What is typed in one place of an Office document and not in its file; `before` is what it was typed over. */
export type OfficeDraft = ({ paragraph: string } | { sheet: string; address: string }) & {
  before: string;
  text: string;
};

/** A draft in today's document: `now` is what stands in its place (null: the place is gone, and `paragraph` names none). */
export type OfficeDraftFound = OfficeDraft & { now: string | null };

/** What a document that is read at a version says: paragraphs or slides changed by their place, in order of `at`. */
export type OfficeSplice = { at: number; removed: number; inserted: number };

/** Cells that changed; without ranges all of the sheet. */
export type OfficeCellsChanged = { sheet: string; ranges: OfficeRange[] | null };
