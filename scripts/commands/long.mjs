import { rmSync } from "node:fs";
import { writeSecurity } from "../attacks/security-page.mjs";
import { inProject, say } from "../set-up/project.mjs";
import { mutationsFolder } from "./mutations-part.mjs";
import { resultsFolder, writeReliability } from "./reliability-page.mjs";

/**
 * All tests with their long sweeps, the pages of what the faults and the attacks among them came to, and the package test where
 * packages can be made; deliberate breaks of the code, each of which a test must notice, are among them. With arguments, which name tests, those alone.
 */
export async function run(args) {
  process.env.GALLEY_LONG = "1";
  for (const folder of [resultsFolder, mutationsFolder]) rmSync(inProject(folder), { recursive: true, force: true });
  const { run: test } = await import("./test.mjs");
  const code = await test(args);
  say(writeReliability());
  say(writeSecurity());
  const { canTestPackages, run: testPackages } = await import("./test-package.mjs");
  if (args.length > 0 || !canTestPackages()) return code;
  return (await testPackages([])) || code;
}
