import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine } from "../../engine/create-engine";
import { officeFormatOf } from "../../engine/document/format";
import { ToolError } from "../../engine/tool-error";
import { createOfficeModels } from "../office-models";

// Usage: dataDir folder name. Does with a file what anybody may do with it, and prints a line for each, with its milliseconds of work: `read 12 ok` or `read 12 too_large: …`.
/** What the app does with it when it is opened, looked through and compared. */
async function shown(): Promise<string> {
  try {
    const bytes = readFileSync(join(folder, name));
    const format = officeFormatOf(name) ?? "docx";
    const models = createOfficeModels();
    const { content } = models.take("doc", { bytes, format, name, version: "1" });
    await models.find("doc", "word", false, "1");
    models.ledger("doc");
    if (content.kind === "document") models.paragraphs("doc", 0, 100);
    if (content.kind === "presentation") models.slides("doc", 0, 20);
    const [sheet] = content.kind === "spreadsheet" ? content.sheets : [];
    const cells = sheet ? models.cells("doc", sheet.name, { top: 1, left: 1, bottom: 60, right: 20 }).cells : [];
    const sent = JSON.stringify(structuredClone(cells)).length;
    models.take("doc", { bytes, format, name, version: "2" });
    try {
      models.text("doc");
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
    }
    return `ok ${content.kind}, ${sent} characters sent`;
  } catch (error) {
    return error instanceof ToolError ? `${error.code}: ${error.message}` : `failed: ${error}`;
  }
}

const [dataDir = "", folder = "", name = ""] = process.argv.slice(2);
const engine = await createEngine({ dataDir });
/** Milliseconds of work, whatever else the machine does. */
const spent = (from: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(from);
  return Math.round((user + system) / 1000);
};
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
for (const [what, [tool, args]] of calls) {
  const from = process.cpuUsage();
  const { ok, error, message } = await engine.run({
    name: tool,
    arguments: args,
    caller: { id: "1", name: "tester", roots: [folder] },
  });
  const said = ok ? `ok ${message.slice(0, 300).replaceAll("\n", " ")}` : `${error?.code}: ${error?.message}`;
  console.log(`${what} ${spent(from)} ${said}`);
}
const opened = process.cpuUsage();
const told = await shown();
console.log(`page ${spent(opened)} ${told}`);
await engine.close();
console.log("closed");
