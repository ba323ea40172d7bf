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

/** Strings that are part of the rendering, in the language in use. */
export type RenderingMessages = { alerts: Record<string, string>; properties: string };
