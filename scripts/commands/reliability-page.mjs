import { existsSync, readdirSync, readFileSync, statfsSync, writeFileSync } from "node:fs";
import { arch, cpus, loadavg, platform, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { inProject } from "../set-up/project.mjs";

/** Where each row of the harness leaves what it came to. */
export const resultsFolder = "out/faults";

const page = "docs/reliability.md";
/** For whatever in the app shows the figures: main and page may both import it. */
const figures = "src/shared/reliability.json";

/** Faults of the list that have tests of their own, outside the harness. */
const elsewhere = [
  ["F9 mode, owner, attributes are kept", "src/main/engine/files/disk.test.ts"],
  ["F11 the open file is renamed by others", "src/main/app/outside-changes.test.ts"],
  ["F12 deleted under the editor, and made again", "src/main/app/outside-changes.test.ts"],
  ["F13 several processes at one file", "src/main/engine/files/kill.process.test.ts"],
  ["F17, F18 a person and an agent in one document", "src/main/engine/interleavings.test.ts"],
  ["F19 typing during a slow save", "src/main/app/data-safety.test.ts"],
  ["F20 versions are restored", "src/main/app/timeline.test.ts"],
  ["F21–F24 encodings, damaged bytes, line endings", "src/main/engine/files/encoding.test.ts"],
  ["F26–F28 huge documents", "e2e/large.spec.ts"],
  ["F29 input methods", "e2e/input-method.spec.ts"],
  ["F31 malformed requests of agents", "src/main/mcp/read-message.test.ts"],
  ["F34–F37 providers that hang, cut, refuse", "src/main/app/assistant/provider-faults.test.ts"],
  ["E1 hostile packages", "src/main/engine/formats/hostile-packages.test.ts"],
];

/** Writes the page and the figures from what the rows have left; answers with a sentence. Nothing is written without a full run. */
export function writeReliability() {
  const folder = inProject(resultsFolder);
  const results = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")))
        .sort((a, b) => a.order - b.order)
    : [];
  if (!results.some(({ mode }) => mode === "full")) return `No fault was run in full: ${page} stays as it is.`;
  const run = {
    version: JSON.parse(readFileSync(inProject("package.json"), "utf8")).version,
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
  };
  writeFileSync(inProject(figures), `${JSON.stringify(figuresOf(results, run), null, 2)}\n`);
  writeFileSync(inProject(page), reliabilityPage(results, run));
  return `${results.length} faults are in ${page} and ${figures}.`;
}

/** What the app can show: the same figures, without the words around them. */
export function figuresOf(results, run) {
  return {
    ...run,
    mode: results.every((row) => row.mode === "full") ? "full" : "partly a sample",
    ...sumsOf(results),
    faults: results.map(
      ({ name, mode, covers, status, runs, torn, lost, falseAnswers, leftBehind, worstMs, reason }) => ({
        ...{
          fault: name,
          mode,
          covers: covers.join(", "),
          status,
          runs,
          torn,
          lost,
          falseAnswers,
          leftBehind,
          worstMs,
          reason,
        },
      }),
    ),
  };
}

function sumsOf(results) {
  const sum = (key) => results.reduce((total, row) => total + row[key], 0);
  const worstMs = Math.max(0, ...results.map((row) => row.worstMs));
  return {
    ...{ runs: sum("runs"), torn: sum("torn"), lost: sum("lost"), falseAnswers: sum("falseAnswers") },
    ...{ leftBehind: sum("leftBehind"), worstMs },
  };
}

/** The page, as Markdown. */
export function reliabilityPage(results, { version, date, machine: where }) {
  const { runs, torn, lost, falseAnswers, leftBehind, worstMs } = sumsOf(results);
  const by = (status) => results.filter((row) => row.status === status);
  const sampled = results.filter((row) => row.mode !== "full");
  const known = results.filter((row) => row.lost > 0 && row.why);
  const lines = [
    "# What was done to Galley, and what was lost",
    "",
    "Written by `npm run test:long`, or `npm run faults`, from what happened; not by hand. `npm test` runs a short sample of the same.",
    "",
    `Galley ${version}, ${date}, ${sampled.length === 0 ? "a full run" : `a full run save for ${sampled.length} of ${results.length} faults, which were sampled and say so,`} on ${where}.`,
    "",
    `**${count(runs)} runs of ${results.length} faults: ${torn} torn, ${lost} lost, ${falseAnswers} false answers, ${leftBehind} left behind.** ${by("fell").length === 0 ? "Every fault was held" : `${by("fell").length} of the faults were not held`}${by("skipped").length > 0 ? `; ${by("skipped").length} could not be run there` : ""}.`,
    "",
    "- **torn**: the bytes on the disk were neither the old nor the new version, after a restart that recovers.",
    "- **lost**: something that was confirmed, typed more than a second before, or written by another program was nowhere: not in the file, not in the journal, not in history.",
    "- **false answers**: it said saved and the new bytes were not there, or refused and they were, or claimed what was not so.",
    "- **worst time**: from the question to the answer. The machine does other work as well, so these are upper ends and not measurements of speed.",
    "- **left behind**: temporary files or open handles that the next undisturbed try does not remove.",
    "",
    "| fault | runs | torn | lost | false answers | worst time | left behind |",
    "|---|---:|---:|---:|---:|---:|---:|",
    ...results.map(rowOf),
    `| **all** | **${count(runs)}** | **${torn}** | **${lost}** | **${falseAnswers}** | **${inWords(worstMs)}** | **${leftBehind}** |`,
    "",
    ...(known.length > 0
      ? [
          "## Known losses",
          "",
          ...known.map(({ name, why, lost: n, runs: of }) => `- ${name}: ${n} of ${count(of)}. ${why}`),
          "",
        ]
      : []),
    ...(by("fell").length > 0 ? ["## What was not held", "", ...by("fell").flatMap(fallenOf), ""] : []),
    ...(by("skipped").length > 0
      ? ["## What could not be run there", "", ...by("skipped").map(({ name, reason }) => `- ${name}: ${reason}.`), ""]
      : []),
    "## How each is brought about",
    "",
    ...results.map(({ name, covers, how }) => `- **${name}** (${covers.join(", ")}): ${how}.`),
    "",
    "## Faults with tests of their own",
    "",
    ...elsewhere.map(([what, test]) => `- ${what}: \`${test}\``),
    "",
  ];
  return lines.join("\n");
}

function rowOf({ name, mode, status, runs, torn, lost, falseAnswers, worstMs, leftBehind }) {
  if (status === "skipped") return `| ${cell(name)} | not run | – | – | – | – | – |`;
  const mark = `${mode === "full" ? "" : " (sample)"}${status === "fell" ? " **(not held)**" : ""}`;
  return `| ${cell(name)}${mark} | ${count(runs)} | ${torn} | ${lost} | ${falseAnswers} | ${inWords(worstMs)} | ${leftBehind} |`;
}

const fallenOf = ({ name, fallen }) => [
  `- ${name}`,
  ...fallen.slice(0, 3).map((line) => `  - ${cell(line.slice(0, 300))}`),
];
const cell = (text) => text.replace(/\s*[\n|]+\s*/g, " ").replace(/\/tmp\/galley-[\w-]+/g, "…");
const count = (number) => number.toLocaleString("en-US");
const inWords = (ms) => (ms < 1 ? "< 1 ms" : ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

/** What kind of machine, and no more. */
function machine() {
  const types = { 61267: "ext4", 2435016766: "btrfs", 1481003842: "xfs", 16914836: "tmpfs", 2035054128: "overlayfs" };
  const disk = types[statfsSync(tmpdir()).type] ?? "another file system";
  const [busy = 0] = loadavg();
  const system = `${platform()} ${release().split(".").slice(0, 2).join(".")} ${arch()}`;
  const cores = cpus().length;
  return `${cores} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${system}, ${disk}, ${(busy / cores).toFixed(1)} processes waiting for each core at the end`;
}
