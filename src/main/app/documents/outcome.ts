import type { Outcome } from "../../../shared/contract";
import { type AppContext, noticeOf } from "./context";

/** Runs the work of a request. An expected failure is returned as a message, not thrown. */
export type RunOutcome = <T extends object>(work: () => Promise<T>) => Promise<Outcome<T>>;

export const outcomeIn =
  (ctx: Pick<AppContext, "desktop">): RunOutcome =>
  async (work) => {
    try {
      return { ok: true, ...(await work()) };
    } catch (error) {
      return { ok: false, error: noticeOf(ctx, error) };
    }
  };
