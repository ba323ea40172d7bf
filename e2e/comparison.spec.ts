/** A question to several recipients in the real app: an agent of its own process, a model behind a local endpoint, and an agent that is not there. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { type FakeEndpoint, fakeEndpoint } from "../src/main/app/assistant/testing/fake-endpoint";
import { openPanel, panelParts, patch, setUpModel } from "./assistant-parts";
import { axeFindings } from "./axe";
import { folder, project, start as startApp } from "./launch";
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

  // The recipient is typed, and is not part of the question.
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
  await expect(panel.field).toBeFocused();
  await tabs.first().focus();
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
  await model.getByRole("button", { name: "Continue with this one: model-a" }).focus();
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
  await expect(panel.field).toBeFocused();

  // Stopped all at once, they keep the focus in reach.
  endpoint.answers.push({ reply: { text: "a ".repeat(400) }, slowly: 200 });
  await panel.panel.getByRole("button", { name: "New conversation" }).click();
  await expect(panel.field).toBeFocused();
  await page.keyboard.type("Once more @scr");
  await page.keyboard.press("Enter");
  await page.keyboard.type("@model");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(panel.panel.getByRole("button", { name: "Continue with this one: Scripted" })).toBeVisible();
  await panel.panel.getByRole("button", { name: "Stop all" }).press("Enter");
  await expect(model).toContainText("You stopped this.");
  await expect(panel.panel.getByRole("button", { name: "Stop all" })).toHaveCount(0);
  await expect(panel.field).toBeFocused();
});

const spent = (amount: number) =>
  JSON.stringify({
    do: "update",
    update: { sessionUpdate: "usage_update", used: 1, size: 2, cost: { amount, currency: "EUR" } },
  });

test("all are asked again, or those that are chosen; columns are closed, and the whole is deleted; each can be undone, and a restart shows the same", {
  tag: "@long",
}, async () => {
  const data = await folder("data");
  const agentCommands = `Scripted = node "${script}"; Second = node "${script}" none`;
  await writeFile(join(data, "settings.json"), JSON.stringify({ spelling: false, agentCommands }));
  const first = await startApp({ data, files: { "notes.md": "# Notes\n" }, size: { width: 1400, height: 860 } });
  const { page } = first;
  const panel = await openPanel(page);
  await panel.panel.getByRole("separator").focus();
  for (let step = 0; step < 16; step++) await page.keyboard.press("ArrowLeft");
  await panel.field.focus();
  for (const name of ["scr", "sec"]) {
    await page.keyboard.type(`@${name}`);
    await expect(panel.panel.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
  }
  await panel.field.fill(`Compare\n{"do":"say","text":"the first answer"}\n${spent(0.25)}`);
  await page.keyboard.press("Enter");
  const scripted = panel.panel.getByRole("region", { name: /^Scripted/ });
  const second = panel.panel.getByRole("region", { name: /^Second/ });
  await expect(scripted).toContainText("the first answer");
  await expect(second).toContainText("done");
  await expect(panel.field).toBeFocused();

  // Amounts are summed in the currency that the agents name.
  const meter = panel.panel.getByRole("button", { name: "Tokens and cost of the comparison: €0.50" });
  await meter.press("Enter");
  await expect(page.getByRole("row", { name: /^Second/ })).toContainText("€0.25");
  await expect(page.getByRole("row", { name: /^Total/ })).toContainText("€0.50");
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");

  // One is left out by keyboard. The other is still answering when both are asked, and gets the question afterwards.
  await panel.field.focus();
  await expect(panel.field).toHaveAttribute("placeholder", "Ask both");
  const asksSecond = panel.panel.getByRole("group", { name: "Who is asked" }).getByRole("checkbox", { name: "Second" });
  await asksSecond.press("Space");
  await expect(panel.field).toHaveAttribute("placeholder", "Ask only Scripted");
  await panel.field.fill('{"do":"wait"}');
  await panel.field.press("Enter");
  await expect(panel.panel.getByRole("button", { name: "Stop Scripted" })).toBeVisible();
  await expect(second.locator(".turn")).toHaveCount(1);
  await asksSecond.press("Space");
  await panel.field.fill("After that");
  await panel.field.press("Enter");
  await expect(second).toContainText("You said: After that");
  await expect(scripted.getByRole("region", { name: "Waiting questions" })).toContainText("After that");
  await panel.panel.getByRole("button", { name: "Stop Scripted" }).press("Enter");
  await expect(panel.field).toBeFocused();
  await scripted.getByRole("button", { name: "Send now" }).press("Enter");
  await expect(scripted).toContainText("You said: After that");

  // A closed column leaves the other alone, with what is typed below both.
  await panel.field.fill("Typed below both");
  await panel.panel.getByRole("button", { name: "Close Second" }).press("Enter");
  await expect(panel.panel.locator(".turn")).toHaveCount(3);
  await expect(scripted).toHaveCount(0);
  await expect(panel.field).toHaveValue("Typed below both");
  await page.getByRole("button", { name: "Undo", exact: true }).press("Enter");
  await expect(second).toContainText("You said: After that");
  await expect(panel.field).toHaveValue("Typed below both");
  await first.app.close();

  const later = await startApp({ data, root: first.root, size: { width: 1400, height: 860 } });
  const again = panelParts(later.page);
  const rows = again.panel.getByRole("list", { name: "Conversations" }).getByRole("listitem");
  const columns = again.panel.getByRole("region", { name: /^(Scripted|Second) done$/ });
  await expect(columns).toHaveCount(2);
  await expect(again.field).toHaveValue("Typed below both");

  // The comparison is deleted as a whole after a question, and comes back.
  const toList = again.panel.getByRole("button", { name: "Compare", exact: true });
  await toList.press("Enter");
  await expect(rows).toHaveText([/Compare.*2 side by side/, /^Scripted/, /^Second/]);
  await rows.first().locator(".conversation-open").press("Delete");
  const dialog = later.page.getByRole("alertdialog", { name: "Delete all 2 answers?" });
  await expect(dialog).toContainText("Scripted, Second");
  await dialog.getByRole("button", { name: "Delete all answers" }).press("Enter");
  await expect(rows).toHaveCount(0);
  await later.page.getByRole("button", { name: "Undo", exact: true }).press("Enter");
  await expect(rows).toHaveCount(3);
  await later.page.keyboard.press("Escape");
  await expect(columns).toHaveCount(2);

  // The last one that is left is a conversation like any other.
  await toList.press("Enter");
  await rows.nth(1).locator(".conversation-open").press("Delete");
  await expect(rows).toHaveText([/Compare.*Second/]);
  await again.panel.getByRole("searchbox").press("Escape");
  await expect(again.panel.locator(".turn")).toHaveCount(2);
  await expect(again.field).toHaveValue("Typed below both");
  await later.close();
});
