import { createHash } from "node:crypto";
import type { LanguageModelV4Message, LanguageModelV4Prompt, SharedV4ProviderOptions } from "@ai-sdk/provider";
import {
  type ContextText,
  SKILL,
  type StepRecord,
  type ToolAnswer,
  type TurnRecord,
} from "../conversations/conversation-record";
import type { StoredImage } from "../conversations/images";
import { type Fence, undoneText } from "../core/fence";
import type { ModelCall } from "../core/message";

type Content<Role extends LanguageModelV4Message["role"]> = Extract<LanguageModelV4Message, { role: Role }>["content"];

/** Makes Anthropic cache everything up to here, which lowers the cost of the next step. It allows four of these. */
const cached = { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } } as const;

/**
 * The prompt for a conversation: the system prompt, and each turn with its context fenced as data. What was sent of earlier turns is
 * repeated to the letter, so that providers find it in their caches.
 */
export function modelPrompt(
  system: string,
  turns: readonly TurnRecord[],
  { fence, image }: { fence: Fence; image: LoadImage },
): LanguageModelV4Prompt {
  const messages: LanguageModelV4Prompt = [{ role: "system", content: system, ...cached }];
  const last = turns.at(-1);
  for (const record of turns) {
    const isLast = record === last;
    // The answer before this question: a long turn has more blocks than a provider looks back through.
    if (isLast) mark(messages);
    messages.push({ role: "user", content: question(record, fence, image) });
    if (record.turn.ask.kind === "tool") continue;
    const thinking = isLast ? "all" : record.turn.model === last?.turn.model ? "signed" : "none";
    for (const step of record.steps) messages.push(...stepMessages(step, fence, thinking));
    if (!isLast && record.turn.state.status === "stopped")
      messages.push({ role: "user", content: [{ type: "text", text: "[The user stopped this answer here.]" }] });
  }
  mark(messages);
  return messages;
}

function mark(messages: LanguageModelV4Prompt): void {
  const last = messages.at(-1);
  if (last !== undefined && last.role !== "system") messages[messages.length - 1] = { ...last, ...cached };
}

/** An image of the conversation; null if only its place is wanted, or it is gone. */
export type LoadImage = (id: string) => Pick<StoredImage, "mime" | "data"> | null;

function contextContent(context: ContextText, fence: Fence, image: LoadImage): Content<"user"> {
  const text = { type: "text", text: contextText(context, fence) } as const;
  const found = context.image === undefined ? null : image(context.image.id);
  if (found === null) return [text];
  return [text, { type: "file", mediaType: found.mime, data: { type: "data", data: found.data } }];
}

/** The text of an attachment as it is sent. */
export const contextText = ({ kind, label, text }: ContextText, fence: Fence): string =>
  kind === SKILL ? fence.rules(label, text) : fence.wrap(kind, label, text);

function question({ turn, context, undone, steps }: TurnRecord, fence: Fence, image: LoadImage): Content<"user"> {
  const { summary } = turn;
  const content: Content<"user"> = context.flatMap((each) => contextContent(each, fence, image));
  if (summary !== undefined) {
    const text = fence.wrap("summary", "this conversation", summary.text);
    content.unshift({
      type: "text",
      text: `Summary of the earlier part of this conversation, which no longer fits (questions: ${summary.turns}):\n${text}`,
    });
  }
  if (undone.length > 0) content.push({ type: "text", text: undoneText(undone, fence) });
  const { ask } = turn;
  if (ask.kind === "words") return [...content, { type: "text", text: ask.text }];
  const [answer] = steps.flatMap((step) => step.answers);
  const result = fence.wrap("tool result", ask.tool, answer?.text ?? "nothing");
  const call = fence.wrap("arguments", ask.tool, ask.arguments);
  return [
    ...content,
    {
      type: "text",
      text: `The user ran the tool ${ask.tool} themselves. You need not answer that.\n${call}\n${result}`,
    },
  ];
}

const answerText = ({ text, isRule }: ToolAnswer, tool: string, fence: Fence): string =>
  isRule ? fence.rules(tool, text) : fence.wrap("tool result", tool, text);

/** A message of the model and the results of its calls, as sent back to it. */
export function stepMessages(
  step: StepRecord,
  fence: Fence,
  thinking: "all" | "signed" | "none",
): LanguageModelV4Message[] {
  const content: Content<"assistant"> = [];
  const answers: Content<"tool"> = [];
  for (const part of step.parts) {
    if (part.kind === "text" && part.text.trim() !== "") content.push({ type: "text", text: part.text });
    // Providers reject the thinking of incomplete messages and of other models; some also that of earlier turns, unless they signed it.
    const isSent = thinking === "all" || (thinking === "signed" && part.kind === "thinking" && part.meta !== null);
    if (part.kind === "thinking" && isSent && step.isWhole) {
      const signed = part.meta === null ? {} : { providerOptions: part.meta as SharedV4ProviderOptions };
      content.push({ type: "reasoning", text: part.text, ...signed });
    }
    if (part.kind !== "call" || !step.isWhole) continue;
    const options = part.meta === null ? {} : { providerOptions: part.meta as SharedV4ProviderOptions };
    content.push({
      type: "tool-call",
      toolCallId: wireId(part),
      toolName: toolName(part),
      input: inputOf(part),
      ...options,
    });
    const answer = step.answers.find(({ call }) => call === part.id);
    const value = answer === undefined ? "This call was not run." : answerText(answer, part.tool, fence);
    answers.push({
      type: "tool-result",
      toolCallId: wireId(part),
      toolName: toolName(part),
      output: { type: answer === undefined || answer.isError ? "error-text" : "text", value },
    });
  }
  if (!step.isWhole && content.length > 0) content.push({ type: "text", text: "[This answer broke off here.]" });
  return [
    ...(content.length > 0 ? [{ role: "assistant", content } as const] : []),
    ...(answers.length > 0 ? [{ role: "tool", content: answers } as const] : []),
  ];
}

/** The strictest provider allows nine letters and digits; the card's id is longer. */
const wireId = ({ id }: ModelCall): string =>
  createHash("sha256")
    .update(id)
    .digest("base64")
    .replace(/[^A-Za-z0-9]/g, "")
    .slice(0, 9);

/** A name that every protocol accepts, whatever the model invented. */
const toolName = ({ tool }: ModelCall): string => tool.replace(/[^\w-]/g, "_").slice(0, 64) || "unknown";

/** Providers require an object, whatever the model sent. */
function inputOf({ input }: ModelCall): unknown {
  try {
    const value: unknown = JSON.parse(input === "" ? "{}" : input);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Not an object either; handled below.
  }
  return { not_an_object: input.slice(0, 2000) };
}
