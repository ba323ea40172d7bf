import { readdirSync, readFileSync } from "node:fs";
import { inProject } from "../set-up/project.mjs";

const tag = /\[([AE]\d{1,2}(?: [AE]\d{1,2})*)\]/g;

/** A title filter for test runners: matches the titles of attack tests only. */
export const taggedTitle = "\\[[AE][0-9]+( [AE][0-9]+)*\\]";

/** The ids in a title: `["A9", "E17"]`. */
export const tagsOf = (title) => [...new Set([...title.matchAll(tag)].flatMap(([, ids]) => ids.split(" ")))];

/** The test project that a file belongs to; null if it is not a test. */
export function projectOf(path) {
  if (/^e2e\/[^/]+\.spec\.ts$/.test(path)) return "e2e";
  if (!/\.test\.(?:ts|tsx|mjs)$/.test(path)) return null;
  return /^src\/main\/(?:mcp|cli)\/|\.process\.test\./.test(path) ? "process" : "unit";
}

/** The test files whose text contains ids, as `{path, project, tags}`. */
export function taggedTests() {
  const found = [];
  for (const folder of ["src", "scripts", "faults", "e2e"])
    for (const path of readdirSync(inProject(folder), { recursive: true })) {
      const name = `${folder}/${path.replaceAll("\\", "/")}`;
      const project = projectOf(name);
      // The tests of these scripts contain ids but are not attacks.
      if (project === null || name.startsWith("scripts/attacks/")) continue;
      const tags = tagsOf(readFileSync(inProject(name), "utf8"));
      if (tags.length > 0) found.push({ path: name, project, tags });
    }
  return found.sort((a, b) => a.path.localeCompare(b.path));
}
