import type { Handlers } from "../../../shared/contract";
import { type StyleRequests, styleFolders } from "../../../shared/styles";
import { outcomeIn, type WindowContext } from "../documents";
import { createStyleFiles } from "./style-files";

/** Requests of one window about the user's style files. */
export function styleHandlers(ctx: WindowContext, dataDir: string): Pick<Handlers, keyof StyleRequests> {
  const outcome = outcomeIn(ctx);
  const files = createStyleFiles(dataDir);
  return {
    "styles:list": (kind) => outcome(async () => ({ names: await files.list(kind) })),
    "styles:read": ({ kind, name }) => outcome(async () => ({ bytes: await files.read(kind, name) })),
    "styles:add": (kind) =>
      outcome(async () => {
        const path = await ctx.window.desktop.pickFile([styleFolders[kind].extension]);
        return { name: path === null ? null : await files.add(kind, path) };
      }),
    "styles:show": (kind) =>
      outcome(async () => {
        ctx.desktop.reveal(await files.folder(kind));
        return {};
      }),
  };
}
