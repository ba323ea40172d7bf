import { readFile } from "node:fs/promises";
import type { ElectronApplication } from "@playwright/test";

/** Memory of all processes of an app together, in MB. On Linux shared pages are counted once; elsewhere the system's own figure is used. */
export async function totalMemory(app: ElectronApplication): Promise<number> {
  const metrics = await app.evaluate(({ app: electron }) =>
    electron.getAppMetrics().map(({ pid, memory: { workingSetSize } }) => ({ pid, kib: workingSetSize })),
  );
  let kib = 0;
  for (const each of metrics) {
    const rollup = await readFile(`/proc/${each.pid}/smaps_rollup`, "utf8").catch(() => "");
    kib += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? each.kib);
  }
  return (kib * 1024) / 1e6;
}
