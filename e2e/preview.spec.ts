/** The preview: rendered Markdown at the editor's scroll position, updated with the text, without running anything. */
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type FrameLocator } from "@playwright/test";
import { joinDocuments } from "./hostile/corpus";
import { sampleDocuments } from "./hostile/sample-documents";
import { watchForEscapes } from "./hostile/watch-for-escapes";
import { frequentPolling, type GalleyApp } from "./launch";
import { recordAttempts } from "./record-attempts";
import { shareApp } from "./shared-app";
import { test } from "./test";
import { waitUntilStable } from "./wait-until-stable";

const start = shareApp("all files");

const longText = (sections: number) =>
  Array.from(
    { length: sections },
    (_, at) =>
      `## Section ${at + 1}\n\nWords of section ${at + 1}, enough for a line or two of text on the page. 这是第 ${at + 1} 节。\n`,
  ).join("\n");

let galley: GalleyApp;
test.afterEach(() => galley.close());

const preview = (): FrameLocator => galley.page.frameLocator(".reading-frame");

/** The text of the block at the top of the preview. */
const atTop = () =>
  galley.page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>(".reading-frame");
    const blocks = [...(frame?.contentDocument?.querySelectorAll(".block") ?? [])];
    return blocks.find((block) => block.getBoundingClientRect().bottom > 4)?.textContent?.trim() ?? "";
  });

async function openPreview(text: string, more: Record<string, string | Uint8Array> = {}): Promise<void> {
  galley = await start({ files: { "a.md": text, ...more }, open: [".", "a.md"] });
  await expect(galley.editor).toBeVisible();
  await galley.page.keyboard.press("Control+e");
}

test("the same shortcut opens the preview of a document and returns to its text", { tag: "@long" }, async () => {
  await openPreview(
    "# Title\n\n**bold** and $x^2$\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```js\nconst a = 1;\n```\n\n```mermaid\ngraph LR\nA-->B\n```\n\n![a picture](pic.png)\n\n![far](https://example.com/x.png)\n",
    { "pic.png": readFileSync("e2e/pictures/narrow.png") },
  );
  await expect(preview().locator("h1")).toHaveText("Title");
  await expect(preview().locator("strong")).toHaveText("bold");
  await expect(preview().locator("math msup")).toHaveCount(1);
  await expect(preview().locator("td.align-right")).toHaveText("2");
  await expect(preview().locator(".tok-keyword")).toHaveText("const");
  await expect(preview().locator("img.drawing-diagram")).toHaveCount(1);
  await expect(preview().getByAltText("a picture")).toHaveJSProperty("naturalWidth", 440);
  await expect(preview().locator(".absent")).toContainText("far — Remote image (not loaded)");
  await galley.page.keyboard.press("Control+e");
  await expect(galley.editor).toBeFocused();
  await expect(galley.page.locator(".reading-frame")).toHaveCount(0);
});

test("the scroll position is kept when the view changes, both ways, and when an agent's write appears in the preview @long", async () => {
  await test.step("the scroll position is kept when the view changes, both ways", async () => {
    await openPreview(longText(300));
    await expect(preview().locator("h2").first()).toBeVisible();
    await galley.page.keyboard.press("Control+e");
    const topLine = () =>
      galley.page.evaluate(() => {
        const top = document.querySelector(".cm-scroller")?.getBoundingClientRect().top ?? 0;
        const lines = [...document.querySelectorAll(".cm-line")];
        return (
          lines.find((line) => line.getBoundingClientRect().bottom > top + 4 && line.textContent)?.textContent ?? ""
        );
      });
    // The editor restores the scroll position one frame after it appears; no user scrolls in between.
    await expect(galley.page.locator(".reading-frame")).toHaveCount(0);
    await expect(galley.editor).toBeFocused();
    await waitUntilStable(galley.page, topLine);
    await galley.page.evaluate(() => {
      const scroller = document.querySelector(".cm-scroller");
      if (scroller) scroller.scrollTop = 9000;
    });
    await expect.poll(topLine).toMatch(/\d{2}/);
    const section = /\d+/.exec(await waitUntilStable(galley.page, topLine))?.[0] ?? "";
    await galley.page.keyboard.press("Control+e");
    await expect.poll(async () => /\d+/.exec(await atTop())?.[0]).toBe(section);
    await galley.page.keyboard.press("Control+e");
    await expect.poll(async () => /\d+/.exec(await topLine())?.[0]).toBe(section);
  });
  await test.step("an agent's write appears in the preview at once without shifting it", async () => {
    await galley.writeExternally("b.md", longText(200));
    await galley.open("b.md");
    await galley.page.keyboard.press("Control+e");
    await expect(preview().locator("h2").first()).toBeVisible();
    await preview().locator("h2").first().click();
    for (let times = 0; times < 6; times++) await galley.page.keyboard.press("PageDown");
    await expect.poll(atTop).toMatch(/[1-9]\d/);
    const before = await waitUntilStable(galley.page, atTop);
    // Its distance from the top of the view: a block at the edge may be visible or not by a fraction of a pixel.
    const height = () =>
      galley.page.evaluate((text) => {
        const frame = document.querySelector<HTMLIFrameElement>(".reading-frame");
        const blocks = [...(frame?.contentDocument?.querySelectorAll(".block") ?? [])];
        const block = blocks.find(({ textContent }) => textContent?.trim() === text);
        return block?.getBoundingClientRect().top ?? Number.NaN;
      }, before);
    const stableHeight = await waitUntilStable(galley.page, height);
    const answer = await galley.agent("text_editor", {
      action: "patch",
      path: "b.md",
      old_text: "## Section 1\n",
      new_text: "A new beginning of **several**\n\nparagraphs.\n\n- a\n- b\n\n## Section 1\n",
    });
    expect(answer.ok, answer.message).toBe(true);
    await expect(preview().locator(".block").first()).toHaveText("A new beginning of several");
    await expect.poll(async () => Math.abs((await height()) - stableHeight)).toBeLessThan(3);
  });
});

