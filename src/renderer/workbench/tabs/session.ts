import type { Bridge, Session } from "../../../shared/contract";

/** How long the page rests before its session is kept, in milliseconds. */
const REST = 500;

/**
 * Keeps the session: `soon` after any change that belongs to it, `now` before the window closes. What did not change
 * since is not sent again.
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
