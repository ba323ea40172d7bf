/** The assistant panel in the real app, with a local endpoint that uses the providers' protocols. */
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { estimateTokens } from "../src/core/text/tokens";
import { type FakeEndpoint, fakeEndpoint } from "../src/main/app/assistant/testing/fake-endpoint";
import { streamOf } from "../src/main/app/assistant/testing/wire";
import { ask, filesIn, openPanel, panelParts, patch, request, setContextLimit, setUpModel } from "./assistant-parts";
import { axeFindings } from "./axe";
import { shareApp } from "./shared-app";
import { test } from "./test";
import { typeUntilKilled } from "./type-until-killed";

const documents = {
  "notes.md": "# Notes\n\nfirst line\n\n## Auth\n\nThe token lasts an hour.\n",
  "plan.md": "# Plan\n\nalpha\n",
};
// The last of the long tests end it.
const start = shareApp(process.env["GALLEY_LONG"] ? "a file with models" : "all files with models");
let endpoint: FakeEndpoint;
test.beforeEach(async () => {
  endpoint = await fakeEndpoint();
});
test.afterEach(() => endpoint.close());

test("a turn reads by section and edits two documents while one is typed in; permissions reach only as far as given", async () => {
  const galley = await start({ files: documents });
  const { page } = galley;
  await galley.open("notes.md");
  await setUpModel(page, endpoint);
  const panel = await openPanel(page);
  await expect(panel.chips).toHaveText(["notes.md"]);
  endpoint.answers.push(
    {
      reply: {
        thinking: "Let me look.",
        text: "I read **Auth** first.",
        calls: [{ name: "doc_read", input: { file: "notes.md", section: "Auth" } }],
      },
    },
    { reply: { calls: [patch("notes.md", "an hour", "two hours"), patch("plan.md", "alpha", "beta")] } },
    { reply: { text: "Both are [changed](plan.md)." } },
  );
  await panel.ask("The token lasts two hours");
  await expect(panel.approval).toContainText("model-a wants to edit");
  await expect(panel.approval).toContainText(galley.pathOf("notes.md"));
  await expect(panel.approval.locator("del")).toHaveText("an hour");
  await expect(panel.approval.locator("ins")).toHaveText("two hours");
  // Text that the user types meanwhile stays, and the card stays open.
  await galley.editor.click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("typed ");
  await panel.allow("Allow once");
  await expect(panel.approval).toContainText(galley.pathOf("plan.md"));
  await panel.allow("Allow edits of this document");
  await panel.expectStatus("done");
  await expect(panel.lastTurn.locator("strong")).toHaveText("Auth");
  await expect(panel.lastTurn.locator(".call")).toHaveCount(3);
  await expect(galley.editor).toContainText("two hours");
  await expect(galley.editor).toContainText("typed first line");
  await expect.poll(() => galley.onDisk("notes.md")).toContain("typed first line");
  await expect.poll(() => galley.onDisk("plan.md")).toContain("beta");

  // A card shows its arguments and result, and a link to the edit.
  const card = panel.lastTurn.locator(".call").first();
  await card.getByRole("button", { name: "Read a section" }).click();
  await expect(card).toContainText('"section": "Auth"');
  await expect(card).toContainText("## Auth");
  await panel.lastTurn.locator(".call").last().getByRole("button", { name: "Go to plan.md" }).click();
  await expect(page.getByRole("tab", { name: "plan.md", selected: true })).toBeVisible();
  await expect(page.getByRole("toolbar", { name: "Edit 1 of 1 by model-a" })).toBeVisible();

  // A card for a write links to its edits, and the answer has buttons to keep or undo all of them.
  const edits = panel.lastTurn.getByRole("group", { name: "Its edits in 2 documents are ready for review." });
  await edits.getByRole("button", { name: "Undo all" }).click();
  await expect(edits).toHaveCount(0);
  await expect.poll(() => galley.onDisk("plan.md")).toContain("alpha");
  await expect.poll(() => galley.onDisk("notes.md")).toContain("an hour");
  await expect.poll(() => galley.onDisk("notes.md")).toContain("typed first line");
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => galley.onDisk("plan.md")).toContain("beta");

  // The user allowed edits of this document; the first permission was for one call.
  endpoint.answers.push({ reply: { calls: [patch("plan.md", "beta", "gamma")] } }, { reply: { text: "Again." } });
  await panel.ask("Again");
  await panel.expectStatus("done");
  await expect.poll(() => galley.onDisk("plan.md")).toContain("gamma");

  // In another conversation another document is asked about; a rejected call does not write, and the model gets the reason.
  await page.keyboard.press("ControlOrMeta+Alt+j");
  await expect(panel.panel.locator(".turn")).toHaveCount(0);
  endpoint.answers.push(
    { reply: { calls: [patch("notes.md", "an hour", "a day")] } },
    { reply: { text: "I leave it." } },
  );
  await panel.ask("Once more");
  await panel.approval.getByRole("textbox").fill("not today");
  await panel.refuse();
  await panel.expectStatus("done");
  await expect(panel.lastTurn.locator(".call")).toContainText("you declined");
  await expect.poll(() => galley.onDisk("notes.md")).toContain("an hour");
  expect(JSON.stringify(endpoint.questions().at(-1)?.body)).toContain("not today");
  await galley.close();
});

