import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CliFixture, createCliFixture, runGalley } from "./testing/galley-process";

let fixture: CliFixture;

beforeEach(async () => {
  fixture = await createCliFixture();
});
afterEach(() => fixture.remove());

test("a comment is added, listed, answered and resolved by processes of their own, and the text stays", async () => {
  const file = join(fixture.root, "a.md");
  await writeFile(file, "# One\r\n\r\nThe brown fox.");
  const added = await runGalley(fixture, ["comments", "add", "a.md", "Is it \u001b[31mbrown?", "--quote", "brown fox"]);
  expect(added).toMatchObject({ code: 0, stderr: "" });
  const { thread } = JSON.parse(added.stdout) as { thread: string };
  const listed = await runGalley(fixture, ["comments", "--format", "text"]);
  expect(listed).toMatchObject({ code: 0, stderr: "" });
  expect(listed.stdout).toContain(`a.md:3  ${thread}\n  > brown fox\n  command line: Is it \\u001b[31mbrown?`);
  const answered = await runGalley(fixture, ["comments", "reply", thread, "-", "--resolve"], "Yes.\n");
  expect(JSON.parse(answered.stdout)).toMatchObject({ status: "resolved", messages: [{}, { text: "Yes." }] });
  const open = await runGalley(fixture, ["comments", "a.md", "--format", "text"]);
  expect(open.stdout).toContain("0 open threads");
  expect(await runGalley(fixture, ["comments", "reopen", thread])).toMatchObject({ code: 0 });
  const missing = await runGalley(fixture, ["comments", "resolve", "c_0000000000"]);
  expect(missing).toMatchObject({ code: 1, stdout: "" });
  expect(missing.stderr).toContain("no thread has the id");
  expect(await readFile(file, "utf8")).toBe("# One\r\n\r\nThe brown fox.");
});
