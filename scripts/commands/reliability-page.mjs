import { existsSync, readdirSync, readFileSync, statfsSync, writeFileSync } from "node:fs";
import { arch, cpus, loadavg, platform, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { inProject } from "../set-up/project.mjs";
import { mutationsPart, readMutations } from "./mutations-part.mjs";

/** The result files of the harness rows. */
export const resultsFolder = "out/faults";

const page = "docs/reliability.md";
/** The same figures for the app: main and renderer may both import them. */
const figures = "resources/reports/reliability.json";

/** The faults that Galley is built against; the rows of the harness name the ones they cover by these ids. */
export const listed = {
  F1: "kill -9 in a loop of saves",
  F2: "kill -9 of the whole app while typing",
  F3: "each system call of a save fails once",
  F4: "a full disk, for the text and for the journal",
  F5: "a quota, and a limit on the size of files",
  F6: "read-only files, folders and disks",
  F7: "symbolic links: chains, broken, loops, out of the root",
  F8: "hard links",
  F9: "mode, owner, group, attributes are kept",
  F10: "names that differ only in case or Unicode form",
  F11: "the open file is renamed or moved by an external program",
  F12: "the open file is deleted and created again",
  F13: "an external program races the saves",
  F14: "external changes with every combination of size and time",
  F15: "Git checks out, stashes and resets under an open document",
  F16: "a file is replaced between the last check and the rename",
  F17: "the user and an agent in the same text",
  F18: "reject and undo after both have written",
  F19: "typing during a slow save",
  F20: "a restored version, with the user's text after it",
  F21: "unusual documents are opened and saved without an edit",
  F22: "encodings",
  F23: "invalid UTF-8 in the middle",
  F24: "line endings",
  F25: "special files, and files without end",
  F26: "huge files",
  F27: "giant lines, wide tables, deep nesting",
  F28: "long real texts",
  F29: "input methods while an agent writes",
  F30: "16 clients at once, on one file and on fifty",
  F31: "malformed messages",
  F32: "both versions of the protocol",
  F33: "clients that vanish in the middle of calls",
  F34: "providers that hang",
  F35: "streams cut at each byte",
  F36: "providers that reject requests, or answer nonsense",
  F37: "wrong tool calls of models",
  F38: "the system's limit of watched folders",
  F39: "clocks that jump",
  F40: "parts that crash, a second start, damaged or locked app data",
  F41: "a power cut: what is synced, and in which order",
  E1: "Office packages: cut, bombs, hostile, killed in a save",
  E2: "paragraph ids after external edits",
};

/** Tests outside the harness that cover faults: the id of the fault, the file, and a part of the test's title. */
export const testsOutsideTable = [
  ["F1", "src/main/engine/storage/saving/kill.process.test.ts", ""],
  ["F1", "src/main/engine/library/library.process.test.ts", "kill -9 while a document comes in"],
  ["F2", "e2e/crash.spec.ts", "after kill -9 of the app, what was typed up to a second before is back"],
  ["F3", "src/main/engine/storage/saving/faults.process.test.ts", ""],
  ["F7", "src/main/engine/storage/saving/disk.test.ts", "a link that leads back to itself is rejected at once"],
  ["F8", "src/main/engine/storage/saving/disk.test.ts", "all names of a hard-linked file see the new text"],
  ["F9", "src/main/engine/storage/saving/disk.test.ts", "a save keeps mode, set-group folders and the order of times"],
  ["F9", "src/main/engine/storage/saving/disk.test.ts", "the owner stays, where this user may give files away"],
  ["F9", "src/main/engine/storage/saving/disk.test.ts", "extended attributes survive a save"],
  [
    "F11",
    "src/main/app/documents/external-changes.test.ts",
    "a file renamed by another program is followed, with its history",
  ],
  ["F11", "src/main/app/documents/data-safety.test.ts", "a file whose folder is deleted is not saved automatically"],
  [
    "F12",
    "src/main/app/documents/external-changes.test.ts",
    "a deleted file is reported as deleted, and its return as well",
  ],
  ["F12", "src/main/app/documents/external-changes.test.ts", "a file that is missing for a moment is not deleted"],
  ["F13", "src/main/engine/storage/saving/race.process.test.ts", "nothing that another program writes into a file"],
  [
    "F14",
    "src/main/app/documents/external-changes.test.ts",
    "a change that keeps size and time is detected; one of the time alone is not a change",
  ],
  [
    "F16",
    "src/main/engine/storage/saving/disk.test.ts",
    "what another program writes between the last check and the rename",
  ],
  ["F17", "src/main/engine/documents/interleavings.test.ts", "in any order, every answer is true"],
  ["F17", "e2e/interleaving.spec.ts", "whatever a person, an agent, another program and crashes do"],
  ["F18", "e2e/interleaving.spec.ts", "whatever a person, an agent, another program and crashes do"],
  ["F19", "src/main/app/documents/data-safety.test.ts", "edits that arrive during a save that merges others' edits"],
  ["F19", "src/main/app/documents/data-safety.test.ts", "a renderer that reloaded during a slow save"],
  ["F20", "src/main/app/history/timeline.test.ts", "restoring is undone by restoring: the original bytes are back"],
  [
    "F20",
    "src/main/app/documents/external-changes.test.ts",
    "restoring a version is a change like any other, and keeps unsaved edits",
  ],
  ["F21", "e2e/odd-documents.spec.ts", "odd documents changes no byte and no time"],
  ["F22", "src/main/engine/storage/encodings/encoding.test.ts", "a character that the encoding does not have is named"],
  ["F22", "src/main/engine/storage/encodings/encoding.test.ts", "UTF-16 with a byte order mark keeps its byte order"],
  ["F23", "src/main/engine/storage/encodings/encoding.test.ts", "invalid bytes in UTF-8 become lone surrogates"],
  ["F24", "src/core/markdown/section-edits.test.ts", "what stays in an edit keeps its bytes"],
  ["F24", "src/core/text/line-edits.test.ts", "give content the line break that it needs, and keep the file's ending"],
  ["F25", "src/main/engine/storage/saving/disk.test.ts", "pipes, devices, sockets and folders are rejected at once"],
  ["F26", "src/main/app/documents/large-files.test.ts", "a file of a gigabyte is rejected with its size and the limit"],
  ["F26", "e2e/large.spec.ts", "MB shows its beginning, is written in at its end"],
  ["F27", "src/core/markdown/pathological.test.ts", "each character is looked at a few times, however many there are"],
  ["F27", "src/renderer/editor/large/giant-windows.test.ts", "only a window of each giant line is drawn"],
  ["F28", "e2e/large.spec.ts", "a large document comes back at the next start where the user was"],
  ["F29", "e2e/input-method.spec.ts", "an agent's words goes on while it writes above, below and in the same line"],
  ["F29", "e2e/input-method.spec.ts", "Chinese, Japanese and Korean are composed among marks"],
  ["F30", "src/main/mcp/mcp.process.test.ts", "on one file lose no update and get no other's answer"],
  ["F30", "src/main/mcp/mcp.process.test.ts", "of whole-file writes based on the same version exactly one lands"],
  ["F31", "src/main/mcp/mcp.process.test.ts", "whatever a client sends, it is answered or ignored"],
  ["F31", "src/main/mcp/read-message.test.ts", "an invalid line gets the code of JSON-RPC"],
  ["F32", "src/main/mcp/http/conformance.process.test.ts", "the official suites find no error in what is offered"],
  ["F32", "src/main/mcp/http/attacks.test.ts", "contradictions between header and body are rejected"],
  ["F33", "src/main/mcp/mcp.process.test.ts", "a client that disappears during calls leaves complete files"],
  ["F34", "src/main/app/assistant/providers/provider-errors.test.ts", "is reported if it sends one byte now and then"],
  ["F34", "src/main/app/assistant/stop-and-restart.test.ts", "Stop"],
  [
    "F35",
    "src/main/app/assistant/providers/cut-streams.test.ts",
    "is never taken for complete when it is cut, at whatever byte",
  ],
  [
    "F36",
    "src/main/app/assistant/providers/provider-errors.test.ts",
    "is reported in one clear message without the key",
  ],
  ["F37", "src/main/app/assistant/hostile-model.test.ts", "a thousand calls in one message is stopped at the limit"],
  ["F40", "e2e/windows.spec.ts", "after the page's process is killed the window comes back with the text"],
  [
    "F40",
    "src/main/engine/storage/databases/resilient-database.test.ts",
    "set aside with all its content, reported once, and started again",
  ],
  ["F41", "faults/durability/durability.process.test.ts", "everything is on the disk in the right order"],
  [
    "E1",
    "src/main/engine/office/package/hostile-packages.test.ts",
    "rejected by every action, with the reason and without a change",
  ],
  ["E1", "src/main/engine/office/package/hostile-packages.test.ts", "kept as it is"],
  [
    "E2",
    "src/main/engine/documents/paragraph-ids/sqlite-paragraph-ids.test.ts",
    "an id is never given to another paragraph while its own is there",
  ],
  ["E2", "src/main/engine/documents/paragraph-ids/sqlite-paragraph-ids.test.ts", "ids follow our own edits exactly"],
];

/** Writes the page and the figures from the results of the harness rows. Returns a message. Writes nothing without a full run. */
export function writeReliability() {
  const folder = inProject(resultsFolder);
  const results = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")))
        .sort((a, b) => a.order - b.order)
    : [];
  if (!results.some(({ mode }) => mode === "full")) return `No fault was run in full. ${page} was not changed.`;
  const run = {
    version: JSON.parse(readFileSync(inProject("package.json"), "utf8")).version,
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
  };
  writeFileSync(inProject(figures), `${JSON.stringify(figuresOf(results, run), null, 2)}\n`);
  writeFileSync(inProject(page), reliabilityPage(results, run, readMutations()));
  return `Wrote ${results.length} faults to ${page} and ${figures}.`;
}

/** The figures that the app can show: the same as on the page, without the text. */
export function figuresOf(results, run) {
  return {
    ...run,
    mode: results.every((row) => row.mode === "full") ? "full" : "partly a sample",
    ...sumsOf(results),
    faults: results.map(
      ({ name, mode, covers, status, runs, torn, lost, unmeasured, falseAnswers, leftBehind, worstMs, reason }) => ({
        fault: name,
        mode,
        covers: covers.join(", "),
        status,
        runs,
        torn,
        lost,
        unmeasured,
        falseAnswers,
        leftBehind,
        worstMs,
        reason,
      }),
    ),
  };
}

function sumsOf(results) {
  const sum = (key) => results.reduce((total, row) => total + row[key], 0);
  const worstMs = Math.max(0, ...results.map((row) => row.worstMs));
  return {
    runs: sum("runs"),
    torn: sum("torn"),
    lost: sum("lost"),
    unmeasured: sum("unmeasured"),
    falseAnswers: sum("falseAnswers"),
    leftBehind: sum("leftBehind"),
    worstMs,
  };
}

/** The page as Markdown. */
export function reliabilityPage(results, { version, date, machine: where }, mutations = []) {
  const { runs, torn, lost, unmeasured, falseAnswers, leftBehind, worstMs } = sumsOf(results);
  const by = (status) => results.filter((row) => row.status === status);
  const sampled = results.filter((row) => row.mode !== "full");
  const known = results.filter((row) => row.lost > 0 && row.why);
  const noted = results.filter((row) => row.note);
  const lines = [
    "# What was done to Galley, and what was lost",
    "",
    "Generated by `npm run test:long` or `npm run faults` from test results. `npm test` runs a short sample.",
    "",
    `Galley ${version}, ${date}, ${sampled.length === 0 ? "a full run" : `a full run except ${sampled.length} of ${results.length} faults, which are marked as samples,`} on ${where}.`,
    "",
    `**${count(runs)} runs of ${results.length} faults: ${torn} torn, ${lost} lost, ${falseAnswers} false answers, ${leftBehind} left behind.** ${verdict(results)}${callsIn(results)}${unmeasured > 0 ? ` Losses were not measured in ${count(unmeasured)} of the runs.` : ""}`,
    "",
    "- **torn**: after a restart with recovery, the bytes on disk were neither the old nor the new version.",
    "- **lost**: something that was there before, confirmed, typed more than a second before, or written by another program was nowhere: not in the file, not in the journal, not in history, not in the answer. *Not measured* where no run of the fault looked for it.",
    "- **false answers**: Galley reported a save but the new bytes were not there, or an error but they were, or something else untrue.",
    "- **worst time**: from the request to the answer. The machine is busy with other work, so these are upper bounds, not measurements of speed.",
    "- **left behind**: temporary files or open handles that the next operation without a fault does not remove.",
    "",
    "| fault | runs | torn | lost | false answers | worst time | left behind |",
    "|---|---:|---:|---:|---:|---:|---:|",
    ...results.map(rowOf),
    `| **all** | **${count(runs)}** | **${torn}** | **${lostIn({ runs, lost, unmeasured })}** | **${falseAnswers}** | **${formatMs(worstMs)}** | **${leftBehind}** |`,
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
    ...(by("slow").length > 0
      ? [
          "## Correct, but too slow",
          "",
          ...by("slow").map(({ name, worstMs: ms, bound, load }) => {
            const beside = load > 1.5 ? `, with ${load} processes waiting for each core` : "";
            return `- ${name}: ${formatMs(ms)}, limit ${formatMs(bound)}${beside}`;
          }),
          "",
        ]
      : []),
    ...(noted.length > 0
      ? ["## Other measurements", "", ...noted.map(({ name, note }) => `- ${name}: ${note}.`), ""]
      : []),
    ...(by("skipped").length > 0
      ? ["## Not run on this machine", "", ...by("skipped").map(({ name, reason }) => `- ${name}: ${reason}.`), ""]
      : []),
    ...mutationsPart(mutations),
    "## How each fault is caused",
    "",
    ...results.map(({ name, covers, how }) => `- **${name}** (${covers.join(", ")}): ${how}.`),
    "",
    "## All faults, and what covers them",
    "",
    "Rows are those of the table above; `npm test` runs the tests on every change.",
    "",
    "| | fault | rows | tests outside the harness |",
    "|---|---|---:|---|",
    ...Object.entries(listed).map(([letter, what]) => `| ${letter} | ${what} | ${evidenceFor(letter, results)} |`),
    "",
  ];
  return lines.join("\n");
}

/** The last two cells in the table of all faults. */
function evidenceFor(letter, results) {
  const rows = results.filter(({ covers, status }) => covers.includes(letter) && status !== "skipped");
  const fallen = rows.filter(({ status }) => status === "fell").length;
  const held = `${rows.length || ""}${fallen > 0 ? ` (${fallen} not held)` : ""}`;
  const files = new Map();
  for (const [of, file, name] of testsOutsideTable)
    if (of === letter) files.set(file, [...(files.get(file) ?? []), ...(name === "" ? [] : [name])]);
  const tests = [...files].map(([file, names]) => `\`${file}\`${names.map((name) => ` “${name}”`).join(",")}`);
  if (rows.length === 0 && tests.length === 0) return "– | **not shown**";
  return `${held || "–"} | ${tests.join("; ")}`;
}

/** A note for runs that are ordinary calls without a fault. */
function callsIn(results) {
  const calls = results.filter(({ areCalls }) => areCalls).reduce((sum, { runs }) => sum + runs, 0);
  return calls === 0 ? "" : ` ${count(calls)} of the runs are ordinary calls of concurrent agents.`;
}

/** How many faults were held, in a sentence that agrees with the figures next to it. */
function verdict(results) {
  const isHeld = ({ status, lost }) => ["held", "slow"].includes(status) && lost === 0;
  const losing = results.filter(({ status, lost }) => ["held", "slow"].includes(status) && lost > 0);
  const by = (status) => results.filter((row) => row.status === status).length;
  const parts = [
    results.every(isHeld) ? "Every fault was held" : `${results.filter(isHeld).length} of ${results.length} were held`,
    ...(losing.length > 0 ? [`${losing.length} lost something, for a reason given below`] : []),
    ...(by("fell") > 0 ? [`${by("fell")} of the faults were not held`] : []),
    ...(by("skipped") > 0 ? [`${by("skipped")} could not be run there`] : []),
  ];
  return `${parts.join("; ")}.`;
}

/** The cell for losses: a run that did not measure losses must not count as one without loss. */
function lostIn({ runs, lost, unmeasured }) {
  if (unmeasured === 0) return `${lost}`;
  return unmeasured === runs ? "not measured" : `${lost} in ${count(runs - unmeasured)}`;
}

function rowOf({ name, mode, status, runs, torn, lost, unmeasured, falseAnswers, worstMs, leftBehind }) {
  if (status === "skipped") return `| ${cell(name)} | not run | – | – | – | – | – |`;
  const how = { fell: " **(not held)**", slow: " (slow)" }[status] ?? "";
  const mark = `${mode === "full" ? "" : " (sample)"}${how}`;
  return `| ${cell(name)}${mark} | ${count(runs)} | ${torn} | ${lostIn({ runs, lost, unmeasured })} | ${falseAnswers} | ${formatMs(worstMs)} | ${leftBehind} |`;
}

const fallenOf = ({ name, fallen }) => [
  `- ${name}`,
  ...fallen.slice(0, 3).map((line) => `  - ${cell(line.slice(0, 300))}`),
];
const cell = (text) => text.replace(/\s*[\n|]+\s*/g, " ").replace(/\/tmp\/galley-[\w-]+/g, "…");
const count = (number) => number.toLocaleString("en-US");
const formatMs = (ms) => (ms < 1 ? "< 1 ms" : ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

/** The kind of machine, without anything that identifies it. */
function machine() {
  const types = { 61267: "ext4", 2435016766: "btrfs", 1481003842: "xfs", 16914836: "tmpfs", 2035054128: "overlayfs" };
  const disk = types[statfsSync(tmpdir()).type] ?? "another file system";
  const [busy = 0] = loadavg();
  const system = `${platform()} ${release().split(".").slice(0, 2).join(".")} ${arch()}`;
  const cores = cpus().length;
  return `${cores} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${system}, ${disk}, ${(busy / cores).toFixed(1)} processes waiting for each core at the end`;
}