test("a permission reaches only as far as it was given, survives a restart until it is revoked, and is never given by accident [A24]", {
  tag: "@long",
}, async () => {
  // Many turns, and two starts.
  test.setTimeout(180_000);
  const first = await start({ files: { ...documents, "sub/deep.md": "# Deep\n\nlow\n" } });
  await setUpModel(first.page, endpoint);
  let panel = await openPanel(first.page);
  let onDisk = first.onDisk;
  /** The model makes one edit. Returns whether the user was asked. */
  const edits = async (path: string, from: string, to: string, answer: string | null) => {
    endpoint.answers.push({ reply: { calls: [patch(path, from, to)] } }, { reply: { text: `I tried ${to}.` } });
    await panel.ask(`Change ${from} to ${to}`);
    if (answer === "Refuse") await panel.refuse();
    else if (answer !== null) await panel.allow(answer);
    await panel.expectStatus("done");
    await expect(panel.lastTurn).toContainText(`I tried ${to}.`);
    await expect(panel.lastTurn.locator(".call")).toHaveAttribute(
      "data-state",
      answer === "Refuse" ? "denied" : "done",
    );
    expect((await onDisk(path)).includes(to)).toBe(answer !== "Refuse");
  };

  // A double click, or a click where the previous card was, must not answer the next card.
  await first.page.evaluate(() => {
    new MutationObserver((seen) => {
      for (const node of seen.flatMap(({ addedNodes }) => [...addedNodes])) {
        const card =
          node instanceof Element ? (node.matches(".approval") ? node : node.querySelector(".approval")) : null;
        const button = card?.querySelector<HTMLButtonElement>("[data-kind=main]");
        if (!button) continue;
        const shownAt = performance.now();
        // A busy renderer may run the timer for 350 ms much later, when the card may be answered.
        const click = () => performance.now() - shownAt < 400 && button.click();
        for (const after of [0, 30, 150, 350]) setTimeout(click, after);
        setTimeout(() => card?.setAttribute("data-clicked", "true"), 360);
      }
    }).observe(document.body, { subtree: true, childList: true });
  });
  endpoint.answers.push({ reply: { calls: [patch("notes.md", "first", "1st"), patch("plan.md", "alpha", "1st")] } });
  endpoint.answers.push({ reply: { text: "Both." } });
  await panel.ask("Change both");
  await expect(panel.approval).toHaveAttribute("data-clicked", "true");
  await expect(panel.approval).toContainText(first.pathOf("notes.md"));
  await expect.poll(() => onDisk("notes.md")).toContain("first");
  // A key that is held down answers one card, and does not send the draft.
  await panel.field.fill("not finished");
  await panel.approval.getByRole("button", { name: "Allow once" }).focus();
  await expect(async () => {
    await first.page.keyboard.down("Enter");
    await expect(panel.approval).toContainText(first.pathOf("plan.md"), { timeout: 50 });
  }).toPass();
  await expect(panel.approval).toHaveAttribute("data-clicked", "true");
  for (let repeats = 0; repeats < 4; repeats++) await first.page.keyboard.down("Enter");
  await first.page.keyboard.up("Enter");
  await expect(panel.field).toHaveValue("not finished");
  await expect.poll(() => onDisk("plan.md")).toContain("alpha");
  await panel.refuse();
  await panel.expectStatus("done");
  await expect(panel.panel.locator(".turn")).toHaveCount(1);
  await expect.poll(() => onDisk("notes.md")).toContain("1st");

  await edits("notes.md", "1st", "second", "Allow once");
  await edits("notes.md", "second", "third", "Allow once");
  await edits("plan.md", "alpha", "beta", "Refuse");
  await edits("plan.md", "alpha", "beta", "Allow edits of this document");
  await first.page.keyboard.press("ControlOrMeta+Alt+j");
  await expect(panel.panel.locator(".turn")).toHaveCount(0);
  await edits("plan.md", "beta", "gamma", null);
  await edits("notes.md", "third", "fourth", "Allow once");
  await edits("notes.md", "fourth", "fifth", "Refuse");
  await edits("sub/deep.md", "low", "lower", "Allow edits in");
  await edits("notes.md", "fourth", "fifth", null);
  // A permission to edit everything here covers no other kind of write.
  endpoint.answers.push(
    { reply: { calls: [{ name: "workspace", input: { action: "delete", path: "sub/deep.md" } }] } },
    { reply: { text: "Kept." } },
  );
  await panel.ask("Delete it");
  await expect(panel.approval.getByRole("heading")).toHaveText("model-a wants to delete deep.md");
  await expect(panel.approval.locator(".approval-target")).toContainText("deleted");
  await panel.refuse();
  await panel.expectStatus("done");
  expect(await onDisk("sub/deep.md")).toContain("lower");
  // Another tool that writes to the same file needs no new permission.
  const insert = { file: "plan.md", anchor: "Plan", content: "## More\n\ninserted\n" };
  endpoint.answers.push(
    { reply: { calls: [{ name: "doc_insert", input: insert }] } },
    { reply: { text: "Inserted." } },
  );
  await panel.ask("Insert it");
  await panel.expectStatus("done");
  await expect.poll(() => onDisk("plan.md")).toContain("inserted");

  // The draft and the permissions are restored after a restart.
  await panel.field.fill("half a question @pl");
  await expect(first.page.getByRole("option", { name: "plan.md" })).toBeVisible();
  await first.page.keyboard.press("Enter");
  await expect(panel.field).toHaveValue("half a question plan.md ");
  await first.app.close();
  const restarted = await start({ root: first.root, data: first.data });
  ({ onDisk } = restarted);
  await setUpModel(restarted.page, endpoint);
  panel = panelParts(restarted.page);
  await expect(panel.field).toHaveValue("half a question plan.md ");
  await expect(panel.chips.last()).toHaveText("plan.md");
  await edits("notes.md", "fifth", "sixth", null);

  // A rejected card links to the list of permissions; calls with a revoked permission ask again.
  await panel.panel.locator(".call[data-state=denied]").last().getByRole("button", { name: "Permissions" }).click();
  const granted = restarted.page.getByRole("region", { name: "Assistant permissions" });
  await expect(granted.getByRole("listitem")).toHaveCount(2);
  await expect(granted.getByRole("listitem").first()).toContainText("Edit document plan.md");
  await expect(granted.getByRole("listitem").last()).toContainText("model-a · always");
  while ((await granted.getByRole("listitem").count()) > 0) {
    const remaining = await granted.getByRole("listitem").count();
    await granted.getByRole("listitem").first().getByRole("button").click();
    await expect(granted.getByRole("listitem")).toHaveCount(remaining - 1);
  }
  await restarted.page.keyboard.press("Escape");
  await edits("notes.md", "sixth", "seventh", "Refuse");
  await restarted.close();
});

