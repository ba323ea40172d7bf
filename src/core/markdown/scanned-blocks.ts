/** What a scan of the blocks of a document finds. */

/**
 * A heading as it stands, `from` the start of its line; lines are 1-based. Its source, the text without the marks of the
 * heading, is what stands between `sourceFrom` and `sourceTo`; under an underline each line of it still has its blanks.
 */
export type FoundHeading = {
  level: number;
  lineStart: number;
  headingEnd: number;
  from: number;
  sourceFrom: number;
  sourceTo: number;
};

/** The definition of a reference, its label as written; `from` is where the paragraph starts that it stands in. */
export type FoundDefinition = { from: number; label: string };

/** What a block is that holds text. A delimiter row, a rule and what is empty are none. */
export type BlockKind = "heading" | "paragraph" | "table_row" | "code" | "html" | "reference";

/** Hears of blocks in the order in which they end, and of the containers they stand in. */
export type BlockSink = {
  /** `from` is where its first line starts, `to` where its last line ends or later, with nothing but blanks between. */
  block(kind: BlockKind, from: number, to: number, lineFrom: number): void;
  open(container: "quote" | "item"): void;
  /** All but the outer `kept` containers have ended. */
  close(kept: number): void;
};
