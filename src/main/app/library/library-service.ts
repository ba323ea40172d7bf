import { join } from "node:path";
import type { z } from "zod";
import type {
  AddedDocument,
  EntryName,
  EntryValue,
  KnownKind,
  LibraryEntryView,
  LibraryQuery,
  Shelf,
} from "../../../shared/library";
import { isKnownKind } from "../../../shared/library";
import type { Engine } from "../../engine";
import { type ContentLibrary, folded, switchesFile, switchesSchema } from "../../engine/library";
import { ToolError } from "../../engine/ports/tool-error";
import type { Send } from "../core/desktop";
import { t } from "../core/messages";
import { storedJson } from "../core/stored-json";
import type { AppContext } from "../documents";
import { type AddOptions, addFiles } from "./add-files";
import { entryText, libraryPage } from "./library-page";

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

/** How many folders have stored switches; the last changed ones are kept. */
const MAX_FOLDERS = 500;

export type LibraryService = ReturnType<typeof createLibraryService>;

/** The content library for the user: its documents, their switches per folder, and search. */
export function createLibraryService(
  ctx: Pick<AppContext, "engine" | "reportError">,
  { dataDir, broadcast }: { dataDir: string; broadcast: Send },
) {
  const file = storedJson(join(dataDir, switchesFile), switchesSchema, () => t.parts.library);
  let choices: Promise<z.infer<typeof switchesSchema>> | null = null;
  let generation: number | null = null;

  const storedChoices = () => {
    choices ??= file.load().then(({ value, notice }) => {
      if (notice !== null) broadcast("app:notice", { code: "failed", message: notice });
      return value ?? [];
    });
    return choices;
  };
  const engine = (): Promise<Engine> => ctx.engine();
  const library = async (): Promise<ContentLibrary> => (await engine()).library();
  const changed = () => void broadcast("library:changed", null);

  async function offIn(folder: string | null): Promise<Set<string>> {
    const found = (await storedChoices()).find((each) => each.folder === (folder ?? ""));
    return new Set(found?.off);
  }

  async function shelf(folder: string | null): Promise<Shelf> {
    const there = await library();
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
    };
  }

  /** Keys of the documents that are switched on in a folder; null if all are. */
  async function allowed(folder: string | null): Promise<string[] | null> {
    const off = await offIn(folder);
    if (off.size === 0) return null;
    const documents = (await library()).documents();
    const on = documents.filter(({ document }) => !off.has(folded(document)));
    return on.length === documents.length ? null : on.map(({ document }) => document);
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
    async search(folder: string | null, { query, kinds, filters, limit }: LibraryQuery, signal: AbortSignal) {
      const documents = await allowed(folder);
      const asked = callFor({ query, kinds, filters, limit }, documents);
      if (asked === null) return { entries: [], total: 0, message: null };
      const { isLookup, ...call } = asked;
      const caller = { id: "library-view", name: "you", roots: [] };
      const { ok, data, error } = await (await engine()).run({ ...call, caller, signal });
      if (!ok || !data)
        throw new ToolError(error?.code ?? "failed", error?.message ?? t.library.noAnswer, {
          ...(error?.hint === undefined ? {} : { hint: error.hint }),
        });
      const { results, total, message } = data as { results: LibraryEntryView[]; total: number; message?: string };
      return { entries: results.map((result) => toEntryView(result, !isLookup)), total, message: message ?? null };
    },
    async markdown(name: EntryName): Promise<string> {
      return entryText(await library(), name);
    },
    async page(asked: { document: string; entry: EntryName | null }) {
      return libraryPage(await library(), asked);
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
      if (generation === null || (await library()).generation() === generation) return;
      generation = (await library()).generation();
      changed();
    },
    idle: () => file.idle(),
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

/** A result has the entry's fields at the top level, and one of a search also its score; the renderer expects the fields under `fields`. */
function toEntryView(result: LibraryEntryView, isOfSearch: boolean): LibraryEntryView {
  const { document, kind, key, name, text, ...rest } = result as LibraryEntryView & Record<string, never>;
  const { score: _score, weak, ...fields } = rest as Record<string, EntryValue>;
  return {
    document,
    kind,
    key,
    name,
    text: typeof text === "string" ? text : "",
    fields: isOfSearch ? fields : rest,
    isWeak: isOfSearch && weak === true,
  };
}