test("a pending approval card names its document, follows the user's typing, and is answered by keyboard [A24]", async () => {
  const galley = await start({ files: { ...documents, ".env": "PASSWORD=hunter2\n" } });
  const { page } = galley;
  await galley.open("plan.md");
  await setUpModel(page, endpoint);
  const panel = await openPanel(page);
  const write = { name: "text_editor", input: { action: "write", path: "plan.md", content: "# Plan\n\nbeta\n" } };
  endpoint.answers.push({ reply: { calls: [write] } }, { reply: { text: "Written." } });
  await panel.ask("Write it again");
  await expect(panel.approval.getByRole("heading")).toHaveText("model-a wants to edit plan.md");
  await expect(panel.approval.locator(".approval-figures")).toContainText("+1");
  const first = await panel.approval.getAttribute("data-approval");

  // Shortcuts of the editor keep working: a card only reacts to keys while it has the focus.
  await galley.editor.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("\nA paragraph of mine.");
  await expect(galley.editor).toBeFocused();
  await expect(panel.approval).toContainText("plan.md changed since you were asked");
  await expect(panel.approval).toContainText("A paragraph of mine.");
  await expect(panel.approval).not.toHaveAttribute("data-approval", first ?? "");
  for (const key of ["ControlOrMeta+Enter", "1"]) await page.keyboard.press(key);
  await expect(galley.editor).toContainText("A paragraph of mine.1");
  await expect(panel.approval).toContainText("A paragraph of mine.1");
  await panel.approval.getByRole("textbox").focus();
  await page.keyboard.type("2 lines, 3 words");
  await expect(panel.approval.getByRole("textbox")).toHaveValue("2 lines, 3 words");
  await expect(panel.approval).toBeVisible();
  expect(await galley.onDisk("plan.md")).toContain("A paragraph of mine.");

  await panel.approval.getByRole("button", { name: "Decline" }).focus();
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(panel.approval).toHaveCount(0, { timeout: 300 });
  }).toPass();
  await panel.expectStatus("done");
  await expect(panel.lastTurn.locator(".call")).toContainText("you declined");
  await expect.poll(() => galley.onDisk("plan.md")).toContain("A paragraph of mine.");

  endpoint.answers.push({ reply: { calls: [patch("plan.md", "alpha", "beta")] } }, { reply: { text: "Patched." } });
  await panel.ask("Patch it");
  await expect(panel.approval).toBeVisible();
  await panel.approval.getByRole("textbox").focus();
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(panel.approval).toHaveCount(0, { timeout: 300 });
  }).toPass();
  await panel.expectStatus("done");
  await expect.poll(() => galley.onDisk("plan.md")).toContain("beta");

  // Reading a file with secrets and tools for a book need approval, too.
  const read = { name: "text_editor", input: { action: "read", path: ".env" } };
  endpoint.answers.push({ reply: { calls: [read] } }, { reply: { text: "I could not." } });
  await panel.ask("What is the password?");
  await expect(panel.approval.getByRole("heading")).toHaveText("model-a wants to read .env");
  await panel.refuse();
  await panel.expectStatus("done");
  expect(JSON.stringify(endpoint.questions().map(({ body }) => body))).not.toContain("hunter2");
  const open = { name: "open_task", input: { book: "plan.md", type: "translation", target_language: "German" } };
  endpoint.answers.push({ reply: { calls: [open] } }, { reply: { text: "I will not." } });
  await panel.ask("Translate it");
  await expect(panel.approval.getByRole("heading")).toHaveText("model-a wants to change the work on plan.md");
  await expect(panel.approval).toContainText("With Open a task");
  await expect(panel.approval).toContainText("Opens a task: translation into German");
  await panel.refuse();
  await panel.expectStatus("done");
  await galley.close();
});

