import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type BrokenTree, copyTree, type Mutation, type Outcome } from "./mutate";
import { mutations } from "./mutations";

const project = join(import.meta.dirname, "..", "..");
/** scripts/commands/mutations-part.mjs reads the results from here. */
const results = join(project, "out", "mutations");
const isFull = process.env["GALLEY_LONG"] !== undefined;
/** The break that `npm test` tries, to check the run itself. */
const sample = new Set(["A path may climb out of a root"]);

const missingHere: Record<NonNullable<Mutation["needs"]>, () => string | null> = {
  strace: () => (spawnSync("strace", ["--version"]).status === 0 ? null : "strace is not installed"),
  compiler: () => (spawnSync("cc", ["--version"]).status === 0 ? null : "there is no C compiler"),
  root: () => (process.getuid?.() === 0 ? null : "only root can give files away"),
};

let tree: BrokenTree | null = null;
afterAll(() => tree?.remove());

test("the sample is part of the table", () => {
  expect(mutations.filter(({ breaks }) => sample.has(breaks)).length).toBe(sample.size);
});

for (const [index, mutation] of mutations.entries()) {
  const { breaks, file, test: named, needs } = mutation;
  test.skipIf(!isFull && !sample.has(breaks))(breaks, { timeout: 330_000, retry: 0 }, async (context) => {
    const keep = (outcome: Outcome | { status: "skipped"; output: string }): void => {
      if (!isFull) return;
      mkdirSync(results, { recursive: true });
      const name = `${String(index).padStart(4, "0")}.json`;
      writeFileSync(join(results, name), JSON.stringify({ breaks, file, test: named, ...outcome }));
    };
    const missing = needs === undefined ? null : missingHere[needs]();
    if (missing !== null) {
      keep({ status: "skipped", output: missing });
      context.skip(missing);
    }
    keep({ status: "not run", output: "the run ended in the middle of it" });
    tree ??= copyTree(project);
    const outcome = await tree.run(mutation);
    keep(outcome);
    expect(outcome, outcome.output).toMatchObject({ status: "caught" });
  });
}
