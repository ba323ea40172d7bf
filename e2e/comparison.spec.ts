/** A question to several recipients in the real app: an agent of its own process, a model behind a local endpoint, and an agent that is not there. */
import { join } from "node:path";
import { expect } from "@playwright/test";
import { type FakeEndpoint, fakeEndpoint } from "../src/main/app/assistant/testing/fake-endpoint";
import { openPanel, patch, setUpModel } from "./assistant-parts";
import { axeFindings } from "./axe";
import { project } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("a file with models");
const script = join(project, "src/main/app/acp/testing/scripted-agent.mjs");
let endpoint: FakeEndpoint;
test.beforeEach(async () => {
  endpoint = await fakeEndpoint();
});
test.afterEach(() => endpoint.close());

test("a question to two recipients shows their answers side by side; one fails, and the user goes on with the other", {
  tag: "@long",
}, async () => {
  const galley = await start({ files: { "notes.md": "# Notes\n\none\n" }, size: { width: 1400, height: 860 } });
  const { page } = galley;
  await galley.open("notes.md");
  await setUpModel(page, endpoint);
  const panel = await openPanel(page);
  await page.keyboard.press("ControlOrMeta+,");
  await page.getByRole("dialog").getByRole("button", { name: "Agents", exact: true }).click();
  const field = page.getByLabel("Your own agents");
  await field.fill(`Scripted = node "${script}"; Doomed = node "${script}" die`);
  await field.press("Enter");
  await page.keyboard.press("Escape");

  await expect(page.getByLabel("Model", { exact: true })).toContainText("Doomed");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // Whom the question goes to is typed, and is no part of the question.
  const offered = panel.panel.getByRole("listbox", { name: "Documents, sections, paragraphs and recipients" });
  await panel.field.click();
  await page.keyboard.type("Say two @doo");
  await expect(offered.getByRole("option", { name: "Doomed" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await page.keyboard.type("@model");
  await expect(offered.getByRole("option", { name: /^model-a/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await page.keyboard.type("@scr");
  await page.keyboard.press("Enter");
  const recipients = panel.panel.getByRole("list", { name: "Recipients" }).getByRole("listitem");
  await expect(recipients).toHaveText(["Doomed", "model-a", "Scripted"]);
  await panel.panel.getByRole("button", { name: "Remove recipient Scripted" }).focus();
  await page.keyboard.press("Delete");
  await expect(recipients).toHaveText(["Doomed", "model-a"]);
  await panel.field.focus();
  await expect(panel.field).toHaveValue("Say two ");

  endpoint.answers.push({ reply: { calls: [patch("notes.md", "one", "two")] } }, { reply: { text: "Two it is." } });
  await page.keyboard.press("Enter");

  // The panel is too narrow for two columns: the answers are tabs.
  const tabs = panel.panel.getByRole("tab");
  await expect(tabs).toHaveText(["Doomed failed", "model-a needs approval"]);
  await expect(panel.panel.getByRole("tabpanel")).toContainText("Doomed ended");
  await expect(tabs.first()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(tabs.nth(1)).toBeFocused();
  await expect(panel.approval).toContainText("model-a wants to edit notes.md");

  const resizer = panel.panel.getByRole("separator");
  await resizer.focus();
  for (let step = 0; step < 16; step++) await page.keyboard.press("ArrowLeft");
  await expect(tabs).toHaveCount(0);
  const doomed = panel.panel.getByRole("region", { name: "Doomed failed" });
  const model = panel.panel.getByRole("region", { name: /^model-a/ });
  await expect(doomed.getByRole("alert")).toContainText("Doomed ended");
  await panel.allow("Allow once");
  await expect(model).toContainText("Two it is.");
  expect(await axeFindings(page)).toEqual([]);
  await expect(galley.editor).toContainText("two");

  // What is shown survives a reload.
  await page.reload();
  await expect(model).toContainText("Two it is.");
  await model.getByRole("button", { name: "Go on with this one: model-a" }).focus();
  await page.keyboard.press("Enter");
  await expect(panel.field).toBeFocused();
  await page.keyboard.type("And three?");
  endpoint.answers.push({ reply: { text: "Three." } });
  await page.keyboard.press("Enter");
  await panel.expectStatus("done");
  await expect(panel.lastTurn).toContainText("Three.");
  await panel.panel.getByRole("button", { name: "Keep all" }).press("Enter");
  await expect(panel.panel.getByRole("button", { name: "Keep all" })).toHaveCount(0);
  await expect(galley.editor).toBeFocused();
  await expect(panel.panel.locator(".turn")).toHaveCount(2);

  // Both are in the list, and the other answers can be shown again.
  await panel.panel.getByRole("button", { name: "Say two" }).click();
  const rows = panel.panel.getByRole("list", { name: "Conversations" }).getByRole("listitem");
  await expect(rows.filter({ hasText: "side by side" })).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(panel.field).toBeFocused();
  await panel.panel.getByRole("button", { name: "Show side by side" }).click();
  await expect(doomed).toBeVisible();
  await expect(doomed.getByRole("button", { name: /^Go on with this one/ })).toBeFocused();

  // Stopped all at once, they keep the focus in reach; a new conversation has a question field again.
  endpoint.answers.push({ reply: { text: "a ".repeat(400) }, slowly: 200 });
  await panel.panel.getByRole("button", { name: "New conversation" }).click();
  await expect(panel.field).toBeFocused();
  await page.keyboard.type("Once more @scr");
  await page.keyboard.press("Enter");
  await page.keyboard.type("@model");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(panel.panel.getByRole("button", { name: "Go on with this one: Scripted" })).toBeFocused();
  await panel.panel.getByRole("button", { name: "Stop all" }).press("Enter");
  await expect(model).toContainText("You stopped this.");
  await expect(panel.panel.getByRole("button", { name: "Stop all" })).toHaveCount(0);
  await expect(panel.panel.getByRole("button", { name: "Go on with this one: Scripted" })).toBeFocused();
});
