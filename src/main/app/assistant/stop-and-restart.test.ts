import { setImmediate as nextRound } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Turn } from "../../../shared/conversation";
import type { Answer } from "./testing/fake-endpoint";
import { cardsOf, patchCall, useTestAssistants } from "./testing/test-assistants";
import { streamOf } from "./testing/wire";

const createAssistant = useTestAssistants();

const calling = streamOf("anthropic", { text: "I change it.", calls: [patchCall()] });
const until = (text: string): string => calling.slice(0, calling.indexOf(text));

/** The number of event-loop turns until it resolves, which does not depend on the machine's speed. */
async function roundsUntil(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let rounds = 0;
  for (; !isDone; rounds++) await nextRound();
  await done;
  return rounds;
}

/** Every phase of a turn: what the endpoint does, and how to detect the phase. */
const phases: [string, Answer, (turn: Turn) => boolean][] = [
  ["nothing has arrived", { act: () => {} }, ({ state }) => state.status === "asking"],
  ["headers have arrived", { stream: ": hello\n\n", finally: "hang" }, ({ state }) => state.status === "asking"],
  ["text arrives", { stream: until("event: content_block_stop"), finally: "hang" }, ({ parts }) => parts.length === 1],
  ["a call arrives", { stream: until("old_text"), finally: "hang" }, ({ parts }) => parts.length === 2],
  [
    "a call is complete, its message is not",
    { stream: until("event: message_delta"), finally: "hang" },
    (turn) => cardsOf(turn)[0]?.state === "waiting",
  ],
  [
    "it waits for a retry",
    { status: 529, headers: { "retry-after": "30" }, body: "" },
    ({ state }) => state.status === "retrying",
  ],
  ["an approval is pending", { stream: calling }, ({ state }) => state.status === "approving"],
];

describe("Stop", () => {
  it.each(phases)(
    "takes effect at once when %s, whatever the provider does, and nothing is written",
    async (_, answer, isThere) => {
      const { assistant, endpoint, begin, until: untilTurn, read } = await createAssistant({ secondMs: 1000 });
      const id = begin();
      endpoint.otherwise = () => answer;
      await assistant.send(id, "Change it", []);
      await untilTurn(id, isThere);
      // Stopping waits for nothing slow: no answer, no closing connection, no delay. The time in milliseconds is
      // measured in bench/.
      expect(await roundsUntil(assistant.stop(id))).toBeLessThan(10);
      const turn = await untilTurn(id, ({ state }) => state.status === "stopped");
      expect(cardsOf(turn).every(({ state }) => state === "not run" || state === "stopped")).toBe(true);
      expect(read("notes.md")).toBe("# Notes\n\none\n");
      // The connection is closed, and the conversation continues.
      await expect.poll(() => endpoint.open()).toBeLessThan(2);
      endpoint.otherwise = () => ({ reply: { text: "Here I am." } });
      await assistant.send(id, "Still there?", []);
      expect(await untilTurn(id, ({ state }) => state.status === "done")).toMatchObject({
        parts: [{ text: "Here I am." }],
      });
    },
  );

  it("lets a call that has begun to write finish, and does not run the next", async () => {
    const {
      assistant,
      endpoint,
      begin,
      until: untilTurn,
      read,
      engine,
    } = await createAssistant({ files: { "notes.md": "one\nthree\n" } });
    const id = begin();
    // At the moment when the first one has been written.
    engine.documents.onChange(() => void assistant.stop(id));
    endpoint.answers.push({ reply: { calls: [patchCall(), patchCall("notes.md", "three", "four")] } });
    await assistant.send(id, "Change both", []);
    const asked = await untilTurn(id, ({ state }) => state.status === "approving");
    if (asked.state.status !== "approving") throw new Error("not asked");
    const decision = { allow: true, scope: "folder" } as const;
    await assistant.approvals.answer({ conversation: id, approval: asked.state.approval.id, decision });
    const turn = await untilTurn(id, (one) => one.state.status === "stopped" && cardsOf(one)[0]?.state === "done");
    expect(read("notes.md")).toBe("two\nthree\n");
    expect(cardsOf(turn).map(({ state }) => state)).toEqual(["done", "stopped"]);
  });
});