test("Stop works in every phase, and each error is one message with a next step", { tag: "@long" }, async () => {
  const galley = await start({ files: documents });
  const { page } = galley;
  await galley.open("notes.md");
  await setUpModel(page, endpoint);
  const panel = await openPanel(page);
  const fullStream = streamOf("anthropic", {
    text: "A long answer that goes on",
    calls: [patch("notes.md", "first", "x")],
  });
  const stop = async () => {
    await panel.field.focus();
    await page.keyboard.press("Escape");
    await panel.expectStatus("stopped");
    await expect(panel.field).toBeFocused();
  };

  endpoint.answers.push({ act: () => {} });
  await panel.ask("Before anything came");
  await expect(panel.lastTurn).toContainText("Waiting for the model");
  await stop();

  endpoint.answers.push({ stream: fullStream.slice(0, fullStream.indexOf("that go")), finally: "hang" });
  await panel.ask("In the middle of a text");
  await expect(panel.lastTurn.locator(".answer")).toContainText("A long answer");
  await stop();
  await expect(panel.lastTurn.locator(".answer")).toContainText("A long answer");

  endpoint.answers.push({ stream: fullStream.slice(0, fullStream.indexOf("event: message_delta")), finally: "hang" });
  await panel.ask("Before the last event");
  await expect(panel.lastTurn.locator(".call")).toBeVisible();
  await stop();
  await expect(panel.lastTurn.locator(".call")).toContainText("stopped");

  endpoint.answers.push({ stream: fullStream });
  await panel.ask("While it asks");
  await expect(panel.approval).toBeVisible();
  await panel.panel.getByRole("button", { name: "Stop", exact: true }).click();
  await panel.expectStatus("stopped");
  await expect(panel.approval).toHaveCount(0);

  endpoint.answers.push({ status: 429, headers: { "retry-after": "30" }, body: '{"error":{"message":"slow down"}}' });
  await panel.ask("While it waits");
  await expect(panel.lastTurn).toContainText("Trying again in");
  await stop();
  await expect.poll(() => galley.onDisk("notes.md")).toBe(documents["notes.md"]);

  // A second Escape returns the focus to the editor.
  await page.keyboard.press("Escape");
  await expect(galley.editor).toBeFocused();

  endpoint.answers.push({ status: 401, body: '{"error":{"message":"invalid x-api-key"}}' });
  await panel.ask("With a wrong key");
  await panel.expectStatus("failed");
  await expect(panel.lastTurn.getByRole("alert")).toContainText("rejected the API key (401)");
  await expect(panel.lastTurn.getByRole("button", { name: "Open setup" })).toBeVisible();
  endpoint.answers.push({ reply: { text: "Now it works." } });
  await panel.lastTurn.getByRole("button", { name: "Ask again" }).first().click();
  await expect(panel.lastTurn).toContainText("Now it works.");
  await expect(panel.lastTurn).toContainText("With a wrong key");

  endpoint.answers.push({ status: 404, body: "{}" });
  await panel.ask("A model that is not there");
  await expect(panel.lastTurn.getByRole("alert")).toContainText("doesn't know the model model-a");
  endpoint.answers.push({
    stream: fullStream.slice(0, fullStream.indexOf("event: message_delta")),
    finally: "destroy",
  });
  await panel.ask("A stream that breaks off");
  await expect(panel.lastTurn.getByRole("alert")).toContainText("was cut off");
  await expect(panel.lastTurn.locator(".call")).toContainText("not run");
  await galley.close();
});

