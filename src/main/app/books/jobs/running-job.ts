import type { Price } from "../../../../shared/assistant-setup";
import type { JobChunk, JobFailure, RunningChunk } from "../../../../shared/book-jobs";
import type { Notice } from "../../../../shared/contract";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import type { Engine } from "../../../engine";
import { ToolError } from "../../../engine/ports/tool-error";
import type { Assistant } from "../../assistant";
import { addRequest, type ModelAccess } from "../../assistant/model-calls";
import { bookOf, releaseTask, type TaskContext, type TaskState, takeUpTask } from "./chunk-task";
import type { ChunkRecord, JobRecord } from "./job-record";
import type { JobStore } from "./job-store";
import { jobMessages } from "./messages";
import { createPace } from "./pace";
import { planChunks } from "./plan-chunks";
import { protectedIn } from "./protected-in";
import { ChunkFailure, runChunk } from "./run-chunk";
import { type RunLimits, runLimits } from "./run-limits";

/** What a running job needs from the app. */
export type JobDeps = {
  engine: Engine;
  assistant: Assistant;
  access: ModelAccess;
  /** The current access; throws if its key was removed. */
  accessNow(): Promise<ModelAccess>;
  price: Price | null;
  store: JobStore;
  /** The job's state or progress changed. */
  changed(): void;
  /** The book's work was written to. */
  wrote(): void;
  reportError(error: unknown): void;
  /** Tests use a shorter second and a fixed random source. */
  secondMs: number;
  random(): number;
};

const MAX_ATTEMPTS = 3;
/** After this many failed chunks in a row the cause is not in the chunks, so the job pauses. */
const MAX_IN_A_ROW = 3;
const MAX_FAILURES = 50;
/** Nobody waits in front of a job, so retries may take longer than in a conversation. */
const patience = { retries: 6, wait: 15 * 60_000 };

type Running = { chunk: ChunkRecord; since: string; retryAt: string | null };

/** One run of a job, from start or resumption to pause or end. Progress is stored as it happens. */
export class RunningJob {
  readonly job: JobRecord;
  readonly chunks: ChunkRecord[];
  readonly ended: Promise<void>;
  readonly #deps: JobDeps;
  readonly #stop = new AbortController();
  readonly #running = new Map<number, Running>();
  readonly #pace = createPace();
  readonly #limits: RunLimits;
  /** Chunks that failed since the last success. */
  #failedInARow: ChunkRecord[] = [];
  /** The paragraphs added last; adding the same again would never end. */
  #toppedUp = "";
  /** The provider asked all chunks to wait until this time (`performance.now`). */
  #closedUntil = 0;

  constructor(job: JobRecord, chunks: ChunkRecord[], deps: JobDeps) {
    this.job = job;
    this.chunks = chunks;
    this.#deps = deps;
    this.#limits = runLimits(job.order, { usage: { ...job.usage }, done: this.#chunksDone });
    this.ended = this.#run();
  }

  /** Lets running chunks finish, or cancels them; what they have submitted stays. */
  pause(running: "finish" | "cancel"): void {
    if (this.job.state === "running") this.#setState("pausing");
    if (running === "cancel") this.#stop.abort(new Error("paused by the user"));
  }

