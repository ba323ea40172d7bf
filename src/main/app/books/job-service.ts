import { keyedQueue } from "../../../core/async/serial-queue";
import { estimateTokens } from "../../../core/text/tokens";
import type { Price } from "../../../shared/assistant-setup";
import type { BookPath } from "../../../shared/book";
import type { Job, JobId, JobOrder, JobPlan } from "../../../shared/book-jobs";
import type { Engine } from "../../engine";
import { type OpenBook, shortId, shortIdCount } from "../../engine/books";
import { ToolError } from "../../engine/ports/tool-error";
import type { Assistant } from "../assistant";
import type { Send } from "../core/desktop";
import { realPathOf } from "../core/grants";
import type { AppContext } from "../documents";
import type { BookService } from "./book-service";
import { createJobStart } from "./job-start";
import { estimateJob } from "./jobs/estimate-job";
import { type JobEntry, recounted, reopenedParagraphs, toJob } from "./jobs/job-entry";
import { createJobEvents } from "./jobs/job-events";
import { type JobStore, openJobs } from "./jobs/job-store";
import { jobMessages } from "./jobs/messages";
import { planChunks } from "./jobs/plan-chunks";
import { protectedIn } from "./jobs/protected-in";
import { toolsOfChunk } from "./jobs/run-chunk";
import { releaseChunks } from "./jobs/running-job";
import { newJob } from "./new-job";

/** Starts, pauses, resumes and stops the jobs on books, and reports their progress. */
export type JobService = {
  list(book: BookPath | null): Promise<Job[]>;
  plan(order: JobOrder): Promise<JobPlan>;
  begin(order: JobOrder): Promise<Job>;
  pause(job: JobId, running: "finish" | "cancel"): Promise<Job>;
  /** Pauses every running job immediately; what it has submitted stays. */
  pauseAll(): Promise<void>;
  resume(job: JobId): Promise<Job>;
  stop(job: JobId): Promise<Job>;
  retry(job: JobId, chunks: readonly number[] | null): Promise<Job>;
  forget(job: JobId): Promise<void>;
  /** Interrupts running jobs, because the app ends. */
  close(): Promise<void>;
};

/** How many finished jobs are kept. */
const MAX_ENDED = 30;

/** The jobs stored in `dataDir`. Jobs that were running when the app ended are marked as interrupted. */
export function createJobService(
  ctx: Pick<AppContext, "reportError">,
  {
    dataDir,
    books,
    assistant,
    broadcast,
    secondMs = 1000,
    random = Math.random,
  }: {
    dataDir: string | null;
    books: BookService;
    assistant(): Promise<Assistant>;
    broadcast: Send;
    secondMs?: number | undefined;
    random?: (() => number) | undefined;
  },
): JobService {
  const reportError = (error: unknown) => ctx.reportError(jobMessages.part, error);
  const store = openJobs(dataDir, (message) => void broadcast("app:notice", { code: "failed", message }));
  const jobs = storedEntries(store);
  const { notifySoon, notifyNow, ...events } = createJobEvents(broadcast, (id) => jobs.has(id));
  const queue = keyedQueue();
  let isClosed = false;
  const stopListening = books.onChanged((book) => {
    for (const entry of jobs.values()) if (entry.job.order.book === book && entry.running === null) void recount(entry);
  });

  function named(id: JobId): JobEntry {
    const entry = jobs.get(id);
    if (entry === undefined) throw new ToolError("not_found", jobMessages.gone);
    return entry;
  }

  /** Runs operations on a job one after the other: of two starts at once, the second finds the job running. */
  const enqueue = <Result>(id: JobId, operation: (entry: JobEntry) => Promise<Result>): Promise<Result> =>
    queue(id, () => operation(named(id)));

  async function recount(entry: JobEntry): Promise<void> {
    if (await recounted(entry, books.opened)) notifySoon(entry);
  }

  const start = createJobStart({
    books,
    assistant,
    store,
    jobs,
    notifySoon,
    notifyNow,
    reportError,
    secondMs,
    random,
    isClosed: () => isClosed,
  });

  return {
    async list(book) {
      const wanted = [...jobs.values()].filter(({ job }) => book === null || job.order.book === book);
      await Promise.all(wanted.filter(({ running }) => running === null).map(recount));
      return wanted.map(toJob).sort((a, b) => b.startedAt.localeCompare(a.startedAt));
    },
    async plan(asked) {
      const { setup } = await assistant();
      return plannedJob(await checkedOrder(books, asked), { setup, engine: await books.engine() });
    },
    async begin(asked) {
      const { order, open } = await checkedOrder(books, asked);
      const { models, setup } = await assistant();
      const engine = await books.engine();
      const { job, chunks } = await newJob(newId(jobs), { order, open, models, setup, engine });
      await books.remember(order.book);
      store.save(job);
      store.saveChunks(job.id, chunks);
      jobs.set(job.id, { job, chunks, running: null, over: Promise.resolve(), sentBack: 0 });
      return enqueue(job.id, start);
    },
    pause: (id, running) =>
      enqueue(id, async (entry) => {
        if (entry.running === null) throw new ToolError("wrong_state", jobMessages.notRunning);
        entry.running.pause(running);
        if (running === "cancel") await entry.over;
        return notifyNow(entry);
      }),
    async pauseAll() {
      const pause = async (entry: JobEntry) => {
        entry.running?.pause("cancel");
        await entry.over;
      };
      await Promise.all([...jobs.keys()].map((id) => enqueue(id, pause)));
    },
    resume: (id) =>
      enqueue(id, async (entry) => {
        if (entry.running?.goOn()) return notifyNow(entry);
        if (entry.running !== null) throw new ToolError("wrong_state", jobMessages.busy);
        if (entry.job.state === "stopped") throw new ToolError("wrong_state", jobMessages.ended);
        const again = new Set((await reopenedParagraphs(entry, books.opened)).values());
        for (const chunk of again) chunk.state = "waiting";
        if (again.size > 0) store.saveChunks(id, [...again]);
        entry.sentBack = 0;
        return start(entry);
      }),
    stop: (id) =>
      enqueue(id, async (entry) => {
        const { job, chunks, running } = entry;
        if (running !== null) {
          await running.stop();
          await entry.over;
        }
        await releaseChunks(await books.engine(), job, chunks).catch(reportError);
        job.state = "stopped";
        job.endedAt ??= new Date().toISOString();
        store.save(job);
        books.wrote(job.order.book);
        return notifyNow(entry);
      }),
    retry: (id, numbers) =>
      enqueue(id, async (entry) => {
        const { job, chunks, running } = entry;
        if (job.state === "stopped") throw new ToolError("wrong_state", jobMessages.ended);
        const aside = chunks.filter(
          ({ state, number }) => state === "aside" && (numbers === null || numbers.includes(number)),
        );
        if (aside.length === 0) throw new ToolError("wrong_state", jobMessages.asideNone);
        for (const chunk of aside) {
          chunk.state = "waiting";
          chunk.reasons = [];
        }
        store.saveChunks(id, aside);
        // A running job picks them up by itself.
        return running === null ? start(entry) : notifyNow(entry);
      }),
    forget: (id) =>
      enqueue(id, async (entry) => {
        if (entry.running !== null) throw new ToolError("wrong_state", jobMessages.busy);
        const { job, chunks } = entry;
        if (job.state !== "stopped" && job.state !== "done")
          await releaseChunks(await books.engine(), job, chunks).catch(() => undefined);
        jobs.delete(id);
        store.remove(id);
        broadcast("jobs:gone", id);
      }),
    async close() {
      isClosed = true;
      stopListening();
      await Promise.all([...jobs.values()].map(({ running }) => running?.interrupt()));
      events.close();
      store.close();
    },
  };
}

