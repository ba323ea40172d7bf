import { afterEach, beforeEach, expect, test } from "vitest";
import { isEnded } from "../../../shared/conversation";
import { createTestApp, type TestApp } from "../testing/test-app";
import { type FakeEndpoint, fakeEndpoint } from "./testing/fake-endpoint";

let testApp: TestApp;
let endpoint: FakeEndpoint;
beforeEach(async () => {
  endpoint = await fakeEndpoint();
  testApp = createTestApp({ "a.md": "# A\n\none\n" });
  await begun();
});
afterEach(async () => {
  await testApp.end();
  await endpoint.close();
});

async function begun(): Promise<void> {
  await testApp.start();
  await testApp.window.openWorkspace(testApp.folder);
}

const handlers = () => testApp.window.handlers;

/** The conversation, once its turn satisfies `is`. */
async function until(id: string, is: "ended" | "approving") {
  for (const deadline = Date.now() + 10_000; ; ) {
    const opened = await handlers()["assistant:open"](id);
    const turn = opened.ok ? opened.conversation.turns.at(-1) : undefined;
    if (turn && (is === "ended" ? isEnded(turn.state) : turn.state.status === "approving")) return turn;
    if (Date.now() > deadline) throw new Error(`the turn came to ${JSON.stringify(turn?.state)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A turn that waits for an approval to write `a.md`. */
async function waitingTurn(): Promise<string> {
  const model = { kind: "anthropic", name: "Test", baseUrl: `${endpoint.url}/v1`, model: "model-a" } as const;
  await handlers()["assistant:save-provider"]({
    ...model,
    id: null,
    contextLimit: null,
    price: null,
    key: { change: "set", key: "sk-test-0f1e2d3c", until: "stored" },
  });
  const created = await handlers()["assistant:create"](testApp.folder);
  const id = created.ok ? created.conversation.id : "";
  const input = { action: "patch", path: "a.md", old_text: "one", new_text: "two secret words" };
  endpoint.answers.push({ reply: { calls: [{ name: "text_editor", input }] } });
  await handlers()["assistant:send"]({ conversation: id, text: "Change it", chips: [] });
  await until(id, "approving");
  return id;
}

test("a card that is pending while the user is away shows a desktop notification without the text, which opens it and closes when it is answered", async () => {
  testApp.desktop.isAway = true;
  const id = await waitingTurn();
  const [shown, ...more] = testApp.desktop.notifications;
  expect(more).toEqual([]);
  expect(shown).toMatchObject({ title: "model-a needs your approval", body: expect.stringMatching(/^Edit: a\.md$/) });
  expect(JSON.stringify(shown)).not.toMatch(/secret|one/);
  const focused = testApp.desktop.focused;
  shown?.clicked();
  expect(testApp.desktop.focused).toBe(focused + 1);
  expect(testApp.desktop.events("assistant:show")).toEqual([{ conversation: id, focus: false }]);
  // The document changes: the card asks again, and the user is not notified twice.
  testApp.write("a.md", "# A\n\none and more\n");
  testApp.app.checkAll();
  const [first] = [await until(id, "approving")];
  await expect.poll(async () => (await until(id, "approving")).state).not.toEqual(first.state);
  expect(testApp.desktop.notifications).toHaveLength(1);
  const { state } = await until(id, "approving");
  const approval = state.status === "approving" ? state.approval.id : "";
  await handlers()["assistant:answer"]({ conversation: id, approval, decision: { allow: false, note: "" } });
  expect(testApp.desktop.notifications).toEqual([]);
  await until(id, "ended");
});

test.each(["present", "opted out"])("no notification is shown to a user who is %s", async (who) => {
  testApp.desktop.isAway = who === "opted out";
  if (who === "opted out") await handlers()["app:save-settings"]({ notifyWaiting: false });
  const id = await waitingTurn();
  expect(testApp.desktop.notifications).toEqual([]);
  await handlers()["assistant:stop"](id);
});

test("a notification is withdrawn once its turn is stopped", async () => {
  testApp.desktop.isAway = true;
  const id = await waitingTurn();
  expect(testApp.desktop.notifications).toHaveLength(1);
  await handlers()["assistant:stop"](id);
  expect(testApp.desktop.notifications).toEqual([]);
});

test("an edit that is undone before any panel was shown is reported to the model in its next turn", async () => {
  const model = { kind: "anthropic", name: "Test", baseUrl: `${endpoint.url}/v1`, model: "model-a" } as const;
  await handlers()["assistant:save-provider"]({
    ...model,
    id: null,
    contextLimit: null,
    price: null,
    key: { change: "set", key: "sk-test-0f1e2d3c", until: "stored" },
  });
  const created = await handlers()["assistant:create"](testApp.folder);
  const id = created.ok ? created.conversation.id : "";
  const input = { action: "patch", path: "a.md", old_text: "one", new_text: "two" };
  endpoint.answers.push({ reply: { calls: [{ name: "text_editor", input }] } });
  await handlers()["assistant:send"]({ conversation: id, text: "Change it", chips: [] });
  const { state } = await until(id, "approving");
  if (state.status !== "approving") throw new Error("not asked");
  const decision = { allow: true, scope: "once" } as const;
  await handlers()["assistant:answer"]({ conversation: id, approval: state.approval.id, decision });
  await until(id, "ended");
  expect(testApp.read("a.md")).toContain("two");

  testApp = await testApp.crash();
  await begun();
  const listed = await handlers()["review:list"]("hunks");
  const [document] = listed.ok ? listed.documents : [];
  const hunks = document?.hunks.map((hunk) => hunk.id) ?? [];
  expect(hunks).toHaveLength(1);
  await handlers()["review:undo"]({ manner: "whole", path: testApp.path("a.md"), hunks });
  expect(testApp.read("a.md")).toContain("one");

  await handlers()["assistant:send"]({ conversation: id, text: "Go on", chips: [] });
  expect((await until(id, "ended")).undone).toBe(1);
  expect(JSON.stringify(endpoint.questions().at(-1)?.body)).toContain("your edit (patch) was undone");
});

test("an answer that ends while the user is away shows one notification, which leads to it and goes when they come back", async () => {
  const id = await waitingTurn();
  const { state } = await until(id, "approving");
  testApp.desktop.isAway = true;
  endpoint.answers.push({ reply: { text: "It says: secret words." } });
  const approval = state.status === "approving" ? state.approval.id : "";
  await handlers()["assistant:answer"]({ conversation: id, approval, decision: { allow: false, note: "" } });
  await until(id, "ended");
  await expect.poll(() => testApp.desktop.notifications).toHaveLength(1);
  const [shown] = testApp.desktop.notifications;
  expect(shown).toMatchObject({ title: "model-a has answered", body: "Change it" });
  shown?.clicked();
  expect(testApp.desktop.events("assistant:show")).toEqual([{ conversation: id, focus: false }]);
  expect(testApp.desktop.notifications).toEqual([]);

  // One that fails says so; one that the user stopped says nothing.
  testApp.desktop.isAway = true;
  endpoint.answers.push({ status: 400, body: "{}" });
  await handlers()["assistant:send"]({ conversation: id, text: "Again", chips: [] });
  await until(id, "ended");
  await expect
    .poll(() => testApp.desktop.notifications.map(({ title }) => title))
    .toEqual(["model-a could not finish its answer"]);
  testApp.app.windowFocused(testApp.window);
  endpoint.answers.push({ stream: "", finally: "hang" });
  await handlers()["assistant:send"]({ conversation: id, text: "And again", chips: [] });
  await handlers()["assistant:stop"](id);
  expect((await until(id, "ended")).state.status).toBe("stopped");
  expect(testApp.desktop.notifications).toEqual([]);
});

test("an agent's request for review shows a notification until it is answered", async () => {
  testApp.desktop.isAway = true;
  const engine = await testApp.app.engine();
  const request = await engine.requests.ask({
    agent: "Claude Code",
    roots: [testApp.folder],
    question: "A secret question?",
    paths: [testApp.path("a.md")],
    hunks: [],
  });
  await expect.poll(() => testApp.desktop.notifications).toHaveLength(1);
  const [shown] = testApp.desktop.notifications;
  expect(shown).toMatchObject({ title: "Claude Code asks for your review", body: "a.md" });
  const { focused } = testApp.desktop;
  shown?.clicked();
  expect(testApp.desktop.focused).toBe(focused + 1);
  await handlers()["review:done"](request.token);
  await expect.poll(() => testApp.desktop.notifications).toEqual([]);
});
