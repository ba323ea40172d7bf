import { basename, join, relative, sep } from "node:path";
import type { Handlers } from "../../../shared/contract";
import { escapeInvisibles } from "../../../shared/escape-invisibles";
import type { AskedReview } from "../../../shared/review";
import { userName } from "../../engine/comments";
import { ToolError } from "../../engine/ports/tool-error";
import { isWithin } from "../../engine/storage";
import { realPathOf } from "../core/grants";
import type { HandlerWindow } from "../core/handler-window";
import { t } from "../core/messages";
import { outcomeIn, type WindowContext } from "../documents";
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
  /** How this window shows a document; null for one that is neither open here nor in the folder. */
  async function createShownAs() {
    const { workspace } = window;
    const root = workspace && (await realPathOf(workspace.root));
    return (path: string) => {
      if (workspace !== null && root !== null && isWithin(path, root)) {
        const inside = relative(root, path);
        return { shown: join(workspace.root, inside), name: inside.split(sep).join("/") };
      }
      const document = openDocuments.at(path);
      return document?.window === window ? { shown: document.location?.path ?? path, name: basename(path) } : null;
    };
  }
  return {
    "review:list": (detail) => outcome(async () => ({ documents: await reviews.list(await createShownAs(), detail) })),
    "review:asked": () =>
      outcome(async () => {
        const shownAs = await createShownAs();
        const { workspace } = window;
        const root = workspace && (await realPathOf(workspace.root));
        const requests = await (await ctx.engine()).requests.open();
        const asked = requests.flatMap(({ token, agent, question, paths, roots, hunks }): AskedReview[] => {
          const documents = paths.flatMap((path) => shownAs(path)?.name ?? []);
          // A question about no document is for the window whose folder the agent works in.
          const isHere = paths.length === 0 && root !== null && roots.some((each) => isWithin(each, root));
          const own = { token, agent: escapeInvisibles(agent), question: escapeInvisibles(question) };
          return documents.length > 0 || isHere ? [{ ...own, documents, edits: hunks.length }] : [];
        });
        return { asked };
      }),
    "review:done": (token) =>
      outcome(async () => {
        await (await ctx.engine()).requests.done(token);
        return {};
      }),
    "review:suggest": (doc) =>
      outcome(async () => {
        const { location } = openDocuments.of(doc);
        if (location === null) throw new ToolError("wrong_state", t.noFile);
        return { path: location.realPath, by: ctx.by.kind === "you" ? userName() || ctx.by.name : ctx.by.name };
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
