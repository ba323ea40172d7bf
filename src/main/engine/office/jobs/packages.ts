import { printableName } from "../../../../core/text/printable-name";
import { versionOf } from "../../storage/files/version";
import { createWorkerClient, type WorkerClient, WorkerEnded } from "../../worker/worker-client";
import type { StartWorker, WorkerLimits } from "../../worker/worker-process";
import type { packageJobs } from "./package-jobs";

type PackageJobs = typeof packageJobs;
export type PackageJob = keyof PackageJobs;
export type PackageArguments<Job extends PackageJob> = Parameters<PackageJobs[Job]>[0];
export type PackageResult<Job extends PackageJob> = Awaited<ReturnType<PackageJobs[Job]>>;

/** How a job is scheduled and cancelled. */
export type JobOptions = {
  /** Cancels the job: it is not started, or its result is dropped. */
  signal?: AbortSignal | undefined;
  /** One of many jobs, such as those of a search: leaves a process free for other jobs. */
  isOneOfMany?: boolean | undefined;
};

/** Runs the jobs of `package-jobs.ts`. */
export type Packages = {
  /** Rejects with the job's `ToolError`, and with `too_large` if it takes too much memory or time. */
  run<Job extends PackageJob>(
    job: Job,
    given: PackageArguments<Job>,
    jobOptions?: JobOptions,
  ): Promise<PackageResult<Job>>;
  close(): void;
};

/** Runs jobs in the current thread, for tests and for hosts without worker processes. */
export const packagesInThread = (): Packages => ({
  async run(job, given) {
    const { packageJobs } = await import("./package-jobs");
    const work = packageJobs[job] as (given: unknown) => unknown;
    return (await work(given)) as never;
  },
  close() {},
});

/** The heap holds a workbook of a million cells, which needs half of it; reading one takes 2 s of CPU time, and editing it 5 s. */
const standardLimits: WorkerLimits = { ms: 15_000, megabytes: 1024 };
/** The maximum number of processes for all jobs. Each runs one job at a time, so a crash affects no other job. */
const MAX_PROCESSES = 3;
/** The jobs on texts. If package jobs occupy every process, text jobs get one extra process with half the heap. */
const textJobs: ReadonlySet<PackageJob> = new Set(["difference", "patch", "followWrite", "landWrite", "ids"]);
/** How long an idle process is kept, in milliseconds. */
const REST_MS = 45_000;
/** How long it is remembered that a file crashed its process, in milliseconds: until then, it is rejected at once. */
const REMEMBER_MS = 10 * 60_000;

/** For tests: jobs that misbehave, and shorter limits. */
export type PackagesOptions = { module?: URL; limits?: WorkerLimits; restMs?: number };

type Client = WorkerClient<PackageJobs>;

type WaitingJob = { isOneOfMany: boolean; isText: boolean; begin(pool: Pool): void };

/** Some processes with the same limits. */
type Pool = {
  most: number;
  limits: WorkerLimits;
  free: { client: Client; timer: NodeJS.Timeout }[];
  /** The busy processes, and whether their job is one of many. */
  working: Map<Client, boolean>;
};

