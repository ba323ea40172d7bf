import { isLocked } from "../../editor/locked";
import type { Shell } from "../../workbench/shell";
import { libraryWords } from "./messages";

/** Inserts Markdown at the cursor of the document in front, as separate blocks and one undo step. */
export function insertMarkdown(shell: Shell, name: string, markdown: string): void {
  const { tabs, notices } = shell;
  const tab = tabs.$front.get();
  if (!tab) {
    notices.tell(libraryWords.noPage);
    return;
  }
  const { copy } = tab;
  const about = copy.$about.get();
  if (isLocked(about) || copy.$status.get().status === "opening") {
    notices.tell(libraryWords.noWriting);
    return;
  }
  const { from, to } = copy.selectedSpan();
  const doc = copy.content();
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
  copy.edit({
    changes: { from: start, to: end, insert },
    selection: { anchor: start + lead.length + text.length },
    userEvent: "input.paste",
    scrollIntoView: true,
  });
  notices.announce(libraryWords.inserted(name));
}
