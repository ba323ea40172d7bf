/** What the block scanner reports. */

/**
 * A heading; `from` is the start of its line, and lines are 1-based. `sourceFrom`–`sourceTo` is its text without the heading's marks; in an
 * underlined heading, each line still has its blanks.
 */
export type ScannedHeading = {
  level: number;
  lineStart: number;
  headingEnd: number;
  from: number;
  sourceFrom: number;
  sourceTo: number;
};

/** A reference definition, with its label as written; `from` is the start of its paragraph. */
export type ScannedDefinition = { from: number; label: string };

/** The kinds of blocks that contain text. Delimiter rows, rules and empty blocks are not reported. */
export type BlockKind = "heading" | "paragraph" | "table_row" | "code" | "html" | "reference";

/** Receives blocks in the order in which they end, and the containers around them. */
export type BlockSink = {
  /** `from` is the start of its first line; `to` is the end of its last line, or later with only blanks between. */
  block(kind: BlockKind, from: number, to: number, lineFrom: number): void;
  open(container: "quote" | "item"): void;
  /** All but the outer `kept` containers have ended. */
  close(kept: number): void;
};
