/** Servers of tools in the real app: added with a yes to the command, used after a yes to their tools, each call asked for. */
import { join } from "node:path";
import { expect } from "@playwright/test";
import { type FakeEndpoint, fakeEndpoint } from "../src/main/app/assistant/testing/fake-endpoint";
import { startLoginServer } from "../src/main/app/tool-servers/testing/login-server";
import { openPanel, setUpModel } from "./assistant-parts";
import { axeFindings } from "./axe";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("a file with models");
const script = join(import.meta.dirname, "../src/main/app/tool-servers/testing/scripted-server.mjs");
let endpoint: FakeEndpoint;
test.beforeEach(async () => {
  endpoint = await fakeEndpoint();
});
test.afterEach(() => endpoint.close());

test("a tool server is added, its tools are agreed to, and each call is asked for", { tag: "@long" }, async () => {
  const galley = await start({ files: { "notes.md": "# Notes\n\none\n" } });
  const { page } = galley;
  await galley.open("notes.md");
  const panel = await openPanel(page);
  await panel.panel.getByRole("button", { name: "Set up a model" }).click();
  const dialog = page.getByRole("dialog", { name: "Models" });
  await dialog.getByRole("button", { name: "Tool Servers" }).click();
  await expect(dialog.getByText("No servers")).toBeVisible();
  await dialog.getByLabel("Name").fill("web");
  await dialog.getByLabel("Command or address").fill(`node "${script}" good`);
  await dialog.getByRole("button", { name: "Add…" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(`node "${script}" good`);
  await question.getByRole("button", { name: "Start" }).click();
  await expect(dialog.getByText("Searches the web.")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Use These Tools" }).click();
  await expect(dialog.getByText("In use")).toBeVisible();
  await page.keyboard.press("Escape");

  await setUpModel(page, endpoint);
  endpoint.answers.push(
    { reply: { calls: [{ name: "web_search", input: { query: "tides" } }] } },
    { reply: { text: "High at six." } },
  );
  await panel.ask("When is high tide?");
  await expect(panel.approval).toContainText("wants to use one of your tools");
  await expect(panel.approval).toContainText('{"query":"tides"}');
  await panel.allow("Allow this tool in this conversation");
  await panel.expectStatus("done");
  await expect(panel.lastTurn).toContainText("High at six.");
});

test("a server that asks for a login is logged in to in the browser, after a question that names the page", {
  tag: "@long",
}, async () => {
  const login = await startLoginServer();
  const galley = await start({ files: { "notes.md": "# Notes\n\none\n" } });
  const { app, page } = galley;
  await app.evaluate(({ dialog, shell }) => {
    const seen = { asked: "", opened: "" };
    Object.assign(globalThis, { seenLogin: seen });
    dialog.showMessageBox = async (...args: unknown[]) => {
      seen.asked = (args.at(-1) as { message: string; detail: string }).detail;
      return { response: 0, checkboxChecked: false };
    };
    shell.openExternal = async (address) => {
      seen.opened = address;
    };
  });
  const seen = () =>
    app.evaluate(() => (globalThis as unknown as { seenLogin: { asked: string; opened: string } }).seenLogin);
  const panel = await openPanel(page);
  await panel.panel.getByRole("button", { name: "Set up a model" }).click();
  const dialog = page.getByRole("dialog", { name: "Models" });
  await dialog.getByRole("button", { name: "Tool Servers" }).click();
  await dialog.getByLabel("Name").fill("sums");
  await dialog.getByLabel("Command or address").fill(login.address);
  await dialog.getByRole("button", { name: "Add…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Connect" }).click();
  await expect(dialog.getByText("This server asks you to log in.")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Log In…" }).click();
  await expect(dialog.getByText("Waiting for the login in your browser…")).toBeVisible();
  await expect.poll(async () => (await seen()).opened).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/authorize\?/);
  const { asked, opened } = await seen();
  expect(asked.startsWith(opened.slice(0, 400))).toBe(true);
  expect(await (await login.visit(opened)).text()).toContain("return to Galley");
  await expect(dialog.getByText("Review its tools.")).toBeVisible();
  await dialog.getByRole("button", { name: "Use These Tools" }).click();
  await expect(dialog.getByText("In use")).toBeVisible();
  login.close();
});
