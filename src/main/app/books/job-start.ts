import type { Job, JobId } from "../../../shared/book-jobs";
import { ToolError } from "../../engine/ports/tool-error";
import type { Assistant } from "../assistant";
import type { BookService } from "./book-service";
import type { JobEntry } from "./jobs/job-entry";
import type { JobEvents } from "./jobs/job-events";
import type { JobStore } from "./jobs/job-store";
import { jobMessages } from "./jobs/messages";
import { RunningJob } from "./jobs/running-job";

type JobStartDeps = Pick<JobEvents, "notifySoon" | "notifyNow"> & {
  books: BookService;
  assistant(): Promise<Assistant>;
  store: JobStore;
  jobs: ReadonlyMap<JobId, JobEntry>;
  reportError(error: unknown): void;
  secondMs: number;
  random: () => number;
  isClosed(): boolean;
};

/** Returns the function that starts or resumes a job. It ends by itself, and its book is then no longer watched. */
export function createJobStart(deps: JobStartDeps): (entry: JobEntry) => Promise<Job> {
  const { books, store, notifyNow, reportError } = deps;
  return async (entry) => {
    const { job, chunks } = entry;
    const model = await deps.assistant();
    const toModel = () => model.models.access({ provider: job.provider, model: job.model });
    const { provider, access } = await toModel();
    await books.check(job.order.book);
    const engine = await books.engine();
    if (deps.isClosed()) throw new ToolError("wrong_state", jobMessages.notRunning);
    job.state = "running";
    job.why = null;
    job.endedAt = null;
    store.save(job);
    books.watch(job.order.book);
    const running = new RunningJob(job, chunks, {
      engine,
      assistant: model,
      access,
      price: provider.price,
      store,
      reportError,
      secondMs: deps.secondMs,
      random: deps.random,
      accessNow: async () => (await toModel()).access,
      changed: () => deps.notifySoon(entry),
      wrote: () => books.wrote(job.order.book),
    });
    entry.running = running;
    entry.over = running.ended.catch(reportError).finally(() => {
      entry.running = null;
      const isWorkedOn = [...deps.jobs.values()].some((each) => each.running?.job.order.book === job.order.book);
      if (!isWorkedOn) books.unwatch(job.order.book);
      notifyNow(entry);
    });
    return notifyNow(entry);
  };
}
