import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { TestAssistant } from "../testing/test-assistant";
import { patchCall, useTestAssistants } from "../testing/test-assistants";

const createAssistant = useTestAssistants();

const write = (path: string, content: string) => ({ name: "text_editor", input: { action: "write", path, content } });

/** Asks, lets the model make these calls, and allows all of them. */
async function ask(made: TestAssistant, id: string, text: string, ...calls: { name: string; input: object }[]) {
  made.endpoint.answers.push(...calls.map((call) => ({ reply: { calls: [call] } })), {
    reply: { text: `${text} done.` },
  });
  await made.assistant.send(id, text, []);
  const answered = new Set<string>();
  for (const _ of calls) {
    const { state } = await made.until(
      id,
      (turn) => turn.state.status === "approving" && !answered.has(turn.state.approval.id),
    );
    if (state.status !== "approving") throw new Error("not asked");
    answered.add(state.approval.id);
    const decision = { allow: true, scope: "once" } as const;
    await made.assistant.approvals.answer({ conversation: id, approval: state.approval.id, decision });
  }
  return made.ended(id);
}

const questions = ({ assistant }: TestAssistant, id: string) =>
  assistant.open(id).turns.map(({ ask: asked }) => (asked.kind === "words" ? asked.text : ""));

it("begins a branch before a question, with the documents as they were and the user's own words kept; undo brings all back", async () => {
  const files = { "notes.md": "# Notes\n\none two\n\nlast\n", "own.md": "mine\n", "clash.md": "red\n" };
  const made = await createAssistant({ files });
  const id = made.begin();
  await ask(made, id, "First", patchCall("notes.md", "one", "uno"));
  const second = await ask(
    made,
    id,
    "Second",
    patchCall("notes.md", "two", "due"),
    write("new.md", "made here\n"),
    patchCall("clash.md", "red", "blue"),
  );
  await ask(made, id, "Third", patchCall("notes.md", "uno", "eins"));
  writeFileSync(join(made.folder, "notes.md"), made.read("notes.md").replace("last", "last words of mine"));
  writeFileSync(join(made.folder, "clash.md"), "green\n");

  const { conversation, putBack, checkpoint } = await made.assistant.branches.begin(id, second.id, { documents: true });
  expect(putBack).toEqual({
    done: ["notes.md", "new.md"],
    left: [{ name: "clash.md", why: "The same words have been changed since." }],
  });
  expect(made.read("notes.md")).toBe("# Notes\n\nuno two\n\nlast words of mine\n");
  expect(existsSync(join(made.folder, "new.md"))).toBe(false);
  expect(made.read("clash.md")).toBe("green\n");
  expect(made.read("own.md")).toBe("mine\n");

  // The branch has what was said before; the other conversation is as it was.
  expect(conversation).toMatchObject({ title: "First (2)", branchOf: id });
  expect(questions(made, conversation.id)).toEqual(["First"]);
  expect(questions(made, id)).toEqual(["First", "Second", "Third"]);
  await ask(made, conversation.id, "Another second");
  const sent = JSON.stringify(made.endpoint.questions().at(-1)?.body["messages"]);
  expect(sent).toContain("First done.");
  expect(sent).toContain("tool_result");
  expect(sent).not.toContain("Third");
  expect(await made.assistant.branches.undo(checkpoint ?? "")).toEqual({ done: ["notes.md", "new.md"], left: [] });
  expect(made.read("notes.md")).toBe("# Notes\n\neins due\n\nlast words of mine\n");
  expect(made.read("new.md")).toBe("made here\n");
  await expect(made.assistant.branches.undo(checkpoint ?? "")).rejects.toThrow("can no longer be undone");
  const later = await made.restart("close");
  expect(questions(later, conversation.id)).toEqual(["First", "Another second"]);
  expect(later.assistant.open(conversation.id).branchOf).toBe(id);
  await later.assistant.close();
});

it("leaves the documents alone if the user wants that, and keeps a file that somebody else wrote in", async () => {
  const made = await createAssistant();
  const id = made.begin();
  const turn = await ask(made, id, "One", write("new.md", "made here\n"));
  const before = made.read("notes.md");
  const first = await made.assistant.branches.begin(id, turn.id, { documents: false });
  expect(first).toMatchObject({ putBack: { done: [], left: [] }, checkpoint: null });
  expect(made.read("notes.md")).toBe(before);
  writeFileSync(join(made.folder, "new.md"), "made here, and mine\n");
  const next = await made.assistant.branches.begin(id, turn.id, { documents: true });
  expect(next.putBack).toEqual({ done: [], left: [{ name: "new.md", why: "It has been changed since." }] });
  expect([first, next].map(({ conversation }) => conversation.title)).toEqual(["New conversation", "New conversation"]);
  const second = await ask(made, id, "Two");
  const later = [second, second].map(({ id: from }) => made.assistant.branches.begin(id, from, { documents: true }));
  expect((await Promise.all(later)).map(({ conversation }) => conversation.title)).toEqual(["One (2)", "One (3)"]);
  expect(made.read("new.md")).toBe("made here, and mine\n");
});
