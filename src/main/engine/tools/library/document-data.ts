import { printableName } from "../../../../core/text/printable-name";
import type { KindDeclaration, LibraryDocument } from "../../library/entries/entry";
import { pluralize } from "../kit/sentences";
import { inList } from "./in-list";

/** Characters of all declarations in one answer, as JSON. */
const MAX_DECLARATIONS = 64 * 1024;
/** Characters of a document's declared kinds and fields in its row. */
const MAX_DECLARED = 500;

/** Documents in `data`; the last ones without what they declare if that is too much for one answer, and their keys. */
export function documentsData(documents: readonly LibraryDocument[]): { data: DocumentData[]; cut: string[] } {
  let left = MAX_DECLARATIONS;
  const cut: string[] = [];
  const data = documents.map((document) => {
    const { declares, ...whole } = documentData(document);
    if (declares === undefined) return whole;
    left -= JSON.stringify(declares).length;
    if (left >= 0) return { ...whole, declares };
    cut.push(document.document);
    return whole;
  });
  return { data, cut };
}

type DocumentData = Record<string, unknown>;

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
}: LibraryDocument): DocumentData & { declares?: DocumentData[] } => ({
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
const declarationData = ({ kind, name, fields }: KindDeclaration): DocumentData => ({
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
      ...(declares.length === 0 ? [] : [cropped(declares.map(fieldsOf).join("; "), MAX_DECLARED)]),
      ...(publisher === null ? [] : [publisher]),
      ...(license === null ? [] : [`licence: ${firstLine(license)}`]),
    ].join("; "),
  );

const fieldsOf = ({ kind, fields }: KindDeclaration): string =>
  `${kind} has ${inList(fields.map(({ field, type }) => `${field} (${type})`)) || "no fields"}`;

/** The licence may be stored in full. */
const firstLine = (text: string): string => cropped(text.split("\n", 1)[0] ?? "", 100);

const cropped = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 3).toWellFormed()}...` : text;
