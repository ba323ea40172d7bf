import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CliFixture, createCliFixture } from "../cli/testing/galley-process";

let fixture: CliFixture;
let client: Client;

beforeEach(async () => {
  fixture = await createCliFixture();
  const { command, args } = fixture.galley;
  client = new Client(
    { name: "library", version: "1" },
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
afterEach(async () => {
  await client.close();
  await fixture.remove();
});

const chapters = 20;

/** A specification of more than 2,000 lines: chapters of ten sections, each ten lines long. */
const specification = () =>
  Array.from({ length: chapters }, (_, chapter) => {
    const sections = Array.from({ length: 10 }, (_, index) => {
      const lines = Array.from({ length: 7 }, (_, line) => `The system shall do ${chapter}.${index}.${line}.`);
      return `## Requirement ${chapter}.${index}\n\n${lines.join("\n")}\n\n`;
    });
    return `# Chapter ${chapter}\n\nAbout it.\n\n${sections.join("")}`;
  }).join("");

type Section = { path: string; line_start: number; line_end: number; children: Section[] };

test("a client edits a specification of 2,000 lines by section, while an external program writes in it", async () => {
  const path = join(fixture.root, "spec.md");
  let expected = specification();
  await writeFile(path, expected);
  expect(expected.split("\n").length).toBeGreaterThan(2_000);
  const call = async (name: string, given: Record<string, unknown>) => {
    const answer = await client.callTool({ name, arguments: { file: "spec.md", ...given } });
    const [message] = answer.content as { text: string }[];
    return {
      data: answer.structuredContent as Record<string, unknown>,
      message: message?.text ?? "",
      isError: answer.isError,
    };
  };

  const toc = await call("doc_toc", {});
  expect(toc.message.length).toBeLessThan(600 * 4);
  const outline = toc.data.sections as Section[];
  expect(outline).toHaveLength(chapters);
  const checklist = outline.flatMap(({ children }) => children);
  expect(checklist).toHaveLength(chapters * 10);

  for (const [index, { path: section }] of checklist.entries()) {
    if (index % 7 !== 0) continue;
    const read = await call("doc_read", { section });
    expect(read.data.content).toContain("The system shall");
    // Meanwhile somebody else writes in another chapter: every line after it gets another number.
    const other = index < 100 ? 15 : 3;
    const note = `# Chapter ${other}\n\nNote ${index}.\n\nAbout it.`;
    expected = expected.replace(new RegExp(`# Chapter ${other}\\n[^]*?About it\\.`), note);
    await writeFile(path, expected);
    const body = `Done ${index}.`;
    const replaced = await call("doc_replace", { section, content: body });
    expect(replaced.isError, replaced.message).toBeFalsy();
    const old = String(replaced.data.old_content).split("\n\n")[1]?.trimEnd() ?? "";
    expected = expected.replace(old, body);
    expect(await readFile(path, "utf8")).toBe(expected);
  }

  const wrong = await call("doc_read", { section: "Requirement 3" });
  expect(wrong).toMatchObject({ isError: true, data: { error: { code: "ambiguous" } } });
  expect(wrong.message).toMatch(/^Ambiguous "Requirement 3" matches:\n {2}1\. /);
  await writeFile(path, expected.replace("The system shall do 0.1.0.", "The system may do 0.1.0."));
  const stale = await call("doc_delete", { section: "chapter-0/requirement-0-1" });
  expect(stale).toMatchObject({ isError: true, data: { error: { code: "stale" } } });
  expect(await readFile(path, "utf8")).toContain("The system may do 0.1.0.");
}, 60_000);

test("agents learn how to read long documents, and see all section tools [004-34]", async () => {
  const instructions = client.getInstructions() ?? "";
  for (const word of ["500 lines", "doc_toc", "checklist", "tick off", "running summary", "compare with the outline"])
    expect(instructions).toContain(word);
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  for (const name of ["toc", "read", "read_many", "find", "replace", "insert", "delete"])
    expect(names).toContain(`doc_${name}`);
  const readsOnly = new Map(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]));
  expect([readsOnly.get("doc_find"), readsOnly.get("doc_replace")]).toEqual([true, false]);
});
