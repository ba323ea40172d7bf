import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startChild } from "../../src/main/engine/testing/child-process";
import type { FaultRow } from "../fault-row";

const watcher = new URL("../children/watch.child.ts", import.meta.url);
const inNamespace = (limit: number) => [
  ...["unshare", "-Ur", "sh", "-c"],
  ...[`echo ${limit} > /proc/sys/user/max_inotify_watches && exec "$@"`, "sh"],
];

const cannotLimit = (): string | null => {
  const [program = "", ...args] = [...inNamespace(0), "true"];
  return spawnSync(program, args).status === 0 ? null : "the system gives no user namespace with a limit of its own";
};

const exhausted = (limit: number, label: string, more: Pick<FaultRow, "onlyInFull"> = {}): FaultRow => ({
  ...more,
  name: `The system's limit for watched folders is reached: ${label}`,
  covers: ["F38"],
  how: `fs.inotify, ${limit} watches in a user namespace of its own; files written and replaced; then the limit is lifted`,
  bound: 20_000,
  missing: cannotLimit,
  async run(reporter) {
    for (const name of ["a", "b", "c"]) {
      mkdirSync(join(reporter.folder, name));
      writeFileSync(join(reporter.folder, name, "a.md"), "before\n");
    }
    const rounds = reporter.times(40, 3);
    const one = startChild(watcher, [reporter.folder, String(rounds), "free"], { before: inNamespace(limit) });
    const { code, complaint } = await one.ended;
    if (code !== 0) throw new Error(complaint);
    for (const line of one.lines) {
      const [word, ...rest] = line.split(" ");
      // The watcher must report the limit, and stop reporting it once it is lifted.
      if (word === "limited") reporter.report({ what: line, isFalse: rest.join(" ") === "no", seen: line });
      if (word === "seen") reporter.report({ what: "a change", ms: Number(rest[0]), lost: false });
      if (word === "missed") reporter.report({ what: "a change", lost: true });
      if (word === "freed") reporter.report({ what: line, ms: Number(rest[0]) || 0, isFalse: rest[0] === "never" });
    }
  },
});

/** Changes that the system does not report. */
export const watchRows: FaultRow[] = [exhausted(0, "no folder"), exhausted(1, "all but one", { onlyInFull: true })];
