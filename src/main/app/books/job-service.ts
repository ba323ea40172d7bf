import type { BookPath, Job, JobId, JobOrder, JobPlan } from "../../../shared/book";
import type { OpenBook } from "../../engine/books";
import { shortId, shortIdCount } from "../../engine/books";
import { ToolError } from "../../engine/ports/tool-error";
import type { Assistant } from "../assistant/assistant";
import type { Send } from "../core/desktop";
import { realPathOf } from "../core/grants";
import type { AppContext } from "../documents/context";
import type { BookService } from "./book-service";
import { outdated } from "./jobs/chunk-task";
import type { ChunkRecord, JobRecord } from "./jobs/job-record";
import { openJobs } from "./jobs/job-store";
import { jobMessages } from "./jobs/messages";
import { planChunks } from "./jobs/plan-chunks";
import { RunningJob, releaseChunks, toJobChunk } from "./jobs/running-job";

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

/** Minimum interval of progress events in milliseconds. */
const restMs = 250;
/** How many finished jobs are kept. */
const maxEnded = 30;

type JobEntry = {
  job: JobRecord;
  chunks: ChunkRecord[];
  running: RunningJob | null;
  /** Resolves when the current or last run has ended. */
  over: Promise<unknown>;
  sentBack: number;
};

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
  const jobs = new Map<JobId, JobEntry>();
  const waiting = new Map<JobId, NodeJS.Timeout>();
  const queues = new Map<JobId, Promise<unknown>>();
  let isClosed = false;
  let ended = 0;
  for (const job of store.list()) {
    if ((job.state === "done" || job.state === "stopped") && ++ended > maxEnded) {
      store.remove(job.id);
      continue;
    }
    if (job.state === "running" || job.state === "pausing") {
      job.state = "interrupted";
      store.save(job);
    }
    jobs.set(job.id, { job, chunks: store.chunks(job.id), running: null, over: Promise.resolve(), sentBack: 0 });
  }
  const stopListening = books.onChanged((book) => {
    for (const entry of jobs.values()) if (entry.job.order.book === book && entry.running === null) void recount(entry);
  });

  function named(id: JobId): JobEntry {
    const entry = jobs.get(id);
    if (entry === undefined) throw new ToolError("not_found", jobMessages.gone);
    return entry;
  }

  /** Runs operations on a job one after the other: of two starts at once, the second finds the job running. */
  function enqueue<Result>(id: JobId, operation: (entry: JobEntry) => Promise<Result>): Promise<Result> {
    const done = (queues.get(id) ?? Promise.resolve()).then(() => operation(named(id)));
    const queue = done
      .catch(() => undefined)
      .then(() => {
        if (queues.get(id) === queue) queues.delete(id);
      });
    queues.set(id, queue);
    return done;
  }

  function toJob({ job, chunks, running, sentBack }: JobEntry): Job {
    const { id, order, title, providerName, model, state, why, failures, usage, startedAt, endedAt } = job;
    const sum = (count: (chunk: ChunkRecord) => number) => chunks.reduce((all, chunk) => all + count(chunk), 0);
    return {
      ...{ id, order, title, providerName, model, state, why, failures, usage, startedAt, endedAt, sentBack },
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

  function notifySoon(entry: JobEntry): void {
    const { id } = entry.job;
    if (waiting.has(id)) return;
    const timer = setTimeout(() => {
      waiting.delete(id);
      if (jobs.has(id)) broadcast("jobs:changed", toJob(entry));
    }, restMs);
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

  /** Updates how many paragraphs of a stopped job must be done again. */
  async function recount(entry: JobEntry): Promise<void> {
    const before = entry.sentBack;
    entry.sentBack = await reopenedParagraphs(entry).then(
      (found) => found.size,
      () => 0,
    );
    if (entry.sentBack !== before) notifySoon(entry);
  }

  /** Paragraphs of finished chunks that were sent back or whose source has changed, with their chunks. */
  async function reopenedParagraphs({ job, chunks }: JobEntry): Promise<Map<string, ChunkRecord>> {
    const found = new Map<string, ChunkRecord>();
    const finished = chunks.filter(({ state, task }) => state === "done" && task !== null);
    if (finished.length === 0) return found;
    const open = await books.opened(job.order.book);
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

  async function checkedOrder(order: JobOrder): Promise<{ order: JobOrder; open: OpenBook }> {
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

  async function start(entry: JobEntry): Promise<Job> {
    const { job, chunks } = entry;
    const model = await assistant();
    const toModel = () => model.models.access({ provider: job.provider, model: job.model });
    const { provider, access } = await toModel();
    await books.check(job.order.book);
    const engine = await books.engine();
    if (isClosed) throw new ToolError("wrong_state", jobMessages.notRunning);
    job.state = "running";
    job.why = null;
    job.endedAt = null;
    store.save(job);
    books.watch(job.order.book);
    const running = new RunningJob(job, chunks, {
      ...{ engine, assistant: model, access, price: provider.price, store, reportError, secondMs, random },
      accessNow: async () => (await toModel()).access,
      changed: () => notifySoon(entry),
      wrote: () => books.wrote(job.order.book),
    });
    entry.running = running;
    entry.over = running.ended.catch(reportError).finally(() => {
      entry.running = null;
      const isWorkedOn = [...jobs.values()].some((each) => each.running?.job.order.book === job.order.book);
      if (!isWorkedOn) books.unwatch(job.order.book);
      notifyNow(entry);
    });
    return notifyNow(entry);
  }

  function newId(): JobId {
    for (;;) {
      const id = shortId(Math.floor(Math.random() * shortIdCount));
      if (!jobs.has(id)) return id;
    }
  }

  return {
    async list(book) {
      const wanted = [...jobs.values()].filter(({ job }) => book === null || job.order.book === book);
      await Promise.all(wanted.filter(({ running }) => running === null).map(recount));
      return wanted.map(toJob).sort((a, b) => b.startedAt.localeCompare(a.startedAt));
    },
    async plan(asked) {
      const { order, open } = await checkedOrder(asked);
      const { cut: _, ...plan } = planChunks(open, order);
      return plan;
    },
    async begin(asked) {
      const { order, open } = await checkedOrder(asked);
      const { models, setup } = await assistant();
      // Reports a missing model before anything is created.
      const { provider } =
        order.provider === null
          ? await models.access()
          : await models.access({
              provider: order.provider,
              model: order.model ?? setup.provider(order.provider).model ?? "",
            });
      const { cut, held } = planChunks(open, order);
      if (cut.length === 0)
        throw new ToolError("not_found", held > 0 ? jobMessages.nothingFree(held) : jobMessages.nothingToDo);
      const job: JobRecord = {
        ...{ id: newId(), order, title: open.book.title, provider: provider.id, providerName: provider.name },
        ...{ model: order.model ?? provider.model ?? jobMessages.model, state: "paused", why: null, failures: [] },
        ...{ usage: { input: 0, output: 0, cost: 0 }, startedAt: new Date().toISOString(), endedAt: null },
      };
      const chunks = cut.map(
        (each, at): ChunkRecord => ({ ...each, number: at + 1, task: null, state: "waiting", done: 0, reasons: [] }),
      );
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
        const again = new Set((await reopenedParagraphs(entry)).values());
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
      for (const timer of waiting.values()) clearTimeout(timer);
      store.close();
    },
  };
}
