import type { TextDocument } from "../../ports/documents";
import type { ToolContext } from "../kit/tool";

/**
 * Gives a caller that knows nothing of a document a base for its edits by section. It was shown none of its lines, so it is
 * no read; and it takes nothing from a caller that has read the document at another version.
 */
export function introduce({ realPath, version }: TextDocument, { reads }: ToolContext): void {
  if (reads.of(realPath) === null) reads.sawParagraphs(realPath, version, { paragraphs: [], lines: [] });
}
