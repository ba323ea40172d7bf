import type { Job, JobId } from "../../../../shared/book-jobs";
import type { Send } from "../../core/desktop";
import { type JobEntry, toJob } from "./job-entry";

/** Minimum interval of progress events in milliseconds. */
const REST_MS = 250;

export type JobEvents = ReturnType<typeof createJobEvents>;

/** Sends the progress of jobs to the windows: at once, or at most every so often. */
export function createJobEvents(broadcast: Send, exists: (id: JobId) => boolean) {
  const waiting = new Map<JobId, NodeJS.Timeout>();

  function notifySoon(entry: JobEntry): void {
    const { id } = entry.job;
    if (waiting.has(id)) return;
    const timer = setTimeout(() => {
      waiting.delete(id);
      if (exists(id)) broadcast("jobs:changed", toJob(entry));
    }, REST_MS);
    timer.unref();
    waiting.set(id, timer);
  }

  function notifyNow(entry: JobEntry): Job {
    clearTimeout(waiting.get(entry.job.id));
    waiting.delete(entry.job.id);
    const job = toJob(entry);
    broadcast("jobs:changed", job);
    return job;
  }

  return {
    notifySoon,
    notifyNow,
    close(): void {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}
