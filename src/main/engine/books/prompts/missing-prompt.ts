import type { TaskType } from "../book/task-states";
import { fence, type WorkLine, workLines } from "./work-lines";

/** The message for a model that stopped before its task was done: what is missing, and how to continue. */
export function missingPrompt(type: TaskType, lines: readonly WorkLine[]): string {
  const count = lines.length === 1 ? "1 work item of your task has" : `${lines.length} work items of your task have`;
  const how =
    type === "translation"
      ? "Hand them in now with `add_translation_batch`, by `paragraph_id`, in several batches if they are long."
      : "Hand in those that can be better with `add_translation_batch`; where all are good as they are, call `update_task_status` with `end`.";
  return [
    `${count} not been handed in yet; their present text is below. ${how} Text in your answer does not count.`,
    "",
    ...fence(workLines(lines, type === "translation" ? "sources" : "with translations")),
  ].join("\n");
}
