import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { officeFormatOf } from "../../core/text/format";
import { type CliFixture, createCliFixture, runGalley } from "../cli/testing/galley-process";
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
/** `galley call` runs the same engine in a process for each call, which costs much more. */
const sampleOfCalls = ["one-string.xlsx", "entities.docx", "deep.json"];
const chosenForCalls = allPlanted.filter(({ name }) => isFull || sampleOfCalls.includes(name));

/** The maximum number of milliseconds for a call with a hostile file, and for a call with another document meanwhile, multiplied by the load per core. */
const MAX_CALL_MS = 10_000;
const MAX_OTHER_CALL_MS = 1000;
const load = (): number => Math.max(1, (loadavg()[0] ?? 0) / cpus().length);

/** Error codes with which a call may reject a hostile file. */
const expectedErrors = [
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

let fixture: CliFixture;
let folder: string;
let client: Client | null = null;

beforeAll(async () => {
  fixture = await createCliFixture();
  folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-planted-")));
  mkdirSync(join(folder, "home"));
  writeFileSync(join(fixture.root, "beside.md"), "# Beside\n\nIt is read.\n");
  for (const { plant } of chosen) plant(fixture.root);
});
afterAll(async () => {
  await client?.close();
  await fixture.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The server, with only the environment that the SDK passes on; a new one if it crashed. */
async function server(): Promise<Client> {
  if (client) return client;
  const args = [
    "ELECTRON_RUN_AS_NODE=1",
    `HOME=${join(folder, "home")}`,
    fixture.galley.command,
    ...fixture.galley.args,
  ];
  const started = new Client({ name: "bare", version: "1" });
  await started.connect(
    new StdioClientTransport({ command: "env", args: [...args, "mcp", "--root", fixture.root], stderr: "ignore" }),
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
        expect.soft(planted.ms, where).toBeLessThan(MAX_CALL_MS * load());
        expect.soft(beside.ms, `beside.md, during ${where}`).toBeLessThan(MAX_OTHER_CALL_MS * load());
      }
    },
  );

  test("a search through all of them ends in time", { timeout: 600_000 }, async () => {
    const [found, beside] = await Promise.all([
      timed(() => call({ tool: "grep", args: { pattern: "word", path: "." } })),
      timed(() => call(besideCall)),
    ]);
    expect(found.answer).toContain("ok");
    expect(found.ms).toBeLessThan(MAX_CALL_MS * load());
    expect(beside.ms).toBeLessThan(MAX_OTHER_CALL_MS * load());
  });
});

describe("galley call", () => {
  test.each(chosenForCalls)("$what ($name) is answered in time", { timeout: 600_000 }, async ({ name }) => {
    const [first] = callsOn(name);
    const args = ["call", first?.tool ?? "", JSON.stringify(first?.args), "--root", fixture.root];
    const { ms, answer } = await timed(() => runGalley(fixture, args));
    const { ok, error } = JSON.parse(answer.stdout) as { ok: boolean; error?: { code: string } };
    if (!ok) expect(expectedErrors).toContain(error?.code);
    expect(ms, answer.stdout.slice(0, 300)).toBeLessThan(MAX_CALL_MS * load());
  });
});
