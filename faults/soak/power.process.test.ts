import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startChild } from "../../src/main/engine/testing/child-process";
import { type NextFate, namesFirst, Power } from "./power";

const child = new URL("./power.child.ts", import.meta.url);
let folder: string;
let root: string;
let power: Power;

const isPossible = (() => {
  const place = mkdtempSync(join(tmpdir(), "galley-power-"));
  const possible = Power.over(place, []);
  possible?.close();
  rmSync(place, { recursive: true });
  return possible !== null;
})();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-power-"));
  root = join(folder, "root");
  mkdirSync(root);
  writeFileSync(join(root, "before.md"), "from before");
  mkdirSync(join(folder, "power"));
  const made = isPossible ? Power.over(join(folder, "power"), [root]) : null;
  if (made !== null) power = made;
});
afterEach(() => {
  if (isPossible) power.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the child printed, after it did `what` in the folder. */
async function run(what: string): Promise<string[]> {
  const one = startChild(child, [root, what], { env: { ...power.env } });
  const { code, complaint } = await one.ended;
  expect({ code, complaint }).toEqual({ code: 0, complaint: "" });
  return one.lines;
}

const onDisk = () =>
  Object.fromEntries(
    readdirSync(root)
      .filter((name) => name.endsWith(".md"))
      .map((name) => [name, readFileSync(join(root, name), "utf8")] as const),
  );

test.runIf(isPossible)("a power cut leaves only the bytes and the names that were synced", async () => {
  await run("write");
  expect(onDisk()).toEqual({
    "before.md": "changed",
    "bytes-and-name.md": "both synced, then more",
    "bytes.md": "its name was not synced",
    "name.md": "its bytes were not synced",
  });
  power.cut(() => "as synced");
  expect(onDisk()).toEqual({ "before.md": "from before", "bytes-and-name.md": "both synced", "name.md": "" });
});

test.runIf(isPossible)("a power cut may leave everything that was written", async () => {
  await run("write");
  const written = onDisk();
  power.cut(() => "as written");
  expect(onDisk()).toEqual(written);
});

test.runIf(isPossible)("a file that was renamed without a sync of its folder has its old bytes", async () => {
  await run("replace");
  expect(onDisk()).toEqual({ "before.md": "the replacement" });
  power.cut(() => "as synced");
  expect(onDisk()).toEqual({ "before.md": "from before" });
});

const nothingElse: NextFate = () => "as synced";
const everything: NextFate = () => "as written";
test.runIf(isPossible).each([
  ["leaves only what was synced", nothingElse],
  ["leaves the names as they were, and of the bytes only what was synced", namesFirst],
  ["leaves everything", everything],
])("a confirmed save in place survives a power cut that %s", async (_, nextFate) => {
  expect(await run("saveInPlace")).toEqual([expect.stringContaining("written in place")]);
  power.cut(nextFate);
  await run("recover");
  expect(onDisk()).toMatchObject({ "before.md": "from afterwards", "other-name.md": "from afterwards" });
});

test.runIf(isPossible)("what SQLite has committed survives a power cut", async () => {
  await run("commit");
  power.cut(() => "as synced");
  expect(await run("count")).toEqual(["1"]);
});

test.runIf(isPossible)("the clock of V8 and of SQLite jumps, and timers are unchanged", async () => {
  const ahead = 400 * 86_400_000;
  power.setAhead(ahead);
  const [v8 = "", sqlite = "", waited = ""] = await run("clock");
  const near = (time: string) => Math.abs(Number(time) - ahead - Date.now()) < 60_000;
  expect([near(v8), near(sqlite), Number(waited) < 10_000]).toEqual([true, true, true]);
});

test.runIf(isPossible)("every process that has this disk is killed", async () => {
  const one = startChild(child, [root, "wait"], { env: { ...power.env } });
  await one.printed("waiting");
  await power.killAll();
  expect((await one.ended).signal).toBe("SIGKILL");
});
