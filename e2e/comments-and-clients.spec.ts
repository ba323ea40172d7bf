/** What agents learn of the user's comments and reviews: an MCP client that has subscribed, an agent of the panel, and one that waits over a restart. */
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect } from "@playwright/test";
import { openPanel } from "./assistant-parts";
import { cleanEnv, electronProgram, folder, type GalleyApp, project, start } from "./launch";
import { test } from "./test";

let galley: GalleyApp | null = null;
let client: Client | null = null;
test.afterEach(async () => {
  await client?.close();
  await galley?.close();
});

const letter = "# Letter\n\nDear Anna,\n\nthe harbour was empty when we came.\n\nWe left before noon.\n";

async function connected({ root, data }: GalleyApp): Promise<Client> {
  client = new Client({ name: "anna", version: "1" }, { capabilities: { experimental: { "galley/structured": {} } } });
  await client.connect(
    new StdioClientTransport({
      command: electronProgram,
      args: [`${project}/out/main/cli.js`, "mcp", "--root", root, "--data", data],
      env: cleanEnv({ ELECTRON_RUN_AS_NODE: "1" }),
      stderr: "ignore",
    }),
  );
  return client;
}

/** Folders of the test's own, which outlast the app. */
const folders = async () => ({ root: await folder("root"), data: await folder("data") });

test("an MCP client that has subscribed is notified when the user comments and answers in the window, and not of its own answers @long", async () => {
  galley = await start({ ...(await folders()), files: { "letter.md": letter } });
  const { page, editor } = galley;
  await galley.open("letter.md");
  const mcp = await connected(galley);
  const uri = `galley://comments${join(galley.root, "letter.md")}`;
  const notified: string[] = [];
  mcp.setNotificationHandler("notifications/resources/updated", ({ params }) => void notified.push(params.uri));
  await mcp.subscribeResource({ uri });
  await editor.getByText("the harbour was empty").click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.press("Control+Alt+m");
  await page.keyboard.type("Was it?");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => notified.length).toBe(1);
  const read = await mcp.readResource({ uri });
  expect(JSON.stringify(read.contents)).toContain("Was it?");
  const [thread] = /c_\w{10}/.exec(JSON.stringify(read.contents)) ?? [];
  await mcp.callTool({ name: "comments", arguments: { action: "reply", thread, text: "It was." } });
  const card = page.getByRole("article", { name: /comment on the harbour/i });
  await expect(card).toContainText("It was.");
  await card.getByRole("textbox", { name: "Reply" }).fill("Are you sure?");
  await page.keyboard.press("Control+Enter");
  await expect(card).toContainText("Are you sure?");
  await expect.poll(() => notified.length).toBe(2);
  expect(JSON.stringify((await mcp.readResource({ uri })).contents)).toContain("Are you sure?");
});

test("an agent of the panel asks for a review, waits, and gets the user's decisions @long", async () => {
  galley = await start({ ...(await folders()), files: { "letter.md": letter } });
  const { page } = galley;
  await galley.open("letter.md");
  const panel = await openPanel(page);
  await page.keyboard.press("ControlOrMeta+,");
  await page.getByRole("dialog").getByRole("button", { name: "Agents", exact: true }).click();
  const field = page.getByLabel("Your own agents");
  await field.fill(`Scripted = node "${join(project, "src/main/app/acp/testing/scripted-agent.mjs")}"`);
  await field.press("Enter");
  await page.keyboard.press("Escape");
  await page.getByLabel("Model", { exact: true }).selectOption({ label: "Scripted" });
  const patch = { action: "patch", path: "letter.md", old_text: "empty", new_text: "full" };
  const orders = [
    { do: "tool", name: "text_editor", arguments: patch },
    { do: "tool", name: "request_review", arguments: { question: "Better so?", wait: 60 } },
  ];
  await panel.ask(orders.map((order) => JSON.stringify(order)).join("\n"));
  await expect(page.getByText("asks for your review: Better so?")).toBeVisible();
  await page.getByRole("button", { name: "Keep all" }).click();
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await expect(page.getByText("asks for your review")).toBeHidden();
  await expect(panel.panel.getByText(/kept/).last()).toBeVisible();
});

test("a review that an agent has asked for is still asked for after the app was restarted, and its answer reaches the agent @long", async () => {
  const places = await folders();
  galley = await start({ ...places, files: { "letter.md": letter } });
  const edit = { action: "patch", path: "letter.md", old_text: "empty", new_text: "full" };
  expect((await galley.agent("text_editor", edit)).ok).toBe(true);
  const asked = await galley.agent("request_review", { question: "Better so?" });
  const { token } = asked.data as { token: string };
  await expect(galley.page.getByText("asks for your review: Better so?")).toBeVisible();
  await galley.close();
  galley = await start(places);
  const { page } = galley;
  await expect(page.getByText("asks for your review: Better so?")).toBeVisible();
  await galley.open("letter.md");
  await page.getByRole("button", { name: "Keep all" }).click();
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await expect(page.getByText("asks for your review")).toBeHidden();
  const answer = await galley.agent("request_review", { token });
  expect(answer.data, answer.message).toMatchObject({ status: "reviewed", hunks: [{ decision: "kept" }] });
});
