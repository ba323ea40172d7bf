import { bareLetters } from "../entries/bare-letters";
import type { ContentLibrary } from "../entries/content-library";
import type { LibraryEntry } from "../entries/entry";
import { folded } from "../entries/folded";
import type { ContentSearch, FoundEntry } from "../search/content-search";

/** What tools and views ask of a library. Nothing can be added. */
export type LibraryReader = Pick<
  ContentLibrary,
  | "generation"
  | "documents"
  | "names"
  | "lookup"
  | "withFields"
  | "rulebook"
  | "takeNotices"
  | "isPersistent"
  | "shipped"
>;

/** The usual key of the document that has a folder's own entries. */
const FOLDER_KEY = "folder";

/** The key of a folder's own document: one that no other document has. */
export function folderKey(library: Pick<ContentLibrary, "documents">): string {
  const taken = new Set(library.documents().map(({ document }) => folded(document)));
  for (let number = 1; ; number++) {
    const key = number === 1 ? FOLDER_KEY : `${FOLDER_KEY}-${number}`;
    if (!taken.has(key)) return key;
  }
}

/** The library with the documents of another one beside its own; no key may be in both. Results are in the order in which one library would have them. */
export function joinedLibrary(library: ContentLibrary, more: ContentLibrary): LibraryReader {
  const of = (document: string) => (has(more, document) ? more : library);
  return {
    get isPersistent() {
      return library.isPersistent;
    },
    shipped: library.shipped,
    generation: () => library.generation(),
    documents: () =>
      [...library.documents(), ...more.documents()].sort(
        (a, b) => b.entryCount - a.entryCount || compare(folded(a.document), folded(b.document)),
      ),
    names: (document, limit) => of(document).names(document, limit),
    rulebook: (document) => library.rulebook(document),
    takeNotices: () => library.takeNotices(),
    lookup: (lookup) => {
      const sought = folded(lookup.name ?? "");
      const rank = ({ name }: LibraryEntry) => rankOf(folded(name), sought);
      const order = (a: LibraryEntry, b: LibraryEntry) => rank(a) - rank(b) || byName(a, b);
      return joined(library.lookup(lookup), more.lookup(lookup), order, lookup.limit);
    },
    withFields: (lookup) => joined(library.withFields(lookup), more.withFields(lookup), byNameAndKind, lookup.limit),
  };
}

/** The search with the results of another one among its own: an entry's score depends on nothing but itself, its document and the query. */
export function joinedSearch(
  search: Pick<ContentSearch, "search">,
  more: Pick<ContentSearch, "search">,
  isOfMore: (document: string) => boolean,
): Pick<ContentSearch, "search"> {
  return {
    async search(query) {
      const { documents, limit } = query;
      const none = documents !== null && !documents.some(isOfMore);
      if (none) return search.search(query);
      if (documents?.every(isOfMore)) return more.search(query);
      const [found, ofMore] = await Promise.all([search.search(query), more.search(query)]);
      const order = (a: FoundEntry, b: FoundEntry) => b.score - a.score || byNameAndKind(a, b);
      return {
        ...joined(found, ofMore, order, limit),
        weak: found.weak + ofMore.weak,
        notes: [...new Set([...found.notes, ...ofMore.notes])],
      };
    },
  };
}

const has = (library: ContentLibrary, document: string): boolean =>
  library.documents().some((each) => folded(each.document) === folded(document));

/** The first entries of two results that are in order. */
function joined<Entry>(
  a: { entries: Entry[]; total: number },
  b: { entries: Entry[]; total: number },
  order: (a: Entry, b: Entry) => number,
  limit: number,
): { entries: Entry[]; total: number } {
  const entries: Entry[] = [];
  let inA = 0;
  let inB = 0;
  while (entries.length < limit) {
    const [first, second] = [a.entries[inA], b.entries[inB]];
    if (first !== undefined && (second === undefined || order(first, second) <= 0)) {
      entries.push(first);
      inA++;
    } else if (second !== undefined) {
      entries.push(second);
      inB++;
    } else break;
  }
  return { entries, total: a.total + b.total };
}

/** As lookups order names: whole ones, with other accents, with that beginning, others. */
function rankOf(name: string, sought: string): number {
  if (sought === "" || name === sought) return 0;
  const [bare, bareSought] = [bareLetters(name), bareLetters(sought)];
  return bare === bareSought ? 1 : bare.startsWith(bareSought) ? 2 : 3;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byName = (a: LibraryEntry, b: LibraryEntry): number =>
  compare(folded(a.name), folded(b.name)) || compare(folded(a.document), folded(b.document)) || compare(a.key, b.key);

const byNameAndKind = (a: LibraryEntry, b: LibraryEntry): number =>
  compare(folded(a.name), folded(b.name)) ||
  compare(a.kind, b.kind) ||
  compare(folded(a.document), folded(b.document)) ||
  compare(a.key, b.key);
