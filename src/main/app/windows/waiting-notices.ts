import type { Desktop } from "../core/desktop";

/** System notifications when something needs the user, shown while no Galley window has the focus. */
export type WaitingNotices = {
  /** Shows a notification, once per `key` until it is withdrawn. `clicked` brings the user to it. */
  show(key: string, notification: Parameters<Desktop["notify"]>[0], clicked: () => void): void;
  /** Removes the notification. */
  withdraw(key: string): void;
  /** Removes all notifications whose keys start with `prefix`, except those in `keys`. */
  keepOnly(prefix: string, keys: readonly string[]): void;
};

export function createWaitingNotices(
  desktop: Pick<Desktop, "notify">,
  settings: () => { notifyWaiting: boolean },
): WaitingNotices {
  /** A function that removes the notification, by key; null if none was shown because the user was in Galley. */
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
