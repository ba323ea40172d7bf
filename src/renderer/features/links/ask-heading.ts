import { headingSourceAt } from "../../../core/outline/rename-heading";
import type { DocumentId } from "../../../shared/contract";
import type { Shell } from "../../workbench/shell";
import { linkWords } from "./messages";

/** Opens the dialog that renames the heading at a line, or shows why there is none to rename. */
export async function askHeading({ tabs, renames, notices }: Shell, doc: DocumentId, line: number): Promise<void> {
  const copy = tabs.find(doc)?.copy;
  if (!copy || !(await copy.whole())) return;
  const text = copy.text();
  // The line may be the underline of a setext heading.
  const at = [line, line - 1].find((number) => headingSourceAt(text, number) !== null) ?? line;
  const source = headingSourceAt(text, at);
  if (source === null) return void notices.tell(linkWords.noHeadingHere);
  if (copy.$about.get().path === null) return void notices.tell(linkWords.saveFirst);
  renames.askHeading({ doc, line: at, source });
}
