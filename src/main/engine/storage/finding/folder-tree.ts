import { basename, join } from "node:path";
import { foldName } from "../../../../core/links/fold-name";
import type { EntryInfo, FileStore, FolderEntry } from "../../ports/file-store";
import { ToolError } from "../../ports/tool-error";
import { ignoringAbove, isIgnored, rulesIn } from "./ignore-chain";

/** What is below a folder, in the order in which it is shown: `level` is 1 for what is directly in it. */
export type TreeItem = { path: string; name: string; level: number; kind: FolderEntry["kind"] };

export type TreeOptions = {
  /** How many levels down. */
  depth: number;
  /** Whether to include files that git ignores. */
  ignored: boolean;
  roots: readonly string[];
  signal: AbortSignal;
};

/** Names that no list shows: the data of git and of Galley. */
const hidden = new Set([".git", ".galley"]);
const byName = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/**
 * The tree below a folder: folders first, numbers in names by value, each folder followed by what is in it. Links to folders are shown and not
 * followed; a folder that cannot be read is empty, except the first. `store` must be guarded; ignore files above the roots are read through `outside`.
 */
export async function* folderTree(
  store: FileStore,
  outside: FileStore,
  folder: string,
  options: TreeOptions,
): AsyncGenerator<TreeItem, void> {
  const above = options.ignored ? [] : await ignoringAbove(folder, outside, options.roots);
  yield* below(folder, 1, above);

  async function* below(at: string, level: number, outer: typeof above): AsyncGenerator<TreeItem, void> {
    options.signal.throwIfAborted();
    const entries = await store.list(at).catch((error: unknown) => {
      if (level > 1 && error instanceof ToolError) return [];
      throw error;
    });
    const hasRules = !options.ignored && entries.some(({ name, kind }) => name === ".gitignore" && kind === "file");
    const ignoring = hasRules ? [...outer, ...(await rulesIn(at, store))] : outer;
    for (const { name, kind } of entries.sort(compareEntries)) {
      const path = join(at, name);
      if (hidden.has(foldName(name))) continue;
      if (isIgnored(path, kind === "folder" ? "folder" : "file", ignoring)) continue;
      yield { path, name, level, kind };
      if (kind === "folder" && level < options.depth && (await store.entry(path).catch(() => null))?.kind === "folder")
        yield* below(path, level + 1, ignoring);
    }
  }
}

const compareEntries = (a: FolderEntry, b: FolderEntry): number =>
  Number(b.kind === "folder") - Number(a.kind === "folder") ||
  byName.compare(a.name, b.name) ||
  (a.name < b.name ? -1 : 1);

/** Everything below a folder, ignored and hidden files too, each folder after what is in it. Throws beyond `most` entries. */
export async function everythingBelow(
  store: FileStore,
  folder: string,
  most: number,
): Promise<{ path: string; info: EntryInfo }[]> {
  const found: { path: string; info: EntryInfo }[] = [];
  async function visit(at: string): Promise<void> {
    const entries = await store.list(at);
    for (const { name } of entries.sort((a, b) => byName.compare(a.name, b.name))) {
      const path = join(at, name);
      const info = await store.entry(path);
      if (info === null) continue;
      if (info.kind === "folder") await visit(path);
      found.push({ path, info });
      if (found.length > most)
        throw new ToolError("too_large", `${basename(folder)} holds more than ${most} files and folders`);
    }
  }
  await visit(folder);
  return found;
}
