import { basename, join, relative, sep } from "node:path";
import type { Handlers } from "../../../shared/contract";
import { isInside, realPathOf } from "../core/grants";
import type { HandlerWindow } from "../core/handler-window";
import type { WindowContext } from "../documents/context";
import { outcomeIn } from "../documents/outcome";
import type { Reviews } from "./reviews";

type ReviewDeps = {
  window: HandlerWindow;
  reviews: Reviews;
  /** Throws unless the path is a document of this window or inside its open folder. */
  checkReviewable(path: string): Promise<void>;
};

/** Review requests of one window, about its documents and the files of its folder. */
export function reviewHandlers(
  ctx: WindowContext,
  { window, reviews, checkReviewable }: ReviewDeps,
): Pick<Handlers, Extract<keyof Handlers, `review:${string}`>> {
  const { openDocuments } = ctx;
  const outcome = outcomeIn(ctx);
  return {
    "review:list": (detail) =>
      outcome(async () => {
        const { workspace } = window;
        const root = workspace && (await realPathOf(workspace.root));
        const shownAs = (path: string) => {
          if (workspace !== null && root !== null && isInside(root, path)) {
            const inside = relative(root, path);
            return { shown: join(workspace.root, inside), name: inside.split(sep).join("/") };
          }
          const document = openDocuments.at(path);
          return document?.window === window ? { shown: document.location?.path ?? path, name: basename(path) } : null;
        };
        return { documents: await reviews.list(shownAs, detail) };
      }),
    "review:keep": ({ path, hunks }) =>
      outcome(async () => {
        await checkReviewable(path);
        await reviews.keep(path, hunks);
        return {};
      }),
    "review:undo": ({ path, hunks, manner }) =>
      outcome(async () => {
        await checkReviewable(path);
        return reviews.undo(path, hunks, manner);
      }),
  };
}
