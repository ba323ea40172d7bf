/** The views of a text: live preview, source, preview, search in the document, completion, and what marks the text. */
import { expect } from "@playwright/test";
import { hebrewName, longName } from "./documents";
import type { Views } from "./stage";

export async function takeTexts(views: Views): Promise<void> {
  const { take, press, type, cancel, goTo, run, either, open, waitForPixels } = views;
  const { page, editor } = views.galley;
  const preview = page.frameLocator(".reading-frame").first();

  await take("live preview", { show: () => press("Control+Home") });
  await take("live preview, further", { show: () => goTo(54), again: () => goTo(54) });
  await take("live preview, end", { show: () => press("Control+End"), again: () => press("Control+End") });
  await take("cursor in marks", { show: () => goTo(10) });
  await take("cursor in a table", { show: () => goTo(either(45, 34)) });
  await take("properties", {
    show: async () => {
      await press("Control+Home");
      await run("edit-properties");
    },
    leave: cancel,
  });
  await take("source", {
    show: async () => {
      await editor.focus();
      await press("Control+Home");
      await press("Control+/");
      await expect(page.locator(".cm-live")).toHaveCount(0);
    },
    leave: async () => {
      await editor.focus();
      await press("Control+/");
      await expect(page.locator(".cm-live")).toHaveCount(1);
    },
  });
  await take("preview", { show: () => press("Control+e").then(() => preview.locator("h1").waitFor()) });
  const showTables = () => preview.locator("table").nth(1).scrollIntoViewIfNeeded();
  await take("preview, further", { show: showTables, again: showTables });
  await take("preview, find", {
    show: async () => {
      await press("Control+f");
      await expect(page.locator("search input").first()).toBeFocused();
      await type(either("ferry", "渡船"));
    },
    leave: async () => {
      await cancel();
      await press("Control+e");
      await expect(page.locator(".reading-frame")).toHaveCount(0);
    },
  });
  await take("preview beside the text", {
    show: async () => {
      await run("reading-beside");
      await preview.locator("h1").waitFor();
    },
    leave: async () => {
      await page.locator(".group:has(.reading-frame) .tab-close").first().click();
      await expect(page.locator(".reading-frame")).toHaveCount(0);
    },
  });
  await take("find and replace", {
    show: async () => {
      await editor.first().focus();
      await press("Control+h");
      await expect(page.locator(".cm-search [name=search]:visible")).toBeFocused();
      await type(either("harbour", "港"));
    },
    leave: cancel,
  });
  await take("focus and typewriter", { settings: { focusMode: true, typewriterMode: true }, show: () => goTo(12) });
  await take("word count", {
    show: () => page.locator(".status-words").click(),
    again: async () => {
      if (!(await page.locator(".statistics").isVisible())) await page.locator(".status-words").click();
      await page.locator(".statistics dl").waitFor();
    },
    leave: cancel,
  });
  await take("line numbers", { settings: { lineNumbers: "always" }, show: () => press("Control+Home") });
  await take("authorship", {
    show: async () => {
      await editor.focus();
      await run("authorship");
      await page.locator(".cm-authorship").waitFor();
    },
    leave: () => run("authorship"),
  });

  const completion = (view: string, typed: string) =>
    take(view, {
      show: async () => {
        await editor.focus();
        await press("Control+End");
        await type(typed);
        await page.getByRole("option").first().waitFor();
      },
      again: async () => {
        if ((await page.getByRole("option").count()) > 0) return;
        await editor.focus();
        await press("Control+Space");
        await page.getByRole("option").first().waitFor();
      },
      leave: async () => {
        await cancel();
        await press("Control+z");
        await press("Control+z");
        await waitForPixels();
      },
    });
  await completion("link completion", either("\n\nSee [[", "\n\n见[["));

  await takeMarks(views);
  await take("files with odd names", {
    show: async () => {
      await run("show-files");
      for (const name of [hebrewName, longName, "log.txt", hebrewName])
        await page.getByRole("treeitem", { name }).dblclick();
    },
    again: async () => {
      if ((await page.getByRole("tree").count()) === 0) await run("show-files");
    },
    leave: async () => {
      for (let times = 0; times < 3; times++) await press("Control+w");
    },
  });
  await take("viewer", {
    show: async () => {
      await open("mole.png");
      await page.locator(".viewer img").waitFor();
    },
    leave: () => press("Control+w"),
  });
  await take("viewer, no preview", { show: () => open("tape.bin"), leave: () => press("Control+w") });
}

/** What marks the words of a text: spelling and comments. */
async function takeMarks(views: Views): Promise<void> {
  const { take, cancel, press, type, run, select, either, open, waitForPixels } = views;
  const { page, editor } = views.galley;
  await take("spelling", {
    settings: { spelling: true },
    show: async () => {
      await open("letters/anna.md".split("/").at(-1) ?? "");
      await editor.focus();
      await press("Control+End");
      await type("\nTeh harbor is emtpy.");
      await press("Control+Home");
    },
    leave: async () => {
      await press("Control+z");
      await press("Control+s");
      await waitForPixels();
      await press("Control+w");
      await page.getByRole("tab", { name: "novel.md", selected: true }).waitFor();
      await waitForPixels();
    },
  });
  await take("comments", {
    show: async () => {
      await select(either("the blue ledger", "蓝色的账本"));
      await run("comment");
      await expect(page.locator(".comment-draft textarea").first()).toBeFocused();
      await type(either("Which one? There are **two** since last winter.", "哪一本？去年冬天起有两本。"));
      await press("Control+Enter");
      await page.getByRole("article").first().waitFor();
      const listed = await views.galley.agent("comments", { action: "list", path: "novel.md" });
      const { threads = [] } = listed.data as { threads?: { thread: string }[] };
      const text = either("The one with the red spine; the other is wet.", "红色书脊的那本；另一本湿了。");
      await views.galley.agent("comments", { action: "reply", thread: threads[0]?.thread, text });
    },
  });
  await take("comments, a draft", {
    show: async () => {
      await select(either("gloves", "手套"));
      await run("comment");
      await expect(page.locator(".comment-draft textarea").first()).toBeFocused();
      await type(either("Whose are they?", "这是谁的？"));
    },
    leave: cancel,
  });
  await take("comments in the side bar", {
    show: () => run("show-comments"),
    again: async () => {
      if (!(await page.locator(".sidebar").isVisible())) await run("show-comments");
    },
    leave: () => run("show-files"),
  });
}
