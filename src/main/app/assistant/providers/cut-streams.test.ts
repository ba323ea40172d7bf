import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyMessage, type Message, nextAfter, withEvent } from "../core/message";
import { createRedaction } from "../core/redaction";
import { type FakeEndpoint, fakeEndpoint } from "../testing/fake-endpoint";
import { type ModelReply, streamOf, type Wire } from "../testing/wire";
import { askModel } from "./model";
import { ProviderError } from "./provider-error";

let endpoint: FakeEndpoint;
beforeAll(async () => {
  endpoint = await fakeEndpoint();
});
afterAll(() => endpoint.close());

const recordings: [string, ModelReply][] = [
  ["an answer", { text: "Words, 文字 and 🙂 that a person reads." }],
  ["a call", { calls: [{ name: "doc_delete", input: { file: "notes.md", section: "Notes" } }] }],
  [
    "words and two calls",
    {
      thinking: "Let me see.",
      text: "I delete both.",
      calls: [
        { name: "doc_delete", input: { file: "a.md", section: "A" } },
        { name: "doc_delete", input: { file: "b.md", section: "B", include_children: false } },
      ],
    },
  ],
];
const wires: Wire[] = ["anthropic", "openai", "ollama"];

/** The result of a stream that ends after this many bytes. */
async function after(
  wire: Wire,
  bytes: Buffer,
  length: number,
  how: "end" | "destroy",
): Promise<{ message: Message; failure: unknown }> {
  endpoint.answers.push({ stream: bytes.subarray(0, length), finally: how });
  let message = emptyMessage;
  const redaction = createRedaction();
  const access = {
    kind: wire === "openai" ? ("openai-compatible" as const) : wire,
    baseUrl: `${endpoint.url}/v1`,
    model: "m",
    key: "k",
    contextLimit: null,
    errorContext: { name: "Test", model: "m", redaction },
  };
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Go" }] }];
  const signal = new AbortController().signal;
  try {
    for await (const event of askModel(access, { prompt }, { idleMs: 5000, signal }))
      message = withEvent(message, event);
    return { message, failure: null };
  } catch (failure) {
    return { message, failure };
  }
}

describe.each(wires)("a recorded stream of %s", (wire) => {
  describe.each(recordings)("with %s", (_, reply) => {
    const bytes = Buffer.from(streamOf(wire, reply));

    it("is complete once all of it has arrived", async () => {
      const { message, failure } = await after(wire, bytes, bytes.length, "end");
      expect(failure).toBeNull();
      const next = nextAfter(message, 100);
      expect(next).toMatchObject(reply.calls ? { next: "run", left: [] } : { next: "end" });
      if (next.next === "run")
        expect(next.calls.map(({ input }) => JSON.parse(input))).toEqual(reply.calls?.map(({ input }) => input));
    });

    it("runs no call and is never taken for complete when it is cut, at whatever byte", async () => {
      const step = process.env["GALLEY_LONG"] ? 1 : Math.max(1, Math.floor(bytes.length / 35));
      const offsets = new Set<number>([0, 1, bytes.length - 1, bytes.length - 2, bytes.length - 3]);
      for (let at = 0; at < bytes.length; at += step) offsets.add(at);
      for (const at of offsets) {
        const { message, failure } = await after(wire, bytes, at, at % 2 === 0 ? "end" : "destroy");
        expect(failure, `cut after ${at} of ${bytes.length} bytes`).toBeInstanceOf(ProviderError);
        expect(nextAfter(message, 100), `cut after ${at}`).toEqual({ next: "fail", why: "cut" });
      }
    });
  });
});
