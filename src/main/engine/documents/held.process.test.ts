import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startChild } from "../testing/child-process";
import { longCalls, longFiles } from "../testing/long-texts.fixture";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-held-"));
  mkdirSync(join(folder, "w"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const writeFiles = (files: Record<string, string>): void => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "w", name), text);
};

/** For each call, how long it blocked its process, and the jobs of worker processes (`elsewhere`; `here` there are none). */
async function run(calls: object[], where: "here" | "elsewhere"): Promise<{ held: number; jobs: string[] }[]> {
  const file = join(folder, "calls.json");
  writeFileSync(file, JSON.stringify(calls));
  const { ended, lines } = startChild(
    new URL("../testing/held.child.ts", import.meta.url),
    [join(folder, where), join(folder, "w"), where, file],
    { env: { NODE_OPTIONS: "--experimental-transform-types" } },
  );
  expect(await ended).toMatchObject({ code: 0, complaint: "" });
  return lines.map((line) => {
    const { ok, ...measured } = JSON.parse(line);
    expect(ok).toBe(true);
    return measured;
  });
}

// It measures what the next test counts.
test.runIf(process.env["GALLEY_LONG"])(
  "the first read of 60,000 paragraphs blocks its process only for part of the time that their ids take",
  async () => {
    writeFiles(longFiles());
    const calls = ["small.md", "paragraphs.md"].map((path) => ({ name: "read_file", path, limit: 5 }));
    const [, here] = await run(calls, "here");
    const [, elsewhere] = await run(calls, "elsewhere");
    expect(elsewhere?.held).toBeLessThan(0.6 * (here?.held ?? 0));
  },
  180_000,
);

test("a long patch and the ids of many paragraphs are the work of worker processes", async () => {
  const size = { hunks: 600, paragraphs: 20_000, pending: 5000 };
  writeFiles(longFiles(size));
  const calls = longCalls(size);
  const found = await run(
    calls.map(({ call }) => call),
    "elsewhere",
  );
  expect(found.map(({ jobs }) => jobs)).toEqual(calls.map(({ jobs }) => jobs));
}, 180_000);
