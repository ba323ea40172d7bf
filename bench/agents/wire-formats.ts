/** The four protocols in which agents ask a model: what a request holds, and how a model's turn is streamed back. */
import type { ServerResponse } from "node:http";

/** A tool that a client offers its model: the name the model has to use, and the JSON that describes it. */
export type OfferedTool = { name: string; json: string };

/** What a model gets in one request, whatever the protocol. */
export type ModelRequest = {
  /** The prompt before the conversation: system and developer messages. */
  system: string;
  /** What the user's side says in the conversation, as text. */
  user: string;
  tools: OfferedTool[];
  /** The results of the tool calls so far by the id of the call, each exactly as the model reads it. */
  results: Map<string, string>;
};

/** A model's call of a tool; `id` is one that every protocol accepts. */
export type ToolCall = { id: string; call: string; input: object };

/** What the model does next: calls tools, or says something and ends its turn. */
export type Turn = { calls: ToolCall[] } | { text: string };

export type WireFormat = {
  /** Whether a request to this path is for this protocol. */
  handles(path: string): boolean;
  read(body: Record<string, unknown>): ModelRequest;
  /** Streams a turn, the `number`th of the server. */
  write(response: ServerResponse, turn: Turn, number: number): void;
};

type Part = Record<string, unknown>;
const list = (value: unknown): Part[] => (Array.isArray(value) ? (value as Part[]) : []);

/** The text of a message's content: a string, or parts of which some have text. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return content === undefined ? "" : JSON.stringify(content);
  return content
    .map((part: Part) => (typeof part["text"] === "string" ? part["text"] : JSON.stringify(part)))
    .join("\n");
}

const usage = { input: 10, output: 5 };

/** Server-sent events: each with its data, and with its name if the protocol has names. */
function stream(response: ServerResponse, events: readonly object[], { named }: { named: boolean }): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    const name = named && "type" in event ? `event: ${event.type}\n` : "";
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
}

/** Anthropic's Messages: Claude Code. */
const anthropic: WireFormat = {
  handles: (path) => path.endsWith("/messages"),
  read(body) {
    const messages = list(body["messages"]);
    const parts = messages.flatMap(({ content }) =>
      typeof content === "string" ? [{ type: "text", text: content }] : list(content),
    );
    return {
      system: textOf(body["system"]),
      user: textOf(parts.filter(({ type }) => type === "text")),
      tools: list(body["tools"]).map((tool) => ({ name: String(tool["name"]), json: JSON.stringify(tool) })),
      results: new Map(
        parts
          .filter(({ type }) => type === "tool_result")
          .map(({ tool_use_id, content }) => [String(tool_use_id), textOf(content)]),
      ),
    };
  },
  write(response, turn, number) {
    const blocks =
      "text" in turn
        ? [{ start: { type: "text", text: "" }, delta: { type: "text_delta", text: turn.text } }]
        : turn.calls.map(({ id, call, input }) => ({
            start: { type: "tool_use", id, name: call, input: {} },
            delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
          }));
    const message = { id: `msg_${number}`, type: "message", role: "assistant", model: "local", content: [] };
    const events = [
      {
        type: "message_start",
        message: {
          ...message,
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: usage.input, output_tokens: 1 },
        },
      },
      ...blocks.flatMap(({ start, delta }, index) => [
        { type: "content_block_start", index, content_block: start },
        { type: "content_block_delta", index, delta },
        { type: "content_block_stop", index },
      ]),
      {
        type: "message_delta",
        delta: { stop_reason: "text" in turn ? "end_turn" : "tool_use", stop_sequence: null },
        usage: { output_tokens: usage.output },
      },
      { type: "message_stop" },
    ];
    stream(response, events, { named: true });
    response.end();
  },
};

/** OpenAI's Responses: Codex. A server's tools come as a namespace; its name goes before theirs. */
const responses: WireFormat = {
  handles: (path) => path.endsWith("/responses"),
  read(body) {
    const input = list(body["input"]);
    const isPrompt = ({ role }: Part) => role === "developer" || role === "system";
    const tools = list(body["tools"]).flatMap((tool): OfferedTool[] => {
      if (tool["type"] !== "namespace")
        return [{ name: String(tool["name"] ?? tool["type"]), json: JSON.stringify(tool) }];
      return list(tool["tools"]).map((inner) => ({
        name: `${tool["name"]}/${inner["name"]}`,
        json: JSON.stringify(inner),
      }));
    });
    return {
      system: [body["instructions"], ...input.filter(isPrompt).map(({ content }) => content)].map(textOf).join("\n"),
      user: textOf(input.filter(({ role }) => role === "user").map(({ content }) => ({ text: textOf(content) }))),
      tools,
      results: new Map(
        input
          .filter(({ type }) => String(type).endsWith("_output"))
          .map(({ call_id, output, tools }) => [
            String(call_id),
            tools === undefined ? textOf(output) : JSON.stringify(tools),
          ]),
      ),
    };
  },
  write(response, turn, number) {
    const items = "text" in turn ? [spoken(turn.text, number)] : turn.calls.map(calledItem);
    const tokens = {
      input_tokens: usage.input,
      input_tokens_details: null,
      output_tokens: usage.output,
      output_tokens_details: null,
      total_tokens: usage.input + usage.output,
    };
    const events = [
      { type: "response.created", response: { id: `response_${number}` } },
      ...items.map((item, index) => ({ type: "response.output_item.done", output_index: index, item })),
      { type: "response.completed", response: { id: `response_${number}`, output: items, usage: tokens } },
    ];
    stream(response, events, { named: true });
    response.end();
  },
};

