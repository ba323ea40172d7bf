import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TransferError } from "./blob-client";
import { createTransferJobs } from "./transfer-jobs";
import { MovedOnError } from "./whole-transfers";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function jobsOf(run: (path: string) => Promise<void>) {
  const stale: string[] = [];
  const jobs = createTransferJobs({
    run,
    signal: new AbortController().signal,
    onProblem: () => {},
    onStale: (path) => stale.push(path),
    again: () => {},
    onChange: () => {},
  });
  return { jobs, stale };
}

test("each transfer that failed is tried again when it is due, also if one that was due before has succeeded", async () => {
  const runs: string[] = [];
  let isDown = true;
  const { jobs } = jobsOf(async (path) => {
    runs.push(path);
    if (isDown) throw new TransferError("no space", false);
    jobs.succeeded(path);
  });
  jobs.add("late.png");
  jobs.start();
  // 2 s and 4 s.
  await vi.advanceTimersByTimeAsync(2000);
  jobs.add("soon.png");
  jobs.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toEqual(["late.png", "late.png", "soon.png"]);
  isDown = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(runs.slice(3)).toEqual(["soon.png"]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(runs.slice(4)).toEqual(["late.png"]);
  expect(jobs.waiting()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test("a file that is not what it was taken for is read again; one that the server cannot take now is not", async () => {
  const { jobs, stale } = jobsOf(async () => {});
  await jobs.attempt("moved.png", () => Promise.reject(new MovedOnError()));
  await jobs.attempt("changed.png", () => Promise.reject(new TransferError("changed", false)));
  await jobs.attempt("offline.png", () => Promise.reject(new TransferError("offline", true)));
  expect(stale).toEqual(["moved.png", "changed.png"]);
});
