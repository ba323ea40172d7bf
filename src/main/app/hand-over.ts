import type { Canvas } from "../engine/documents";
import type { AppContext } from "./context";
import { openFile } from "./open-documents";
import { saveForThePerson } from "./saving";

/** How long a tool waits for the page before the journal's text counts. */
const HAND_OVER_MS = 250;

/** The engine's view of the person: what is typed is saved before a tool looks. */
export type HandOver = Canvas & {
  /** The page has saved what it could. Unknown and late tickets change nothing. */
  answered(ticket: number): void;
};

/** `waitMs` is how long the page has to answer. */
export function createHandOver(ctx: AppContext, waitMs = HAND_OVER_MS): HandOver {
  const waiting = new Map<number, () => void>();
  let lastTicket = 0;

  function asked(doc: string): Promise<"answered" | "no answer"> {
    const ticket = ++lastTicket;
    return new Promise((resolve) => {
      const timer = setTimeout(() => done("no answer"), waitMs);
      const done = (how: "answered" | "no answer") => {
        clearTimeout(timer);
        waiting.delete(ticket);
        resolve(how);
      };
      waiting.set(ticket, () => done("answered"));
      if (!ctx.desktop.send("document:hand-over", { doc, ticket })) done("no answer");
    });
  }

  return {
    async handOver(realPath) {
      const copy = ctx.copies.at(realPath);
      if (!copy || copy.gone || copy.conflict === "shown") return;
      if ((await asked(copy.doc)) === "answered") return;
      // A save of the page's that is still under way comes first; then this one finds nothing left to do.
      await saveForThePerson(ctx, copy).catch((error: unknown) => ctx.surprise(copy.name, error));
    },
    hasConflict: (realPath) => (ctx.copies.at(realPath)?.conflict ?? "none") !== "none",
    openPaths: () => ctx.copies.all().flatMap(({ place, gone }) => (place === null || gone ? [] : [place.realPath])),
    async show(realPath) {
      try {
        const copy = await openFile(ctx, realPath);
        if (!ctx.desktop.send("document:show", copy.handOut())) return false;
        ctx.desktop.focus();
        return true;
      } catch (error) {
        ctx.surprise(realPath, error);
        return false;
      }
    },
    answered: (ticket) => waiting.get(ticket)?.(),
  };
}
