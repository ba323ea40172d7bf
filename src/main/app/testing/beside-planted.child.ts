import { createEngine } from "../../engine/host/create-engine";
import { forkTestWorkers } from "../../engine/testing/fork-workers";

// Usage: dataDir folder name. Requests every operation on a workbook at once, and then beside.md; prints the calls in
// the order of their replies.
const [dataDir = "", folder = "", name = ""] = process.argv.slice(2);
const engine = await createEngine({ dataDir, startWorker: forkTestWorkers });
const call = async (what: string, tool: string, args: Record<string, unknown>): Promise<void> => {
  const caller = { id: what, name: "tester", roots: [folder] };
  const { ok, error } = await engine.run({ name: tool, arguments: args, caller });
  console.log(`${what} ${ok ? "ok" : error?.code}`);
};
await call("warm", "read_file", { path: "beside.md" });
const asked = [
  call("read", "office_artifact", { path: name, action: "read" }),
  call("grep", "grep", { pattern: "word", path: "." }),
  call("edit", "office_artifact", { path: name, action: "edit", operation: "set_cells", cells: { A1: 7 } }),
  call("export", "office_artifact", { path: name, action: "export", format: "md", target: "exported.md" }),
];
// By now all of them are in progress.
await new Promise((resolve) => setTimeout(resolve, 100));
await call("beside", "read_file", { path: "beside.md" });
await Promise.all(asked);
await engine.close();
