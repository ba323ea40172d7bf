/** A question to several recipients: a scripted agent as a real child process, and a model behind a fake endpoint. */
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { type Conversation, type Recipient, sideBySide, type Turn } from "../../../../shared/conversation";
import { createTestAssistant, type TestAssistant } from "../testing/test-assistant";

const script = fileURLToPath(new URL("../../acp/testing/scripted-agent.mjs", import.meta.url));
const opened: TestAssistant[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.end();
});

/** `node` from PATH: the runtime of these tests may be Electron. */
const node = (process.env["PATH"] ?? "").split(":").find((each) => existsSync(join(each, "node"))) ?? "";

const agent = (id: string): Recipient => ({ kind: "agent", agent: id });
const one: Recipient = agent("own-one");
const missing: Recipient = agent("own-missing");
const answer = (text: string) => `{"do":"say","text":"${text}"}`;

const spent = (cost: { amount: number; currency: string }) =>
  JSON.stringify({ do: "update", update: { sessionUpdate: "usage_update", used: 1, size: 2, cost } });

/** An assistant with an agent, one whose program is not there, and the model `model-a`. */
async function withRecipients(options: Parameters<typeof createTestAssistant>[0] = {}) {
  const agents = `One = ${realpathSync(join(node, "node"))} "${script}" none; Missing = /nowhere/at-all`;
  const made = await createTestAssistant({ agents, ...options });
  opened.push(made);
  const provider = (await made.assistant.setup.publicSetup()).providers[0]?.id ?? "";
  const model: Recipient = { kind: "model", provider, model: "model-a" };
  return { ...made, id: made.begin(), provider, model };
}

const members = ({ assistant }: Pick<TestAssistant, "assistant">, id: string): Conversation[] =>
  (assistant.open(id).comparison?.members ?? []).map((each) => assistant.open(each));
const textOf = (turn: Turn | undefined): string =>
  turn?.parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("") ?? "";
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const question = (text: string) => ({ text, chips: [] });

it("several recipients answer in conversations of their own; one that cannot be started keeps no other from it", async () => {
  const made = await withRecipients();
  made.endpoint.answers.push({ reply: { text: "from the model" } });
  const asked = question(answer("from the agent"));
  const first = await made.assistant.recipients.ask(made.id, asked, [one, made.model, missing, one]);
  for (const { id } of members(made, first)) await made.ended(id);
  const all = members(made, first);
  expect(all.map(({ recipient }) => recipient)).toEqual([one, made.model, missing]);
  expect(all.map(({ turns }) => turns.at(-1)?.state.status)).toEqual(["done", "done", "failed"]);
  expect(all.map(({ turns }) => textOf(turns.at(-1)))).toEqual(["from the agent", "from the model", ""]);
  expect(all.map(({ turns }) => turns[0]?.model)).toEqual(["One", "model-a", "Missing"]);
  expect(made.assistant.open(made.id).turns).toEqual([]);

  // A restart keeps who answers, and together with whom.
  const later = await made.restart("close");
  opened.splice(0, 1, later);
  expect(members(later, first).map(({ recipient, comparison }) => [recipient, comparison])).toEqual(
    all.map(({ recipient, comparison }) => [recipient, comparison]),
  );
  const listed = later.assistant.list(later.folder, "").filter(({ comparison }) => comparison !== undefined);
  expect(listed).toHaveLength(3);
});

it("a member goes on with its own recipient, whatever is chosen for other conversations", async () => {
  const made = await withRecipients();
  made.endpoint.answers.push({ reply: { text: "first" } }, { reply: { text: "second" } });
  const first = await made.assistant.recipients.ask(made.id, question(answer("hello")), [one, made.model]);
  const [ofAgent, ofModel] = members(made, first);
  for (const { id } of members(made, first)) await made.ended(id);
  made.assistant.recipients.choose(first, true);
  expect(members(made, first).map(({ comparison }) => comparison?.isChosen)).toEqual([true, true]);
  expect(await made.ask(ofAgent?.id ?? "", answer("again"))).toMatchObject({ agent: "own-one" });
  await made.assistant.setup.chooseAgent("own-missing");
  expect(textOf(await made.ask(ofModel?.id ?? "", "and you?"))).toBe("second");
});

