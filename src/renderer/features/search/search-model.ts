import { atom, type ReadableAtom } from "nanostores";
import type { Bridge, FolderQuery, FolderSearchPage, FoundFile, Notice, Workspace } from "../../../shared/contract";
import type { Notices } from "../../ui/notices";
import { searchWords } from "./messages";
import { type HitPlace, hitAfter, hitKey, mergeFiles, type SearchRow, sameHit, searchRows } from "./search-rows";

/** What there is to show besides the files. */
export type SearchState = {
  /** `idle`: nothing is asked for. `refused`: `problem` says why. `time`: it ended before all was searched. */
  status: "idle" | "searching" | "done" | "time" | "refused";
  problem: { message: string; hint: string | null } | null;
  files: readonly FoundFile[];
  paragraphCount: number;
  fileCount: number;
  searched: number;
  of: number;
  unread: number;
  partial: number;
};

/** Milliseconds: typing rests so long before it is searched for; writes and the folder's news are taken together. */
const PAUSES = { typing: 20, touched: 150, folder: 500 };

/** More files than this are not searched again one by one. */
const MOST_TOUCHED = 300;

/** A search that took no longer than this, in milliseconds, is begun again without being asked for. */
const QUICK = 2000;

/** As many searches are remembered. */
const MOST_PAST = 50;

const none: SearchState = {
  ...{ status: "idle", problem: null, files: [] },
  ...{ paragraphCount: 0, fileCount: 0, searched: 0, of: 0, unread: 0, partial: 0 },
};

const emptyQuery: FolderQuery = {
  ...{ text: "", regex: false, caseSensitive: false, wholeWord: false, include: "", exclude: "" },
};

/** A refusal as the page says it: tools speak of arguments, the page of its buttons. */
function problemOf({ message, hint }: Notice): NonNullable<SearchState["problem"]> {
  const reason = /^the pattern is not a regular expression: (.*)$/s.exec(message)?.[1];
  if (reason !== undefined) return { message: searchWords.badPattern(reason), hint: searchWords.badPatternHint };
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return { message: /[.!?]$/.test(sentence) ? sentence : `${sentence}.`, hint: hint ?? null };
}

type World = {
  bridge: Bridge;
  notices: Pick<Notices, "announce">;
  $workspace: ReadableAtom<Workspace | null>;
};

export type SearchModel = ReturnType<typeof createSearchModel>;

/**
 * The search in the folder without a line of what it looks like: the query as it is typed, the results as they come and
 * as files change, and which of them is selected. One search counts at a time: the last one begun.
 */
