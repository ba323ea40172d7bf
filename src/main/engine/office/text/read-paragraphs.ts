import type { OfficeContent } from "./office-format";
import { NO_ID, type ParagraphSink, readBeginning, withText } from "./office-paragraphs";

/**
 * The paragraphs of a text document for `read`, with the ids that `read_file` uses. If it has too much text, the beginning without ids, and
 * a warning.
 */
export function readParagraphs(
  read: (sink: ParagraphSink) => unknown,
  { ids }: { ids: readonly string[] },
): OfficeContent {
  const { found, isCut } = readBeginning(read);
  const items = withText(found).map(({ kind, text: whole, level, style }, index) => {
    const format = { ...(level !== undefined && { level }), ...(style !== undefined && { style }) };
    const text = whole.trim();
    const id = isCut ? NO_ID : (ids[index] ?? "");
    return { row: { id, index: index + 1, kind, ...format, text }, line: `[${id}] ${text}`, text };
  });
  const warnings = isCut
    ? [
        `this document has more text than can be read at once: these are the first ${items.length} paragraphs, without ids; split it in an office program to read or edit the rest`,
      ]
    : [];
  return { list: "paragraphs", items, more: {}, warnings };
}
