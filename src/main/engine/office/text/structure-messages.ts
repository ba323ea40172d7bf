import { MAX_REMOVED_PARAGRAPHS } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import type { NamedNode } from "./office-format";
import type { OfficeParagraph } from "./office-paragraphs";

export function throwIfTooManyNodes({ length }: readonly NamedNode[]): void {
  if (length > MAX_REMOVED_PARAGRAPHS)
    throw new ToolError(
      "too_large",
      `node_id has ${length} ids; the limit is ${MAX_REMOVED_PARAGRAPHS.toLocaleString("en")}`,
    );
}

/** `1 paragraph`. */
export const countParagraphs = (count: number): string => (count === 1 ? "1 paragraph" : `${count} paragraphs`);

/** `1 row`. */
export const countRows = (count: number): string => (count === 1 ? "1 row" : `${count} rows`);

/** Counts what was deleted: `2 paragraphs and 1 row`. */
export function countNodes(targets: readonly Pick<OfficeParagraph, "kind">[]): string {
  const rows = targets.filter(({ kind }) => kind === "table_row").length;
  const others = targets.length - rows;
  if (rows === 0) return countParagraphs(others);
  return others === 0 ? countRows(rows) : `${countParagraphs(others)} and ${countRows(rows)}`;
}

/** Warns about paragraphs that had to stay without their text. */
export const emptiedWarning = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${countParagraphs(count)} only lost ${count === 1 ? "its" : "their"} text: a section, table or text box needs ${count === 1 ? "it" : "them"}`,
      ];
