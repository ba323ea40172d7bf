import { cpus, loadavg } from "node:os";

/** What one run under a fault came to; what is not named went well. */
export type Outcome = {
  /** Which fault it was, in words: `EIO at call 7 (rename)`. */
  what: string;
  /** From the question to the answer, in milliseconds. */
  ms?: number;
  /** The bytes are neither the old nor the new version. */
  torn?: boolean;
  /** Something that was there before, confirmed, typed more than a second before, or written by another program is nowhere. Absent: nobody looked. */
  lost?: boolean;
  /** The answer is not what happened. */
  isFalse?: boolean;
  /** Files, handles or locks that nobody will remove. */
  left?: boolean;
  /** What was seen, for whoever has to mend it. */
  seen?: string;
};

/**
 * What all runs of a row came to. `slow`: every answer was right, and one took longer than it may, the machine's other work counted in.
 * `reason` says why a row was not run here.
 */
export type Tally = {
  status: "held" | "slow" | "fell" | "skipped";
  runs: number;
  torn: number;
  lost: number;
  /** Runs in which nobody looked whether anything was lost. */
  unmeasured: number;
  falseAnswers: number;
  leftBehind: number;
  worstMs: number;
  /** How many processes waited for each core meanwhile; limits on time are that much wider, where it is more than one. */
  load: number;
  /** How long the row took in all. */
  seconds: number;
  /** What was measured besides, in words. */
  note: string;
  reason: string;
  /** The first that went wrong, in words. */
  fallen: string[];
};

/** How a row tells what it saw, and how much it is asked to do. */
export type Witness = {
  /** In full, or a short sample of it for `npm test`. */
  mode: "full" | "sample";
  /** An empty folder of this row's own, with real paths. */
  folder: string;
  saw(outcome: Outcome): void;
  /** So many in full, so many in the sample. */
  times(full: number, sample: number): number;
  /** What was measured besides, for the page. */
  note(words: string): void;
};

/** One kind of fault. */
export type FaultRow = {
  /** What happens, as it stands in the table. */
  name: string;
  /** Rows of the list of faults that it answers for: F3, F4. */
  covers: readonly string[];
  /** How the fault is brought about, in a sentence. */
  how: string;
  /** No single run may take longer, in milliseconds; wide, since the machine does other work as well. */
  bound: number;
  /** So many of the runs may be lost where nothing can prevent it; `why` is told on the page. */
  known?: { lost(runs: number): number; why: string };
  /** The row as a whole ends within so many seconds, or it hangs; 300 unless told. */
  patience?: number;
  /** Its runs are ordinary calls, as many as are answered in a time: many of them are no more faults. */
  areCalls?: true;
  /** Not part of the sample: too long for it. */
  onlyInFull?: true;
  /** Why it cannot be run here; null where it can. */
  missing?(): string | null;
  run(witness: Witness): Promise<void>;
};

const loadOfCore = (): number => (loadavg()[0] ?? 0) / cpus().length;

/** Runs a row and counts; a row that throws, or does not end, has fallen. */
export async function witnessed(
  row: FaultRow,
  { mode, folder, load = loadOfCore }: Pick<Witness, "mode" | "folder"> & { load?: () => number },
): Promise<Tally> {
  const tally: Tally = {
    status: "held",
    ...{ runs: 0, torn: 0, lost: 0, unmeasured: 0, falseAnswers: 0, leftBehind: 0, worstMs: 0 },
    ...{ load: load(), seconds: 0, note: "", reason: "", fallen: [] },
  };
  const missing = row.missing?.() ?? null;
  if (missing !== null) return { ...tally, status: "skipped", reason: missing };
  const fell = (what: string): void => {
    if (tally.fallen.length < 12) tally.fallen.push(what);
  };
  const saw = ({ what, ms = 0, torn, lost, isFalse, left, seen = "" }: Outcome): void => {
    tally.runs++;
    tally.worstMs = Math.max(tally.worstMs, Math.round(ms));
    if (torn) tally.torn++;
    if (lost) tally.lost++;
    if (lost === undefined) tally.unmeasured++;
    if (isFalse) tally.falseAnswers++;
    if (left) tally.leftBehind++;
    const wrong = [torn && "torn", lost && "lost", isFalse && "a false answer", left && "something left behind"];
    const words = wrong.filter((word) => word !== undefined && word !== false);
    if (words.length > 0) fell(`${what}: ${words.join(", ")}${seen && ` (${seen})`}`);
  };
  const note = (words: string): void => {
    tally.note = words;
  };
  const started = performance.now();
  try {
    const run = row.run({ mode, folder, saw, note, times: (full, sample) => (mode === "full" ? full : sample) });
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
  // The sample runs beside other tests, on machines that do other work as well: there the bound is one against hanging.
  const bound = Math.round(row.bound * Math.max(mode === "full" ? 1 : 4, tally.load));
  if (tally.worstMs > bound) {
    fell(`took ${tally.worstMs} ms, more than ${bound} ms`);
    if (tally.status === "held") tally.status = "slow";
  }
  return tally;
}

/** As the work comes out, unless that takes more seconds: then the next fault has its turn. */
async function within(work: Promise<void>, seconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not over after ${Math.round(seconds)} s`)), seconds * 1000);
  });
  // Whatever it says once it is given up.
  work.catch(() => {});
  await Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}
