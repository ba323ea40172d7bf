import { rmSync } from "node:fs";
import { inProject, printLine } from "../set-up/project.mjs";
import { run as e2e } from "./e2e.mjs";
import { mutationsFolder } from "./mutations-part.mjs";
import { run as process_ } from "./process.mjs";
import { resultsFolder, writeReliability } from "./reliability-page.mjs";

/**
 * Runs the fault harness in full, with the checks of sync order and the mutations of the code, and writes docs/reliability.md. `--sample`: as `npm
 * test` runs it, without the page. Any other argument runs only the faults with it in their names, and updates them on the page.
 */
export async function run(args) {
  const isSample = args.includes("--sample");
  const filters = args.filter((arg) => !arg.startsWith("--"));
  if (!isSample) process.env.GALLEY_LONG = "1";
  for (const folder of filters.length === 0 ? [resultsFolder, mutationsFolder] : [])
    rmSync(inProject(folder), { recursive: true, force: true });
  const only = filters.length > 0 ? filters.join("|") : null;
  const codes = [
    await process_(["faults/", ...(only ? ["-t", only] : [])]),
    await e2e(["e2e/faults.spec.ts", ...(only ? [`--grep=${only}`] : [])]),
  ];
  if (!isSample) printLine(writeReliability());
  return codes.some((code) => code !== 0) ? 1 : 0;
}
