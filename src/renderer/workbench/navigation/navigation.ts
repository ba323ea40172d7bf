import type { DocumentId } from "../../../shared/contract";
import type { TrackedPosition } from "../../editor/position";
import type { Navigation, Target } from "../api/navigation";
import type { Tab, Tabs } from "../api/tabs";

/** The most locations kept in each direction. */
const MAX_HISTORY = 100;

/** A location that the user has left. `tracked` follows edits while the document is open. */
type HistoryEntry = { doc: DocumentId; path: string | null; cursor: number; tracked: TrackedPosition | null };

/**
 * The back and forward history across documents. A jump is a switch of tabs, `goTo`, or a click or search that moves
 * the cursor by some lines (see `editor/position.ts`). A custom editor calls `jumpFrom` before it moves its own cursor.
 */
export function createNavigation(tabs: Tabs): Navigation {
  let back: HistoryEntry[] = [];
  let forward: HistoryEntry[] = [];
  let lastFront: Tab | null = tabs.$front.get();
  let queue: Promise<unknown> = Promise.resolve();
  /** More than zero while navigation itself switches tabs. */
  let navigating = 0;

  const entryOf = (tab: Tab): HistoryEntry => ({
    doc: tab.doc,
    path: tab.editor.$info.get().path,
    cursor: tab.editor.viewState().cursor,
    tracked: tabs.find(tab.doc) ? tab.editor.trackPosition(tab.editor.viewState().cursor) : null,
  });
  const here = (): HistoryEntry | null => {
    const front = tabs.$front.get();
    return front && entryOf(front);
  };
  const cursorOf = (entry: HistoryEntry) => entry.tracked?.position() ?? entry.cursor;
  const drop = (dropped: readonly HistoryEntry[]) => {
    for (const { tracked } of dropped) tracked?.stop();
  };

  const isSame = (one: HistoryEntry, other: HistoryEntry) => {
    if (one.doc !== other.doc && (one.path === null || one.path !== other.path)) return false;
    const [a, b] = [cursorOf(one), cursorOf(other)];
    const tab = tabs.find(one.doc);
    if (a === b || !tab) return a === b;
    const doc = tab.editor.content();
    const lineAt = (position: number) => doc.lineAt(Math.min(position, doc.length)).number;
    return lineAt(a) === lineAt(b);
  };

  const pushed = (list: HistoryEntry[], entry: HistoryEntry): HistoryEntry[] => {
    const top = list.at(-1);
    if (top && isSame(top, entry)) {
      drop([entry]);
      return list;
    }
    drop(list.slice(0, -(MAX_HISTORY - 1)));
    return [...list.slice(-(MAX_HISTORY - 1)), entry];
  };

  const remember = (entry: HistoryEntry): void => {
    back = pushed(back, entry);
    drop(forward);
    forward = [];
  };

  tabs.$front.listen((front) => {
    if (front && lastFront && front !== lastFront && navigating === 0) remember(entryOf(lastFront));
    if (front) lastFront = front;
  });

  // When a document closes, its entries keep their last position; they are tracked again when it is opened.
  tabs.$tabs.listen((now) => {
    for (const entry of [...back, ...forward]) {
      const tab = now.find(({ doc, editor }) => doc === entry.doc || editor.$info.get().path === (entry.path ?? 0));
      if (entry.tracked && !now.some(({ doc }) => doc === entry.doc)) {
        entry.cursor = entry.tracked.position();
        entry.tracked.stop();
        entry.tracked = null;
      }
      if (tab && !entry.tracked) {
        entry.doc = tab.doc;
        entry.tracked = tab.editor.trackPosition(entry.cursor);
      }
    }
  });

  /** Brings the document to the front and scrolls to the location; false if it could not be opened. */
  const navigate = async (target: Target): Promise<boolean> => {
    navigating += 1;
    try {
      let doc: DocumentId | null;
      if ("doc" in target) {
        const known = tabs.find(target.doc);
        doc = known ? target.doc : null;
        if (known && target.where === "beside") tabs.showBeside(known, target.focus ?? "canvas");
        else if (doc !== null) tabs.activate(doc, target.focus);
      } else if (target.where === "beside") doc = await tabs.openBeside(target.path, target.focus);
      else doc = await tabs.openPath(target.path, target.focus);
      const tab = doc === null ? null : tabs.find(doc);
      if (!tab) {
        // The document may be open in another window, which has come to the front: it shows the location.
        if ("path" in target && target.location) tabs.revealInOtherWindow(target.path, target.location);
        return false;
      }
      if (target.location) tab.editor.reveal(target.location);
      return true;
    } finally {
      navigating -= 1;
    }
  };

  /** Runs navigations one after the other, so that pressing a key twice goes back twice, however long opening takes. */
  const enqueue = <T>(navigation: () => Promise<T>): Promise<T> => {
    const mine = queue.then(navigation, navigation);
    queue = mine;
    return mine;
  };

  const goTo = async (target: Target): Promise<boolean> => {
    const from = here();
    const hasArrived = await navigate(target);
    const to = here();
    if (from && hasArrived && to && !isSame(from, to)) remember(from);
    else if (from) drop([from]);
    if (to) drop([to]);
    return hasArrived;
  };

  const step = async (direction: "back" | "forward"): Promise<boolean> => {
    for (;;) {
      const from = here();
      const list = direction === "back" ? back : forward;
      const target = list.at(-1);
      if (!target) {
        if (from) drop([from]);
        return false;
      }
      if (direction === "back") back = list.slice(0, -1);
      else forward = list.slice(0, -1);
      // Skips an entry at the current location.
      const isHere = from !== null && isSame(from, target);
      const path = tabs.find(target.doc)?.editor.$info.get().path ?? target.path;
      const cursor = cursorOf(target);
      drop([target]);
      const isGone = !tabs.find(target.doc) && path === null;
      if (isHere || isGone) {
        if (from) drop([from]);
        continue;
      }
      const where = tabs.find(target.doc) ? { doc: target.doc } : { path: path ?? "" };
      if (await navigate({ ...where, location: { from: cursor } })) {
        if (from && direction === "back") forward = pushed(forward, from);
        else if (from) back = pushed(back, from);
        return true;
      }
      if (from) drop([from]);
      return false;
    }
  };

  return {
    goTo: (target: Target): Promise<boolean> => enqueue(() => goTo(target)),
    jumpFrom(): void {
      const from = here();
      if (from) remember(from);
    },
    handleJump(doc: DocumentId, from: number): void {
      const tab = tabs.find(doc);
      if (!tab || navigating > 0) return;
      remember({ ...entryOf(tab), cursor: from, tracked: tab.editor.trackPosition(from) });
    },
    back: () => enqueue(() => step("back")),
    forward: () => enqueue(() => step("forward")),
  };
}
