import type { OfficeReading } from "./office-format";
import { type OfficeParagraph, withText } from "./office-paragraphs";

/** What `read` shows of a text document: the paragraphs that `read_file` reads, by the same ids. */
export function readParagraphs(
  found: readonly OfficeParagraph[],
  { ids, texts }: { ids: readonly string[]; texts: readonly string[] },
): OfficeReading {
  const items = withText(found).map(({ kind }, index) => {
    const id = ids[index] ?? "";
    const text = texts[index] ?? "";
    return { row: { id, index: index + 1, kind, text }, line: `[${id}] ${text}`, text };
  });
  return { list: "paragraphs", items, more: {}, warnings: [] };
}
