import { mkdirSync, writeFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { createWorld, type World } from "../testing/test-app";

let world: World;
afterEach(() => world.end());

async function back(name: string) {
  const { handlers } = world.window;
  const opened = await handlers["document:open"](world.path(name));
  if (!opened.ok || !opened.document) throw new Error("not opened");
  const answer = await handlers["links:back"](opened.document.doc);
  return answer.ok ? answer.links.map(({ path, line, text }) => `${path}:${line} ${text}`) : answer.error.message;
}

test("links to a document are found, however they are written, and mentions of its name are not", async () => {
  world = createWorld({
    "a b.md": "# A\n\n[self](a%20b.md)\n",
    "one.md": "x\n\nSee [it](a%20b.md#a) and [[a b]].\n\n[r]: <a b.md>\n",
    "two.md": "a b.md `[[a b]]` [other](sub/a%20b.md)\n",
  });
  mkdirSync(world.path("sub"));
  writeFileSync(world.path("sub/a b.md"), "[[../a b]] [[a b]]\n");
  await world.start([""]);
  expect(await back("a b.md")).toEqual([
    "one.md:3 See [it](a%20b.md#a) and [[a b]].",
    "one.md:3 See [it](a%20b.md#a) and [[a b]].",
    "one.md:5 [r]: <a b.md>",
    "sub/a b.md:1 [[../a b]] [[a b]]",
  ]);
  expect(await back("sub/a b.md")).toEqual(["two.md:1 a b.md `[[a b]]` [other](sub/a%20b.md)"]);
});

test("a document outside the open folder has no back links", async () => {
  world = createWorld({ "a.md": "", "b.md": "[a](a.md)\n" });
  await world.start(["a.md"]);
  expect(await back("a.md")).toEqual([]);
});
