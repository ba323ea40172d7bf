import type { BookPath } from "../../../../shared/book";
import type { Job } from "../../../../shared/book-jobs";
import type { OpenBook } from "../../../engine/books";
import { outdated } from "./chunk-task";
import type { ChunkRecord, JobRecord } from "./job-record";
import { type RunningJob, toJobChunk } from "./running-job";

/** A job that the service knows. */
export type JobEntry = {
  job: JobRecord;
  chunks: ChunkRecord[];
  running: RunningJob | null;
  /** Resolves when the current or last run has ended. */
  over: Promise<unknown>;
  sentBack: number;
};

/** A job as the renderer shows it. */
export function toJob({ job, chunks, running, sentBack }: JobEntry): Job {
  const { id, order, title, providerName, model, state, why, failures, usage, startedAt, endedAt } = job;
  const sum = (count: (chunk: ChunkRecord) => number) => chunks.reduce((all, chunk) => all + count(chunk), 0);
  return {
    id,
    order,
    title,
    providerName,
    model,
    state,
    why,
    failures,
    usage,
    startedAt,
    endedAt,
    sentBack,
    paragraphs: { total: sum(({ ids }) => ids.length), done: sum(({ ids, done }) => Math.min(ids.length, done)) },
    chunks: {
      total: chunks.length,
      done: chunks.filter((each) => each.state === "done").length,
      setAside: chunks.filter((each) => each.state === "aside").length,
    },
    running: running?.runningChunks ?? [],
    setAside: chunks
      .filter((each) => each.state === "aside")
      .map((each) => ({ ...toJobChunk(each), reasons: each.reasons })),
    secondsLeft: running?.secondsLeft() ?? null,
  };
}

/** Paragraphs of finished chunks that were sent back or whose source has changed, with their chunks. */
export async function reopenedParagraphs(
  { job, chunks }: JobEntry,
  opened: (book: BookPath) => Promise<OpenBook>,
): Promise<Map<string, ChunkRecord>> {
  const found = new Map<string, ChunkRecord>();
  const finished = chunks.filter(({ state, task }) => state === "done" && task !== null);
  if (finished.length === 0) return found;
  const open = await opened(job.order.book);
  open.read((work) => {
    const tasks = new Set(work.tasks("open").map(({ id }) => id));
    for (const chunk of finished) {
      if (chunk.task === null || !tasks.has(chunk.task)) continue;
      for (const { id, done } of work.assigned(chunk.task))
        if (!done && open.book.positions.has(id)) found.set(id, chunk);
      for (const id of outdated(open, work, chunk.task)) found.set(id, chunk);
    }
  });
  return found;
}

/** Updates how many paragraphs of a stopped job must be done again. Returns whether that changed. */
export async function recounted(entry: JobEntry, opened: (book: BookPath) => Promise<OpenBook>): Promise<boolean> {
  const before = entry.sentBack;
  entry.sentBack = await reopenedParagraphs(entry, opened).then(
    (found) => found.size,
    () => 0,
  );
  return entry.sentBack !== before;
}
