import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type TestAssistant, testKey } from "../testing/test-assistant";
import { patchCall, useTestAssistants } from "../testing/test-assistants";
import type { CommandProgress } from "./command-question";

const createAssistant = useTestAssistants();

async function ask(
  { assistant, folder }: TestAssistant,
  text: string,
  { files = [], signal = new AbortController().signal }: { files?: string[]; signal?: AbortSignal } = {},
) {
  const progress: CommandProgress[] = [];
  const answer = await assistant.answerCommand(
    { folder, text, files },
    { progress: (part) => void progress.push(part), signal },
  );
  const printed = progress.flatMap((part) => ("text" in part ? [part.text] : [])).join("");
  return { answer, printed, notes: progress.flatMap((part) => ("note" in part ? [part.note] : [])) };
}

const calls = (tool: string, input: object) => ({ reply: { calls: [{ name: tool, input }] } });

describe("a question from the command line", () => {
  it("is answered in a conversation of the panel, with the files that it names", async () => {
    const made = await createAssistant();
    made.endpoint.answers = [
      { reply: { text: "I look.", calls: [{ name: "read_file", input: { path: "notes.md" } }] } },
      { reply: { text: "It says one." } },
    ];
    const { answer, printed, notes } = await ask(made, "What do they say?", { files: ["notes.md"] });
    expect(answer).toMatchObject({
      status: "done",
      answer: "I look.\n\nIt says one.",
      model: "model-a",
      problem: null,
    });
    expect(answer.calls).toMatchObject([{ tool: "read_file" }]);
    expect(printed).toBe("I look.\n\nIt says one.");
    expect(notes).toEqual([answer.calls[0]?.summary]);
    const sent = JSON.stringify(made.endpoint.questions()[0]?.body);
    expect(sent).toContain("# Notes");
    expect(sent).toContain("comes from the command line");
    expect(made.assistant.list(made.folder, "")).toMatchObject([
      { id: answer.conversation, title: "What do they say?" },
    ]);
  });

  it("offers no tool that only writes, and does not write, whatever the user allowed before", async () => {
    const made = await createAssistant();
    const id = made.begin();
    made.endpoint.answers = [{ reply: { calls: [patchCall()] } }, { reply: { text: "Done." } }];
    const sent = made.assistant.send(id, "Write", []);
    const turn = await made.until(id, ({ state }) => state.status === "approving");
    await sent;
    if (turn.state.status !== "approving") throw new Error("no card");
    const decision = { allow: true, scope: "folder" } as const;
    await made.assistant.approvals.answer({ conversation: id, approval: turn.state.approval.id, decision });
    await made.ended(id);
    expect(made.read("notes.md")).toContain("two");
    made.endpoint.answers = [
      { reply: { calls: [patchCall("notes.md", "two", "three")] } },
      { reply: { text: "I may not." } },
    ];
    const { answer } = await ask(made, "Write again");
    expect(made.read("notes.md")).toContain("two");
    expect(answer).toMatchObject({ status: "done", answer: "I may not." });
    const body = made.endpoint.questions().at(-1)?.body;
    expect(JSON.stringify(body)).toContain("comes from the command line, which only reads");
    const tools = ((body?.["tools"] ?? []) as { name: string }[]).map(({ name }) => name);
    expect(tools).toContain("doc_read");
    expect(tools).not.toContain("doc_replace");
  });

  it("sends no file of secrets, attached or read by the model, also through a link", async () => {
    const made = await createAssistant({ files: { "notes.md": "one\n", ".env": "PASSWORD=hunter2\n" } });
    mkdirSync(join(made.folder, "sub"));
    symlinkSync(join(made.folder, ".env"), join(made.folder, "sub", "plain.txt"));
    await expect(ask(made, "What is in it?", { files: [".env"] })).rejects.toThrow(".env is a file of secrets");
    await expect(ask(made, "What is in it?", { files: ["sub/plain.txt"] })).rejects.toThrow("is a file of secrets");
    made.endpoint.answers = [
      calls("read_file", { path: ".env" }),
      calls("text_editor", { action: "read", path: "sub/plain.txt" }),
      { reply: { text: "I can't." } },
    ];
    expect((await ask(made, "Read it")).answer.answer).toBe("I can't.");
    expect(JSON.stringify(made.endpoint.received)).not.toContain("hunter2");
  });

  it("is rejected without a model, outside of the folder and for an agent, and leaves no conversation", async () => {
    const made = await createAssistant();
    writeFileSync(join(made.folder, "..", "outside.md"), "outside\n");
    await expect(ask(made, "?", { files: ["../outside.md"] })).rejects.toThrow(/outside/);
    await expect(ask(made, "?", { files: ["missing.md"] })).rejects.toThrow(/missing\.md/);
    await made.assistant.setup.chooseAgent("claude");
    await expect(ask(made, "?")).rejects.toThrow("The assistant panel uses an agent now");
    expect(made.assistant.list(made.folder, "")).toEqual([]);
    const bare = await createAssistant();
    await bare.assistant.setup.remove(bare.assistant.setup.current()?.id ?? "");
    await expect(ask(bare, "?")).rejects.toThrow("No model is set up yet.");
    expect(bare.endpoint.received).toEqual([]);
  });

  it("never holds the key, whatever model and provider answer", async () => {
    const made = await createAssistant();
    made.endpoint.answers = [{ reply: { text: `Your key is ${testKey}.` } }];
    const answered = await ask(made, "What is my key?");
    expect(JSON.stringify(answered)).not.toContain(testKey);
    expect(answered.answer.answer).toContain("[key]");
    made.endpoint.answers = [{ status: 401, body: JSON.stringify({ error: { message: `bad key ${testKey}` } }) }];
    const failed = await ask(made, "And now?");
    expect(failed.answer).toMatchObject({ status: "failed", answer: "" });
    expect(failed.answer.problem?.message).toContain("401");
    expect(JSON.stringify(failed)).not.toContain(testKey);
  });

  it("ends when nobody is waiting, and at most four are answered at once", async () => {
    const made = await createAssistant({ secondMs: 1000 });
    const letGo: (() => void)[] = [];
    made.endpoint.otherwise = () => ({ act: (response) => void letGo.push(() => response.destroy()) });
    const stop = new AbortController();
    const all = Array.from({ length: 4 }, () => ask(made, "?", { signal: stop.signal }));
    await expect.poll(() => letGo.length).toBe(4);
    await expect(ask(made, "?")).rejects.toThrow("4 questions from the command line are already being answered");
    stop.abort();
    for (const { answer } of await Promise.all(all)) expect(answer.status).toBe("stopped");
    made.endpoint.otherwise = () => ({ reply: { text: "Here." } });
    expect((await ask(made, "?")).answer.answer).toBe("Here.");
  });
});
