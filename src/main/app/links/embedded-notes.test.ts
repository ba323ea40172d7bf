import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app";

let testApp: TestApp;
beforeEach(async () => {
  testApp = createTestApp({
    "a.md": "![[note#Two]]\n",
    "note.md": "top\n",
    "plain.txt": "plain\n",
    "picture.pdf": "%PDF",
  });
  mkdirSync(testApp.path("sub/deep"), { recursive: true });
  writeFileSync(testApp.path("sub/note.md"), "---\ntitle: x\n---\n# One\n\n## Two\n\nfar ^id\n");
  writeFileSync(testApp.path("sub/deep/other.md"), "![[note]]\n");
  await testApp.start();
  await testApp.window.openWorkspace(testApp.folder);
});
afterEach(() => testApp.end());

async function embed(target: string, from?: string) {
  const { doc } = await testApp.open("a.md");
  const answer = await testApp.window.handlers["links:embed"]({ doc, target, from });
  return answer.ok ? answer.part : answer.error.message;
}

test("an embed is read from the nearest note of that name, whole or in part", async () => {
  expect(await embed("note")).toEqual({ path: "note.md", text: "top\n", line: 1, isCropped: false });
  expect(await embed("sub/note#Two")).toMatchObject({ path: "sub/note.md", text: "## Two\n\nfar ^id\n", line: 6 });
  expect(await embed("sub/note#^id")).toMatchObject({ text: "far\n", line: 8 });
  expect(await embed("plain.txt")).toMatchObject({ text: "plain\n" });
  expect(await embed("#^none")).toBe("Can't find “^none” in a.md.");
  writeFileSync(testApp.path("note.md"), "changed\n");
  expect(await embed("note")).toMatchObject({ text: "changed\n" });
});

test("an embed in an embedded note is looked for beside that note", async () => {
  expect(await embed("note", "sub/deep/other.md")).toMatchObject({ path: "sub/note.md" });
  expect(await embed("note", "other.md")).toMatchObject({ path: "note.md" });
});

test("nothing outside the open folder is embedded, and nothing that is not text [A6]", async () => {
  const outside = join(testApp.dataDir, "..", "outside");
  mkdirSync(outside, { recursive: true });
  writeFileSync(join(outside, "secret.md"), "secret\n");
  symlinkSync(outside, testApp.path("linked"));
  for (const target of ["../outside/secret.md", join(outside, "secret.md"), "linked/secret", "linked/secret.md"])
    for (const from of [undefined, "../outside/x.md", "linked/x.md", "../../x.md"])
      expect(JSON.stringify(await embed(target, from)), target).not.toContain("secret\\n");
  expect(await embed("secret", "../outside/x.md")).toContain("outside the open folder");
  expect(await embed("picture.pdf")).toContain("can't be shown here");
  expect(await embed("sub")).toContain("can't be shown here");
  expect(await embed("none")).toBe("Can't find “none”.");
  writeFileSync(testApp.path("large.md"), "x".repeat(5_000_000));
  expect(await embed("large.md")).toContain("too large");
});
