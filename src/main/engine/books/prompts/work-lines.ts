import type { TaskType } from "../book/task-states";

/** A paragraph as a prompt shows it. */
export type WorkLine = {
  id: string;
  /** The position in the chapter from 0, for location only. */
  paragraph_index: number;
  text: string;
  translation: string | null;
};

/** One line `[index] [ID: …] text` for each paragraph, if wanted with its translation indented below. */
export function workLines(paragraphs: readonly WorkLine[], shown: "sources" | "with translations"): string[] {
  return paragraphs.flatMap(({ id, paragraph_index, text, translation }) => {
    const line = `[${paragraph_index}] [ID: ${id}] ${text}`;
    return shown === "sources" || translation === null ? [line] : [line, ...indented(translation)];
  });
}

/** Lines of context without ids, which nobody can hand in, each with its translation indented below. */
export const translatedLines = (paragraphs: readonly Pick<WorkLine, "text" | "translation">[]): string[] =>
  paragraphs.flatMap(({ text, translation }) => [text, ...indented(translation ?? "")]);

/** Indented, so that no line of a translation looks like a work line. */
const indented = (translation: string): string[] =>
  translation.split("\n").map((line, index) => (index === 0 ? `    → ${line}` : `      ${line}`));

/** A fence longer than any in the text, so that the text cannot end it. */
export function fence(lines: readonly string[]): string[] {
  const longest = Math.max(2, ...lines.map((line) => /`{3,}/.exec(line)?.[0].length ?? 0));
  const mark = "`".repeat(longest + 1);
  return [`${mark}text`, ...lines, mark];
}

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
