import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliFixture, createCliFixture, runGalley } from "../cli/testing/galley-process";

type Data = Record<string, unknown>;

let fixture: CliFixture;
let client: Client;

beforeAll(async () => {
  fixture = await createCliFixture();
  await writeFile(join(fixture.root, "notes.md"), "# Notes\n");
  const { command, args } = fixture.galley;
  client = new Client(
    { name: "office", version: "1" },
    { capabilities: { experimental: { "galley/structured": {} } } },
  );
  await client.connect(
    new StdioClientTransport({
      command,
      args: [...args, "mcp", "--root", fixture.root],
      env: fixture.env as Record<string, string>,
      stderr: "ignore",
    }),
  );
});

afterAll(async () => {
  await client.close();
  await fixture.remove();
});

async function call(name: string, args: Data): Promise<{ isError: boolean; data: Data; text: string }> {
  const { isError = false, structuredContent, content } = await client.callTool({ name, arguments: args });
  const [first] = content as { text?: string }[];
  return { isError: isError === true, data: (structuredContent ?? {}) as Data, text: first?.text ?? "" };
}

const office = (args: Data) => call("office_artifact", args);

test("a letter is created, read, edited, exported and restored over MCP, and the command line sees the same", async () => {
  const made = await office({
    action: "create",
    path: "letter",
    kind: "document",
    content: "# Offer\n\nTen apples.\n",
  });
  expect(made.data).toMatchObject({ path: "letter.odt", format: "odt", status: "created" });
  const { data } = await office({ action: "read", path: "letter.odt" });
  const rows = data["paragraphs"] as { id: string; text: string }[];
  expect(rows.map(({ text }) => text)).toEqual(["Offer", "Ten apples."]);
  const set = {
    action: "edit",
    path: "letter.odt",
    operation: "set_text",
    node_id: rows[1]?.id,
    content: "Six pears.",
  };
  expect((await office(set)).data).toMatchObject({ status: "written", parts: ["content.xml"] });
  expect((await office({ action: "export", path: "letter.odt", format: "md" })).isError).toBe(false);
  expect(await readFile(join(fixture.root, "letter.md"), "utf8")).toBe("# Offer\n\nSix pears.\n");

  const { stdout, code } = await runGalley(fixture, ["call", "read_file", JSON.stringify({ path: "letter.odt" })]);
  expect(code).toBe(0);
  const seen = (JSON.parse(stdout) as { data: { paragraphs: typeof rows } }).data.paragraphs;
  expect(seen.map(({ id, text }) => [id, text])).toEqual([
    [rows[0]?.id, "Offer"],
    [rows[1]?.id, "Six pears."],
  ]);

  const history = await office({ action: "version_history", path: "letter.odt" });
  const versions = history.data["versions"] as { version_id: string; reason: string }[];
  expect(versions.map(({ reason }) => reason)).toEqual(["set_text", "create"]);
  await office({ action: "restore_version", path: "letter.odt", version_id: versions[1]?.version_id });
  expect((await office({ action: "read", path: "letter.odt" })).text).toContain("Ten apples.");
});

test("[003-office] each tool rejects the other's files and names the other tool, over MCP", async () => {
  const text = await call("text_editor", { action: "read", path: "letter.odt" });
  expect(text).toMatchObject({ isError: true, data: { error: { code: "unsupported" } } });
  expect(text.text).toContain("office_artifact");
  const markdown = await office({ action: "read", path: "notes.md" });
  expect(markdown).toMatchObject({ isError: true, data: { error: { code: "unsupported" } } });
  expect(markdown.text).toContain("text_editor");
  const opened = await office({ action: "open", path: "letter.odt" });
  expect(opened).toMatchObject({ isError: true, data: { error: { code: "unsupported" } } });
});

test("[003-old-name] the listed tools include office_artifact and not its former name", async () => {
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toContain("office_artifact");
  expect(names).not.toContain("document_artifact");
});
