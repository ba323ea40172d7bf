import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const project = join(import.meta.dirname, "../../../..");

it("every scenario has a case or a test that names it", () => {
  const ids = readFileSync(join(project, "docs/scenarios.md"), "utf8").matchAll(/^- ([\w.-]+):/gm);
  const files = ["src", "e2e"].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(cases\.md|(test|spec)\.ts)$/.test(name))
      .map((name) => join(project, folder, name)),
  );
  const tests = files.map((name) => readFileSync(name, "utf8")).join("\n");
  const untested = [...ids].map(([, id = ""]) => id).filter((id) => !tests.includes(`[${id}]`));
  expect(untested).toEqual([]);
});
