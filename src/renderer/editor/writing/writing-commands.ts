import { copyLineDown, copyLineUp, moveLineDown, moveLineUp } from "@codemirror/commands";
import type { Command, EditorView } from "@codemirror/view";
import { foldHere, foldSections, foldToLevel, unfoldEverything, unfoldHere } from "./fold-sections";
import { setHeading, shiftHeading } from "./headings";
import {
  insertContents,
  insertFootnote,
  insertPageBreak,
  insertRule,
  insertTable,
  toggleCodeBlock,
} from "./insert-blocks";
import { letterCase } from "./letter-case";
import { insertLink } from "./link";
import { toggleList } from "./lists";
import { moveItems } from "./move-items";
import { toggleQuote } from "./quote";
import { sortLines } from "./sort-lines";
import { tableCommands } from "./table-commands";
import { toggleMark } from "./toggle-mark";
import { writingHost } from "./writing-host";

/** The clipboard is read asynchronously; if that is slow, its content applies to the then current selection. */
const link: Command = (view) => {
  if (view.state.readOnly) return false;
  const host = view.state.facet(writingHost);
  if (!host) return insertLink("")(view);
  void host
    .copiedAddress()
    .catch(() => null)
    .then((address) => view.dom.isConnected && insertLink(address ?? "")(view));
  return true;
};

/** The module that parses a whole text into sections is loaded on first use. */
const onSections =
  (act: (module: typeof import("./section-commands"), view: EditorView) => unknown): Command =>
  (view) => {
    void import("./section-commands").then((module) => act(module, view));
    return true;
  };

/** Inserts today's date in ISO format: `2026-11-21`. */
const insertDate: Command = (view) => {
  if (view.state.readOnly) return false;
  const now = new Date();
  const pad = (part: number) => String(part).padStart(2, "0");
  const date = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
  view.dispatch(view.state.replaceSelection(date), { userEvent: "input", scrollIntoView: true });
  return true;
};

/** The formatting commands, by their ids in the command table. */
export const writingCommands = {
  bold: toggleMark("**"),
  italic: toggleMark("*"),
  strikethrough: toggleMark("~~"),
  highlight: toggleMark("=="),
  "inline-code": toggleMark("`"),
  link,
  "heading-1": setHeading(1),
  "heading-2": setHeading(2),
  "heading-3": setHeading(3),
  "heading-4": setHeading(4),
  "heading-5": setHeading(5),
  "heading-6": setHeading(6),
  "heading-none": setHeading(0),
  "raise-heading": shiftHeading("raise"),
  "lower-heading": shiftHeading("lower"),
  quote: toggleQuote,
  "bullet-list": toggleList("bullet"),
  "numbered-list": toggleList("number"),
  "task-list": toggleList("task"),
  "code-block": toggleCodeBlock,
  "insert-rule": insertRule,
  "insert-page-break": insertPageBreak,
  "insert-contents": insertContents,
  "insert-table": insertTable,
  "insert-footnote": insertFootnote,
  ...tableCommands,
  // Within a table a line is a row, and stays in the table.
  fold: foldHere,
  unfold: unfoldHere,
  "fold-all": foldSections,
  "unfold-all": unfoldEverything,
  "fold-level-1": foldToLevel(1),
  "fold-level-2": foldToLevel(2),
  "fold-level-3": foldToLevel(3),
  "fold-level-4": foldToLevel(4),
  "move-line-up": (view) => tableCommands["table-row-up"](view) || moveItems("up")(view) || moveLineUp(view),
  "move-line-down": (view) => tableCommands["table-row-down"](view) || moveItems("down")(view) || moveLineDown(view),
  "copy-line-up": copyLineUp,
  "copy-line-down": copyLineDown,
  "sort-lines": sortLines("up"),
  "sort-lines-back": sortLines("down"),
  "upper-case": letterCase("upper"),
  "lower-case": letterCase("lower"),
  "title-case": letterCase("title"),
  "insert-date": insertDate,
  "select-section": onSections(({ selectSection }, view) => selectSection(view)),
  "move-section-up": onSections(({ shiftSection }, view) => shiftSection("up")(view)),
  "move-section-down": onSections(({ shiftSection }, view) => shiftSection("down")(view)),
} satisfies Record<string, Command>;
