import type { WindowViews } from "../../../shared/contract";
import type { WindowHandle } from "../core/desktop";

/** How long a renderer may take to say what it shows, in milliseconds. */
const WAIT_MS = 250;

/** Asks the renderers what they show: the document in front, and where the cursor of each text is. */
export type ViewRequests = {
  /** Null for a window that does not answer in time. */
  ask<W extends WindowHandle>(windows: readonly W[]): Promise<ReadonlyMap<W, WindowViews | null>>;
  /** A renderer answers. Ids that are unknown, late or of another window are ignored. */
  answered(window: WindowHandle, requestId: number, views: WindowViews): void;
};

export function createViewRequests(waitMs = WAIT_MS): ViewRequests {
  const waiting = new Map<number, { window: WindowHandle; done(views: WindowViews | null): void }>();
  let lastRequestId = 0;

  function askOne(window: WindowHandle): Promise<WindowViews | null> {
    const requestId = ++lastRequestId;
    return new Promise((resolve) => {
      const timer = setTimeout(() => done(null), waitMs);
      const done = (views: WindowViews | null) => {
        clearTimeout(timer);
        waiting.delete(requestId);
        resolve(views);
      };
      waiting.set(requestId, { window, done });
      if (!window.send("document:send-views", { requestId })) done(null);
    });
  }

  return {
    ask: async (windows) =>
      new Map(await Promise.all(windows.map(async (window) => [window, await askOne(window)] as const))),
    answered(window, requestId, views) {
      const asked = waiting.get(requestId);
      if (asked?.window === window) asked.done(views);
    },
  };
}
