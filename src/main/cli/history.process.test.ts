import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CliFixture, createCliFixture, runGalley } from "./testing/galley-process";
import { runMain } from "./testing/run-main";

let fixture: CliFixture;

beforeEach(async () => {
  fixture = await createCliFixture();
});
afterEach(() => fixture.remove());

const call = (given: object) => runMain(fixture, ["call", "text_editor", JSON.stringify({ path: "a.md", ...given })]);

test("a version is listed, brought back, and the restore is a version itself", async () => {
  await writeFile(join(fixture.root, "a.md"), "# One\n");
  await call({ action: "patch", old_text: "One", new_text: "Two" });
  const listed = await runGalley(fixture, ["history", "a.md"]);
  expect(listed.code).toBe(0);
  const { versions } = JSON.parse(listed.stdout) as { versions: { version_id: string }[] };
  expect(versions).toHaveLength(2);
  const restored = await runGalley(fixture, ["restore", "a.md", versions[1]?.version_id ?? "", "--format", "text"]);
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(restored.stdout).toContain("a.md restored to version");
  expect(await readFile(join(fixture.root, "a.md"), "utf8")).toBe("# One\n");
  const again = await runMain(fixture, ["history", "a.md", "--limit", "1", "--format", "text"]);
  expect(again.stdout).toContain("these are the newest of 3");
});

test("a version that does not exist is rejected and changes nothing", async () => {
  await writeFile(join(fixture.root, "a.md"), "# One\n");
  const refused = await runMain(fixture, ["restore", "a.md", "none"]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("history has no version of a.md by this version_id");
});

test("new text is taken from standard input by a dash", async () => {
  await writeFile(join(fixture.root, "a.md"), "# One\n\nold\n");
  const replaced = await runMain(fixture, ["doc", "replace", "a.md", "one", "-"], "new\n");
  expect(replaced).toMatchObject({ code: 0, stderr: "" });
  expect(await readFile(join(fixture.root, "a.md"), "utf8")).toBe("# One\n\nnew\n");
  const odd = await runMain(fixture, ["doc", "replace", "a.md", "one", "text"], "");
  expect(odd).toMatchObject({ code: 2 });
  expect(odd.stderr).toContain('not from "text"');
});
