import { atom, computed, type ReadableAtom } from "nanostores";
import type { Bridge } from "../../../shared/contract";
import type { IndexRefresh, NoteLocation } from "../../../shared/note-index";
import type { IndexRow, IndexView, TagsModel } from "../../workbench/api/feature-stores";
import { linkRows, tagKey, tagRows } from "./index-rows";

/** A reading that took longer, in milliseconds, is not repeated whenever the window gets the focus. */
const QUICK_MS = 1500;

const none = { status: "loading", items: [], isAll: true } as const;

/** The tags of the open folder and its links that lead nowhere. They are looked up while the pane is shown, and follow what is written. */
export function createTagsModel(bridge: Bridge, $root: ReadableAtom<string | null>): TagsModel {
  const $view = atom<IndexView>("tags");
  const $tags = atom<ReturnType<TagsModel["$tags"]["get"]>>(none);
  const $links = atom<ReturnType<TagsModel["$links"]["get"]>>(none);
  const $filter = atom("");
  const $open = atom<ReadonlySet<string>>(new Set());
  const $selected = atom<string | null>(null);
  const $places = atom<ReadonlyMap<string, readonly NoteLocation[]>>(new Map());
  const names = new Map<string, string>();
  let isShown = false;
  let turn = 0;
  let lastDuration = 0;

  const $rows = computed(
    [$view, $tags, $links, $filter, $open, $places],
    (view, tags, links, filter, open, places): IndexRow[] => {
      const shown = { filter, open, places };
      if (view === "links") return links.status === "failed" ? [] : linkRows(links.items, shown);
      return tags.status === "failed" ? [] : tagRows(tags.items, shown);
    },
  );

  async function refresh(how: IndexRefresh): Promise<void> {
    if (!isShown || $root.get() === null) return;
    turn += 1;
    const mine = turn;
    const view = $view.get();
    const began = performance.now();
    if (view === "tags") {
      const answer = await bridge.request("index:tags", how);
      if (mine !== turn) return;
      $tags.set(
        answer.ok
          ? { status: "ready", items: answer.tags, isAll: answer.isAll }
          : { status: "failed", why: answer.error.message },
      );
      if (answer.ok) for (const { name } of answer.tags) names.set(tagKey(name), name);
      for (const key of $open.get()) void findPlaces(key);
    } else {
      const answer = await bridge.request("index:unresolved", how);
      if (mine !== turn) return;
      $links.set(
        answer.ok
          ? { status: "ready", items: answer.links, isAll: answer.isAll }
          : { status: "failed", why: answer.error.message },
      );
    }
    lastDuration = performance.now() - began;
  }

  async function findPlaces(key: string): Promise<void> {
    const tag = names.get(key);
    if (tag === undefined) return;
    const root = $root.get();
    const answer = await bridge.request("index:tag-places", tag);
    if (root !== $root.get()) return;
    $places.set(new Map($places.get()).set(key, answer.ok ? answer.places : []));
  }

  const reset = () => {
    turn += 1;
    $tags.set(none);
    $links.set(none);
    $open.set(new Set());
    $places.set(new Map());
    $selected.set(null);
    names.clear();
  };
  $root.listen(() => {
    reset();
    void refresh("all");
  });
  bridge.listen("index:changed", () => void refresh("changed"));

  const setOpen = (key: string, isOpen: boolean) => {
    const open = new Set($open.get());
    if (isOpen) open.add(key);
    else open.delete(key);
    $open.set(open);
    if (isOpen && key.startsWith("#")) void findPlaces(key);
  };

  return {
    $view,
    $tags,
    $links,
    $filter,
    $selected,
    $rows,
    setShown(isNow: boolean): void {
      isShown = isNow;
      if (isNow) void refresh("all");
    },
    onWindowFocus(): void {
      if (lastDuration < QUICK_MS) void refresh("all");
    },
    show(view: IndexView): void {
      if ($view.get() === view) return;
      $view.set(view);
      $selected.set(null);
      void refresh("all");
    },
    showTag(tag: string): void {
      $view.set("tags");
      $filter.set("");
      const parts = tag.split("/");
      for (let count = 1; count < parts.length; count++) setOpen(tagKey(parts.slice(0, count).join("/")), true);
      names.set(tagKey(tag), tag);
      setOpen(tagKey(tag), true);
      $selected.set(tagKey(tag));
      void refresh("changed");
    },
    toggle: (key: string) => setOpen(key, !$open.get().has(key)),
    collapseAll: () => $open.set(new Set()),
  };
}
