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
  // Only an id in a test title counts; a mention elsewhere tests nothing.
  const isTitle = /^\s*(?:## |(?:it|test|describe)\b)/;
  const titles = files.flatMap((name) =>
    readFileSync(name, "utf8")
      .split("\n")
      .filter((line) => isTitle.test(line)),
  );
  const known = [...ids].map(([, id = ""]) => id);
  expect(known.length).toBeGreaterThan(80);
  expect(known.filter((id) => !titles.some((title) => title.includes(`[${id}]`)))).toEqual([]);
  // A misspelled or unknown id would hide that a scenario has no test.
  const named = titles.flatMap((title) => [...title.matchAll(/\[((?:\d{3}-|JR-)[\w.-]+)\]/g)].map(([, id = ""]) => id));
  expect(named.filter((id) => !known.includes(id))).toEqual([]);
});
