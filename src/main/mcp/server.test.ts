import { PassThrough } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { describe, expect, test } from "vitest";
import type { Envelope, ToolDescription } from "../engine/ports/caller";
import { LineTransport } from "./line-transport";
import { mcpServer } from "./server";
import { HandClient } from "./testing/hand-client";

const tools: ToolDescription[] = [
  {
    name: "write_it",
    aliases: ["old_write_it"],
    set: "documents",
    title: "Write it",
    description: "Writes.",
    inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    changes: "documents",
  },
  {
    name: "read_it",
    aliases: [],
    set: "documents",
    title: "Read it",
    description: "Reads.",
    inputSchema: { type: "object" },
    changes: "nothing",
  },
];

type Run = (call: { name: string; arguments: unknown }) => Promise<Envelope>;

const done = (data: Record<string, unknown> = {}): Envelope => ({
  ok: true,
  message: "for the model",
  summary: "for the user",
  data,
});

const serve = (run: Run = async () => done()) => {
  const toServer = new PassThrough();
  const fromServer = new PassThrough();
  const clients: string[] = [];
  const transport = new LineTransport(toServer, fromServer, 1024 * 1024);
  const ended = new Promise<void>((end) => transport.onEnded(end));
  serveStdio(() => mcpServer({ tools, run, version: "1.2.3", onClient: (name) => clients.push(name) }), { transport });
  return { client: new HandClient(toServer, fromServer), clients, ended };
};

describe("to a client of 2025", () => {
  test("the server sends its name, and learns the client's", async () => {
    const { client, clients } = serve();
    const { result } = await client.initialize("some agent");
    expect(result).toMatchObject({ protocolVersion: "2025-06-18", serverInfo: { name: "galley", version: "1.2.3" } });
    for (const word of ["old_text", "outline", "checklist", "running summary"])
      expect(result?.instructions).toContain(word);
    await client.request("ping");
    expect(clients).toEqual(["some agent"]);
  });

  test("tools are listed in order, without aliases, with what they may change", async () => {
    const { client } = serve();
    await client.initialize();
    const { result } = await client.request("tools/list");
    expect(result?.tools).toEqual([
      {
        name: "write_it",
        title: "Write it",
        description: "Writes.",
        inputSchema: tools[0]?.inputSchema,
        annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
      },
      {
        name: "read_it",
        title: "Read it",
        description: "Reads.",
        inputSchema: { type: "object" },
        annotations: { readOnlyHint: true },
      },
    ]);
  });
});

describe("to a client of 2026", () => {
  const structured = { experimental: { "galley/structured": {} } };
  const meta = (name: string, capabilities: object = structured) => ({
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name, version: "1" },
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  });

  test("each request is independent, and names the client", async () => {
    const { client, clients } = serve(async ({ arguments: given }) => done({ given }));
    const listed = await client.request("tools/list", { _meta: meta("new agent") });
    expect(listed.result?.tools).toHaveLength(2);
    const called = await client.request("tools/call", {
      _meta: meta("new agent"),
      name: "write_it",
      arguments: { path: "a" },
    });
    expect(called.result).toMatchObject({ structuredContent: { given: { path: "a" } } });
    expect(clients).toEqual(["new agent"]);
  });

  test("the data is sent only to a client whose request asks for it", async () => {
    const { client } = serve(async () => done({ version: "abc" }));
    const call = { name: "write_it", arguments: {} };
    const plain = await client.request("tools/call", { _meta: meta("new agent", {}), ...call });
    expect(plain.result).toMatchObject({ content: [{ text: "for the model" }, { text: "for the user" }] });
    expect(plain.result).not.toHaveProperty("structuredContent");
    const asked = await client.request("tools/call", { _meta: meta("new agent"), ...call });
    expect(asked.result).toMatchObject({ structuredContent: { version: "abc" } });
  });

  test("the client's title, made for people, is preferred to its name, made for programs", async () => {
    const { client, clients } = serve();
    const named = {
      ...meta("agent-x"),
      "io.modelcontextprotocol/clientInfo": { name: "agent-x", title: "Agent X", version: "1" },
    };
    await client.request("tools/list", { _meta: named });
    expect(clients).toEqual(["Agent X"]);
  });

  test("an unknown version is rejected by name", async () => {
    const { client } = serve();
    const wrong = { ...meta("x"), "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    const { error } = await client.request("tools/list", { _meta: wrong });
    expect(error).toMatchObject({ code: -32022 });
  });
});

test("an answer contains the message for the model, the summary for the user and the data for programs", async () => {
  const { client } = serve(async () => done({ version: "abc" }));
  await client.initialize();
  const { result } = await client.callTool("write_it", { path: "a" });
  expect(result).toEqual({
    content: [
      { type: "text", text: "for the model", annotations: { audience: ["assistant"] } },
      { type: "text", text: "for the user", annotations: { audience: ["user"] } },
    ],
    structuredContent: { version: "abc" },
  });
});

