/** A top-level block of a document as unsanitised HTML. Line numbers within it are relative to its first line. */
export type Block = {
  html: string;
  /** 1-based, inclusive lines of the source. Footnotes come after the last line. */
  line: number;
  lineEnd: number;
  /** Contains HTML of the document, which may close more elements than it opens. */
  hasHtml: boolean;
};

/** A rendered document and its headings. */
export type RenderedDocument = {
  blocks: Block[];
  headings: { id: string; level: number; title: string; line: number }[];
};

/** Whether a single line break in a paragraph is shown, or joins its lines as CommonMark does. */
export type LineBreaks = "keep" | "join";

/** What the rendering depends on beside the text: strings in the language in use, and settings. */
export type RenderingOptions = {
  alerts: Record<string, string>;
  properties: string;
  lineBreaks: LineBreaks;
  /** Whether `^superscript^` and `~subscript~` are on. */
  superSubscript?: boolean;
  /** Whether codes such as `:smile:` are shown as emoji. */
  emojiCodes?: boolean;
  /** Whether dice in text are marked, as views do that roll them. */
  dice?: boolean;
};
