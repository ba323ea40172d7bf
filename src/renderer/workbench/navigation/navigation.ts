import type { DocumentId } from "../../../shared/contract";
import type { Followed, Spot } from "../../editor/position";
import type { Focus, Tab, Tabs, Where } from "../tabs/tabs";

/** The most locations kept in each direction. */
const MOST = 100;

/** A document, open or not, and a location in it. Without a location it opens where it was left. */
export type Target = ({ doc: DocumentId } | { path: string }) & { spot?: Spot; focus?: Focus; where?: Where };

/** A location that the user has left. `tracked` follows edits while the document is open. */
type Left = { doc: DocumentId; path: string | null; cursor: number; followed: Followed | null };

export type Navigation = ReturnType<typeof createNavigation>;

/**
 * The back and forward history across documents. A jump is a switch of tabs, `goTo`, or a click or search that moves
 * the cursor by some lines (see `editor/position.ts`). A custom editor calls `jumpFrom` before it moves its own cursor.
 */
export function createNavigation(tabs: Tabs) {
  let back: Left[] = [];
  let forward: Left[] = [];
  let lastFront: Tab | null = tabs.$front.get();
  let turn: Promise<unknown> = Promise.resolve();
  /** More than zero while navigation itself switches tabs. */
  let travelling = 0;

  const placeOf = (tab: Tab): Left => ({
    doc: tab.doc,
    path: tab.copy.$about.get().path,
    cursor: tab.copy.view().cursor,
    followed: tabs.find(tab.doc) ? tab.copy.follow(tab.copy.view().cursor) : null,
  });
  const here = (): Left | null => {
    const front = tabs.$front.get();
    return front && placeOf(front);
  };
  const cursorOf = (left: Left) => left.followed?.position() ?? left.cursor;
  const drop = (dropped: readonly Left[]) => {
    for (const { followed } of dropped) followed?.stop();
  };

  const isSame = (one: Left, other: Left) => {
    if (one.doc !== other.doc && (one.path === null || one.path !== other.path)) return false;
    const [a, b] = [cursorOf(one), cursorOf(other)];
    const tab = tabs.find(one.doc);
    if (a === b || !tab) return a === b;
    const doc = tab.copy.content();
    const lineAt = (position: number) => doc.lineAt(Math.min(position, doc.length)).number;
    return lineAt(a) === lineAt(b);
  };

  const pushed = (list: Left[], left: Left): Left[] => {
    const top = list.at(-1);
    if (top && isSame(top, left)) {
      drop([left]);
      return list;
    }
    drop(list.slice(0, -(MOST - 1)));
    return [...list.slice(-(MOST - 1)), left];
  };

  const left = (place: Left): void => {
    back = pushed(back, place);
    drop(forward);
    forward = [];
  };

  tabs.$front.listen((front) => {
    if (front && lastFront && front !== lastFront && travelling === 0) left(placeOf(lastFront));
    if (front) lastFront = front;
  });

  // When a document closes, its entries keep their last position; they are tracked again when it is opened.
  tabs.$tabs.listen((now) => {
    for (const place of [...back, ...forward]) {
      const tab = now.find(({ doc, copy }) => doc === place.doc || copy.$about.get().path === (place.path ?? 0));
      if (place.followed && !now.some(({ doc }) => doc === place.doc)) {
        place.cursor = place.followed.position();
        place.followed.stop();
        place.followed = null;
      }
      if (tab && !place.followed) {
        place.doc = tab.doc;
        place.followed = tab.copy.follow(place.cursor);
      }
    }
  });

  /** Brings the document to the front and scrolls to the location; false if it could not be opened. */
  const travel = async (target: Target): Promise<boolean> => {
    travelling += 1;
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
        if ("path" in target && target.spot) tabs.showElsewhere(target.path, target.spot);
        return false;
      }
      if (target.spot) tab.copy.reveal(target.spot);
      return true;
    } finally {
      travelling -= 1;
    }
  };

  /** Runs navigations one after the other, so that pressing a key twice goes back twice, however long opening takes. */
  const inTurn = <T>(journey: () => Promise<T>): Promise<T> => {
    const mine = turn.then(journey, journey);
    turn = mine;
    return mine;
  };

  const goTo = async (target: Target): Promise<boolean> => {
    const from = here();
    const arrived = await travel(target);
    const to = here();
    if (from && arrived && to && !isSame(from, to)) left(from);
    else if (from) drop([from]);
    if (to) drop([to]);
    return arrived;
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
      const path = tabs.find(target.doc)?.copy.$about.get().path ?? target.path;
      const cursor = cursorOf(target);
      drop([target]);
      const isGone = !tabs.find(target.doc) && path === null;
      if (isHere || isGone) {
        if (from) drop([from]);
        continue;
      }
      const where = tabs.find(target.doc) ? { doc: target.doc } : { path: path ?? "" };
      if (await travel({ ...where, spot: { from: cursor } })) {
        if (from && direction === "back") forward = pushed(forward, from);
        else if (from) back = pushed(back, from);
        return true;
      }
      if (from) drop([from]);
      return false;
    }
  };

  return {
    /** Goes to a location and remembers the current one; false if the document could not be opened. */
    goTo: (target: Target): Promise<boolean> => inTurn(() => goTo(target)),
    /** Remembers the cursor position, for a custom editor that is about to move its cursor. */
    jumpFrom(): void {
      const from = here();
      if (from) left(from);
    },
    /** Called by an editor when its cursor jumped; `from` is where it was. */
    jumped(doc: DocumentId, from: number): void {
      const tab = tabs.find(doc);
      if (!tab || travelling > 0) return;
      left({ ...placeOf(tab), cursor: from, followed: tab.copy.follow(from) });
    },
    /** Goes back to where the last jump began; false if there is no such location. */
    back: () => inTurn(() => step("back")),
    /** Undoes `back`. */
    forward: () => inTurn(() => step("forward")),
  };
}
