import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Session } from "../../../shared/contract";
import { createTestApp, FakePage, type TestApp } from "../testing/test-app";
import { createOpeningRecords } from "./opening-records";

let testApp: TestApp;
beforeEach(async () => {
  testApp = createTestApp({ "a.md": "one\n", "b.md": "two\n" });
  copyFileSync(join(import.meta.dirname, "../../engine/office/samples/libreoffice.xlsx"), testApp.path("c.xlsx"));
  await testApp.start();
});
afterEach(() => testApp.end());

const records = () => createOpeningRecords(join(testApp.dataDir, "opening"));
const left = () => readdirSync(join(testApp.dataDir, "opening"));
const session = (docs: readonly { path: string | null; doc: string }[]): Session => ({
  tabs: docs.map(({ path, doc }) => ({ path, doc, cursor: 0, scrollTop: 0, folds: [] })),
  active: null,
  sidebar: { open: true, width: 200 },
  expanded: [],
});
/** The tabs and offered files of the next start, after the app ended while opening these. */
async function after(tabs: readonly { path: string | null; doc: string }[], ...names: string[]) {
  await testApp.window.handlers["app:save-session"](session(tabs));
  for (const name of names) records().begin(testApp.path(name));
  testApp = await testApp.crash();
  const { documents, heldBack } = await testApp.start();
  return { tabs: documents.map(({ name }) => name), heldBack };
}

test("the document that ended the app is offered at the next start, and the other tabs come back", async () => {
  const [a, b] = [await testApp.open("a.md"), await testApp.open("b.md")];
  expect(left()).toEqual([]);
  expect(await after([a, b], "a.md")).toEqual({ tabs: ["b.md"], heldBack: [testApp.path("a.md")] });
  // Opened on request, it is restored like any other tab at the next start.
  const again = await testApp.open("a.md");
  expect(await after([b, again])).toEqual({ tabs: ["b.md", "a.md"], heldBack: [] });
});

test("an Office document counts as opened once a part of it has been shown", async () => {
  const { doc } = await testApp.open("c.xlsx");
  const { handlers } = testApp.window;
  const answer = await handlers["office:content"](doc);
  if (!answer.ok || answer.content.kind !== "spreadsheet") expect.fail();
  expect(left()).toHaveLength(1);
  const range = { top: 1, left: 1, bottom: 5, right: 5 };
  expect(await handlers["office:cells"]({ doc, sheet: answer.content.sheets[0]?.name ?? "", range })).toBeDefined();
  expect(left()).toEqual([]);
});

test("unsaved edits are restored once more before their document is held back, too", async () => {
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one\nmore\n");
  await page.journal();
  const open = { path: testApp.path("a.md"), doc: page.doc };
  expect(await after([open], "a.md")).toEqual({ tabs: ["a.md"], heldBack: [] });
  // The second run in a row that ends while opening it.
  const own = records();
  own.begin(testApp.path("a.md"));
  const next = records();
  expect(next.unfinished(testApp.path("a.md"))).toBe(1);
  next.begin(testApp.path("a.md"));
  expect(await after([open])).toEqual({ tabs: [], heldBack: [testApp.path("a.md")] });
});

test("a record that is damaged, or has no path, offers nothing", () => {
  const own = records();
  expect(own.unfinished("/nowhere")).toBe(0);
  const end = own.begin(testApp.path("a.md"));
  expect(records().unfinished(testApp.path("a.md"))).toBe(1);
  end();
  expect(left()).toEqual([]);
});
