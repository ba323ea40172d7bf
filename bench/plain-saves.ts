import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { electronProgram, project } from "../e2e/launch";

/** A process that saves a file and does nothing else: what the machine allows at best. */
export type PlainSaver = { replace(from: string, to: string): Promise<void>; end(): Promise<void> };

/** `count` such processes for one file, on the same Node as Galley's. They save one after the other, in the order in which they ask. */
export async function startPlainSavers(file: string, count: number): Promise<PlainSaver[]> {
  let last: Promise<unknown> = Promise.resolve();
  const enqueue = (task: () => Promise<void>): Promise<void> => {
    const done = last.then(task);
    last = done.catch(() => {});
    return done;
  };
  const savers = Array.from({ length: count }, () => startSaver(file, enqueue));
  return Promise.all(savers);
}

async function startSaver(file: string, enqueue: (task: () => Promise<void>) => Promise<void>): Promise<PlainSaver> {
  const run = join(project, "src/main/engine/testing/run-ts.mjs");
  const args = ["--no-warnings", run, join(project, "bench/plain-saves.child.ts"), file];
  const child: ChildProcess = spawn(electronProgram, args, {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error("no pipes");
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const printed = async (wanted: string): Promise<void> => {
    const { value } = await lines.next();
    if (value !== wanted) throw new Error(`a plain process printed ${value}, not ${wanted}`);
  };
  await printed("ready");
  return {
    async replace(from, to) {
      stdin.write(`${JSON.stringify([from, to])}\n`);
      await printed("turn?");
      await enqueue(async () => {
        stdin.write("turn\n");
        await printed("done");
      });
    },
    async end() {
      const ended = once(child, "close");
      stdin.end();
      await ended;
    },
  };
}
