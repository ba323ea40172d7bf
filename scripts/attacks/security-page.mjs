import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { arch, platform, release } from "node:os";
import { isAbsolute, relative } from "node:path";
import { inProject } from "../set-up/project.mjs";
import { attacks, checklist } from "./attacks.mjs";
import { tagsOf } from "./tagged-tests.mjs";

const page = "docs/security.md";
/** The same figures for the app. */
const figures = "resources/reports/security.json";

/** The tests in a report of Vitest or Playwright that ran and are attacks: `{path, title, tags, status, tried, runs}`. */
export function attackTests(report) {
  if (!report) return [];
  return (report.testResults ? fromVitest(report) : fromPlaywright(report)).filter(({ tags }) => tags.length > 0);
}

function fromVitest({ testResults }) {
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

function fromPlaywright({ suites }) {
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

/** The result of each attack or checklist item: `{…, status: "held" | "fell" | "not shown", attempts, runs, through, tests}`. */
export function summarize(list, tests) {
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
 * Writes the page and the figures from the results that `npm run attacks` or a full `npm run test:long` left in `out/test-results`. Returns a
 * message. Writes nothing if one of the three kinds of tests did not run.
 */
export function writeSecurity() {
  const reports = ["unit", "process", "e2e"].map((project) => {
    const path = inProject("out/test-results", `${project}.json`);
    return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
  });
  if (reports.some((report) => report === null)) return `Not all kinds of tests have run. ${page} was not changed.`;
  const tests = reports.flatMap(attackTests);
  const run = {
    version: JSON.parse(readFileSync(inProject("package.json"), "utf8")).version,
    date: new Date().toISOString().slice(0, 10),
    machine: `${platform()} ${release().split(".").slice(0, 2).join(".")} ${arch()}`,
    mode: process.env.GALLEY_LONG ? "full" : "sample",
  };
  writeFileSync(inProject(figures), `${JSON.stringify(figuresOf(tests, run), null, 2)}\n`);
  writeFileSync(inProject(page), securityPage(tests, run));
  return `Wrote ${tests.length} attack tests to ${page} and ${figures}.`;
}

/** The figures that the app can show. */
export function figuresOf(tests, run) {
  const toFigures = ({ id, status, attempts, runs, through }) => ({ id, status, attempts, runs, through });
  return {
    ...run,
    attempts: attemptsOf(tests),
    runs: runsOf(tests),
    through: tests.filter(({ status }) => status === "failed").length,
    attacks: summarize(attacks, tests).map(toFigures),
    checklist: summarize(checklist, tests).map(toFigures),
  };
}

const attemptsOf = (tests) => tests.reduce((sum, { tried }) => sum + tried, 0);
const runsOf = (tests) => tests.reduce((sum, { runs }) => sum + runs, 0);

/** The page as Markdown. */
export function securityPage(tests, { version, date, machine, mode }) {
  const rows = summarize(attacks, tests);
  const items = summarize(checklist, tests);
  const through = tests.filter(({ status }) => status === "failed");
  const untested = [...rows, ...items].filter(({ status }) => status === "not shown");
  const lines = [
    "# What was tried against Galley, and what got through",
    "",
    "Generated by `npm run attacks` or `npm run test:long` from test results. The titles of the attack tests have the ids on this page; `npm test` runs all of them, some as a sample.",
    "",
    `Galley ${version}, ${date}, ${mode === "full" ? "a full run" : "a sample run"} on ${machine}.`,
    "",
    `**${count(attemptsOf(tests))} attempts in ${count(tests.length)} tests: ${through.length === 0 ? "none" : through.length} got through.**${repeatedOf(tests)}`,
    "",
    "- **attempts**: distinct payloads that were sent, pasted, opened or requested; a test that does not count them counts as one. One attempt may belong to several attacks.",
    "- **runs**: how often the attempts were made. Fuzzing a schema puts the same values into every field of every request, which adds runs but no attempts.",
    "- **got through**: failed tests: at least one attempt had a forbidden effect, or the test did not end.",
    "",
    "## Attacks",
    "",
    "| | what was tried | required result | attempts | runs | got through | tested by |",
    "|---|---|---|---:|---:|---:|---|",
    ...rows.map(
      (row) =>
        `| ${row.id} | ${cell(row.tried)} | ${cell(row.must)} | ${figuresIn(row)} | ${row.tests.map(shortPath).join(", ") || "–"} |`,
    ),
    "",
    ...rows.filter(({ besides }) => besides).map(({ id, besides }) => `- ${id}: ${besides}.`),
    "",
    "## Electron's checklist",
    "",
    "| | item | what Galley does | attempts | runs | got through | tested by |",
    "|---|---|---|---:|---:|---:|---|",
    ...items.map(
      (row) =>
        `| ${row.id} | ${cell(row.item)} | ${cell(row.ours)} | ${figuresIn(row)} | ${row.tests.map(shortPath).join(", ") || "–"} |`,
    ),
    "",
    ...(untested.length > 0
      ? ["## Not tested in this run", "", ...untested.map(({ id, tried, item }) => `- ${id}: ${tried ?? item}.`), ""]
      : []),
    ...(through.length > 0
      ? ["## What got through", "", ...through.map(({ path, title }) => `- \`${path}\`: ${cell(title)}`), ""]
      : []),
  ];
  return lines.join("\n");
}

const figuresIn = ({ status, attempts, runs, through }) =>
  status === "not shown"
    ? "not tested here | – | –"
    : `${count(attempts)} | ${count(runs)} | ${through === 0 ? 0 : `**${through}**`}`;

/** Only shown if an attempt was made more than once. */
function repeatedOf(tests) {
  const [attempts, runs] = [attemptsOf(tests), runsOf(tests)];
  if (runs === attempts) return "";
  return ` They were made in ${count(runs)} runs; ${count(runs - attempts)} of these fuzz schemas: the same values in other places.`;
}
const shortPath = (path) => `\`${path.replace(/^src\/(?:main\/)?/, "").replace(/\.(?:test|spec)\.\w+$/, "")}\``;
const cell = (text) => text.replace(/\s*\n\s*/g, " ").replaceAll("|", "\\|");
const count = (number) => number.toLocaleString("en-US");
