import { atom } from "nanostores";
import type { Tab, TabActivity, TabEditor, TabKey } from "../api/tabs";

/** What others did to tabs in the background: the mark of a tab, until it is shown. */
export function createTabActivities(isFrontOfGroup: (key: TabKey) => boolean) {
  const activities = new Map<TabKey, ReturnType<typeof atom<TabActivity | null>>>();
  return {
    /** The mark of a new tab, which follows the writes of others until `stop`. */
    follow(key: TabKey, editor: TabEditor): Pick<Tab, "$activity" | "stop"> {
      const $activity = atom<TabActivity | null>(null);
      activities.set(key, $activity);
      const stop = editor.$lastWriter.listen((last) => {
        if (last && last.by.kind !== "you" && !isFrontOfGroup(key)) $activity.set({ by: last.by, how: "changed" });
      });
      return { $activity, stop };
    },
    /** Marks a tab as opened by somebody else, unless it has another mark. */
    markOpened(key: TabKey, by: TabActivity["by"]): void {
      const $activity = activities.get(key);
      if ($activity?.get() === null) $activity.set({ by, how: "opened" });
    },
    clear: (key: TabKey) => activities.get(key)?.set(null),
    forget: (key: TabKey) => activities.delete(key),
  };
}
