import { rmSync } from "node:fs";
import { inProject, say } from "../set-up/project.mjs";
import { run as e2e } from "./e2e.mjs";
import { mutationsFolder } from "./mutations-part.mjs";
import { run as process_ } from "./process.mjs";
import { resultsFolder, writeReliability } from "./reliability-page.mjs";

/**
 * The fault harness alone, in full, with the order of syncs and the deliberate breaks of the code, and then docs/reliability.md. `--sample`: as `npm test` runs it, without the page. Any other word runs
 * only the faults that have it in their names, and puts them into the page beside those that were run before.
 */
export async function run(args) {
  const isSample = args.includes("--sample");
  const words = args.filter((arg) => !arg.startsWith("--"));
  if (!isSample) process.env.GALLEY_LONG = "1";
  for (const folder of words.length === 0 ? [resultsFolder, mutationsFolder] : [])
    rmSync(inProject(folder), { recursive: true, force: true });
  const only = words.length > 0 ? words.join("|") : null;
  const codes = [
    await process_(["faults/", ...(only ? ["-t", only] : [])]),
    await e2e(["e2e/faults.spec.ts", ...(only ? [`--grep=${only}`] : [])]),
  ];
  if (!isSample) say(writeReliability());
  return codes.some((code) => code !== 0) ? 1 : 0;
}
