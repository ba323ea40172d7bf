import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestApp, FakePage, type TestApp } from "../testing/test-app";

let testApp: TestApp;
beforeEach(() => {
  testApp = createTestApp({ "a.md": "one\ntwo\nthree\n" });
});
afterEach(() => {
  vi.useRealTimers();
  return testApp.end();
});

test("edits in a conflict are back after a crash, although others went on typing for a minute", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await testApp.start();
  const { documents } = await testApp.app.engine();
  const others = { kind: "program", name: "Shared folder" } as const;
  const theirs = (content: string) =>
    documents.change(testApp.path("a.md"), [testApp.path("")], {
      by: others,
      reason: "shared",
      asker: "person",
      isInBurst: true,
      edit: () => ({ content }),
    });
  await theirs("one\ntwo a\nthree\n");
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one\nmine\n"); // replaces "two a", deletes "three": in conflict with what comes
  await page.journal();
  vi.setSystemTime(Date.now() + 300);
  await theirs("one\ntwo ab\nthree\n");
  vi.setSystemTime(Date.now() + 61_000);
  await theirs("one\ntwo abc\nthree\n");
  testApp = await testApp.crash();
  const { documents: back } = await testApp.start();
  expect(back.map(({ name, unsaved }) => [name, unsaved?.seq])).toEqual([["a.md", 1]]);
});
