/**
 * One block at the top of a document, as HTML that nobody has sanitised yet. It says the same wherever it stands: lines
 * in it are counted from its first.
 */
export type Block = {
  html: string;
  /** 1-based, inclusive, of the source; footnotes stand at the end, after the last line. */
  line: number;
  lineEnd: number;
  /** HTML of the document's own is in it, which may close more than it opens. */
  hasHtml: boolean;
};

/** A document taken apart, and where its headings stand. */
export type Rendered = { blocks: Block[]; headings: { id: string; level: number; title: string; line: number }[] };

/** Words that stand in what is rendered, in the language in use. */
export type RenderingWords = { alerts: Record<string, string>; properties: string };
