import type { BookPath, Job, JobId, JobOrder, JobPlan } from "../../../shared/book";
import type { OpenBook } from "../../engine/books";
import { shortId, shortIdCount } from "../../engine/books";
import { ToolError } from "../../engine/ports/tool-error";
import type { Assistant } from "../assistant/assistant";
import type { Send } from "../core/desktop";
import { realPathOf } from "../core/grants";
import type { AppContext } from "../documents/context";
import type { BookDesk } from "./book-service";
import { outdated } from "./jobs/chunk-task";
import type { ChunkRecord, JobRecord } from "./jobs/job-record";
import { openJobs } from "./jobs/job-store";
import { jobsTold } from "./jobs/messages";
import { planChunks } from "./jobs/plan-chunks";
import { RunningJob, releaseChunks, shownChunk } from "./jobs/running-job";

/** Starts, pauses, resumes and stops the jobs on books, and reports their progress. */
export type JobDesk = {
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
const mostEnded = 30;

type Kept = {
  job: JobRecord;
  chunks: ChunkRecord[];
  running: RunningJob | null;
  /** Resolves when the current or last run has ended. */
  over: Promise<unknown>;
  sentBack: number;
};

/** The jobs stored in `dataDir`. Jobs that were running when the app ended are marked as interrupted. */
export function createJobDesk(
  ctx: Pick<AppContext, "surprise">,
  {
    dataDir,
    books,
    assistant,
    tellAll,
    secondMs = 1000,
    random = Math.random,
  }: {
    dataDir: string | null;
    books: BookDesk;
    assistant(): Promise<Assistant>;
    tellAll: Send;
    secondMs?: number | undefined;
    random?: (() => number) | undefined;
  },
): JobDesk {
  const surprise = (error: unknown) => ctx.surprise(jobsTold.part, error);
  const store = openJobs(dataDir, (message) => void tellAll("app:notice", { code: "failed", message }));
  const jobs = new Map<JobId, Kept>();
  const waiting = new Map<JobId, NodeJS.Timeout>();
  const turns = new Map<JobId, Promise<unknown>>();
  let isClosed = false;
  let ended = 0;
  for (const job of store.list()) {
    if ((job.state === "done" || job.state === "stopped") && ++ended > mostEnded) {
      store.remove(job.id);
      continue;
    }
    if (job.state === "running" || job.state === "pausing") {
      job.state = "interrupted";
      store.save(job);
    }
    jobs.set(job.id, { job, chunks: store.chunks(job.id), running: null, over: Promise.resolve(), sentBack: 0 });
  }
  const stopHearing = books.onChanged((book) => {
    for (const kept of jobs.values()) if (kept.job.order.book === book && kept.running === null) void recount(kept);
  });

  function named(id: JobId): Kept {
    const kept = jobs.get(id);
    if (kept === undefined) throw new ToolError("not_found", jobsTold.gone);
    return kept;
  }

  /** Runs operations on a job one after the other: of two starts at once, the second finds the job running. */
  function inTurn<Result>(id: JobId, wish: (kept: Kept) => Promise<Result>): Promise<Result> {
    const done = (turns.get(id) ?? Promise.resolve()).then(() => wish(named(id)));
    const turn = done
      .catch(() => undefined)
      .then(() => {
        if (turns.get(id) === turn) turns.delete(id);
      });
    turns.set(id, turn);
    return done;
  }

  function shown({ job, chunks, running, sentBack }: Kept): Job {
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
        .map((each) => ({ ...shownChunk(each), reasons: each.reasons })),
      secondsLeft: running?.secondsLeft() ?? null,
    };
  }

  function tell(kept: Kept): void {
    const { id } = kept.job;
    if (waiting.has(id)) return;
    const timer = setTimeout(() => {
      waiting.delete(id);
      if (jobs.has(id)) tellAll("jobs:changed", shown(kept));
    }, restMs);
    timer.unref();
    waiting.set(id, timer);
  }

  function tellNow(kept: Kept): Job {
    clearTimeout(waiting.get(kept.job.id));
    waiting.delete(kept.job.id);
    const job = shown(kept);
    tellAll("jobs:changed", job);
    return job;
  }

  /** Updates how many paragraphs of a stopped job must be done again. */
  async function recount(kept: Kept): Promise<void> {
    const before = kept.sentBack;
    kept.sentBack = await openAgain(kept).then(
      (found) => found.size,
      () => 0,
    );
    if (kept.sentBack !== before) tell(kept);
  }

  /** Paragraphs of finished chunks that were sent back or whose source has changed, with their chunks. */
  async function openAgain({ job, chunks }: Kept): Promise<Map<string, ChunkRecord>> {
    const found = new Map<string, ChunkRecord>();
    const finished = chunks.filter(({ state, task }) => state === "done" && task !== null);
    if (finished.length === 0) return found;
    const open = await books.opened(job.order.book);
    open.look((work) => {
      const tasks = new Set(work.tasks("open").map(({ id }) => id));
      for (const chunk of finished) {
        if (chunk.task === null || !tasks.has(chunk.task)) continue;
        for (const { id, done } of work.assigned(chunk.task))
          if (!done && open.book.places.has(id)) found.set(id, chunk);
        for (const id of outdated(open, work, chunk.task)) found.set(id, chunk);
      }
    });
    return found;
  }

  async function settled(order: JobOrder): Promise<{ order: JobOrder; open: OpenBook }> {
    await books.check(order.book);
    const book = await realPathOf(order.book);
    const open = await books.opened(book);
    const language = order.language.trim();
    if (language === "") throw new ToolError("bad_arguments", jobsTold.noLanguage);
    const known = new Set(open.book.chapters.map(({ id }) => id));
    const odd = order.chapters?.find((id) => !known.has(id));
    if (odd !== undefined) throw new ToolError("not_found", jobsTold.chapterGone(odd));
    return { order: { ...order, book, language, sourceLanguage: order.sourceLanguage.trim() }, open };
  }

  async function start(kept: Kept): Promise<Job> {
    const { job, chunks } = kept;
    const model = await assistant();
    const toModel = () => model.models.access({ provider: job.provider, model: job.model });
    const { provider, access } = await toModel();
    await books.check(job.order.book);
    const engine = await books.engine();
    if (isClosed) throw new ToolError("wrong_state", jobsTold.notRunning);
    job.state = "running";
    job.why = null;
    job.endedAt = null;
    store.save(job);
    books.watch(job.order.book);
    const running = new RunningJob(job, chunks, {
      ...{ engine, assistant: model, access, price: provider.price, store, surprise, secondMs, random },
      accessNow: async () => (await toModel()).access,
      changed: () => tell(kept),
      wrote: () => books.wrote(job.order.book),
    });
    kept.running = running;
    kept.over = running.ended.catch(surprise).finally(() => {
      kept.running = null;
      const isWorkedOn = [...jobs.values()].some((each) => each.running?.job.order.book === job.order.book);
      if (!isWorkedOn) books.unwatch(job.order.book);
      tellNow(kept);
    });
    return tellNow(kept);
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
      return wanted.map(shown).sort((a, b) => b.startedAt.localeCompare(a.startedAt));
    },
    async plan(asked) {
      const { order, open } = await settled(asked);
      const { cut: _, ...plan } = planChunks(open, order);
      return plan;
    },
    async begin(asked) {
      const { order, open } = await settled(asked);
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
        throw new ToolError("not_found", held > 0 ? jobsTold.nothingFree(held) : jobsTold.nothingToDo);
      const job: JobRecord = {
        ...{ id: newId(), order, title: open.book.title, provider: provider.id, providerName: provider.name },
        ...{ model: order.model ?? provider.model ?? jobsTold.model, state: "paused", why: null, failures: [] },
        ...{ usage: { input: 0, output: 0, cost: 0 }, startedAt: new Date().toISOString(), endedAt: null },
      };
      const chunks = cut.map(
        (each, at): ChunkRecord => ({ ...each, number: at + 1, task: null, state: "waiting", done: 0, reasons: [] }),
      );
      await books.remember(order.book);
      store.save(job);
      store.saveChunks(job.id, chunks);
      jobs.set(job.id, { job, chunks, running: null, over: Promise.resolve(), sentBack: 0 });
      return inTurn(job.id, start);
    },
    pause: (id, running) =>
      inTurn(id, async (kept) => {
        if (kept.running === null) throw new ToolError("wrong_state", jobsTold.notRunning);
        kept.running.pause(running);
        if (running === "cancel") await kept.over;
        return tellNow(kept);
      }),
    async pauseAll() {
      const pause = async (kept: Kept) => {
        kept.running?.pause("cancel");
        await kept.over;
      };
      await Promise.all([...jobs.keys()].map((id) => inTurn(id, pause)));
    },
    resume: (id) =>
      inTurn(id, async (kept) => {
        if (kept.running?.goOn()) return tellNow(kept);
        if (kept.running !== null) throw new ToolError("wrong_state", jobsTold.busy);
        if (kept.job.state === "stopped") throw new ToolError("wrong_state", jobsTold.ended);
        const again = new Set((await openAgain(kept)).values());
        for (const chunk of again) chunk.state = "waiting";
        if (again.size > 0) store.saveChunks(id, [...again]);
        kept.sentBack = 0;
        return start(kept);
      }),
    stop: (id) =>
      inTurn(id, async (kept) => {
        const { job, chunks, running } = kept;
        if (running !== null) {
          await running.stop();
          await kept.over;
        }
        await releaseChunks(await books.engine(), job, chunks).catch(surprise);
        job.state = "stopped";
        job.endedAt ??= new Date().toISOString();
        store.save(job);
        books.wrote(job.order.book);
        return tellNow(kept);
      }),
    retry: (id, numbers) =>
      inTurn(id, async (kept) => {
        const { job, chunks, running } = kept;
        if (job.state === "stopped") throw new ToolError("wrong_state", jobsTold.ended);
        const aside = chunks.filter(
          ({ state, number }) => state === "aside" && (numbers === null || numbers.includes(number)),
        );
        if (aside.length === 0) throw new ToolError("wrong_state", jobsTold.asideNone);
        for (const chunk of aside) {
          chunk.state = "waiting";
          chunk.reasons = [];
        }
        store.saveChunks(id, aside);
        // A running job picks them up by itself.
        return running === null ? start(kept) : tellNow(kept);
      }),
    forget: (id) =>
      inTurn(id, async (kept) => {
        if (kept.running !== null) throw new ToolError("wrong_state", jobsTold.busy);
        const { job, chunks } = kept;
        if (job.state !== "stopped" && job.state !== "done")
          await releaseChunks(await books.engine(), job, chunks).catch(() => undefined);
        jobs.delete(id);
        store.remove(id);
        tellAll("jobs:gone", id);
      }),
    async close() {
      isClosed = true;
      stopHearing();
      await Promise.all([...jobs.values()].map(({ running }) => running?.interrupt()));
      for (const timer of waiting.values()) clearTimeout(timer);
      store.close();
    },
  };
}
