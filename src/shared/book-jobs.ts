import type { BookPath, WorkKind } from "./book";
import type { Notice } from "./contract";
import type { Usage } from "./conversation";

export type JobId = string;

/** The parameters of a job. */
export type JobOrder = {
  book: BookPath;
  kind: WorkKind;
  /** Used in the prompt; if empty, the model detects it. */
  sourceLanguage: string;
  language: string;
  /** A provider and one of its models; null for both uses the assistant's. */
  provider: string | null;
  model: string | null;
  /** Chapter ids in any order; null: the whole book. */
  chapters: string[] | null;
  /** Maximum paragraphs and source characters of a chunk. */
  chunk: { paragraphs: number; characters: number };
  /** How many chunks run in parallel: 1 to 16. */
  atOnce: number;
  /** Pauses once when this many chunks are done, so that they can be read first. */
  sample?: number;
  /** Pauses each run when it has used so much: in dollars, or in tokens of input and output. */
  ceiling?: { unit: "dollars" | "tokens"; amount: number };
};

/**
 * The size of a job: due paragraphs and their chunks; `held` paragraphs are in other open tasks. `acceptedStale` paragraphs are accepted but
 * their source has changed since; a translation leaves them as they are.
 */
export type JobPlan = {
  paragraphs: number;
  chunks: number;
  held: number;
  done: number;
  acceptedStale: number;
  /** What it would use, roughly: tokens, and dollars if the model's price is known. */
  estimate: { input: number; output: number; cost: number | null };
};

/**
 * `pausing`: no new chunk starts. `interrupted`: the app ended while it ran. `done`: everything is submitted except
 * chunks that were set aside. `stopped` cannot be continued.
 */
export type JobState = "running" | "pausing" | "paused" | "interrupted" | "done" | "stopped";

/** Paragraphs of one chapter that are processed in one conversation with the model. `number` counts from 1. */
export type JobChunk = {
  number: number;
  chapter: string;
  /** The chapter's title. */
  title: string;
  /** The index of its first paragraph in the chapter. */
  index: number;
  paragraphs: number;
  done: number;
};

/** A running chunk. `retryAt`: when the request is repeated, ISO 8601. */
export type RunningChunk = JobChunk & { since: string; retryAt: string | null };

/** A chunk that failed repeatedly. */
export type SetAsideChunk = JobChunk & { reasons: string[] };

/** A failure during a job. `chunk` is 0 if it concerns no chunk. */
export type JobFailure = { at: string; chunk: number; message: string };

/** The current state of a job. */
export type Job = {
  id: JobId;
  order: JobOrder;
  /** The book's title, and the provider's name. */
  title: string;
  providerName: string;
  model: string;
  state: JobState;
  /** Why it paused by itself, for instance because the key was rejected; null otherwise. */
  why: Notice | null;
  paragraphs: { total: number; done: number };
  chunks: { total: number; done: number; setAside: number };
  running: RunningChunk[];
  setAside: SetAsideChunk[];
  /** Newest first, at most 50. */
  failures: JobFailure[];
  /** Estimated from the last minutes; null if unknown. */
  secondsLeft: number | null;
  /** Tokens as counted by the provider, and dollars; null if unknown. */
  usage: Usage;
  /** ISO 8601; `endedAt` is null until it is done or stopped. */
  startedAt: string;
  endedAt: string | null;
  /** Paragraphs that were sent back since, or whose source has changed: `jobs:resume` processes them. */
  sentBack: number;
};
