import { officeExtensions } from "../../../../core/text/format";
import { hasOwnComments, mayOwnThread } from "../../comments";
import type { CommentThread } from "../../ports/comments";
import { MAX_COMMENT_SEARCH_MS } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import type { ToolContext } from "../kit/tool";

/** The thread with an id, in a text that the caller can reach. */
export async function threadOf(
  id: string,
  { caller, comments, documents }: Pick<ToolContext, "caller" | "comments" | "documents">,
): Promise<{ realPath: string; thread: CommentThread }> {
  const roots = await Promise.all(caller.roots.map((root) => documents.realPath(root, caller.roots)));
  const found = await comments.find(id, roots);
  if (found === null) throw unknownThread(id);
  return found;
}

const unknownThread = (id: string): ToolError =>
  new ToolError("not_found", `no thread has the id ${JSON.stringify(id.slice(0, 60))}`, {
    hint: "comments with action list has the ids; status all includes resolved threads.",
  });

const MAX_FOUND = 20_000;

/** The document of a thread: a text, or an Office document with comments of its own. */
export async function documentOfThread(id: string, path: string | undefined, ctx: ToolContext): Promise<string> {
  const { caller, documents, comments, files } = ctx;
  const roots = await Promise.all(caller.roots.map((root) => documents.realPath(root, caller.roots)));
  const found = await comments.find(id, roots);
  if (found !== null) return found.realPath;
  if (path !== undefined && path !== "" && hasOwnComments(path))
    return documents.realPath(await ctx.locate(path), caller.roots);
  const deadline = Date.now() + MAX_COMMENT_SEARCH_MS;
  for (const root of caller.roots)
    for (const ending of officeExtensions.filter((each) => hasOwnComments(`.${each}`))) {
      const { paths } = await files.find(`${root}/**/*.${ending}`, { limit: MAX_FOUND, deadline, accepts: () => true });
      for (const each of paths) {
        const realPath = await documents.realPath(each, caller.roots);
        if (mayOwnThread(realPath, id)) return realPath;
      }
    }
  throw unknownThread(id);
}
