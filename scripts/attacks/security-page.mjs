import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { arch, platform, release } from "node:os";
import { isAbsolute, relative } from "node:path";
import { inProject } from "../set-up/project.mjs";
import { attacks, checklist } from "./attacks.mjs";
import { tagsOf } from "./tagged-tests.mjs";

const page = "docs/security.md";
/** For whatever in the app shows the figures. */
const figures = "resources/reports/security.json";

/** Each test that ran and is an attack, `{path, title, tags, status, tried, runs}`, of a report of vitest or of Playwright. */
export function attempted(report) {
  if (!report) return [];
  return (report.testResults ? ofVitest(report) : ofPlaywright(report)).filter(({ tags }) => tags.length > 0);
}

function ofVitest({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ fullName, status, meta }) => {
      if (status !== "passed" && status !== "failed") return [];
      const path = isAbsolute(name) ? relative(inProject(), name) : name;
      return [
        {
          path,
          title: fullName,
          tags: tagsOf(fullName),
          status,
          tried: meta?.tried ?? 1,
          runs: meta?.runs ?? meta?.tried ?? 1,
        },
      ];
    }),
  );
}

function ofPlaywright({ suites }) {
  const found = [];
  const visit = (suite, titles) => {
    for (const { title, tests } of suite.specs ?? []) {
      const fullName = [...titles, title].join(" ");
      for (const { status, annotations } of tests) {
        if (status === "skipped") continue;
        const counted = annotations.filter(({ type }) => type === "tried");
        const tried = counted.reduce((sum, { description }) => sum + Number(description), 0) || 1;
        const ended = status === "unexpected" ? "failed" : "passed";
        found.push({
          path: `e2e/${suite.file}`,
          title: fullName,
          tags: tagsOf(fullName),
          status: ended,
          tried,
          runs: tried,
        });
      }
    }
    for (const each of suite.suites ?? []) visit(each, each.title === suite.title ? titles : [...titles, each.title]);
  };
  for (const suite of suites) visit(suite, []);
  return found;
}

/** What came of each attack and each item: `{…, status: "held" | "fell" | "not shown", attempts, runs, through, tests}`. */
export function summed(list, tests) {
  return list.map((each) => {
    const own = tests.filter(({ tags }) => tags.includes(each.id));
    const through = own.filter(({ status }) => status === "failed").length;
    return {
      ...each,
      status: own.length === 0 ? "not shown" : through > 0 ? "fell" : "held",
      attempts: attemptsOf(own),
      runs: runsOf(own),
      through,
      tests: [...new Set(own.map(({ path }) => path))].sort(),
    };
  });
}

/**
 * Writes the page and the figures from what `npm run attacks`, or a whole `npm run test:long`, has left in `out/test-results`; answers with a
 * sentence. Nothing is written where one of the three kinds of tests did not run.
 */
export function writeSecurity() {
  const reports = ["unit", "process", "e2e"].map((project) => {
    const path = inProject("out/test-results", `${project}.json`);
    return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
  });
  if (reports.some((report) => report === null)) return `Not all kinds of tests have run: ${page} stays as it is.`;
  const tests = reports.flatMap(attempted);
  const run = {
    version: JSON.parse(readFileSync(inProject("package.json"), "utf8")).version,
    date: new Date().toISOString().slice(0, 10),
    machine: `${platform()} ${release().split(".").slice(0, 2).join(".")} ${arch()}`,
    mode: process.env.GALLEY_LONG ? "full" : "sample",
  };
  writeFileSync(inProject(figures), `${JSON.stringify(figuresOf(tests, run), null, 2)}\n`);
  writeFileSync(inProject(page), securityPage(tests, run));
  return `${tests.length} tests of attacks are in ${page} and ${figures}.`;
}

