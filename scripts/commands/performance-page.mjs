import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, platform, release, totalmem } from "node:os";
import { join } from "node:path";
import { inProject } from "../set-up/project.mjs";

const page = "docs/performance.md";
const resultsFolder = "out/bench";

/** The stored figures of each benchmark that has run, by title. */
function readFigures() {
  const folder = inProject(resultsFolder);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  return files
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")))
    .filter(({ at, contestants }) => typeof at === "string" && Array.isArray(contestants))
    .sort((a, b) => a.title.localeCompare(b.title, "en", { numeric: true }));
}

/** Writes docs/performance.md from the results in out/bench. Returns a line that says so. */
export function writePerformance() {
  const figures = readFigures();
  writeFileSync(inProject(page), performancePage(figures, machineLine()));
  return `${page}: ${figures.length} figures, ${figures.filter(({ goal }) => goal?.holds === false).length} goals missed.`;
}

function machineLine() {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const [major, minor] = release().split(".");
  return `${cpus().length} cores, ${gigabytes} GiB, ${platform()} ${major}.${minor} ${arch()}`;
}

/** The page as Markdown. `figures` are as `bench/figures.ts` stores them. */
export function performancePage(figures, machine) {
  const goals = figures.filter(({ goal }) => goal !== null);
  const count = (holds) => goals.filter(({ goal }) => goal.holds === holds).length;
  return `${[
    "# How fast and how large Galley is",
    "Written by `npm run bench`. Each figure stands beside that of a rival or of the least that could be done, measured in turns in the same run: machines differ, so the ratios count and not the times. The rival, in the first row of each table, is × 1.",
    `${machine}. ${count(true)} goals met, ${count(false)} missed${count(null) > 0 ? `, ${count(null)} not compared, because the rival is not installed` : ""}.`,
    "## Goals",
    table(
      ["what", "goal", "", "why"],
      goals.map(({ title, goal }) => [
        title,
        goal.wanted,
        verdict(goal),
        goal.holds === false ? (goal.missed ?? "not looked into yet") : "",
      ]),
    ),
    "## Figures",
    ...figures.flatMap((each) => [`### ${each.title}`, figureTable(each), `${each.at.slice(0, 10)}.`]),
  ].join("\n\n")}\n`;
}

const verdict = ({ holds }) => (holds === null ? "not compared" : holds ? "met" : "**missed**");

function figureTable({ contestants, unit }) {
  const [rival] = contestants;
  const figure = (value) => `${value >= 100 ? value.toFixed(0) : value.toFixed(1)} ${unit}`;
  return table(
    ["", "runs", "median", "95 %", "most", "×"],
    contestants.map((each) => [
      each.name,
      String(each.runs),
      ...[each.median, each.p95, each.max].map(figure),
      (each.median / rival.median).toFixed(2),
    ]),
  );
}

const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n");

const cell = (text) => text.replaceAll("|", "\\|");
