import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inProject } from "../set-up/project.mjs";

/** The results of the mutations of the code, written by faults/mutations/mutations.process.test.ts. */
export const mutationsFolder = "out/mutations";

/** The results of the last run, in the order of the table. */
export function readMutations() {
  const folder = inProject(mutationsFolder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}

/** The part of docs/reliability.md about mutations, one line for each. */
export function mutationsPart(mutations) {
  if (mutations.length === 0) return ["## Mutations of the code", "", "Not part of this run.", ""];
  const run = mutations.filter(({ status }) => status !== "skipped");
  const caught = run.filter(({ status }) => status === "caught").length;
  const skipped = mutations.length - run.length;
  const share = run.length === 0 ? 0 : Math.floor((caught / run.length) * 1000) / 10;
  return [
    "## Mutations of the code",
    "",
    "Each mutation is made in a copy of the code; the named test must then fail.",
    "",
    `**${caught} of ${run.length} mutations were caught, ${share} %.**${skipped > 0 ? ` ${skipped} were not made here.` : ""}`,
    "",
    "| mutation | broken in | the test that must fail | |",
    "|---|---|---|---|",
    ...mutations.map(({ breaks, file, test: [testFile, title], status, output }) => {
      const word = status === "skipped" ? `not made: ${output}` : status === "caught" ? "caught" : `**${status}**`;
      return `| ${breaks} | \`${file}\` | \`${testFile}\` “${title.replaceAll("|", "\\|")}” | ${word} |`;
    }),
    "",
  ];
}
