import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startChild } from "../testing/child-process";
import { plantDeepTree } from "../testing/planted-database.fixture";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-planted-books-"));
  mkdirSync(join(folder, "w", "novel"), { recursive: true });
  writeFileSync(join(folder, "w", "novel", "one.md"), "# One\n\nA paragraph.\n\nAnother.\n");
  path = join(folder, "w", "novel", ".galley", "book.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the calls one after the other in an engine in its own process, and returns the answers. The process is killed after a minute. */
async function answersTo(calls: Record<string, unknown>[]): Promise<{ ok: boolean; message: string }[]> {
  const child = startChild(
    new URL("../testing/engine.child.ts", import.meta.url),
    [join(folder, "data"), join(folder, "w")],
    { env: { NODE_OPTIONS: "--experimental-transform-types" } },
  );
  const timer = setTimeout(() => child.process.kill("SIGKILL"), 60_000);
  for (const call of calls) child.send(JSON.stringify(call));
  child.process.stdin?.end();
  const { code, complaint } = await child.ended;
  clearTimeout(timer);
  expect({ code, complaint }).toEqual({ code: 0, complaint: "" });
  return child.lines.filter((line) => line.startsWith("answer ")).map((line) => JSON.parse(line.slice(7)));
}

const listChapters = { name: "list_chapters", book: "novel" };
const openTask = { name: "open_task", book: "novel", type: "translation" };

test.each(["chapters", "tasks", "facts"])(
  "a book's database with %s of too many rows counts as damaged, and is set aside before a write [A19]",
  async (table) => {
    plantDeepTree(path, table);
    const planted = readFileSync(path);
    const [listed, again, opened, after] = await answersTo([listChapters, listChapters, openTask, listChapters]);
    expect([listed?.ok, again?.ok, opened?.ok, after?.ok]).toEqual([true, true, true, true]);
    for (const each of [listed, again]) expect(each?.message).toContain("is damaged and cannot be shown");
    expect(opened?.message).toContain("set aside");
    expect(after?.message).not.toContain("damaged");
    const [aside = "", ...others] = readdirSync(join(path, "..")).filter((name) => name.includes("damaged"));
    expect(others).toEqual([]);
    expect(readFileSync(join(path, "..", aside))).toEqual(planted);
  },
  150_000,
);
