import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Approval, ApprovalScope, Turn } from "../../../shared/conversation";
import type { TestAssistant } from "./testing/test-assistant";
import { cardsOf, useTestAssistants } from "./testing/test-assistants";

const createAssistant = useTestAssistants();
const chapter = { "novel/one.md": "# One\n\nDawn.\n\nNoon.\n" };

type Call = { name: string; input: Record<string, unknown> };
/** The test's answers to approval requests, in order; further requests are denied. */
type Answers = (ApprovalScope | "no")[];

/** The model makes these calls, one message each, and the test answers the approval requests. */
async function play(made: TestAssistant, id: string, calls: Call[], answers: Answers) {
  for (const call of calls) made.endpoint.answers.push({ reply: { calls: [call] } });
  made.endpoint.answers.push({ reply: { text: "Done." } });
  await made.assistant.send(id, "Do it", []);
  const asked: Approval[] = [];
  for (;;) {
    const known = new Set(asked.map((each) => each.id));
    const { state, ...turn } = await made.until(id, (now) => {
      const { status } = now.state;
      return status === "done" || (status === "approving" && !known.has(now.state.approval.id));
    });
    if (state.status !== "approving") return { asked, turn: { ...turn, state } as Turn };
    const answer = answers[asked.length] ?? "no";
    asked.push(state.approval);
    const decision =
      answer === "no" ? { allow: false as const, note: "not this" } : { allow: true as const, scope: answer };
    await made.assistant.approvals.answer({ conversation: id, approval: state.approval.id, decision });
  }
}

const results = (made: TestAssistant, id: string, turn: Turn): string[] =>
  cardsOf(turn).map((card) => made.assistant.call(id, card.id).result ?? "");

/** A task of the novel that another agent has fully translated; returns the ids of its paragraphs. */
async function finishedBook(made: TestAssistant): Promise<string[]> {
  const caller = { id: "other", name: "other", roots: [made.folder] };
  const run = async (name: string, args: object) => {
    const envelope = await made.engine.run({ name, arguments: args, caller });
    if (!envelope.ok) throw new Error(envelope.message);
    return envelope.data as { task_id: string; assigned: string[] };
  };
  const order = { book: "novel", type: "translation", target_language: "German" };
  const { task_id, assigned } = await run("open_task", order);
  for (const status of ["preparing", "working"]) await run("update_task_status", { task_id, status });
  const paragraphs = assigned.map((paragraph_id) => ({ paragraph_id, translated_text: "fertig" }));
  await run("add_translation_batch", { task_id, paragraphs });
  for (const status of ["review", "end"]) await run("update_task_status", { task_id, status });
  return assigned;
}

const translations = async (made: TestAssistant): Promise<string> => {
  const caller = { id: "reader", name: "reader", roots: [made.folder] };
  const call = { name: "read_chapter", arguments: { book: "novel", chapter: "One" } };
  return JSON.stringify((await made.engine.run({ ...call, caller })).data);
};

describe("a model that changes the work on a book", () => {
  it("needs approval before anything is stored: a denial leaves no folder, and the model reads it [A20]", async () => {
    const made = await createAssistant({ files: chapter });
    const id = made.begin();
    const open = { name: "open_task", input: { book: "novel", type: "translation", target_language: "German" } };
    const { asked, turn } = await play(made, id, [open], ["no"]);
    expect(asked).toMatchObject([{ kinds: ["work"], scopes: ["once", "document, conversation", "document"] }]);
    expect(asked[0]?.writes[0]?.target.path).toBe(join(made.folder, "novel"));
    expect(asked[0]?.about.join(" ")).toMatch(
      /Opens a task: translation into German, 3 paragraphs.*Creates the folder/,
    );
    expect(existsSync(join(made.folder, "novel", ".galley"))).toBe(false);
    expect(cardsOf(turn)[0]).toMatchObject({ state: "denied" });
    expect(results(made, id, turn)[0]).toContain("denied: the user refused this change of the work on the book");
    expect(results(made, id, turn)[0]).toContain("not this");
  });

  it("shows which finished translations it would replace, and replaces none without approval [A20]", async () => {
    const made = await createAssistant({ files: chapter });
    const ids = await finishedBook(made);
    const id = made.begin();
    const open = { name: "open_task", input: { book: "novel", type: "polishing", paragraph_ids: ids } };
    const move = (status: string) => ({ name: "update_task_status", input: { status } });
    const paragraphs = ids.map((paragraph_id) => ({ paragraph_id, translated_text: "OWNED" }));
    const calls = [open, move("preparing"), move("working"), { name: "add_translation_batch", input: { paragraphs } }];
    const { asked } = await play(made, id, calls, ["once", "once", "once", "no"]);
    expect(asked).toHaveLength(4);
    expect(asked[0]?.about.join(" ")).toContain("3 of them are already translated");
    expect(asked[3]?.about.join(" ")).toContain("Submits 3 translations, replacing existing ones");
    expect(asked[3]?.writes[0]).toMatchObject({
      added: 3,
      removed: 3,
      diff: expect.stringContaining("-fertig\n+OWNED"),
    });
    expect(await translations(made)).not.toContain("OWNED");
  });

  it("needs one approval per book: the same conversation continues, another book or conversation asks again", async () => {
    const made = await createAssistant({ files: { ...chapter, "other.md": "# Other\n\nDusk.\n" } });
    const id = made.begin();
    const order = { type: "translation", target_language: "German" };
    const open = (book: string) => ({ name: "open_task", input: { book, ...order } });
    const move = (status: string) => ({ name: "update_task_status", input: { status } });
    const first = await play(made, id, [open("novel"), move("preparing"), move("working")], ["document, conversation"]);
    expect(first.asked).toHaveLength(1);
    expect(cardsOf(first.turn).map(({ state }) => state)).toEqual(["done", "done", "done"]);
    expect((await play(made, id, [open("other.md")], ["no"])).asked).toHaveLength(1);
    const again = { name: "open_task", input: { book: "novel", ...order, type: "proofreading" } };
    expect(
      (await play(made, made.begin(), [{ ...again, input: { ...again.input, type: "translation" } }], [])).asked,
    ).toHaveLength(0);
    expect(made.assistant.approvals.grants()).toMatchObject([
      { kind: "work", place: { kind: "document", path: join(made.folder, "novel") } },
    ]);
    // An approval for the work on a book does not cover its documents.
    const patch = { action: "patch", path: "novel/one.md", old_text: "Dawn", new_text: "Night" };
    expect((await play(made, id, [{ name: "text_editor", input: patch }], ["no"])).asked).toHaveLength(1);
  });
});

