import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { z } from "zod";
import { readEntryLink } from "../../../core/links/entry-links";
import { formatOf } from "../../../core/text/format";
import type {
  AddedDocument,
  EntryName,
  EntryValue,
  KnownKind,
  LibraryEntryView,
  LibraryKind,
  LibraryQuery,
  Shelf,
} from "../../../shared/library";
import { isKnownKind } from "../../../shared/library";
import type { Engine } from "../../engine";
import {
  bareLetters,
  FILE_FIELD,
  folded,
  type LibraryReader,
  switchesFile,
  switchesSchema,
} from "../../engine/library";
import type { Caller } from "../../engine/ports/caller";
import { ToolError } from "../../engine/ports/tool-error";
import type { Send } from "../core/desktop";
import { t } from "../core/messages";
import { storedJson } from "../core/stored-json";
import type { AppContext } from "../documents";
import { type AddOptions, addFiles } from "./add-files";
import { createFavourites } from "./favourites";
import { entryText, findEntry, libraryPage } from "./library-page";
import { copiedEntryText, newEntryText } from "./own-entries";

/** The lookup tool for each kind. */
const lookups: Record<KnownKind, string> = {
  spell: "lookup_spell",
  creature: "lookup_creature",
  equipment: "lookup_equipment",
  character_option: "lookup_character_option",
  rule: "lookup_rule",
};

/** Tools that are limited to the documents that the user has switched on. */
export const libraryTools: ReadonlySet<string> = new Set(["search_dnd_content", ...Object.values(lookups)]);

/** Entries with the name of a favourite in its document that are looked through. */
const MAX_NAMESAKES = 100;

/** Entries that the filters of favourites are looked up among. */
const MAX_FILTERED = 10_000;

/** Milliseconds that links are resolved with the same state of the library, unless it is known to have changed. */
const RECENT_MS = 3000;

/** Names that are offered for a link that is typed. */
const MAX_OFFERED = 1000;

/** Milliseconds after which views are notified of changed files. */
const TOUCHED_AFTER_MS = 300;

/** How many folders have stored switches; the last changed ones are kept. */
const MAX_FOLDERS = 500;

export type LibraryService = ReturnType<typeof createLibraryService>;

