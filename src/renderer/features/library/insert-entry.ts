import { isLocked } from "../../editor/locked";
import type { Shell } from "../../workbench/api/shell";
import { libraryMessages } from "./messages";

/** Inserts Markdown at the cursor of the document in front, as separate blocks and one undo step. */
export function insertMarkdown(
  { tabs, notices }: Pick<Shell, "tabs" | "notices">,
  name: string,
  markdown: string,
): void {
  const tab = tabs.$front.get();
  if (!tab) {
    notices.info(libraryMessages.noPage);
    return;
  }
  const { editor } = tab;
  const about = editor.$info.get();
  if (isLocked(about) || editor.$status.get().status === "opening") {
    notices.info(libraryMessages.noWriting);
    return;
  }
  const { from, to } = editor.selectedRange();
  const doc = editor.content();
  const line = doc.lineAt(to);
  // After the line of the cursor unless that line is empty, so that no line is split.
  const at = line.length === 0 ? line.from : line.to;
  const start = from === to ? at : from;
  const before = doc.sliceString(Math.max(0, start - 2), start);
  const end = from === to ? at : to;
  const after = doc.sliceString(end, end + 2);
  const lead = start === 0 || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const tail = end === doc.length || after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n";
  const text = markdown.trimEnd();
  const insert = `${lead}${text}${tail === "" && end === doc.length ? "\n" : tail}`;
  editor.edit({
    changes: { from: start, to: end, insert },
    selection: { anchor: start + lead.length + text.length },
    userEvent: "input.paste",
    scrollIntoView: true,
  });
  notices.announce(libraryMessages.inserted(name));
}
