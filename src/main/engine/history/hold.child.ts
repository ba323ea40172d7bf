import { createEngine } from "../create-engine";

// Usage: dataDir root. Each line of standard input is a tool call as JSON; prints its answer as JSON.
const [dataDir = "", root = ""] = process.argv.slice(2);
const engine = await createEngine({ dataDir, log: () => {} });
console.log("ready");
for await (const line of await lines()) {
  const { name, ...args } = JSON.parse(line) as { name: string };
  const answer = await engine.run({ name, arguments: args, caller: { id: "one", name: "tester", roots: [root] } });
  console.log(`answer ${JSON.stringify({ ok: answer.ok, message: answer.message })}`);
}
await engine.close();

async function lines(): Promise<AsyncIterable<string>> {
  const { createInterface } = await import("node:readline");
  return createInterface({ input: process.stdin });
}
