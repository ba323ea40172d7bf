/** Commands, quick open, going to places, and keys: by keyboard alone. */
import { expect, test } from "@playwright/test";
import { start } from "./launch";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index + 1}`).join("\n");

test("a command is found by words, run by Enter, and comes first the next time", async () => {
  const galley = await start({ files: { "a.md": "hello\n" } });
  const { page, editor } = galley;
  await galley.open("a.md");
  await editor.click();
  await page.keyboard.press("Control+Shift+P");
  const field = page.getByRole("combobox");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(">");
  await page.keyboard.type("line wrap");
  await expect(page.getByRole("option").first()).toContainText("Toggle Line Wrap");
  await expect(page.getByRole("option").first()).toContainText("Alt+Z");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator(".cm-lineWrapping")).toHaveCount(0);
  await expect(editor).toBeFocused();
  await page.keyboard.press("F1");
  await expect(page.getByRole("option").first()).toContainText("Toggle Line Wrap");
  await page.keyboard.press("Escape");
  await expect(editor).toBeFocused();
  await galley.close();
});

test("files are opened by name: last used first, at a line, at a heading, and made where none is called so", async () => {
  const galley = await start({
    files: {
      "notes/会议 记录.md": "# 会议\n\n内容\n",
      "notes/plan.md": `# Plan\n\n${lines(300)}\n\n## Later steps\n\nend\n`,
      "chapter-one.md": "# One\n",
      "deep/er/chapter.txt": "text\n",
    },
  });
  const { page, editor } = galley;
  const tab = (name: string) => page.getByRole("tab", { name, selected: true });
  const ask = async (text: string) => {
    await page.keyboard.press("Control+P");
    await expect(page.getByRole("combobox")).toBeFocused();
    await expect(page.getByRole("option").first()).toBeVisible();
    await page.keyboard.type(text);
  };
  await ask("chone");
  await expect(page.getByRole("option")).toHaveText([/chapter-one\.md/]);
  await page.keyboard.press("Enter");
  await expect(tab("chapter-one.md")).toBeVisible();
  await expect(editor).toBeFocused();

  await ask("会记");
  await expect(page.getByRole("option").first()).toContainText("会议 记录.md");
  await page.keyboard.press("Enter");
  await expect(tab("会议 记录.md")).toBeVisible();

  // The one before comes first: there and back by Enter.
  await ask("");
  await page.keyboard.press("Enter");
  await expect(tab("chapter-one.md")).toBeVisible();

  await ask("plan:250");
  await page.keyboard.press("Enter");
  await expect(tab("plan.md")).toBeVisible();
  await expect(page.getByText("Line 248", { exact: true })).toBeInViewport();

  await ask("plan#later");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Later steps")).toBeInViewport();

  await ask("notes/neu");
  await expect(page.getByRole("option")).toHaveText([/Create “notes\/neu\.md”/]);
  await page.keyboard.press("Enter");
  await expect(tab("neu.md")).toBeVisible();
  expect(await galley.onDisk("notes/neu.md")).toBe("");
  await galley.close();
});

test("lines and headings of the document are gone to, and back and forward lead through the places", async () => {
  const galley = await start({
    files: { "a.md": `# Top\n\n${lines(400)}\n\n## 第二章 Bottom\n\nend\n`, "b.md": "b\n" },
  });
  const { page, editor } = galley;
  const line = (number: number) => expect(page.locator(".status")).toContainText(new RegExp(`(Line )?${number}[:,]`));
  await galley.open("b.md");
  await galley.open("a.md");
  await editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+g");
  await page.keyboard.type("200");
  await expect(page.getByRole("option")).toHaveText(["Go to line 200"]);
  await page.keyboard.press("Enter");
  await line(200);
  await page.keyboard.press("Control+r");
  await page.keyboard.type("二章");
  await page.keyboard.press("Enter");
  await line(404);
  await page.keyboard.press("Control+Tab");
  await expect(page.getByRole("tab", { name: "b.md", selected: true })).toBeVisible();
  await page.keyboard.press("Alt+ArrowLeft");
  await line(404);
  await page.keyboard.press("Alt+ArrowLeft");
  await line(200);
  await page.keyboard.press("Alt+ArrowLeft");
  await line(1);
  await page.keyboard.press("Alt+ArrowRight");
  await line(200);
  await galley.close();
});
