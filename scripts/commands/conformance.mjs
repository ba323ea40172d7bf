import { readyDependencies } from "../set-up/ready.mjs";
import { installProtocolSuites } from "../set-up/separate-packages.mjs";
import { runTests } from "./vitest.mjs";

/** Runs the official conformance suites of the Model Context Protocol against the HTTP server, in full; writes docs/conformance.md. */
export async function run(args) {
  await readyDependencies();
  installProtocolSuites();
  process.env.GALLEY_CONFORMANCE = "1";
  return runTests("process", ["src/main/mcp/http/conformance.process.test.ts", ...args]);
}
