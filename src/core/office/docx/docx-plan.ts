import type { Sequence } from "./caption-labels";
import type { WordComment } from "./docx-comments";
import type { WordReference } from "./reference-styles";

/** A Word document as plain values, from which `docxPackage` writes it: made from the page of an export, or from the Markdown of an agent. */

/** An element of OMML, the maths markup of Office. `value` is its `m:val`. */
export type MathPart = { name: string; value?: string; children: (MathPart | string)[] };

export type Marks = Partial<
  Record<"bold" | "italic" | "strike" | "underline" | "code" | "keys" | "sub" | "sup" | "mark", boolean>
> & { colour?: string };

export type Picture = {
  type: "png" | "jpg" | "gif" | "bmp" | "svg";
  bytes: Uint8Array;
  /** A PNG of an SVG, for programs that cannot show SVG. */
  fallback?: Uint8Array;
  /** CSS pixels. */
  width: number;
  height: number;
  alt: string;
};

export type Run =
  | { kind: "text"; text: string; marks: Marks }
  | { kind: "break" }
  /** `address` is an external link, `#name` links to a bookmark. */
  | { kind: "link"; address: string; runs: Run[] }
  | { kind: "note"; number: number }
  | { kind: "picture"; picture: Picture }
  /** The number of a caption, which Word counts. */
  | { kind: "sequence"; sequence: Sequence; number: number }
  | { kind: "math"; math: MathPart[] }
  /** Where the words of a comment begin or end; `thread` is an index in the plan's `comments`. */
  | { kind: "comment"; edge: "start" | "end"; thread: number };

/** The list of a list item; each list has its own number, so that it counts separately. */
export type ListItem = {
  list: number;
  level: number;
  kind: "numbers" | "bullets" | "open task" | "done task";
  start: number;
};

export type Paragraph = {
  kind: "paragraph";
  style: "text" | "heading" | "quote" | "code" | "caption" | "alert title" | "formula" | "rule" | "page break";
  /** 1 to 6 for a heading. */
  level?: number;
  runs: Run[];
  /** Whether the item starts here; later blocks of the item are only indented. */
  item?: ListItem;
  /** Levels of indentation. */
  indent: number;
  /** Whether it stays on the page of the next paragraph; else as its style has it. */
  keepsNext?: boolean;
  align?: "left" | "center" | "right";
  /** That of the text around it, if the paragraph's own text does not give its direction. */
  direction?: "rtl";
  /** Names of link targets. */
  anchors: string[];
  /** The colour of a bar at the left, as quotes and alerts have: six hex digits. */
  bar?: string;
};

export type Cell = { parts: Part[]; isHead: boolean; columns: number; rows: number };
export type Table = { kind: "table"; rows: Cell[][]; indent: number };
/** A table of contents: a field, which Word can update, and links to the headings of these titles and levels. */
export type Contents = { kind: "contents"; entries: { level: number; title: string; address: string }[] };
export type Part = Paragraph | Table | Contents;

export type DocxPlan = {
  title: string;
  authors?: readonly string[];
  /** A moment as ISO 8601 writes it, in UTC. */
  created?: string | null;
  /** The language of the text, as a BCP 47 tag. */
  lang?: string;
  /** Who wrote what, in a sentence; empty if the document does not say. */
  authorship?: string;
  /** The document's language, for spelling and the shape of Han characters. */
  han: "zh-CN" | "zh-TW" | "ja" | "ko";
  paper: { width: number; height: number; margin: number };
  /** Another document, whose styles, theme and page setup are used. */
  reference?: WordReference;
  parts: Part[];
  notes: Record<string, Paragraph[]>;
  /** Threads of comments. One whose words are not in the text stands at its end, with the words that it was about. */
  comments?: readonly PlannedThread[];
};

/** A comment, then its answers in order. */
export type PlannedThread = { words: string; isResolved: boolean; messages: WordComment[] };
