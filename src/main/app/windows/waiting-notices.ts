import type { Desktop } from "../core/desktop";

/** What waits for the user, told by the desktop while no window of Galley has the focus. */
export type WaitingNotices = {
  /** Once for each `key` until it is withdrawn. `clicked` brings the user there. */
  show(key: string, notification: Parameters<Desktop["notify"]>[0], clicked: () => void): void;
  /** It no longer waits. */
  withdraw(key: string): void;
  /** All whose keys begin so, but those that are given, no longer wait. */
  keepOnly(prefix: string, keys: readonly string[]): void;
};

export function createWaitingNotices(
  desktop: Pick<Desktop, "notify">,
  settings: () => { notifyWaiting: boolean },
): WaitingNotices {
  /** By key what takes the notification away; null where none was shown, since the user was here. */
  const waiting = new Map<string, (() => void) | null>();

  const withdraw = (key: string): void => {
    waiting.get(key)?.();
    waiting.delete(key);
  };

  return {
    show(key, notification, clicked) {
      if (waiting.has(key)) return;
      waiting.set(key, settings().notifyWaiting ? desktop.notify(notification, clicked) : null);
    },
    withdraw,
    keepOnly(prefix, keys) {
      for (const key of [...waiting.keys()]) if (key.startsWith(prefix) && !keys.includes(key)) withdraw(key);
    },
  };
}
