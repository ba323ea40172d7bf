import { atom } from "nanostores";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BookRow, RowPosition, TargetReplacements } from "../../../../shared/book";
import { bookMessages } from "../messages";
import { createTargetReplacer } from "./target-replacer";

beforeEach(() => {
  vi.stubGlobal("document", { activeElement: null, getSelection: () => null, querySelector: () => null });
  vi.stubGlobal("CSS", { escape: (id: string) => id });
  for (const name of ["Element", "HTMLTextAreaElement"]) vi.stubGlobal(name, class {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const found = (plan: string): TargetReplacements & { ok: true } => ({
  ok: true,
  plan,
  matches: 1,
  accepted: 0,
  leftOut: { marks: 0, accepted: 0, protected: 0, inWork: 0, invalid: 0 },
  places: [{ id: "a", chapter: "one", index: 0, version: "1", spans: [0, 5] }],
  rows: [],
});

/** A table of one row, whose requests are answered by the test, in order. */
function createReplacer() {
  const asked: { name: string; argument: unknown; answer(value: object): void }[] = [];
  const $rows = atom(new Map());
  const went: string[] = [];
  const announced: string[] = [];
  const $active = atom<RowPosition | null>(null);
  const row = { id: "a", version: "1", translation: "Lampe" } as BookRow;
  const replacer = createTargetReplacer({
    bridge: {
      request: (name: string, argument: unknown) =>
        new Promise((answer) => {
          asked.push({ name, argument, answer });
        }),
    },
    book: "/w/book",
    $items: atom([{ kind: "row", id: "a", chapter: "one", index: 0 }]),
    $active,
    rows: { $rows, rowAt: () => row, refreshRows: async () => {} },
    unsaved: { saveAll: async () => true, save: async () => true, of: () => undefined },
    notices: {
      info: (text: string) => announced.push(text),
      announce: (text: string) => announced.push(text),
      dismiss() {},
    },
    goTo: async ({ id }: RowPosition, focus: string) => {
      went.push(`${id} ${focus}`);
    },
    isOk: (answer: { ok: boolean }) => answer.ok,
  } as unknown as Parameters<typeof createTargetReplacer>[0]);
  const answered = async (plan: string): Promise<void> => {
    await vi.waitFor(() => expect(asked.map(({ name }) => name)).toEqual(["book:find-replacements"]));
    asked.shift()?.answer(found(plan));
  };
  return { replacer, asked, answered, went, announced, $active, changeRows: () => $rows.set(new Map()) };
}

test("what is found after the fields were closed is not marked in the translations", async () => {
  const { replacer, asked } = createReplacer();
  replacer.$form.set({ ...replacer.$form.get(), find: "Lampe" });
  replacer.open();
  const { answer } = asked[0] ?? {};
  replacer.close();
  answer?.(found("late"));
  await vi.waitFor(() => expect(replacer.$isBusy.get()).toBe(false));
  await Promise.resolve();
  expect(replacer.$found.get()).toBeNull();
});

test("the changes that the user looks at stay as they are, and are those that are made", async () => {
  vi.useFakeTimers();
  const { replacer, asked, answered, changeRows } = createReplacer();
  replacer.$form.set({ ...replacer.$form.get(), find: "Lampe" });
  replacer.open();
  await answered("first");
  const reviewing = replacer.review();
  await answered("seen");
  await reviewing;
  expect(replacer.$isReviewing.get()).toBe(true);
  changeRows();
  await vi.runAllTimersAsync();
  const all = replacer.replaceAll();
  expect(asked.map(({ name, argument }) => [name, argument])).toEqual([
    ["book:replace", { book: "/w/book", plan: "seen", one: null }],
  ]);
  asked.shift()?.answer({ ok: true, replaced: [], left: 0 });
  await all;
  expect(replacer.$isReviewing.get()).toBe(false);
  await answered("later");
  await vi.waitFor(() => expect(replacer.$found.get()?.plan).toBe("later"));
});

test("a key that repeats replaces one match at a time, and what is left as it is is not said to be replaced", async () => {
  const { replacer, asked, answered, announced } = createReplacer();
  replacer.$form.set({ ...replacer.$form.get(), find: "Lampe" });
  replacer.open();
  await answered("first");
  await vi.waitFor(() => expect(replacer.$found.get()).not.toBeNull());
  await replacer.step(1);
  void replacer.replaceOne();
  void replacer.replaceOne();
  await vi.waitFor(() => expect(asked.map(({ name }) => name)).toEqual(["book:replace"]));
  asked.shift()?.answer({ ok: true, replaced: [], left: 1 });
  await answered("later");
  await vi.waitFor(() => expect(announced).toEqual([bookMessages.replace.replaced(0, 1)]));
});

test("closing the fields returns to the paragraph with the cursor, also if the table was scrolled away from it", () => {
  const { replacer, went, $active } = createReplacer();
  replacer.open();
  $active.set({ id: "a", chapter: "one", index: 0 });
  replacer.close();
  expect(went).toEqual(["a target"]);
});
