import type { Bridge, Session } from "../../../shared/contract";

/** The delay before the session is stored, in milliseconds. */
const SAVE_DELAY = 500;

/**
 * Stores the session: call `soon` after any change that belongs to it, and `now` before the window closes. An unchanged
 * session is not sent again.
 */
export function createSessionStore(bridge: Bridge, gather: () => Session) {
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
