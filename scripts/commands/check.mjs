import { basename } from "node:path";
import { inProject, printLine } from "../set-up/project.mjs";
import { readyDependencies } from "../set-up/ready.mjs";
import { runCommand } from "../set-up/run-command.mjs";
import { run as docs } from "./docs.mjs";
import { run as unit } from "./unit.mjs";

const tool = (path, ...args) => [process.execPath, inProject("node_modules", path), ...args];
const ours = (name) => [process.execPath, inProject("scripts/checks", name)];

/**
 * Types are checked in one thread, since several checks run at once: more threads need half as much CPU time again. What did not change since the last
 * check is not checked again.
 */
const types = (project) =>
  tool(
    "typescript/bin/tsc",
    ...["-p", project, "--singleThreaded", "--incremental"],
    ...["--tsBuildInfoFile", inProject("out", "types", `${basename(project, ".json")}.tsbuildinfo`)],
  );

/** Each command prints nothing if all is well, or what it could not check. */
const checks = {
  "format and lint": tool("@biomejs/biome/bin/biome", "ci", "--colors=off", "."),
  types: types("tsconfig.json"),
  "types on the oldest Electron": types("tsconfig.floor.json"),
  "who imports whom": ours("layers.mjs"),
  "nothing unused": ours("unused.mjs"),
  "length of functions": ours("function-length.mjs"),
  "no spread of a literal": ours("literal-spread.mjs"),
  "files of limits": ours("limits.mjs"),
  "plain words": ours("words.mjs"),
  "lock file": ours("lock-file.mjs"),
  dependencies: ours("audit.mjs"),
};

/**
 * Everything that can be checked without a window: lint, types, layers, unused code, lock file, generated docs, unit tests. Arguments leave parts out:
 * `--no-tests`, `--no-network`, and `--one-electron` the types on the oldest Electron.
 */
export async function run(args) {
  await readyDependencies();
  let failures = 0;
  const report = (name, code, printed, started) => {
    if (code !== 0) failures += 1;
    printLine(`${code === 0 ? "ok    " : "FAILED"} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    if (printed.trim() !== "" && (code !== 0 || printed.startsWith("skipped"))) printLine(printed.trimEnd());
  };
  const chosen = Object.entries(checks).filter(
    ([name]) => name !== "types on the oldest Electron" || !args.includes("--one-electron"),
  );
  await Promise.all(
    chosen.map(async ([name, argv]) => {
      const started = Date.now();
      const network = name === "dependencies" && args.includes("--no-network") ? ["--no-network"] : [];
      const { code, printed } = await runCommand([...argv, ...network], { output: "kept" });
      report(name, code, printed, started);
    }),
  );
  const started = Date.now();
  report("docs are as generated", await docs(["--check"]), "", started);
  if (!args.includes("--no-tests")) failures += (await unit([])) === 0 ? 0 : 1;
  return failures === 0 ? 0 : 1;
}