it("a recipient without a key is a failed answer that can be asked again, with its chips", async () => {
  const made = await withRecipients({ key: "none", files: { "notes.md": "# Notes\n" } });
  const chips = [{ kind: "file", path: "notes.md" } as const];
  const first = await made.assistant.recipients.ask(made.id, { text: answer("x"), chips }, [made.model, one]);
  const [ofModel, ofAgent] = members(made, first);
  expect(ofModel?.turns).toMatchObject([
    { state: { status: "failed", why: { message: expect.stringContaining("Test Provider") } }, model: "model-a" },
  ]);
  expect(ofModel?.turns[0]?.ask).toMatchObject({ chips: [{ chip: chips[0], label: "notes.md" }] });
  expect((await made.ended(ofAgent?.id ?? "")).state.status).toBe("done");
});

it("one recipient answers here if the conversation is empty or its own, else in a new one", async () => {
  const made = await withRecipients();
  made.endpoint.answers.push({ reply: { text: "first" } });
  expect(await made.assistant.recipients.ask(made.id, question(answer("a")), [one])).toBe(made.id);
  await made.ended(made.id);
  expect(await made.assistant.recipients.ask(made.id, question(answer("b")), [one])).toBe(made.id);
  await made.ended(made.id);
  expect(made.assistant.open(made.id).turns).toHaveLength(2);
  const other = await made.assistant.recipients.ask(made.id, question("c"), [made.model]);
  expect(other).not.toBe(made.id);
  expect(textOf(await made.ended(other))).toBe("first");
  expect(made.assistant.open(other)).toMatchObject({ recipient: made.model });
  expect(made.assistant.open(other).comparison).toBeUndefined();
});

it("a chip that cannot be read sends nothing and makes no conversation", async () => {
  const made = await withRecipients();
  const before = made.assistant.list(made.folder, "").length;
  const chips = [{ kind: "file", path: "absent.md" } as const];
  await expect(made.assistant.recipients.ask(made.id, { text: "x", chips }, [one, made.model])).rejects.toMatchObject({
    code: "not_found",
  });
  expect(made.assistant.list(made.folder, "")).toHaveLength(before);
});

it("a deleted member leaves the others side by side, and the last one is a conversation like any other", async () => {
  const made = await withRecipients();
  made.endpoint.answers.push({ reply: { text: "first" } });
  const first = await made.assistant.recipients.ask(made.id, question(answer("a")), [made.model, one, missing]);
  const ids = members(made, first).map(({ id }) => id);
  for (const id of ids) await made.ended(id);
  const draft = { text: "To all", chips: [] };
  await made.assistant.remove(first);
  const [second = "", third = ""] = ids.slice(1);
  for (const isChosen of [true, false]) made.assistant.recipients.choose(second, isChosen);
  expect(sideBySide(made.assistant.open(second))).toEqual([second, third]);
  made.assistant.keepDraft({ conversation: second, isShared: true }, { ...draft, notAsked: [second] });
  expect(made.assistant.draft({ conversation: third, isShared: true })).toMatchObject(draft);
  await made.assistant.remove(second);
  expect(made.assistant.open(third).comparison).toBeUndefined();
  expect(made.assistant.draft({ conversation: third })).toEqual(draft);
  opened.splice(0, 1, await made.restart("close"));
  expect(opened[0]?.assistant.open(third).comparison).toBeUndefined();
  await opened[0]?.assistant.remove(third);
});

it("a closed member is shown alone, and side by side again with one that is left when the closing is undone", async () => {
  const made = await withRecipients();
  made.endpoint.answers.push({ reply: { text: "first" } });
  const { recipients } = made.assistant;
  const first = await recipients.ask(made.id, question(answer("a")), [made.model, one, missing]);
  const ids = members(made, first).map(({ id }) => id);
  for (const id of ids) await made.ended(id);
  const [, second = "", third = ""] = ids;
  const besides = () => ids.map((id) => sideBySide(made.assistant.open(id))?.length ?? 0);
  recipients.close(second, true);
  expect(besides()).toEqual([2, 0, 2]);
  recipients.close(third, true);
  expect(besides()).toEqual([0, 0, 0]);
  recipients.close(third, false);
  expect(besides()).toEqual([2, 0, 2]);
  recipients.choose(second, false);
  expect(besides()).toEqual([3, 3, 3]);
});

