import { expect, it } from "vitest";
import type { ChunkRecord, JobRecord } from "./job-record";
import { type JobDeps, RunningJob } from "./running-job";

const job: JobRecord = {
  id: "a1b2c",
  title: "book",
  provider: "p",
  providerName: "P",
  model: "m",
  state: "running",
  why: null,
  failures: [],
  usage: { input: 0, output: 0, cost: 0 },
  startedAt: "2026-01-01T00:00:00Z",
  endedAt: null,
  order: {
    book: "/w/book",
    kind: "translation",
    sourceLanguage: "",
    language: "English",
    provider: null,
    model: null,
    chapters: null,
    chunk: { paragraphs: 1, characters: 100 },
    atOnce: 2,
  },
};

const chunk = (number: number): ChunkRecord => ({
  number,
  chapter: "1.md",
  title: "1",
  index: number,
  ids: [`id${number}`],
  task: null,
  state: "waiting",
  done: 0,
  reasons: [],
});

it("a running job ends only when all its chunks have ended, and is paused even if that cannot be stored", async () => {
  const held = Promise.withResolvers<never>();
  let opened = 0;
  const engine = {
    // The first chunk fails immediately while the second is still running.
    bookView: () => ({ open: () => (++opened === 1 ? Promise.reject(new Error("gone")) : held.promise) }),
    forget: () => undefined,
  };
  const store = {
    save: () => {
      throw new Error("disk full");
    },
    saveChunks: () => undefined,
  };
  const deps = { engine, store, changed: () => undefined, reportError: () => undefined };
  const running = new RunningJob(job, [chunk(1), chunk(2)], deps as unknown as JobDeps);
  let hasEnded = false;
  const ended = running.ended
    .catch(() => undefined)
    .then(() => {
      hasEnded = true;
    });
  await expect.poll(() => opened).toBe(2);
  // What follows from the failure is done when the next turn begins.
  await new Promise((done) => setImmediate(done));
  expect([opened, hasEnded]).toEqual([2, false]);
  held.reject(new Error("given up"));
  await ended;
  expect(job.state).toBe("paused");
});