/** The jobs of earlier runs, without all but the last ones that have ended. */
function storedEntries(store: JobStore): Map<JobId, JobEntry> {
  const jobs = new Map<JobId, JobEntry>();
  let ended = 0;
  for (const job of store.list()) {
    if ((job.state === "done" || job.state === "stopped") && ++ended > MAX_ENDED) {
      store.remove(job.id);
      continue;
    }
    if (job.state === "running" || job.state === "pausing") {
      job.state = "interrupted";
      store.save(job);
    }
    jobs.set(job.id, { job, chunks: store.chunks(job.id), running: null, over: Promise.resolve(), sentBack: 0 });
  }
  return jobs;
}

function newId(jobs: ReadonlyMap<JobId, JobEntry>): JobId {
  for (;;) {
    const id = shortId(Math.floor(Math.random() * shortIdCount));
    if (!jobs.has(id)) return id;
  }
}

/** What a job would do and use. */
async function plannedJob(
  { order, open }: { order: JobOrder; open: OpenBook },
  { setup, engine }: { setup: Assistant["setup"]; engine: Engine },
): Promise<JobPlan> {
  const { cut, ...plan } = planChunks(open, order, await protectedIn(open, engine));
  const toolTokens = estimateTokens(JSON.stringify(toolsOfChunk(await engine.tools())));
  return { ...plan, estimate: estimateJob(open, { cut, kind: order.kind, price: priceOf(setup, order), toolTokens }) };
}

/** The price of the model that an order names, if it is the one that its provider is set up with. */
function priceOf(setup: Assistant["setup"], { provider, model }: JobOrder): Price | null {
  const found = provider === null ? setup.current() : setup.provider(provider);
  return found !== null && (model === null || model === found.model) ? found.price : null;
}

/** The order with the real path of its book, which is opened. Throws if the user may not reach it, or if the order makes no sense. */
async function checkedOrder(
  books: Pick<BookService, "check" | "opened">,
  order: JobOrder,
): Promise<{ order: JobOrder; open: OpenBook }> {
  await books.check(order.book);
  const book = await realPathOf(order.book);
  const open = await books.opened(book);
  const language = order.language.trim();
  if (language === "") throw new ToolError("bad_arguments", jobMessages.noLanguage);
  const known = new Set(open.book.chapters.map(({ id }) => id));
  const odd = order.chapters?.find((id) => !known.has(id));
  if (odd !== undefined) throw new ToolError("not_found", jobMessages.chapterGone(odd));
  return { order: { ...order, book, language, sourceLanguage: order.sourceLanguage.trim() }, open };
}
