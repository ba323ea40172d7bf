/** An agent that edits by section while the user types in another one. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect } from "@playwright/test";
import { cleanEnv, electronProgram, frequentPolling, type GalleyApp, project } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

const requirements = 200;

const specification = `${Array.from({ length: requirements }, (_, index) => {
  const lines = Array.from({ length: 8 }, (_, line) => `It shall do ${index}.${line}.`);
  return `## Requirement ${index}\n\n${lines.join("\n")}\n`;
}).join("\n")}\n# Diary\n\nToday:`;

let galley: GalleyApp;
let client: Client;

test.beforeEach(async () => {
  galley = await start({ files: { "spec.md": specification } });
  await galley.open("spec.md");
  client = new Client({ name: "agent", version: "1" }, { capabilities: { experimental: { "galley/structured": {} } } });
  await client.connect(
    new StdioClientTransport({
      command: electronProgram,
      args: [`${project}/out/main/cli.js`, "mcp", "--root", galley.root, "--data", galley.data],
      env: cleanEnv({ ELECTRON_RUN_AS_NODE: "1" }),
      stderr: "ignore",
    }),
  );
});
test.afterEach(async () => {
  await client.close();
  await galley.close();
});

const call = async (name: string, input: Record<string, unknown>) => {
  const answer = await client.callTool({ name, arguments: { file: "spec.md", ...input } });
  return { data: answer.structuredContent as Record<string, unknown>, isError: answer.isError === true };
};

test("a real client edits a specification of 2,000 lines by section while the user types in another: both are kept [004-46]", {
  tag: "@long",
}, async () => {
  const { page, editor } = galley;
  expect(specification.split("\n").length).toBeGreaterThan(2_000);
  await editor.click();
  await page.keyboard.press("Control+End");
  const diary = " rain, then sun; the boats came in late and the market was full of fish".repeat(2);
  let isTyping = true;
  const typing = page.keyboard.type(diary, { delay: 20 }).then(() => {
    isTyping = false;
  });
  let expected = specification;
  let edits = 0;
  for (let index = 0; index < requirements && (isTyping || index < 50); index += 10) {
    const section = `requirement-${index}`;
    const read = await call("doc_read", { section });
    expect(read.data["content"]).toContain(`It shall do ${index}.7.`);
    const replaced = await call("doc_replace", { section, content: `Done: ${index}.` });
    expect(replaced, JSON.stringify(replaced.data)).toMatchObject({ isError: false });
    const [heading = "", body = ""] = String(replaced.data["old_content"]).split("\n\n");
    expected = expected.replace(`${heading}\n\n${body.trimEnd()}`, `${heading}\n\nDone: ${index}.`);
    edits++;
  }
  expect(edits).toBeGreaterThan(4);
  await typing;
  await expect.poll(() => galley.onDisk("spec.md"), frequentPolling).toBe(`${expected}${diary}`);
  await expect(editor).toContainText("market was full of fish");
  await expect(page.getByRole("group", { name: /conflict/i })).toHaveCount(0);
});

test("a write to the section in which the user has typed is rejected as stale, and nothing they wrote is lost", async () => {
  const { page, editor } = galley;
  await call("doc_read", { section: "Diary" });
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" snow.");
  const refused = await call("doc_replace", { section: "Diary", content: "Nothing happened." });
  expect(refused).toMatchObject({ isError: true, data: { error: { code: "stale" } } });
  await expect.poll(() => galley.onDisk("spec.md"), frequentPolling).toBe(`${specification} snow.`);
  await call("doc_read", { section: "Diary" });
  expect((await call("doc_replace", { section: "Diary", content: "Today: snow, and ice." })).isError).toBe(false);
  await expect(editor).toContainText("Today: snow, and ice.");
  await page.keyboard.press("Control+z");
  await expect(editor).toContainText("Today: snow.");
});
