import { afterEach, describe, expect, it } from "vitest";
import type { ProviderKind } from "../../../shared/assistant-setup";
import type { CallCard, Part, Turn } from "../../../shared/conversation";
import { createTestAssistant, type TestAssistant, testKey } from "./testing/test-assistant";

const assistants: TestAssistant[] = [];
async function createAssistant(...options: Parameters<typeof createTestAssistant>): Promise<TestAssistant> {
  const made = await createTestAssistant(...options);
  assistants.push(made);
  return made;
}
afterEach(async () => {
  for (const made of assistants.splice(0)) await made.end();
});

const kinds: ProviderKind[] = ["anthropic", "openai-compatible", "ollama"];
const cards = (turn: Turn): CallCard[] => turn.parts.filter((part): part is CallCard => part.kind === "call");
const texts = (turn: Turn): string[] => turn.parts.flatMap((part: Part) => (part.kind === "text" ? [part.text] : []));
const patch = (path = "notes.md", old_text = "one", new_text = "two") => ({
  name: "text_editor",
  input: { action: "patch", path, old_text, new_text },
});

describe.each(kinds)("a turn over %s", (kind) => {
  it("streams an answer, which the renderer gets word by word", async () => {
    const { assistant, endpoint, begin, ask, page, events } = await createAssistant({ kind });
    const id = begin();
    endpoint.answers.push({ reply: { text: "Hello, this is an answer." }, slowly: 5 });
    const turn = await ask(id, "Say hello");
    expect(turn).toMatchObject({ state: { status: "done" }, usage: { input: 25, output: 15, cost: null } });
    expect(texts(turn)).toEqual(["Hello, this is an answer."]);
    expect(page(id)?.turns).toEqual(assistant.open(id).turns);
    expect(assistant.open(id)).toMatchObject({ title: "Say hello", context: { used: 40, limit: null } });
    expect(
      events.filter(({ event }) => (event as { change?: { kind: string } }).change?.kind === "more").length,
    ).toBeGreaterThan(1);
  });

  it("reads with a tool and continues with the result, fenced as data", async () => {
    const { endpoint, begin, ask } = await createAssistant({ kind });
    endpoint.answers.push(
      { reply: { text: "I look.", calls: [{ name: "doc_read", input: { file: "notes.md", section: "Notes" } }] } },
      { reply: { text: "It says one." } },
    );
    const turn = await ask(begin(), "What do my notes say?");
    expect(turn.state).toEqual({ status: "done" });
    expect(cards(turn)).toMatchObject([
      { tool: "doc_read", title: "Read a section", state: "done", place: { address: "Notes" } },
    ]);
    const sentBody = JSON.stringify(endpoint.questions()[1]?.body);
    expect(sentBody).toMatch(/<data [0-9a-f]{24} kind=\\+"tool result\\+" from=\\+"doc_read\\+">/);
    expect(sentBody).toContain("one");
    expect(turn.usage).toMatchObject({ input: 50, output: 30 });
    // The strictest rule of any provider, and the same id in call and result.
    const ids = [...sentBody.matchAll(/"(?:id|tool_use_id|tool_call_id)":"([^"]*)"/g)].map(([, each]) => each);
    expect(ids).toEqual([expect.stringMatching(/^[A-Za-z0-9]{9}$/), ids[0]]);
  });

  it("asks before it writes, shows the exact diff, and writes only after an approval", async () => {
    const { assistant, endpoint, begin, until, ended, read, folder } = await createAssistant({ kind });
    const id = begin();
    endpoint.answers.push({ reply: { calls: [patch()] } }, { reply: { text: "Changed." } });
    await assistant.send(id, "Change one to two", []);
    const { state, parts } = await until(id, (turn) => turn.state.status === "approving");
    if (state.status !== "approving") throw new Error("not asked");
    const { approval } = state;
    expect(approval).toMatchObject({ tool: "text_editor", call: (parts[0] as CallCard).id, sensitive: null });
    expect(approval.writes).toMatchObject([
      { target: { path: `${folder}/notes.md`, warnings: [] }, kind: "edit", added: 1, removed: 1 },
    ]);
    expect(approval.writes[0]?.diff).toContain("-one\n+two");
    expect(read("notes.md")).toBe("# Notes\n\none\n");
    await assistant.approvals.answer({
      conversation: id,
      approval: approval.id,
      decision: { allow: true, scope: "once" },
    });
    const turn = await ended(id);
    expect(read("notes.md")).toBe("# Notes\n\ntwo\n");
    expect(cards(turn)[0]).toMatchObject({ state: "done", writes: [{ realPath: `${folder}/notes.md` }] });
    expect(assistant.approvals.grants()).toEqual([]);
  });

  it("tells the model in a sentence when the user denies a call", async () => {
    const { assistant, endpoint, begin, until, ended, read } = await createAssistant({ kind });
    const id = begin();
    endpoint.answers.push({ reply: { calls: [patch()] } }, { reply: { text: "I leave it." } });
    await assistant.send(id, "Change it", []);
    const { state } = await until(id, (turn) => turn.state.status === "approving");
    if (state.status !== "approving") throw new Error("not asked");
    const decision = { allow: false, note: "Keep the number" } as const;
    await assistant.approvals.answer({ conversation: id, approval: state.approval.id, decision });
    const turn = await ended(id);
    expect(cards(turn)[0]?.state).toBe("denied");
    expect(JSON.stringify(endpoint.questions()[1]?.body)).toContain("The user writes: Keep the number");
    expect(read("notes.md")).toBe("# Notes\n\none\n");
  });

  it("reads only in a read-only conversation, from the next call on, and after a start and in a branch as well", async () => {
    const { assistant, endpoint, begin, ask, read, restart } = await createAssistant({ kind });
    const id = begin();
    endpoint.answers.push({ reply: { calls: [patch()] } }, { reply: { text: "I leave it." } });
    assistant.recipients.setReadOnly(id, true);
    const turn = await ask(id, "Change it");
    expect(cards(turn)[0]?.state).toBe("denied");
    const [first, second] = endpoint.questions().map(({ body }) => JSON.stringify(body));
    expect(first).toContain("The user has made this conversation read-only");
    expect(first).not.toContain('"doc_replace"');
    expect(first).toContain('"doc_read"');
    expect(second).toContain("This conversation is read-only.");
    expect(read("notes.md")).toBe("# Notes\n\none\n");
    const branch = await assistant.branches.begin(id, turn.id, { documents: false });
    expect(assistant.open(branch.conversation.id).isReadOnly).toBe(true);
    const later = await restart("close");
    expect(later.assistant.open(id).isReadOnly).toBe(true);
    await later.assistant.close();
  });

  it("sends the key to its provider only, and stores it nowhere else [A26]", async () => {
    const { endpoint, begin, ask, locationsWith, assistant } = await createAssistant({ kind });
    await ask(begin(), "Hello");
    const headers = endpoint.questions()[0]?.headers;
    expect(kind === "anthropic" ? headers?.["x-api-key"] : headers?.authorization).toContain(testKey);
    expect(locationsWith(testKey)).toEqual([]);
    expect(JSON.stringify(await assistant.setup.publicSetup())).not.toContain(testKey);
  });
});
