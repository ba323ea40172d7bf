import { readEntryLink } from "../../../core/links/entry-links";
import { type EntryName, isKnownKind, type LibraryKind } from "../../../shared/library";
import { bareLetters, folded, type LibraryReader } from "../../engine/library";
import type { LibraryAccess } from "./entry-search";
import { entryText } from "./library-page";

/**
 * Milliseconds that links are resolved with the same state of the library, unless it is known to have changed. Views ask for their embeds again every
 * other second.
 */
const RECENT_MS = 30_000;

/** Names that are offered for a link that is typed. */
const MAX_OFFERED = 1000;

/** Entries that have a name in theirs and are looked through. */
const MAX_NAMESAKES = 100;

/** Finds the entries that links in documents lead to. */
export function createLinkedEntries({
  libraryIn,
  offIn,
  isDeclared,
}: Pick<LibraryAccess, "libraryIn" | "offIn"> & { isDeclared(kind: LibraryKind): Promise<boolean> }) {
  /** Of many links such as `[[rfc:2119]]`, nothing is read but what the library declares. */
  const isKind = async (kind: LibraryKind): Promise<boolean> => isKnownKind(kind) || isDeclared(kind);
  /** By folder. */
  const recent = new Map<string | null, { at: number; found: ReturnType<typeof libraryIn> }>();

  /** The library, as it was a moment ago: a document may have many links to entries. */
  function recentIn(folder: string | null): ReturnType<typeof libraryIn> {
    const now = performance.now();
    const known = recent.get(folder);
    if (known !== undefined && now - known.at <= RECENT_MS) return known.found;
    const found = libraryIn(folder);
    recent.set(folder, { at: now, found });
    // The next link tries again.
    found.catch(() => recent.delete(folder));
    return found;
  }

  return {
    /** The library has changed. */
    forget(): void {
      recent.clear();
    },
    /** The entry that the target of a wiki link means, with null if there is none; null if it names no kind of the library. */
    async linked(folder: string | null, target: string): Promise<{ entry: EntryName | null } | null> {
      const read = readEntryLink(target);
      if (read === null || !(await isKind(read.kind))) return null;
      const { library, key: ownKey } = await recentIn(folder);
      const off = await offIn(folder);
      const on = library.documents().filter(({ document }) => !off.has(folded(document)));
      for (const { document, name } of read.meanings) {
        const documents = document === null ? on.map((each) => each.document) : [document];
        const asked = { kind: read.kind, name, conditions: [], documents, limit: MAX_NAMESAKES };
        const named = library.lookup(asked).entries.filter((each) => isCalled(each.name, name));
        // The writer's own entry comes first.
        const own = named.find((each) => ownKey !== null && folded(each.document) === folded(ownKey));
        const found = own ?? named[0];
        if (found !== undefined)
          return { entry: { document: found.document, kind: found.kind, key: found.key, name: found.name } };
      }
      return { entry: null };
    },
    /** Whether the target of a wiki link names a kind of the library, so that no file is missing. */
    async isEntryLink(target: string): Promise<boolean> {
      const read = readEntryLink(target);
      return read !== null && isKind(read.kind);
    },
    /** The text of an entry for where it is embedded. */
    async embedded(folder: string | null, entry: EntryName): Promise<string> {
      return entryText((await recentIn(folder)).library, entry);
    },
    async names(folder: string | null, { kind, name }: { kind: LibraryKind; name: string }) {
      if (!(await isKind(kind))) return { names: [], isAll: true };
      const { library } = await recentIn(folder);
      const off = await offIn(folder);
      const documents = library.documents().flatMap(({ document }) => (off.has(folded(document)) ? [] : [document]));
      const { entries, total } = library.lookup({ kind, name, conditions: [], documents, limit: MAX_OFFERED });
      return {
        names: entries.map((entry) => ({ name: entry.name, document: entry.document })),
        isAll: total <= MAX_OFFERED,
      };
    },
  };
}

/** Whether a document of the library declares a kind. */
export const declaresKind = (library: Pick<LibraryReader, "documents">, kind: LibraryKind): boolean =>
  library.documents().some(({ declares }) => declares.some((each) => each.kind === kind));

/** Whether a name is the one that is meant, accents aside. */
const isCalled = (name: string, wanted: string): boolean => bareLetters(folded(name)) === bareLetters(folded(wanted));
