import { readdirSync, readFileSync } from "node:fs";
import { inProject } from "../set-up/project.mjs";

const tag = /\[([AE]\d{1,2}(?: [AE]\d{1,2})*)\]/g;

/** For a runner's filter of titles: matches those of attacks and of no others. */
export const taggedTitle = "\\[[AE][0-9]+( [AE][0-9]+)*\\]";

/** The numbers that a title has: `["A9", "E17"]`. */
export const tagsOf = (title) => [...new Set([...title.matchAll(tag)].flatMap(([, ids]) => ids.split(" ")))];

/** Which project of tests a file is in; null for what is no test. */
export function projectOf(path) {
  if (/^e2e\/[^/]+\.spec\.ts$/.test(path)) return "e2e";
  if (!/\.test\.(?:ts|tsx|mjs)$/.test(path)) return null;
  return /^src\/main\/(?:mcp|cli)\/|\.process\.test\./.test(path) ? "process" : "unit";
}

/** The files of tests whose text has a tag, as `{path, project, tags}`. */
export function taggedTests() {
  const found = [];
  for (const folder of ["src", "scripts", "faults", "e2e"])
    for (const path of readdirSync(inProject(folder), { recursive: true })) {
      const name = `${folder}/${path.replaceAll("\\", "/")}`;
      const project = projectOf(name);
      // Our own tests speak of tags and are none.
      if (project === null || name.startsWith("scripts/attacks/")) continue;
      const tags = tagsOf(readFileSync(inProject(name), "utf8"));
      if (tags.length > 0) found.push({ path: name, project, tags });
    }
  return found.sort((a, b) => a.path.localeCompare(b.path));
}
