import { expect, test } from "vitest";
import type { Command, OpenDocument } from "../../../shared/contract";
import { memoryBridge } from "../../testing/memory-bridge";
import { bookDocument } from "./book-document";
import { RoomCopy, type RoomLife, type RoomPlace, roomOf } from "./custom-editor-tab";

const sheet: OpenDocument = {
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

function room() {
  const asked: [string, unknown][] = [];
  const { bridge } = memoryBridge({});
  const copy = new RoomCopy("office", sheet, {
    ...bridge,
    request: async (name, argument) => {
      asked.push([name, argument]);
      return { ok: true } as never;
    },
  });
  return { copy, asked };
}

function life(told: string[] = []): RoomLife & { typed: string; at: RoomPlace } {
  const own = {
    typed: "",
    at: { cursor: 0, scrollTop: 0 },
    focus: () => void told.push("focus"),
    run: (command: Command) => command === "find" && told.push("find") > 0,
    isDirty: () => own.typed !== "",
    flush: async () => {
      if (own.typed !== "") told.push(`saved ${own.typed}`);
      own.typed = "";
    },
    place: () => own.at,
    show: (place: RoomPlace) => {
      own.at = place;
    },
    stop: () => void told.push("stop"),
  };
  return own;
}

test("main's data decides whether a document has a custom editor", () => {
  const { office: _, ...text } = sheet;
  expect([roomOf(sheet), roomOf({ ...text, room: "book" }), roomOf(text)]).toEqual(["office", "book", null]);
});

test("its text is empty", async () => {
  const { copy } = room();
  expect([copy.text(), copy.content().length, copy.selected(), copy.topPlace()]).toEqual(["", 0, "", null]);
  expect(copy.follow(7).position()).toBe(7);
  expect(await copy.whole()).toBe(true);
  expect(copy.$status.get().status).toBe("saved");
});

test("a view that is loaded late restores the view state and handles earlier requests", () => {
  const { copy } = room();
  copy.restore({ cursor: 12, scrollTop: 300 });
  expect(copy.view()).toEqual({ cursor: 12, scrollTop: 300, folds: [] });
  expect(copy.run("find")).toBe(false);
  const told: string[] = [];
  const own = life(told);
  copy.live(own);
  expect(own.at).toEqual({ cursor: 12, scrollTop: 300 });
  expect([copy.run("find"), copy.run("replace")]).toEqual([true, false]);
  expect(told).toEqual(["find"]);
  expect(copy.beside().view().cursor).toBe(12);
});

test("edits in any tab of the document are saved before a tool reads it, and main is notified afterwards", async () => {
  const { copy, asked } = room();
  const told: string[] = [];
  const [one, other] = [life(told), life(told)];
  const beside = copy.beside();
  copy.live(one);
  beside.live(other);
  other.typed = "42";
  expect([copy.isDirty(), copy.isDirtyOwn()]).toEqual([true, false]);
  copy.heard("document:hand-over", { doc: "d1", ticket: 5 });
  await expect.poll(() => asked).toEqual([["document:handed-over", 5]]);
  expect(told).toEqual(["saved 42"]);
});

test("events of main reach every tab of the document", () => {
  const { copy } = room();
  const beside = copy.beside();
  copy.heard("document:moved", { doc: "d1", path: "/w/all.xlsx", name: "all.xlsx" });
  expect(beside.$about.get()).toMatchObject({ path: "/w/all.xlsx", name: "all.xlsx" });
  copy.heard("document:access", { doc: "d1", readOnly: "Word has it open." });
  expect(beside.$status.get().status).toBe("read-only");
  copy.heard("document:gone", { doc: "d1" });
  expect(beside.$status.get().status).toBe("gone");
  copy.heard("document:moved", { doc: "d1", path: "/w/all.xlsx", name: "all.xlsx" });
  copy.tell({ readOnly: null, isDirty: true });
  expect(beside.$status.get().status).toBe("unsaved");
  copy.tell({ isDirty: false, conflicts: 1, waits: 3 });
  expect([beside.$status.get().status, beside.$waits.get()]).toEqual(["conflict", 3]);
});

test("closing a tab stops its view, and another tab of the document stays", async () => {
  const { copy, asked } = room();
  const told: string[] = [];
  const beside = copy.beside();
  beside.live(life(told));
  beside.detach();
  expect(told).toEqual(["stop"]);
  expect(await copy.close(false)).toBe(true);
  expect(asked).toEqual([["document:close", { doc: "d1", discard: false }]]);
});

test("the tab of a book exists only in the window, and main is asked nothing about it", async () => {
  const asked: string[] = [];
  const { bridge } = memoryBridge({});
  const copy = new RoomCopy("book", bookDocument("/w/novel", "novel"), {
    ...bridge,
    request: async (name) => {
      asked.push(name);
      return { ok: true } as never;
    },
  });
  expect((await copy.giveAway()).ok).toBe(false);
  expect(await copy.close(false)).toBe(true);
  expect(asked).toEqual([]);
});

test("a document that could not be read is not reported as saved", () => {
  const { copy } = room();
  copy.tell({ isUnread: true });
  expect(copy.$status.get()).toEqual({ status: "unread", words: "This file can't be read" });
  copy.tell({ readOnly: "You may not write here." });
  expect(copy.$status.get().status).toBe("unread");
  copy.tell({ isUnread: false, readOnly: null });
  expect(copy.$status.get().status).toBe("saved");
});
