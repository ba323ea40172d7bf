import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type EntryName,
  type EntryValue,
  isKnownKind,
  type KnownKind,
  type LibraryEntryView,
  type LibraryQuery,
} from "../../../shared/library";
import type { Engine } from "../../engine";
import { FILE_FIELD, folded } from "../../engine/library";
import type { Caller } from "../../engine/ports/caller";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import type { Favourites } from "./favourites";

/** The lookup tool for each kind. */
export const lookups: Record<KnownKind, string> = {
  spell: "lookup_spell",
  creature: "lookup_creature",
  equipment: "lookup_equipment",
  character_option: "lookup_character_option",
  rule: "lookup_rule",
};

/** Entries with the name of a favourite in its document that are looked through. */
const MAX_NAMESAKES = 100;

/** Entries that the filters of favourites are looked up among. */
const MAX_FILTERED = 10_000;

/** What the features of the library need of it, by folder; null is a window without one. */
export type LibraryAccess = {
  engine(): Promise<Engine>;
  /** The library with the entries of the folder's own files. */
  libraryIn(folder: string | null): ReturnType<Engine["folderLibrary"]>;
  /** Folded keys of the documents that are switched off. */
  offIn(folder: string | null): Promise<ReadonlySet<string>>;
  /** Keys of the documents that are switched on; null if all are. */
  allowed(folder: string | null): Promise<string[] | null>;
};

/** Searches the documents that are switched on, through the tools that agents have, and among favourites. */
export function createEntrySearch({ engine, libraryIn, offIn, allowed }: LibraryAccess, favourites: Favourites) {
  async function searchIn(
    folder: string | null,
    { query, kinds, filters, limit }: Omit<LibraryQuery, "favourites">,
    signal: AbortSignal,
  ): Promise<SearchPage> {
    const documents = await allowed(folder);
    const asked = callFor({ query, kinds, filters, limit }, documents);
    if (asked === null) return { entries: [], total: 0, message: null };
    const { isLookup, ...call } = asked;
    const { ok, data, error } = await (await engine()).run({ ...call, caller: viewIn(folder), signal });
    if (!ok || !data)
      throw new ToolError(error?.code ?? "failed", error?.message ?? t.library.noAnswer, {
        ...(error?.hint === undefined ? {} : { hint: error.hint }),
      });
    const { results, total, message } = data as { results: LibraryEntryView[]; total: number; message?: string };
    const shared = new Set((await (await engine()).library()).documents().map((each) => folded(each.document)));
    const entries = results.map((result) => {
      const isOwn = !shared.has(folded(result.document));
      return toEntryView(result, { isOfSearch: !isLookup, isOwn });
    });
    return { entries, total, message: message ?? null };
  }

  /** The favourites that are in documents that are on, of some kinds (none: all), with all words in name or text. The last marked one comes first. */
  async function favouriteEntries(folder: string | null, { kinds, query }: LibraryQuery): Promise<LibraryEntryView[]> {
    const { library, key: ownKey } = await libraryIn(folder);
    const off = await offIn(folder);
    const words = folded(query).split(" ").filter(Boolean);
    const found: LibraryEntryView[] = [];
    for (const each of await favourites.in({ folder, ownKey })) {
      if (off.has(folded(each.document)) || (kinds.length > 0 && !kinds.includes(each.kind))) continue;
      const asked = {
        kind: each.kind,
        name: each.name,
        conditions: [],
        documents: [each.document],
        limit: MAX_NAMESAKES,
      };
      const { entries } = library.lookup(asked);
      const entry =
        entries.find(({ key }) => key === each.key) ?? entries.find(({ name }) => folded(name) === folded(each.name));
      const text = entry === undefined ? "" : folded(`${entry.name} ${entry.text}`);
      if (entry !== undefined && words.every((word) => text.includes(word))) {
        const { fields, id: _id, ...name } = entry;
        const isOwn = ownKey !== null && folded(entry.document) === folded(ownKey);
        found.push(toEntryView({ ...fields, ...name } as never, { isOfSearch: false, isOwn }));
      }
      // A lookup in the largest documents takes some milliseconds.
      await nextTurn();
    }
    return found;
  }

  return {
    async search(folder: string | null, asked: LibraryQuery, signal: AbortSignal): Promise<SearchPage> {
      if (!asked.favourites) return searchIn(folder, asked, signal);
      const found = await favouriteEntries(folder, asked);
      if (Object.keys(asked.filters).length === 0) return page(found, asked.limit);
      // Which of them meet the filters is for the lookup to say.
      const { entries } = await searchIn(folder, { ...asked, query: "", limit: MAX_FILTERED }, signal);
      const meet = new Set(entries.map(idOf));
      return page(
        found.filter((each) => meet.has(idOf(each))),
        asked.limit,
      );
    },
  };
}

/** The call that answers a search in some documents (null: all); null if it asks for nothing. */
function callFor({ query, kinds, filters, limit }: LibraryQuery, documents: readonly string[] | null) {
  const [kind] = kinds;
  const sought = query.trim();
  const hasFilters = Object.keys(filters).length > 0;
  const only = documents === null ? {} : { documents };
  const isDeclared = kind !== undefined && !isKnownKind(kind);
  if (isDeclared || (!hasFilters && sought !== "")) {
    const ofKinds = kinds.length > 0 && { content_types: kinds };
    const fields = isDeclared && hasFilters && { fields: fieldsOf(filters) };
    return {
      name: "search_dnd_content",
      arguments: { query: sought, ...only, ...ofKinds, ...fields, limit },
      isLookup: false,
    };
  }
  if (kind === undefined || !isKnownKind(kind) || kinds.length > 1) return null;
  const name = sought === "" ? {} : { name: sought };
  return { name: lookups[kind], arguments: { ...filters, ...only, ...name, limit }, isLookup: true };
}

/** The argument `fields` of the search: `price:from` and `price:to` are one range. */
function fieldsOf(filters: LibraryQuery["filters"]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(filters)) {
    const [field = "", bound] = name.split(":");
    fields[field] = bound === undefined ? value : { ...(fields[field] as object | undefined), [bound]: value };
  }
  return fields;
}

/** A page of results. */
export type SearchPage = { entries: LibraryEntryView[]; total: number; message: string | null };

const page = (found: LibraryEntryView[], limit: number): SearchPage => ({
  entries: found.slice(0, limit),
  total: found.length,
  message: null,
});

const idOf = ({ document, kind, key }: EntryName): string => JSON.stringify([folded(document), kind, key]);

/** Who asks for what the user sees in a folder. */
export const viewIn = (folder: string | null): Caller => ({
  id: "library-view",
  name: "you",
  roots: folder === null ? [] : [folder],
});

/** A result has the entry's fields at the top level, and one of a search also its score; the renderer expects the fields under `fields`. */
function toEntryView(
  result: LibraryEntryView,
  { isOfSearch, isOwn }: { isOfSearch: boolean; isOwn: boolean },
): LibraryEntryView {
  const { document, kind, key, name, text, ...rest } = result as LibraryEntryView & Record<string, never>;
  const { score: _score, weak, ...found } = rest as Record<string, EntryValue>;
  const { [FILE_FIELD]: file, ...fields } = isOfSearch ? found : (rest as Record<string, EntryValue>);
  return {
    document,
    kind,
    key,
    name,
    text: typeof text === "string" ? text : "",
    fields: isOwn || file === undefined ? fields : { ...fields, [FILE_FIELD]: file },
    isWeak: isOfSearch && weak === true,
    file: isOwn && typeof file === "string" ? file : null,
  };
}