/** The content library for the user: its documents, their switches per folder, and search. */
export function createLibraryService(
  ctx: Pick<AppContext, "engine" | "reportError">,
  { dataDir, broadcast }: { dataDir: string; broadcast: Send },
) {
  const file = storedJson(join(dataDir, switchesFile), switchesSchema, () => t.parts.library);
  let recent: { folder: string | null; at: number; found: ReturnType<typeof libraryIn> } | null = null;
  let touching: ReturnType<typeof setTimeout> | undefined;
  let choices: Promise<z.infer<typeof switchesSchema>> | null = null;
  let generation: number | null = null;
  /** The folders whose entries were shown. */
  const shownFolders = new Set<string>();
  const favourites = createFavourites(
    dataDir,
    (message) => broadcast("app:notice", { code: "failed", message }),
    (error) => ctx.reportError(t.parts.library, error),
  );

  const storedChoices = () => {
    choices ??= file.load().then(({ value, notice }) => {
      if (notice !== null) broadcast("app:notice", { code: "failed", message: notice });
      return value ?? [];
    });
    return choices;
  };
  const engine = (): Promise<Engine> => ctx.engine();
  /** The library with the entries of the folder's own files. */
  async function libraryIn(folder: string | null) {
    if (folder !== null) shownFolders.add(folder);
    return (await engine()).folderLibrary(viewIn(folder), new AbortController().signal);
  }
  const changed = () => {
    recent = null;
    broadcast("library:changed", null);
  };

  async function offIn(folder: string | null): Promise<Set<string>> {
    const found = (await storedChoices()).find((each) => each.folder === (folder ?? ""));
    return new Set(found?.off);
  }

  /** The same, at most a few seconds old: a document may have many links to entries. */
  function recentIn(folder: string | null): ReturnType<typeof libraryIn> {
    const now = performance.now();
    if (recent === null || recent.folder !== folder || now - recent.at > RECENT_MS) {
      const found = libraryIn(folder);
      recent = { folder, at: now, found };
      // The next link tries again.
      found.catch(() => (recent = null));
    }
    return recent.found;
  }

  async function shelf(folder: string | null): Promise<Shelf> {
    const { library: there, key: ownKey, problems } = await libraryIn(folder);
    const off = await offIn(folder);
    const documents = there.documents();
    const keys = new Set(documents.map(({ document }) => folded(document)));
    generation = there.generation();
    return {
      documents: documents.map(({ version: _version, generation: _generation, ...document }) => ({
        ...document,
        isOn: !off.has(folded(document.document)),
      })),
      missing: there.shipped.filter((document) => !keys.has(folded(document))),
      isLasting: there.isPersistent,
      notices: there.takeNotices(),
      ownKey,
      problems,
      favourites: await favourites.in({ folder, ownKey }),
    };
  }

  /** Keys of the documents that are switched on in a folder; null if all are. */
  async function allowed(folder: string | null): Promise<string[] | null> {
    const off = await offIn(folder);
    if (off.size === 0) return null;
    const documents = (await libraryIn(folder)).library.documents();
    const on = documents.filter(({ document }) => !off.has(folded(document)));
    return on.length === documents.length ? null : on.map(({ document }) => document);
  }

  async function searchIn(
    folder: string | null,
    { query, kinds, filters, limit }: Omit<LibraryQuery, "favourites">,
    signal: AbortSignal,
  ): Promise<Found> {
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
        const { fields, ...name } = entry;
        const isOwn = ownKey !== null && folded(entry.document) === folded(ownKey);
        found.push(toEntryView({ ...fields, ...name } as never, { isOfSearch: false, isOwn }));
      }
      // A lookup in the largest documents takes some milliseconds.
      await nextTurn();
    }
    return found;
  }

  return {
    shelf,
    allowed,
    /** The arguments of a call limited to the documents that are switched on in a folder. */
    async within(call: { name: string; arguments: unknown }, folder: string | null): Promise<unknown> {
      const { arguments: args } = call;
      if (!libraryTools.has(call.name) || typeof args !== "object" || args === null) return args;
      const on = await allowed(folder);
      if (on === null) return args;
      const asked: unknown = "documents" in args ? args.documents : null;
      if (asked === null || asked === undefined) return { ...args, documents: on };
      if (!Array.isArray(asked)) return args;
      const keys = new Set(on.map(folded));
      const isOff = await offIn(folder);
      // Unknown keys stay, so that the tool reports them.
      return {
        ...args,
        documents: asked.filter((key) => typeof key !== "string" || keys.has(folded(key)) || !isOff.has(folded(key))),
      };
    },
    async turn(folder: string | null, documents: readonly string[], isOn: boolean): Promise<Shelf> {
      const off = await offIn(folder);
      for (const document of documents) {
        if (isOn) off.delete(folded(document));
        else off.add(folded(document));
      }
      const others = (await storedChoices()).filter((each) => each.folder !== (folder ?? ""));
      const next = off.size === 0 ? others : [{ folder: folder ?? "", off: [...off] }, ...others];
      const some = next.slice(0, MAX_FOLDERS);
      choices = Promise.resolve(some);
      file.save(some).catch((error: unknown) => ctx.reportError(t.parts.library, error));
      changed();
      return shelf(folder);
    },
    async search(folder: string | null, asked: LibraryQuery, signal: AbortSignal): Promise<Found> {
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
    async favourite(folder: string | null, entry: EntryName, isFavourite: boolean): Promise<Shelf> {
      const { key: ownKey } = await libraryIn(folder);
      await favourites.mark({ folder, ownKey }, entry, isFavourite);
      changed();
      return shelf(folder);
    },
    async markdown(folder: string | null, name: EntryName): Promise<string> {
      return entryText((await libraryIn(folder)).library, name);
    },
    async page(folder: string | null, asked: { document: string; entry: EntryName | null }) {
      const { library, key: ownKey } = await libraryIn(folder);
      const { document, entry } = asked;
      // The file of an own entry is what can be changed.
      const isOwn = entry !== null && ownKey !== null && folded(document) === folded(ownKey);
      const file = isOwn ? findEntry(library, entry).fields[FILE_FIELD] : null;
      return { ...libraryPage(library, asked), file: typeof file === "string" ? file : null };
    },
    /** The Markdown for a new entry of this kind, and the file of another one of the kind, beside which it belongs. */
    async newEntry(folder: string, { kind, name }: { kind: LibraryKind; name: string }) {
      const { library, key } = await libraryIn(folder);
      const declaration = library
        .documents()
        .flatMap(({ declares }) => declares)
        .find((each) => each.kind === kind);
      return { text: newEntryText(kind, name, declaration), beside: besideIn(library, key, kind) };
    },
    /** The Markdown for a copy of an entry, as `newEntry`. */
    async copiedEntry(folder: string, name: EntryName) {
      const { library, key } = await libraryIn(folder);
      const entry = findEntry(library, name);
      const about = library.documents().find(({ document }) => folded(document) === folded(entry.document));
      const { title = entry.document, document = entry.document, license = null, credit = null } = about ?? {};
      const text = copiedEntryText(entry, { title, document, license, credit });
      return { text, beside: besideIn(library, key, entry.kind) };
    },
    /** The entry that the target of a wiki link means, with null if there is none; null if it names no kind of the library. */
    async linked(folder: string | null, target: string): Promise<{ entry: EntryName | null } | null> {
      const read = readEntryLink(target);
      if (read === null) return null;
      const { library, key: ownKey } = await recentIn(folder);
      if (!isKnownKind(read.kind) && !declaresKind(library, read.kind)) return null;
      const off = await offIn(folder);
      const on = library.documents().filter(({ document }) => !off.has(folded(document)));
      for (const { document, name } of read.readings) {
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
    /** Whether the target of a wiki link names a kind of the library, so that it is no file that is missing. */
    async isEntryLink(folder: string | null, target: string): Promise<boolean> {
      const read = readEntryLink(target);
      if (read === null) return false;
      return isKnownKind(read.kind) || declaresKind((await recentIn(folder)).library, read.kind);
    },
    async names(folder: string | null, { kind, name }: { kind: LibraryKind; name: string }) {
      const { library } = await recentIn(folder);
      const off = await offIn(folder);
      const documents = library.documents().flatMap(({ document }) => (off.has(folded(document)) ? [] : [document]));
      const { entries, total } = library.lookup({ kind, name, conditions: [], documents, limit: MAX_OFFERED });
      return {
        names: entries.map((entry) => ({ name: entry.name, document: entry.document })),
        isAll: total <= MAX_OFFERED,
      };
    },
    /** A file was written or deleted: it may be, or may have been, an entry. */
    touched(folder: string | null, realPath: string): void {
      if (folder === null || !shownFolders.has(folder) || formatOf(realPath) !== "markdown") return;
      recent = null;
      clearTimeout(touching);
      touching = setTimeout(changed, TOUCHED_AFTER_MS);
    },
    /** Adds files one after the other; an error in one does not affect the others. */
    async add(paths: readonly string[], options: AddOptions): Promise<AddedDocument[]> {
      const files = await addFiles(await (await engine()).libraryWork(), paths, options);
      if (files.some(({ added }) => added !== null)) {
        changed();
        // In the background; until then new entries are found by keywords only.
        void engine()
          .then(({ contentSearch }) => contentSearch())
          .then((search) => search.prepare())
          .catch((error: unknown) => ctx.reportError(t.parts.library, error));
      }
      return files;
    },
    async remove(document: string): Promise<void> {
      if ((await (await (await engine()).libraryWork()).remove(document)) === null)
        throw new ToolError("not_found", t.library.documentGone(document));
      changed();
    },
    async restore(document: string): Promise<void> {
      if ((await (await (await engine()).libraryWork()).restore(document)) === null)
        throw new ToolError("not_found", t.library.documentGone(document));
      changed();
    },
    /** Another process may have changed the library: notifies the renderers if one has shown it. */
    async refresh(): Promise<void> {
      if (generation === null) return;
      const now = (await (await engine()).library()).generation();
      if (now === generation) return;
      generation = now;
      changed();
    },
    idle: async () => {
      await Promise.all([file.idle(), favourites.idle()]);
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

const declaresKind = (library: LibraryReader, kind: LibraryKind): boolean =>
  library.documents().some(({ declares }) => declares.some((each) => each.kind === kind));

/** Whether a name is the one that is meant, accents aside. */
const isCalled = (name: string, wanted: string): boolean => bareLetters(folded(name)) === bareLetters(folded(wanted));

type Found = { entries: LibraryEntryView[]; total: number; message: string | null };

const page = (found: LibraryEntryView[], limit: number): Found => ({
  entries: found.slice(0, limit),
  total: found.length,
  message: null,
});

const idOf = ({ document, kind, key }: EntryName): string => JSON.stringify([folded(document), kind, key]);

/** Who asks for what the user sees in a folder. */
const viewIn = (folder: string | null): Caller => ({
  id: "library-view",
  name: "you",
  roots: folder === null ? [] : [folder],
});

/** The file of an own entry of a kind; null if there is none. */
function besideIn(library: LibraryReader, ownKey: string | null, kind: LibraryKind): string | null {
  if (ownKey === null) return null;
  const [entry] = library.lookup({ kind, conditions: [], documents: [ownKey], limit: 1 }).entries;
  const file = entry?.fields[FILE_FIELD];
  return typeof file === "string" ? file : null;
}

/** A result has the entry's fields at the top level, and one of a search also its score; the renderer expects the fields under `fields`. */
function toEntryView(
  result: LibraryEntryView,
  { isOfSearch, isOwn }: { isOfSearch: boolean; isOwn: boolean },
): LibraryEntryView {
  const { document, kind, key, name, text, ...rest } = result as LibraryEntryView & Record<string, never>;
  const { score: _score, weak, ...found } = rest as Record<string, EntryValue>;
  const { [FILE_FIELD]: file, ...fields } = isOfSearch ? found : (rest as Record<string, EntryValue>);
  return {
    ...{ document, kind, key, name },
    text: typeof text === "string" ? text : "",
    fields: isOwn || file === undefined ? fields : { ...fields, [FILE_FIELD]: file },
    isWeak: isOfSearch && weak === true,
    file: isOwn && typeof file === "string" ? file : null,
  };
}
