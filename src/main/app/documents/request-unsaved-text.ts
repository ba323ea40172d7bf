import type { Canvas } from "../../engine/ports/documents";
import type { WindowFace } from "../core/desktop";
import type { AppContext } from "./context";
import type { WorkingCopy } from "./open-document";
import { saveForThePerson } from "./saving";

/** How long a tool waits for the renderer before main saves the journaled edits itself. */
const HAND_OVER_MS = 250;

/** The editor as the engine sees it: unsaved edits are saved before a tool reads the file. */
export type HandOver = Canvas & {
  /** The renderer has saved what it could. Ids that are unknown, late or of another window are ignored. */
  answered(window: WindowFace, ticket: number): void;
};

/** `show` opens a file for the user or an agent; `waitMs` is how long a renderer may take to answer. */
export function createHandOver(ctx: AppContext, show: Canvas["show"], waitMs = HAND_OVER_MS): HandOver {
  const waiting = new Map<number, { window: WindowFace; done(): void }>();
  let lastTicket = 0;

  function asked({ doc, window }: WorkingCopy): Promise<"answered" | "no answer"> {
    const ticket = ++lastTicket;
    return new Promise((resolve) => {
      const timer = setTimeout(() => done("no answer"), waitMs);
      const done = (how: "answered" | "no answer") => {
        clearTimeout(timer);
        waiting.delete(ticket);
        resolve(how);
      };
      waiting.set(ticket, { window, done: () => done("answered") });
      if (!window.send("document:hand-over", { doc, ticket })) done("no answer");
    });
  }

  return {
    async handOver(realPath) {
      const copy = ctx.copies.at(realPath);
      if (!copy || copy.gone || copy.conflict === "shown") return;
      if ((await asked(copy)) === "answered") return;
      // Queued after a save of the renderer that is in progress, and then has nothing left to do.
      await saveForThePerson(ctx, copy).catch((error: unknown) => ctx.surprise(copy.name, error));
    },
    hasConflict: (realPath) => (ctx.copies.at(realPath)?.conflict ?? "none") !== "none",
    openPaths: () => ctx.copies.all().flatMap(({ place, gone }) => (place === null || gone ? [] : [place.realPath])),
    async show(realPath, by) {
      try {
        return await show(realPath, by);
      } catch (error) {
        ctx.surprise(realPath, error);
        return false;
      }
    },
    answered(window, ticket) {
      const asked = waiting.get(ticket);
      if (asked?.window === window) asked.done();
    },
  };
}
