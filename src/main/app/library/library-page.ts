import { type EntryName, isKnownKind, type LibraryKind } from "../../../shared/library";
import { entryMarkdown, FILE_FIELD, folded, type LibraryEntry, type LibraryReader, limits } from "../../engine/library";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";

/** How many names the contents page of a pack lists. */
const MAX_LISTED = 20_000;

/** Throws `not_found` if the library no longer has the entry. */
export function findEntry(there: LibraryReader, { document, kind, key, name }: EntryName): LibraryEntry {
  const { entries } = there.lookup({ kind, name, conditions: [], documents: [document], limit: limits.entries });
  const found = entries.find((entry) => entry.key === key);
  if (!found) throw new ToolError("not_found", t.library.entryGone(name));
  return found;
}

/** An entry as Markdown, with a heading of its own at `level`. */
export function entryText(there: LibraryReader, name: EntryName, level?: number): string {
  const about = there.documents().find((each) => folded(each.document) === folded(name.document));
  return entryMarkdown(withoutFile(findEntry(there, name)), {
    title: about?.title ?? name.document,
    declaration: about?.declares.find(({ kind }) => kind === name.kind),
    ...(level !== undefined && { level }),
  });
}

/** The path of its file is of use for agents; the user has *Edit*. */
function withoutFile(entry: LibraryEntry): LibraryEntry {
  const { [FILE_FIELD]: _file, ...fields } = entry.fields;
  return { ...entry, fields };
}

/** The text shown when an entry, a rulebook, or a pack's contents is opened as a document. */
export function libraryPage(
  there: LibraryReader,
  { document, entry }: { document: string; entry: EntryName | null },
): { name: string; text: string } {
  if (entry !== null) return { name: entry.name, text: entryText(there, entry, 1) };
  const rulebook = there.rulebook(document);
  if (rulebook) return { name: rulebook.title, text: rulebook.text };
  const about = there.documents().find((each) => folded(each.document) === folded(document));
  if (!about) throw new ToolError("not_found", t.library.documentGone(document));
  const names = new Map<LibraryKind, string[]>();
  for (const { kind, name } of there.names(about.document, MAX_LISTED)) {
    const rows = names.get(kind) ?? [];
    rows.push(`- ${name.replace(/[\\*_`[\]<]/g, "\\$&")}`);
    names.set(kind, rows);
  }
  const plurals = new Map(about.declares.map(({ kind, plural }) => [kind, plural]));
  const sections = [...names].map(
    ([kind, rows]) =>
      `## ${isKnownKind(kind) ? t.library.kinds[kind] : (plurals.get(kind) ?? kind)}\n\n${rows.join("\n")}`,
  );
  const head = [`# ${about.title}`, about.license ?? "", about.credit ?? ""].filter((part) => part !== "");
  return { name: about.title, text: `${[...head, ...sections].join("\n\n")}\n` };
}
