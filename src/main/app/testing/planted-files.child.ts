import { readFileSync } from "node:fs";
import { join } from "node:path";
import { officeFormatOf } from "../../../core/text/format";
import { createEngine } from "../../engine/host/create-engine";
import { ToolError } from "../../engine/ports/tool-error";
import { forkTestWorkers } from "../../engine/testing/fork-workers";
import { createOfficeProcess } from "../office/office-process";

// Usage: dataDir folder name. Runs every operation on a file and prints a line for each: CPU milliseconds in total, the
// longest block, and the result, as in `read 12 3 ok` or `read 12 3 too_large: …`.
/** What the app does with a file when it is opened, searched and compared. */
async function openAndShow(): Promise<string> {
  const models = createOfficeProcess(forkTestWorkers);
  try {
    const bytes = readFileSync(join(folder, name));
    const format = officeFormatOf(name) ?? "docx";
    const { content } = await models.take("doc", { bytes, format, name, version: "1" });
    await models.find("doc", "word", false, "1");
    await models.projection("doc");
    if (content.kind === "document") await models.paragraphs("doc", 0, 100);
    if (content.kind === "presentation") await models.slides("doc", 0, 20);
    const [sheet] = content.kind === "spreadsheet" ? content.sheets : [];
    const seen = { top: 1, left: 1, bottom: 60, right: 20 };
    const cells = sheet ? (await models.cells("doc", sheet.name, seen)).cells : [];
    const sent = JSON.stringify(cells).length;
    await models.take("doc", { bytes, format, name, version: "2" });
    try {
      await models.text("doc");
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
    }
    return `ok ${content.kind}, ${sent} characters sent`;
  } catch (error) {
    return error instanceof ToolError ? `${error.code}: ${error.message}` : `failed: ${error}`;
  } finally {
    models.close();
  }
}

const [dataDir = "", folder = "", name = ""] = process.argv.slice(2);
const engine = await createEngine({ dataDir, startWorker: forkTestWorkers });
/** CPU milliseconds of this thread. */
const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
let last = worked();
let held = 0;
setInterval(() => {
  const now = worked();
  held = Math.max(held, now - last);
  last = now;
}, 1).unref();
async function measured(what: string, work: () => Promise<string>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
  const from = worked();
  held = 0;
  const answer = await work();
  await new Promise((resolve) => setTimeout(resolve, 5));
  console.log(`${what} ${Math.round(worked() - from)} ${Math.round(held)} ${answer}`);
}
const isSheet = /\.(?:xlsx|ods)$/.test(name);
const office = (args: Record<string, unknown>) => ["office_artifact", { path: name, ...args }] as const;
const calls: [string, readonly [string, Record<string, unknown>]][] = [
  ["grep", ["grep", { pattern: "word", path: "." }]],
  ["read_file", ["read_file", { path: name, limit: 5 }]],
  ["read", office({ action: "read" })],
  ...(isSheet ? [["range", office({ action: "read", range: "A1:B2" })] as [string, ReturnType<typeof office>]] : []),
  ["inspect", office({ action: "inspect" })],
  ["export", office({ action: "export", format: "md", target: "exported.md" })],
  ["replace", office({ action: "edit", operation: "replace_text", find: "word", replace: "other", replace_all: true })],
  isSheet
    ? ["set", office({ action: "edit", operation: "set_cells", cells: { A1: 7, "S1!B1": "=A2" } })]
    : ["append", office({ action: "edit", operation: "append_text", content: "the end" })],
  ["beside", ["read_file", { path: "beside.md" }]],
];
// Runs once to load all modules.
const call = async (tool: string, args: Record<string, unknown>): Promise<string> => {
  const { ok, error, message } = await engine.run({
    name: tool,
    arguments: args,
    caller: { id: "1", name: "tester", roots: [folder] },
  });
  return ok ? `ok ${message.slice(0, 300).replaceAll("\n", " ")}` : `${error?.code}: ${error?.message}`;
};
await call("grep", { pattern: "word", path: "beside.md" });
for (const [what, [tool, args]] of calls) await measured(what, () => call(tool, args));
await measured("page", openAndShow);
await engine.close();
console.log("closed");
