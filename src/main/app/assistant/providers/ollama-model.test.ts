import { afterAll, beforeAll, expect, test } from "vitest";
import type { Effort } from "../../../../shared/assistant-setup";
import { emptyMessage, type Message, nextAfter, withEvent } from "../core/message";
import { createRedaction } from "../core/redaction";
import { type FakeEndpoint, fakeEndpoint } from "../testing/fake-endpoint";
import { streamOf } from "../testing/wire";
import { askModel } from "./model";
import { contextFor } from "./ollama-model";

let endpoint: FakeEndpoint;
beforeAll(async () => {
  endpoint = await fakeEndpoint();
});
afterAll(() => endpoint.close());

type Question = Parameters<typeof askModel>[1];

async function ask(
  question: Question,
  more: { contextLimit?: number; key?: string; path?: string; model?: string; effort?: Effort } = {},
) {
  const { contextLimit = null, key = null, path = "/v1", model = "qwen3:8b", effort } = more;
  const access = {
    kind: "ollama" as const,
    baseUrl: `${endpoint.url}${path}`,
    model,
    key,
    contextLimit,
    ...(effort === undefined ? {} : { effort }),
    errorContext: { name: "Ollama", model: "qwen3:8b", redaction: createRedaction() },
  };
  let message: Message = emptyMessage;
  const signal = new AbortController().signal;
  for await (const event of askModel(access, question, { idleMs: 20_000, signal })) message = withEvent(message, event);
  return { message, body: endpoint.questions().at(-1)?.body ?? {}, received: endpoint.questions().at(-1) };
}

const userMessage = (text: string): Question => ({ prompt: [{ role: "user", content: [{ type: "text", text }] }] });

test("Ollama is called in its own protocol, with a context that fits the request and the answer", async () => {
  const { body, received } = await ask(userMessage("Hello"));
  expect(received?.path).toBe("/api/chat");
  expect(received?.headers["authorization"]).toBeUndefined();
  expect(body).toEqual({
    model: "qwen3:8b",
    messages: [{ role: "user", content: "Hello" }],
    stream: true,
    options: { num_ctx: 8192 },
  });
  const long = await ask(userMessage("many words ".repeat(6000)));
  expect(long.body["options"]).toEqual({ num_ctx: 32_768 });
  // A context limit set by the user is what the machine can hold.
  const own = await ask(userMessage("many words ".repeat(6000)), { contextLimit: 16_000, key: "proxy-key", path: "" });
  expect(own.body["options"]).toEqual({ num_ctx: 16_000 });
  expect(own.received?.headers["authorization"]).toBe("Bearer proxy-key");
  expect([1, 4096, 4097, 100_000].map(contextFor)).toEqual([8192, 8192, 16_384, 131_072]);
});

test("thinking is switched on or off; only gpt-oss has degrees", async () => {
  const think = async (effort?: Effort, model = "qwen3:8b") =>
    (await ask(userMessage("Hm"), { model, ...(effort === undefined ? {} : { effort }) })).body["think"];
  expect([await think(), await think("none"), await think("low"), await think("high")]).toEqual([
    undefined,
    false,
    true,
    true,
  ]);
  expect([await think("high", "gpt-oss:20b"), await think("none", "gpt-oss:20b")]).toEqual(["high", false]);
});

test("tools, their calls and their results are sent in Ollama's format", async () => {
  const inputSchema = { type: "object", properties: { file: { type: "string" } } } as const;
  const call = { toolCallId: "abc123def", toolName: "doc_toc" };
  endpoint.answers.push({
    reply: { thinking: "Hm.", text: "Both.", calls: [0, 1].map(() => ({ name: "doc_toc", input: { file: "b.md" } })) },
  });
  const { message, body } = await ask({
    tools: [{ type: "function", name: "doc_toc", description: "Sections", inputSchema }],
    prompt: [
      { role: "system", content: "Rules." },
      { role: "user", content: ["one", "two"].map((text) => ({ type: "text" as const, text })) },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "I look." },
          { type: "tool-call", ...call, input: { file: "a.md" } },
        ],
      },
      { role: "tool", content: [{ type: "tool-result", ...call, output: { type: "text", value: "# A" } }] },
    ],
  });
  expect(body["tools"]).toEqual([
    { type: "function", function: { name: "doc_toc", description: "Sections", parameters: inputSchema } },
  ]);
  expect(body["messages"]).toEqual([
    { role: "system", content: "Rules." },
    { role: "user", content: "one\n\ntwo" },
    {
      role: "assistant",
      content: "",
      thinking: "I look.",
      tool_calls: [{ id: "abc123def", function: { name: "doc_toc", arguments: { file: "a.md" } } }],
    },
    { role: "tool", tool_name: "doc_toc", tool_call_id: "abc123def", content: "# A" },
  ]);
  expect(message.parts.map(({ kind }) => kind)).toEqual(["thinking", "text", "call", "call"]);
  const next = nextAfter(message, 10);
  expect(next).toMatchObject({ next: "run", calls: [{ input: '{"file":"b.md"}' }, { input: '{"file":"b.md"}' }] });
  expect(message.end).toEqual({ reason: "stop", usage: { input: 25, output: 15 } });
});

test.each([
  [
    "an error in a line",
    '{"error":"model runner has unexpectedly stopped"}\n',
    /model runner has unexpectedly stopped/,
  ],
  ["a line that is not JSON", "{not json}\n", /can't be read/],
  ["lines of another shape", '{"done":true,"message":{"content":7}}\n', /can't be read/],
  ["an end that is an error", '{"done":true,"error":"out of memory"}\n', /out of memory/],
  ["an end without its line break", streamOf("ollama", { text: "a" }).trimEnd(), /was cut off/],
])("%s is an error, and not an answer", async (_, stream, error) => {
  endpoint.answers.push({ stream });
  await expect(ask(userMessage("Hello"))).rejects.toThrow(error);
});

test("a missing model, and an answer cut at its length limit, are reported as such", async () => {
  endpoint.answers.push({ status: 404, body: '{"error":"model \'qwen3:8b\' not found"}' });
  await expect(ask(userMessage("Hello"))).rejects.toThrow(/doesn't know the model qwen3:8b.*not found/);
  endpoint.answers.push({ reply: { text: "a", reason: "length" } });
  expect(nextAfter((await ask(userMessage("Hello"))).message, 10)).toEqual({ next: "end early", reason: "length" });
});
