import { rmSync } from "node:fs";
import { inProject, say } from "../set-up/project.mjs";
import { resultsFolder, writeReliability } from "./reliability-page.mjs";

/** All tests with their long sweeps, and the page of what the faults among them came to. */
export async function run(args) {
  process.env.GALLEY_LONG = "1";
  rmSync(inProject(resultsFolder), { recursive: true, force: true });
  const { run: test } = await import("./test.mjs");
  const code = await test(args);
  say(writeReliability());
  return code;
}
