import type { TextDocument } from "../../ports/documents";
import type { ToolContext } from "../kit/tool";

/**
 * Gives a caller that knows nothing of a document a base for its edits by section. The caller was shown no lines, so this is not a read, and it does
 * not replace an earlier read of another version.
 */
export function noteVersion({ realPath, version }: TextDocument, { reads }: ToolContext): void {
  if (reads.of(realPath) === null) reads.sawParagraphs(realPath, version, { paragraphs: [], lines: [] });
}
