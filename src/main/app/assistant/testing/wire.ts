/**
 * Model answers in the wire formats of Anthropic's Messages, OpenAI's Chat Completions, and Ollama's chat, as
 * documented.
 */

/** The content of one message. */
export type ModelReply = {
  thinking?: string;
  text?: string;
  calls?: { name: string; input: unknown | string }[];
  /** The stop reason in the protocol's own term; derived from the content by default. */
  reason?: string;
  usage?: { input: number; output: number } | null;
};

export type Wire = "anthropic" | "openai" | "ollama";

const pieces = (text: string, length = 7): string[] => text.match(new RegExp(`[\\s\\S]{1,${length}}`, "gu")) ?? [];
const inputText = (input: unknown): string => (typeof input === "string" ? input : JSON.stringify(input));

/** The full stream of a message, its text in pieces of `length` characters. */
export const streamOf = (wire: Wire, reply: ModelReply, length = 7): string =>
  ({ anthropic: anthropicStream, openai: openaiStream, ollama: ollamaStream })[wire](reply, length);

function anthropicStream(
  { thinking, text, calls = [], reason, usage = { input: 25, output: 15 } }: ModelReply,
  length: number,
): string {
  const events: { type: string; [name: string]: unknown }[] = [];
  const counted = usage === null ? {} : { input_tokens: usage.input, output_tokens: 1 };
  events.push({
    type: "message_start",
    message: {
      id: "msg_01XFDUDYJgAACzvnptvVoYEL",
      type: "message",
      role: "assistant",
      content: [],
      model: "claude-sonnet-4-5",
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: 0,
        output_tokens: 0,
        ...counted,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      },
    },
  });
  events.push({ type: "ping" });
  let index = 0;
  if (thinking !== undefined) {
    events.push({
      type: "content_block_start",
      index,
      content_block: { type: "thinking", thinking: "", signature: "" },
    });
    for (const piece of pieces(thinking))
      events.push({ type: "content_block_delta", index, delta: { type: "thinking_delta", thinking: piece } });
    events.push({
      type: "content_block_delta",
      index,
      delta: { type: "signature_delta", signature: "EqQBCgIYAhIM1gbcDa9GJwZA2b3h" },
    });
    events.push({ type: "content_block_stop", index: index++ });
  }
  if (text !== undefined) {
    events.push({ type: "content_block_start", index, content_block: { type: "text", text: "" } });
    for (const piece of pieces(text, length))
      events.push({ type: "content_block_delta", index, delta: { type: "text_delta", text: piece } });
    events.push({ type: "content_block_stop", index: index++ });
  }
  for (const [at, { name, input }] of calls.entries()) {
    events.push({
      type: "content_block_start",
      index,
      content_block: { type: "tool_use", id: `toolu_01T1x${at}`, name, input: {} },
    });
    for (const piece of ["", ...pieces(inputText(input), 11)])
      events.push({ type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: piece } });
    events.push({ type: "content_block_stop", index: index++ });
  }
  events.push({
    type: "message_delta",
    delta: { stop_reason: reason ?? (calls.length > 0 ? "tool_use" : "end_turn"), stop_sequence: null },
    usage: { output_tokens: usage?.output ?? 0 },
  });
  events.push({ type: "message_stop" });
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

function openaiStream(
  { thinking, text, calls = [], reason, usage = { input: 25, output: 15 } }: ModelReply,
  length: number,
): string {
  const head = { id: "chatcmpl-123", object: "chat.completion.chunk", created: 1694268190, model: "gpt-4o-mini" };
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  });
  const chunks: object[] = [chunk({ role: "assistant", content: "" })];
  for (const piece of pieces(thinking ?? "")) chunks.push(chunk({ reasoning_content: piece }));
  for (const piece of pieces(text ?? "", length)) chunks.push(chunk({ content: piece }));
  for (const [index, { name, input }] of calls.entries()) {
    const start = { index, id: `call_abc${index}`, type: "function" };
    chunks.push(chunk({ tool_calls: [{ ...start, function: { name, arguments: "" } }] }));
    for (const piece of pieces(inputText(input), 11))
      chunks.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
  }
  chunks.push(chunk({}, reason ?? (calls.length > 0 ? "tool_calls" : "stop")));
  if (usage !== null) {
    const { input, output } = usage;
    chunks.push({
      ...head,
      choices: [],
      usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
    });
  }
  return `${chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`).join("")}data: [DONE]\n\n`;
}

/** One line of JSON per piece; a call is one piece, and the last line has the token counts. */
function ollamaStream(
  { thinking, text, calls = [], reason, usage = { input: 25, output: 15 } }: ModelReply,
  length: number,
): string {
  const head = { model: "qwen3:8b", created_at: "2026-11-21T12:00:00.000000Z" };
  const line = (message: object) => ({ ...head, message: { role: "assistant", content: "", ...message }, done: false });
  const lines: object[] = [
    ...pieces(thinking ?? "").map((piece) => line({ thinking: piece })),
    ...pieces(text ?? "", length).map((piece) => line({ content: piece })),
    ...calls.map(({ name, input }) => line({ tool_calls: [{ function: { name, arguments: input } }] })),
  ];
  lines.push({
    ...head,
    message: { role: "assistant", content: "" },
    done: true,
    done_reason: reason ?? "stop",
    total_duration: 1_500_000_000,
    load_duration: 20_000_000,
    ...(usage === null ? {} : { prompt_eval_count: usage.input, eval_count: usage.output }),
  });
  return lines.map((each) => `${JSON.stringify(each)}\n`).join("");
}
