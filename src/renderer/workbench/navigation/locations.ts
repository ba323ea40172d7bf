import { atom, type ReadableAtom } from "nanostores";
import type { DocumentId } from "../../../shared/contract";
import type { TrackedPosition } from "../../editor/text/position";
import type { Steps } from "../api/navigation";
import type { Tab, Tabs } from "../api/tabs";

/** The maximum number of locations kept in each direction. */
const MAX_HISTORY = 100;

/** A location that the user has left. `tracked` follows edits while the document is open. */
export type HistoryEntry = { doc: DocumentId; path: string | null; cursor: number; tracked: TrackedPosition | null };

/** The locations to go back and forward to. They follow the edits of open documents, so each must be dropped in the end. */
export function createLocations(tabs: Pick<Tabs, "find" | "$tabs">) {
  let back: HistoryEntry[] = [];
  let forward: HistoryEntry[] = [];
  const $steps = atom<Steps>({ back: false, forward: false });
  const report = (): void => {
    const [hasBack, hasForward] = [back.length > 0, forward.length > 0];
    const now = $steps.get();
    if (now.back !== hasBack || now.forward !== hasForward) $steps.set({ back: hasBack, forward: hasForward });
  };

  const entryOf = (tab: Tab): HistoryEntry => ({
    doc: tab.doc,
    path: tab.editor.$info.get().path,
    cursor: tab.editor.viewState().cursor,
    tracked: tabs.find(tab.doc) ? tab.editor.trackPosition(tab.editor.viewState().cursor) : null,
  });
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
    report();
  };

  // When a document closes, its entries keep their last position; they are tracked again when it is opened.
  tabs.$tabs.listen((now) => {
    for (const entry of [...back, ...forward]) {
      const tab = now.find(
        ({ doc, editor }) =>
          doc === entry.doc || (editor.kind !== "authorship" && editor.$info.get().path === (entry.path ?? 0)),
      );
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

  return {
    $steps: $steps as ReadableAtom<Steps>,
    entryOf,
    isSame,
    cursorOf,
    drop,
    /** The user has left this location by a jump: it comes next in going back, and nothing is left to go forward to. */
    remember,
    /** The location to go to next, which leaves its list; null if there is none. The caller drops it. */
    take(direction: "back" | "forward"): HistoryEntry | null {
      const list = direction === "back" ? back : forward;
      const entry = list.at(-1) ?? null;
      if (direction === "back") back = list.slice(0, -1);
      else forward = list.slice(0, -1);
      report();
      return entry;
    },
    /** Navigation in this direction has left a location: the opposite direction leads there. */
    leave(entry: HistoryEntry, direction: "back" | "forward"): void {
      if (direction === "back") forward = pushed(forward, entry);
      else back = pushed(back, entry);
      report();
    },
  };
}
