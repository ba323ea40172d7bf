import { expect, test } from "vitest";
import type { DocumentSnapshot } from "../../../shared/contract";
import { CustomEditorTab } from "../../editor/custom-editor-tab";
import { memoryBridge } from "../../testing/memory-bridge";
import { createNotices } from "../../ui/notices";
import { createQuestions } from "../../ui/questions";
import { closeEditor, isSafe } from "./close-tab";

const document: DocumentSnapshot = {
  doc: "d",
  path: "/w/a.docx",
  name: "a.docx",
  text: "",
  version: "",
  unsaved: null,
  format: "text",
  encoding: "",
  lineEnding: "",
  readOnly: null,
  gone: false,
  warnings: [],
  office: { format: "docx", kind: "document", canSuggest: true },
};

/** The tab of an Office document; `main` decides whether it can be closed. */
function tab(main: { ok: boolean } = { ok: true }) {
  const asked: [string, unknown][] = [];
  const { bridge } = memoryBridge({});
  const editor = new CustomEditorTab("office", document, {
    ...bridge,
    request: async (name, argument) => {
      asked.push([name, argument]);
      return main as never;
    },
  });
  const questions = createQuestions();
  const shown = { times: 0 };
  const close = () =>
    closeEditor(editor, { questions, notices: createNotices(), bringToFront: () => void shown.times++ });
  const typed = { text: "Words of mine" };
  editor.attach({
    focus: () => {},
    run: () => false,
    viewState: () => ({ cursor: 0, scrollTop: 0 }),
    restore: () => {},
    stop: () => {},
    isDirty: () => typed.text !== "",
    flush: async () => {},
  });
  return { editor, asked, questions, shown, close, typed };
}

test("unsaved edits of an Office document whose file was deleted are not discarded without a question", async () => {
  const { editor, asked, questions, close } = tab();
  editor.handleEvent("document:gone", { doc: "d" });
  expect(isSafe(editor)).toBe(false);
  const closing = close();
  await expect.poll(() => questions.$pending.get()[0]?.question.title).toBe("Keep the text of “a.docx”?");
  questions.$pending.get()[0]?.answer(null);
  expect(await closing).toBe(false);
  expect(asked).toEqual([]);
});

test("an unedited Office document whose file was deleted closes at once", async () => {
  const { editor, asked, close, typed } = tab();
  typed.text = "";
  editor.handleEvent("document:gone", { doc: "d" });
  expect(isSafe(editor)).toBe(true);
  expect(await close()).toBe(true);
  expect(asked).toEqual([["document:close", { doc: "d", discard: false }]]);
});

test("a tab that main keeps open because of a recovered draft is shown, and then the user is asked", async () => {
  const main = { ok: false };
  const { shown, close, typed, questions, asked } = tab(main);
  typed.text = "";
  expect(await close()).toBe(false);
  expect([shown.times, questions.$pending.get()]).toEqual([1, []]);
  // The file cannot be read, so the recovered draft cannot be shown.
  const closing = close();
  await expect.poll(() => questions.$pending.get().length).toBe(1);
  main.ok = true;
  questions.$pending.get()[0]?.answer("discard");
  expect(await closing).toBe(true);
  expect(asked.at(-1)).toEqual(["document:close", { doc: "d", discard: true }]);
});