test("an answer of a model cannot run or load anything, navigate the window or block it [A28 A1]", async () => {
  const galley = await start({ files: documents });
  const { page } = galley;
  await galley.open("notes.md");
  await setUpModel(page, endpoint);
  const panel = await openPanel(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const hostile = [
    '<img src="https://example.org/a.png" onerror="document.title=\'owned\'">',
    "<script>document.title='owned'</script><style>body{display:none}</style><iframe src='https://example.org'></iframe>",
    "![pixel](https://example.org/p.png?q=secret) [here](javascript:document.title='owned') [there](https://example.org/x)",
    "\u202e turned round \u2066 and hidden \u200b\u200d",
    "[out](../../etc/passwd)",
    `${">".repeat(500)} deep`,
  ].join("\n\n");
  endpoint.answers.push({ reply: { text: hostile } });
  await panel.ask("Be hostile");
  await panel.expectStatus("done");
  await expect(panel.lastTurn).toContainText("<script>");
  expect(await panel.lastTurn.locator("img, script, iframe, style, object, form, svg:not(.icon)").count()).toBe(0);
  const links = await panel.lastTurn
    .locator(".answer a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links.slice(2)).toEqual(["https://example.org/p.png?q=secret", "https://example.org/x", "../../etc/passwd"]);
  await panel.lastTurn.getByRole("link", { name: "out" }).click();
  await expect(page.getByText("../../etc/passwd is not in this folder.")).toBeVisible();
  await expect.poll(() => page.title()).toContain("notes.md");

  // Five megabytes, of which only a part is rendered; typing continues.
  const paragraph = "A sentence of many words that says **nothing** at all, with `code` in it.\n\n";
  const stream = streamOf("anthropic", { text: "§" });
  endpoint.answers.push({ stream: stream.replace("§", () => JSON.stringify(paragraph.repeat(70_000)).slice(1, -1)) });
  await panel.ask("Say much");
  await galley.editor.click();
  await page.keyboard.type("still typing ");
  await expect(galley.editor).toContainText("still typing ");
  await expect(panel.lastTurn).toHaveAttribute("data-state", "done", { timeout: 60_000 });
  await expect(panel.lastTurn.getByRole("button", { name: /^Show more/ })).toBeVisible();
  expect(await panel.lastTurn.locator("p").count()).toBeLessThan(5000);
  expect(requests.filter((url) => !url.startsWith("galley:") && !url.startsWith("app:"))).toEqual([]);
  await galley.close();
});

test("context is shown and chosen by keyboard; the panel works in every appearance", { tag: "@long" }, async () => {
  const galley = await start({ files: documents });
  const { page } = galley;
  await galley.open("notes.md");
  await setUpModel(page, endpoint);
  // The selection is added as context, and stays selected in the editor.
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+End");
  const panel = await openPanel(page);
  await expect(panel.chips).toHaveText(["notes.md", "notes.md, line 3"]);
  await expect(page.locator(".cm-selectionBackground").first()).toBeVisible();

  // A file and a section are mentioned by name; the question keeps the name.
  await page.keyboard.type("Compare @pla");
  await expect(page.getByRole("option", { name: "plan.md" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(panel.field).toHaveValue("Compare plan.md ");
  await page.keyboard.type("with @notes#au");
  await expect(page.getByRole("option", { name: "Auth" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Tab");
  await expect(panel.chips).toHaveText(["notes.md", "notes.md, line 3", "plan.md", "notes.md § notes/auth"]);
  // A paragraph is mentioned by its words; without a file name in the active document.
  await page.keyboard.type("and @^tok");
  await expect(panel.panel.locator(".mentions [role=option]")).toHaveText([/The token lasts an hour\..*notes\.md/]);
  await page.keyboard.press("Enter");
  await expect(panel.field).toHaveValue("Compare plan.md with Auth and “The token lasts an hour.” ");
  await expect(panel.chips.last()).toHaveText("notes.md ¶ The token lasts an hour.");
  await panel.panel.getByRole("button", { name: /^Remove notes\.md ¶/ }).click();
  await panel.field.focus();

  // Backspace in an empty field moves to the chips, and removes them there.
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await expect(panel.panel.getByRole("button", { name: "Remove notes.md § notes/auth" })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Delete");
  await expect(panel.chips).toHaveText(["notes.md", "plan.md", "notes.md § notes/auth"]);

  await panel.panel.getByRole("button", { name: "Show context" }).click();
  const contextRegion = page.getByRole("region", { name: "Context" });
  await expect(contextRegion).toContainText("plan.md");
  await expect(contextRegion).toContainText(/about \d+ tokens/);
  await page.keyboard.press("Escape");

  endpoint.answers.push({ reply: { text: "Both are short." } });
  await panel.ask("Which is longer?");
  await panel.expectStatus("done");
  const sent = JSON.stringify(endpoint.questions()[0]?.body["messages"]);
  for (const text of ["alpha", "The token lasts an hour.", "first line"]) expect(sent).toContain(text);
  await expect(panel.lastTurn).toContainText("25 in, 15 out");

  // Up restores the last question; an input method's Enter does not send.
  await panel.field.focus();
  await page.keyboard.press("ArrowUp");
  await expect(panel.field).toHaveValue("Which is longer?");
  await page.keyboard.press("ArrowDown");
  await expect(panel.field).toHaveValue("");
  await panel.field.fill("ni");
  await panel.field.evaluate((field) => {
    const key = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, isComposing: true });
    field.dispatchEvent(key);
  });
  await page.keyboard.press("Shift+Enter");
  await expect(panel.field).toHaveValue("ni\n");
  await expect(panel.panel.locator(".turn")).toHaveCount(1);

  expect(await axeFindings(page)).toEqual([]);
  // In a narrow window the panel covers the editor; the draft stays.
  await galley.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(620, 700));
  await expect(panel.panel).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+j");
  await expect(panel.field).toBeFocused();
  await expect(panel.field).toHaveValue("ni\n");
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(panel.panel).toHaveCount(0);
  await expect(galley.editor).toBeFocused();
  await galley.close();
});

test("a card that waits while the panel is closed in a narrow window is shown in the status bar, and one click or key leads into it @long", async () => {
  const galley = await start({ files: documents });
  const { page } = galley;
  await galley.open("plan.md");
  await setUpModel(page, endpoint);
  const panel = await openPanel(page);
  endpoint.answers.push({ reply: { calls: [patch("plan.md", "alpha", "beta")] } }, { reply: { text: "Done." } });
  await panel.ask("Change alpha");
  await expect(panel.approval).toBeVisible();
  await galley.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(560, 700));
  await expect(panel.panel).toHaveCount(0);
  const sign = page.getByRole("contentinfo").getByRole("button", { name: "Approval needed" });
  await expect(sign).toBeVisible();
  await picture(page, "approval-narrow");
  expect(await axeFindings(page, "in the sample")).toEqual([]);
  // With its words, and nothing else runs off for it.
  for (const width of [560, 440]) {
    await galley.app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setSize(to, 700), width);
    await page.waitForFunction((wanted) => innerWidth === wanted, width);
    const ends = () =>
      page.getByRole("contentinfo").evaluate((foot) => {
        const boxes = [...foot.querySelectorAll("button")].map((each) => each.getBoundingClientRect());
        return Math.max(...boxes.map(({ right }) => right));
      });
    await expect.poll(ends).toBeLessThanOrEqual(width);
    expect((await sign.boundingBox())?.width).toBeGreaterThan(80);
  }

  await sign.click();
  await expect(panel.approval).toBeFocused();
  await picture(page, "approval-card");
  await panel.panel.getByRole("button", { name: "Close panel" }).click();
  await expect(panel.panel).toHaveCount(0);
  await galley.editor.click();
  await page.keyboard.press("ControlOrMeta+Shift+j");
  await expect(panel.approval).toBeFocused();
  // Keys work once the card has stood there for half a second.
  await expect(async () => {
    if ((await panel.approval.count()) > 0) await page.keyboard.press("2");
    await expect(panel.approval).toHaveCount(0, { timeout: 300 });
  }).toPass();
  await panel.expectStatus("done");
  expect((await ask(page, "assistant:grants", undefined)).grants).toMatchObject([
    { kind: "edit", agent: "model-a", place: { kind: "document", path: galley.pathOf("plan.md") }, conversation: null },
  ]);
  await expect(sign).toHaveCount(0);
  await expect.poll(() => galley.onDisk("plan.md")).toContain("beta");
  await page.keyboard.press("ControlOrMeta+Shift+j");
  await expect(page.locator(".notice")).toContainText("Nothing is waiting for your approval.");
  await galley.close();
});

test("what stands above the field is what is sent; a small context is said before, and a long conversation is summarised", {
  tag: "@long",
}, async () => {
  test.setTimeout(180_000);
  const chapter = (at: number) => `# Chapter ${at}\n\n${`Words of chapter ${at} go on. `.repeat(60)}\n`;
  const galley = await start({
    files: { "long.md": Array.from({ length: 40 }, (_, at) => chapter(at + 1)).join("\n") },
  });
  const { page } = galley;
  await galley.open("long.md");
  await setUpModel(page, endpoint);
  const panel = await openPanel(page);
  const button = panel.panel.locator(".along-button");
  const shown = async () => Number(await button.getAttribute("data-tokens"));
  const sent = () => JSON.stringify(endpoint.questions().at(-1)?.body);
  await panel.field.fill("Why?");
  await expect.poll(shown).toBeGreaterThan(4000);
  await button.click();
  const region = page.getByRole("region", { name: "Context" });
  for (const part of ["long.md, in parts", "Your question", "Instructions", /Descriptions of \d+ tools/, "Total"])
    await expect(region).toContainText(part);
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, "request-parts");
  await page.keyboard.press("Escape");
  // What the user scrolls to goes along, and is counted before it is sent, wherever the focus is.
  const atTop = await shown();
  await panel.field.focus();
  await galley.editor.hover();
  await page.mouse.wheel(0, 2500);
  await expect.poll(async () => ![0, atTop].includes(await shown())).toBe(true);
  await expect(button).toHaveAttribute("aria-busy", "false");
  const before = await shown();
  await panel.ask("Why?");
  await panel.expectStatus("done");
  expect(before).toBe(estimateTokens(sent()));
  expect(sent()).toContain("# Chapter 40 (");
  expect(sent()).not.toContain("Words of chapter 30 go on");
  await panel.ask("And?");
  await panel.expectStatus("done");
  expect(sent()).toContain("[Unchanged since the last question.]");

  // A small context: the core tools, and no more than it takes.
  await setContextLimit(page, 4096);
  await expect(panel.panel.getByText("it gets just the tools for reading and editing text")).toBeVisible();
  await picture(page, "small-context");
  const count = endpoint.questions().length;
  await panel.panel.getByRole("button", { name: /^Send all of long\.md/ }).click();
  const warning = panel.panel.getByRole("status").filter({ hasText: /needs about [\d,]+ tokens/ });
  await expect(warning).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, "too-long");
  await panel.field.fill("All of it?");
  await panel.field.press("Enter");
  await expect(panel.panel.getByRole("alert")).toContainText("Nothing was sent");
  await expect(panel.field).toHaveValue("All of it?");
  expect(endpoint.questions()).toHaveLength(count);
  await setContextLimit(page, 24_000);
  await panel.panel.getByRole("button", { name: "Remove long.md" }).click();

  // Long answers fill it: a marker stands where the summary begins, and can be opened.
  endpoint.otherwise = ({ body }) =>
    JSON.stringify(body["system"]).includes("You summarise conversations")
      ? { reply: { text: "They asked why, and then again." } }
      : { reply: { text: "It goes on for long. ".repeat(1000) } };
  for (const question of ["One?", "Two?", "Three?", "Four?"]) {
    await panel.ask(question);
    await panel.expectStatus("done");
  }
  const marker = panel.panel.locator(".turn-summary").first();
  await expect(marker).toContainText("From here on, the model gets a summary of the");
  await marker.getByText("Show summary").click();
  await expect(marker).toContainText("They asked why, and then again.");
  await expect(panel.panel.locator(".turn")).toHaveCount(6);
  await marker.scrollIntoViewIfNeeded();
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, "summary");
  await page.emulateMedia({ colorScheme: "dark" });
  await picture(page, "summary-dark");

  // Ollama drops what is too long silently, so that is said before.
  await setUpModel(page, endpoint, "ollama");
  const note = panel.panel.getByRole("status").filter({ hasText: "No context limit is set for model-a" });
  await expect(note).toHaveCount(0);
  await setContextLimit(page, null);
  await expect(note).toContainText(/needs about [\d,]+ tokens, and Ollama usually gives a model 4,096/);
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, "ollama-without-limit");
  await galley.close();
});

