import { headingSourceAt } from "../../../core/outline/rename-heading";
import type { DocumentId } from "../../../shared/contract";
import type { Shell } from "../../workbench/api/shell";
import { linkMessages } from "./messages";

/** The heading at a line, as its dialog shows it; if there is none to rename, shows why. */
export async function headingToRename(
  { tabs, notices }: Pick<Shell, "tabs" | "notices">,
  doc: DocumentId,
  line: number,
): Promise<{ doc: DocumentId; line: number; source: string } | null> {
  const editor = tabs.find(doc)?.editor;
  if (!editor || !(await editor.loadAll())) return null;
  const text = editor.text();
  // The line may be the underline of a setext heading.
  const at = [line, line - 1].find((number) => headingSourceAt(text, number) !== null) ?? line;
  const source = headingSourceAt(text, at);
  if (source === null) notices.info(linkMessages.noHeadingHere);
  else if (editor.$info.get().path === null) notices.info(linkMessages.saveFirst);
  else return { doc, line: at, source };
  return null;
}
