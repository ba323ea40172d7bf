import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

/** A published suite, by the name under which it is installed. */
export type Suite = { program: string; version: string; about: string; args: readonly string[] };

/** One of its scenarios, with its checks. */
export type Scenario = { name: string; checks: { id: string; status: string; message: string }[] };

const checks = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }));
const project = join(import.meta.dirname, "../../../../..");

/** Runs the scenarios that `args` select against the server at `url`. Returns them sorted by name. */
export async function runConformance({ program }: Suite, url: string, args: readonly string[]): Promise<Scenario[]> {
  const folder = await mkdtemp(join(tmpdir(), "galley-suite-"));
  try {
    const suite = join(project, "node_modules/.protocol-suites/node_modules", program, "dist/index.js");
    const commandLine = ["server", "--url", url, "--output-dir", folder, ...args];
    // Its argument parser takes Electron for a packaged app unless told otherwise.
    const asNode = ["--import", "data:text/javascript,process.defaultApp=true"];
    const child = spawn(process.execPath, [...asNode, suite, ...commandLine], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    await new Promise((done) => child.once("exit", done));
    const found: Scenario[] = [];
    for (const name of (await readdir(folder)).sort()) {
      const read = checks.parse(JSON.parse(await readFile(join(folder, name, "checks.json"), "utf8")));
      found.push({
        name: name.replace(/^server-/, "").replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, ""),
        checks: read
          .filter(({ status }) => status !== "INFO")
          .map(({ id, status, errorMessage = "" }) => ({ id, status, message: errorMessage })),
      });
    }
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
