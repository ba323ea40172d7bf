import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Recipient, TurnState } from "../../../../shared/conversation";
import { memoryBridge } from "../../../testing/memory-bridge";
import { createMemoryEditors } from "../../../testing/memory-editor";
import { createShell } from "../../../workbench/shell";
import { answerState, comparisonOf } from "./comparison";
import { panelModelOf } from "./panel-model";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const advance = () => vi.advanceTimersByTimeAsync(1000);
const one: Recipient = { kind: "agent", agent: "one" };
const two: Recipient = { kind: "model", provider: "p", model: "model-a" };
const usage = { input: null, output: null, cost: null };

async function opened() {
  const main = memoryBridge({ "/w/a.md": "A" }, { workspace: { root: "/w", name: "w" } });
  const shell = createShell(
    main.bridge,
    await main.bridge.request("app:start", undefined),
    createMemoryEditors(),
    () => null,
  );
  const panel = panelModelOf(shell);
  const comparison = comparisonOf(shell);
  shell.panel.open("focus");
  await advance();
  const ask = async (...recipients: Recipient[]) => {
    panel.type("Why?");
    for (const recipient of recipients) panel.addRecipient(recipient);
    expect(await panel.sendDraft()).toBe(true);
    await advance();
  };
  return { main, shell, panel, comparison, ask };
}

test("two recipients are two columns, and the draft that asked them is empty afterwards", async () => {
  const { main, panel, comparison, ask } = await opened();
  const before = panel.$conversation.get()?.id ?? "";
  await ask(one, two);
  expect(comparison.$columns.get().map(({ $name, $state }) => [$name.get(), $state.get()])).toEqual([
    ["one", "running"],
    ["model-a", "running"],
  ]);
  expect(panel.$comparing.get()).toEqual(comparison.$columns.get().map(({ id }) => id));
  await panel.show(before);
  expect(panel.$comparing.get()).toBe(null);
  expect(comparison.$columns.get()).toEqual([]);
  expect(panel.$draft.get()).toMatchObject({ text: "", recipients: [] });
  expect(main.requested("assistant:send")).toEqual([]);
});

test("each column answers and stops for itself, and Stop all stops those that still run", async () => {
  const { main, comparison, ask } = await opened();
  await ask(one, two);
  const [first, second] = comparison.$columns.get();
  const turn = first?.model.$conversation.get()?.turns[0]?.id ?? "";
  main.assistant.change(first?.id ?? "", { kind: "state", turn, state: { status: "done" }, usage });
  expect(comparison.stopAll()).toBe(true);
  await advance();
  expect(main.requested("assistant:stop")).toEqual([second?.id]);
  expect(comparison.$columns.get().map(({ $state }) => $state.get())).toEqual(["done", "stopped"]);
  expect(comparison.stopAll()).toBe(false);
});

test("going on with one shows it alone, and the others can be shown again", async () => {
  const { panel, comparison, ask } = await opened();
  await ask(one, two);
  const second = comparison.$columns.get()[1]?.id ?? "";
  await comparison.goOn(second);
  await advance();
  expect(panel.$conversation.get()?.id).toBe(second);
  expect(panel.$comparing.get()).toBe(null);
  expect(panel.$recipient.get()).toEqual(two);
  await comparison.showAll(second);
  await advance();
  expect(comparison.$columns.get()).toHaveLength(2);
});

test("the last member of a comparison whose others were deleted is shown alone", async () => {
  const { main, panel, comparison, ask } = await opened();
  const before = panel.$conversation.get()?.id ?? "";
  await ask(one, two);
  const [first, second] = comparison.$columns.get();
  await panel.show(before);
  await main.bridge.request("assistant:delete", second?.id ?? "");
  await panel.show(first?.id ?? "");
  await advance();
  expect(panel.$conversation.get()?.id).toBe(first?.id);
  expect(panel.$comparing.get()).toBe(null);
});

test("one recipient answers here while the conversation is its own, else in a new one, which is said", async () => {
  const { shell, panel, comparison, ask } = await opened();
  const before = panel.$conversation.get()?.id;
  await ask(one);
  expect(panel.$conversation.get()).toMatchObject({ id: before, recipient: one });
  await ask(two);
  expect(panel.$conversation.get()?.id).not.toBe(before);
  expect(panel.$recipient.get()).toEqual(two);
  expect(comparison.$columns.get()).toEqual([]);
  expect(JSON.stringify(shell.notices.$notices.get())).toContain("model-a answers in a new conversation");
});

test("a member that is deleted while the answers are shown leaves the others", async () => {
  const { main, comparison, ask } = await opened();
  await ask(one, two, { kind: "agent", agent: "three" });
  const second = comparison.$columns.get()[1]?.id ?? "";
  await main.bridge.request("assistant:delete", second);
  await advance();
  expect(comparison.$columns.get().map(({ $name }) => $name.get())).toEqual(["one", "three"]);
});

test("text that is added from elsewhere goes into a new question, not into one of the answers", async () => {
  const { panel, comparison, ask } = await opened();
  await ask(one, two);
  const members = comparison.$columns.get().map(({ id }) => id);
  await panel.addText("More");
  await advance();
  expect(members).not.toContain(panel.$conversation.get()?.id);
  expect(panel.$draft.get().text).toBe("More");
});

test("the state of an answer is that of its last turn", () => {
  const of = (status: string) => answerState({ state: { status } as TurnState });
  expect(answerState(undefined)).toBe("failed");
  expect(["asking", "streaming", "approving", "done"].map(of)).toEqual(["running", "running", "asking", "done"]);
  expect(["limited", "failed", "stopped", "interrupted"].map(of)).toEqual(["failed", "failed", "stopped", "stopped"]);
});
