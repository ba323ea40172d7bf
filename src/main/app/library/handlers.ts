import { join } from "node:path";
import type { Handlers } from "../../../shared/contract";
import type { LibraryRequests } from "../../../shared/library";
import { ToolError } from "../../engine/ports/tool-error";
import type { HandlerWindow } from "../core/handler-window";
import { t } from "../core/messages";
import { createUntitled, outcomeIn, type WindowContext } from "../documents";
import type { LibraryService } from "./library-service";
import { createEntryFile } from "./own-entries";

/** Content library requests of one window, with the switches of its folder. */
export function libraryHandlers(
  ctx: WindowContext,
  {
    window,
    library,
    checkChangeable,
  }: {
    window: HandlerWindow;
    library(): Promise<LibraryService>;
    /** Throws if the user may only read the folder. */
    checkChangeable(path: string): Promise<void>;
  },
): Pick<Handlers, keyof LibraryRequests> {
  const outcome = outcomeIn(ctx);
  const folder = () => window.workspace?.root ?? null;
  const shelf = async () => ({ shelf: await (await library()).shelf(folder()) });
  let searching = new AbortController();
  let adding = new AbortController();
  /** The paths of files that were not added because they replace a document, by name. */
  const replacing = new Map<string, string>();
  const add = async (paths: readonly string[], mayReplace: boolean) => {
    adding.abort();
    adding = new AbortController();
    const files = await (await library()).add(paths, {
      signal: adding.signal,
      mayReplace,
      progress: (name, done, of) => void window.desktop.send("library:progress", { name, done, of }),
      onReplacing: (name, path) => void replacing.set(name, path),
    });
    return { files, ...(await shelf()) };
  };

  /** Creates the file of an own entry in the open folder. */
  async function create(
    name: string,
    entryFor: (root: string) => Promise<{ text: string; beside: string | null }>,
  ): Promise<{ path: string }> {
    const root = folder();
    if (root === null) throw new ToolError("not_found", t.library.needsFolder);
    await checkChangeable(root);
    return { path: await createEntryFile(ctx, { root, name, ...(await entryFor(root)) }) };
  }

  return {
    "library:shelf": () => outcome(shelf),
    "library:switch": ({ documents, isOn }) =>
      outcome(async () => ({ shelf: await (await library()).turn(folder(), documents, isOn) })),
    "library:search": (query) => {
      // The user typed on, so the previous search is obsolete.
      searching.abort();
      searching = new AbortController();
      const { signal } = searching;
      return outcome(async () => (await library()).search(folder(), query, signal));
    },
    "library:markdown": (entry) =>
      outcome(async () => ({ markdown: await (await library()).markdown(folder(), entry) })),
    "library:names": (asked) => outcome(async () => (await library()).names(folder(), asked)),
    "library:favourite": ({ entry, isFavourite }) =>
      outcome(async () => ({ shelf: await (await library()).favourite(folder(), entry, isFavourite) })),
    "library:new-entry": (entry) =>
      outcome(() => create(entry.name, async (root) => (await library()).newEntry(root, entry))),
    "library:copy-entry": (entry) =>
      outcome(() => create(entry.name, async (root) => (await library()).copiedEntry(root, entry))),
    "library:open": (asked) =>
      outcome(async () => {
        const found = await (await library()).page(folder(), asked);
        if (found.file !== null) return { path: join(folder() ?? "", found.file) };
        const { name, text } = found;
        const document = createUntitled(ctx, { name, text, locked: t.library.locked });
        document.entry = asked.entry;
        return { document: document.snapshot() };
      }),
    "library:add": (asked) =>
      outcome(async () => {
        let paths = asked;
        if (paths === null) {
          const picked = await window.desktop.pickFile();
          paths = picked === null ? [] : [picked];
        } else for (const path of paths) await ctx.grants.check(path);
        replacing.clear();
        return add(paths, false);
      }),
    "library:replace": (names) =>
      outcome(async () => {
        const paths = names.flatMap((name) => replacing.get(name) ?? []);
        for (const name of names) replacing.delete(name);
        return add(paths, true);
      }),
    "library:stop": async () => adding.abort(),
    "library:remove": (document) =>
      outcome(async () => {
        await (await library()).remove(document);
        return shelf();
      }),
    "library:restore": (document) =>
      outcome(async () => {
        await (await library()).restore(document);
        return shelf();
      }),
  };
}