  /** Revokes a pause that is not complete; false if there is none. */
  goOn(): boolean {
    if (this.job.state !== "pausing" || this.#stop.signal.aborted || this.#running.size === 0) return false;
    this.#setState("running");
    return true;
  }

  /** Cancels everything because the app ends; the job is marked as interrupted. */
  async interrupt(): Promise<void> {
    this.job.state = "interrupted";
    this.#stop.abort(new Error("the app ends"));
    await this.ended;
  }

  /** Ends the job for good. */
  async stop(): Promise<void> {
    this.job.state = "stopped";
    this.#stop.abort(new Error("stopped by the user"));
    await this.ended;
  }

  get runningChunks(): RunningChunk[] {
    return [...this.#running.values()].map(({ chunk, since, retryAt }) => ({ ...toJobChunk(chunk), since, retryAt }));
  }

  secondsLeft(): number | null {
    const left = this.chunks.reduce(
      (sum, { state, ids, done }) => sum + (state === "waiting" ? ids.length - done : 0),
      0,
    );
    return this.#pace.secondsLeft(left, performance.now());
  }

  async #run(): Promise<void> {
    // Starts after the constructor has returned, before any event.
    await Promise.resolve();
    this.#notePace();
    let workers: Promise<void>[] = [];
    try {
      for (;;) {
        workers = Array.from({ length: this.job.order.atOnce }, () => this.#work());
        await Promise.all(workers);
        if (this.job.state !== "running") break;
        // Revoking a pause may leave chunks that no worker has taken.
        const isWaited = () => this.chunks.some(({ state }) => state === "waiting");
        // Checked again, because a chunk that was set aside may have been taken back meanwhile.
        if (!isWaited() && !(await this.#topUp()) && !isWaited()) break;
      }
      if (this.job.state === "running") {
        this.job.endedAt = new Date().toISOString();
        this.#setState("done");
      } else if (this.job.state === "pausing") this.#setState("paused");
      else this.#setState(this.job.state);
    } catch (error) {
      this.#stop.abort(error);
      // All workers must have stopped before the job can be resumed.
      await Promise.allSettled(workers);
      if (this.job.state !== "stopped" && this.job.state !== "interrupted") this.job.state = "paused";
      this.#pauseFor(this.#describeError(error));
      this.#setState(this.job.state);
    } finally {
      this.#deps.engine.forget(this.#caller.id);
    }
  }

  /** Works on waiting chunks until there are none. */
  async #work(): Promise<void> {
    while (this.job.state === "running" && !this.#stop.signal.aborted) {
      const chunk = this.chunks.find((each) => each.state === "waiting" && !this.#running.has(each.number));
      if (chunk === undefined || this.#isLimited()) return;
      if (!this.#limits.mayBegin({ done: this.#chunksDone, running: this.#running.size })) return;
      this.#running.set(chunk.number, { chunk, since: new Date().toISOString(), retryAt: null });
      this.#deps.changed();
      try {
        await this.#oneChunk(chunk);
      } finally {
        this.#running.delete(chunk.number);
        this.#keep(chunk);
        this.#isLimited();
      }
    }
  }

  get #chunksDone(): number {
    return this.chunks.filter(({ state }) => state === "done").length;
  }

  /** Pauses the job if it has reached one of its limits while there is more to do. */
  #isLimited(): boolean {
    const isWaiting = this.chunks.some(({ state, number }) => state === "waiting" && !this.#running.has(number));
    const why = isWaiting ? this.#limits.reached({ usage: this.job.usage, done: this.#chunksDone }) : null;
    if (why === null || this.job.state !== "running") return why !== null;
    this.job.why = why;
    this.#setState("pausing");
    return true;
  }

  async #oneChunk(chunk: ChunkRecord): Promise<void> {
    const reasons: string[] = [];
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      try {
        await this.#attempt(chunk);
        chunk.state = "done";
        // Polishing need not change every paragraph.
        chunk.done = chunk.ids.length;
        chunk.reasons = [];
        this.#failedInARow = [];
        return;
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        if (!(error instanceof ChunkFailure) && !(error instanceof ToolError)) this.#deps.reportError(error);
        const why = this.#describeError(error).message;
        reasons.push(why);
        this.#failed(chunk.number, jobMessages.attempt(attempt, MAX_ATTEMPTS, why));
        if (error instanceof ChunkFailure && error.isFinal) break;
      }
    }
    chunk.state = "aside";
    chunk.reasons = reasons;
    this.#failedInARow.push(chunk);
    if (this.#failedInARow.length < MAX_IN_A_ROW || this.job.state !== "running") return;
    // The cause is not in these chunks, so they wait again until the user has looked.
    for (const each of this.#failedInARow) {
      each.state = "waiting";
      each.reasons = [];
    }
    this.#deps.store.saveChunks(this.job.id, this.#failedInARow);
    this.#pauseFor({
      code: "failed",
      message: jobMessages.repeatedFailures(reasons.at(-1) ?? ""),
      hint: jobMessages.repeatedFailuresHint,
    });
    this.#setState("pausing");
    this.#stop.abort(new Error("several chunks in a row failed"));
  }

  async #attempt(chunk: ChunkRecord): Promise<void> {
    const context = this.#context();
    const task = await takeUpTask(context, chunk, {
      opened: (id) => {
        if (chunk.task === id) return;
        chunk.task = id;
        this.#keep(chunk);
        this.#deps.wrote();
      },
      left: (sentence) => this.#failed(chunk.number, sentence),
    });
    if (task === null) {
      chunk.done = chunk.ids.length;
      return;
    }
    this.#count(chunk, task);
    const { assistant, access, accessNow, secondMs, random } = this.#deps;
    await runChunk(task, {
      context,
      patience,
      secondMs,
      random,
      limits: assistant.setup.limits,
      providerName: access.errorContext.name,
      async *ask(question) {
        yield* assistant.ask(await accessNow(), question, context.signal);
      },
      admitted: () => this.#admitted(),
      events: {
        usage: ({ usage }) => {
          this.job.usage = addRequest(this.job.usage, usage, this.#deps.price);
          this.#deps.store.save(this.job);
          this.#deps.changed();
        },
        worked: (now) => {
          this.#deps.wrote();
          this.#count(chunk, now);
        },
        waiting: (delay) => this.#noteWait(chunk, delay),
      },
    });
    this.#deps.wrote();
  }

  /** Waits if the provider asked any chunk to wait. */
  async #admitted(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted && performance.now() < this.#closedUntil) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, this.#closedUntil - performance.now());
      signal.addEventListener("abort", () => resolve(), { once: true });
      await promise;
      clearTimeout(timer);
    }
  }

