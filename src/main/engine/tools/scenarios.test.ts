import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const engine = join(import.meta.dirname, "..");

it("every scenario has a case or a test that names it", () => {
  const ids = readFileSync(join(import.meta.dirname, "scenarios.md"), "utf8").matchAll(/^- ([\w-]+):/gm);
  const files = readdirSync(engine, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(cases\.md|test\.ts)$/.test(name),
  );
  const tests = files.map((name) => readFileSync(join(engine, name), "utf8")).join("\n");
  const untested = [...ids].map(([, id = ""]) => id).filter((id) => !tests.includes(`[${id}]`));
  expect(untested).toEqual([]);
});
