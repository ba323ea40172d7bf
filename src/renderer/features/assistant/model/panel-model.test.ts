import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Turn } from "../../../../shared/conversation";
import { memoryBridge } from "../../../testing/memory-bridge";
import { createMemoryEditors } from "../../../testing/memory-editor";
import { createShell } from "../../../workbench/shell";
import { panelModelOf } from "./panel-model";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const advance = () => vi.advanceTimersByTimeAsync(1000);

async function opened() {
  const main = memoryBridge({ "/w/a.md": "A", "/w/b.md": "B" }, { workspace: { root: "/w", name: "w" } });
  const shell = createShell(
    main.bridge,
    await main.bridge.request("app:start", undefined),
    createMemoryEditors(),
    () => null,
  );
  const doc = (await shell.tabs.openPath("/w/a.md")) ?? "";
  const panel = panelModelOf(shell);
  shell.panel.open("focus");
  await advance();
  return { main, shell, panel, doc, sent: () => main.requested("assistant:send") };
}

const lastTurn = (panel: Awaited<ReturnType<typeof opened>>["panel"]) =>
  panel.$conversation.get()?.turns.at(-1) as Turn;

test("an empty conversation is created once and reused", async () => {
  const { main, shell, panel } = await opened();
  const first = panel.$conversation.get()?.id;
  expect(first).toBeDefined();
  await panel.begin();
  expect(panel.$conversation.get()?.id).toBe(first);
  expect(main.requested("assistant:create")).toHaveLength(1);
  expect(shell.panel.$stored.get().conversation).toBe(first);
});

test("the document in front is sent, a removed chip is not, and sending clears the draft", async () => {
  const { panel, doc, sent } = await opened();
  panel.type("  Why?  ");
  panel.add({ kind: "file", path: "b.md" });
  expect(panel.$chips.get()).toEqual([
    { kind: "front", doc, lines: null },
    { kind: "file", path: "b.md" },
  ]);
  panel.remove({ kind: "front", doc, lines: null });
  await panel.sendDraft();
  expect(sent()).toEqual([
    { conversation: panel.$conversation.get()?.id, text: "Why?", chips: [{ kind: "file", path: "b.md" }] },
  ]);
  expect(panel.$draft.get().text).toBe("");
  expect(panel.$chips.get()).toEqual([]);
});

test("a question that is rejected stays in the draft, with the error", async () => {
  const { main, panel } = await opened();
  main.reject("assistant:send", "No model is set up yet.");
  panel.type("Why?");
  expect(await panel.sendDraft()).toBe(false);
  expect(panel.$draft.get().text).toBe("Why?");
  expect(panel.$error.get()?.message).toBe("No model is set up yet.");
});

test("a question is sent once, and none is sent while a turn runs", async () => {
  const { panel, sent } = await opened();
  panel.type("Why?");
  await Promise.all([panel.sendDraft(), panel.sendDraft()]);
  panel.type("And?");
  await panel.sendDraft();
  expect(sent()).toHaveLength(1);
  // It waits for the end of the answer.
  expect(panel.$draft.get().text).toBe("");
  expect(panel.$conversation.get()?.queue).toMatchObject([{ text: "And?" }]);
});

test("Stop is shown at once, before main has answered", async () => {
  const { main, panel } = await opened();
  panel.type("Why?");
  await panel.sendDraft();
  const { id } = lastTurn(panel);
  panel.stop();
  expect(panel.$stopping.get()).toBe(id);
  await advance();
  expect(main.requested("assistant:stop")).toHaveLength(1);
  expect(lastTurn(panel).state).toEqual({ status: "stopped" });
  expect(panel.$running.get()).toBe(null);
});

test("each conversation keeps its draft while another is shown", async () => {
  const { panel } = await opened();
  panel.type("One");
  await panel.sendDraft();
  panel.stop();
  await advance();
  panel.type("still writing");
  const first = panel.$conversation.get()?.id ?? "";
  await panel.begin();
  expect(panel.$conversation.get()?.id).not.toBe(first);
  expect(panel.$draft.get().text).toBe("");
  panel.type("elsewhere");
  await panel.show(first);
  expect(panel.$draft.get().text).toBe("still writing");
});

test("retry and edit use those chips of a question that still exist", async () => {
  const { shell, panel, doc, sent } = await opened();
  panel.add({ kind: "file", path: "b.md" });
  panel.type("Why?");
  await panel.sendDraft();
  panel.stop();
  await advance();
  const turn = lastTurn(panel);
  await shell.tabs.close(doc);
  await panel.retry(turn);
  expect(sent().at(-1)).toMatchObject({ text: "Why?", chips: [{ kind: "file", path: "b.md" }] });
  panel.stop();
  await advance();
  panel.edit(turn);
  expect(panel.$draft.get()).toMatchObject({ text: "Why?", chips: [{ kind: "file", path: "b.md" }] });
});

test("another folder has its own conversations", async () => {
  const { main, panel } = await opened();
  const first = panel.$conversation.get()?.id;
  main.emit("workspace:opened", { root: "/other", name: "other" });
  await advance();
  expect(panel.$conversation.get()).toMatchObject({ folder: "/other" });
  expect(panel.$conversation.get()?.id).not.toBe(first);
});
