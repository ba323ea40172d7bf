import { expect, test } from "vitest";
import type { Command, DocumentSnapshot } from "../../shared/contract";
import { memoryBridge } from "../testing/memory-bridge";
import { bookDocument } from "../workbench/tabs/book-document";
import {
  CustomEditorTab,
  type CustomEditorView,
  type CustomEditorViewState,
  customEditorKind,
} from "./custom-editor-tab";

const sheet: DocumentSnapshot = {
  doc: "d1",
  office: { format: "xlsx", kind: "spreadsheet", canSuggest: false },
  path: "/w/sums.xlsx",
  name: "sums.xlsx",
  text: "",
  version: "v1",
  unsaved: null,
  format: "text",
  encoding: "",
  lineEnding: "",
  readOnly: null,
  gone: false,
  warnings: [],
};

function openTab() {
  const asked: [string, unknown][] = [];
  const { bridge } = memoryBridge({});
  const tab = new CustomEditorTab("office", sheet, {
    ...bridge,
    request: async (name, argument) => {
      asked.push([name, argument]);
      return { ok: true } as never;
    },
  });
  return { tab, asked };
}

function view(calls: string[] = []): CustomEditorView & { typed: string; at: CustomEditorViewState } {
  const own = {
    typed: "",
    at: { cursor: 0, scrollTop: 0 },
    focus: () => void calls.push("focus"),
    run: (command: Command) => command === "find" && calls.push("find") > 0,
    isDirty: () => own.typed !== "",
    flush: async () => {
      if (own.typed !== "") calls.push(`saved ${own.typed}`);
      own.typed = "";
    },
    viewState: () => own.at,
    restore: (viewState: CustomEditorViewState) => {
      own.at = viewState;
    },
    stop: () => void calls.push("stop"),
  };
  return own;
}

test("main's data decides whether a document has a custom editor", () => {
  const { office: _, ...text } = sheet;
  expect([customEditorKind(sheet), customEditorKind({ ...text, room: "book" }), customEditorKind(text)]).toEqual([
    "office",
    "book",
    null,
  ]);
});

test("its text is empty", async () => {
  const { tab } = openTab();
  expect([tab.text(), tab.content().length, tab.selectedText(), tab.topLine()]).toEqual(["", 0, "", null]);
  expect(tab.trackPosition(7).position()).toBe(7);
  expect(await tab.loadAll()).toBe(true);
  expect(tab.$status.get().status).toBe("saved");
});

test("a view that is loaded late restores the view state and handles earlier requests", () => {
  const { tab } = openTab();
  tab.restore({ cursor: 12, scrollTop: 300 });
  expect(tab.viewState()).toEqual({ cursor: 12, scrollTop: 300, folds: [] });
  expect(tab.run("find")).toBe(false);
  const calls: string[] = [];
  const own = view(calls);
  tab.attach(own);
  expect(own.at).toEqual({ cursor: 12, scrollTop: 300 });
  expect([tab.run("find"), tab.run("replace")]).toEqual([true, false]);
  expect(calls).toEqual(["find"]);
  expect(tab.duplicate().viewState().cursor).toBe(12);
});

test("edits in any tab of the document are saved before a tool reads it, and main is notified afterwards", async () => {
  const { tab, asked } = openTab();
  const calls: string[] = [];
  const [one, other] = [view(calls), view(calls)];
  const beside = tab.duplicate();
  tab.attach(one);
  beside.attach(other);
  other.typed = "42";
  expect([tab.isDirty(), tab.isViewDirty()]).toEqual([true, false]);
  tab.handleEvent("document:hand-over", { doc: "d1", requestId: 5 });
  await expect.poll(() => asked).toEqual([["document:handed-over", 5]]);
  expect(calls).toEqual(["saved 42"]);
});

test("events of main reach every tab of the document", () => {
  const { tab } = openTab();
  const beside = tab.duplicate();
  tab.handleEvent("document:moved", { doc: "d1", path: "/w/all.xlsx", name: "all.xlsx" });
  expect(beside.$info.get()).toMatchObject({ path: "/w/all.xlsx", name: "all.xlsx" });
  tab.handleEvent("document:access", { doc: "d1", readOnly: "Word has it open." });
  expect(beside.$status.get().status).toBe("read-only");
  tab.handleEvent("document:gone", { doc: "d1" });
  expect(beside.$status.get().status).toBe("gone");
  tab.handleEvent("document:moved", { doc: "d1", path: "/w/all.xlsx", name: "all.xlsx" });
  tab.update({ readOnly: null, isDirty: true });
  expect(beside.$status.get().status).toBe("unsaved");
  tab.update({ isDirty: false, conflicts: 1, pendingCount: 3 });
  expect([beside.$status.get().status, beside.$pendingCount.get()]).toEqual(["conflict", 3]);
});

test("closing a tab stops its view, and another tab of the document stays", async () => {
  const { tab, asked } = openTab();
  const calls: string[] = [];
  const beside = tab.duplicate();
  beside.attach(view(calls));
  beside.detach();
  expect(calls).toEqual(["stop"]);
  expect(await tab.close(false)).toBe(true);
  expect(asked).toEqual([["document:close", { doc: "d1", discard: false }]]);
});

test("the tab of a book exists only in the window, and main is asked nothing about it", async () => {
  const asked: string[] = [];
  const { bridge } = memoryBridge({});
  const tab = new CustomEditorTab("book", bookDocument("/w/novel", "novel"), {
    ...bridge,
    request: async (name) => {
      asked.push(name);
      return { ok: true } as never;
    },
  });
  expect((await tab.transfer()).ok).toBe(false);
  expect(await tab.close(false)).toBe(true);
  expect(asked).toEqual([]);
});

test("a document that could not be read is not reported as saved", () => {
  const { tab } = openTab();
  tab.update({ isUnread: true });
  expect(tab.$status.get()).toEqual({ status: "unread", message: "This file can't be read" });
  tab.update({ readOnly: "You may not write here." });
  expect(tab.$status.get().status).toBe("unread");
  tab.update({ isUnread: false, readOnly: null });
  expect(tab.$status.get().status).toBe("saved");
});

test("a view that is shown again keeps what it holds until the tab is gone; another view replaces it", async () => {
  const { tab } = openTab();
  const calls: string[] = [];
  const first = view(calls);
  tab.attach(first);
  tab.attach({ ...view(), stop: first.stop });
  expect(calls).toEqual([]);
  await tab.close(false);
  expect(calls).toEqual(["stop"]);
  const other = openTab().tab;
  other.attach(first);
  other.attach(view());
  expect(calls).toEqual(["stop", "stop"]);
});
