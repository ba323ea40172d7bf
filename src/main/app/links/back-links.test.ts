import { mkdirSync, writeFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app";

let testApp: TestApp;
afterEach(() => testApp.end());

async function back(name: string) {
  const { handlers } = testApp.window;
  const opened = await handlers["document:open"](testApp.path(name));
  if (!opened.ok || !opened.document) throw new Error("not opened");
  const answer = await handlers["links:back"](opened.document.doc);
  return answer.ok ? answer.links.map(({ path, line, text }) => `${path}:${line} ${text}`) : answer.error.message;
}

test("links to a document are found, however they are written, and mentions of its name are not", async () => {
  testApp = createTestApp({
    "a b.md": "# A\n\n[self](a%20b.md)\n",
    "one.md": "x\n\nSee [it](a%20b.md#a) and [[a b]].\n\n[r]: <a b.md>\n",
    "two.md": "a b.md `[[a b]]` [other](sub/a%20b.md)\n",
  });
  mkdirSync(testApp.path("sub"));
  writeFileSync(testApp.path("sub/a b.md"), "[[../a b]] [[a b]]\n");
  await testApp.start([""]);
  expect(await back("a b.md")).toEqual([
    "one.md:3 See [it](a%20b.md#a) and [[a b]].",
    "one.md:3 See [it](a%20b.md#a) and [[a b]].",
    "one.md:5 [r]: <a b.md>",
    "sub/a b.md:1 [[../a b]] [[a b]]",
  ]);
  expect(await back("sub/a b.md")).toEqual(["two.md:1 a b.md `[[a b]]` [other](sub/a%20b.md)"]);
});

test("a document outside the open folder has no back links", async () => {
  testApp = createTestApp({ "a.md": "", "b.md": "[a](a.md)\n" });
  await testApp.start(["a.md"]);
  expect(await back("a.md")).toEqual([]);
});
