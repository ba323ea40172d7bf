import type { Canvas } from "../../engine/ports/documents";
import type { WindowHandle } from "../core/desktop";
import type { AppContext } from "./context";
import { followMove, followRemoval } from "./follow-entries";
import type { OpenDocument } from "./open-document";
import { saveForUser } from "./saving";

/** How long a tool waits for the renderer before main saves the journaled edits itself. */
const HAND_OVER_MS = 250;

/** The editor as the engine sees it: unsaved edits are saved before a tool reads the file. */
export type AppCanvas = Canvas & {
  /** The renderer has saved what it could. Ids that are unknown, late or of another window are ignored. */
  answered(window: WindowHandle, requestId: number): void;
};

/** What the canvas needs of the windows. */
export type CanvasWindows = {
  /** Opens a file for the user or an agent. */
  show: Canvas["show"];
  shownIn: NonNullable<Canvas["shownIn"]>;
  /** Throws if a window has this folder, or one in it, open as its workspace. */
  rejectOpenFolder(realPath: string): void;
};

/** `waitMs` is how long a renderer may take to answer. */
export function createAppCanvas(
  ctx: AppContext,
  { show, shownIn, rejectOpenFolder }: CanvasWindows,
  waitMs = HAND_OVER_MS,
): AppCanvas {
  const waiting = new Map<number, { window: WindowHandle; done(): void }>();
  let lastRequestId = 0;

  function requestSave({ doc, window }: OpenDocument): Promise<"answered" | "no answer"> {
    const requestId = ++lastRequestId;
    return new Promise((resolve) => {
      const timer = setTimeout(() => done("no answer"), waitMs);
      const done = (how: "answered" | "no answer") => {
        clearTimeout(timer);
        waiting.delete(requestId);
        resolve(how);
      };
      waiting.set(requestId, { window, done: () => done("answered") });
      if (!window.send("document:hand-over", { doc, requestId })) done("no answer");
    });
  }

  return {
    async handOver(realPath) {
      const document = ctx.openDocuments.at(realPath);
      if (!document || document.gone || document.conflict === "shown") return;
      if ((await requestSave(document)) === "answered") return;
      // Queued after a save of the renderer that is in progress, and then has nothing left to do.
      await saveForUser(ctx, document).catch((error: unknown) => ctx.reportError(document.name, error));
    },
    hasConflict: (realPath) => (ctx.openDocuments.at(realPath)?.conflict ?? "none") !== "none",
    openPaths: () =>
      ctx.openDocuments.all().flatMap(({ location, gone }) => (location === null || gone ? [] : [location.realPath])),
    shownIn,
    async followMove(move, work) {
      rejectOpenFolder(move.from);
      await followMove(ctx, move, work);
    },
    async followRemoval(realPath, work) {
      rejectOpenFolder(realPath);
      await followRemoval(ctx, { realPath, reason: "deleted by an agent" }, work);
    },
    async show(realPath, by) {
      try {
        return await show(realPath, by);
      } catch (error) {
        ctx.reportError(realPath, error);
        return false;
      }
    },
    answered(window, requestId) {
      const asked = waiting.get(requestId);
      if (asked?.window === window) asked.done();
    },
  };
}