test("a card that waits while Galley is not in front is announced by the desktop, and a click leads to it without the focus", {
  tag: "@long",
}, async () => {
  const galley = await start({ files: documents });
  const { page, app } = galley;
  await galley.open("plan.md");
  await setUpModel(page, endpoint);
  const panel = await openPanel(page);
  await app.evaluate(({ BrowserWindow, Notification }) => {
    const [window] = BrowserWindow.getAllWindows();
    const seen: { title: string; body: string; click(): void }[] = [];
    Object.assign(globalThis, { seen });
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: Electron.Notification) {
      seen.push({ title: this.title, body: this.body, click: () => void this.emit("click") });
    };
    BrowserWindow.getFocusedWindow = () => null;
    if (window) window.isFocused = () => false;
  });
  const shown = () =>
    app.evaluate(() =>
      (globalThis as unknown as { seen: { title: string; body: string }[] }).seen.map(({ title, body }) => [
        title,
        body,
      ]),
    );
  endpoint.answers.push({ reply: { calls: [patch("plan.md", "alpha", "beta")] } }, { reply: { text: "Done." } });
  await panel.ask("Change alpha");
  await expect(panel.approval).toBeVisible();
  await panel.panel.getByRole("button", { name: "Close panel" }).click();
  await expect(panel.panel).toHaveCount(0);
  await galley.editor.click();
  await expect.poll(shown).toEqual([["model-a needs your approval", "Edit: plan.md"]]);
  await app.evaluate(() => (globalThis as unknown as { seen: { click(): void }[] }).seen[0]?.click());
  await expect(panel.approval).toBeInViewport();
  // Whether the window gets the focus is the window manager's decision, and a test has none.
  await expect.poll(() => galley.editor.evaluate((editor) => editor === document.activeElement)).toBe(true);
  await panel.refuse();
  await panel.expectStatus("done");
  const answered = [
    ["model-a needs your approval", "Edit: plan.md"],
    ["model-a has answered", "Change alpha"],
  ];
  await expect.poll(shown).toEqual(answered);

  // Switched off, nothing is shown.
  await request(page, "app:save-settings", { notifyWaiting: false });
  endpoint.answers.push({ reply: { calls: [patch("plan.md", "alpha", "beta")] } }, { reply: { text: "Done." } });
  await panel.ask("Change alpha again");
  await expect(panel.approval).toBeVisible();
  await panel.refuse();
  await panel.expectStatus("done");
  expect(await shown()).toEqual(answered);
  await galley.close();
});

