import {
  type DeclaredKind,
  type EntryName,
  isKnownKind,
  knownKinds,
  type LibraryKind,
  type Shelf,
} from "../../../shared/library";
import { libraryMessages } from "./messages";

/** The kinds that the documents of the shelf declare; a kind of several is that of the largest one that is on. */
export function declaredKinds(shelf: Shelf | null): Map<LibraryKind, DeclaredKind> {
  const declared = new Map<LibraryKind, DeclaredKind>();
  const documents = shelf?.documents ?? [];
  // A kind of documents that are all off is still named while it is selected.
  for (const { isOn, declares } of [...documents.filter(({ isOn }) => isOn), ...documents.filter(({ isOn }) => !isOn)])
    for (const each of declares) {
      const known = declared.get(each.kind);
      if (known !== undefined && !isOn) continue;
      const fields = known?.fields ?? [];
      const more = each.fields.filter(({ field }) => !fields.some((one) => one.field === field));
      declared.set(each.kind, known === undefined ? each : { ...known, fields: [...fields, ...more] });
    }
  return declared;
}

/** The declaration of a kind in one document. */
export const declarationIn = (shelf: Shelf | null, document: string, kind: LibraryKind): DeclaredKind | undefined =>
  isKnownKind(kind)
    ? undefined
    : shelf?.documents
        .find((each) => each.document.toLowerCase() === document.toLowerCase())
        ?.declares.find((each) => each.kind === kind);

/** The kinds that the documents that are on have entries of: those that Galley knows first. */
export function kindsOn(shelf: Shelf | null): LibraryKind[] {
  const kinds = new Set(shelf?.documents.flatMap(({ isOn, kinds }) => (isOn ? kinds : [])));
  const declared = [...kinds].filter((kind) => !isKnownKind(kind)).sort();
  return [...knownKinds.filter((kind) => kinds.has(kind)), ...declared];
}

/** What entries of a kind are called. */
export const pluralOf = (kind: LibraryKind, declaration: DeclaredKind | undefined): string =>
  isKnownKind(kind) ? libraryMessages.kinds[kind] : (declaration?.plural ?? kind);

/** What one entry of a kind is called. */
export const nameOfKind = (kind: LibraryKind, declaration: DeclaredKind | undefined): string =>
  isKnownKind(kind) ? libraryMessages.oneOf[kind] : (declaration?.name ?? kind);

/** The file of an own entry, which is its key; null for entries of the library. */
export const ownFileOf = (shelf: Shelf | null, { document, key }: EntryName): string | null =>
  shelf?.ownKey?.toLowerCase() === document.toLowerCase() ? key : null;