test("a task box in the preview toggles the task in the source, and one undo reverts it", {
  tag: "@long",
}, async () => {
  await openPreview("# Tasks\n\ntext\n\n- [ ] one\n- [x] two\n  - [ ] three\n\n> - [ ] four\n");
  const boxes = preview().locator(".task-box");
  await boxes.nth(2).click();
  await boxes.nth(3).click();
  await expect
    .poll(() => galley.onDisk("a.md"), frequentPolling)
    .toBe("# Tasks\n\ntext\n\n- [ ] one\n- [x] two\n  - [x] three\n\n> - [x] four\n");
  await boxes.nth(1).click();
  await expect(boxes.nth(1)).not.toBeChecked();
  await galley.runMenuCommand("Undo");
  await expect(boxes.nth(1)).toBeChecked();
});

test("Ctrl+F finds text across marks and steps through the matches; Escape returns to the preview", {
  tag: "@long",
}, async () => {
  await openPreview(`${longText(120)}\n\nA **nee**dle here.\n\n${longText(5)}\n\nAnother NEEDLE.\n`);
  await expect(preview().locator("h2").first()).toBeVisible();
  await galley.page.keyboard.press("Control+f");
  const field = galley.page.getByRole("textbox", { name: "Find" });
  await expect(field).toBeFocused();
  await field.fill("needle");
  await expect(galley.page.getByText("1 of 2")).toBeVisible();
  await expect(preview().getByText("dle here.")).toBeInViewport();
  await field.press("Enter");
  await expect(galley.page.getByText("2 of 2")).toBeVisible();
  await expect(preview().getByText("Another NEEDLE.")).toBeInViewport();
  await field.press("Shift+Enter");
  await expect(galley.page.getByText("1 of 2")).toBeVisible();
  await field.fill("nothing like it");
  await expect(galley.page.getByText("Not found")).toBeVisible();
  await field.press("Escape");
  await expect(field).toHaveCount(0);
});

