import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startChild } from "../src/main/engine/testing/child-process";

const child = new URL("./children/broken-files.child.ts", import.meta.url);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-broken-files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(what: string) {
  const one = startChild(child, [folder, what], { env: { NODE_OPTIONS: "--experimental-transform-types" } });
  return { ...(await one.ended), lines: one.lines };
}

test("every function of node:fs is wrapped, except classes and functions that make no system call", async () => {
  const { lines, complaint } = await run("names");
  expect(complaint).toBe("");
  // Handles are covered by their own class; the rest are Node's classes.
  expect(
    lines.filter((name) => !/\.(?:[A-Z]\w*|_toUnixTimestamp|constructor|getAsyncId|unwatchFile)$/.test(name)),
  ).toEqual([]);
  expect(lines.length).toBeGreaterThan(5);
});

test("every way of reading and writing can be made to move fewer bytes", async () => {
  const { lines, complaint } = await run("short");
  expect(complaint).toBe("");
  expect(lines.filter((line) => !line.endsWith(" 3"))).toEqual([]);
  expect(lines).toHaveLength(8);
});

test("an injected failure arrives the way the call answers: thrown, by callback, or as a rejection", async () => {
  expect((await run("fails")).lines).toEqual(["EIO", "EIO", "EIO", "EIO"]);
});

test("code under test that uses a call no fault can be injected into is ended with a message", async () => {
  const { code, lines, complaint } = await run("stream");
  expect({ code, lines }).toEqual({ code: 3, lines: [] });
  expect(complaint).toContain("node:fs createWriteStream is used by the code under test");
});
