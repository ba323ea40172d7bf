import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { Turn } from "../../../../shared/conversation";
import type { Answer } from "../testing/fake-endpoint";
import { createTestAssistant, type TestAssistant, testKey } from "../testing/test-assistant";
import { streamOf } from "../testing/wire";

const assistants: TestAssistant[] = [];
async function createAssistant(...options: Parameters<typeof createTestAssistant>): Promise<TestAssistant> {
  const made = await createTestAssistant(...options);
  assistants.push(made);
  return made;
}
afterEach(async () => {
  for (const made of assistants.splice(0)) await made.end();
});

const whyOf = ({ state }: Turn): string =>
  state.status === "failed" || state.status === "limited" ? state.why.message : `(${state.status})`;
const error = (message: string, type = "error") => JSON.stringify({ type: "error", error: { type, message } });
const sse = (...events: object[]): string =>
  events
    .map((event) => `event: ${(event as { type?: string }).type ?? "message"}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");
const whole = streamOf("anthropic", { text: "Hello." });
/** Sends only the first words. */
const begun = whole.slice(0, whole.indexOf("event: content_block_stop"));

/** Waits until the client reads on or has disconnected. */
async function drained(response: ServerResponse): Promise<void> {
  const over = new AbortController();
  const closed = ["drain", "close"].map((name) => once(response, name, { signal: over.signal }).catch(() => undefined));
  await Promise.race(closed);
  over.abort();
}

/** What the endpoint sends, the message for the user, and the number of requests. */
const cases: [string, Answer, RegExp, number][] = [
  [
    "401",
    { status: 401, body: error(`invalid x-api-key ${testKey}`) },
    /rejected the API key \(401\): “invalid x-api-key \[key\]”/,
    1,
  ],
  ["403", { status: 403, body: error("no access") }, /denied access \(403\): “no access”/, 1],
  [
    "404 of a model",
    { status: 404, body: error("model: model-a") },
    /doesn't know the model model-a.*\(404\): “model: model-a”/,
    1,
  ],
  [
    "400",
    { status: 400, body: error("prompt is too long") },
    /too long for this model.*\(400\): “prompt is too long”/,
    1,
  ],
  ["413", { status: 413, body: error("too big") }, /too large for Test Provider \(413\)/, 1],
  ["408", { status: 408, body: "" }, /server error \(408\)/, 3],
  ["429 without a delay", { status: 429, body: error("rate limited") }, /limiting requests \(429\): “rate limited”/, 3],
  [
    "429 with a delay",
    { status: 429, headers: { "retry-after-ms": "20" }, body: "" },
    /asks you to wait 1 s \(429\)/,
    3,
  ],
  [
    "429 with a delay of an hour",
    { status: 429, headers: { "retry-after": "3600" }, body: "" },
    /asks you to wait 60 min \(429\)/,
    1,
  ],
  ["500", { status: 500, body: error("internal") }, /server error \(500\): “internal”/, 3],
  [
    "502 with HTML",
    { status: 502, headers: { "content-type": "text/html" }, body: `<html><script>alert("${testKey}")</script>` },
    /server error \(502\)\.$/,
    3,
  ],
  ["529", { status: 529, body: error("Overloaded", "overloaded_error") }, /overloaded \(529\): “Overloaded”/, 3],
  [
    "a page of HTML instead",
    { status: 200, headers: { "content-type": "text/html" }, body: "<html>Log in</html>" },
    /answered with text\/html/,
    1,
  ],
  ["JSON instead of a stream", { status: 200, body: "{}" }, /answered with application\/json/, 1],
  ["no content type", { act: (response) => void response.writeHead(200).end("hello") }, /no content type/, 1],
  ["an empty body", { stream: "" }, /was cut off/, 3],
  ["a complete answer of nothing", { reply: { usage: { input: 3, output: 0 } } }, /sent an empty answer/, 1],
  [
    "an error event at once",
    { stream: sse({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }) },
    /stopped answering: “Overloaded”/,
    3,
  ],
  [
    "an error event after text",
    { stream: begun + sse({ type: "error", error: { type: "api_error", message: `bad ${testKey}` } }) },
    /stopped answering: “bad \[key\]”/,
    1,
  ],
  ["a break after text", { stream: begun, finally: "destroy" }, /was cut off/, 1],
  ["an end after text", { stream: begun }, /was cut off/, 1],
  ["lines that are not JSON", { stream: "event: message_start\ndata: {not json\n\n" }, /can't be read|cut off/, 1],
  ["events of another protocol", { stream: streamOf("openai", { text: "hello" }) }, /can't be read|cut off/, 1],
  ["no headers, ever", { act: () => {} }, /sent nothing for 0 s/, 1],
  ["headers and no body", { stream: ": hello\n", finally: "hang" }, /sent nothing/, 1],
  ["text, then silence", { stream: begun, finally: "hang" }, /sent nothing/, 1],
  ["a break before any header", { act: (response) => void response.destroy() }, /Can't reach/, 3],
  [
    "broken gzip",
    { stream: gzipSync(whole).subarray(0, 60), headers: { "content-encoding": "gzip" } },
    /was cut off|can't be read/,
    3,
  ],
  [
    "a redirect",
    { status: 302, headers: { location: "http://elsewhere.example/v1?x=y" } },
    /redirects to another address \(http:\/\/elsewhere\.example\)/,
    1,
  ],
  ["a redirect to itself", { status: 307, headers: { location: "/v1/messages" } }, /redirects to another address/, 1],
];

describe("a provider that fails", () => {
  it.each(cases)("is reported in one clear message without the key: %s", async (_, answer, message, asked) => {
    // The idle limit is short only where silence is tested: on a busy machine any answer may take long.
    const isSilence = message.source.includes("sent nothing");
    const { endpoint, begin, ask, locationsWith, read } = await createAssistant({ secondMs: isSilence ? 4 : 1000 });
    endpoint.otherwise = () => answer;
    const turn = await ask(begin(), "Hello");
    expect(turn.state.status).toBe("failed");
    expect(whyOf(turn)).toMatch(message);
    expect(endpoint.questions()).toHaveLength(asked);
    expect(locationsWith(testKey)).toEqual([]);
    expect(read("notes.md")).toBe("# Notes\n\none\n");
  });

  it("is asked again, and when it recovers, what was shown stays and nothing is done twice", async () => {
    const { endpoint, begin, ask } = await createAssistant();
    endpoint.answers.push({ status: 529, body: "" }, { status: 429, headers: { "retry-after": "0" }, body: "" });
    const turn = await ask(begin(), "Hello");
    expect(turn).toMatchObject({ state: { status: "done" }, parts: [{ kind: "text", text: "Done.", isWhole: true }] });
    expect(endpoint.questions()).toHaveLength(3);
  });

  it("may compress its answer with gzip, which is not an error", async () => {
    const { endpoint, begin, ask } = await createAssistant();
    endpoint.answers.push({ stream: gzipSync(whole), headers: { "content-encoding": "gzip" } });
    expect((await ask(begin(), "Hello")).state.status).toBe("done");
  });

  it("is reported if it cannot be reached", async () => {
    const { assistant, begin, ask, endpoint } = await createAssistant();
    const [provider] = (await assistant.setup.publicSetup()).providers;
    if (!provider) throw new Error("no provider");
    await endpoint.close();
    expect(whyOf(await ask(begin(), "Hello"))).toMatch(/Can't reach .*: connect ECONNREFUSED/);
  });

  it("may leave the connection open after its answer, which is complete all the same", async () => {
    const { endpoint, begin, ask } = await createAssistant({ secondMs: 1000 });
    endpoint.answers.push({ stream: whole, finally: "hang" });
    expect((await ask(begin(), "Hello")).state.status).toBe("done");
  });

  it("is reported if it sends one byte now and then, which does not count as progress", async () => {
    const { endpoint, begin, ask } = await createAssistant({ secondMs: 2 });
    endpoint.otherwise = () => ({
      async act(response) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (const byte of whole) {
          if (response.destroyed) return;
          response.write(byte);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      },
    });
    expect(whyOf(await ask(begin(), "Hello"))).toMatch(/sent nothing/);
  });

  it("is stopped if its answer is longer than can be read, and none of its calls runs [A28]", async () => {
    const { endpoint, begin, ask, read } = await createAssistant({ secondMs: 1000 });
    const event = `event: content_block_delta\ndata: ${JSON.stringify({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "x".repeat(1_000_000) } })}\n\n`;
    endpoint.answers.push({
      async act(response) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(begun);
        for (let sent = 0; sent < 60 && !response.destroyed; sent++)
          if (!response.write(event)) await drained(response);
        response.end();
      },
    });
    const turn = await ask(begin(), "Hello");
    expect(whyOf(turn)).toMatch(/longer than 50 MB/);
    expect(read("notes.md")).toBe("# Notes\n\none\n");
  });

  it("is not followed to another host, and no key is sent there [A27]", async () => {
    const states: string[] = [];
    const other = createServer((request, response) => {
      states.push(JSON.stringify(request.headers));
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { endpoint, begin, ask } = await createAssistant();
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1/messages`;
    endpoint.otherwise = () => ({ status: 308, headers: { location } });
    await ask(begin(), "Hello");
    expect(states).toEqual([]);
    other.close();
  });
});

describe("a key that a provider repeats in its answer", () => {
  it("is removed, however it is split into pieces [A26]", async () => {
    const { endpoint, begin, ask, locationsWith } = await createAssistant();
    for (const slowly of [0, 1]) {
      endpoint.answers.push({
        reply: { thinking: `is it ${testKey}?`, text: `Your key is ${testKey}, and again ${testKey}${testKey}.` },
        slowly,
      });
      const turn = await ask(begin(), "What is my key?");
      expect(turn.parts.at(-1)).toMatchObject({ text: "Your key is [key], and again [key][key]." });
    }
    expect(locationsWith(testKey)).toEqual([]);
  });
});
