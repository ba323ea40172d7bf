import { printableName } from "../../../../core/text/printable-name";
import type { KindDeclaration, LibraryDocument } from "../../library/entries/entry";
import { pluralize } from "../kit/sentences";
import { inList } from "./in-list";

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
  declares,
}: LibraryDocument): Record<string, unknown> => ({
  document,
  title,
  entry_count: entryCount,
  kinds,
  source,
  ...(license !== null && { license }),
  ...(publisher !== null && { publisher }),
  ...(credit !== null && { credit }),
  ...(declares.length > 0 && { declares: declares.map(declarationData) }),
});

/** A declared kind: its names, and its fields with their types. */
const declarationData = ({ kind, name, fields }: KindDeclaration): Record<string, unknown> => ({
  kind,
  name,
  fields: fields.map(({ field, label, type, unit, offers }) => ({
    field,
    type,
    ...(label !== field && { label }),
    ...(unit !== "" && { unit }),
    ...(offers.length > 0 && { offers }),
  })),
});

/** A document in one line, with the fields of the kinds that it declares. */
export const documentRow = ({
  document,
  title,
  entryCount,
  kinds,
  license,
  publisher,
  declares,
}: LibraryDocument): string =>
  printableName(
    [
      `${document}: ${title}, ${entryCount === 1 ? "1 entry" : pluralize(entryCount, "entrie")} (${kinds.join(", ") || "none"})`,
      ...declares.map(
        ({ kind, fields }) =>
          `${kind} has ${inList(fields.map(({ field, type }) => `${field} (${type})`)) || "no fields"}`,
      ),
      ...(publisher === null ? [] : [publisher]),
      ...(license === null ? [] : [`licence: ${firstLine(license)}`]),
    ].join("; "),
  );

/** The licence may be stored in full. */
function firstLine(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > 100 ? `${line.slice(0, 97)}...` : line;
}
