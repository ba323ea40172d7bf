import { readFileSync, rmSync } from "node:fs";
import { inProject, printLine } from "../set-up/project.mjs";
import { runCommand } from "../set-up/run-command.mjs";
import { countsOf } from "./counts.mjs";

/**
 * The groups of steps, in order: fast and informative ones first. The steps of one group run in parallel, since one waits while another computes; the
 * long sweeps run alone, because they measure.
 */
const groups = [["build", "check"], ["unit", "process"], ["e2e"]];

/** Unit tests are a separate step, and what was published today must not affect a test. */
const argumentsOf = (step) => (step === "check" ? ["--no-tests", "--no-network"] : []);

/**
 * Runs everything and continues after a failure, so that one run shows all failures. The last line is `N passed, N failed`, with the number of flaky
 * tests if there are any; a step that fails without a failed test counts as one.
 */
export async function run(args) {
  if (args.length > 0)
    printLine(`npm test takes no arguments. To run some tests: npm run test:unit -- ${args.join(" ")}`);
  rmSync(inProject("out", "test-results"), { recursive: true, force: true });
  const rows = [];
  for (const group of process.env.GALLEY_LONG ? groups.flat().map((step) => [step]) : groups) {
    rows.push(...(await Promise.all(group.map((step, at) => runStep(step, at === 0 ? "shown" : "kept", group)))));
    if (rows.some(({ step, failed }) => step === "build" && failed > 0)) break;
  }
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
async function runStep(step, output, group) {
  if (output === "shown") printLine(`\n── ${group.join(", and meanwhile ")}`);
  const started = Date.now();
  const argv = [process.execPath, inProject("scripts", "run.mjs"), step, ...argumentsOf(step)];
  const { code, printed } = await runCommand(argv, { output });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (output === "kept") printLine(`\n── ${step}\n${printed.trimEnd()}`);
  const counts = countsOf(readResults(`${step}.json`), readResults(`${step}.flaky.json`));
  return { step, seconds, ...counts, failed: code !== 0 && counts.failed === 0 ? 1 : counts.failed };
}

/** A file of results; undefined if it does not exist. */
function readResults(name) {
  try {
    return JSON.parse(readFileSync(inProject("out", "test-results", name), "utf8"));
  } catch {
    return undefined;
  }
}
