import { z } from "zod";

const chunkSize = z.strictObject({ paragraphs: z.number().int().min(1), characters: z.number().int().min(1) });

const order = z.strictObject({
  book: z.string(),
  kind: z.enum(["translation", "polishing", "proofreading"]),
  sourceLanguage: z.string(),
  language: z.string(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  chapters: z.array(z.string()).nullable(),
  chunk: chunkSize,
  atOnce: z.number().int().min(1).max(16),
  sample: z.number().int().min(1).exactOptional(),
  ceiling: z.strictObject({ unit: z.enum(["dollars", "tokens"]), amount: z.number().positive() }).exactOptional(),
});

const notice = z.strictObject({ code: z.string(), message: z.string(), hint: z.string().exactOptional() });

/** A job as stored, without its chunks. Properties of later versions are kept. */
export const jobRecord = z.looseObject({
  id: z.string(),
  order,
  title: z.string(),
  /** The provider that was chosen, and its model when the job began. */
  provider: z.string(),
  providerName: z.string(),
  model: z.string(),
  state: z.enum(["running", "pausing", "paused", "interrupted", "done", "stopped"]),
  why: notice.nullable(),
  failures: z.array(z.strictObject({ at: z.string(), chunk: z.number(), message: z.string() })),
  usage: z.strictObject({
    input: z.number().nullable(),
    output: z.number().nullable(),
    cost: z.number().nullable(),
  }),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
});

export type JobRecord = z.infer<typeof jobRecord>;

/** A chunk as stored. The work itself is stored with the book; `done` is the last known count. */
export const chunkRecord = z.looseObject({
  number: z.number().int().min(1),
  chapter: z.string(),
  title: z.string(),
  /** The index of its first paragraph in the chapter. */
  index: z.number().int().min(0),
  ids: z.array(z.string()).min(1),
  /** Its task id; null until one was opened. */
  task: z.string().nullable(),
  state: z.enum(["waiting", "done", "aside"]),
  done: z.number().int().min(0),
  reasons: z.array(z.string()),
});

export type ChunkRecord = z.infer<typeof chunkRecord>;
