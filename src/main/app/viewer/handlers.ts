import type { Handlers } from "../../../shared/contract";
import type { ViewerRequests } from "../../../shared/viewer";
import { outcomeIn, type WindowContext } from "../documents";
import { lookAt, openInProgram } from "./viewed-file";

/** Requests of one window about files that are shown and not edited. */
export function viewerHandlers(ctx: WindowContext): Pick<Handlers, keyof ViewerRequests> {
  const outcome = outcomeIn(ctx);
  return {
    "viewer:look": (path) => outcome(async () => ({ file: await lookAt(ctx, path) })),
    "viewer:pdf": ({ url, action }) => ctx.window.desktop.actOnPdf(url, action),
    "viewer:open-in-program": (path) =>
      outcome(async () => {
        await openInProgram(ctx, path);
        return {};
      }),
    "viewer:open-as-text": (path) =>
      outcome(async () => {
        await ctx.grants.check(path);
        const asked = await ctx.loader.open(ctx, path);
        return { document: asked.status === "here" ? asked.document : null };
      }),
  };
}
