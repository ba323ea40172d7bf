import { readFileSync, rmSync } from "node:fs";
import { inProject, say } from "../set-up/project.mjs";
import { countsOf } from "./counts.mjs";

/** In this order: what fails soonest and tells most comes first. */
const steps = ["build", "check", "unit", "process", "e2e"];

/**
 * Everything, on past a failure, so that one run shows all of them. The last line is `N passed, N failed`; a step that
 * fails without a failed test of its own counts as one.
 */
export async function run(args) {
  if (args.length > 0) say(`npm test takes no arguments; for one part: npm run test:unit -- ${args.join(" ")}`);
  rmSync(inProject("out", "test-results"), { recursive: true, force: true });
  const rows = [];
  for (const step of steps) {
    say(`\n── ${step}`);
    const started = Date.now();
    const { run: runStep } = await import(`./${step}.mjs`);
    // The unit tests have a step of their own, and what was published today must not decide about a test.
    const code = await runStep(step === "check" ? ["--no-tests", "--no-network"] : []).catch((error) => {
      say(error.stack);
      return 1;
    });
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    const counts = countsOf(readResults(step));
    const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed;
    rows.push({ step, seconds, ...counts, failed });
    if (step === "build" && code !== 0) break;
  }
  console.log("");
  for (const { step, seconds, passed, failed, skipped, flaky } of rows) {
    const skips = `${skipped > 0 ? `, ${skipped} skipped` : ""}${flaky > 0 ? `, ${flaky} at a further try` : ""}`;
    console.log(
      `${step.padEnd(8)} ${seconds.padStart(6)} s  ${failed > 0 ? "FAILED" : "ok"}  (${passed} ok, ${failed} not${skips})`,
    );
  }
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
  return sum("failed") > 0 ? 1 : 0;
}

function readResults(step) {
  try {
    return JSON.parse(readFileSync(inProject("out", "test-results", `${step}.json`), "utf8"));
  } catch {
    return undefined;
  }
}