test("links lead within the document, to other files, and out of Galley only after a question [A3 E15]", async () => {
  await openPreview(
    `[down](#section-150) [other](b.md) [out](https://example.com/x) [bad](javascript:alert)\n\n${longText(200)}`,
    {
      "b.md": "# The other\n",
    },
  );
  await expect(preview().getByText("[bad](javascript:alert)")).toBeVisible();
  await preview().getByRole("link", { name: "down" }).click();
  await expect.poll(atTop).toMatch(/14\d|150/);
  await expect(preview().getByRole("heading", { name: "Section 150" })).toBeInViewport();
  await galley.page.keyboard.press("Home");
  await galley.app.evaluate(({ dialog }) => {
    dialog.showMessageBox = (async (...dialogArgs: unknown[]) => {
      (globalThis as { dialogDetail?: string }).dialogDetail = (dialogArgs.at(-1) as { detail: string }).detail;
      return { response: 1, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
  });
  await preview().getByRole("link", { name: "out" }).click();
  await expect
    .poll(() => galley.app.evaluate(() => (globalThis as { dialogDetail?: string }).dialogDetail))
    .toBe("https://example.com/x");
  await preview().getByRole("link", { name: "other" }).click();
  await expect(galley.page.getByRole("tab", { name: "b.md", selected: true })).toBeVisible();
});

test("shortcuts work while the focus is in the preview, and its selection is counted and copied", {
  tag: "@long",
}, async () => {
  await openPreview("# One two three\n\nfour five\n");
  await preview().locator("h1").click({ clickCount: 3 });
  await expect(galley.page.locator(".status")).toContainText("3 words selected");
  await galley.page.keyboard.press("Control+Shift+l");
  await expect(galley.page.getByRole("tree", { name: /^Outline of / })).toBeVisible();
});

test("a document that grows while it is previewed is shown to its end", { tag: "@long" }, async () => {
  await openPreview("");
  await expect(galley.page.getByText("This document is empty.")).toBeVisible();
  await galley.writeExternally("a.md", longText(2000));
  await expect(preview().getByRole("heading", { name: "Section 1", exact: true })).toBeVisible();
  await preview().locator("h2").first().click();
  await galley.page.keyboard.press("End");
  await expect(preview().getByText("Words of section 2000")).toBeInViewport();
  await galley.writeExternally("a.md", `# Short\n\n${longText(3)}`);
  await expect(preview().locator(".block")).toHaveCount(7);
});

test("the preview has the language of its text, and the font from the settings", { tag: "@long" }, async () => {
  await openPreview("# 港口\n\n渡船一日两次。\n");
  await expect(preview().locator(".paper")).toHaveAttribute("lang", "zh");
  const settings = join(galley.data, "settings.json");
  const root = preview().locator("html");
  await writeFile(settings, '{"textFont": "sans"}');
  await expect(root).toHaveAttribute("style", /--own-font-text/);
  await expect(root).toHaveAttribute("data-text", "sans");
  await writeFile(settings, "{}");
  await expect(root).not.toHaveAttribute("style", /--own-font-text/);
  await expect(root).not.toHaveAttribute("data-text");
});

test("no hostile document escapes from the preview [A1 A7]", async () => {
  const isLong = Boolean(process.env["GALLEY_LONG"]);
  test.setTimeout(isLong ? 1_200_000 : 300_000);
  const size = isLong ? 1 : 20;
  // A file with a NUL is not text: it is not previewed.
  const documents = sampleDocuments([0.6]).filter(({ text: each }) => !each.includes("\0"));
  const batches = Array.from({ length: Math.ceil(documents.length / size) }, (_, at) =>
    documents.slice(at * size, (at + 1) * size),
  );
  galley = await start({ files: { "start.md": "# Start\n", "hostile.svg": svg }, open: [".", "start.md"] });
  await expect(galley.editor).toBeVisible();
  const watch = await watchForEscapes(galley);
  for (const [index, batch] of batches.entries()) {
    const name = `h${index}.md`;
    await galley.writeExternally(name, `${joinDocuments(batch, watch.host)}\n\n## The end\n`);
    await galley.open(name);
    await galley.page.keyboard.press("Control+e");
    await expect(preview().getByRole("heading", { name: "The end" }), name).toBeAttached({ timeout: 60_000 });
    const undrawn = await galley.page.evaluate(async () => {
      const page = document.querySelector<HTMLIFrameElement>(".reading-frame")?.contentDocument;
      if (!page) throw new Error("no frame");
      const pendingDrawings = () =>
        [...page.querySelectorAll("code.math:not(.undrawn), pre.diagram:not(.undrawn), img[data-source]")].find(
          (each) => each.closest("details:not([open])") === null,
        );
      const end = performance.now() + 60_000;
      for (let each = pendingDrawings(); each && performance.now() < end; each = pendingDrawings()) {
        each.scrollIntoView();
        await new Promise((done) => setTimeout(done, 30));
      }
      return pendingDrawings()?.outerHTML.slice(0, 300) ?? null;
    });
    expect(undrawn, name).toBeNull();
    const found = await galley.page.evaluate(() => {
      const page = document.querySelector<HTMLIFrameElement>(".reading-frame")?.contentDocument;
      const all = [...(page?.body.querySelectorAll("*") ?? [])];
      const unsafeElements = all.filter(
        (element) =>
          /^(?:script|style|iframe|object|embed|link|meta|base|form|svg|video|audio|template|input(?!\.task-box))$/.test(
            element.localName === "input" && element.className === "task-box" ? "" : element.localName,
          ) ||
          element.getAttributeNames().some((attribute) => attribute.startsWith("on")) ||
          /^\s*(?:(?:javascript|vbscript|file|blob):|galley:\/\/app)/i.test(element.getAttribute("href") ?? "") ||
          /^(?:https?:|\/\/|file:|galley:\/\/(?!image\/))/i.test(element.getAttribute("src") ?? ""),
      );
      return unsafeElements.map(({ outerHTML }) => outerHTML.slice(0, 200));
    });
    expect(found, name).toEqual([]);
    expect(await watch.findEscapes(), name).toEqual([]);
    await galley.page.keyboard.press("Control+w");
    recordAttempts(batch.length);
  }
  watch.stop();
});

const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="parent.__pwn=1" width="10" height="10"><script>parent.__pwn=1</script></svg>`;
