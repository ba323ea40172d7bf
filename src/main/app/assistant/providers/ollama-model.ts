import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { z } from "zod";
import { estimateTokens } from "../../../../core/text/tokens";

/** Minimum context: Ollama's default is too small for a list of tools, and it truncates silently. */
const leastContext = 8192;
/** Tokens of an image, at most. */
const imageTokens = 1500;
/** Tokens reserved for an answer. */
const answerTokens = 4096;

const line = z.looseObject({
  message: z
    .looseObject({
      content: z.string().nullish(),
      thinking: z.string().nullish(),
      tool_calls: z
        .array(
          z.looseObject({
            id: z.string().nullish(),
            function: z.looseObject({ name: z.string(), arguments: z.unknown().optional() }),
          }),
        )
        .nullish(),
    })
    .optional(),
  error: z.unknown().optional(),
  done: z.boolean().optional(),
  done_reason: z.string().nullish(),
  prompt_eval_count: z.number().nullish(),
  eval_count: z.number().nullish(),
});

/** Ollama in its native protocol, the only one in which a request can set its context size. */
export function ollamaModel({
  baseUrl,
  model,
  key,
  contextLimit,
  fetch,
}: {
  /** With or without the `/v1` of its OpenAI-compatible API. */
  baseUrl: string;
  model: string;
  key: string | null;
  /** The user's limit; null requests as much as needed. */
  contextLimit: number | null;
  fetch: typeof globalThis.fetch;
}): Pick<LanguageModelV4, "doStream"> {
  return {
    async doStream({ prompt, tools = [], reasoning, abortSignal }) {
      const messages = prompt.flatMap(wireMessages);
      const offered = tools.flatMap((tool) =>
        tool.type === "function"
          ? [{ type: "function", function: { ...named(tool), parameters: tool.inputSchema } }]
          : [],
      );
      const texts = messages.map(({ images: _, ...words }) => words);
      const images = messages.flatMap((each) => each["images"] ?? []).length;
      const size = estimateTokens(JSON.stringify([texts, offered])) + images * imageTokens;
      const options = { num_ctx: contextLimit ?? contextFor(size) };
      const body = JSON.stringify({
        model,
        messages,
        stream: true,
        options,
        ...thinking(model, reasoning),
        ...(offered.length > 0 ? { tools: offered } : {}),
      });
      const response = await fetch(`${baseUrl.replace(/\/v1$/, "")}/api/chat`, {
        method: "POST",
        headers: { "content-type": "application/json", ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
        body,
        ...(abortSignal ? { signal: abortSignal } : {}),
      });
      if (response.body === null) throw new Error("a stream without a body");
      return { stream: response.body.pipeThrough(streamParts()) };
    },
  };
}

/** Only gpt-oss has degrees: Ollama rejects them for other models. */
function thinking(model: string, effort: LanguageModelV4CallOptions["reasoning"]): { think?: boolean | string } {
  if (effort === undefined || effort === "provider-default") return {};
  if (effort === "none") return { think: false };
  return { think: /(?:^|\/)gpt-oss/.test(model) ? effort : true };
}

/** Doubled in steps, since Ollama reloads a model for each other size. */
export function contextFor(tokens: number): number {
  let context = leastContext;
  while (context < tokens + answerTokens) context *= 2;
  return context;
}

const named = ({ name, description }: { name: string; description?: string | undefined }) => ({
  name,
  description: description ?? "",
});

type ToolsOf = Extract<LanguageModelV4Message, { role: "tool" }>;

function wireMessages(message: LanguageModelV4Message): Record<string, unknown>[] {
  switch (message.role) {
    case "system":
      return [{ role: "system", content: message.content }];
    case "user":
      return [userMessage(message)];
    case "assistant": {
      const calls = message.content.flatMap((part) =>
        part.type === "tool-call"
          ? [{ id: part.toolCallId, function: { name: part.toolName, arguments: part.input } }]
          : [],
      );
      const thinking = message.content.flatMap((part) => (part.type === "reasoning" ? [part.text] : [])).join("");
      return [
        {
          role: "assistant",
          content: message.content.flatMap(textOf).join("\n\n"),
          ...(thinking === "" ? {} : { thinking }),
          ...(calls.length > 0 ? { tool_calls: calls } : {}),
        },
      ];
    }
    case "tool":
      return message.content.flatMap(answerOf);
  }
}

function userMessage({ content }: Extract<LanguageModelV4Message, { role: "user" }>): Record<string, unknown> {
  const images = content.flatMap((part) =>
    part.type === "file" && part.data.type === "data" && typeof part.data.data === "string" ? [part.data.data] : [],
  );
  const words = { role: "user", content: content.flatMap(textOf).join("\n\n") };
  return images.length > 0 ? { ...words, images } : words;
}

const textOf = (part: { type: string; text?: unknown }): string[] =>
  part.type === "text" && typeof part.text === "string" ? [part.text] : [];

function answerOf(part: ToolsOf["content"][number]): Record<string, unknown>[] {
  if (part.type !== "tool-result") return [];
  const { output } = part;
  const content = output.type === "text" || output.type === "error-text" ? output.value : JSON.stringify(output);
  return [{ role: "tool", tool_name: part.toolName, tool_call_id: part.toolCallId, content }];
}

/** Parses lines of JSON into stream parts. An incomplete last line is dropped. */
function streamParts(): TransformStream<Uint8Array<ArrayBuffer>, LanguageModelV4StreamPart> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let calls = 0;
  return new TransformStream({
    transform(bytes, controller) {
      const text = decoder.decode(bytes, { stream: true });
      const lines = text.split("\n");
      if (lines.length === 1) {
        pieces.push(text);
        return;
      }
      lines[0] = pieces.join("") + lines[0];
      pieces = [lines.pop() ?? ""];
      for (const each of lines) {
        if (each.trim() === "") continue;
        for (const part of partsOf(line.parse(JSON.parse(each)), () => `call_${++calls}`)) controller.enqueue(part);
      }
    },
  });
}

function partsOf(
  { message, error, done, done_reason, prompt_eval_count, eval_count }: z.infer<typeof line>,
  newId: () => string,
): LanguageModelV4StreamPart[] {
  if (error !== undefined && error !== null) return [{ type: "error", error: { error } }];
  const parts: LanguageModelV4StreamPart[] = [];
  if (message?.thinking) parts.push({ type: "reasoning-delta", id: "thinking", delta: message.thinking });
  if (message?.content) parts.push({ type: "text-delta", id: "text", delta: message.content });
  for (const { function: called } of message?.tool_calls ?? []) {
    const given = called.arguments;
    // Ollama's own ids, if any, repeat with each message.
    const input = typeof given === "string" ? given : JSON.stringify(given ?? {});
    parts.push({ type: "tool-call", toolCallId: newId(), toolName: called.name, input });
  }
  if (done !== true) return parts;
  const raw = done_reason ?? "stop";
  const counted = (total: number | null | undefined) => total ?? undefined;
  parts.push({
    type: "finish",
    finishReason: { unified: raw === "length" ? "length" : raw === "stop" ? "stop" : "other", raw },
    usage: {
      inputTokens: {
        total: counted(prompt_eval_count),
        noCache: undefined,
        cacheRead: undefined,
        cacheWrite: undefined,
      },
      outputTokens: { total: counted(eval_count), text: undefined, reasoning: undefined },
    },
  });
  return parts;
}
