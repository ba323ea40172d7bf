import { rmSync } from "node:fs";
import { writeSecurity } from "../attacks/security-page.mjs";
import { inProject, printLine } from "../set-up/project.mjs";
import { mutationsFolder } from "./mutations-part.mjs";
import { resultsFolder, writeReliability } from "./reliability-page.mjs";

/**
 * Runs all tests in full, including the mutations of the code that a test must notice, writes the pages with the results of faults and attacks, and
 * runs the package test if packages can be made here. With arguments it runs only the tests that they name.
 */
export async function run(args) {
  process.env.GALLEY_LONG = "1";
  for (const folder of [resultsFolder, mutationsFolder]) rmSync(inProject(folder), { recursive: true, force: true });
  const { run: test } = await import("./test.mjs");
  const code = await test(args);
  printLine(writeReliability());
  printLine(writeSecurity());
  const { canTestPackages, run: testPackages } = await import("./test-package.mjs");
  if (args.length > 0 || !canTestPackages()) return code;
  return (await testPackages([])) || code;
}
