/** Several readers of the document in front: asked by keyboard, side by side, with their findings beside the words. */
import { expect } from "@playwright/test";
import { type FakeEndpoint, fakeEndpoint } from "../src/main/app/assistant/testing/fake-endpoint";
import { panelParts, setUpModel } from "./assistant-parts";
import { axeFindings } from "./axe";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files with models");
let endpoint: FakeEndpoint;
test.beforeEach(async () => {
  endpoint = await fakeEndpoint();
});
test.afterEach(() => endpoint.close());

test("two readers are asked for what they look for, and their findings stand beside the words @long", async () => {
  const galley = await start({ files: { "notes.md": "# Harbour\n\nThe harbour was closed in 1824.\n" } });
  const { page } = galley;
  await galley.open("notes.md");
  await setUpModel(page, endpoint);
  endpoint.otherwise = ({ body }) => {
    const sent = JSON.stringify(body);
    if (sent.includes("commented on")) return { reply: { text: "One finding." } };
    const words = sent.includes("Is it sad?") ? "Consider: A sad sentence." : "Must fix: It was 1842.";
    const input = { action: "add", path: "notes.md", quote: "closed in 1824", text: words };
    const read = { name: "read_file", input: { path: "notes.md" } };
    return { reply: { calls: [read, { name: "comments", input }] } };
  };
  await galley.runMenuCommand("Review with Several Readers…");
  const { panel } = panelParts(page);
  const form = panel.getByRole("form", { name: "Review “notes.md” with several readers" });
  await expect(form.getByRole("heading")).toBeFocused();
  await form.getByRole("button", { name: "Remove reader 3" }).press("Enter");
  const second = form.getByRole("group", { name: "Reader 2" });
  await second.getByLabel("Looks for").selectOption("Something else");
  // Without words it cannot be asked: the field says so, and has the focus.
  await form.getByRole("button", { name: "Ask 2 Readers" }).press("Enter");
  const words = second.getByLabel("What it should look for");
  await expect(words).toBeFocused();
  await expect(words).toHaveAttribute("aria-invalid", "true");
  await expect(words).toHaveAccessibleDescription("Describe what this reader should look for.");
  expect(await axeFindings(page)).toEqual([]);
  await words.fill("Is it sad?");
  await expect(words).toHaveAttribute("aria-invalid", "false");
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("tab")).toHaveText([/^Facts: model-a done/, /^Something else: model-a done/]);
  await expect(panel.getByRole("tabpanel")).toContainText("Galley saw it read the whole document.");
  await page.getByRole("button", { name: "Comments" }).first().click();
  await expect(page.getByText("It was 1842.")).toBeVisible();
  await expect(page.getByText("A sad sentence.")).toBeVisible();
  expect(await galley.onDisk("notes.md")).toBe("# Harbour\n\nThe harbour was closed in 1824.\n");
  await galley.close();
});

test("adding and removing readers by keyboard keeps the focus in the form, and is announced @long", async () => {
  const galley = await start({ files: { "notes.md": "# Harbour\n" } });
  const { page } = galley;
  await galley.open("notes.md");
  await setUpModel(page, endpoint);
  await galley.runMenuCommand("Review with Several Readers…");
  const form = panelParts(page).panel.getByRole("form");
  const task = (at: number) => form.getByRole("group", { name: `Reader ${at}` }).getByLabel("Looks for");
  const add = form.getByRole("button", { name: "Add Reader" });
  await add.press("Enter");
  await expect(task(4)).toBeFocused();
  await expect(add).toHaveCount(0);
  await expect(page.getByText("Reader 4 added. That is the maximum.")).toBeAttached();
  await form.getByRole("button", { name: "Remove reader 2" }).press("Enter");
  await expect(task(2)).toBeFocused();
  await expect(task(2)).toHaveValue("style");
  await expect(page.getByText("Reader 2 removed.")).toBeAttached();
  await form.getByRole("button", { name: "Remove reader 3" }).press("Enter");
  await expect(add).toBeFocused();
  await form.getByRole("button", { name: "Remove reader 1" }).press("Enter");
  await expect(task(1)).toBeFocused();
  await expect(form.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
  await expect(form.getByRole("button", { name: "Ask 1 Reader" })).toBeEnabled();
  await galley.close();
});
