import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ToolError } from "../../ports/tool-error";
import { forkTestWorkers } from "../../testing/fork-workers";
import type { StartWorker } from "../../worker/worker-process";
import { docxOf } from "../package/packages.fixture";
import { type Packages, packagesInWorkers } from "./packages";
import { unpackText } from "./packed-text";

const badJobs = new URL("./bad-jobs.child.ts", import.meta.url);
/** Little CPU time for what loops, and long patience: on a busy machine a process needs seconds to start. */
const limits = { ms: 250, megabytes: 64, patience: 240 };
/** A longer limit, for a busy machine. */
const patient = { ...limits, ms: 60_000 };

let packages: Packages;
let ended: Promise<void>[];
/** Records the end of each process. */
const start: StartWorker = (module, limits) => {
  const worker = forkTestWorkers(module, limits);
  ended.push(new Promise((resolve) => worker.onEnd(resolve)));
  return worker;
};

beforeEach(() => {
  ended = [];
});
afterEach(() => packages.close());

/** What the jobs of `bad-jobs.child.ts` return for a good file. */
type JobReport = { name: string; size: number; last: number; pid: number };

const text = (name: string, size = 10, patience = {}): Promise<JobReport> =>
  packages.run("text", { name, format: "docx", most: "whole", bytes: Buffer.alloc(size, name) }, patience) as never;

const errorOf = (job: Promise<unknown>): Promise<ToolError> =>
  job.then(
    () => Promise.reject(new Error("it was answered")),
    (error: unknown) => (error instanceof ToolError ? error : Promise.reject(error)),
  );

describe("a file that crashes its process", () => {
  beforeEach(() => {
    packages = packagesInWorkers(start, { module: badJobs, limits });
  });

  const memory = "needs more memory than a document may have (64 MB), so it was given up; nothing was changed";
  const time = "takes longer than 0.25 s, so it was given up; nothing was changed";
  const sample = [
    ["heap.docx", memory],
    ["abort.docx", memory],
    ["loop.docx", time],
  ] as const;
  const others = [
    ["array.docx", memory],
    ["buffers.docx", memory],
    ["exit.docx", memory],
    ["pattern.docx", time],
  ] as const;
  test.each(process.env["GALLEY_LONG"] ? [...sample, ...others] : sample)(
    "(%s) is rejected with a sentence, and the files beside it are read",
    async (name, why) => {
      packages = packagesInWorkers(start, { module: badJobs, limits: why === memory ? patient : limits });
      const readable = ["a", "b", "c", "d", "e"].map((other) => text(other));
      const bad = errorOf(text(name));
      const more = ["f", "g", "h", "i", "j"].map((other) => text(other));
      for (const report of await Promise.all([...readable, ...more])) expect(report).toMatchObject({ size: 10 });
      const { code, message, hint } = await bad;
      expect({ code, message }).toEqual({ code: "too_large", message: `${name} ${why}` });
      expect(hint).toContain("in smaller parts");
      expect(await text("next")).toMatchObject({ name: "next" });
    },
  );

  test("is rejected at once the next time, as long as its bytes are the same", async () => {
    await errorOf(text("loop.docx"));
    const begun = performance.now();
    expect((await errorOf(text("loop.docx"))).code).toBe("too_large");
    expect(performance.now() - begun).toBeLessThan(1000);
    expect(await text("other", 11)).toMatchObject({ size: 11 });
  });

  test("delays no job on a text, even if there is one for each process", async () => {
    packages = packagesInWorkers(start, { module: badJobs, limits: patient });
    const bad = Array.from({ length: 3 }, (_, index) => errorOf(text("loop.docx", 20 + index)));
    const patch = (name: string) => packages.run("patch", { name, text: "", patch: "" });
    const first = await Promise.race([Promise.all([patch("a.md"), patch("b.md")]), ...bad]);
    expect(first).toMatchObject([{ name: "a.md" }, { name: "b.md" }]);
    packages.close();
    for (const one of bad) await one.catch(() => {});
  });

  test("blocks no other job, however many of its kind a search meets", async () => {
    // More than there are processes.
    const bad = Array.from({ length: 4 }, (_, index) => errorOf(text("loop.docx", 20 + index, { isOneOfMany: true })));
    const first = await Promise.race([text("beside"), ...bad]);
    expect(first).toMatchObject({ name: "beside" });
    await Promise.all(bad);
  });

  test("can be cancelled, and cancelled jobs in the queue are not started", async () => {
    const gone = new AbortController();
    const signal = gone.signal;
    const running = ["loop.docx", "loop.docx", "loop.docx"].map((name, index) => text(name, 30 + index, { signal }));
    const waiting = text("waiting", 1, { signal });
    const results = Promise.allSettled([...running, waiting]);
    gone.abort(new Error("cancelled"));
    for (const result of await results)
      expect(result).toMatchObject({ status: "rejected", reason: gone.signal.reason });
    expect(await text("next")).toMatchObject({ name: "next" });
  });
});

test("a job's errors, expected or not, arrive unchanged, and its process continues", async () => {
  packages = packagesInWorkers(start, { module: badJobs, limits: patient });
  const { code, message, hint, candidates } = await errorOf(text("refused.docx"));
  expect({ code, message, hint, candidates }).toEqual({
    code: "ambiguous",
    message: "it is there twice",
    hint: "Say which.",
    candidates: ["one", "two"],
  });
  await expect(text("bug.docx")).rejects.toThrow("our own bug");
  await text("next");
  expect(ended).toHaveLength(1);
});

test("a large file arrives complete, and the jobs of one process run one after the other", async () => {
  packages = packagesInWorkers(start, { module: badJobs, limits: patient });
  const large = await text("large", 30_000_001);
  expect(large).toMatchObject({ size: 30_000_001, last: "l".charCodeAt(0) });
  expect(await text("small")).toMatchObject({ pid: large.pid });
});

test("an idle process ends after a while, and the next job starts another", async () => {
  packages = packagesInWorkers(start, { module: badJobs, limits: patient, restMs: 50 });
  const { pid } = await text("one");
  await ended[0];
  expect((await text("two")).pid).not.toBe(pid);
});

test("a document is read the same in a worker process as in this one", async () => {
  packages = packagesInWorkers(start, {});
  const bytes = docxOf("<w:p><w:r><w:t>One</w:t></w:r></w:p><w:p><w:r><w:t>Two</w:t></w:r></w:p>");
  const found = await unpackText(await packages.run("text", { bytes, format: "docx", name: "a.docx", most: "whole" }));
  expect(found.paragraphs.map(({ text, line_from }) => [text, line_from])).toEqual([
    ["One", 1],
    ["Two", 2],
  ]);
  const broken = packages.run("text", { bytes: bytes.subarray(0, 40), format: "docx", name: "a.docx", most: "whole" });
  expect((await errorOf(broken)).message).toContain("a.docx cannot be read");
});
