import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startChild } from "../engine/testing/child-process";

const child = new URL("./compiled-code.child.ts", import.meta.url);

/** Calls `keepCompiledCode` in a process of its own; the folder that Node then keeps compiled code in, or an empty string. */
async function keptIn(data: string, args: readonly string[] = []): Promise<string> {
  const { printed, ended } = startChild(child, [data, ...args], { env: { NODE_COMPILE_CACHE: undefined } });
  const line = await printed("kept:");
  await ended;
  return line.slice("kept:".length);
}

const newFolder = () => mkdtempSync(join(tmpdir(), "galley-code-"));

test("compiled code is kept in the user's own data folder", async () => {
  const data = join(newFolder(), "data");
  expect(await keptIn(data)).toContain(join(data, "code-cache"));
  expect(readdirSync(data)).toEqual(["code-cache"]);
});

test("nothing is kept for another data folder, or where somebody else could write or has put a link", async () => {
  const named = newFolder();
  expect(await keptIn(named, ["open.md", "--data", named])).toBe("");
  expect(await keptIn(named, [`--data=${named}`])).toBe("");
  expect(readdirSync(named)).toEqual([]);
  const shared = newFolder();
  chmodSync(shared, 0o777);
  expect(await keptIn(shared)).toBe("");
  const linked = newFolder();
  mkdirSync(join(linked, "elsewhere"));
  symlinkSync(join(linked, "elsewhere"), join(linked, "code-cache"));
  expect(await keptIn(linked)).toBe("");
  expect(existsSync(join(linked, "elsewhere")) && readdirSync(join(linked, "elsewhere"))).toEqual([]);
});
