import { join } from "node:path";
import type { WholeList } from "../../../core/sharing/whole-list";
import type { WholeCommon, WholePlan, WholeSides } from "../../../core/sharing/whole-plan";
import { exists } from "./shared-files";
import { FRESH_MS, type TransferJobs } from "./transfer-jobs";
import type { Transfers } from "./whole-transfers";

/** What both sides last had in common, by path. */
export type CommonVersions = {
  of(path: string): WholeCommon | null;
  paths(): Iterable<string>;
  keep(path: string, now: WholeCommon | null): void;
  replace(all: ReadonlyMap<string, WholeCommon>): void;
};

type PlanParts = {
  root: string;
  list: WholeList;
  common: CommonVersions;
  jobs: Pick<TransferJobs, "add" | "start" | "attempt">;
  transfers: Pick<Transfers, "remove" | "move">;
  setProblem(path: string, why: string | null): void;
  /** The folder must be compared again, after this many milliseconds. */
  again(pause: number): void;
};

/** Remembers what is in common, and has what is new stored. */
export function createCommon({
  keepCommon,
}: {
  keepCommon(path: string, common: WholeCommon | null): void;
}): CommonVersions {
  let known = new Map<string, WholeCommon>();
  return {
    of: (path: string): WholeCommon | null => known.get(path) ?? null,
    paths: () => known.keys(),
    keep(path: string, now: WholeCommon | null): void {
      const before = known.get(path);
      if (before?.hash === now?.hash && before?.isOwn === now?.isOwn) return;
      if (now === null) known.delete(path);
      else known.set(path, now);
      keepCommon(path, now);
    },
    replace(all: ReadonlyMap<string, WholeCommon>): void {
      known = new Map(all);
    },
  };
}

/** Does what was decided; transfers begin, and go on in the background. */
export async function followPlan(
  { steps, renamedHere, renamedThere }: WholePlan,
  { sides, isMissing }: { sides: ReadonlyMap<string, WholeSides>; isMissing: boolean },
  { root, list, common, jobs, transfers, setProblem, again }: PlanParts,
): Promise<void> {
  const takeRename = (from: string, to: string) =>
    jobs.attempt(from, async () => {
      await transfers.move(from, to);
      common.keep(to, { hash: common.of(from)?.hash ?? "", isOwn: false });
      common.keep(from, null);
    });
  for (const [from, to] of renamedThere) await takeRename(from, to);
  for (const [from, to] of renamedHere) {
    // The look at a large folder takes a while, in which the others go on.
    if (list.get(from)?.hash !== sides.get(from)?.shared?.hash || list.get(to) !== null) {
      again(FRESH_MS);
      continue;
    }
    list.rename(from, to);
    common.keep(to, common.of(from));
    common.keep(from, null);
  }
  for (const [path, step] of steps) {
    if (step === "delete here")
      await jobs.attempt(path, async () => {
        await transfers.remove(path, sides.get(path) as WholeSides);
        common.keep(path, null);
      });
    else if (step === "delete there") {
      const isThere = await exists(join(root, path));
      if (isThere || list.get(path)?.hash !== sides.get(path)?.shared?.hash) {
        again(FRESH_MS);
        continue;
      }
      if (isMissing) jobs.add(path);
      else list.remove(path);
      common.keep(path, null);
    } else if (step === "stays") setProblem(path, null);
    else jobs.add(path);
  }
  jobs.start();
}
