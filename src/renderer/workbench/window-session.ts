import type { ReadableAtom } from "nanostores";
import type { Bridge, Session } from "../../shared/contract";
import type { ExportChoices } from "../../shared/export";
import type { PanelLayout } from "../ui/panel-layout";
import type { Goals, Palette, PreviewModes, Tree } from "./api/feature-stores";
import type { Layout } from "./api/layout";
import type { Tabs } from "./api/tabs";

/** The delay before the session is stored, in milliseconds. */
const SAVE_DELAY = 500;

/**
 * Stores the session: call `soon` after any change that belongs to it, and `now` before the window closes. An unchanged
 * session is not sent again.
 */
function createSessionStore(bridge: Bridge, gather: () => Session) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stored = "";

  const now = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const session = gather();
    const text = JSON.stringify(session);
    if (text === stored) return;
    stored = text;
    try {
      await bridge.request("app:save-session", session);
    } catch (error) {
      stored = "";
      throw error;
    }
  };

  return {
    now,
    soon(): void {
      timer ??= setTimeout(() => void now().catch(() => {}), SAVE_DELAY);
    },
  };
}

type Deps = {
  bridge: Bridge;
  tabs: Tabs;
  layout: Layout;
  panel: PanelLayout;
  tree: Pick<Tree, "expandedHere" | "$expanded">;
  palette: Palette;
  goals: Goals;
  previews: PreviewModes;
  $exportChoices: ReadableAtom<ExportChoices | null>;
};

/** The session of this window, from all stores that it consists of. `watch` stores it after each of their changes. */
export function createWindowSession(deps: Deps) {
  const { bridge, tabs, layout, panel, tree, palette, goals, previews, $exportChoices } = deps;
  const session = createSessionStore(bridge, () => {
    const exports = $exportChoices.get();
    return {
      ...tabs.sessionState(),
      active: tabs.$active.get(),
      sidebar: layout.$stored.get(),
      panel: panel.$stored.get(),
      expanded: tree.expandedHere(),
      used: palette.$used.get(),
      goals: [...goals.$goals.get()],
      ...(exports ? { exports } : {}),
    };
  });
  return {
    ...session,
    watch(): void {
      for (const store of [
        tabs.$arrangement,
        layout.$stored,
        panel.$stored,
        tree.$expanded,
        palette.$used,
        goals.$goals,
      ])
        store.listen(session.soon);
      $exportChoices.listen(session.soon);
      previews.$tabs.listen(session.soon);
      let unfollow = () => {};
      tabs.$front.subscribe((tab) => {
        unfollow();
        unfollow = tab ? tab.editor.$counts.listen(session.soon) : () => {};
      });
    },
  };
}
