import { createEngine } from "../../src/main/engine/host/create-engine";

// Usage: dataDir root. Opens a task on the book `novel` in the root and submits all its translations again and again, each time with other
// texts. Prints the number of each turn once it is confirmed, or the error.
const [dataDir = "", root = "", times = "Infinity"] = process.argv.slice(2);
const engine = await createEngine({ dataDir });
const caller = { id: `child ${process.pid}`, name: "child", roots: [root] };

async function ask(name: string, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  const answer = await engine.run({ name, arguments: given, caller });
  if (!answer.ok) throw new Error(answer.message);
  return answer.data ?? {};
}

// The first process opens the task; later ones continue it.
const [taskId = "", ...known] = (process.env["GALLEY_TEST_TASK"] ?? "").split(" ").filter((word) => word !== "");
const opened = taskId === "" ? await ask("open_task", { book: "novel", type: "translation", chunk_size: 200 }) : null;
const task = String(opened?.["task_id"] ?? taskId);
const ids = (opened?.["assigned"] as string[] | undefined) ?? known;
if (opened !== null)
  for (const status of ["preparing", "working"]) await ask("update_task_status", { task_id: task, status });
console.log(`task ${task} ${ids.join(" ")}`);
for (let turn = 1; turn <= Number(times); turn++) {
  const stamp = `${process.pid}-${turn}`;
  const paragraphs = ids.map((id) => ({ paragraph_id: id, translated_text: `${stamp} ${"long ".repeat(20)}` }));
  await ask("add_translation_batch", { task_id: task, book: "novel", paragraphs }).then(
    () => console.log(`accepted ${stamp}`),
    (error: unknown) => console.log(`refused ${stamp} ${error instanceof Error ? error.message : error}`),
  );
}
await engine.close();
process.exit();
