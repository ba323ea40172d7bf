/** The views of the side bar, the history, pending edits and conflicts. */
import { rename, writeFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import type { Stage, Views } from "./stage";

export async function takeSidePanes(views: Views): Promise<void> {
  const { take, run, open, either, press, type, isWanted } = views;
  const { page } = views.galley;
  /** A view of the side bar, which a narrow window closes. */
  const takePane = (view: string, command: string, stage: Partial<Stage> = {}) =>
    take(view, {
      show: () => run(command),
      ...stage,
      again: async () => {
        if ((await page.locator(".sidebar :is([role=tree], .empty-state)").count()) === 0) await run(command);
        await page.locator(".sidebar :is([role=tree], .empty-state)").first().waitFor();
      },
    });

  await takePane("outline with coverage", "outline", {
    show: async () => {
      await open("spec.md");
      await views.galley.agent("doc_read", { path: "spec.md", file: "spec.md", address: "2. Terms" });
      await views.galley.agent("text_editor", { action: "read", path: "spec.md", line_from: 1, line_to: 40 });
      await run("outline");
      await page.getByRole("tree").waitFor();
      await run("reading-marks");
    },
    leave: () => run("reading-marks"),
  });
  await takePane("outline, backlinks", "outline", {
    show: async () => {
      await page.getByRole("tab", { name: "novel.md" }).click();
      await page.locator(".back-links-head, .back-links button").first().click();
    },
  });
  await takePane("tags", "show-tags");
  await takePane("unresolved links", "show-unresolved-links");

  const field = page.locator(".sidebar input").first();
  const askFor = async (text: string) => {
    await press("Control+Shift+f");
    await expect(field).toBeFocused();
    await press("Control+a");
    await type(text);
  };
  const takeSearch = (view: string, text: string, more: () => Promise<unknown> = async () => undefined) =>
    take(view, {
      show: () => askFor(text).then(more),
      again: async () => {
        if ((await field.count()) === 0) await askFor(text);
      },
    });
  await takeSearch("search", either("ferry", "渡船"));
  await takeSearch("search, filters", either("ferry", "渡船"), () => page.locator(".search-more").click());
  await takeSearch("search, nothing", "xylophone");
  const regex = page.locator(".search-options button[data-sign='.*']");
  await takeSearch("search, error", "fer(ry", () =>
    regex.click().then(() => page.locator(".search-problem").waitFor()),
  );
  if (isWanted("search")) await regex.click();
  await take("search, replace", {
    show: async () => {
      await askFor(either("ferry", "渡船"));
      await run("replace-in-folder");
      await type(either("boat", "小船"));
    },
    leave: () => run("show-files"),
  });
  await takeLibrary(views);
}

async function takeLibrary({ galley, take, press, run }: Views): Promise<void> {
  const { page } = galley;
  const lookUp = async (query: string) => {
    await press("Control+Shift+b");
    const field = page.locator(".library-field input");
    await expect(field).toBeFocused();
    await field.fill(query);
    if (query === "") await page.locator(".library-shelf").waitFor();
    else await page.locator(".library-line").first().waitFor();
  };
  const takeFound = (view: string, query: string, more: () => Promise<unknown> = async () => undefined) =>
    take(view, {
      show: () => lookUp(query).then(more),
      again: async () => {
        if ((await page.locator(".library").count()) === 0) await lookUp(query).then(more);
      },
    });
  await takeFound("library, documents", "");
  await takeFound("library, found", "heal wounds");
  await takeFound("library, stat block", "adult black dragon", async () => {
    const card = page.locator(".library-card").first();
    await expect(async () => {
      if (!(await card.isVisible())) await page.locator(".library-line").first().click();
      await card.waitFor({ timeout: 1000 });
    }).toPass();
  });
  await takeFound("library, filters", "", async () => {
    const kind = page.locator(".library-kinds button").nth(1);
    if ((await kind.getAttribute("aria-pressed")) !== "true") await kind.click();
    if ((await page.locator(".library-filters[open]").count()) === 0)
      await page.locator(".library-filters summary").click();
    await page.locator(".library-filter input").nth(1).fill("dragon");
  });
  await run("show-files");
}

/** Writes a file as most programs do, so that nobody sees half of it. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

/** Versions of a document, an agent's edits as they arrive and as they are reviewed, and a conflict. */
export async function takeEdits(views: Views): Promise<void> {
  const { galley, take, run, press, type, either, select, waitForPixels } = views;
  const { page } = galley;
  const patch = (path: string, old_text: string, new_text: string) =>
    galley.agent("text_editor", { action: "patch", path, old_text, new_text });

  await take("history", {
    show: async () => {
      await page.getByRole("tab", { name: "novel.md" }).click();
      await galley.editor.click();
      await press("Control+End");
      await type("\nA line more.");
      await press("Control+s");
      await expect.poll(() => galley.onDisk("novel.md")).toContain("A line more.");
      await patch("novel.md", "A line more.", "Two lines more,\nby an agent.");
      await replaceFile(
        galley.pathOf("novel.md"),
        (await galley.onDisk("novel.md")).replace("Two lines", "Three lines"),
      );
      await expect(galley.editor).toContainText("Three lines");
      await run("history");
      await page.locator(".history .timeline-line").nth(1).click();
    },
    leave: () => run("history"),
  });
  await take("glow", {
    show: () => select(either("three evenings", "三个晚上")),
    again: async () => {
      const [one, other] = either(["a lamp, and", "a tin lamp, and"], ["一盏灯", "一盏铁灯"]) as [string, string];
      const isWritten = (await galley.onDisk("novel.md")).includes(other);
      // The glow fades before the agent's process ends.
      void patch("novel.md", isWritten ? other : one, isWritten ? one : other);
      await page.locator(".cm-changed-line:visible").first().waitFor();
    },
  });
  const reviewed = either("the blue ledger", "蓝色的账本");
  const showHunk = async () => {
    await galley.editor.focus();
    await press("F7");
    await page.locator(".cm-review-tools").first().waitFor();
  };
  await take("review, a hunk", {
    show: async () => {
      await patch("novel.md", reviewed, either("the green ledger of last year", "去年的绿色账本"));
      await patch("spec.md", "# ", "# The ");
      await press("Control+Home");
      await showHunk();
    },
    again: showHunk,
  });
  await take("review, all edits", {
    show: () => run("show-edits"),
    again: async () => {
      if ((await page.locator(".review-row").count()) === 0) await run("show-edits");
      await page.locator(".review-row").first().waitFor();
    },
    leave: () => run("show-files"),
  });
  const hunk = page.locator(".cm-hunk").first();
  await take("conflict", {
    show: async () => {
      await page.getByRole("tab", { name: "novel.md" }).click();
      await galley.editor.focus();
      await press("Control+Home");
      await select(either("third time", "第三次"));
      await type(either("fourth time, slowly", "第四次"));
      const disk = await galley.onDisk("novel.md");
      await replaceFile(
        galley.pathOf("novel.md"),
        disk.replace("third time", "second time").replace("第三次", "第二次"),
      );
      await hunk.waitFor();
    },
    again: () => hunk.evaluate((own) => own.scrollIntoView({ block: "center" })),
    leave: async () => {
      await hunk.locator("button").first().click();
      await waitForPixels();
    },
  });
}

/** Two and three groups, with the same document twice. */
export async function takeGroups(views: Views): Promise<void> {
  const { galley, take, run, open, either, waitForPixels } = views;
  const { page } = galley;
  await take("split view", {
    show: async () => {
      await galley.editor.first().focus();
      await run("split-right");
      await expect(page.locator(".group")).toHaveCount(2);
      await open("spec.md");
    },
  });
  await take("split view of three", {
    show: async () => {
      await run("split-down");
      await expect(page.locator(".group")).toHaveCount(3);
      await open(either("tides.md", "规范.md"));
      await run("history");
    },
    leave: async () => {
      await run("history");
      await run("close-group");
      await waitForPixels();
      await run("close-group");
      await waitForPixels();
    },
  });
}
