import type { Canvas } from "../../engine/ports/documents";
import type { WindowFace } from "../core/desktop";
import type { AppContext } from "./context";
import type { WorkingCopy } from "./open-document";
import { saveForThePerson } from "./saving";

/** How long a tool waits for the page before the journal's text counts. */
const HAND_OVER_MS = 250;

/** The engine's view of the person: what is typed is saved before a tool looks. */
export type HandOver = Canvas & {
  /** A page has saved what it could. Tickets that are unknown, late or another window's change nothing. */
  answered(window: WindowFace, ticket: number): void;
};

/** `show` shows a file to the user, who asked for it or for whom an agent did; `waitMs` is how long a page has to answer. */
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
      // A save of the page's that is still under way comes first; then this one finds nothing left to do.
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
