import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startChild } from "../testing/child-process";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-held-"));
  mkdirSync(join(folder, "w"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** For each call, the longest time in milliseconds that it blocked its process, with worker processes (`elsewhere`) or without (`here`). */
async function blockedTimes(calls: object[], where: "here" | "elsewhere"): Promise<number[]> {
  const { ended, lines } = startChild(
    new URL("../testing/held.child.ts", import.meta.url),
    [join(folder, where), join(folder, "w"), where, ...calls.map((call) => JSON.stringify(call))],
    { env: { NODE_OPTIONS: "--experimental-transform-types" } },
  );
  expect(await ended).toMatchObject({ code: 0, complaint: "" });
  return lines.map((line) => {
    const [, held, answer] = /^held (\d+) .* (\w+)$/.exec(line) ?? [];
    expect(answer).toBe("true");
    return Number(held);
  });
}

test("the first read of 60,000 paragraphs blocks its process only for part of the time that their ids take", async () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => `Row ${at} of the words that are in paragraph ${at * 7}.`);
  writeFileSync(join(folder, "w", "long.md"), rows.join("\n\n"));
  writeFileSync(join(folder, "w", "small.md"), "one\n");
  const calls = ["small.md", "long.md"].map((path) => ({ name: "read_file", path, limit: 5 }));
  const [, here = 0] = await blockedTimes(calls, "here");
  const [, elsewhere = here] = await blockedTimes(calls, "elsewhere");
  expect(elsewhere).toBeLessThan(0.6 * here);
}, 120_000);
