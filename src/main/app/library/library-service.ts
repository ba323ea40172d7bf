import { existsSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import type { AddedDocument, EntryName, LibraryKind, Shelf } from "../../../shared/library";
import type { Engine } from "../../engine";
import { FILE_FIELD, folded, libraryName, switchesFile, switchesSchema } from "../../engine/library";
import { ToolError } from "../../engine/ports/tool-error";
import type { Send } from "../core/desktop";
import { t } from "../core/messages";
import { storedJson } from "../core/stored-json";
import type { AppContext } from "../documents";
import { type AddOptions, addFiles } from "./add-files";
import { createEntryFiles } from "./entry-files";
import { createEntrySearch, lookups, viewIn } from "./entry-search";
import { createFavourites } from "./favourites";
import { entryText, findEntry, libraryPage } from "./library-page";
import { createLinkedEntries, declaresKind } from "./linked-entries";
import { copiedEntry, newEntry } from "./own-entries";

/** Tools that are limited to the documents that the user has switched on. */
export const libraryTools: ReadonlySet<string> = new Set(["search_dnd_content", ...Object.values(lookups)]);

export type LibraryService = ReturnType<typeof createLibraryService>;

/** The content library for the user: its documents, their switches per folder, and search. */
export function createLibraryService(
  ctx: Pick<AppContext, "engine" | "reportError">,
  { dataDir, broadcast }: { dataDir: string; broadcast: Send },
) {
  const report = (message: string) => broadcast("app:notice", { code: "failed", message });
  const failed = (error: unknown) => ctx.reportError(t.parts.library, error);
  const switches = createSwitches(dataDir, report, failed);
  let generation: number | null = null;
  const favourites = createFavourites(dataDir, report, failed);
  let wasUsed = false;

  const engine = (): Promise<Engine> => ctx.engine();
  /** The library with the entries of the folder's own files. */
  async function libraryIn(folder: string | null) {
    wasUsed = true;
    const found = await (await engine()).folderLibrary(viewIn(folder), new AbortController().signal);
    if (folder !== null) entryFiles.show(folder, found.files);
    return found;
  }
  /** Where there is no library yet, none is created to find out. */
  const isDeclared = async (kind: LibraryKind): Promise<boolean> =>
    (wasUsed || existsSync(join(dataDir, `${libraryName}.db`))) && declaresKind(await (await engine()).library(), kind);
  const changed = () => {
    links.forget();
    broadcast("library:changed", null);
  };
  const entryFiles = createEntryFiles({ touched: () => links.forget(), changed });

  async function shelf(folder: string | null): Promise<Shelf> {
    const { library: there, key: ownKey, problems } = await libraryIn(folder);
    const off = await switches.off(folder);
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
    const off = await switches.off(folder);
    if (off.size === 0) return null;
    const documents = (await libraryIn(folder)).library.documents();
    const on = documents.filter(({ document }) => !off.has(folded(document)));
    return on.length === documents.length ? null : on.map(({ document }) => document);
  }

  const access = { engine, libraryIn, offIn: switches.off, allowed };
  const links = createLinkedEntries({ ...access, isDeclared });
  const { search } = createEntrySearch(access, favourites);

  return {
    shelf,
    allowed,
    search,
    linked: links.linked,
    isEntryLink: links.isEntryLink,
    names: links.names,
    embedded: links.embedded,
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
      const isOff = await switches.off(folder);
      // Unknown keys stay, so that the tool reports them.
      return {
        ...args,
        documents: asked.filter((key) => typeof key !== "string" || keys.has(folded(key)) || !isOff.has(folded(key))),
      };
    },
    async turn(folder: string | null, documents: readonly string[], isOn: boolean): Promise<Shelf> {
      await switches.turn(folder, documents, isOn);
      changed();
      return shelf(folder);
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
    /** The Markdown for a new entry of a kind, and the file of another one of the kind, beside which it belongs. */
    newEntry: async (folder: string, entry: { kind: LibraryKind; name: string }) =>
      newEntry(await libraryIn(folder), entry),
    /** The Markdown for a copy of an entry, as `newEntry`. */
    copiedEntry: async (folder: string, name: EntryName) => copiedEntry(await libraryIn(folder), name),
    /** A file was written or deleted. */
    touched: entryFiles.touch,
    /** Adds files one after the other; an error in one does not affect the others. */
    async add(paths: readonly string[], options: AddOptions): Promise<AddedDocument[]> {
      wasUsed = true;
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
    idle: () => Promise.all([switches.idle(), favourites.idle()]),
  };
}

/** How many folders have stored switches; the last changed ones are kept. */
const MAX_FOLDERS = 500;

/** Which documents the user has switched off, by folder; null is a window without one. */
function createSwitches(dataDir: string, report: (notice: string) => void, failed: (error: unknown) => void) {
  const file = storedJson(join(dataDir, switchesFile), switchesSchema, () => t.parts.library);
  let choices: Promise<z.infer<typeof switchesSchema>> | null = null;

  const storedChoices = () => {
    choices ??= file.load().then(({ value, notice }) => {
      if (notice !== null) report(notice);
      return value ?? [];
    });
    return choices;
  };

  /** The folded keys of those that are off. */
  async function off(folder: string | null): Promise<Set<string>> {
    const found = (await storedChoices()).find((each) => each.folder === (folder ?? ""));
    return new Set(found?.off);
  }

  return {
    off,
    async turn(folder: string | null, documents: readonly string[], isOn: boolean): Promise<void> {
      const now = await off(folder);
      for (const document of documents) {
        if (isOn) now.delete(folded(document));
        else now.add(folded(document));
      }
      const others = (await storedChoices()).filter((each) => each.folder !== (folder ?? ""));
      const next = now.size === 0 ? others : [{ folder: folder ?? "", off: [...now] }, ...others];
      const some = next.slice(0, MAX_FOLDERS);
      choices = Promise.resolve(some);
      file.save(some).catch(failed);
    },
    idle: () => file.idle(),
  };
}