describe("a crash in the middle of a turn", () => {
  it.each(phases.slice(0, 5))(
    "leaves it interrupted when %s, and none of its calls is run again",
    async (_, answer, isThere) => {
      const first = await createAssistant({ secondMs: 1000 });
      const id = first.begin();
      first.endpoint.otherwise = () => answer;
      await first.assistant.send(id, "Change it", []);
      const before = await first.until(id, isThere);
      // Streamed text may be stored half a second late; text before another part may not.
      if (before.parts.length === 1) await new Promise((resolve) => setTimeout(resolve, 600));
      const second = await first.restart("kill");
      const asked = second.endpoint.questions().length;
      const [turn] = second.assistant.open(id).turns;
      expect(turn?.state).toEqual({ status: "interrupted" });
      expect(turn?.parts.length).toBe(before.parts.length);
      expect(turn?.parts.flatMap((part) => (part.kind === "text" ? [part.text] : []))).toEqual(
        before.parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])),
      );
      expect(
        turn?.parts.every((part) =>
          part.kind === "call" ? part.state === "not run" : "isWhole" in part && !part.isWhole,
        ),
      ).toBe(true);
      expect(second.endpoint.questions()).toHaveLength(asked);
      expect(second.read("notes.md")).toBe("# Notes\n\none\n");
      // It can be continued.
      second.endpoint.otherwise = () => ({ reply: { text: "On we go." } });
      await second.assistant.send(id, "Go on", []);
      expect((await second.until(id, ({ state }) => state.status === "done")).parts).toMatchObject([
        { text: "On we go." },
      ]);
      await second.assistant.close();
    },
  );

  it("does not execute a pending approval, and shows no approval request at the next start", async () => {
    const first = await createAssistant();
    const id = first.begin();
    first.endpoint.answers.push({ reply: { calls: [patchCall()] } });
    await first.assistant.send(id, "Change it", []);
    const { state } = await first.until(id, (turn) => turn.state.status === "approving");
    if (state.status !== "approving") throw new Error("not asked");
    const second = await first.restart("kill");
    const decision = { allow: true, scope: "once" } as const;
    await expect(
      second.assistant.approvals.answer({ conversation: id, approval: state.approval.id, decision }),
    ).rejects.toThrow("answered or withdrawn");
    expect(second.assistant.open(id).turns[0]).toMatchObject({
      state: { status: "interrupted" },
      parts: [{ state: "not run" }],
    });
    await second.assistant.close();
  });
});

describe("a conversation", () => {
  it("is there after a restart, word for word, with what the model was sent", async () => {
    const first = await createAssistant();
    const id = first.begin();
    first.endpoint.answers.push(
      { reply: { text: "Reading.", calls: [{ name: "doc_toc", input: { file: "notes.md" } }] } },
      { reply: { text: "One section." } },
    );
    await first.ask(id, "How many sections?");
    const before = first.assistant.open(id);
    const prompt = JSON.stringify(first.endpoint.questions()[1]?.body["messages"]);
    const second = await first.restart("close");
    expect({ ...second.assistant.open(id), seq: 0 }).toEqual({ ...before, seq: 0 });
    second.endpoint.answers.push({ reply: { text: "Again." } });
    await second.assistant.send(id, "And now?", []);
    await second.ended(id);
    const after = second.endpoint.questions().at(-1)?.body["messages"] as unknown[];
    const plain = (text: string) => text.replaceAll(/,?"cache_control":\{"type":"ephemeral"\}/g, "");
    expect(plain(JSON.stringify(after.slice(0, 3)))).toBe(plain(prompt));
    await second.assistant.close();
  });

  it("is listed in its folder, newest first; can be found by its text, renamed, exported and deleted", async () => {
    const { assistant, endpoint, begin, ask, folder, locationsWith } = await createAssistant();
    const [a, b] = [begin(), begin()];
    endpoint.answers.push({ reply: { text: "Zebras are striped." } }, { reply: { text: "斑马有条纹。" } });
    await ask(a, "Tell me of horses\nplease");
    await ask(b, "讲讲马");
    expect(assistant.list(folder, "").map(({ title }) => title)).toEqual(["讲讲马", "Tell me of horses"]);
    expect(assistant.list("/elsewhere", "")).toEqual([]);
    expect(assistant.list(folder, "zEBRA")).toMatchObject([
      { id: a, found: "Zebras are striped.", state: "idle", turns: 1 },
    ]);
    expect(assistant.list(folder, "条纹")).toMatchObject([{ id: b }]);
    expect(assistant.list(folder, "100%_")).toEqual([]);
    assistant.rename(a, "  About\nhorses ");
    await ask(a, "Something else");
    expect(assistant.open(a).title).toBe("About horses");
    const { name, markdown } = await assistant.exported(a);
    expect(name).toBe("About horses.md");
    expect(markdown).toMatch(
      /^# About horses\n\n## You · .*\n\nTell me of horses\nplease\n\n## model-a\n\nZebras are striped\./,
    );
    await assistant.remove(a);
    expect(assistant.list(folder, "").map(({ id }) => id)).toEqual([b]);
    expect(() => assistant.open(a)).toThrow("no longer exists");
    await assistant.close();
    expect(locationsWith("Zebras").filter((path) => path.endsWith(".db"))).toEqual([]);
  });

  it("answers one question at a time", async () => {
    const { assistant, endpoint, begin } = await createAssistant({ secondMs: 1000 });
    const id = begin();
    endpoint.otherwise = () => ({ act: () => {} });
    const sent = await Promise.allSettled([assistant.send(id, "a", []), assistant.send(id, "b", [])]);
    expect(sent.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(assistant.open(id).turns).toHaveLength(1);
  });
});
