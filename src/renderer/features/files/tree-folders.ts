import { atom, computed, type ReadableAtom } from "nanostores";
import type { Bridge, TreeEntry, Workspace } from "../../../shared/contract";
import { afterMove, folderOf, isWithin, sortEntries } from "../../ui/file-paths";
import type { Naming, TreeRow } from "../../workbench/api/feature-stores";
import { type Listing, selectionAfter, treeRows } from "./tree-rows";

type Deps = { bridge: Bridge; $workspace: ReadableAtom<Workspace | null>; $naming: ReadableAtom<Naming> };

export type TreeFolders = ReturnType<typeof createTreeFolders>;

/** What the tree knows of the disk: the listings of folders, which are expanded and therefore watched, and the rows that follow. */
export function createTreeFolders({ bridge, $workspace, $naming }: Deps) {
  const $listings = atom<ReadonlyMap<string, Listing>>(new Map());
  const $expanded = atom<ReadonlySet<string>>(new Set());
  const $selected = atom<string | null>(null);
  const asking = new Map<string, { again: boolean; done: Promise<void> }>();

  const $rows: ReadableAtom<readonly TreeRow[]> = computed(
    [$workspace, $listings, $expanded, $naming],
    (workspace, listings, expanded, naming) =>
      workspace
        ? treeRows({
            root: workspace.root,
            listings,
            expanded,
            creating: naming?.kind === "create" ? naming : null,
          })
        : [],
  );
  // Keeps the computed rows cached between renders.
  $rows.subscribe(() => {});

  const rootOf = () => $workspace.get()?.root;

  let watched = "";
  /** Lets main watch the folders whose entries are shown. */
  const watch = () => {
    const root = rootOf();
    const shown = $rows.get().flatMap((row) => (row.kind === "entry" && row.expanded ? [row.entry.path] : []));
    const folders = root === undefined ? [] : [root, ...shown];
    const now = folders.join("\0");
    if (now === watched) return;
    watched = now;
    void bridge.request("workspace:watch", folders);
  };

  const entriesOf = (folder: string): readonly TreeEntry[] => $listings.get().get(folder)?.entries ?? [];
  const entryOf = (path: string): TreeEntry | null =>
    entriesOf(folderOf(path)).find((entry) => entry.path === path) ?? null;

  /** Lists a folder. A request during a running one lists it once more afterwards. */
  const read = (folder: string): Promise<void> => {
    const running = asking.get(folder);
    if (running) {
      running.again = true;
      return running.done;
    }
    const mine = { again: false, done: Promise.resolve() };
    asking.set(folder, mine);
    mine.done = readNow(folder, mine);
    return mine.done;
  };

  const readNow = async (folder: string, mine: { again: boolean }): Promise<void> => {
    const root = rootOf();
    const put = (listing: Listing) => {
      if (rootOf() !== root) return;
      const before = $rows.get();
      const selected = $selected.get();
      $listings.set(new Map($listings.get()).set(folder, listing));
      if (selected !== null) $selected.set(selectionAfter(before, $rows.get(), selected) ?? selected);
    };
    if (entriesOf(folder).length === 0) put({ status: "loading", entries: [] });
    try {
      do {
        mine.again = false;
        const listing = await bridge.request("workspace:list", folder);
        if (listing.ok) put({ status: "ready", entries: sortEntries(listing.entries), hiddenCount: listing.leftOut });
        else put({ status: "failed", entries: [], why: listing.error.message });
      } while (mine.again);
    } catch (error) {
      put({ status: "failed", entries: [], why: error instanceof Error ? error.message : String(error) });
    } finally {
      asking.delete(folder);
    }
    watch();
    // Folders that the session had expanded are listed when they appear.
    for (const entry of entriesOf(folder)) {
      if (entry.kind === "folder" && $expanded.get().has(entry.path) && !$listings.get().has(entry.path)) {
        void read(entry.path);
      }
    }
  };

  bridge.listen("workspace:changed", ({ folders }) => {
    for (const folder of folders) if ($listings.get().has(folder)) void read(folder);
  });

  const expand = (paths: readonly string[]): void => {
    $expanded.set(new Set([...$expanded.get(), ...paths]));
    for (const path of paths) void read(path);
    watch();
  };

  return {
    $rows,
    $expanded,
    $selected,
    entriesOf,
    entryOf,
    read,
    expand,
    /** Expands a folder that an entry was put into; the root always is. */
    expandTarget(folder: string): void {
      if (folder !== rootOf()) expand([folder]);
    },
    collapse(path: string): void {
      const rest = new Set($expanded.get());
      rest.delete(path);
      $expanded.set(rest);
      const selected = $selected.get();
      if (selected !== null && selected !== path && isWithin(selected, path)) $selected.set(path);
      watch();
    },
    collapseAll(): void {
      $expanded.set(new Set());
      $selected.set(null);
      watch();
    },
    expandedHere(): string[] {
      const root = rootOf();
      return root === undefined ? [] : [...$expanded.get()].filter((path) => isWithin(path, root));
    },
    restoreExpanded(paths: readonly string[]): void {
      $expanded.set(new Set(paths));
      for (const path of paths) if (entryOf(path)) void read(path);
    },
    /** An entry has moved: it stays expanded, with all in it. */
    handleMove(from: string, to: string): void {
      $expanded.set(new Set([...$expanded.get()].map((path) => afterMove(path, from, to))));
    },
    /** The selected folder, or the one that contains the selected file; null if none is open. */
    targetFolder(): string | null {
      const selected = $selected.get();
      const entry = selected === null ? null : entryOf(selected);
      if (!entry) return rootOf() ?? null;
      return entry.kind === "folder" ? entry.path : folderOf(entry.path);
    },
    /** Another folder was opened, or none. */
    reset(root: string | null): void {
      $listings.set(new Map());
      $selected.set(null);
      watched = "";
      if (root !== null) void read(root);
    },
  };
}
