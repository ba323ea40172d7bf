import { atom, computed, type ReadableAtom } from "nanostores";
import type { Bridge, Outcome, Workspace } from "../../../shared/contract";
import {
  afterMove,
  folderOf,
  folderPath,
  isWithin,
  nameOf,
  sortEntries,
  validateName,
  within,
} from "../../ui/file-paths";
import { messages } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { Questions } from "../../ui/questions";
import type { Naming, Tree, TreeRow } from "../../workbench/api/feature-stores";
import { type Listing, rowStartingWith, selectionAfter, treeRows, treeStep } from "./tree-rows";

type Deps = {
  bridge: Bridge;
  platform: "linux" | "darwin" | "win32";
  $workspace: ReadableAtom<Workspace | null>;
  notices: Notices;
  questions: Questions;
  /** Opens a file in a tab; the focus moves to it or stays in the tree. */
  open(path: string, focus: "canvas" | "stays", where?: "here" | "beside"): Promise<unknown>;
  /** Opens a folder or an e-book in the translation view. */
  openBook(path: string): Promise<unknown>;
  /** Renames or moves an entry and updates links to it; null if the user cancelled. */
  rename(move: { from: string; to: string }): Promise<Outcome<{ path: string }> | null>;
  /** Undoes the last rename or move. */
  undoRename(): Promise<void>;
  /** Saves open documents under this path, so that the trash has their latest text. */
  beforeTrash(path: string): Promise<void>;
  /** Closes the tabs of trashed files. */
  afterTrash(path: string): Promise<void>;
};

/** Milliseconds within which typed letters belong to the same name. */
const TYPING_PAUSE = 700;

