import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Bridge, Events } from "../../../../shared/contract";
import { type Conversation, type ConversationChange, type Turn, withChange } from "../../../../shared/conversation";
import { createConversationClient } from "./conversation-client";

const usage = { input: null, output: null, cost: null };

const turn = (id: string): Turn => ({
  id,
  at: "2026-11-21T12:00:00.000Z",
  ask: { kind: "words", text: "?", chips: [] },
  parts: [],
  state: { status: "asking" },
  model: "m",
  usage,
  undone: 0,
  leftOut: 0,
});

const empty = (id: string): Conversation => ({
  id,
  folder: null,
  title: id,
  createdAt: "",
  updatedAt: "",
  turns: [],
  usage,
  context: { used: null, limit: null },
  seq: 0,
});

/** A fake main that stores a conversation and sends its changes. `lose` drops events, `hold` delays answers. */
function main() {
  const kept = new Map<string, Conversation>();
  let send: (event: Events["assistant:changed"]) => void = () => {};
  let asked = 0;
  let held: (() => void)[] | null = null;
  const fake = {
    asked: () => asked,
    kept,
    hold() {
      held = [];
    },
    async release() {
      const waiting = held ?? [];
      held = null;
      for (const go of waiting) go();
      await vi.advanceTimersByTimeAsync(0);
    },
    change(id: string, change: ConversationChange, way: "once" | "lost" | "twice" = "once") {
      const before = kept.get(id) as Conversation;
      const seq = before.seq + 1;
      kept.set(id, withChange(before, seq, change));
      const times = { once: 1, lost: 0, twice: 2 }[way];
      for (let each = 0; each < times; each++) send({ conversation: id, seq, change: structuredClone(change) });
    },
    bridge: {
      async request(_name: string, id: string) {
        asked += 1;
        // The answer is the state at the time it is sent, not when it arrives.
        const answer = structuredClone(kept.get(id));
        if (held) await new Promise<void>((resolve) => held?.push(resolve));
        return answer
          ? { ok: true, conversation: answer }
          : { ok: false, error: { code: "not_found", message: "gone" } };
      },
      listen(_name: string, listener: typeof send) {
        send = listener;
        return () => {};
      },
    } as unknown as Pick<Bridge, "request" | "listen">,
  };
  kept.set("a", empty("a"));
  kept.set("b", empty("b"));
  return fake;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const advance = () => vi.advanceTimersByTimeAsync(1000);

test("changes are applied in order, and streaming text is published a few times a second", async () => {
  const fake = main();
  const client = createConversationClient(fake.bridge);
  await client.show("a");
  const seen: number[] = [];
  client.$conversation.listen((now) => void seen.push(now?.seq ?? -1));
  fake.change("a", { kind: "turn", turn: turn("t") });
  fake.change("a", { kind: "part", turn: "t", index: 0, part: { kind: "text", text: "", isWhole: false } });
  for (const letter of "Hello, world") fake.change("a", { kind: "more", turn: "t", index: 0, text: letter });
  expect(seen).toEqual([1, 2]);
  await advance();
  expect(seen).toEqual([1, 2, 14]);
  expect(client.$conversation.get()).toEqual(fake.kept.get("a"));
  expect(fake.asked()).toBe(1);
});

test("a gap in the numbers makes the client load the conversation once", async () => {
  const fake = main();
  const client = createConversationClient(fake.bridge);
  await client.show("a");
  fake.change("a", { kind: "turn", turn: turn("t") }, "lost");
  fake.hold();
  fake.change("a", { kind: "turn", turn: turn("u") });
  fake.change("a", { kind: "turn", turn: turn("v") });
  await fake.release();
  await advance();
  expect(client.$conversation.get()?.turns.map(({ id }) => id)).toEqual(["t", "u", "v"]);
  expect(fake.asked()).toBe(2);
});

test("changes that arrive while the conversation loads are applied to it exactly once", async () => {
  const fake = main();
  const client = createConversationClient(fake.bridge);
  fake.change("a", { kind: "turn", turn: turn("t") });
  fake.change("a", { kind: "part", turn: "t", index: 0, part: { kind: "text", text: "one", isWhole: false } });
  fake.hold();
  const shown = client.show("a");
  fake.change("a", { kind: "more", turn: "t", index: 0, text: " two" });
  fake.change("a", { kind: "more", turn: "t", index: 0, text: " three" }, "twice");
  await fake.release();
  await shown;
  await advance();
  expect(client.$conversation.get()?.turns[0]?.parts).toEqual([
    { kind: "text", text: "one two three", isWhole: false },
  ]);
});

test("a late answer does not replace a conversation that was opened meanwhile", async () => {
  const fake = main();
  const client = createConversationClient(fake.bridge);
  fake.hold();
  const first = client.show("a");
  const second = client.show("b");
  fake.change("a", { kind: "turn", turn: turn("t") });
  await fake.release();
  await Promise.all([first, second]);
  expect(client.$conversation.get()?.id).toBe("b");
  fake.change("b", { kind: "turn", turn: turn("u") });
  expect(client.$conversation.get()?.turns.map(({ id }) => id)).toEqual(["u"]);
});

test("opening a deleted conversation returns the error and keeps the shown one", async () => {
  const fake = main();
  const client = createConversationClient(fake.bridge);
  await client.show("a");
  expect(await client.show("none")).toMatchObject({ message: "gone" });
  expect(client.$conversation.get()?.id).toBe("a");
});

test("the client ends with the same state as main, whichever changes are lost, doubled or late", async () => {
  const step = fc.record({
    way: fc.constantFrom("once" as const, "once" as const, "lost" as const, "twice" as const),
    what: fc.constantFrom("turn", "part", "more", "state"),
    pause: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const fake = main();
      const client = createConversationClient(fake.bridge);
      await client.show("a");
      fake.change("a", { kind: "turn", turn: turn("t") });
      for (const [at, { way, what, pause }] of steps.entries()) {
        const parts = fake.kept.get("a")?.turns[0]?.parts.length ?? 0;
        const changes: Record<string, ConversationChange> = {
          turn: { kind: "turn", turn: turn(`t${at}`) },
          part: { kind: "part", turn: "t", index: parts, part: { kind: "text", text: `${at}`, isWhole: false } },
          more: { kind: "more", turn: "t", index: Math.max(0, parts - 1), text: `.${at}` },
          state: { kind: "state", turn: "t", state: { status: "streaming" }, usage },
        };
        if (pause) fake.hold();
        fake.change("a", changes[what] as ConversationChange, way);
        if (pause) await fake.release();
      }
      // Deliver the last change, so that a gap is noticed.
      fake.change("a", { kind: "state", turn: "t", state: { status: "done" }, usage });
      await advance();
      expect(client.$conversation.get()).toEqual(fake.kept.get("a"));
    }),
    { numRuns: 60 },
  );
});
