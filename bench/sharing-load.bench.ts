/**
 * Many clients of one `galley serve` on this machine, each of which writes a word a second. `GALLEY_CLIENTS` and `GALLEY_DOCUMENTS` set how many
 * (the goal's are 500 and 50), `GALLEY_SECONDS` for how long. The clients run in one process beside the server: with few cores they are measured as well.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { project } from "../e2e/launch";
import { type Runs, report } from "./figures";

const electron = join(project, "node_modules/electron/dist/electron");

type Measured = { latencies: number[]; words: number; lost: number; cpu: number; memory: number };

const wanted = (name: string, usual: number): number => Number(process.env[name] ?? usual);

async function measure(clients: number, documents: number, seconds: number): Promise<Measured> {
  const run = join(project, "src/main/engine/testing/run-ts.mjs");
  const given = [join(project, "out/main/cli.js"), clients, documents, seconds].map(String);
  const args = ["--no-warnings", run, join(project, "bench/sharing-load.child.ts"), ...given];
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
  const { stdout } = await promisify(execFile)(electron, args, { env, maxBuffer: 512 * 1024 * 1024 });
  return JSON.parse(stdout) as Measured;
}

test("many clients of one server", async () => {
  const [clients, documents] = [wanted("GALLEY_CLIENTS", 100), wanted("GALLEY_DOCUMENTS", 10)];
  const contestants: Runs[] = [];
  // The cost for a client should stay the same.
  for (const share of [4, 2, 1]) {
    const [some, few] = [Math.ceil(clients / share), Math.ceil(documents / share)];
    const { latencies, words, lost, cpu, memory } = await measure(some, few, wanted("GALLEY_SECONDS", 15));
    expect(lost).toBe(0);
    const name = `${some} clients, ${few} documents`;
    console.log(
      `  ${name}: ${words} words, ${lost} lost; ${cpu.toFixed(2)} ms of CPU a second and ${memory.toFixed(0)} KB for a client`,
    );
    contestants.push({ name, runs: latencies });
  }
  await report("Word to the other clients of a server", contestants, {
    wanted: "95 % under 250 ms (the goal is for 500 clients and 50 documents)",
    holds: (of) => of(`${clients} clients`).p95 < 250,
  });
});