/** The file tree: listings, expanded folders, selection and the operations on entries. */
export function createTree(deps: Deps): Tree {
  const { bridge, $workspace, notices, questions } = deps;
  const $listings = atom<ReadonlyMap<string, Listing>>(new Map());
  const $expanded = atom<ReadonlySet<string>>(new Set());
  const $selected = atom<string | null>(null);
  const $naming = atom<Naming>(null);
  /** Incremented when the tree should take the focus. */
  const $focusWanted = atom(0);
  /** The entry that Paste moves (cut) or copies; null for none. */
  const $clipboard = atom<{ path: string; how: "cut" | "copied" } | null>(null);
  /** The folder that the current drag would drop into. */
  const $dropInto = atom<string | null>(null);
  const asking = new Map<string, { again: boolean; done: Promise<void> }>();
  let typeAhead = { text: "", at: 0 };

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

  const listed = () => {
    const root = $workspace.get()?.root;
    if (root === undefined) return [];
    const shown = [root];
    for (const row of $rows.get()) if (row.kind === "entry" && row.expanded) shown.push(row.entry.path);
    return shown;
  };

  let watched = "";
  const watch = () => {
    const folders = listed();
    const now = folders.join("\0");
    if (now === watched) return;
    watched = now;
    void bridge.request("workspace:watch", folders);
  };

  const entryOf = (path: string) =>
    $listings
      .get()
      .get(folderOf(path))
      ?.entries.find((entry) => entry.path === path) ?? null;

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
    const root = $workspace.get()?.root;
    const put = (listing: Listing) => {
      if ($workspace.get()?.root !== root) return;
      const before = $rows.get();
      const selected = $selected.get();
      $listings.set(new Map($listings.get()).set(folder, listing));
      if (selected !== null) $selected.set(selectionAfter(before, $rows.get(), selected) ?? selected);
    };
    const known = $listings.get().get(folder)?.entries ?? [];
    if (known.length === 0) put({ status: "loading", entries: [] });
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
    for (const entry of $listings.get().get(folder)?.entries ?? []) {
      if (entry.kind === "folder" && $expanded.get().has(entry.path) && !$listings.get().has(entry.path)) {
        void read(entry.path);
      }
    }
  };

  const expand = (paths: readonly string[]) => {
    $expanded.set(new Set([...$expanded.get(), ...paths]));
    for (const path of paths) void read(path);
    watch();
  };

  const collapse = (path: string) => {
    const rest = new Set($expanded.get());
    rest.delete(path);
    $expanded.set(rest);
    const selected = $selected.get();
    if (selected !== null && selected !== path && isWithin(selected, path)) $selected.set(path);
    watch();
  };

  const targetFolder = () => {
    const root = $workspace.get()?.root ?? null;
    const selected = $selected.get();
    const entry = selected === null ? null : entryOf(selected);
    if (!entry) return root;
    return entry.kind === "folder" ? entry.path : folderOf(entry.path);
  };

  let isFocusWanted = false;
  const requestFocus = () => {
    isFocusWanted = true;
    $focusWanted.set($focusWanted.get() + 1);
  };

  const startCreating = (what: "file" | "folder", folder: string | null = targetFolder()) => {
    if (folder === null) return;
    if (folder !== $workspace.get()?.root && !$expanded.get().has(folder)) expand([folder]);
    $naming.set({ kind: "create", folder, what });
  };

  const stopNaming = () => {
    $naming.set(null);
    requestFocus();
  };

  /** The validation error of the name being typed; null if it is valid or unchanged. */
  const nameErrorOf = (name: string): string | null => {
    const naming = $naming.get();
    if (!naming) return null;
    const folder = naming.kind === "create" ? naming.folder : folderOf(naming.entry.path);
    const own = naming.kind === "rename" ? naming.entry.name : null;
    const siblings = ($listings.get().get(folder)?.entries ?? []).map((entry) => entry.name);
    return validateName(
      name,
      siblings.filter((sibling) => sibling !== own),
      deps.platform,
    );
  };

  /** Accepts the typed name; false if it is invalid, so that the user can correct it. */
  const finishNaming = async (name: string): Promise<boolean> => {
    const naming = $naming.get();
    if (!naming) return true;
    if (naming.kind === "rename" && name === naming.entry.name) {
      stopNaming();
      return true;
    }
    if (nameErrorOf(name) !== null) return false;
    if (naming.kind === "rename") {
      const { path: from } = naming.entry;
      const renaming = deps.rename({ from, to: within(folderOf(from), name) });
      // Close the field first: the name is valid, and the dialog about links may follow.
      stopNaming();
      const moved = await renaming;
      if (moved === null) return true;
      if (!moved.ok) {
        notices.error(moved.error.message, { hint: moved.error.hint ?? null });
        return true;
      }
      $expanded.set(new Set([...$expanded.get()].map((path) => afterMove(path, from, moved.path))));
      await read(folderOf(moved.path));
      $selected.set(moved.path);
      notices.announce(messages.files.renamed(nameOf(moved.path)));
      return true;
    }
    const made = await bridge.request("workspace:create", { path: within(naming.folder, name), kind: naming.what });
    stopNaming();
    if (!made.ok) {
      notices.error(made.error.message, { hint: made.error.hint ?? null });
      return true;
    }
    await read(naming.folder);
    $selected.set(made.path);
    notices.announce(messages.files.created(nameOf(made.path)));
    if (naming.what === "folder") expand([made.path]);
    else await deps.open(made.path, "canvas");
    return true;
  };

  /** Moves an entry into a folder and updates links to it; nothing happens if it is already there. */
  const moveInto = async (from: string, folder: string): Promise<void> => {
    if (folderOf(from) === folder || isWithin(folder, from)) return;
    const moved = await deps.rename({ from, to: within(folder, nameOf(from)) });
    if (moved === null) return;
    if (!moved.ok) {
      notices.error(moved.error.message, { hint: moved.error.hint ?? null });
      return;
    }
    $expanded.set(new Set([...$expanded.get()].map((path) => afterMove(path, from, moved.path))));
    if (folder !== $workspace.get()?.root) expand([folder]);
    await Promise.all([read(folderOf(from)), read(folder)]);
    $selected.set(moved.path);
    notices.announce(messages.files.movedTo(nameOf(moved.path), nameOf(folder)));
  };

  /** Shows the copied entry in its folder and selects it. */
  const showCopied = async (path: string): Promise<void> => {
    const folder = folderOf(path);
    if (folder !== $workspace.get()?.root) expand([folder]);
    await read(folder);
    $selected.set(path);
    notices.announce(messages.files.copied(nameOf(path), nameOf(folder)));
  };

  /** Copies an entry into a folder, under a free name. */
  const copyInto = async (from: string, folder: string): Promise<void> => {
    const copied = await bridge.request("workspace:copy", { from, folder, taken: "both" });
    if (copied.ok) await showCopied(copied.path);
    else notices.error(copied.error.message, { hint: copied.error.hint ?? null });
  };

  /** Copies files from outside the tree into a folder. Asks before it replaces an existing entry. */
  const importFiles = async (paths: readonly string[], folder: string): Promise<void> => {
    for (const from of paths) {
      // An entry of this folder that was dropped by another program is moved instead.
      const root = $workspace.get()?.root;
      if (root !== undefined && isWithin(from, root)) {
        await moveInto(from, folder);
        continue;
      }
      let copied = await bridge.request("workspace:copy", { from, folder, taken: "refuse" });
      if (!copied.ok && copied.error.code === "wrong_state") {
        const t = messages.files;
        const answer = await questions.ask({
          title: t.replaceQuestion(nameOf(from), nameOf(folder)),
          detail: t.replaceDetail,
          choices: [
            { id: "both", label: t.keepBoth, kind: "main" },
            { id: "replace", label: t.replaceThere, kind: "dangerous" },
          ],
        });
        if (answer === null) continue;
        if (answer === "replace") {
          const there = within(folder, nameOf(from));
          await deps.beforeTrash(there);
          const gone = await bridge.request("workspace:trash", there);
          if (!gone.ok) {
            notices.error(gone.error.message, { hint: gone.error.hint ?? null });
            continue;
          }
        }
        copied = await bridge.request("workspace:copy", { from, folder, taken: "both" });
      }
      if (copied.ok) await showCopied(copied.path);
      else notices.error(copied.error.message, { hint: copied.error.hint ?? null });
    }
  };

  const setClipboard = (path: string, how: "cut" | "copied"): void => {
    $clipboard.set({ path, how });
    notices.announce(how === "cut" ? messages.files.cut(nameOf(path)) : messages.files.copiedToPaste(nameOf(path)));
  };

  const paste = async (folder: string | null = targetFolder()): Promise<void> => {
    const held = $clipboard.get();
    if (!held || folder === null) return notices.announce(messages.files.nothingToPaste);
    if (held.how === "copied") return copyInto(held.path, folder);
    $clipboard.set(null);
    await moveInto(held.path, folder);
  };

  /** Handles the Ctrl or ⌘ shortcuts of a file manager; false for any other key. */
  const handleShortcut = (key: string): boolean => {
    const selected = $selected.get();
    const entry = selected === null ? null : entryOf(selected);
    if (key === "x" && entry) setClipboard(entry.path, "cut");
    else if (key === "c" && entry) setClipboard(entry.path, "copied");
    else if (key === "v") void paste();
    else if (key === "z") void deps.undoRename();
    else return false;
    return true;
  };

  const trash = async (path: string): Promise<void> => {
    // A review may offer to trash a file whose folder was never listed here.
    const entry = entryOf(path) ?? { name: nameOf(path), kind: "file" as const };
    const answer = await questions.ask({
      title: messages.files.trashQuestion(entry.name),
      detail: entry.kind === "folder" ? messages.files.trashFolderDetail : messages.files.trashFileDetail,
      choices: [{ id: "trash", label: messages.files.trashAction, kind: "dangerous" }],
    });
    if (answer !== "trash") return;
    await deps.beforeTrash(path);
    const gone = await bridge.request("workspace:trash", path);
    if (!gone.ok) {
      notices.error(gone.error.message, { hint: gone.error.hint ?? null });
      return;
    }
    await deps.afterTrash(path);
    await read(folderOf(path));
    notices.announce(messages.files.trashed(entry.name));
  };

  const openEntry = async (
    path: string,
    focus: "canvas" | "stays" = "stays",
    where: "here" | "beside" = "here",
  ): Promise<void> => {
    const entry = entryOf(path);
    if (!entry) return;
    $selected.set(path);
    if (entry.kind === "file") await deps.open(path, focus, where);
    else if ($expanded.get().has(path)) collapse(path);
    else expand([path]);
  };

  /** Handles a key; false if the tree does not use it. `page` is the number of visible rows. */
  const handleKey = (key: string, page: number, now: number): boolean => {
    const selected = $selected.get();
    const rows = $rows.get();
    if (selected !== null) {
      if (key === "Enter") {
        void openEntry(selected, "canvas");
        return true;
      }
      if (key === "F2") {
        const entry = entryOf(selected);
        if (entry) $naming.set({ kind: "rename", entry });
        return true;
      }
      if (key === "Delete") {
        void trash(selected);
        return true;
      }
    }
    if (key === "Escape" && $clipboard.get()) {
      $clipboard.set(null);
      return true;
    }
    const isContinuing = now - typeAhead.at < TYPING_PAUSE && typeAhead.text !== "";
    if (key === " " && !isContinuing && selected !== null) {
      void openEntry(selected);
      return true;
    }
    const step = treeStep(rows, selected, key, page);
    if (step) {
      if (step.do === "select") $selected.set(step.path);
      else if (step.do === "expand") expand(step.paths);
      else collapse(step.path);
      return true;
    }
    if ([...key].length === 1 && key !== "*") {
      const again = isContinuing && typeAhead.text === key;
      typeAhead = { text: isContinuing && !again ? typeAhead.text + key : key, at: now };
      const found = rowStartingWith(rows, selected, typeAhead.text);
      if (found !== null) $selected.set(found);
      return true;
    }
    return /^(Arrow|Home$|End$|Page)/.test(key);
  };

  /** The native context menu of a row, or of the empty area. */
  const menu = async (path: string | null): Promise<void> => {
    if (path !== null) $selected.set(path);
    const entry = path === null ? null : entryOf(path);
    const root = $workspace.get()?.root;
    if (root === undefined) return;
    const t = messages.files;
    const canBeBook = entry?.kind === "folder" || /\.epub$/i.test(entry?.name ?? "");
    const picked = await bridge.request("app:menu", [
      ...(entry?.kind === "file" ? ([{ id: "beside", label: t.openBeside }, "separator"] as const) : []),
      { id: "file", label: t.newFile },
      { id: "folder", label: t.newFolder },
      ...(entry
        ? ([
            "separator",
            { id: "cut", label: t.cutEntry },
            { id: "hold", label: t.copyEntry },
            { id: "paste", label: t.pasteEntry, enabled: $clipboard.get() !== null },
            { id: "duplicate", label: t.duplicate },
            "separator",
            { id: "rename", label: t.rename },
            { id: "trash", label: t.trash },
          ] as const)
        : ([
            "separator",
            { id: "paste", label: t.pasteEntry, enabled: $clipboard.get() !== null },
            "separator",
            { id: "close", label: t.closeFolder },
          ] as const)),
      "separator",
      ...(canBeBook ? ([{ id: "book", label: t.openAsBook }, "separator"] as const) : []),
      { id: "reveal", label: t.reveal },
      { id: "copy", label: t.copyPath },
      ...(entry ? [{ id: "relative", label: t.copyRelative }] : []),
    ]);
    const folder = entry ? (entry.kind === "folder" ? entry.path : folderOf(entry.path)) : root;
    if (picked === "beside" && entry) await openEntry(entry.path, "canvas", "beside");
    else if (picked === "file" || picked === "folder") startCreating(picked, folder);
    else if (picked === "rename" && entry) $naming.set({ kind: "rename", entry });
    else if (picked === "trash" && entry) await trash(entry.path);
    else if (picked === "book" && entry) await deps.openBook(entry.path);
    else if (picked === "reveal") await bridge.request("workspace:reveal", path ?? root);
    else if (picked === "copy") await bridge.request("app:copy", path ?? root);
    else if (picked === "relative") await bridge.request("app:copy", folderPath(root, path ?? root) ?? "");
    else if (picked === "cut" && entry) setClipboard(entry.path, "cut");
    else if (picked === "hold" && entry) setClipboard(entry.path, "copied");
    else if (picked === "paste") await paste(folder);
    else if (picked === "duplicate" && entry) await copyInto(entry.path, folderOf(entry.path));
    else if (picked === "close") await bridge.request("workspace:close", undefined);
  };

  bridge.listen("workspace:changed", ({ folders }) => {
    for (const folder of folders) if ($listings.get().has(folder)) void read(folder);
  });

  let shownRoot: string | null = null;
  $workspace.subscribe((workspace) => {
    const root = workspace?.root ?? null;
    if (root === shownRoot) return;
    shownRoot = root;
    $listings.set(new Map());
    $selected.set(null);
    $naming.set(null);
    $clipboard.set(null);
    watched = "";
    if (root !== null) void read(root);
  });
  // Keeps the computed rows cached between renders.
  $rows.subscribe(() => {});

  return {
    $rows,
    $expanded,
    $selected,
    $naming,
    $focusWanted,
    $clipboard,
    $dropInto,
    requestFocus,
    takeFocusRequest(): boolean {
      const was = isFocusWanted;
      isFocusWanted = false;
      return was;
    },
    expand,
    collapse,
    collapseAll: () => {
      $expanded.set(new Set());
      $selected.set(null);
      watch();
    },
    expandedHere: () => {
      const root = $workspace.get()?.root;
      return root === undefined ? [] : [...$expanded.get()].filter((path) => isWithin(path, root));
    },
    restoreExpanded: (paths: readonly string[]) => {
      $expanded.set(new Set(paths));
      for (const path of paths) if (entryOf(path)) void read(path);
    },
    follow(path: string): void {
      if (entryOf(path)) $selected.set(path);
    },
    startCreating,
    stopNaming,
    nameErrorOf,
    finishNaming,
    moveInto,
    importFiles,
    handleShortcut,
    trash,
    openEntry,
    handleKey,
    menu,
    refresh: read,
  };
}