it("a follow-up goes to the members that it is for: at once, after the answer that runs, or in its place", async () => {
  const made = await withRecipients();
  const { recipients } = made.assistant;
  made.endpoint.answers.push({ reply: { text: "first" } });
  const wait = '{"do":"wait"}';
  const first = await recipients.ask(made.id, question(wait), [made.model, one, missing]);
  const [ofModel = "", ofAgent = "", ofMissing = ""] = members(made, first).map(({ id }) => id);
  await made.ended(ofModel);
  await made.ended(ofMissing);
  await made.until(
    ofAgent,
    ({ state }) => state.status !== "asking" || made.assistant.open(ofAgent).agent !== undefined,
  );
  made.endpoint.answers.push({ reply: { text: "second" } });
  const asked = question(answer("again"));
  await recipients.askMembers(first, asked, { members: [ofModel, ofAgent], now: false });
  expect(textOf(await made.ended(ofModel))).toBe("second");
  expect(made.assistant.open(ofAgent).queue).toMatchObject([{ text: asked.text, problem: null }]);
  expect(made.assistant.open(ofMissing).turns).toHaveLength(1);
  await recipients.askMembers(first, question(answer("now")), { members: [ofAgent], now: true });
  await expect.poll(() => made.assistant.open(ofAgent).turns.map(textOf)).toEqual(["", "now", "again"]);
  await made.ended(ofAgent);

  // One that cannot be asked says so in its own conversation, with the question.
  await recipients.askMembers(first, question("Still there?"), { members: [ofMissing], now: false });
  const { state, ask } = await made.ended(ofMissing);
  expect([state.status, ask]).toMatchObject(["failed", { text: "Still there?" }]);
  await expect(recipients.askMembers(first, asked, { members: [made.id], now: false })).rejects.toThrow("Only this");
  const chips = [{ kind: "file", path: "absent.md" } as const];
  const unreadable = recipients.askMembers(first, { ...asked, chips }, { members: [ofModel], now: false });
  await expect(unreadable).rejects.toMatchObject({ code: "not_found" });
  expect(made.assistant.open(ofModel).turns).toHaveLength(2);
});

it("an image that is added below a comparison is sent to each member", async () => {
  const made = await withRecipients();
  made.endpoint.answers.push({ reply: { text: "first" } }, { reply: { text: "a pixel" } });
  const first = await made.assistant.recipients.ask(made.id, question(answer("a")), [one, made.model]);
  const [ofAgent = "", ofModel = ""] = members(made, first).map(({ id }) => id);
  for (const id of [ofAgent, ofModel]) await made.ended(id);
  const bytes = new Uint8Array(Buffer.from(pixel, "base64"));
  const chip = made.assistant.addImage(ofAgent, { name: "a.png", bytes, width: 1, height: 1 });
  await made.assistant.recipients.askMembers(
    ofModel,
    { text: "Look", chips: [chip] },
    { members: [ofModel], now: false },
  );
  expect(textOf(await made.ended(ofModel))).toBe("a pixel");
  expect(JSON.stringify(made.endpoint.questions().at(-1)?.body["messages"])).toContain(pixel);
});

it("a cost keeps its currency, and what an earlier answer of the session cost is no part of it", async () => {
  const made = await withRecipients();
  const { assistant, id } = made;
  await assistant.recipients.ask(id, question(spent({ amount: 0.25, currency: "EUR" })), [one]);
  expect((await made.ended(id)).usage).toEqual({ input: null, output: null, cost: 0, otherCosts: { EUR: 0.25 } });
  expect((await made.ask(id, spent({ amount: 1, currency: "EUR" }))).usage.otherCosts).toEqual({ EUR: 0.75 });
  expect((await made.ask(id, spent({ amount: 2, currency: "USD" }))).usage).toMatchObject({ cost: 2 });
  expect(assistant.open(id).usage).toMatchObject({ cost: 2, otherCosts: { EUR: 1 } });
  for (const cost of [
    { amount: 1, currency: "eur" },
    { amount: 1, currency: "XYZ" },
    { amount: -1, currency: "EUR" },
  ])
    expect((await made.ask(id, spent(cost))).usage, JSON.stringify(cost)).toMatchObject({ cost: null });
  const later = await made.restart("close");
  opened.splice(0, 1, later);
  expect(later.assistant.open(id).turns[0]?.usage.otherCosts).toEqual({ EUR: 0.25 });
});

it("an image is sent to each recipient that takes images", async () => {
  const made = await withRecipients();
  const bytes = new Uint8Array(Buffer.from(pixel, "base64"));
  const chip = made.assistant.addImage(made.id, { name: "a.png", bytes, width: 1, height: 1 });
  const first = await made.assistant.recipients.ask(made.id, { text: "Look", chips: [chip] }, [made.model, one]);
  const [ofModel, ofAgent] = members(made, first);
  expect((await made.ended(ofModel?.id ?? "")).state).toEqual({ status: "done" });
  expect(JSON.stringify(made.endpoint.questions().at(-1)?.body["messages"])).toContain(pixel);
  expect((await made.ended(ofAgent?.id ?? "")).state).toMatchObject({
    why: { message: "One does not accept images." },
  });
});
