/**
 * `npm run demo`: the main workflow with the real app and a real MCP client, on the welcome document and on a long real Markdown file. Writes
 * screenshots and a transcript into `out/demo/`; with GALLEY_PICTURES set, also the screenshots of the README.
 */
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect } from "@playwright/test";
import { cleanEnv, folder, type GalleyApp, project, start } from "./launch";
import { test } from "./test";

const out = join(project, "out/demo");
const transcript: string[] = ["# What happened\n"];
const record = (line: string) => void transcript.push(`${line}\n`);

let galley: GalleyApp;
let client: Client;

/** Calls a tool as the agent, and records the call and its answer in the transcript. */
async function call(name: string, args: Record<string, unknown>): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [text] = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const answer = text ?? "";
  const excerpt = answer.length > 1200 ? `${answer.slice(0, 1200)}\n… (${answer.length} characters)` : answer;
  record(
    `**The agent** calls \`${name}\`\n\n\`\`\`json\n${JSON.stringify(args, null, 2)}\n\`\`\`\n\nand ${isError ? "is rejected" : "answers"}\n\n\`\`\`\n${excerpt}\n\`\`\``,
  );
  return answer;
}

async function takePicture(name: string): Promise<void> {
  await galley.page.screenshot({ path: join(out, `${name}.png`) });
  record(`![${name}](${name}.png)`);
}

test("a person and an agent on one page", async () => {
  test.setTimeout(180_000);
  await mkdir(out, { recursive: true });
  // The folder name is visible in the screenshots.
  const root = join(await folder("demo"), "Notes");
  await mkdir(root);
  const welcome = await readFile(join(project, "resources/welcome.md"), "utf8");
  const long = await readFile(join(project, "node_modules/@codemirror/view/CHANGELOG.md"), "utf8");
  galley = await start({
    spelling: true,
    root,
    files: { "welcome.md": welcome, "changes of the view package.md": long },
    theme: "light",
    size: { width: 1280, height: 860 },
  });
  const { page, editor } = galley;

  record("**The person** opens a folder and a document.");
  await galley.open("welcome.md");
  await takePicture("1-welcome");

  client = new Client({ name: "demo-agent", title: "Demo agent", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(project, "bin/galley"), "mcp", "--root", root, "--data", galley.data],
      env: cleanEnv(),
    }),
  );
  const { tools } = await client.listTools();
  record(`**The agent** connects over MCP and finds ${tools.map(({ name }) => `\`${name}\``).join(", ")}.`);
  await expect(page.getByRole("button", { name: /agent/i }).first()).toBeVisible();

  record("**The person** is typing at the end; the agent reads, sees it, and adds a line elsewhere.");
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n\nA line of mine, not saved yet.", { delay: 8 });
  const seen = await call("text_editor", { action: "read", path: "welcome.md" });
  expect(seen).toContain("A line of mine, not saved yet.");
  const [title = ""] = welcome.split("\n");
  await page.keyboard.press("Control+Home");
  await call("text_editor", {
    action: "patch",
    path: "welcome.md",
    patch_text: `@@ ${title}\n+\n+An agent added this line while you were typing below.`,
  });
  await expect(editor).toContainText("An agent added this line");
  await takePicture("2-agent-writes");

  record("**The person** takes the agent's write back with one undo, and puts it back.");
  await page.keyboard.press("Control+z");
  await expect(editor).not.toContainText("An agent added this line");
  await page.keyboard.press("Control+y");
  await expect(editor).toContainText("An agent added this line");

  record("**Both** change the same words at the same moment: another program writes while the user types.");
  const plan = "# Plan\n\nThe meeting is on Monday at nine, in the small room.\n\nBring the drafts.\n";
  await galley.writeExternally("plan.md", plan);
  await galley.open("plan.md");
  await page.keyboard.press("Control+f");
  await page.keyboard.type("Monday");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.type("Thursday");
  await galley.writeExternally("plan.md", plan.replace("Monday", "Tuesday"));
  const hunk = page.getByRole("group", { name: /conflict/i });
  await expect(hunk).toBeVisible();
  await call("text_editor", { action: "patch", path: "plan.md", old_text: "drafts", new_text: "final drafts" });
  await takePicture("3-conflict");
  await hunk.getByRole("button", { name: /^Mine/ }).click();
  await expect.poll(() => galley.onDisk("plan.md")).toContain("Thursday");
  await call("text_editor", { action: "patch", path: "plan.md", old_text: "drafts", new_text: "final drafts" });
  await expect(editor).toContainText("final drafts");

  record("**The agent** works on a long document and shows it.");
  const name = "changes of the view package.md";
  await call("text_editor", { action: "read", path: name, line_from: 1, line_to: 12 });
  const heading = long.split("\n").find((line) => line.startsWith("## ")) ?? "";
  await call("text_editor", {
    action: "patch",
    path: name,
    patch_text: `@@ ${heading}\n+\n+*Read by an agent: the newest release stands first.*`,
    open_in_canvas: true,
  });
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByRole("tab", { name, selected: true })).toBeVisible();
  await expect(editor).toContainText("Read by an agent");
  await takePicture("4-long-document");

  record("**The person** looks at the document's history.");
  await page.getByRole("tab", { name: "plan.md" }).click();
  await page.getByRole("button", { name: "History", exact: true }).click();
  await page.waitForTimeout(400);
  await takePicture("5-history");
  await call("doc_history", { path: "plan.md" });

  record("**The evening** comes.");
  await page.getByRole("button", { name: "History", exact: true }).click();
  await page.getByRole("tab", { name: "welcome.md" }).click();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForTimeout(300);
  await takePicture("6-dark");

  record("**The next day** the user looks up a creature in the library, and inserts it into the page.");
  await page.emulateMedia({ colorScheme: "light" });
  await galley.writeExternally(
    "adventure.md",
    "# The mire\n\nThe path ends at black water. Something breathes below it.\n",
  );
  await galley.open("adventure.md");
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Control+Shift+B");
  await page.getByRole("textbox", { name: "Search the library" }).fill("young black dragn");
  await page.locator(".library-line", { hasText: "Young Black Dragon" }).click();
  await page.locator(".library-card").getByRole("button", { name: "Insert" }).click();
  await expect(editor).toContainText("Large dragon, chaotic evil");
  await page.keyboard.press("Control+Shift+B");
  await editor.evaluate((element) => element.closest(".cm-scroller")?.scrollTo(0, 0));
  await page.locator(".library-lines").evaluate((list) => list.scrollTo(0, 0));
  await page.waitForTimeout(400);
  await takePicture("7-library");

  await client.close();
  await writeFile(join(out, "transcript.md"), transcript.join("\n"));
  const pictures = process.env["GALLEY_PICTURES"];
  if (pictures) {
    await mkdir(pictures, { recursive: true });
    for (const shown of ["2-agent-writes", "3-conflict", "6-dark", "7-library"])
      await copyFile(join(out, `${shown}.png`), join(pictures, `${shown}.png`));
  }
  console.log(`Pictures and transcript: ${out}`);
  await galley.close();
});
