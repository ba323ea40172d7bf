import { atom } from "nanostores";
import type { BookPath, RowPosition } from "../../../../shared/book";
import type { Job, JobId, JobOrder, JobPlan } from "../../../../shared/book-jobs";
import type { Outcome } from "../../../../shared/contract";
import type { Shell } from "../../../workbench/api/shell";

export type JobList = ReturnType<typeof createJobList>;

/** The store of a book's jobs and the requests that control them. */
export function createJobList({ bridge, notices }: Pick<Shell, "bridge" | "notices">, book: BookPath) {
  /** Newest first. */
  const $jobs = atom<readonly Job[]>([]);
  const $isStarting = atom(false);

  const put = (job: Job) => {
    if (job.order.book !== book) return;
    const others = $jobs.get().filter(({ id }) => id !== job.id);
    $jobs.set([...others, job].sort((a, b) => b.startedAt.localeCompare(a.startedAt)));
  };
  const isOk = <T extends object>(answer: Outcome<T>): answer is { ok: true } & T => {
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    return answer.ok;
  };
  const handleAnswer = async (work: Promise<Outcome<{ job: Job }>>): Promise<boolean> => {
    const answer = await work;
    if (!isOk(answer)) return false;
    put(answer.job);
    return true;
  };

  const stops = [
    bridge.listen("jobs:changed", put),
    bridge.listen("jobs:gone", (gone) => $jobs.set($jobs.get().filter(({ id }) => id !== gone))),
  ];
  void bridge.request("jobs:list", book).then((answer) => {
    if (!answer.ok) return;
    // Jobs that were announced meanwhile are newer.
    const known = new Set($jobs.get().map(({ id }) => id));
    for (const job of answer.jobs) if (!known.has(job.id)) put(job);
  });

  return {
    $jobs,
    /** Whether the dialog that starts a job is open. */
    $isStarting,
    async plan(order: JobOrder): Promise<Outcome<{ plan: JobPlan }>> {
      return bridge.request("jobs:plan", order);
    },
    begin: (order: JobOrder) => handleAnswer(bridge.request("jobs:begin", order)),
    pause: (job: JobId, running: "finish" | "cancel") => handleAnswer(bridge.request("jobs:pause", { job, running })),
    resume: (job: JobId) => handleAnswer(bridge.request("jobs:resume", job)),
    stop: (job: JobId) => handleAnswer(bridge.request("jobs:stop", job)),
    retry: (job: JobId, chunks: number[] | null) => handleAnswer(bridge.request("jobs:retry", { job, chunks })),
    async forget(job: JobId): Promise<void> {
      if (isOk(await bridge.request("jobs:forget", job))) $jobs.set($jobs.get().filter(({ id }) => id !== job));
    },
    /** The first row and the number of paragraphs of each failed chunk. */
    setAside: (): (Pick<RowPosition, "chapter" | "index"> & { paragraphs: number })[] =>
      $jobs
        .get()
        .flatMap(({ setAside }) => setAside.map(({ chapter, index, paragraphs }) => ({ chapter, index, paragraphs }))),
    close(): void {
      for (const stop of stops) stop();
    },
  };
}
