import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { TestAssistant } from "../testing/test-assistant";
import { useTestAssistants } from "../testing/test-assistants";
import { streamOf } from "../testing/wire";

const createAssistant = useTestAssistants();

/** An answer that goes on until it is stopped. */
const endless = { stream: streamOf("anthropic", { text: "I begin" }).slice(0, -200), finally: "hang" } as const;
const text = (content: string) => ({ reply: { text: content } });

const questions = ({ assistant }: Pick<TestAssistant, "assistant">, id: string) =>
  assistant.open(id).turns.map(({ ask, state }) => [ask.kind === "words" ? ask.text : ask.tool, state.status]);
const queued = ({ assistant }: Pick<TestAssistant, "assistant">, id: string) =>
  (assistant.open(id).queue ?? []).map((each) => each.text);

/** Sends a question whose answer waits until `go` is called. */
async function answering(made: TestAssistant, id: string) {
  let go = () => {};
  const waiting = new Promise<void>((resolve) => {
    go = resolve;
  });
  made.endpoint.answers.push({
    async act(response) {
      await waiting;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(streamOf("anthropic", { text: "First." }));
    },
  });
  await made.assistant.send(id, "One", []);
  return go;
}

it("sends queued questions in order, each when the answer before is complete, and takes back what was edited or removed", async () => {
  const made = await createAssistant();
  const id = made.begin();
  const go = await answering(made, id);
  for (const question of ["Two", "Three", "Four"]) await made.assistant.queue.add(id, { text: question, chips: [] });
  expect(queued(made, id)).toEqual(["Two", "Three", "Four"]);
  const [, three] = made.assistant.open(id).queue ?? [];
  expect(made.assistant.queue.take(id, three?.id ?? "")).toMatchObject({ text: "Three" });
  expect(() => made.assistant.queue.take(id, three?.id ?? "")).toThrow("already been sent or removed");
  made.endpoint.answers.push(text("Second."), text("Fourth."));
  go();
  await expect
    .poll(() => questions(made, id))
    .toEqual([
      ["One", "done"],
      ["Two", "done"],
      ["Four", "done"],
    ]);
  expect(queued(made, id)).toEqual([]);
  expect(made.page(id)?.queue).toEqual([]);
  // Nothing is being answered: it is sent at once.
  expect(await made.assistant.queue.add(id, { text: "Five", chips: [] })).toBeNull();
  await made.ended(id);
});

it("stops the answer for a question that is sent at once, and holds the others back after Stop and a failure", async () => {
  const made = await createAssistant();
  const id = made.begin();
  made.endpoint.answers.push(endless);
  await made.assistant.send(id, "One", []);
  await made.until(id, ({ parts }) => parts.length > 0);
  await made.assistant.queue.add(id, { text: "Two", chips: [] });
  const now = await made.assistant.queue.add(id, { text: "Now", chips: [] });
  made.endpoint.answers.push(endless);
  await made.assistant.queue.sendNow(id, now ?? "");
  expect(questions(made, id)).toEqual([
    ["One", "stopped"],
    ["Now", expect.any(String)],
  ]);
  expect(queued(made, id)).toEqual(["Two"]);
  await made.until(id, ({ parts }) => parts.length > 0);
  await made.assistant.stop(id);
  expect(queued(made, id)).toEqual(["Two"]);
  const [two] = made.assistant.open(id).queue ?? [];
  made.endpoint.answers.push({ status: 400, body: "{}" });
  await made.assistant.queue.add(id, { text: "Three", chips: [] });
  await made.assistant.queue.sendNow(id, two?.id ?? "");
  expect((await made.ended(id)).state.status).toBe("failed");
  expect(queued(made, id)).toEqual(["Three"]);
});

it("keeps queued questions over a crash, and sends nothing by itself afterwards", async () => {
  const made = await createAssistant();
  const id = made.begin();
  made.endpoint.answers.push(endless);
  await made.assistant.send(id, "One", []);
  await made.until(id, ({ parts }) => parts.length > 0);
  await made.assistant.queue.add(id, { text: "Two", chips: [{ kind: "file", path: "notes.md" }] });
  const asked = made.endpoint.questions().length;
  const later = await made.restart("kill");
  expect(later.assistant.open(id).queue).toMatchObject([{ text: "Two", chips: [{ kind: "file", path: "notes.md" }] }]);
  expect(made.endpoint.questions()).toHaveLength(asked);
  await later.assistant.close();
});

it("keeps a question that cannot be sent, with the reason", async () => {
  const made = await createAssistant();
  const id = made.begin();
  writeFileSync(join(made.folder, "gone.md"), "Soon gone.\n");
  const go = await answering(made, id);
  // The document in front may have been closed; what the user added may not be missing.
  made.open.set("doc-a", { name: "a.md", path: null, text: "A." });
  await made.assistant.queue.add(id, { text: "Two", chips: [{ kind: "front", doc: "doc-a", lines: null }] });
  await made.assistant.queue.add(id, { text: "Three", chips: [{ kind: "file", path: "gone.md" }] });
  made.open.clear();
  rmSync(join(made.folder, "gone.md"));
  go();
  await expect.poll(() => made.assistant.open(id).queue?.[0]?.problem?.message ?? "").toContain("gone.md");
  expect(questions(made, id)).toEqual([
    ["One", "done"],
    ["Two", "done"],
  ]);
  expect(queued(made, id)).toEqual(["Three"]);
});
