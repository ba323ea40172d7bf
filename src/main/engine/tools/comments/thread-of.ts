import type { CommentThread } from "../../ports/comments";
import { ToolError } from "../../ports/tool-error";
import type { ToolContext } from "../kit/tool";

/** The thread with an id, in a document that the caller can reach. */
export async function threadOf(
  id: string,
  { caller, comments, documents }: Pick<ToolContext, "caller" | "comments" | "documents">,
): Promise<{ realPath: string; thread: CommentThread }> {
  const roots = await Promise.all(caller.roots.map((root) => documents.realPath(root, caller.roots)));
  const found = await comments.find(id, roots);
  if (found === null)
    throw new ToolError("not_found", `no thread has the id ${JSON.stringify(id.slice(0, 60))}`, {
      hint: "comments with action list has the ids; status all includes resolved threads.",
    });
  return found;
}
