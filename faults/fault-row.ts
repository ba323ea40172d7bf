import { cpus, loadavg } from "node:os";

/** The outcome of one run with a fault. What is not given was fine. */
export type Outcome = {
  /** The fault, as text: `EIO at call 7 (rename)`. */
  what: string;
  /** Milliseconds from the request to the answer. */
  ms?: number;
  /** The bytes are neither the old nor the new version. */
  torn?: boolean;
  /**
   * Something is lost that was there before, was confirmed, was typed more than a second before, or was written by another program. Absent:
   * not checked.
   */
  lost?: boolean;
  /** The answer does not match what happened. */
  isFalse?: boolean;
  /** Files, handles or locks remain that nobody will remove. */
  leftBehind?: boolean;
  /** Details for debugging. */
  seen?: string;
};

/**
 * The totals of all runs of a row. `slow`: every answer was right, but one took longer than allowed, also allowing for the machine's other
 * load. `reason` says why a row was skipped.
 */
export type Tally = {
  status: "held" | "slow" | "fell" | "skipped";
  runs: number;
  torn: number;
  lost: number;
  /** Runs that did not check for losses. */
  unmeasured: number;
  falseAnswers: number;
  leftBehind: number;
  worstMs: number;
  /** Processes waiting for each core during the row. If more than one, time limits are extended by that factor. */
  load: number;
  /** Seconds that the whole row took. */
  seconds: number;
  /** Other measurements, as text. */
  note: string;
  reason: string;
  /** The first failures, as text. */
  fallen: string[];
};

/** How a row reports what it finds, and how much it has to run. */
export type FaultReporter = {
  /** A full run, or a short sample for `npm test`. */
  mode: "full" | "sample";
  /** An empty folder for this row, a real path. */
  folder: string;
  report(outcome: Outcome): void;
  /** The number of runs in full mode and in the sample. */
  times(full: number, sample: number): number;
  /** Adds a measurement to the page. */
  note(text: string): void;
};

/** One kind of fault. */
export type FaultRow = {
  /** The name in the table. */
  name: string;
  /** The entries of the list of faults that it covers: F3, F4. */
  covers: readonly string[];
  /** How the fault is caused, in a sentence. */
  how: string;
  /** Milliseconds that a single run may take; generous, since the machine does other work too. */
  bound: number;
  /** How many runs may lose data because nothing can prevent it; `why` is shown on the page. */
  known?: { lost(runs: number): number; why: string };
  /** Seconds after which the whole row counts as hanging; default 300. */
  patience?: number;
  /** Its runs are ordinary calls, as many as fit into a time: their number says nothing about faults. */
  areCalls?: true;
  /** Too long for the sample. */
  onlyInFull?: true;
  /** Why the row cannot run here; null if it can. */
  missing?(): string | null;
  run(reporter: FaultReporter): Promise<void>;
};

const loadOfCore = (): number => (loadavg()[0] ?? 0) / cpus().length;

/** A row that has not run yet; it holds until something falls. */
export const emptyTally = (): Tally => ({
  status: "held",
  runs: 0,
  torn: 0,
  lost: 0,
  unmeasured: 0,
  falseAnswers: 0,
  leftBehind: 0,
  worstMs: 0,
  load: 0,
  seconds: 0,
  note: "",
  reason: "",
  fallen: [],
});

/** Runs a row and adds up its outcomes. A row that throws or hangs has failed. */
export async function runFaultRow(
  row: FaultRow,
  { mode, folder, load = loadOfCore }: Pick<FaultReporter, "mode" | "folder"> & { load?: () => number },
): Promise<Tally> {
  const tally: Tally = { ...emptyTally(), load: load() };
  const missing = row.missing?.() ?? null;
  if (missing !== null) return { ...tally, status: "skipped", reason: missing };
  const fell = (what: string): void => {
    if (tally.fallen.length < 12) tally.fallen.push(what);
  };
  const report = ({ what, ms = 0, torn, lost, isFalse, leftBehind, seen = "" }: Outcome): void => {
    tally.runs++;
    tally.worstMs = Math.max(tally.worstMs, Math.round(ms));
    if (torn) tally.torn++;
    if (lost) tally.lost++;
    if (lost === undefined) tally.unmeasured++;
    if (isFalse) tally.falseAnswers++;
    if (leftBehind) tally.leftBehind++;
    const wrong = [torn && "torn", lost && "lost", isFalse && "a false answer", leftBehind && "something left behind"];
    const problems = wrong.filter((word) => word !== undefined && word !== false);
    if (problems.length > 0) fell(`${what}: ${problems.join(", ")}${seen && ` (${seen})`}`);
  };
  const note = (words: string): void => {
    tally.note = words;
  };
  const started = performance.now();
  try {
    const run = row.run({ mode, folder, report, note, times: (full, sample) => (mode === "full" ? full : sample) });
    await within(run, (row.patience ?? 300) * Math.max(1, tally.load));
    if (tally.runs === 0) fell("nothing was run");
  } catch (error) {
    fell(`the run itself ended: ${error instanceof Error ? error.message : error}`);
    tally.status = "fell";
  }
  tally.seconds = Math.round((performance.now() - started) / 1000);
  tally.load = Math.round(Math.max(tally.load, load()) * 10) / 10;
  const lostTooMany = tally.lost > (row.known?.lost(tally.runs) ?? 0);
  const isWrong = tally.torn + tally.falseAnswers + tally.leftBehind > 0 || lostTooMany;
  if (isWrong || tally.runs === 0) tally.status = "fell";
  // The sample runs beside other tests on busy machines: there the limit only detects hanging.
  const bound = Math.round(row.bound * Math.max(mode === "full" ? 1 : 4, tally.load));
  if (tally.worstMs > bound) {
    fell(`took ${tally.worstMs} ms, more than ${bound} ms`);
    if (tally.status === "held") tally.status = "slow";
  }
  return tally;
}

/** Waits for the work at most this many seconds, then rejects so that the next fault can run. */
async function within(work: Promise<void>, seconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not over after ${Math.round(seconds)} s`)), seconds * 1000);
  });
  // Errors after the time limit do not matter.
  work.catch(() => {});
  await Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}
