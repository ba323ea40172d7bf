import { readFile } from "node:fs/promises";
import type { ElectronApplication } from "@playwright/test";

/** What all processes of an app hold together, in MB; what they share counted once (on Linux; elsewhere as the system says). */
export async function allMemory(app: ElectronApplication): Promise<number> {
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
