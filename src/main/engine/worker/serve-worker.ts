import { Worker } from "node:worker_threads";
import { ToolError } from "../ports/tool-error";
import { framedMessages } from "./framed-protocol";
import type { GuardData } from "./worker-guard";
import { readLimits } from "./worker-process";
import type { Jobs, WorkerRequest, WorkerResponse } from "./worker-protocol";

/** The replacement for `process.send` in an Electron utility process. */
type ParentPort = {
  postMessage(message: unknown): void;
  on(event: "message", handle: (event: { data: unknown }) => void): void;
};

/** Memory of the process beyond JavaScript's heap: for a package as received, unpacked, and as returned. */
const outsideMegabytes = 1024;

/** Runs these jobs on request until the parent process ends this one. Called once, by a worker's own module. */
export function serveWorker(jobs: Jobs): void {
  const count = new Int32Array(new SharedArrayBuffer(4));
  guard(count);
  let running = 0;
  let begun = 0;
  const port = (process as { parentPort?: ParentPort }).parentPort;
  const post = (frame: unknown) => (port === undefined ? process.send?.(frame) : port.postMessage(frame));
  const messages = framedMessages(post, async (message) => {
    const request = message as WorkerRequest;
    running++;
    Atomics.store(count, 0, ++begun);
    messages.send(await respondTo(request, jobs));
    running--;
    Atomics.store(count, 0, running === 0 ? -begun : ++begun);
  });
  if (port === undefined) process.on("message", messages.receive);
  else port.on("message", ({ data }) => messages.receive(data));
}

async function respondTo({ number, name, args }: WorkerRequest, jobs: Jobs): Promise<WorkerResponse> {
  try {
    const job = jobs[name] as (...given: readonly unknown[]) => unknown;
    return { number, status: "done", result: await job(...args) };
  } catch (error) {
    if (error instanceof ToolError) {
      const { code, message, hint, candidates } = error;
      return { number, status: "refused", code, message, ...(hint && { hint }), ...(candidates && { candidates }) };
    }
    return {
      number,
      status: "failed",
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

function guard(count: Int32Array): void {
  const { ms, megabytes } = readLimits();
  const workerData: GuardData = {
    count,
    maxCpuMs: ms,
    maxBytes: (megabytes + outsideMegabytes) * 1024 * 1024,
  };
  new Worker(new URL("./worker-guard.ts", import.meta.url), { workerData }).unref();
}
