import { basename, join, relative, sep } from "node:path";
import type { CommentedDocument, ShownThread } from "../../../shared/comments";
import type { Engine } from "../../engine";
import { isEpub, packageText } from "../../engine/books";
import type { PlacedThread } from "../../engine/ports/comments";
import { MAX_COMMENT_SEARCH_MS } from "../../engine/ports/limits";
import { ToolError } from "../../engine/ports/tool-error";
import { realPathOf } from "../core/grants";
import { you } from "../documents";

/** The maximum number of documents whose threads are listed, and the longest time for that in milliseconds. */
const MAX_DOCUMENTS = 1_000;

/** The threads of all texts of a folder, by document. `unread` counts the documents that could not be read, or not in time. */
export async function listCommentedDocuments(
  { comments, documents, bookView }: Pick<Engine, "comments" | "documents" | "bookView">,
  root: string | null,
  show: (thread: PlacedThread, text: string) => Promise<ShownThread>,
): Promise<{ documents: CommentedDocument[]; unread: number }> {
  if (root === null) return { documents: [], unread: 0 };
  const real = await realPathOf(root);
  const all = await comments.documents([real]);
  const deadline = Date.now() + MAX_COMMENT_SEARCH_MS;
  const found: CommentedDocument[] = [];
  let unread = Math.max(0, all.length - MAX_DOCUMENTS);
  for (const path of all.slice(0, MAX_DOCUMENTS)) {
    if (Date.now() > deadline) {
      unread += 1;
      continue;
    }
    try {
      const caller = { id: "comments of a folder", name: you.name, roots: [real] };
      const document = isEpub(path)
        ? packageText(await bookView(path, caller).open()).document
        : await documents.read(path, [real], "person");
      const threads = await comments.list(document);
      if (threads.length === 0) continue;
      const shown = await Promise.all(threads.map((thread) => show(thread, document.text)));
      const inside = relative(real, path);
      found.push({ path: join(root, inside), name: inside.split(sep).join("/") || basename(path), threads: shown });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      // A deleted document keeps its comments until it comes back.
      if (error.code !== "not_found") unread += 1;
    }
  }
  return { documents: found, unread };
}
