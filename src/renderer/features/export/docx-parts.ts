/** A document as Word has it, as plain values: made where there is a page, built where nothing has to wait for it. */

/** An element of Office's markup for maths. `value` is its `m:val`. */
export type MathPart = { name: string; value?: string; children: (MathPart | string)[] };

export type Marks = Partial<
  Record<"bold" | "italic" | "strike" | "underline" | "code" | "keys" | "sub" | "sup" | "mark", boolean>
> & { colour?: string };

export type Picture = {
  type: "png" | "jpg" | "gif" | "bmp" | "svg";
  bytes: Uint8Array<ArrayBuffer>;
  /** Of an SVG, for programs that know none: a PNG. */
  fallback?: Uint8Array<ArrayBuffer>;
  /** CSS pixels. */
  width: number;
  height: number;
  words: string;
};

export type Run =
  | { kind: "text"; text: string; marks: Marks }
  | { kind: "break" }
  /** `address` leads out of the document, `#name` within it. */
  | { kind: "link"; address: string; runs: Run[] }
  | { kind: "note"; number: number }
  | { kind: "picture"; picture: Picture }
  | { kind: "math"; math: MathPart[] };

/** Which list a paragraph is an item of: one number for every list, as each counts for itself. */
export type ListPlace = {
  list: number;
  level: number;
  kind: "numbers" | "bullets" | "open task" | "done task";
  start: number;
};

export type Paragraph = {
  kind: "paragraph";
  style: "text" | "heading" | "quote" | "code" | "alert title" | "formula" | "rule";
  /** Of a heading. */
  level?: number;
  runs: Run[];
  /** The item begins here; what follows in it is only as far in. */
  item?: ListPlace;
  /** Levels that it stands further in. */
  indent: number;
  align?: "left" | "center" | "right";
  /** Names that links lead to. */
  anchors: string[];
  /** A bar beside it, as quotes and alerts have one: six hex digits. */
  bar?: string;
};

export type Cell = { parts: Part[]; isHead: boolean; columns: number; rows: number };
export type Table = { kind: "table"; rows: Cell[][]; indent: number };
export type Part = Paragraph | Table;

export type DocxPlan = {
  title: string;
  /** How Han characters are drawn, and the language of the document for spelling. */
  han: "zh-CN" | "zh-TW" | "ja" | "ko";
  paper: { width: number; height: number; margin: number };
  parts: Part[];
  notes: Record<string, Paragraph[]>;
};
