import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { BookPromptQuery } from "../engine/books";
import { type TaskType, taskTypes } from "../engine/books";
import { ToolError } from "../engine/ports/tool-error";

const titles: Record<TaskType, string> = {
  translation: "Translate a book",
  polishing: "Polish a translation",
  proofreading: "Proofread a translation",
};

/** The prompts for work on books, as a client lists them. */
export const listedPrompts: Prompt[] = taskTypes.map((name) => ({
  name,
  title: titles[name],
  description: `How to do a ${name} task on a book with the tools, with the book's glossary and the paragraphs that a task is assigned.`,
  arguments: [
    { name: "book", description: "The book: a folder of chapters, or one file, relative to the workspace folder." },
    { name: "task_id", description: "The task whose paragraphs are wanted, from open_task." },
  ],
}));

/** The prompt that a client requests. Errors become protocol errors with the engine's message. */
export async function namedPrompt(
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, string> | undefined },
  prompt: (query: BookPromptQuery) => Promise<string>,
): Promise<GetPromptResult> {
  const type = taskTypes.find((each) => each === name);
  if (type === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Prompt ${name} not found`);
  const unknown = Object.keys(given).find((key) => key !== "book" && key !== "task_id");
  if (unknown !== undefined)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `unknown argument \`${unknown}\`; known here: book, task_id`,
    );
  try {
    // An argument that the user left empty in a form counts as missing.
    const text = await prompt({ type, book: given["book"] || undefined, task_id: given["task_id"] || undefined });
    return { description: titles[type], messages: [{ role: "user", content: { type: "text", text } }] };
  } catch (error) {
    if (error instanceof ToolError) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    throw error;
  }
}
