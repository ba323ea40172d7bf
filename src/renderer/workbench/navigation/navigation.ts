import { serialQueue } from "../../../core/async/serial-queue";
import type { DocumentId } from "../../../shared/contract";
import type { Navigation, Target } from "../api/navigation";
import type { Tab, Tabs } from "../api/tabs";
import { createLocations, type HistoryEntry } from "./locations";

/**
 * The back and forward history across documents. A jump is a switch of tabs, `goTo`, or a click or search that moves
 * the cursor by some lines (see `editor/text/position.ts`). A custom editor calls `jumpFrom` before it moves its own cursor.
 */
export function createNavigation(tabs: Tabs): Navigation {
  const { $steps, entryOf, isSame, cursorOf, drop, remember, take, leave } = createLocations(tabs);
  let lastFront: Tab | null = tabs.$front.get();
  /** More than zero while navigation itself switches tabs. */
  let navigating = 0;

  const here = (): HistoryEntry | null => {
    const front = tabs.$front.get();
    return front && entryOf(front);
  };

  tabs.$front.listen((front) => {
    if (front && lastFront && front !== lastFront && navigating === 0) remember(entryOf(lastFront));
    if (front) lastFront = front;
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
  const enqueue = serialQueue();

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
      const target = take(direction);
      if (!target) {
        if (from) drop([from]);
        return false;
      }
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
        if (from) leave(from, direction);
        return true;
      }
      if (from) drop([from]);
      return false;
    }
  };

  return {
    $steps,
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