test("a tool error is an answer marked as an error", async () => {
  const error = { code: "stale", message: "It moved on.", hint: "Read it again." } as const;
  const { client } = serve(async () => ({
    ok: false,
    message: "It moved on.\nRead it again.",
    summary: "refused",
    error,
  }));
  await client.initialize();
  const { result } = await client.callTool("write_it", { path: "a" });
  expect(result).toMatchObject({
    isError: true,
    structuredContent: { error },
    content: [{ text: "It moved on.\nRead it again." }, {}],
  });
});

test("the engine gets any arguments as they were sent", async () => {
  const { client } = serve(async ({ arguments: given }) => done({ given }));
  await client.initialize();
  for (const given of ["text", 5, true, [1, 2], {}, { path: 5, deep: { __proto: [null] } }]) {
    const { result } = await client.callTool("write_it", given);
    expect(result?.structuredContent).toEqual({ given });
  }
  for (const none of [undefined, null]) {
    const { result } = await client.callTool("write_it", none);
    expect(result?.structuredContent).toEqual({ given: {} });
  }
});

test("an alias can be called, and an unknown tool gives the protocol's own error", async () => {
  const { client } = serve(async ({ name }) => done({ name }));
  await client.initialize();
  expect((await client.callTool("old_write_it", {})).result).toMatchObject({
    structuredContent: { name: "old_write_it" },
  });
  for (const name of ["no_such", "", "__proto__", "constructor"]) {
    expect((await client.callTool(name, {})).error).toMatchObject({ code: -32602 });
  }
});

test("calls run in parallel, and each gets its own answer", async () => {
  let running = 0;
  let most = 0;
  const { client } = serve(async ({ arguments: given }) => {
    const { wait, mark } = given as { wait: number; mark: number };
    most = Math.max(most, ++running);
    await new Promise((after) => setTimeout(after, wait));
    running--;
    return done({ mark });
  });
  await client.initialize();
  const marks = Array.from({ length: 50 }, (_, index) => index);
  const answers = await Promise.all(marks.map((mark) => client.callTool("read_it", { wait: 100 - mark, mark })));
  expect(most).toBeGreaterThan(10);
  expect(answers.map(({ result }) => result?.structuredContent)).toEqual(marks.map((mark) => ({ mark })));
});

test("a cancelled call is not awaited and not answered, and the others continue", async () => {
  const { client, ended } = serve(async ({ name }) => (name === "write_it" ? new Promise(() => {}) : done()));
  await client.initialize();
  const id = client.send("tools/call", { name: "write_it", arguments: {} });
  await client.callTool("read_it", {});
  client.notify("notifications/cancelled", { requestId: id, reason: "changed my mind" });
  await client.callTool("read_it", {});
  client.end();
  await ended;
  expect(client.answers.some((answer) => answer.id === id)).toBe(false);
});

test("when the client closes its side, running calls are finished and answered first", async () => {
  const running = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const { client, ended } = serve(async () => {
    running.resolve();
    await gate.promise;
    return done({ late: true });
  });
  await client.initialize();
  const id = client.send("tools/call", { name: "write_it", arguments: {} });
  await running.promise;
  client.end();
  // By the next turn the server has seen the end.
  await new Promise((turn) => setImmediate(turn));
  gate.resolve();
  await ended;
  expect((await client.answer((one) => one.id === id)).result).toMatchObject({ structuredContent: { late: true } });
});

describe("among malformed lines", () => {
  test("each invalid line is answered, and the session continues", async () => {
    const { client } = serve();
    await client.initialize();
    client.write(
      `\uFEFF\r\n[]\r\n{"jsonrpc":"2.0","id":null,"method":"ping"}\n\n${"x".repeat(2 * 1024 * 1024)}\nnope\n`,
    );
    client.write(Buffer.from([0xff, 0xfe, 0x0a]));
    client.write('{"jsonrpc":"2.0","id":"last","method":"ping"}\r\n');
    await client.answer(({ id }) => id === "last");
    expect(client.answers.slice(1).map(({ id, error }) => error?.code ?? id)).toEqual([
      -32600,
      -32600,
      -32600,
      -32700,
      -32700,
      "last",
    ]);
    expect(client.answers[3]?.error?.message).toBe("Invalid request: the message is longer than 1 MiB");
  });

  test("a last message without a line break is still a message", async () => {
    const { client, ended } = serve();
    client.write('{"jsonrpc":"2.0","id":"p","method":"ping"}');
    client.end();
    await ended;
    expect(client.answers).toMatchObject([{ id: "p", result: {} }]);
  });

  test("a last line with half a message is answered as an error", async () => {
    const { client, ended } = serve();
    client.write('{"jsonrpc":"2.0","id":"p","meth');
    client.end();
    await ended;
    expect(client.answers).toMatchObject([{ id: null, error: { code: -32700 } }]);
  });
});