const spoken = (text: string, number: number) => ({
  type: "message",
  role: "assistant",
  id: `item_${number}`,
  content: [{ type: "output_text", text, annotations: [] }],
});

function calledItem({ id, call, input }: ToolCall) {
  const ids = { id: `item_${id}`, call_id: id };
  if (call === "tool_search")
    return { type: "tool_search_call", ...ids, execution: "client", status: "completed", arguments: input };
  // A tool that takes text in place of arguments.
  if (call === "apply_patch")
    return { type: "custom_tool_call", ...ids, name: call, input: String((input as { text?: string }).text) };
  const [name, namespace] = call.split("/").reverse();
  const called = { type: "function_call", ...ids, name, arguments: JSON.stringify(input) };
  return namespace === undefined ? called : { ...called, namespace };
}

/** OpenAI's Chat Completions: opencode, and most local model servers. */
const chat: WireFormat = {
  handles: (path) => path.endsWith("/chat/completions"),
  read(body) {
    const messages = list(body["messages"]);
    const of = (role: string) => messages.filter((message) => message["role"] === role);
    return {
      system: of("system")
        .map(({ content }) => textOf(content))
        .join("\n"),
      user: of("user")
        .map(({ content }) => textOf(content))
        .join("\n"),
      tools: list(body["tools"]).map((tool) => {
        const described = tool["function"] as Part;
        return { name: String(described["name"]), json: JSON.stringify(described) };
      }),
      results: new Map(of("tool").map(({ tool_call_id, content }) => [String(tool_call_id), textOf(content)])),
    };
  },
  write(response, turn, number) {
    const delta =
      "text" in turn
        ? { role: "assistant", content: turn.text }
        : {
            role: "assistant",
            tool_calls: turn.calls.map(({ id, call, input }, index) => ({
              index,
              id,
              type: "function",
              function: { name: call, arguments: JSON.stringify(input) },
            })),
          };
    const chunk = (choice: object, more: object = {}) => ({
      id: `chat_${number}`,
      object: "chat.completion.chunk",
      created: 0,
      model: "local",
      choices: [{ index: 0, finish_reason: null, delta: {}, ...choice }],
      ...more,
    });
    const end = chunk(
      { finish_reason: "text" in turn ? "stop" : "tool_calls" },
      {
        usage: {
          prompt_tokens: usage.input,
          completion_tokens: usage.output,
          total_tokens: usage.input + usage.output,
        },
      },
    );
    stream(response, [chunk({ delta }), end], { named: false });
    response.end("data: [DONE]\n\n");
  },
};

/** Gemini's generateContent. */
const gemini: WireFormat = {
  handles: (path) => /:(stream)?generateContent$/i.test(path),
  read(body) {
    const parts = list(body["contents"]).flatMap((content) => list(content["parts"]));
    const system = body["systemInstruction"] as Part | string | undefined;
    return {
      system: typeof system === "string" ? system : textOf(system?.["parts"]),
      user: textOf(parts.filter((part) => "text" in part)),
      tools: list(body["tools"])
        .flatMap((tool) => list(tool["functionDeclarations"]))
        .map((tool) => ({ name: String(tool["name"]), json: JSON.stringify(tool) })),
      results: new Map(
        parts.flatMap(({ functionResponse }): [string, string][] => {
          if (functionResponse === undefined) return [];
          const { id, response = {} } = functionResponse as { id?: string; response?: Part };
          const { output } = response;
          const isText = typeof output === "string" && Object.keys(response).length === 1;
          return [[String(id), isText ? output : JSON.stringify(response)]];
        }),
      ),
    };
  },
  write(response, turn) {
    const parts =
      "text" in turn
        ? [{ text: turn.text }]
        : turn.calls.map(({ id, call, input }) => ({ functionCall: { id, name: call, args: input } }));
    const event = {
      candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
      usageMetadata: {
        promptTokenCount: usage.input,
        candidatesTokenCount: usage.output,
        totalTokenCount: usage.input + usage.output,
      },
      modelVersion: "local",
    };
    stream(response, [event], { named: false });
    response.end();
  },
};

export const wireFormats: readonly WireFormat[] = [anthropic, responses, chat, gemini];