describe("a file of secrets", () => {
  const secret = "PASSWORD=hunter2\n";
  const files = { "notes.md": "# Notes\n\none\n", ".env": secret, "keys/server.pem": `one ${secret}` };
  const sent = (made: TestAssistant) => JSON.stringify(made.endpoint.questions().map(({ body }) => body));

  it.each<[string, Call]>([
    ["text_editor", { name: "text_editor", input: { action: "read", path: ".env" } }],
    ["read_file", { name: "read_file", input: { path: ".env" } }],
    ["a search", { name: "grep", input: { pattern: "PASS.*", path: ".env" } }],
    [
      "a patch that does not fit",
      { name: "text_editor", input: { action: "patch", path: ".env", old_text: "PASSWORD=", new_text: "x" } },
    ],
    ["a whole new text", { name: "text_editor", input: { action: "write", path: ".env", content: "x" } }],
  ])("is not read by %s without an approval, and the model reads why [A26]", async (_, call) => {
    const made = await createAssistant({ files });
    const id = made.begin();
    const { asked, turn } = await play(made, id, [call], ["no"]);
    expect(asked).toMatchObject([
      { kinds: ["secrets"], reads: [{ name: ".env" }], writes: [], scopes: ["once", "document, conversation"] },
    ]);
    expect(cardsOf(turn)[0]).toMatchObject({ state: "denied" });
    expect(results(made, id, turn)[0]).toContain("denied: .env is a file of secrets, and the user refused");
    expect(sent(made)).not.toContain("hunter2");
    expect(made.read(".env")).toBe(secret);
  });

  it("is read after an approval: once, or for the conversation", async () => {
    const made = await createAssistant({ files });
    const id = made.begin();
    const read = { name: "text_editor", input: { action: "read", path: ".env" } };
    const first = await play(made, id, [read, read], ["once", "document, conversation"]);
    expect(first.asked).toHaveLength(2);
    expect(sent(made)).toContain("hunter2");
    expect((await play(made, id, [read], [])).asked).toHaveLength(0);
    expect((await play(made, made.begin(), [read], ["no"])).asked).toHaveLength(1);
    // An approval for reading does not cover writing.
    const patch = { action: "patch", path: ".env", old_text: "hunter2", new_text: "hunter3" };
    const { asked } = await play(made, id, [{ name: "text_editor", input: patch }], ["no"]);
    expect(asked).toMatchObject([{ kinds: ["edit"], scopes: ["once"] }]);
    expect(made.read(".env")).toBe(secret);
  });

  it("behind a link or in a searched folder is left out after a denial, while the rest is answered", async () => {
    const made = await createAssistant({ files });
    const id = made.begin();
    mkdirSync(join(made.folder, "sub"));
    writeFileSync(join(made.folder, "sub", "b.md"), "one\n");
    const { asked, turn } = await play(made, id, [{ name: "grep", input: { pattern: "one", path: "." } }], ["no"]);
    expect(asked).toMatchObject([{ reads: [{ name: "server.pem" }] }]);
    const [result = ""] = results(made, id, turn);
    expect(result).toContain("notes.md");
    expect(result).toContain("server.pem is a file of secrets");
    expect(sent(made)).not.toContain("hunter2");
  });

  it("needs no approval if the user runs the tool", async () => {
    const made = await createAssistant({ files });
    const id = made.begin();
    await made.assistant.runTool(id, "read_file", { path: ".env" });
    const turn = await made.ended(id);
    expect(cardsOf(turn)[0]).toMatchObject({ state: "done" });
    expect(results(made, id, turn)[0]).toContain("hunter2");
  });
});
