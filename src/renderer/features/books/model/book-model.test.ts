import { expect, test } from "vitest";
import type { BookOverview, BookRow, TargetDraft } from "../../../../shared/book";
import type { BookEvents } from "../../../../shared/book-requests";
import type { Shell } from "../../../workbench/api/shell";
import { createBookModel } from "./book-model";
import { untranslatedRow } from "./book-row.fixture";

const counts = { paragraphs: 3, translated: 0, accepted: 0, sentBack: 0, inWork: 0, sourceChanged: 0 };
const shown = {
  book: "/w/book",
  kind: "folder",
  title: "book",
  language: "English",
  languages: [],
  unit: "lines",
  looksHardWrapped: false,
  warnings: [],
  counts,
  tasks: [],
  volumes: [{ id: "", title: "", chapters: [{ id: "one", title: "One", ...counts }] }],
  glossary: { version: "", entries: [] },
  style: { version: "", text: "" },
  checks: [],
} satisfies BookOverview;

/** A book of three paragraphs in main, which sends a changed row as it is after each save. */
function createModel(recovered: Record<string, TargetDraft> = {}) {
  const rows = ["a", "b", "c"].map(untranslatedRow);
  const asked: string[] = [];
  let changed: (event: BookEvents["book:changed"]) => void = () => {};
  const bridge = {
    listen(_: string, listener: typeof changed) {
      changed = listener;
      return () => {};
    },
    async request(name: string, argument: { paragraph?: string; text?: string; ids?: string[] }) {
      asked.push(name);
      if (name === "book:rows") return { ok: true, rows: [...rows] };
      if (name === "book:rows-of") return { ok: true, rows: rows.filter(({ id }) => argument.ids?.includes(id)) };
      if (name === "book:overview") return { ok: true, shown: structuredClone(shown) };
      if (name === "book:repeats") return { ok: true, count: 0 };
      if (name === "book:matches") return { ok: true, matches: [] };
      if (name === "book:flags") return { ok: true, rows: [], checked: [] };
      if (name !== "book:translate") return { ok: true };
      const at = rows.findIndex(({ id }) => id === argument.paragraph);
      const row: BookRow = {
        ...(rows[at] as BookRow),
        translation: argument.text ?? "",
        version: "v1",
        state: "accepted",
      };
      rows[at] = row;
      changed({ book: shown.book, chapters: ["one"], rows: [row] });
      return { ok: true, row };
    },
  };
  const shell = { bridge, notices: { info() {}, error() {} } } as unknown as Pick<Shell, "bridge" | "notices">;
  return { model: createBookModel(shell, { shown, recovered }), asked };
}

test("a confirmed paragraph is one request and one row: neither the chapter nor the list of rows is renewed", async () => {
  const { model, asked } = createModel();
  await model.loaded("one");
  const items = model.$items.get();
  const [first, second] = model.$rows.get().get("one") ?? [];
  asked.length = 0;
  model.unsaved.type(first as BookRow, "typed");
  expect(await model.confirm(first as BookRow)).toBe(true);
  // The overview is answered by now.
  await new Promise((done) => setTimeout(done, 0));
  // Flags are asked for later, beside the rows.
  expect(asked.filter((name) => name !== "book:flags" && name !== "book:repeats").sort()).toEqual([
    "book:overview",
    "book:translate",
  ]);
  expect(model.$items.get()).toBe(items);
  expect(model.$rows.get().get("one")?.[0]).toMatchObject({ translation: "typed", state: "accepted" });
  expect(model.$rows.get().get("one")?.[1]).toBe(second);
  model.close();
});

test("recovered translations are in their rows, and one whose paragraph is no longer in the book is listed until it is discarded", async () => {
  const draft = { text: "typed", base: null, baseText: "", language: "English" };
  const { model } = createModel({ b: draft, deleted: draft });
  await new Promise((done) => setTimeout(done, 0));
  expect(model.unsaved.of("b")).toMatchObject({ text: "typed", theirs: null });
  expect(model.$detached.get()).toEqual(["deleted"]);
  model.unsaved.discard("deleted");
  expect(Object.keys(model.unsaved.$all.get())).toEqual(["b"]);
  model.close();
});
