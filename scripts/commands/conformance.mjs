import { readyDependencies } from "../set-up/ready.mjs";
import { runTests } from "./vitest.mjs";

/** The Model Context Protocol's official suites against the server over HTTP, in full; writes docs/conformance.md. */
export async function run(args) {
  await readyDependencies();
  process.env.GALLEY_CONFORMANCE = "1";
  return runTests("process", ["src/main/mcp/http/conformance.process.test.ts", ...args]);
}
