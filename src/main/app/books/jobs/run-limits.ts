import type { JobOrder } from "../../../../shared/book-jobs";
import type { Notice } from "../../../../shared/contract";
import type { Usage } from "../../../../shared/conversation";
import { jobMessages } from "./messages";

/** When a run of a job pauses by itself. */
export type RunLimits = {
  /** Whether another chunk may begin, of those that the run has `done` and `running`. */
  mayBegin(chunks: { done: number; running: number }): boolean;
  /** Why the run pauses now; null if it goes on. */
  reached(now: { usage: Usage; done: number }): Notice | null;
};

/**
 * The limits of a run that begins with this usage and this many chunks done. A sample counts only in a job that has nothing done; a ceiling counts
 * from the beginning of each run, so that resuming a job allows the same amount again.
 */
export function runLimits(
  { sample, ceiling }: Pick<JobOrder, "sample" | "ceiling">,
  before: { usage: Usage; done: number },
): RunLimits {
  const samples = sample !== undefined && before.done < sample ? sample : null;
  const used = ({ input, output, cost }: Usage): number | null =>
    ceiling?.unit === "dollars" ? cost : (input ?? 0) + (output ?? 0);
  return {
    mayBegin: ({ done, running }) => samples === null || done + running < samples,
    reached({ usage, done }) {
      if (samples !== null && done >= samples)
        return { code: "failed", message: jobMessages.sampleDone(samples), hint: jobMessages.sampleDoneHint };
      const [now, then] = [used(usage), used(before.usage)];
      if (ceiling === undefined || now === null || then === null || now - then < ceiling.amount) return null;
      const limit = ceiling.unit === "dollars" ? `$${ceiling.amount.toFixed(2)}` : jobMessages.tokens(ceiling.amount);
      return { code: "failed", message: jobMessages.ceilingReached(limit), hint: jobMessages.ceilingReachedHint };
    },
  };
}
