import type { Bridge, Session } from "../../../shared/contract";

/** The delay before the session is stored, in milliseconds. */
const REST = 500;

/**
 * Stores the session: call `soon` after any change that belongs to it, and `now` before the window closes. An unchanged
 * session is not sent again.
 */
export function createSessionKeeper(bridge: Bridge, gather: () => Session) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let kept = "";

  const now = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const session = gather();
    const text = JSON.stringify(session);
    if (text === kept) return;
    kept = text;
    try {
      await bridge.request("app:save-session", session);
    } catch (trouble) {
      kept = "";
      throw trouble;
    }
  };

  return {
    now,
    soon(): void {
      timer ??= setTimeout(() => void now().catch(() => {}), REST);
    },
  };
}
