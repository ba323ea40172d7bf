/** What one run under a fault came to; what is not named went well. */
export type Outcome = {
  /** Which fault it was, in words: `EIO at call 7 (rename)`. */
  what: string;
  /** From the question to the answer, in milliseconds. */
  ms?: number;
  /** The bytes are neither the old nor the new version. */
  torn?: boolean;
  /** Something that was confirmed, typed more than a second before, or written by another program is nowhere. */
  lost?: boolean;
  /** The answer is not what happened. */
  isFalse?: boolean;
  /** Files, handles or locks that nobody will remove. */
  left?: boolean;
  /** What was seen, for whoever has to mend it. */
  seen?: string;
};

/** What all runs of a row came to. `reason` says why a row was not run here. */
export type Tally = {
  status: "held" | "fell" | "skipped";
  runs: number;
  torn: number;
  lost: number;
  falseAnswers: number;
  leftBehind: number;
  worstMs: number;
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
  /** Not part of the sample: too long for it. */
  onlyInFull?: true;
  /** Why it cannot be run here; null where it can. */
  missing?(): string | null;
  run(witness: Witness): Promise<void>;
};

/** Runs a row and counts; a row that throws has fallen. */
export async function witnessed(row: FaultRow, { mode, folder }: Pick<Witness, "mode" | "folder">): Promise<Tally> {
  const tally: Tally = {
    status: "held",
    ...{ runs: 0, torn: 0, lost: 0, falseAnswers: 0, leftBehind: 0, worstMs: 0 },
    ...{ reason: "", fallen: [] },
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
    if (isFalse) tally.falseAnswers++;
    if (left) tally.leftBehind++;
    const wrong = [torn && "torn", lost && "lost", isFalse && "a false answer", left && "something left behind"];
    const words = wrong.filter((word) => word !== undefined && word !== false);
    if (words.length > 0) fell(`${what}: ${words.join(", ")}${seen && ` (${seen})`}`);
  };
  try {
    await row.run({ mode, folder, saw, times: (full, sample) => (mode === "full" ? full : sample) });
    if (tally.runs === 0) fell("nothing was run");
  } catch (error) {
    fell(`the run itself ended: ${error instanceof Error ? error.message : error}`);
    tally.status = "fell";
  }
  const lostTooMany = tally.lost > (row.known?.lost(tally.runs) ?? 0);
  // The sample runs beside other tests, on machines that do other work as well: there the bound is one against hanging.
  const bound = mode === "full" ? row.bound : 4 * row.bound;
  if (tally.worstMs > bound) fell(`took ${tally.worstMs} ms, more than ${bound} ms`);
  const isWrong = tally.torn + tally.falseAnswers + tally.leftBehind > 0 || lostTooMany;
  if (isWrong || tally.runs === 0 || tally.worstMs > bound) tally.status = "fell";
  return tally;
}
