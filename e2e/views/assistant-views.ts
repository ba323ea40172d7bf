/** The assistant: its panel without a model, with an answer and a card; its dialogs; and the rewriting of a passage. */
import { expect } from "@playwright/test";
import type { FakeEndpoint } from "../../src/main/app/assistant/testing/fake-endpoint";
import { panelParts, patch, setUpModel } from "../assistant-parts";
import type { Stage, Views } from "./stage";

/** Without a model: the panel, and the dialog that sets one up. */
export async function takeSetup(views: Views): Promise<void> {
  const { galley, take, run, cancel } = views;
  const { page } = galley;
  await takePanel(views, "assistant without a model");
  const dialog = page.getByRole("dialog");
  await take("models, a service", {
    show: async () => {
      await run("set-up-models");
      await dialog.waitFor();
    },
  });
  await take("models, a form", { show: () => dialog.locator(".setup-services button").first().click() });
  const sections = dialog.locator("nav > button, nav button");
  const count = views.isWanted("models") ? await sections.count() : 0;
  for (let at = 1; at < count; at++) await take(`models, section ${at}`, { show: () => sections.nth(at).click() });
  if (views.isWanted("models"))
    for (let times = 0; times < 3 && (await page.locator("dialog[open]").count()) > 0; times++) await cancel();
  await closePanel(views);
}

async function closePanel({ galley, run }: Views): Promise<void> {
  const panel = galley.page.locator(".panel-pane .panel");
  // The first time, the command may only move the focus there.
  await expect(async () => {
    if (await panel.isVisible()) await run("assistant");
    await expect(panel).toBeHidden({ timeout: 1000 });
  }).toPass();
}

/** A view of the panel, which a narrow window shows instead of the text. */
function takePanel({ galley, take, run }: Views, view: string, stage: Partial<Stage> = {}): Promise<void> {
  const { page } = galley;
  const show = async () => {
    if (!(await page.locator(".panel-pane .panel").isVisible())) await run("assistant");
    await page.locator(".panel-pane .panel").waitFor();
  };
  return take(view, {
    leave: stage.leave ?? (async () => undefined),
    show: async () => {
      await show();
      await stage.show?.();
    },
    again: async () => {
      await show();
      await stage.again?.();
    },
  });
}

export async function takeAssistant(views: Views, endpoint: FakeEndpoint): Promise<void> {
  const { galley, take, run, press, type, cancel, either, open, waitForPixels } = views;
  if (!views.isWanted("assistant") && !views.isWanted("rewrite")) return;
  const { page } = galley;
  await open("novel.md");
  await setUpModel(page, endpoint);
  const parts = panelParts(page, either("Assistant", "助手"));
  await takePanel(views, "assistant, empty");
  const [from, to] = either(
    ["The ferry waits for the tide", "No ferry waits for the tide"],
    ["渡船与潮汐", "渡船和潮汐"],
  );
  const tides = either("tides.md", "潮汐.md");
  await takePanel(views, "assistant, a card", {
    show: async () => {
      endpoint.answers.push({
        reply: {
          thinking: either("Let me look at both.", "先看看两个文件。"),
          text: either(
            "I read **Tides** first. It says\n\n- the ferry *waits*,\n- `high` is at six.\n\n| Day | High |\n|---|---|\n| Mon | 06:12 |\n\n```js\nconst tide = 6;\n```",
            "我先读了**潮汐**。\n\n- 渡船*会等*\n- `高潮`在六点\n\n| 日子 | 高潮 |\n|---|---|\n| 星期一 | 06:12 |",
          ),
          calls: [
            { name: "text_editor", input: { action: "read", path: tides } },
            { name: "grep", input: { pattern: either("ferry", "渡船") } },
            patch(tides, from ?? "", to ?? ""),
          ],
        },
      });
      await parts.ask(either("Does the ferry wait?", "渡船会等吗？"));
      await parts.approval.waitFor();
    },
  });
  await takePanel(views, "assistant, an answer", {
    show: async () => {
      endpoint.answers.push({
        reply: { text: either("It no longer waits: [tides](tides.md).", "改好了：[潮汐](潮汐.md)。") },
      });
      await parts.allow(either("Allow once", "允许一次"));
      await parts.expectStatus("done");
      const call = parts.lastTurn.locator(".call-toggle").first();
      await call.click();
      await page.locator(".thinking summary").first().click();
    },
  });
  await takePanel(views, "assistant, mentions", {
    show: async () => {
      await parts.field.focus();
      await type("@");
      await page.locator(".panel .floating [role=option]").first().waitFor();
    },
    leave: async () => {
      await cancel();
      await parts.field.fill("");
    },
  });
  await takePanel(views, "assistant, tools", {
    show: async () => {
      await parts.field.focus();
      await type("/");
      await page.locator(".panel .floating [role=option]").first().waitFor();
    },
  });
  await takePanel(views, "assistant, a tool's form", {
    show: async () => {
      await type(either("outline", "大纲"));
      await press("Enter");
      await page.locator(".tool-form").waitFor();
    },
    leave: cancel,
  });
  await takePanel(views, "assistant, an error", {
    show: async () => {
      endpoint.answers.push({ status: 401, body: '{"error":{"message":"invalid x-api-key"}}' });
      await parts.field.fill(either("And on Sundays?", "周日呢？"));
      await press("Enter");
      await parts.lastTurn.locator(".callout, [role=alert]").first().waitFor();
    },
  });
  await takePanel(views, "assistant, conversations", {
    show: async () => {
      await page.locator(".panel-title").click();
      await page.locator(".conversations").waitFor();
    },
    leave: cancel,
  });
  await take("models, a model", {
    show: () => run("set-up-models").then(() => page.getByRole("dialog").waitFor()),
    leave: cancel,
  });
  await closePanel(views);
  let alternatives = 0;
  await take("rewrite", {
    show: async () => {
      endpoint.otherwise = () => {
        alternatives += 1;
        return { reply: { text: either("The tide waits for no letters,", "潮水不等任何信，") } };
      };
      await views.select(either("The tide waits", "潮水不等信"));
      await press("Control+Alt+r");
      await page.getByRole("dialog").getByRole("combobox").waitFor();
      await type(either("Make it shorter", "改得短一些"));
      await press("Enter");
      await expect.poll(() => alternatives).toBe(3);
      await waitForPixels();
    },
    leave: cancel,
  });
}