export function createSearchModel({ bridge, notices, $workspace }: World) {
  const $query = atom<FolderQuery>(emptyQuery);
  const $state = atom<SearchState>(none);
  const $closed = atom<ReadonlySet<string>>(new Set());
  /** A line of the results, by its key. */
  const $selected = atom<string | null>(null);
  /** Taken from the results by the person, by path or by path and key: gone for as long as the same is searched for. */
  let leftOut = new Set<string>();
  /** Searched before, oldest first. */
  const past: string[] = [];
  let pastAt: number | null = null;
  let typed = "";
  let number = 0;
  /** The number of the search that is under way; 0 for none. */
  let running = 0;
  let isLooking = false;
  let took = 0;
  let isShown = false;
  let isBehind = false;
  let touched = new Set<string>();
  const timers: Partial<Record<keyof typeof PAUSES, ReturnType<typeof setTimeout>>> = {};

  const later = (name: keyof typeof PAUSES, work: () => void) => {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(work, PAUSES[name]);
  };

  const hitOf = (key: string | null): HitPlace | null => {
    if (key === null) return null;
    const cut = key.lastIndexOf("\0");
    const index = cut < 0 ? Number.NaN : Number(key.slice(cut + 1));
    return { path: cut < 0 ? key : key.slice(0, cut), index: Number.isInteger(index) ? index : -1 };
  };
  const fileAt = (path: string) => $state.get().files.find((file) => file.path === path);
  const paragraphAt = ({ path, index }: HitPlace) => fileAt(path)?.paragraphs[index];

  const isLeftOut = (path: string, key: string) => leftOut.has(`${path}\0${key}`);
  /** Without what was taken from the results. */
  const remaining = (files: readonly FoundFile[]): FoundFile[] =>
    files.flatMap((file) => {
      if (leftOut.has(file.path)) return [];
      const paragraphs = file.paragraphs.filter(({ key }) => !isLeftOut(file.path, key));
      const count = file.count - (file.paragraphs.length - paragraphs.length);
      return paragraphs.length === file.paragraphs.length ? [file] : count > 0 ? [{ ...file, paragraphs, count }] : [];
    });
  const countOf = (files: readonly FoundFile[]) => files.reduce((sum, { count }) => sum + count, 0);
  const withoutLeftOut = (state: SearchState): SearchState => {
    if (leftOut.size === 0) return state;
    const files = remaining(state.files);
    const paragraphCount = state.paragraphCount - (countOf(state.files) - countOf(files));
    return { ...state, files, paragraphCount, fileCount: state.fileCount - (state.files.length - files.length) };
  };

  /** Other results are shown: what was selected stays so, as far as it is still there. */
  const show = (all: SearchState): void => {
    const next = withoutLeftOut(all);
    const key = $selected.get();
    const before = hitOf(key);
    const paragraph = before ? paragraphAt(before) : undefined;
    $state.set(next);
    if (before === null) return;
    const file = fileAt(before.path);
    if (!file) $selected.set(null);
    else if (before.index >= 0) {
      const index = sameHit(paragraph, before.index, file.paragraphs);
      $selected.set(index < 0 ? before.path : hitKey(before.path, index));
    }
  };

  const added = (state: SearchState, { files, status, ...counts }: FolderSearchPage): SearchState => ({
    ...{ problem: null, ...counts, files: [...state.files, ...files] },
    status: status === "more" ? "searching" : status,
  });

  /** Begins anew. `quietly`: what is shown stays until all has come. */
  const search = async (how: "at once" | "quietly"): Promise<void> => {
    clearTimeout(timers.typing);
    clearTimeout(timers.folder);
    const mine = ++number;
    running = mine;
    await searchAs(mine, how);
    if (running !== mine) return;
    running = 0;
    if (touched.size > 0) later("touched", () => void lookAgain());
  };

  const searchAs = async (mine: number, how: "at once" | "quietly"): Promise<void> => {
    const query = $query.get();
    isBehind = false;
    touched = new Set();
    if (query.text === "" || $workspace.get() === null) {
      $selected.set(null);
      $state.set(none);
      void bridge.request("search:stop", undefined);
      return;
    }
    const isQuiet = how === "quietly" && $state.get().files.length > 0;
    if (!isQuiet) {
      $selected.set(null);
      // The results before stay until the first of these are there: nothing flickers while one types.
      $state.set({ ...$state.get(), status: "searching", problem: null, searched: 0, of: 0 });
    }
    let coming: SearchState = none;
    const began = performance.now();
    const unsaved = how === "at once" ? "included" : "left out";
    let answer = await bridge.request("search:begin", { ...query, search: mine, unsaved });
    for (;;) {
      if (mine !== number) return;
      if (!answer.ok) {
        $state.set({ ...none, status: "refused", problem: problemOf(answer.error) });
        return;
      }
      // Another window's search has ended this one: what has come is what there is.
      if (answer.page === null) return show({ ...coming, status: "done" });
      coming = added(coming, answer.page);
      const isOver = coming.status !== "searching";
      if (isOver) show(coming);
      else if (!isQuiet && (coming.files.length > 0 || $state.get().of > 0)) show(coming);
      else if (!isQuiet) $state.set({ ...$state.get(), searched: coming.searched, of: coming.of });
      if (isOver) break;
      answer = await bridge.request("search:more", mine);
    }
    took = performance.now() - began;
    if (!isQuiet) tell(coming);
  };

  const tell = ({ paragraphCount, fileCount }: SearchState): void => {
    const { text } = $query.get();
    notices.announce(
      paragraphCount > 0 ? searchWords.found(paragraphCount, fileCount) : searchWords.nothing(text.slice(0, 100)),
    );
  };

  /** Searches the touched files again, and puts what they hold now in the place of what they held. */
  const lookAgain = async (): Promise<void> => {
    const { status } = $state.get();
    // What runs goes on with this at its end: an older answer must not come after a newer one.
    if (running > 0 || isLooking || touched.size === 0) return;
    if ((status !== "done" && status !== "time") || touched.size > MOST_TOUCHED) return search("quietly");
    const mine = number;
    const paths = [...touched];
    touched = new Set();
    isLooking = true;
    const answer = await bridge.request("search:files", { query: $query.get(), paths }).finally(() => {
      isLooking = false;
    });
    if (touched.size > 0) later("touched", () => void lookAgain());
    if (mine !== number || !answer.ok) return;
    const state = $state.get();
    const looked = new Set(paths);
    const before = state.files.filter(({ path }) => looked.has(path));
    const now = remaining(answer.files);
    show({
      ...state,
      files: mergeFiles(state.files, looked, now),
      fileCount: state.fileCount + now.length - before.length,
      paragraphCount: state.paragraphCount + countOf(now) - countOf(before),
    });
  };

  bridge.listen("search:touched", ({ paths }) => {
    if ($query.get().text === "") return;
    for (const path of paths) touched.add(path);
    if (isShown) later("touched", () => void lookAgain());
    else isBehind = true;
  });
  /** What folders held when they were last looked at: a save is news of a folder, too, but nothing came or went. */
  const listed = new Map<string, Map<string, "folder" | "file">>();
  const lookInto = async (folder: string): Promise<void> => {
    const answer = await bridge.request("workspace:list", folder);
    const before = listed.get(folder);
    const now = new Map(answer.ok ? answer.entries.map(({ path, kind }) => [path, kind]) : []);
    listed.set(folder, now);
    const both = [...now, ...(before ?? [])];
    const changed = both.filter(([path]) => now.has(path) !== before?.has(path));
    if (!before || changed.some(([, kind]) => kind === "folder")) {
      if (took < QUICK) later("folder", () => void search("quietly"));
    } else if (changed.length > 0) {
      for (const [path] of changed) touched.add(path);
      later("touched", () => void lookAgain());
    }
  };
  // Files may have come, gone or changed their names.
  bridge.listen("workspace:changed", ({ folders }) => {
    if ($query.get().text === "") return;
    if (isShown) for (const folder of folders) void lookInto(folder);
    else isBehind = true;
  });
  let root = $workspace.get()?.root ?? null;
  $workspace.listen((workspace) => {
    const next = workspace?.root ?? null;
    if (next === root) return;
    root = next;
    $state.set(none);
    $closed.set(new Set());
    void search("at once");
  });

  const ask = (query: Partial<FolderQuery>, when: "soon" | "now"): void => {
    const next = { ...$query.get(), ...query };
    leftOut = new Set();
    $query.set(next);
    if (when === "now" || next.text === "") void search("at once");
    else {
      // What runs is no longer wanted, and main should not go on with it.
      number += 1;
      later("typing", () => void search("at once"));
    }
  };

  return {
    $query,
    $state,
    $closed,
    $selected,
    /** The person types: searched for after a moment of rest. */
    type(text: string): void {
      pastAt = null;
      ask({ text }, "soon");
    },
    /** A word is being composed: it is shown, and searched for when it is done. */
    compose(text: string): void {
      clearTimeout(timers.typing);
      $query.set({ ...$query.get(), text });
    },
    /** Another way to search, or other files. */
    set: (options: Partial<Omit<FolderQuery, "text">>, when: "soon" | "now" = "now") => ask(options, when),
    /** Searches for this at once. */
    searchFor: (text: string) => ask({ text }, "now"),
    /** Whether the results are on the page: only then do they follow the files. */
    shown(shown: boolean): void {
      isShown = shown;
      if (!shown || !isBehind) return;
      isBehind = false;
      void search("quietly");
    },
    /** The person is back at the window: other programs may have written. A search that takes long is not begun for that. */
    returned(): void {
      if (isShown && $query.get().text !== "" && $state.get().status !== "searching" && took < QUICK) {
        void search("quietly");
      }
    },
    /** This search was of use: it can be had again with the arrows. */
    remember(): void {
      const { text } = $query.get();
      if (text === "" || past.at(-1) === text) return;
      const at = past.indexOf(text);
      if (at >= 0) past.splice(at, 1);
      past.push(text);
      if (past.length > MOST_PAST) past.shift();
    },
    /** The search before (or after) the one in the field; null where there is none. Back at the end is what was typed. */
    recall(by: -1 | 1): string | null {
      if (pastAt === null) {
        if (by > 0) return null;
        typed = $query.get().text;
        pastAt = past.length;
        if (past.at(-1) === typed) pastAt -= 1;
      }
      const next = pastAt + by;
      if (next < 0) return null;
      const text = next >= past.length ? typed : (past[next] as string);
      pastAt = next >= past.length ? null : next;
      ask({ text }, "soon");
      return text;
    },
    select: (key: string | null) => $selected.set(key),
    /** A paragraph, or a whole file (`index` is null), is about to leave: what is selected in it gives way to the line behind. */
    selectBehind({ path, index }: { path: string; index: number | null }): void {
      const rows = this.rows();
      const leaves = (row: SearchRow) => row.file.path === path && (index === null || row.key === hitKey(path, index));
      const isSelected = ({ key }: SearchRow) => key === $selected.get();
      if (!rows.some((row) => leaves(row) && isSelected(row))) return;
      const last = rows.findLastIndex(leaves);
      const stays = (row: SearchRow) => row.kind !== "more" && !leaves(row);
      const next = rows.slice(last + 1).find(stays) ?? rows.findLast(stays);
      if (next) $selected.set(next.key);
    },
    /** Takes a file or a paragraph from the results: it is neither shown nor replaced until something else is searched for. */
    leaveOut({ path, index }: { path: string; index: number | null }): void {
      const paragraph = index === null ? null : paragraphAt({ path, index });
      if (paragraph === undefined) return;
      this.selectBehind({ path, index });
      leftOut.add(paragraph === null ? path : `${path}\0${paragraph.key}`);
      show($state.get());
    },
    open(paths: readonly string[]): void {
      const closed = new Set($closed.get());
      for (const path of paths) closed.delete(path);
      $closed.set(closed);
    },
    /** A selected paragraph of a closed file hands the selection on to the file. */
    close(paths: readonly string[]): void {
      $closed.set(new Set([...$closed.get(), ...paths]));
      const hit = hitOf($selected.get());
      if (hit && hit.index >= 0 && paths.includes(hit.path)) $selected.set(hit.path);
    },
    toggleAll(): void {
      const paths = $state.get().files.map(({ path }) => path);
      if (paths.every((path) => $closed.get().has(path))) $closed.set(new Set());
      else this.close(paths);
    },
    rows: () => searchRows($state.get().files, $closed.get()),
    /** The selected paragraph, if it is one. */
    selectedHit: () => {
      const hit = hitOf($selected.get());
      return hit && hit.index >= 0 ? hit : null;
    },
    paragraphAt,
    fileAt,
    /** Selects the next or the previous paragraph, opening its file in the results. */
    step(by: 1 | -1): (HitPlace & { isAround: boolean }) | null {
      const next = hitAfter($state.get().files, hitOf($selected.get()), by);
      if (!next) return null;
      this.open([next.path]);
      $selected.set(hitKey(next.path, next.index));
      return next;
    },
  };
}
