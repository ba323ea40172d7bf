/** English and Simplified Chinese: editor, menus, dialogs, and the fonts of Han characters. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { folder, type GalleyApp, start } from "./launch";
import { test } from "./test";
import { persistentFindings } from "./wait-until-stable";

async function startIn(language: string, env: Record<string, string> = {}): Promise<GalleyApp> {
  const data = await folder("data");
  await writeFile(join(data, "settings.json"), JSON.stringify({ language }));
  return start({
    data,
    env,
    files: { "港.md": "# 港\n\n船来了。\n", "骨.md": "# 骨が直る\n\nかなとカナ。\n" },
    open: [".", "港.md"],
  });
}

/** Latin text that is allowed in the Chinese interface: names, keys, units. */
const NAMES =
  /:smile:|Obsidian|Git\b|\.galley|Agent Client Protocol|YYYY[-/MDd ]*|\{\{\w+\}\}|https?:\/\/\S*|https\b|\bHTTP\b|\/v1\b|Anthropic|OpenAI|OpenRouter|Ollama|LM Studio|Google|Gemini|Mistral|DeepSeek|Groq|llama\.cpp|ollama pull [\w-]+|\/(tmp|dev\/shm)\b\S*|\b(assets|images|attachments)\b|Galley|Markdown|PDF|HTML|CSS|EPUB|LaTeX|OpenDocument|Microsoft Office|Word|UTF-8|\bLF\b|MCP|English|Literata|Inter\b|JetBrains Mono|Claude( Code| Desktop)?|claude|Cursor|Codex|\.codex|SIL|Hunspell|dictionaries|settings\.json|mcp\.json|config\.toml|galley-[\w-]+|\.md\b|--[a-z]+\b|\bpx\b|(Ctrl|Shift|Alt|Enter|Esc|Escape|Delete|Tab|Page(Up|Down)|Backspace|Space|Home|End|F\d+|[A-Z\\,=-])(\+|(?=\W|$))/g;

/** Texts and labels with Latin letters in the window. */
const latinTexts = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      if (!element.checkVisibility() || element.closest(".cm-content, pre, kbd, script, [role=tree]")) continue;
      for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"])
        texts.push(element.getAttribute(name) ?? "");
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? "");
    }
    return [...new Set(texts)].filter((each) => /[A-Za-z]{2,}/.test(each));
  });

async function expectChinese(page: Page, where: string): Promise<void> {
  const untranslated = async () =>
    (await latinTexts(page)).filter((text) => /[A-Za-z]{2,}/.test(text.replace(NAMES, "")));
  expect(await persistentFindings(untranslated), where).toEqual([]);
}

const menuLabels = ({ app }: GalleyApp) =>
  app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).flatMap(({ label, submenu }) => [
      label,
      ...(submenu?.items ?? []).filter(({ type }) => type !== "separator").map((item) => item.label),
    ]),
  );

