/** What goes with a question in the panel of the real app, and when it is sent: rules, skills, own commands, and questions that wait. */
import { writeFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { type FakeEndpoint, fakeEndpoint } from "../src/main/app/assistant/testing/fake-endpoint";
import { streamOf } from "../src/main/app/assistant/testing/wire";
import { openPanel, patch, setUpModel } from "./assistant-parts";
import { axeFindings } from "./axe";
import type { GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files with models");
let endpoint: FakeEndpoint;
let galley: GalleyApp;
test.beforeEach(async () => {
  endpoint = await fakeEndpoint();
});
test.afterEach(async () => {
  await galley.close();
  await endpoint.close();
});

const lastBody = () => JSON.stringify(endpoint.questions().at(-1)?.body);

test("rules and skills are read before they are used, asked about again when they change, and called by their names", {
  tag: "@long",
}, async () => {
  galley = await start({
    files: {
      "notes.md": "# Notes\n\none\n",
      "AGENTS.md": "Write short sentences.\n",
      ".galley/skills/verse/SKILL.md":
        "---\nname: verse\ndescription: How verse is set\n---\nIndent every second line.\n",
      ".galley/commands/shorten.md": "---\ndescription: Make it shorter\n---\nShorten by $ARGUMENTS.\n",
    },
  });
  const { page } = galley;
  await galley.open("notes.md");
  await setUpModel(page, endpoint);
  const panel = await openPanel(page);
  const notice = panel.panel.getByRole("status", { name: "This folder has instructions for assistants" });
  await expect(notice).toContainText("AGENTS.md");
  await expect(notice).toContainText("verse");
  await notice.getByRole("button", { name: "Show" }).click();
  await expect(notice).toContainText("Write short sentences.");
  await expect(notice).toContainText("Indent every second line.");
  expect(await axeFindings(page)).toEqual([]);
  await notice.getByRole("button", { name: "Use" }).click();
  await expect(notice).toHaveCount(0);
  await expect(panel.field).toBeFocused();

  // A command becomes the question, and a skill goes along with it.
  await page.keyboard.type("/shorten half");
  await page.keyboard.press("Enter");
  await expect(panel.field).toHaveValue("Shorten by half.");
  await panel.field.fill("");
  await page.keyboard.type("/ver");
  await expect(panel.panel.getByRole("option", { name: /verse/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(panel.chips).toHaveText(["notes.md", "verse"]);
  await panel.ask("Shorten it");
  await panel.expectStatus("done");
  expect(lastBody()).toContain("Write short sentences.");
  expect(lastBody()).toContain("Indent every second line.");

  await writeFile(galley.pathOf("AGENTS.md"), "Write long sentences.\n");
  await panel.ask("And now?");
  await panel.expectStatus("done");
  expect(lastBody()).not.toContain("sentences");
  const changed = panel.panel.getByRole("status", { name: "Instructions for assistants have changed" });
  await changed.getByRole("button", { name: "Not now" }).click();
  await expect(changed).toHaveCount(0);
  await page.getByRole("button", { name: /Show context/ }).click();
  await expect(page.getByRole("checkbox", { name: /AGENTS.md/ })).not.toBeChecked();
  await page.getByRole("checkbox", { name: /AGENTS.md/ }).check();
  await page.keyboard.press("Escape");
  await panel.ask("Once more");
  await panel.expectStatus("done");
  expect(lastBody()).toContain("Write long sentences.");
});

test("questions wait for the end of an answer, and an earlier one is edited in a branch, with the document put back, which can be undone @long", async () => {
  galley = await start({ files: { "notes.md": "# Notes\n\none\n" } });
  const { page } = galley;
  await setUpModel(page, endpoint);
  const panel = await openPanel(page);
  await test.step("questions wait for the end of an answer; they are edited, removed, and sent at once by Ctrl+Enter", async () => {
    const endless = { stream: streamOf("anthropic", { text: "I begin" }).slice(0, -200), finally: "hang" } as const;
    endpoint.answers.push(endless);
    await panel.ask("One");
    await expect(panel.lastTurn).toContainText("I begin");
    const waiting = panel.panel.getByRole("region", { name: "Waiting questions" });
    for (const question of ["Two", "Three", "Four"]) {
      await page.keyboard.type(question);
      await page.keyboard.press("Enter");
      await expect(waiting).toContainText(question);
    }
    const item = (text: string) => waiting.getByRole("listitem").filter({ hasText: text });
    await item("Two").getByRole("button", { name: "Edit question" }).click();
    await expect(panel.field).toHaveValue("Two");
    await expect(panel.field).toBeFocused();
    await item("Four").getByRole("button", { name: "Remove question" }).click();
    await expect(waiting.getByRole("listitem")).toHaveCount(1);
    // The edited question stops the answer; the other one is sent after it.
    await page.keyboard.press("End");
    await page.keyboard.type(", now");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(panel.panel.locator(".turn")).toHaveCount(3);
    await panel.expectStatus("done");
    await expect(waiting).toHaveCount(0);
    await expect(panel.panel.locator(".turn .asked-words")).toHaveText(["One", "Two, now", "Three"]);
    await expect(panel.panel.locator(".turn").first()).toHaveAttribute("data-state", "stopped");
    expect(await axeFindings(page)).toEqual([]);
  });
  await test.step("an earlier question is edited in a branch, with the document put back, which can be undone", async () => {
    await galley.open("notes.md");
    // In a new conversation.
    await page.keyboard.press("ControlOrMeta+Alt+j");
    await expect(panel.panel.locator(".turn")).toHaveCount(0);
    await panel.ask("Hello");
    await panel.expectStatus("done");
    endpoint.answers.push({ reply: { calls: [patch("notes.md", "one", "two")] } }, { reply: { text: "Changed." } });
    await panel.ask("Change it");
    await panel.allow("Allow once");
    await panel.expectStatus("done");
    await panel.ask("And then?");
    await panel.expectStatus("done");
    await expect(galley.editor).toContainText("two");
    const first = panel.panel.locator(".turn").nth(1);
    await first.getByRole("button", { name: "Edit question" }).click();
    await expect(
      first.getByRole("checkbox", { name: "Restore the document to its state before this question" }),
    ).toBeChecked();
    await first.getByRole("button", { name: "Edit in a branch" }).click();
    await expect(panel.panel.locator(".turn .asked-words")).toHaveText(["Hello"]);
    await expect(panel.field).toHaveValue("Change it");
    await expect(panel.field).toBeFocused();
    await expect(galley.editor).toContainText("one");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(galley.editor).toContainText("two");
    await panel.ask("Another way");
    await panel.expectStatus("done");
    await panel.panel.getByRole("button", { name: "Show it" }).click();
    await expect(panel.panel.locator(".turn .asked-words")).toHaveText(["Hello", "Change it", "And then?"]);
  });
});

test("an image is pasted or dropped into the panel, made smaller, and goes along; other files are rejected", {
  tag: "@long",
}, async () => {
  galley = await start({ files: { "notes.md": "# Notes\n\none\n" } });
  const { page } = galley;
  await setUpModel(page, endpoint);
  const panel = await openPanel(page);
  await panel.field.evaluate(async (field) => {
    const canvas = new OffscreenCanvas(2000, 1000);
    canvas.getContext("2d")?.fillRect(0, 0, 2000, 1000);
    const blob = await canvas.convertToBlob();
    const files = (name: string, parts: BlobPart[], type: string) => {
      const data = new DataTransfer();
      data.items.add(new File(parts, name, { type }));
      return data;
    };
    const clipboardData = files("image.png", [blob], "image/png");
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    const drop = (dataTransfer: DataTransfer) =>
      field.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    drop(files("map.png", [blob], "image/png"));
    drop(files("bad.png", ["no picture"], "image/png"));
    drop(files("words.txt", ["words"], "text/plain"));
  });
  // In the order in which they are read.
  await expect.poll(async () => (await panel.chips.allTextContents()).sort()).toEqual(["Image 1", "map.png"]);
  const notice = (text: string) => page.getByText(text).first();
  await expect(notice("bad.png can't be read as an image.")).toBeVisible();
  await expect(notice("Only images, PDFs and files of the open folder")).toBeVisible();
  await panel.ask("What is this?");
  await panel.expectStatus("done");
  const [, data] = /"media_type":"image\/png","data":"([^"]+)"/.exec(lastBody()) ?? [];
  const picture = Buffer.from(data ?? "", "base64");
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1568, 784]);
});

test("Galley's own requests are behind the slash, and the formulas of an answer are drawn", {
  tag: "@long",
}, async () => {
  galley = await start({ files: { "notes.md": "# Notes\n\none\n" } });
  const { page } = galley;
  await galley.open("notes.md");
  await setUpModel(page, endpoint);
  const panel = await openPanel(page);
  await page.keyboard.type("/fix");
  await expect(panel.panel.getByRole("option", { name: /Fix a section/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.type(" the dates, too");
  await page.keyboard.press("Enter");
  await expect(panel.field).toHaveValue(/^Fix the section with the cursor [\s\S]*\n\nthe dates, too$/);
  endpoint.answers.push({
    reply: { text: "So $a^2$, \\(b_1\\) and $5 or $6.\n\n\\[\n\\frac{1}{2}\n\\]\n\nBut $\\nonsense$ stays." },
  });
  await panel.field.press("Enter");
  await panel.expectStatus("done");
  const answer = panel.lastTurn.locator(".answer");
  await expect(answer.locator("math")).toHaveCount(3);
  await expect(answer.locator("math[display=block] mfrac")).toBeVisible();
  await expect(answer.getByText("\\frac{1}{2}")).toBeHidden();
  await expect(answer).toContainText("$5 or $6.");
  // What cannot be drawn stays as it was written, and says why.
  await expect(answer.getByText("\\nonsense")).toBeVisible();
  await expect(answer.getByText("\\nonsense")).toHaveAttribute("title", /nonsense/);
});
