import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { officeFormatOf } from "../../core/text/format";
import { type Desk, layDesk, runGalley } from "../cli/testing/galley-process";
import { allPlanted } from "../engine/testing/all-planted.fixture";

const isFull = process.env["GALLEY_LONG"] !== undefined;
/** For `npm test`: one of each kind, without the most expensive ones. */
const sample = [
  "one-string.xlsx",
  "lying-size.docx",
  "overlapping.xlsx",
  "entities.docx",
  "chapters.epub",
  "table.md",
].concat(["references.md", "deep.json", "book-view/1.md", "loop/a.md"]);
const chosen = allPlanted.filter(({ name }) => isFull || sample.includes(name));

/** The most milliseconds for a call with a hostile file, and for a call with another document meanwhile, multiplied by the load per core. */
const LONGEST = 10_000;
const LONGEST_BESIDE = 1000;
const load = (): number => Math.max(1, (loadavg()[0] ?? 0) / cpus().length);

/** Error codes with which a call may refuse a hostile file. */
const refusals = [
  "too_large",
  "unsupported",
  "not_found",
  "ambiguous",
  "binary",
  "encoding",
  "outside_workspace",
  "failed",
];

type Call = { tool: string; args: Record<string, unknown> };

/** The calls that an agent makes with a file, by its kind. */
function callsOn(name: string): Call[] {
  const read = { tool: "text_editor", args: { action: "read", path: name, line_to: 20 } };
  const find = { tool: "grep", args: { pattern: "word", path: name } };
  if (officeFormatOf(name) !== null)
    return [
      { tool: "office_artifact", args: { action: "read", path: name } },
      { tool: "office_artifact", args: { action: "inspect", path: name } },
      {
        tool: "office_artifact",
        args: { action: "edit", operation: "replace_text", path: name, find: "nowhere", replace: "x" },
      },
      find,
    ];
  if (name.endsWith(".epub")) return [{ tool: "list_chapters", args: { book: name } }];
  if (name.startsWith("book-") || name.startsWith("galley-file"))
    return [{ tool: "list_chapters", args: { book: dirname(name) } }, read];
  return [
    read,
    { tool: "doc_toc", args: { file: name } },
    { tool: "doc_find", args: { file: name, content: "word" } },
    find,
  ];
}

const timed = async <T>(act: () => Promise<T>): Promise<{ ms: number; answer: T }> => {
  const from = performance.now();
  const answer = await act();
  return { ms: Math.round(performance.now() - from), answer };
};

let desk: Desk;
let folder: string;
let client: Client | null = null;

beforeAll(async () => {
  desk = await layDesk();
  folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-planted-")));
  mkdirSync(join(folder, "home"));
  writeFileSync(join(desk.root, "beside.md"), "# Beside\n\nIt is read.\n");
  for (const { plant } of chosen) plant(desk.root);
});
afterAll(async () => {
  await client?.close();
  await desk.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The server, with only the environment that the SDK passes on; a new one if it crashed. */
async function server(): Promise<Client> {
  if (client) return client;
  const args = ["ELECTRON_RUN_AS_NODE=1", `HOME=${join(folder, "home")}`, desk.galley.command, ...desk.galley.args];
  const started = new Client({ name: "bare", version: "1" });
  await started.connect(
    new StdioClientTransport({ command: "env", args: [...args, "mcp", "--root", desk.root], stderr: "ignore" }),
  );
  started.onclose = () => {
    client = null;
  };
  client = started;
  return started;
}

async function call({ tool, args }: Call): Promise<string> {
  const asked = (await server()).callTool({ name: tool, arguments: args }, { timeout: 120_000 });
  const { content, isError } = await asked;
  return `${isError === true ? "refused" : "ok"}: ${(content as { text: string }[])[0]?.text ?? ""}`;
}

const besideCall: Call = { tool: "read_file", args: { path: "beside.md" } };

describe("galley mcp", () => {
  test.each(chosen)(
    "$what ($name) is answered in time, and so is another document meanwhile",
    { timeout: 600_000 },
    async ({ name }) => {
      await call(besideCall);
      for (const each of callsOn(name)) {
        const [planted, beside] = await Promise.all([timed(() => call(each)), timed(() => call(besideCall))]);
        const where = `${each.tool} ${each.args["action"] ?? ""} of ${name}: ${planted.answer.slice(0, 200)}`;
        expect.soft(beside.answer).toContain("It is read.");
        expect.soft(planted.ms, where).toBeLessThan(LONGEST * load());
        expect.soft(beside.ms, `beside.md, during ${where}`).toBeLessThan(LONGEST_BESIDE * load());
      }
    },
  );

  test("a search through all of them ends in time", { timeout: 600_000 }, async () => {
    const [found, beside] = await Promise.all([
      timed(() => call({ tool: "grep", args: { pattern: "word", path: "." } })),
      timed(() => call(besideCall)),
    ]);
    expect(found.answer).toContain("ok");
    expect(found.ms).toBeLessThan(LONGEST * load());
    expect(beside.ms).toBeLessThan(LONGEST_BESIDE * load());
  });
});

describe("galley call", () => {
  test.each(chosen)("$what ($name) is answered in time", { timeout: 600_000 }, async ({ name }) => {
    const [first] = callsOn(name);
    const words = ["call", first?.tool ?? "", JSON.stringify(first?.args), "--root", desk.root];
    const { ms, answer } = await timed(() => runGalley(desk, words));
    const { ok, error } = JSON.parse(answer.stdout) as { ok: boolean; error?: { code: string } };
    if (!ok) expect(refusals).toContain(error?.code);
    expect(ms, answer.stdout.slice(0, 300)).toBeLessThan(LONGEST * load());
  });
});
