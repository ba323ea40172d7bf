import { basename, join, relative, sep } from "node:path";
import type { Handlers, Outcome } from "../../../shared/contract";
import { isInside, realPathOf } from "../core/grants";
import type { HandlerWindow } from "../core/handler-window";
import { noticeOf, type WindowContext } from "../documents/context";
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
  const outcome = async <T extends object>(work: () => Promise<T>): Promise<Outcome<T>> => {
    try {
      return { ok: true, ...(await work()) };
    } catch (error) {
      return { ok: false, error: noticeOf(ctx, error) };
    }
  };
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
