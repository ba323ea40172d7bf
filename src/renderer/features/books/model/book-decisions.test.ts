import { atom } from "nanostores";
import { expect, test } from "vitest";
import type { BookRow, RowPosition } from "../../../../shared/book";
import type { Bridge } from "../../../../shared/contract";
import { createBookDecisions } from "./book-decisions";
import { untranslatedRow } from "./book-row.fixture";
import { createUnsavedTargets } from "./unsaved-targets";

const row = untranslatedRow("a1", 4);

/** Saving fails, after the cursor was moved on. */
function createDecisions(code: "failed" | "stale", now: BookRow = row) {
  const $active = atom<RowPosition | null>(row);
  const requests: string[] = [];
  const shown: { sentence: string; goTo(): void }[] = [];
  const wentTo: RowPosition[] = [];
  const unsaved = createUnsavedTargets({
    async store() {
      await Promise.resolve();
      return { ok: false, error: { code, message: "The disk is full." } };
    },
    currentRow: async () => now,
    language: () => "English",
    onStored: () => {},
    emptyMessage: () => "empty",
    journal: () => {},
  });
  const { confirm } = createBookDecisions({
    bridge: { request: async (name: string) => void requests.push(name) } as unknown as Bridge,
    book: "/book",
    rows: { rowAt: () => row, put: () => {}, refreshRows: async () => {} },
    unsaved,
    notices: {
      error: (sentence, options) => shown.push({ sentence, goTo: () => options?.action?.run() }),
    },
    $active,
    goTo: async (position) => void wentTo.push(position),
    chooseNone: () => {},
    refreshOverview: async () => {},
    isOk: (answer): answer is never => answer.ok,
  });
  return { $active, unsaved, confirm, requests, shown, wentTo };
}

test("a save that fails after the cursor has moved on keeps the text, marks it, and leads back to it", async () => {
  const { $active, unsaved, confirm, requests, shown, wentTo } = createDecisions("failed");
  unsaved.type(row, "mine");
  const confirming = confirm(row);
  $active.set({ id: "a2", chapter: "one", index: 5 });
  expect(await confirming).toBe(false);
  expect(unsaved.of("a1")).toMatchObject({ text: "mine", why: "The disk is full." });
  expect(shown.map(({ sentence }) => sentence)).toEqual(["Paragraph 4 is not saved: The disk is full."]);
  shown[0]?.goTo();
  expect(wentTo).toEqual([row]);
  expect(requests).toEqual([]);
});

test("a conflict found after the cursor has moved on is reported too; one at the cursor is only shown there", async () => {
  const theirs: BookRow = { ...row, version: "v1", translation: "theirs", state: "translated" };
  const left = createDecisions("stale", theirs);
  left.unsaved.type(row, "mine");
  const confirming = left.confirm(row);
  left.$active.set(null);
  expect(await confirming).toBe(false);
  expect(left.unsaved.of("a1")).toMatchObject({ text: "mine", theirs: { text: "theirs" } });
  expect(left.shown.map(({ sentence }) => sentence)).toEqual([
    "Paragraph 4 is not saved: Someone else changed this paragraph in the meantime.",
  ]);
  const there = createDecisions("failed");
  there.unsaved.type(row, "mine");
  expect(await there.confirm(row)).toBe(false);
  expect(there.shown).toEqual([]);
});
