import { estimateTokens } from "../../../../core/text/tokens";
import type { OpenBook } from "../../books/books";
import { type WorkLine, workLines } from "../../books/prompts/work-lines";
import type { StoredTask } from "../../books/work/tasks";
import { positionsOf } from "./open-work";
import { toParagraphRows } from "./paragraph-rows";

/** The maximum number of tokens of work lines in one answer, estimated. */
const MAX_TOKENS = 12_000;
const ID_TOKENS = 10;

/** The paragraphs of a task for a model, as many as fit. */
function workList(open: OpenBook, { language }: Pick<StoredTask, "language">, ids: readonly string[]): WorkLine[] {
  let left = MAX_TOKENS;
  return toParagraphRows(open, positionsOf(open.book, ids), language).filter(({ text, translation }, index) => {
    left -= estimateTokens(text) + estimateTokens(translation ?? "") + ID_TOKENS;
    return left >= 0 || index === 0;
  });
}

/** The same as lines of a message, with the number of paragraphs left out. */
export function workMessage(
  open: OpenBook,
  task: Pick<StoredTask, "language" | "type">,
  ids: readonly string[],
): string[] {
  const shown = workList(open, task, ids);
  const lines = workLines(shown, task.type === "translation" ? "sources" : "with translations");
  return shown.length < ids.length
    ? [...lines, `... and ${ids.length - shown.length} more; read_chapter shows them, task_info those that are missing`]
    : lines;
}
