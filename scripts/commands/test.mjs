import { readFileSync, rmSync } from "node:fs";
import { inProject, printLine } from "../set-up/project.mjs";
import { runCommand } from "../set-up/run-command.mjs";
import { countsOf, failuresOf } from "./counts.mjs";

/**
 * The steps in the order of their results, and the steps that each of them waits for. Two that compute are not run at the same time, but the tests of
 * processes, which often wait, run beside the checks and the unit tests. The app's tests run alone, because some of them depend on time.
 */
const waitsFor = { build: [], check: [], unit: ["check"], process: ["build"], e2e: ["build", "unit", "process"] };
const steps = Object.keys(waitsFor);

/** Steps that print while they run; what the others print is shown when they end. */
const shownSteps = new Set(["build", "unit", "e2e"]);

/**
 * Unit tests are a separate step of the check, and what was published today must not affect a test. The types on the oldest Electron are left to
 * `npm run check` and the long run. The app's tests that are marked `@long` repeat what a quicker test holds, for further widths, themes and sequences:
 * `npm run test:long` and `npm run test:e2e` run them.
 */
function argumentsOf(step) {
  if (step === "check") return ["--no-tests", "--no-network", ...(process.env.GALLEY_LONG ? [] : ["--one-electron"])];
  return step === "e2e" && !process.env.GALLEY_LONG ? ["--grep-invert=@long"] : [];
}

/**
 * Runs everything and continues after a failure, so that one run shows all failures, and lists them at the end. The last line is `N passed, N failed`, with the number of flaky
 * tests if there are any; a step that fails without a failed test counts as one.
 */
export async function run(args) {
  if (args.length > 0)
    printLine(`npm test takes no arguments. To run some tests: npm run test:unit -- ${args.join(" ")}`);
  rmSync(inProject("out", "test-results"), { recursive: true, force: true });
  const runs = {};
  for (const [at, step] of steps.entries()) {
    // The long sweeps run one after the other, because they measure.
    const before = process.env.GALLEY_LONG ? steps.slice(0, at) : waitsFor[step];
    runs[step] = (async () => {
      await Promise.all(before.map((each) => runs[each]));
      // Without a build nothing that needs it can run.
      if (before.includes("build") && (await runs.build).failed > 0) return null;
      return runStep(step, process.env.GALLEY_LONG || shownSteps.has(step) ? "shown" : "kept");
    })();
  }
  const rows = (await Promise.all(steps.map((step) => runs[step]))).filter((row) => row !== null);
  for (const failure of rows.flatMap(({ failures }) => failures)) console.log(`\nfailed: ${failure}`);
  console.log("");
  for (const { step, seconds, passed, failed, skipped, flaky } of rows) {
    const skips = `${skipped > 0 ? `, ${skipped} skipped` : ""}${flaky > 0 ? `, ${flaky} flaky` : ""}`;
    console.log(
      `${step.padEnd(8)} ${seconds.padStart(6)} s  ${failed > 0 ? "FAILED" : "ok"}  (${passed} ok, ${failed} not${skips})`,
    );
  }
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const flaky = sum("flaky") > 0 ? `, ${sum("flaky")} flaky` : "";
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed${flaky}`);
  return sum("failed") > 0 ? 1 : 0;
}

/** In a separate process, because the build would block this one. Captured output is printed when the step ends. */
async function runStep(step, output) {
  if (output === "shown") printLine(`\n── ${step}`);
  const started = Date.now();
  const argv = [process.execPath, inProject("scripts", "run.mjs"), step, ...argumentsOf(step)];
  const env = step === "e2e" && !process.env.GALLEY_LONG ? { GALLEY_SHORT: "1" } : {};
  const { code, printed } = await runCommand(argv, { output, env });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (output === "kept") printLine(`\n── ${step}\n${printed.trimEnd()}`);
  const report = readResults(`${step}.json`);
  const counts = countsOf(report, readResults(`${step}.flaky.json`));
  const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed;
  return { step, seconds, ...counts, failed, failures: failuresOf(report) };
}

/** A file of results; undefined if it does not exist. */
function readResults(name) {
  try {
    return JSON.parse(readFileSync(inProject("out", "test-results", name), "utf8"));
  } catch {
    return undefined;
  }
}
