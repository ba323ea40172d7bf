import { printableName } from "../../../../core/text/printable-name";
import type { LibraryDocument } from "../../library/entries/entry";
import { pluralize } from "../kit/sentences";

/** A document in `data`. */
export const documentData = ({
  document,
  title,
  entryCount,
  kinds,
  source,
  license,
  publisher,
  credit,
}: LibraryDocument): Record<string, unknown> => ({
  document,
  title,
  entry_count: entryCount,
  kinds,
  source,
  ...(license !== null && { license }),
  ...(publisher !== null && { publisher }),
  ...(credit !== null && { credit }),
});

/** A document in one line. */
export const documentRow = ({ document, title, entryCount, kinds, license, publisher }: LibraryDocument): string =>
  printableName(
    [
      `${document}: ${title}, ${entryCount === 1 ? "1 entry" : pluralize(entryCount, "entrie")} (${kinds.join(", ") || "none"})`,
      ...(publisher === null ? [] : [publisher]),
      ...(license === null ? [] : [`licence: ${firstLine(license)}`]),
    ].join("; "),
  );

/** The licence may be stored in full. */
function firstLine(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > 100 ? `${line.slice(0, 97)}...` : line;
}
