import type { Job } from "../../shared/book-jobs";
import type { BookRequests } from "../../shared/book-requests";
import type { Handlers, Outcome } from "../../shared/contract";
import type { Emit } from "./memory-disk";

/** Main's jobs in memory: they never do anything, and are in the state that was asked for. */
export function memoryJobs(
  state: { jobs: Job[] },
  emit: Emit,
): Pick<Handlers, Extract<keyof BookRequests, `jobs:${string}`>> {
  function change(id: string, changed: Partial<Job>): Outcome<{ job: Job }> {
    const found = state.jobs.find((each) => each.id === id);
    if (!found) return { ok: false, error: { code: "not_found", message: "There is no such job." } };
    const next = { ...found, ...changed };
    state.jobs = state.jobs.map((each) => (each === found ? next : each));
    emit("jobs:changed", next);
    return { ok: true, job: next };
  }

  return {
    "jobs:list": async (book) => ({
      ok: true,
      jobs: state.jobs.filter(({ order }) => book === null || order.book === book),
    }),
    "jobs:plan": async () => {
      const estimate = { input: 0, output: 0, cost: null };
      return { ok: true, plan: { paragraphs: 0, chunks: 0, held: 0, done: 0, acceptedStale: 0, estimate } };
    },
    "jobs:begin": async (order) => {
      const begun: Job = {
        id: `job-${state.jobs.length + 1}`,
        order,
        title: "Book",
        providerName: "Model",
        model: "model",
        state: "running",
        why: null,
        paragraphs: { total: 1, done: 0 },
        chunks: { total: 1, done: 0, setAside: 0 },
        running: [],
        setAside: [],
        failures: [],
        secondsLeft: null,
        usage: { input: 0, output: 0, cost: null },
        startedAt: new Date(0).toISOString(),
        endedAt: null,
        sentBack: 0,
      };
      state.jobs = [begun, ...state.jobs];
      emit("jobs:changed", begun);
      return { ok: true, job: begun };
    },
    "jobs:pause": async ({ job: id }) => change(id, { state: "paused" }),
    "jobs:resume": async (id) => change(id, { state: "running" }),
    "jobs:stop": async (id) => change(id, { state: "stopped" }),
    "jobs:retry": async ({ job: id }) => change(id, { state: "running", setAside: [] }),
    "jobs:forget": async (id) => {
      state.jobs = state.jobs.filter((each) => each.id !== id);
      emit("jobs:gone", id);
      return { ok: true };
    },
  };
}