/** A picture for whoever wants to look: GALLEY_PICTURES names the folder. */
async function picture(page: Page, name: string) {
  const folder = process.env["GALLEY_PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

// These are last, because they end the shared app.
test("a turn that was running when Galley ended says so after a restart, with the conversation intact", {
  tag: "@long",
}, async () => {
  const first = await start({ files: documents });
  await first.open("notes.md");
  await setUpModel(first.page, endpoint);
  const before = await openPanel(first.page);
  endpoint.answers.push({ reply: { text: "Yes." } });
  await before.ask("Is it there?");
  await before.expectStatus("done");
  const fullStream = streamOf("anthropic", { text: "I change it now.", calls: [patch("notes.md", "first", "x")] });
  endpoint.answers.push({ stream: fullStream.slice(0, fullStream.indexOf("event: message_delta")), finally: "hang" });
  await before.ask("Change it");
  await expect(before.lastTurn.locator(".call")).toBeVisible();
  await expect
    .poll(async () => (await first.page.evaluate(() => document.querySelector(".panel-title")?.textContent)) ?? "")
    .toContain("Is it there?");
  // The session and streamed text are stored a moment after they change.
  const isStored = async (expected: string) => {
    const texts = await Promise.all((await filesIn(first.data)).map((file) => readFile(file).catch(() => "")));
    return texts.some((text) => text.includes(expected));
  };
  const { conversations } = await ask(first.page, "assistant:list", { folder: first.root, sought: "" });
  await expect.poll(() => isStored(`"conversation": "${conversations[0]?.id}"`)).toBe(true);
  await expect.poll(() => isStored("I change it now.")).toBe(true);
  await first.kill();

  const restarted = await start({ root: first.root, data: first.data });
  const after = panelParts(restarted.page);
  await expect(after.panel.locator(".turn")).toHaveCount(2);
  await expect(after.lastTurn).toContainText("Galley was closed during this answer");
  await expect(after.lastTurn).toContainText("I change it now.");
  await expect(after.lastTurn.locator(".call")).toContainText("not run");
  expect(endpoint.questions()).toHaveLength(2);
  await expect.poll(() => restarted.onDisk("notes.md")).toBe(documents["notes.md"]);
  await restarted.kill();
});

test("after kill -9 a question typed without a pause is restored in its conversation, up to a second before", {
  tag: "@long",
}, async () => {
  const first = await start({ files: documents });
  await openPanel(first.page);
  const question = (page: Page) => page.locator(".composer .panel-field");
  await question(first.page).click();
  const { expectedText } = await typeUntilKilled(first, first.page);
  expect(expectedText.length).toBeGreaterThan(50);
  const restarted = await start({ root: first.root, data: first.data });
  await expect(question(restarted.page)).toHaveValue(new RegExp(`^${expectedText}`));
  await restarted.kill();
});