/** What the app can show. */
export function figuresOf(tests, run) {
  const kept = ({ id, status, attempts, runs, through }) => ({ id, status, attempts, runs, through });
  return {
    ...run,
    attempts: attemptsOf(tests),
    runs: runsOf(tests),
    through: tests.filter(({ status }) => status === "failed").length,
    attacks: summed(attacks, tests).map(kept),
    checklist: summed(checklist, tests).map(kept),
  };
}

const attemptsOf = (tests) => tests.reduce((sum, { tried }) => sum + tried, 0);
const runsOf = (tests) => tests.reduce((sum, { runs }) => sum + runs, 0);

/** The page, as Markdown. */
export function securityPage(tests, { version, date, machine, mode }) {
  const rows = summed(attacks, tests);
  const items = summed(checklist, tests);
  const through = tests.filter(({ status }) => status === "failed");
  const unshown = [...rows, ...items].filter(({ status }) => status === "not shown");
  const lines = [
    "# What was tried against Galley, and what got through",
    "",
    "Written by `npm run attacks`, or `npm run test:long`, from what happened; not by hand. The tests that are attacks carry the numbers of this page in their titles; `npm test` runs all of them, some as a sample.",
    "",
    `Galley ${version}, ${date}, ${mode === "full" ? "a full run" : "a run of samples"} on ${machine}.`,
    "",
    `**${count(attemptsOf(tests))} attempts in ${count(tests.length)} tests: ${through.length === 0 ? "none" : through.length} got through.**${repeatedOf(tests)}`,
    "",
    "- **attempts**: what was sent, pasted, opened or asked for, each distinct one once where the test counts them, else one for each test. One attempt may be of several attacks.",
    "- **runs**: how often they were made. Fuzzing a schema puts the same values into every place of every request: many runs at one gate, and no more attempts.",
    "- **got through**: tests that fell: at least one attempt came to something that must not be, or the test did not end.",
    "",
    "## Attacks",
    "",
    "| | what was tried | what must come of it | attempts | runs | got through | held by |",
    "|---|---|---|---:|---:|---:|---|",
    ...rows.map(
      (row) =>
        `| ${row.id} | ${cell(row.tried)} | ${cell(row.must)} | ${figuresIn(row)} | ${row.tests.map(shortened).join(", ") || "–"} |`,
    ),
    "",
    ...rows.filter(({ besides }) => besides).map(({ id, besides }) => `- ${id}: ${besides}.`),
    "",
    "## Electron's checklist",
    "",
    "| | item | what Galley does | attempts | runs | got through | held by |",
    "|---|---|---|---:|---:|---:|---|",
    ...items.map(
      (row) =>
        `| ${row.id} | ${cell(row.item)} | ${cell(row.ours)} | ${figuresIn(row)} | ${row.tests.map(shortened).join(", ") || "–"} |`,
    ),
    "",
    ...(unshown.length > 0
      ? ["## Not shown by this run", "", ...unshown.map(({ id, tried, item }) => `- ${id}: ${tried ?? item}.`), ""]
      : []),
    ...(through.length > 0
      ? ["## What got through", "", ...through.map(({ path, title }) => `- \`${path}\`: ${cell(title)}`), ""]
      : []),
  ];
  return lines.join("\n");
}

const figuresIn = ({ status, attempts, runs, through }) =>
  status === "not shown"
    ? "not shown here | – | –"
    : `${count(attempts)} | ${count(runs)} | ${through === 0 ? 0 : `**${through}**`}`;

/** Said only where something was made more than once. */
function repeatedOf(tests) {
  const [attempts, runs] = [attemptsOf(tests), runsOf(tests)];
  if (runs === attempts) return "";
  return ` They were made in ${count(runs)} runs; ${count(runs - attempts)} of these fuzz schemas: the same values in other places.`;
}
const shortened = (path) => `\`${path.replace(/^src\/(?:main\/)?/, "").replace(/\.(?:test|spec)\.\w+$/, "")}\``;
const cell = (text) => text.replace(/\s*\n\s*/g, " ").replaceAll("|", "\\|");
const count = (number) => number.toLocaleString("en-US");
