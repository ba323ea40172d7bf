/**
 * An Office document as it is shown and edited in the window: paragraphs with their styles, cells, slides. Types only, shared by the code
 * that reads packages and by the window.
 */

/** The paper of the first section, in points; null if the file does not say. */
export type OfficePage = {
  width: number;
  height: number;
  margins: { top: number; right: number; bottom: number; left: number };
} | null;

/** A comment on a text, in text order. */
export type OfficeComment = { id: string; author: string; at: string | null; text: string; parent: string | null };

/** Where a paragraph belongs: notes come after the body, headers and footers after those. */
export type OfficePlacement = "body" | "text box" | "footnote" | "endnote" | "header" | "footer" | "slide notes";

/** A paragraph as it is shown and edited. */
export type OfficeParagraph = {
  /** Identifies it while the document is open, also after other paragraphs are edited. */
  id: string;
  /** Its id for agents (`jr_para_…`); null if they have none for it. */
  node: string | null;
  placement: OfficePlacement;
  kind: "paragraph" | "title" | "heading" | "list item" | "quote" | "code" | "caption";
  /** Of headings from 1, of list items from 0; otherwise 0. */
  level: number;
  /** The marker of a list item, `•` or `2.`; null if there is none. */
  marker: string | null;
  align: "left" | "center" | "right" | "justify";
  isRightToLeft: boolean;
  /** Its cell if it is in a table; in a nested table, the cell of the outer one. */
  cell: OfficeTableCell | null;
  /** Of notes, headers and footers: which one, such as the number of the note. */
  label: string | null;
  /** There is a page break before it. */
  breaksPage: boolean;
  /** The text that an edit starts from: the text of `runs` without suggested deletions. */
  text: string;
  runs: OfficeRun[];
  /** Why its text cannot be edited here, for the user; null if it can. */
  locked: string | null;
};

/** Indexes from 0. `table` is unique within one version of the document. A `rowSpan` of 0 means that the cell above covers this one. */
export type OfficeTableCell = {
  table: number;
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  isHeader: boolean;
  /** In points, if the file says so. */
  width: number | null;
  /** `#rrggbb` */
  fill: string | null;
};

/** The style of a run; properties that are left out have their default. */
export type OfficeStyle = {
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

/** A piece of a paragraph. `suggestion` is the tracked change that inserted it (`inserted`) or deletes it (`deleted`). */
export type OfficeRun = {
  suggestion?: { id: string; kind: "inserted" | "deleted" };
  /** The comments on it. */
  comments?: string[];
} & (
  | { kind: "text"; text: string; style: OfficeStyle; link?: string }
  | { kind: "image"; image: OfficeImage }
  | { kind: "note"; note: "footnote" | "endnote"; label: string }
  | { kind: "unshown"; what: OfficeUnshown; name: string | null }
);

/** Content that stays in the file but is not displayed; a placeholder is shown for it. */
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

/** `url` is null if the window cannot show the format. Width and height are in points, as in the document. */
export type OfficeImage = { url: string | null; alt: string; width: number | null; height: number | null };

/** A tracked change that can be accepted or rejected. */
export type OfficeSuggestion = {
  id: string;
  kind: "insertion" | "deletion" | "moved here" | "moved away" | "formatting" | "paragraph" | "row" | "other";
  author: string;
  /** ISO 8601, as in the file. */
  at: string | null;
  /** The paragraph in which it begins. */
  paragraph: string | null;
  /** The beginning of the inserted or deleted text. */
  text: string;
};

/** A heading for the outline; `index` is its index among all paragraphs. */
export type OfficeHeading = { id: string; index: number; level: number; text: string };

/** A sheet; rows and columns count from 1, widths are in points. */
export type OfficeSheet = {
  name: string;
  state: "visible" | "hidden" | "very hidden";
  /** The last row and column with content. */
  rows: number;
  columns: number;
  cellCount: number;
  columnWidths: { from: number; to: number; width: number; isHidden: boolean }[];
  hiddenRows: { from: number; to: number }[];
  /** In points; only rows whose height the file sets, in at most 10,000 ranges. */
  rowHeights: { from: number; to: number; height: number }[];
  merged: OfficeRange[];
  /** The rows and columns that stay in view while scrolling. */
  frozen: { rows: number; columns: number };
  /** Charts, pictures, pivot tables … that are kept but not shown. */
  unshown: { what: OfficeUnshown; count: number }[];
  /** Why its cells cannot be edited, for the user; null if they can. */
  locked: string | null;
};

/** Both ends included, from 1. */
export type OfficeRange = { top: number; left: number; bottom: number; right: number };

/** A cell with content or with a style of its own. */
export type OfficeCell = {
  row: number;
  column: number;
  /** As shown. */
  text: string;
  /** The text that editing starts with; setting it unchanged changes nothing. */
  input: string;
  /** With its `=`; null if it has none. */
  formula: string | null;
  type: "empty" | "text" | "number" | "date" | "boolean" | "error";
  style: OfficeStyle & { align?: "left" | "center" | "right"; fill?: string; wraps?: true; format?: string };
  link?: string;
  comment?: string;
};

/** A slide, from its first text to its last; `id` identifies it while the document is open. */
export type OfficeSlide = {
  id: string;
  /** From 1. */
  number: number;
  title: string;
  isHidden: boolean;
  shapes: OfficeShape[];
  notes: OfficeParagraph[];
};

/** A shape of a slide. `box` is in points on a slide of `size`; null if only the layout defines it. */
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

/** Text typed into a paragraph or cell but not yet written to the file; `before` is the text that it replaces. */
export type OfficeDraft = ({ paragraph: string } | { sheet: string; address: string }) & {
  before: string;
  text: string;
};

/**
 * A draft in the current document: `now` is the text in its location (null: that location no longer exists, and `paragraph` names none).
 */
export type LocatedOfficeDraft = OfficeDraft & { now: string | null };

/** A change of the list of paragraphs or slides, by index, sorted by `at`. */
export type OfficeSplice = { at: number; removed: number; inserted: number };

/** Cells that changed; null for the whole sheet. */
export type OfficeCellsChanged = { sheet: string; ranges: OfficeRange[] | null };
