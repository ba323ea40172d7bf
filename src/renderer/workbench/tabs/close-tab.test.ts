import { expect, test } from "vitest";
import type { OpenDocument } from "../../../shared/contract";
import { memoryBridge } from "../../testing/memory-bridge";
import { createNotices } from "../../ui/notices";
import { createQuestions } from "../../ui/questions";
import { closeCopy, isSafe } from "./close-tab";
import { RoomCopy } from "./custom-editor-tab";

const document: OpenDocument = {
  ...{ doc: "d", path: "/w/a.docx", name: "a.docx", text: "", version: "", unsaved: null, format: "text" },
  ...{ encoding: "", lineEnding: "", readOnly: null, gone: false, warnings: [] },
  office: { format: "docx", kind: "document", canSuggest: true },
};

/** The tab of an Office document; `main` decides whether it can be closed. */
function tab(main: { ok: boolean } = { ok: true }) {
  const asked: [string, unknown][] = [];
  const { bridge } = memoryBridge({});
  const copy = new RoomCopy("office", document, {
    ...bridge,
    request: async (name, argument) => {
      asked.push([name, argument]);
      return main as never;
    },
  });
  const questions = createQuestions();
  const shown = { times: 0 };
  const close = () => closeCopy(copy, { questions, notices: createNotices(), front: () => void shown.times++ });
  const typed = { text: "Words of mine" };
  copy.live({
    ...{
      focus: () => {},
      run: () => false,
      place: () => ({ cursor: 0, scrollTop: 0 }),
      show: () => {},
      stop: () => {},
    },
    ...{ isDirty: () => typed.text !== "", flush: async () => {} },
  });
  return { copy, asked, questions, shown, close, typed };
}

test("unsaved edits of an Office document whose file was deleted are not discarded without a question", async () => {
  const { copy, asked, questions, close } = tab();
  copy.heard("document:gone", { doc: "d" });
  expect(isSafe(copy)).toBe(false);
  const closing = close();
  await expect.poll(() => questions.$asked.get()[0]?.question.title).toBe("Keep the text of “a.docx”?");
  questions.$asked.get()[0]?.answer(null);
  expect(await closing).toBe(false);
  expect(asked).toEqual([]);
});

test("an unedited Office document whose file was deleted closes at once", async () => {
  const { copy, asked, close, typed } = tab();
  typed.text = "";
  copy.heard("document:gone", { doc: "d" });
  expect(isSafe(copy)).toBe(true);
  expect(await close()).toBe(true);
  expect(asked).toEqual([["document:close", { doc: "d", discard: false }]]);
});

test("a tab that main keeps open because of a recovered draft is shown, and then the user is asked", async () => {
  const main = { ok: false };
  const { shown, close, typed, questions, asked } = tab(main);
  typed.text = "";
  expect(await close()).toBe(false);
  expect([shown.times, questions.$asked.get()]).toEqual([1, []]);
  // The file cannot be read, so the recovered draft cannot be shown.
  const closing = close();
  await expect.poll(() => questions.$asked.get().length).toBe(1);
  main.ok = true;
  questions.$asked.get()[0]?.answer("discard");
  expect(await closing).toBe(true);
  expect(asked.at(-1)).toEqual(["document:close", { doc: "d", discard: true }]);
});
