import { headingSourceAt } from "../../../core/outline/rename-heading";
import type { DocumentId } from "../../../shared/contract";
import type { Shell } from "../../workbench/api/shell";
import { linkMessages } from "./messages";

/** Opens the dialog that renames the heading at a line, or shows why there is none to rename. */
export async function openHeadingRename(
  { tabs, renames, notices }: Pick<Shell, "tabs" | "renames" | "notices">,
  doc: DocumentId,
  line: number,
): Promise<void> {
  const editor = tabs.find(doc)?.editor;
  if (!editor || !(await editor.loadAll())) return;
  const text = editor.text();
  // The line may be the underline of a setext heading.
  const at = [line, line - 1].find((number) => headingSourceAt(text, number) !== null) ?? line;
  const source = headingSourceAt(text, at);
  if (source === null) return void notices.info(linkMessages.noHeadingHere);
  if (editor.$info.get().path === null) return void notices.info(linkMessages.saveFirst);
  renames.askHeading({ doc, line: at, source });
}
