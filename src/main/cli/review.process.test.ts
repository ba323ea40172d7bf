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

const galley = (...args: string[]) => runMain(fixture, args);
const galleyProcess = (...args: string[]) => runGalley(fixture, args);
const text = () => readFile(join(fixture.root, "a.md"), "utf8");
const patch = (from: string, to: string) =>
  galley(
    "call",
    "text_editor",
    JSON.stringify({ action: "patch", path: "a.md", old_text: from, new_text: to, note: "why" }),
  );

async function pending(): Promise<{ id: string; line: number; removed: string; inserted: string; reason: string }[]> {
  const { documents } = JSON.parse((await galley("review")).stdout);
  return documents.flatMap((each: { hunks: object[] }) => each.hunks);
}

test("pending edits are listed, one is undone and one is kept, each by its id", async () => {
  await writeFile(join(fixture.root, "a.md"), "# A\n\none\n\ntwo\n\nthree\n");
  await patch("one", "ONE");
  await patch("three", "THREE");
  const [first, second] = await pending();
  expect(first).toMatchObject({ line: 3, removed: "one", inserted: "ONE", reason: "patch: why" });
  expect(second).toMatchObject({ line: 7, removed: "three", inserted: "THREE" });
  const listed = await galleyProcess("review", "--format", "text", "--color", "always");
  expect(listed.stdout).toContain("line 3");
  expect(listed.stdout).toContain("\u001b[31m-one\u001b[39m");
  expect(await galleyProcess("review", "undo", first?.id ?? "", "--yes")).toMatchObject({ code: 0, stderr: "" });
  expect(await text()).toBe("# A\n\none\n\ntwo\n\nTHREE\n");
  expect(await galleyProcess("review", "keep", "--all", "a.md", "--yes", "--format", "text")).toMatchObject({
    code: 0,
  });
  expect(await text()).toBe("# A\n\none\n\ntwo\n\nTHREE\n");
  expect((await galley("review", "--format", "text")).stdout).toBe("No edits wait for review.\n");
});

test("an id that is unknown, none at all, and a decision nobody confirmed are rejected", async () => {
  await writeFile(join(fixture.root, "a.md"), "one\n");
  await patch("one", "two");
  const asked = await galley("review", "undo", "--all");
  expect(asked).toMatchObject({ code: 1 });
  expect(asked.stderr).toContain("Nothing was changed: add --yes");
  expect(await text()).toBe("two\n");
  const unknown = await galley("review", "keep", "nope", "--yes");
  expect(unknown).toMatchObject({ code: 1, stdout: "" });
  expect(unknown.stderr).toContain('No edit with the id "nope" waits for review');
  expect(await galley("review", "keep")).toMatchObject({ code: 2 });
});

test("an agent that is limited or paused by name is rejected until it is allowed again", async () => {
  await writeFile(join(fixture.root, "a.md"), "one\n");
  expect((await galley("agents", "--format", "text")).stdout).toBe("You have limited no agent.\n");
  const asked = await galley("agents", "read-only", "Command Line");
  expect(asked).toMatchObject({ code: 1 });
  expect(asked.stderr).toContain("Nothing was changed: add --yes");
  expect(await galleyProcess("agents", "read-only", "Command Line", "--yes")).toMatchObject({ code: 0, stderr: "" });
  const refused = await patch("one", "two");
  expect(JSON.parse(refused.stdout).error.code).toBe("denied");
  expect((await galley("read", "a.md")).code).toBe(0);
  const { agents } = JSON.parse((await galley("agents")).stdout);
  expect(agents).toMatchObject([{ name: "Command Line", roots: [fixture.root], access: "read" }]);
  expect((await galley("agents", "--format", "text")).stdout).toContain("Command Line  read only  since 20");
  await galley("agents", "allow", "command line", "--yes");
  expect((await patch("one", "two")).code).toBe(0);
  expect(await text()).toBe("two\n");
});

test("all agents are paused at once, and the pause ends", async () => {
  await writeFile(join(fixture.root, "a.md"), "one\n");
  expect((await galley("agents", "pause", "--all", "--format", "text")).stdout).toBe("All agents: paused.\n");
  expect((await galley("read", "a.md")).code).toBe(1);
  expect((await galley("agents", "--format", "text")).stdout).toContain("All agents are paused.");
  await galley("agents", "allow", "--all", "--yes");
  expect((await galley("read", "a.md")).code).toBe(0);
  expect(await galley("agents", "block")).toMatchObject({ code: 2 });
});

test("a file of decisions that cannot be read is left as it is", async () => {
  await galley("agents", "block", "x");
  await writeFile(join(fixture.dataDir, "agents.json"), "{");
  expect((await galley("agents", "block", "y")).stderr).toContain("cannot be read, so all agents are paused");
  expect(await readFile(join(fixture.dataDir, "agents.json"), "utf8")).toBe("{");
});
