import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inProject } from "../set-up/project.mjs";

/** Where each deliberate break of the code leaves what it came to: faults/mutations/mutations.process.test.ts. */
export const mutationsFolder = "out/mutations";

/** What the breaks of the last run came to, in the order of the table. */
export function readMutations() {
  const folder = inProject(mutationsFolder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}

/** The part of docs/reliability.md on them, a line each. */
export function mutationsPart(mutations) {
  if (mutations.length === 0)
    return [
      "## Deliberate breaks of the code",
      "",
      "Not part of this run: whether the tests notice one was not looked at.",
      "",
    ];
  const run = mutations.filter(({ status }) => status !== "skipped");
  const caught = run.filter(({ status }) => status === "caught").length;
  const skipped = mutations.length - run.length;
  const share = run.length === 0 ? 0 : Math.floor((caught / run.length) * 1000) / 10;
  return [
    "## Deliberate breaks of the code",
    "",
    "Each is made in a copy of the code, and the test that is named for it must fail there.",
    "",
    `**${caught} of ${run.length} breaks were caught, ${share} %.**${skipped > 0 ? ` ${skipped} were not made here.` : ""}`,
    "",
    "| what no longer holds | broken in | the test that must fail | |",
    "|---|---|---|---|",
    ...mutations.map(({ breaks, file, test: [testFile, title], status, said }) => {
      const word = status === "skipped" ? `not made: ${said}` : status === "caught" ? "caught" : `**${status}**`;
      return `| ${breaks} | \`${file}\` | \`${testFile}\` “${title.replaceAll("|", "\\|")}” | ${word} |`;
    }),
    "",
  ];
}
