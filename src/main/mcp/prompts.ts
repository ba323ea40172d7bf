import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { canRead } from "../../core/tools/reading-calls";
import { type WritingPromptArgument, writingPromptNames, writingPrompts } from "../../core/tools/writing-prompts";
import type { BookPromptQuery } from "../engine/books";
import { type TaskType, taskTypes } from "../engine/books";
import type { ToolDescription } from "../engine/ports/caller";
import { ToolError } from "../engine/ports/tool-error";

const titles: Record<TaskType, string> = {
  translation: "Translate a book",
  polishing: "Polish a translation",
  proofreading: "Proofread a translation",
};

const bookPrompts: readonly Prompt[] = taskTypes.map((name) => ({
  name,
  title: titles[name],
  description: `How to do a ${name} task on a book with the tools, with the book's glossary and the paragraphs that a task is assigned.`,
  arguments: [
    { name: "book", description: "The book: a folder of chapters, or one file, relative to the workspace folder." },
    { name: "task_id", description: "The task whose paragraphs are wanted, from open_task." },
  ],
}));

const argumentDescriptions: Record<WritingPromptArgument, string> = {
  document: "The document, relative to the workspace folder. Without it: the one in front of the user.",
  section: "The section's path or title. Without it: the one with the user's cursor.",
  wishes: "What else you want, in your own words.",
};

/** The longest argument of a prompt, in characters. */
const MAX_ARGUMENT = 4000;

/** The prompts whose tools are offered, as a client lists them. For one that may only read, the one that changes nothing is left of those for writers. */
export function listedPrompts(tools: readonly Pick<ToolDescription, "set" | "changes" | "inputSchema">[]): Prompt[] {
  const books = tools.some(({ set }) => set === "books") ? bookPrompts : [];
  const documentTools = tools.filter(({ set }) => set === "documents");
  const writes = documentTools.some((tool) => !canRead(tool));
  const writing = documentTools.length === 0 ? [] : writingPromptNames.filter((name) => writes || name === "summarize");
  return [
    ...books,
    ...writing.map((name) => {
      const { title, description, takes } = writingPrompts.en[name];
      const given = takes.map((each) => ({ name: each, description: argumentDescriptions[each] }));
      return { name, title, description, arguments: given };
    }),
  ];
}

/** The prompt that a client requests, listed or not. Errors become protocol errors with the engine's message. */
export async function namedPrompt(
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, string> | undefined },
  prompt: (query: BookPromptQuery) => Promise<string>,
): Promise<GetPromptResult> {
  // An argument that the user left empty in a form counts as missing.
  const value = (key: string): string | undefined => given[key]?.trim() || undefined;
  const writing = writingPromptNames.find((each) => each === name);
  if (writing !== undefined) {
    const { takes, title, text } = writingPrompts.en[writing];
    checkArguments(given, takes);
    return answer(title, text(Object.fromEntries(takes.map((each) => [each, value(each)]))));
  }
  const type = taskTypes.find((each) => each === name);
  if (type === undefined) throw invalid(`Prompt ${name} not found`);
  checkArguments(given, ["book", "task_id"]);
  try {
    return answer(titles[type], await prompt({ type, book: value("book"), task_id: value("task_id") }));
  } catch (error) {
    if (error instanceof ToolError) throw invalid(error.message);
    throw error;
  }
}

function checkArguments(given: Readonly<Record<string, string>>, known: readonly string[]): void {
  for (const [key, text] of Object.entries(given)) {
    if (!known.includes(key)) throw invalid(`unknown argument \`${key}\`; known here: ${known.join(", ")}`);
    if (text.length > MAX_ARGUMENT) throw invalid(`${key} is longer than ${MAX_ARGUMENT} characters`);
  }
}

const invalid = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

const answer = (description: string, text: string): GetPromptResult => ({
  description,
  messages: [{ role: "user", content: { type: "text", text } }],
});