test("in Chinese no English text is left: editor, views, settings, menus and dialogs", { tag: "@long" }, async () => {
  const galley = await startIn("zh-CN");
  const { app, page } = galley;
  await expect(page.locator(":root")).toHaveAttribute("lang", "zh-CN");
  await expectChinese(page, "document");
  const labels = await menuLabels(galley);
  expect(labels.filter((label) => !/[\u4e00-\u9fff]/.test(label))).toEqual([]);

  await page.keyboard.press("Control+Shift+L");
  await expect(page.getByRole("tree")).toBeVisible();
  await expectChinese(page, "outline");
  await page.keyboard.press("Control+Alt+H");
  await expect(page.getByRole("complementary")).toBeVisible();
  await expectChinese(page, "history");
  await page.keyboard.press("Control+,");
  const settings = page.getByRole("dialog", { name: "设置" });
  for (const section of ["外观", "写作", "文件", "快捷键", "智能体", "关于"]) {
    await settings.getByRole("button", { name: section, exact: true }).click();
    await expectChinese(page, section);
  }
  await settings.getByRole("button", { name: "智能体", exact: true }).click();
  await settings.getByRole("button", { name: "连接智能体…" }).click();
  await expect(page.getByRole("dialog", { name: "连接智能体" })).toContainText("mcpServers");
  await expectChinese(page, "connect");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+J");
  await expect(page.getByRole("textbox", { name: "向助手提问" })).toBeFocused();
  await expectChinese(page, "assistant");
  await page.getByRole("button", { name: "设置模型", exact: true }).click();
  const setup = page.getByRole("dialog", { name: "模型和智能体", exact: true });
  await expect(setup.getByRole("button", { name: "OpenAI", exact: true })).toBeVisible();
  await expectChinese(page, "setup");
  await setup.getByRole("button", { name: "OpenAI", exact: true }).click();
  await expect(setup.getByLabel("协议")).toBeVisible();
  await expectChinese(page, "a model's form");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "关闭面板" }).click();
  await page.keyboard.press("Control+W");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("您与智能体共用的编辑器");
  await expectChinese(page, "welcome");

  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = (async (...args: unknown[]) => {
      (globalThis as { dialogOptions?: unknown }).dialogOptions = args.at(-1);
      return { response: 1, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
  });
  await page.evaluate(() => window.galley.request("app:open-link", "https://example.org/a"));
  const dialogOptions = await app.evaluate(() => (globalThis as { dialogOptions?: unknown }).dialogOptions);
  expect(dialogOptions).toMatchObject({
    message: "要在 Galley 之外打开 example.org 的网页吗？",
    buttons: ["打开", "取消"],
  });
  await galley.close();
});

test("a new language applies at once, and typing, undo and the open settings page are unchanged", {
  tag: "@long",
}, async () => {
  const galley = await startIn("en");
  const { page, editor } = galley;
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("mine");
  await page.keyboard.press("Control+,");
  const english = page.getByRole("dialog", { name: "Settings" }).getByRole("radiogroup", { name: "Language" });
  await english.getByRole("radio", { name: "简体中文" }).click();
  const chinese = page.getByRole("dialog", { name: "设置" }).getByRole("radiogroup", { name: "语言" });
  await expect(chinese.getByRole("radio", { name: "简体中文" })).toBeFocused();
  await expect.poll(() => menuLabels(galley)).toContain("文件(&F)");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("contentinfo")).toContainText("已保存");
  await expect(editor).toContainText("mine");
  await expect(editor).toBeFocused();
  await page.keyboard.press("Control+Z");
  await expect(editor).not.toContainText("mine");
  await page.keyboard.press("Control+,");
  await chinese.getByRole("radio", { name: "English" }).click();
  await expect(english.getByRole("radio", { name: "English" })).toBeFocused();
  await expect.poll(() => menuLabels(galley)).toContain("&File");
  await galley.close();
});

test("without a language setting the system's language is used from the start", { tag: "@long" }, async () => {
  const galley = await startIn("system", { LANGUAGE: "zh_CN:en", LC_ALL: "zh_CN.UTF-8", LANG: "zh_CN.UTF-8" });
  const { page } = galley;
  const html = await page.evaluate(async () => (await fetch(location.href)).text());
  expect(html).toContain('<html lang="zh-CN"');
  await expect(page.getByRole("contentinfo")).toContainText("已保存");
  await galley.close();
});

test("Han characters use the font of the text's own language", { tag: "@long" }, async () => {
  const galley = await startIn("en");
  const fontOf = () => galley.page.locator(".cm-scroller:visible").evaluate((own) => getComputedStyle(own).fontFamily);
  await expect(galley.page.locator(".cm-editor:visible")).toHaveAttribute("lang", "zh");
  await expect.poll(() => fontOf()).toContain("Noto Serif CJK SC");
  await galley.open("骨.md");
  await expect(galley.page.locator(".cm-editor:visible")).toHaveAttribute("lang", "ja");
  await expect.poll(() => fontOf()).toContain("Noto Serif CJK JP");
  await galley.close();
});
