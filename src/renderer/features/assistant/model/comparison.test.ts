import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Recipient, TurnState } from "../../../../shared/conversation";
import { memoryBridge } from "../../../testing/memory-bridge";
import { createMemoryEditors } from "../../../testing/memory-editor";
import { createShell } from "../../../workbench/shell";
import { answerState, comparisonOf } from "./comparison";
import { deletedConversationsOf } from "./deleted-conversations";
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

test("what is typed is stored before main moves the draft: a question that was just sent does not come back", async () => {
  const { main, panel, comparison, ask } = await opened();
  await ask(one, two);
  const second = comparison.$columns.get()[1];
  if (second === undefined) throw new Error("no second column");
  const requests = vi.spyOn(main.bridge, "request");
  panel.type("Typed below both");
  void comparison.close(second);
  await advance();
  const names = requests.mock.calls.map(([name]) => name);
  expect(names).toContain("assistant:close-member");
  expect(names.indexOf("assistant:keep-draft")).toBeLessThan(names.indexOf("assistant:close-member"));
  expect(names).toContain("assistant:keep-draft");
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

test("text that is added from elsewhere goes into the next question to all", async () => {
  const { panel, comparison, ask } = await opened();
  await ask(one, two);
  await panel.addText("More");
  await advance();
  expect(comparison.$columns.get()).toHaveLength(2);
  expect(comparison.composer.$draft.get().text).toBe("More");
});

const three: Recipient = { kind: "agent", agent: "three" };
const askedNames = ({ comparison }: Awaited<ReturnType<typeof opened>>) =>
  (comparison.composer.asking?.$columns.get() ?? []).filter(({ isAsked }) => isAsked).map(({ name }) => name);

test("a follow-up goes to all columns, or to those that are left; the choice stays for the next one", async () => {
  const it = await opened();
  const { main, panel, comparison } = it;
  await it.ask(one, two, three);
  const ids = comparison.$columns.get().map(({ id }) => id);
  const followUp = async (text: string) => {
    comparison.composer.type(text);
    expect(await comparison.composer.sendDraft()).toBe(true);
    await advance();
    return main.requested("assistant:ask-members").at(-1);
  };
  expect(askedNames(it)).toEqual(["one", "model-a", "three"]);
  expect(await followUp("And then?")).toMatchObject({ text: "And then?", members: ids, now: false });
  expect(panel.$draft.get().text).toBe("");
  expect(comparison.composer.asking?.toggle(ids[1] ?? "")).toBe(true);
  expect(await followUp("Why?")).toMatchObject({ members: [ids[0], ids[2]] });
  expect(askedNames(it)).toEqual(["one", "three"]);
  expect(comparison.composer.asking?.toggle(ids[0] ?? "")).toBe(true);
  expect(comparison.composer.asking?.toggle(ids[2] ?? "")).toBe(false);
  expect(askedNames(it)).toEqual(["three"]);
});

test("naming a column asks only that one, and naming another after it asks both", async () => {
  const it = await opened();
  await it.ask(one, two, three);
  it.comparison.composer.addRecipient(three);
  expect(askedNames(it)).toEqual(["three"]);
  it.comparison.composer.addRecipient(one);
  expect(askedNames(it)).toEqual(["one", "three"]);
  it.comparison.composer.addRecipient({ kind: "agent", agent: "nobody here" });
  expect(askedNames(it)).toEqual(["one", "three"]);
});

test("a question of a column is edited below all, for that column alone, above what is typed there", async () => {
  const it = await opened();
  await it.ask(one, two);
  it.comparison.composer.type("Half a");
  const second = it.comparison.$columns.get()[1];
  const turn = second?.model.$conversation.get()?.turns[0];
  if (turn) second?.model.edit(turn);
  expect(it.panel.$draft.get().text).toBe("Why?\n\nHalf a");
  expect(askedNames(it)).toEqual(["model-a"]);
  expect(it.panel.$comparing.get()).toHaveLength(2);
});

test("what is typed below all stays below whichever answer is in front, and goes on with the one that the user goes on with", async () => {
  const { panel, comparison, ask } = await opened();
  await ask(one, two);
  const second = comparison.$columns.get()[1]?.id ?? "";
  comparison.composer.type("To all");
  await panel.show(second);
  expect(panel.$draft.get().text).toBe("To all");
  await comparison.goOn(second);
  await advance();
  expect(panel.$draft.get().text).toBe("To all");
  await comparison.showAll(second);
  await advance();
  expect(panel.$comparing.get()).toHaveLength(2);
  expect(panel.$draft.get().text).toBe("To all");
});

test("a closed column leaves the others side by side, with one left that is shown alone; each can be undone", async () => {
  const { shell, panel, comparison, ask } = await opened();
  await ask(one, two, three);
  const names = () => comparison.$columns.get().map(({ $name }) => $name.get());
  const close = async (at: number) => {
    const column = comparison.$columns.get()[at];
    if (column) await comparison.close(column);
    await advance();
  };
  comparison.composer.type("To all");
  await close(0);
  expect(names()).toEqual(["model-a", "three"]);
  expect(panel.$comparing.get()).toContain(panel.$conversation.get()?.id);
  expect(panel.$draft.get().text).toBe("To all");
  const kept = comparison.$columns.get()[1];
  await close(0);
  expect(names()).toEqual([]);
  expect(panel.$conversation.get()?.id).toBe(kept?.id);
  expect(panel.$draft.get().text).toBe("To all");
  shell.notices.$notices.get().at(-1)?.action?.run();
  await advance();
  expect(names()).toEqual(["model-a", "three"]);
  expect(panel.$draft.get().text).toBe("To all");
});

test("a member that is being deleted is no longer shown, the last one is a plain conversation, and undo shows both again", async () => {
  const { main, shell, panel, comparison, ask } = await opened();
  await ask(one, two);
  const [first, second] = comparison.$columns.get().map(({ id }) => id);
  comparison.composer.type("To all");
  const entries = await panel.list();
  const entry = entries.filter(({ id }) => id === first);
  await deletedConversationsOf(shell).remove(entry, () => void panel.show(first ?? ""));
  await panel.removed([first ?? ""]);
  await advance();
  expect(panel.$conversation.get()?.id).toBe(second);
  expect(panel.$comparing.get()).toBe(null);
  expect(panel.$draft.get().text).toBe("To all");
  const [notice] = shell.notices.$notices.get();
  shell.notices.dismiss(notice?.id ?? 0);
  notice?.action?.run();
  await advance();
  expect(panel.$comparing.get()).toEqual([first, second]);
  expect(panel.$draft.get().text).toBe("To all");
  expect(main.requested("assistant:delete")).toEqual([]);
});

test("a member in front that another window deletes makes room for the next one", async () => {
  const { main, panel, comparison, ask } = await opened();
  await ask(one, two, three);
  const [first, second] = comparison.$columns.get().map(({ id }) => id);
  expect(panel.$conversation.get()?.id).toBe(first);
  await main.bridge.request("assistant:delete", first ?? "");
  await advance();
  expect(panel.$conversation.get()?.id).toBe(second);
  expect(panel.$comparing.get()).toHaveLength(2);
});

test("a window whose answer in front was deleted while it was closed shows the others of its comparison", async () => {
  const { main, shell, panel, comparison, ask } = await opened();
  const empty = panel.$conversation.get()?.id ?? "";
  await ask(one, two, three);
  const [first = "", second] = comparison.$columns.get().map(({ id }) => id);
  await panel.show(empty);
  await main.bridge.request("assistant:delete", first);
  main.emit("workspace:opened", { root: "/other", name: "other" });
  await advance();
  shell.panel.rememberConversation(first);
  main.emit("workspace:opened", { root: "/w", name: "w" });
  await advance();
  expect(panel.$conversation.get()?.id).toBe(second);
  expect(panel.$comparing.get()).toHaveLength(2);
});

test("the state of an answer is that of its last turn", () => {
  const of = (status: string) => answerState({ state: { status } as TurnState });
  expect(answerState(undefined)).toBe("failed");
  expect(["asking", "streaming", "approving", "done"].map(of)).toEqual(["running", "running", "asking", "done"]);
  expect(["limited", "failed", "stopped", "interrupted"].map(of)).toEqual(["failed", "failed", "stopped", "stopped"]);
});