  #noteWait(chunk: ChunkRecord, delay: { ms: number; why: string; isRequested: boolean } | null): void {
    const running = this.#running.get(chunk.number);
    if (running) running.retryAt = delay === null ? null : new Date(Date.now() + delay.ms).toISOString();
    if (delay !== null) {
      if (delay.isRequested) this.#closedUntil = Math.max(this.#closedUntil, performance.now() + delay.ms);
      this.#failed(chunk.number, jobMessages.waiting(Math.ceil(delay.ms / 1000), delay.why));
    }
    this.#deps.changed();
  }

  /** Updates how much of a chunk is done. */
  #count(chunk: ChunkRecord, { missing }: TaskState): void {
    chunk.done = Math.max(0, chunk.ids.length - missing.length);
    this.#notePace();
    this.#keep(chunk);
  }

  /** Creates chunks for paragraphs that were added to the book, or released by others, during the run. */
  async #topUp(): Promise<boolean> {
    const open = await bookOf(this.#context());
    const aside = new Set(this.chunks.flatMap(({ state, ids }) => (state === "aside" ? ids : [])));
    const taken = new Set([...aside, ...(await protectedIn(open, this.#deps.engine))]);
    const { cut } = planChunks(open, this.job.order, taken);
    const ids = cut.flatMap((each) => each.ids).join(" ");
    if (cut.length === 0 || ids === this.#toppedUp) return false;
    this.#toppedUp = ids;
    const last = this.chunks.at(-1)?.number ?? 0;
    const added = cut.map(
      (each, at): ChunkRecord => ({
        ...each,
        number: last + 1 + at,
        task: null,
        state: "waiting",
        done: 0,
        reasons: [],
      }),
    );
    this.chunks.push(...added);
    this.#deps.store.saveChunks(this.job.id, added);
    return true;
  }

  get #caller() {
    return callerOf(this.job);
  }

  #context(): TaskContext {
    const { order } = this.job;
    return { engine: this.#deps.engine, caller: this.#caller, order, signal: this.#stop.signal };
  }

  #setState(state: JobRecord["state"]): void {
    this.job.state = state;
    this.#deps.store.save(this.job);
    this.#deps.changed();
  }

  #pauseFor(why: Notice): void {
    this.job.why = why;
    this.#failed(0, why.message);
  }

  #failed(chunk: number, message: string): void {
    const failure: JobFailure = { at: new Date().toISOString(), chunk, message };
    this.job.failures = [failure, ...this.job.failures].slice(0, MAX_FAILURES);
    this.#deps.store.save(this.job);
    this.#deps.changed();
  }

  #keep(chunk: ChunkRecord): void {
    this.#deps.store.saveChunks(this.job.id, [chunk]);
    this.#deps.changed();
  }

  #notePace(): void {
    this.#pace.note(
      this.chunks.reduce((sum, { done }) => sum + done, 0),
      performance.now(),
    );
  }

  #describeError(error: unknown): Notice {
    if (error instanceof ToolError) return { code: error.code, message: error.message };
    if (error instanceof ChunkFailure) return { code: "failed", message: error.message };
    return {
      code: "failed",
      message: jobMessages.unexpectedError(error instanceof Error ? error.message : String(error)),
    };
  }
}

/** The caller of a job: it has its own read log and tasks, and can only access its book. */
const callerOf = ({ id, model, order }: Pick<JobRecord, "id" | "model" | "order">) => ({
  id: `job-${id}`,
  name: `${escapeInvisibles(model).slice(0, 100)} (job ${id})`,
  roots: [order.book],
});

/** Releases the unfinished tasks of a job. */
export async function releaseChunks(engine: Engine, job: JobRecord, chunks: readonly ChunkRecord[]): Promise<void> {
  const context = { engine, caller: callerOf(job), order: job.order, signal: new AbortController().signal };
  for (const { task } of chunks) if (task !== null) await releaseTask(context, task);
}

/** A chunk as it is sent to the renderer. */
export const toJobChunk = ({ number, chapter, title, index, ids, done }: ChunkRecord): JobChunk => ({
  number,
  chapter,
  title,
  index,
  paragraphs: ids.length,
  done: Math.min(done, ids.length),
});
