import type { Handlers } from "../../../shared/contract";
import { ToolError } from "../../engine/ports/tool-error";
import type { HandlerWindow } from "../core/handler-window";
import type { WindowContext } from "./context";
import type { Exports } from "./exports";
import { readImage } from "./images";
import { outcomeIn } from "./outcome";
import { findPandoc } from "./pandoc";

/** Requests of one window about exporting and printing. */
export function exportHandlers(
  ctx: WindowContext,
  { window, exports }: { window: Pick<HandlerWindow, "workspace">; exports: Exports },
): Pick<Handlers, Extract<keyof Handlers, `export:${string}`>> {
  const outcome = outcomeIn(ctx);
  return {
    "export:pick": ({ doc, kind }) => outcome(async () => ({ place: await exports.pick(doc, kind) })),
    "export:write": ({ ticket, bytes }) => outcome(() => exports.write(ticket, bytes)),
    "export:pdf": ({ ticket, html, about }) => outcome(() => exports.pdf(ticket, html, about)),
    "export:cancel": async (ticket) => exports.cancel(ticket),
    "export:reveal": async (path) => exports.reveal(path),
    "export:print": (html) =>
      outcome(async () => {
        const printed = await ctx.desktop.print(html);
        if (typeof printed === "string") throw new ToolError("unsupported", `It could not be printed: ${printed}.`);
        return { isPrinted: printed };
      }),
    "export:has-pandoc": () => outcome(async () => ({ hasPandoc: (await findPandoc()) !== null })),
    "export:pandoc": ({ ticket, page, to }) => outcome(() => exports.pandoc(ticket, page, to)),
    "export:image": (image) => outcome(() => readImage(ctx, window.workspace?.root ?? null, image)),
  };
}
