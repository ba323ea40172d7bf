import { createInterface } from "node:readline";
import { createEngine } from "../host/create-engine";
import { forkTestWorkers } from "./fork-workers";

// Usage: dataDir root [kill]. Each line of standard input is a tool call as JSON; the answer is printed as JSON. With `kill` the process kills itself
// when a write has reached its file, before anything else happens.
const [dataDir = "", root = "", kill] = process.argv.slice(2);
const engine = await createEngine({ dataDir, log: () => {}, startWorker: forkTestWorkers });
if (kill === "kill") {
  const end = () => process.kill(process.pid, "SIGKILL");
  engine.documents.onChange(end);
  engine.documents.onBytesChange(end);
}
console.log("ready");
for await (const line of createInterface({ input: process.stdin })) {
  const { name, ...args } = JSON.parse(line) as { name: string };
  const answer = await engine.run({ name, arguments: args, caller: { id: "one", name: "tester", roots: [root] } });
  console.log(`answer ${JSON.stringify({ ok: answer.ok, message: answer.message, data: answer.data })}`);
}
await engine.close();