/** Runs jobs in worker processes, which are started on demand, end when idle, and may be crashed by a job. */
export function packagesInWorkers(start: StartWorker, options: PackagesOptions = {}): Packages {
  const { limits = standardLimits, restMs = REST_MS } = options;
  const module = options.module ?? new URL("./package-worker.ts", import.meta.url);
  const forAll: Pool = { most: MAX_PROCESSES, limits, free: [], working: new Map() };
  const textLimits = { ...limits, megabytes: limits.megabytes / 2 };
  const forTexts: Pool = { most: 1, limits: textLimits, free: [], working: new Map() };
  const queue: WaitingJob[] = [];
  const deadlyFiles = createDeadlyFiles();

  function freeClient({ free, limits }: Pool): Client {
    const last = free.pop();
    clearTimeout(last?.timer);
    return last?.client ?? createWorkerClient<PackageJobs>({ module, start, limits });
  }

  function rest({ free }: Pool, client: Client): void {
    if (!client.isRunning) return;
    const end = (): void => {
      free.splice(free.indexOf(resting), 1);
      client.end();
    };
    const resting = { client, timer: setTimeout(end, restMs) };
    resting.timer.unref();
    free.push(resting);
  }

  function beginNext(): void {
    const ofMany = [...forAll.working.values()].filter((isOneOfMany) => isOneOfMany).length;
    beginIn(forAll, ({ isOneOfMany }) => !isOneOfMany || ofMany < MAX_PROCESSES - 1);
    beginIn(forTexts, ({ isText }) => isText);
  }

  function beginIn(pool: Pool, suits: (waiting: WaitingJob) => boolean): void {
    if (pool.working.size >= pool.most) return;
    const next = queue.findIndex(suits);
    if (next >= 0) queue.splice(next, 1)[0]?.begin(pool);
  }

  /** Resolves with a process for this job alone, once one is available. */
  const turn = (
    job: PackageJob,
    { signal, isOneOfMany = false }: JobOptions,
  ): Promise<{ pool: Pool; client: Client }> =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const waiting: WaitingJob = {
        isOneOfMany,
        isText: textJobs.has(job),
        begin(pool) {
          const client = freeClient(pool);
          pool.working.set(client, isOneOfMany);
          signal?.removeEventListener("abort", leave);
          resolve({ pool, client });
        },
      };
      const leave = (): void => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      queue.push(waiting);
      beginNext();
    });

  async function run(job: PackageJob, given: { name: string }, jobOptions: JobOptions = {}): Promise<unknown> {
    deadlyFiles.throwIfDeadly(job, given);
    const { pool, client } = await turn(job, jobOptions);
    const result = client.ask(job, given as never).finally(() => {
      pool.working.delete(client);
      rest(pool, client);
      beginNext();
    });
    try {
      return await untilAborted<unknown>(result, jobOptions.signal);
    } catch (error) {
      if (!(error instanceof WorkerEnded)) throw error;
      throw deadlyFiles.remember(job, given, error.of(printableName(given.name || "this document")));
    }
  }

  return {
    run: run as Packages["run"],
    close() {
      for (const { free, working } of [forAll, forTexts]) {
        for (const { timer } of free) clearTimeout(timer);
        for (const client of [...working.keys(), ...free.splice(0).map(({ client }) => client)]) client.end();
      }
    },
  };
}

function untilAborted<Result>(working: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return working;
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    working.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

/** Jobs whose result depends only on the bytes. */
const readOnlyJobs: ReadonlySet<PackageJob> = new Set(["text", "projection", "epub"]);

/** Files that crashed a process while being read, by their bytes: otherwise each search in their folder would crash another one. */
function createDeadlyFiles() {
  const known = new Map<string, { size: number; until: number; error: WorkerEnded }>();
  const bytesIn = (job: PackageJob, given: object): Uint8Array | null =>
    readOnlyJobs.has(job) && "bytes" in given ? (given.bytes as Uint8Array) : null;
  const keyOf = (job: PackageJob, bytes: Uint8Array): string => `${job} ${versionOf(bytes)}`;
  return {
    throwIfDeadly(job: PackageJob, given: object): void {
      const bytes = bytesIn(job, given);
      if (bytes === null) return;
      for (const [key, { until }] of known) if (until < Date.now()) known.delete(key);
      if (![...known.values()].some(({ size }) => size === bytes.length)) return;
      const found = known.get(keyOf(job, bytes));
      if (found !== undefined) throw found.error;
    },
    remember(job: PackageJob, given: object, error: WorkerEnded): WorkerEnded {
      const bytes = bytesIn(job, given);
      if (bytes !== null) known.set(keyOf(job, bytes), { size: bytes.length, until: Date.now() + REMEMBER_MS, error });
      return error;
    },
  };
}
