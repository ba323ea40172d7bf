import { createEngine } from "../host/create-engine";
import { forkTestWorkers } from "./fork-workers";

// Usage: dataDir root here|elsewhere. Each further argument is a tool call as JSON. For each, prints the longest time that this thread was blocked,
// its computing time, the elapsed time (all in milliseconds), and whether the call succeeded.
const [dataDir = "", root = "", where = "", ...calls] = process.argv.slice(2);
const engine = await createEngine({ dataDir, ...(where === "elsewhere" && { startWorker: forkTestWorkers }) });
const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
let last = worked();
let held = 0;
const check = (): void => {
  const now = worked();
  held = Math.max(held, now - last);
  last = now;
};
setInterval(check, 1).unref();
for (const call of calls) {
  const { name, ...args } = JSON.parse(call) as { name: string };
  await new Promise((resolve) => setTimeout(resolve, 5));
  check();
  const [from, at] = [worked(), performance.now()];
  held = 0;
  const { ok } = await engine.run({ name, arguments: args, caller: { id: "one", name: "tester", roots: [root] } });
  check();
  console.log(`held ${Math.round(held)} ${Math.round(worked() - from)} ${Math.round(performance.now() - at)} ${ok}`);
}
await engine.close();
