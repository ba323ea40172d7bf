import { estimateTokens } from "../../../../core/text/tokens";
import type { OpenBook } from "../../books/books";
import { type WorkLine, workLines } from "../../books/prompts/work-lines";
import type { StoredTask } from "../../books/work/tasks";
import { showParagraphs } from "./found-paragraph";
import { placesOf } from "./open-work";

/** The most tokens of work lines in one answer, estimated. */
const budget = 12_000;
const idCost = 10;

/** The paragraphs of a task for a model, as many as fit. */
function workList(open: OpenBook, { language }: Pick<StoredTask, "language">, ids: readonly string[]): WorkLine[] {
  let left = budget;
  return showParagraphs(open, placesOf(open.book, ids), language).filter(({ text, translation }, index) => {
    left -= estimateTokens(text) + estimateTokens(translation ?? "") + idCost;
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
