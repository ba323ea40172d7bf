/**
 * `npm run demo -- views`: every view of the real app with long real documents, in each appearance, on one contact sheet for each view, to be checked
 * by eye; and axe findings. The sheets are in `out/demo/views`. GALLEY_VIEWS selects views by name.
 */
import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { fakeEndpoint } from "../src/main/app/assistant/testing/fake-endpoint";
import { ask, request, setUpModel } from "./assistant-parts";
import { folder, type GalleyApp, project, start } from "./launch";
import { test } from "./test";
import { capturePage, contactSheet, picturePath } from "./views/contact-sheet";
import { chinese, hebrewName, longName, novel, specification } from "./views/documents";

const out = join(project, "out/demo/views");
const only = process.env["GALLEY_VIEWS"] ? new RegExp(process.env["GALLEY_VIEWS"]) : null;

type Appearance = {
  settings: Record<string, unknown>;
  size?: [width: number, height: number];
  forcedColors?: true;
};

const defaultSettings = { theme: "light", contrast: "standard", motion: "reduced", interfaceSize: 100, fontSize: 16 };
const appearances: Record<string, Appearance> = {
  light: { settings: defaultSettings },
  dark: { settings: { ...defaultSettings, theme: "dark" } },
  "high contrast": { settings: { ...defaultSettings, contrast: "high" } },
  "high contrast dark": { settings: { ...defaultSettings, theme: "dark", contrast: "high" } },
  forcedColors: { settings: { ...defaultSettings, theme: "dark" }, forcedColors: true },
  narrow: { settings: defaultSettings, size: [480, 760] },
  zoomed: { settings: { ...defaultSettings, interfaceSize: 118, fontSize: 32 } },
};
const chineseAppearances = {
  light: appearances["light"],
  dark: appearances["dark"],
  narrow: appearances["narrow"],
} as Record<string, Appearance>;

let galley: GalleyApp;
let language: "en" | "zh-CN" = "en";
const captures: { view: string; pictures: { name: string; path: string }[] }[] = [];

/** Switches the running app to an appearance. */
async function applyAppearance(appearance: Appearance, extraSettings: Record<string, unknown> = {}): Promise<void> {
  const { page, app, data } = galley;
  const settings = { language, ...appearance.settings, ...extraSettings };
  await writeFile(join(data, "settings.json"), JSON.stringify(settings));
  const root = page.locator(":root");
  await expect(root).toHaveAttribute("data-theme", String(appearance.settings["theme"]));
  if (appearance.settings["contrast"] === "high") await expect(root).toHaveAttribute("data-contrast", "high");
  else await expect(root).not.toHaveAttribute("data-contrast", "high");
  await page.emulateMedia({
    forcedColors: appearance.forcedColors ? "active" : "none",
    colorScheme: appearance.forcedColors ? "dark" : null,
  });
  const [width, height] = appearance.size ?? [1180, 760];
  await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setSize(size[0], size[1]), [
    width,
    height,
  ] as const);
  await page.waitForFunction((wanted) => innerWidth === wanted, width);
  await page.waitForTimeout(120);
}

type Stage = {
  /** Shows the view, with the app in its default appearance. */
  show(): Promise<unknown>;
  /** Settings that the view needs, over those of the appearance. */
  settings?: Record<string, unknown>;
  /** Repeated for each appearance, for states that fade such as a glow. */
  again?(): Promise<unknown>;
  /** Closes the view. */
  leave?(): Promise<unknown>;
};

async function captureView(view: string, stage: Stage): Promise<void> {
  if (only && !only.test(view)) return;
  await test.step(view, async () => {
    const pictures: { name: string; path: string }[] = [];
    try {
      await stage.show();
      for (const [name, each] of Object.entries(language === "en" ? appearances : chineseAppearances)) {
        await applyAppearance(each, stage.settings);
        await stage.again?.();
        const path = picturePath(out, `${language} ${view}`, name);
        await galley.page.screenshot({ path, animations: "disabled" });
        pictures.push({ name, path });
      }
    } catch (error) {
      console.log(`${view}: ${String(error).slice(0, 300)}`);
    }
    captures.push({ view: `${language} ${view}`, pictures });
    await applyAppearance(appearances["light"] as Appearance);
    await stage.leave?.().catch((error) => console.log(`${view}, leaving: ${String(error).slice(0, 200)}`));
  });
}

const press = (key: string) => galley.page.keyboard.press(key);
const type = (text: string) => galley.page.keyboard.type(text);
const cancel = () => press("Escape");
const run = (command: string) =>
  galley.app.evaluate(
    ({ BrowserWindow }, id) => BrowserWindow.getAllWindows()[0]?.webContents.send("galley:event", "command", id),
    command,
  );
const waitForAnimations = () => galley.page.waitForTimeout(350);

/** Goes to a line of the text with the palette, so that the cursor is there. */
async function goTo(line: number): Promise<void> {
  await press("Control+g");
  await expect(galley.page.locator(".palette-field")).toBeFocused();
  await type(String(line));
  await press("Enter");
  await expect(galley.page.locator(".palette-field")).toHaveCount(0);
}

async function begin(): Promise<void> {
  const root = join(await folder("views"), language === "en" ? "Harbour notes" : "港口笔记");
  await mkdir(root, { recursive: true });
  const data = await folder("data");
  await writeFile(join(data, "settings.json"), JSON.stringify({ language, ...defaultSettings }));
  const picture = await readFile(join(project, "e2e/pictures/narrow.png"));
  galley = await start({
    root,
    data,
    size: { width: 1180, height: 760 },
    files: {
      "novel.md": language === "en" ? novel : chinese,
      "spec.md": specification,
      "规范.md": "# 规范\n\n见[港口](novel.md)。渡船不等人。\n",
      "潮汐.md": "# 潮汐\n\n渡船与潮汐。\n",
      "tides.md": "# Tides\n\nSee [the harbour](novel.md#what-to-bring) and [[novel]]. The ferry waits for the tide.\n",
      "letters/anna.md": "Dear Anna,\n\nthe harbour was empty when we came; no ferry.\n\nBert\n",
      "letters/answers/from the keeper.md": "# No lamp\n\nThe ferry has one.\n",
      "empty.md": "",
      "log.txt": "06:12 ferry\r\n12:40 ferry late\r\n",
      "pictures/mole.png": picture,
      [longName]: "# A long name\n\nwords\n",
      [hebrewName]: "# מרפא\n\nשלום לנמל ולמעבורת.\n\n- פריט\n- עוד פריט\n",
    },
    open: [".", "novel.md"],
  });
  galley.page.setDefaultTimeout(8000);
  await galley.page.evaluate(() => document.fonts.ready);
  await waitForAnimations();
}

async function captureDocuments(): Promise<void> {
  const { page } = galley;
  await captureView("live preview", { show: () => press("Control+Home") });
  await captureView("live preview, further", { show: () => goTo(54), again: () => goTo(54).then(waitForAnimations) });
  await captureView("live preview, end", { show: () => press("Control+End"), again: () => press("Control+End") });
  await captureView("cursor in marks", { show: () => goTo(10), again: waitForAnimations });
  await captureView("cursor in a table", { show: () => goTo(language === "en" ? 45 : 34), again: waitForAnimations });
  await captureView("source", {
    show: () => press("Control+Home").then(() => press("Control+/")),
    again: waitForAnimations,
    leave: () => press("Control+/"),
  });
  await captureView("reading", {
    show: () => press("Control+e").then(() => page.frameLocator(".reading-frame").locator("h1").waitFor()),
    again: waitForAnimations,
  });
  await captureView("reading, further", {
    show: () => page.frameLocator(".reading-frame").locator("table").nth(1).scrollIntoViewIfNeeded(),
    again: () =>
      page.frameLocator(".reading-frame").locator("table").nth(1).scrollIntoViewIfNeeded().then(waitForAnimations),
  });
  await captureView("reading, find", {
    show: () => press("Control+f").then(() => type(language === "en" ? "ferry" : "渡船")),
    again: waitForAnimations,
    leave: async () => {
      await cancel();
      await press("Control+e");
    },
  });
  await captureView("find and replace", {
    show: () => press("Control+h").then(() => type(language === "en" ? "harbour" : "港")),
    again: waitForAnimations,
    leave: cancel,
  });
  await captureView("focus and typewriter", {
    settings: { focusMode: true, typewriterMode: true },
    show: () => goTo(12),
    again: waitForAnimations,
  });
  await captureView("statistics", {
    show: () => page.locator(".status-words").click(),
    again: async () => {
      if (!(await page.locator(".statistics").isVisible())) await page.locator(".status-words").click();
    },
    leave: cancel,
  });
  await captureView("link completion", {
    show: async () => {
      await galley.editor.focus();
      await press("Control+End");
      await type("\n\nSee [[");
      await page.getByRole("option").first().waitFor();
    },
    again: async () => {
      if ((await page.getByRole("option").count()) > 0) return;
      await press("Control+Space");
      await page.getByRole("option").first().waitFor();
    },
    leave: async () => {
      await cancel();
      await press("Control+z");
      await press("Control+z");
    },
  });
  await captureView("line numbers", {
    settings: { lineNumbers: "always" },
    show: () => press("Control+Home"),
    again: waitForAnimations,
  });
}

async function capturePanels(): Promise<void> {
  const { page } = galley;
  const openSpec = async () => {
    await press("Control+p");
    await type("spec.md");
    await page.getByRole("option").first().waitFor();
    await press("Enter");
    await page.getByRole("tab", { name: "spec.md", selected: true }).waitFor();
  };
  await captureView("outline with coverage", {
    show: async () => {
      await openSpec();
      await galley.agent("doc_read", { path: "spec.md", file: "spec.md", address: "2. Terms" });
      await galley.agent("text_editor", { action: "read", path: "spec.md", line_from: 1, line_to: 40 });
      await run("outline");
      await page.getByRole("tree").waitFor();
      await run("reading-marks");
    },
    again: async () => {
      if ((await page.locator(".outline").count()) === 0) await run("outline");
      await waitForAnimations();
    },
    leave: () => run("reading-marks"),
  });
  await captureView("outline, backlinks", {
    show: async () => {
      await page.getByRole("tab", { name: "novel.md" }).click();
      await page.locator(".back-links-head, .back-links button").first().click();
    },
    again: async () => {
      if ((await page.getByRole("tree").count()) === 0) await run("outline");
      await waitForAnimations();
    },
  });
  await captureView("files with odd names", {
    show: async () => {
      await run("show-files");
      await page.getByRole("treeitem", { name: hebrewName }).dblclick();
      await page.getByRole("treeitem", { name: longName }).dblclick();
      await page.getByRole("treeitem", { name: "log.txt" }).dblclick();
      await page.getByRole("treeitem", { name: hebrewName }).dblclick();
    },
    again: async () => {
      if ((await page.getByRole("tree").count()) === 0) await run("show-files");
      await waitForAnimations();
    },
    leave: async () => {
      for (let times = 0; times < 3; times++) await press("Control+w");
    },
  });
  const askFor = async (text: string) => {
    await press("Control+Shift+f");
    await expect(page.locator(".search-field input, .search input").first()).toBeFocused();
    await press("Control+a");
    await type(text);
  };
  const search = (view: string, text: string) =>
    captureView(view, {
      show: () => askFor(text),
      again: async () => {
        if ((await page.locator(".sidebar input").count()) === 0) await askFor(text);
        await waitForAnimations();
      },
    });
  await search("search", language === "en" ? "ferry" : "渡船");
  await search("search, nothing", "xylophone");
  await captureView("search, error", {
    show: () => askFor("fer(ry").then(() => page.locator(".search-options button[data-sign='.*']").click()),
    again: async () => {
      if ((await page.locator(".sidebar input").count()) === 0) await askFor("fer(ry");
      await waitForAnimations();
    },
    leave: () =>
      page
        .locator(".search-options button")
        .last()
        .click()
        .then(() => run("show-files")),
  });
  const inLibrary = async (query: string) => {
    await press("Control+Shift+b");
    const field = page.locator(".library-field input");
    await expect(field).toBeFocused();
    await field.fill(query);
    if (query === "") await page.locator(".library-shelf").waitFor();
    else await page.locator(".library-line").first().waitFor();
  };
  const library = (view: string, query: string, extraSettings: () => Promise<unknown> = waitForAnimations) =>
    captureView(view, {
      show: () => inLibrary(query).then(extraSettings),
      again: async () => {
        if ((await page.locator(".library").count()) === 0) await inLibrary(query).then(extraSettings);
        await waitForAnimations();
      },
    });
  await library("library, documents", "");
  await library("library, found", "heal wounds");
  await library("library, stat block", "adult black dragon", async () => {
    const line = page.locator(".library-line").first();
    if ((await line.getAttribute("aria-expanded")) === "false") await line.click();
  });
  await library("library, filters", "", async () => {
    await page.locator(".library-kinds button").nth(1).click();
    await page.locator(".library-filters summary").click();
    await page.locator(".library-filter input").nth(1).fill("dragon");
  });
  await run("show-files");
  await captureView("history", {
    show: async () => {
      await page.getByRole("tab", { name: "novel.md" }).click();
      await galley.editor.click();
      await press("Control+End");
      await type("\nA line more.");
      await press("Control+s");
      await galley.agent("text_editor", {
        action: "patch",
        path: "novel.md",
        old_text: "A line more.",
        new_text: "Two lines more,\nby an agent.",
      });
      await galley.writeExternally("novel.md", (await galley.onDisk("novel.md")).replace("Two lines", "Three lines"));
      await waitForAnimations();
      await run("history");
      await page.locator(".history .timeline-line").nth(1).waitFor();
      await page.locator(".history .timeline-line").nth(1).click();
    },
    again: waitForAnimations,
    leave: () => run("history"),
  });
  await captureView("glow", {
    show: () => press("Control+Home"),
    again: async () => {
      const before = await galley.onDisk("novel.md");
      const [one, other] = language === "en" ? ["a lamp, and", "a tin lamp, and"] : ["一盏灯", "一盏铁灯"];
      const isWritten = before.includes(other);
      // The glow fades before the agent's process ends.
      void galley.agent("text_editor", {
        action: "patch",
        path: "novel.md",
        old_text: isWritten ? other : one,
        new_text: isWritten ? one : other,
      });
      await page.locator(".cm-changed-line:visible").first().waitFor();
    },
  });
  await captureView("conflict", {
    show: async () => {
      await press("Control+f");
      await press("Control+a");
      await type(language === "en" ? "third time" : "第三次");
      await press("Enter");
      await cancel();
      await type(language === "en" ? "fourth time, slowly" : "第四次");
      const disk = await galley.onDisk("novel.md");
      await galley.writeExternally("novel.md", disk.replace("third time", "second time").replace("第三次", "第二次"));
      await page.locator(".cm-hunk").first().waitFor();
    },
    again: async () => {
      await page
        .locator(".cm-hunk")
        .first()
        .evaluate((own) => own.scrollIntoView({ block: "center" }));
      await waitForAnimations();
    },
    leave: () => page.locator(".cm-hunk button").first().click(),
  });
}

/** Word, Excel and PowerPoint files with an agent's edit and a suggestion. */
async function captureOfficeFiles(): Promise<void> {
  const { page } = galley;
  const isEnglish = language === "en";
  const text = isEnglish
    ? "# The ferry\n\nIt leaves at **seven** from the *old* harbour.\n\n## What to bring\n\n- A lamp\n- A coat\n\n| Name | Price |\n| --- | --- |\n| Lamp | 12 |\n\nThe sea was grey that day."
    : "# 渡船\n\n**七点**从旧港出发。\n\n## 要带的东西\n\n- 一盏灯\n- 一件外套\n\n| 名称 | 价格 |\n| --- | --- |\n| 灯 | 12 |\n\n那天的海是灰色的。";
  const rows = Array.from({ length: 80 }, (_, at) => `${isEnglish ? "Lamp" : "灯"} ${at + 1},${at * 3},=B${at + 1}*2`);
  const slides = isEnglish
    ? "# The plan\n- Leave at seven\n- Bring a lamp\n\n# Needed\n- Bread"
    : "# 计划\n- 七点出发\n\n# 需要\n- 面包";
  const office = (args: Record<string, unknown>) => galley.agent("office_artifact", args);
  await office({ action: "create", path: "ferry.docx", content: text });
  await office({ action: "create", path: "sums.xlsx", content: rows.join("\n") });
  await office({ action: "create", path: "talk.pptx", content: slides });
  const edit = { action: "edit", path: "ferry.docx", operation: "replace_text" };
  const [lamp, lamps, grey, green] = isEnglish
    ? ["A lamp", "Two lamps", "grey", "green"]
    : ["一盏", "两盏", "灰色", "绿色"];
  await office({ ...edit, find: lamp, replace: lamps });
  await office({ ...edit, find: grey, replace: green, track_changes: true });
  await office({ action: "edit", path: "sums.xlsx", operation: "set_cells", cells: { "Sheet1!B3": 70 } });
  const shown = (view: string, name: string, act: () => Promise<unknown>) =>
    captureView(view, {
      show: async () => {
        await page.getByRole("treeitem", { name }).dblclick();
        await page.locator(".office").waitFor();
        await waitForAnimations();
        await act();
      },
      again: waitForAnimations,
      leave: () => press("Control+w"),
    });
  const last = () => page.locator(".office-line[data-at]").last();
  await shown("office text", "ferry.docx", () => last().click().then(cancel));
  await shown("office text, written in", "ferry.docx", () =>
    last()
      .click()
      .then(() => type(" …")),
  );
  await shown("office sheet", "sums.xlsx", () => page.locator("[data-cell='3.2']").click());
  await shown("office slides", "talk.pptx", waitForAnimations);
}

/** Two and three groups, with the same document twice. */
async function captureGroups(): Promise<void> {
  const { page } = galley;
  const openInGroup = async (name: string) => {
    await press("Control+p");
    await type(name);
    await page.getByRole("option").first().waitFor();
    await press("Enter");
    await waitForAnimations();
  };
  await captureView("split view", {
    show: async () => {
      await galley.editor.first().focus();
      await run("split-right");
      await expect(page.locator(".group")).toHaveCount(2);
      await openInGroup("spec.md");
    },
    again: waitForAnimations,
  });
  await captureView("split view of three", {
    show: async () => {
      await run("split-down");
      await expect(page.locator(".group")).toHaveCount(3);
      await openInGroup(language === "en" ? hebrewName : "规范.md");
      await run("history");
    },
    again: waitForAnimations,
    leave: async () => {
      await run("history");
      await run("close-group");
      await waitForAnimations();
      await run("close-group");
      await waitForAnimations();
    },
  });
}

async function captureDialogs(): Promise<void> {
  const { page } = galley;
  const palette = (view: string, key: string, text: string) =>
    captureView(view, {
      show: async () => {
        await press(key);
        await type(text);
        await page.getByRole("option").first().waitFor();
      },
      again: waitForAnimations,
      leave: cancel,
    });
  await palette("palette", "F1", "");
  await palette("palette, found", "F1", language === "en" ? "table" : "表格");
  await palette("quick open", "Control+p", "");
  await palette("quick open, long names", "Control+p", "a");
  await palette("quick open, none", "Control+p", "zzqq");
  await palette("go to heading", "Control+r", "");
  await palette("go to line", "Control+g", "12");
  await captureView("rename", {
    show: async () => {
      await press("Control+f");
      await press("Control+a");
      await type(language === "en" ? "What to bring" : "要带的东西");
      await press("Enter");
      await cancel();
      await press("F2");
      await page
        .getByRole("dialog")
        .getByRole("textbox")
        .fill(language === "en" ? "Things to bring" : "行李");
      await waitForAnimations();
    },
    again: waitForAnimations,
    leave: cancel,
  });
  for (const [at, section] of ["appearance", "writing", "files", "keys", "agents", "about"].entries()) {
    await captureView(`settings, ${section}`, {
      show: async () => {
        if ((await page.locator(".settings-nav").count()) === 0) await press("Control+,");
        await page.locator(".settings-nav button").nth(at).click();
      },
      again: waitForAnimations,
    });
  }
  await captureView("settings, no result", {
    show: async () => {
      await page.locator("dialog input[type=search]").fill("xylophone");
    },
    again: waitForAnimations,
    leave: async () => {
      await cancel();
      await cancel();
    },
  });
  await captureView("settings, a key twice", {
    show: async () => {
      await press("Control+,");
      await page.locator(".settings-nav button").nth(3).click();
      await page.locator(".keys-add").nth(4).click();
      await press("Control+b");
    },
    again: waitForAnimations,
    leave: async () => {
      await cancel();
      await cancel();
    },
  });
  await captureView("connect", { show: () => run("connect-agent"), again: waitForAnimations, leave: cancel });
  await captureView("agents", {
    show: () => page.locator(".agents-sign").click(),
    again: async () => {
      if (!(await page.locator(".agents-list").isVisible())) await page.locator(".agents-sign").click();
    },
    leave: cancel,
  });
  for (const way of ["pdf", "html"])
    await captureView(`export ${way}`, { show: () => run(`export-${way}`), again: waitForAnimations, leave: cancel });
  await captureView("question", {
    show: async () => {
      await run("new");
      await waitForAnimations();
      await type("A thought that has no name.");
      await press("Control+w");
      await page.getByRole("alertdialog").waitFor();
    },
    again: waitForAnimations,
    leave: () => page.getByRole("alertdialog").getByRole("button").nth(1).click(),
  });
  await captureView("notices", {
    show: async () => {
      await writeFile(join(galley.data, "settings.json"), JSON.stringify({ language, theme: "mauve" }));
      await page.locator(".notice").first().waitFor();
    },
    again: waitForAnimations,
  });
}

async function captureStates(): Promise<void> {
  const { page } = galley;
  await captureView("empty document", {
    show: () => page.getByRole("treeitem", { name: "empty.md" }).dblclick(),
    again: waitForAnimations,
  });
  await captureView("gone", {
    show: async () => {
      await rm(galley.pathOf("empty.md"));
      await waitForAnimations();
    },
    again: waitForAnimations,
    leave: () => press("Control+w"),
  });
  await captureView("read-only", {
    show: async () => {
      await chmod(galley.pathOf("log.txt"), 0o400);
      await page.getByRole("treeitem", { name: "log.txt" }).dblclick();
      await waitForAnimations();
    },
    again: waitForAnimations,
    leave: () => press("Control+w"),
  });
  await captureView("welcome", {
    show: async () => {
      for (let times = 0; times < 8 && (await page.getByRole("tab").count()) > 0; times++) {
        await press("Control+w");
        await waitForAnimations();
        if ((await page.getByRole("alertdialog").count()) > 0)
          await page.getByRole("alertdialog").getByRole("button").nth(1).click();
      }
    },
    again: waitForAnimations,
  });
}

/** The book view, and a book job in every state that can last. */
async function captureBooks(): Promise<void> {
  if (only && !only.test("book")) return;
  const { app, page } = galley;
  const endpoint = await fakeEndpoint();
  const into = language === "en" ? "zh-CN" : "en";
  const ferry =
    language === "en"
      ? ["The lighthouse keeper had not slept since the storm.", "No lamp burned in the harbour, and no letter came."]
      : ["灯塔看守人自风暴以来就没有睡过。", "港口里没有一盏灯，也没有一封信。"];
  const title = language === "en" ? "The lamp" : "灯";
  for (const [volume, number] of [
    ["1", 1],
    ["1", 2],
    ["2", 3],
    ["2", 4],
  ] as const) {
    await mkdir(galley.pathOf(`lamp/${volume}`), { recursive: true });
    const lines = Array.from({ length: 60 }, (_, at) =>
      at % 7 === 5 ? "" : (ferry[at % 2] ?? "").repeat(1 + (at % 3)),
    );
    await writeFile(galley.pathOf(`lamp/${volume}/${number}.md`), `# ${title} ${number}\n\n${lines.join("\n")}\n`);
  }
  await mkdir(galley.pathOf("lamp/.galley"), { recursive: true });
  const terms =
    language === "en"
      ? "| lamp | 灯 | |\n| letter | 信 | never 信件 |"
      : "| 灯塔 | lighthouse | |\n| 港口 | harbour | |";
  await writeFile(
    galley.pathOf("lamp/.galley/glossary.md"),
    `| Term | Translation | Note |\n|---|---|---|\n${terms}\n`,
  );
  await writeFile(galley.pathOf("lamp/.galley/book.json"), JSON.stringify({ title, language: into }));
  const book = galley.pathOf("lamp");
  await captureView("book, start", { show: () => run("book-desk"), again: waitForAnimations, leave: cancel });
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = (async () => ({ canceled: false, filePaths: [path] })) as typeof dialog.showOpenDialog;
  }, book);
  await run("book-desk");
  await page.locator(".book-start [data-kind=main]").click();
  await page.locator(".book-row").first().waitFor();
  const opened = await galley.agent("open_task", { book, type: "translation", chunk_size: 20 });
  const { task_id, assigned } = opened.data as { task_id: string; assigned: string[] };
  for (const status of ["preparing", "working"]) await galley.agent("update_task_status", { book, task_id, status });
  const translation =
    language === "en" ? "守塔人自风暴以来就没有睡过，灯灭了。" : "The keeper has not slept since the storm.";
  await galley.agent("add_translation_batch", {
    book,
    task_id,
    paragraphs: assigned.slice(0, 12).map((paragraph_id, at) => ({
      paragraph_id,
      translated_text: `${translation}${at}`,
    })),
  });
  await ask(page, "book:send-back", {
    book,
    paragraphs: assigned.slice(3, 5),
    comment: language === "en" ? "Keep the names." : "请保留人名。",
  });
  await ask(page, "book:accept", { book, paragraphs: assigned.slice(0, 3) });
  await captureView("book", {
    show: () => page.locator(".book-row textarea").nth(1).click(),
    again: waitForAnimations,
  });
  await captureView("book, versions", {
    show: waitForAnimations,
    again: async () => {
      if ((await page.locator(".book-versions:popover-open").count()) === 0)
        await page.locator(".book-versions-button").first().click({ force: true });
      await waitForAnimations();
    },
    leave: cancel,
  });
  await setUpModel(page, endpoint);
  endpoint.otherwise = ({ body }) => {
    const text = JSON.stringify(body["messages"]);
    const ids = [...text.matchAll(/\[ID: (\w+)\]/g)].map(([, id]) => id);
    const isSlow = ids.length === 0 || Math.random() < 0.5;
    if (isSlow) return { stream: "", finally: "hang" };
    const paragraphs = ids.map((paragraph_id) => ({ paragraph_id, translated_text: translation }));
    return { reply: { calls: [{ name: "add_translation_batch", input: { paragraphs } }] } };
  };
  await captureView("book, a job to begin", {
    show: () => page.locator(".book-head .button").first().click(),
    again: waitForAnimations,
    leave: cancel,
  });
  const job = await ask(page, "jobs:begin", {
    book,
    kind: "translation",
    sourceLanguage: "",
    language: into,
    provider: null,
    model: null,
    chapters: null,
    chunk: { paragraphs: 8, characters: 4000 },
    atOnce: 4,
  });
  await captureView("book, a job running", {
    show: () => page.locator(".book-job .book-twist").click(),
    again: waitForAnimations,
  });
  await request(page, "jobs:stop", job.job.id);
  await captureView("book, export", {
    show: () => page.locator(".book-head .button").nth(1).click(),
    again: waitForAnimations,
    leave: cancel,
  });
  await press("Control+w");
  await endpoint.close();
}

/** Exports, as a browser and as paper show them. */
async function captureExports(): Promise<void> {
  if (only && !only.test("exported")) return;
  const { app, page } = galley;
  const pictures: { name: string; path: string }[] = [];
  for (const [way, name] of [
    ["html", "out.html"],
    ["pdf", "out.pdf"],
  ] as const) {
    await app.evaluate(({ dialog }, path) => {
      dialog.showSaveDialog = (async () => ({ canceled: false, filePath: path })) as typeof dialog.showSaveDialog;
    }, galley.pathOf(name));
    await run(`export-${way}`);
    await page.locator(".export [data-kind=main]").click();
    await expect(page.locator(".export")).toHaveCount(0, { timeout: 20_000 });
    await waitForAnimations();
  }
  for (const theme of ["light", "dark"] as const) {
    const path = picturePath(out, `${language} exported`, theme);
    await writeFile(path, Buffer.from(await capturePage(app, galley.pathOf("out.html"), theme), "base64"));
    pictures.push({ name: `HTML, ${theme}`, path });
  }
  const pages = picturePath(out, `${language} exported`, "pdf").replace(/\.png$/, "");
  await promisify(execFile)("pdftoppm", ["-png", "-r", "80", galley.pathOf("out.pdf"), pages]).catch(() => {});
  const made = (await readdir(out)).filter((name) => name.startsWith(`${basename(pages)}-`) && name.endsWith(".png"));
  for (const name of made.sort()) pictures.push({ name, path: join(out, name) });
  captures.push({ view: `${language} exported`, pictures });
}

/** The app without a folder and session, and after a crash. */
async function captureFirstStarts(): Promise<void> {
  const data = await folder("data");
  await writeFile(join(data, "settings.json"), JSON.stringify({ language, ...defaultSettings }));
  galley = await start({ data, open: [], size: { width: 1180, height: 760 } });
  await captureView("start", { show: waitForAnimations, again: waitForAnimations });
  if (only && !only.test("after a crash")) return galley.kill();
  await press("Control+n");
  await galley.editor.click();
  await type("A thought that has no name yet.");
  await galley.page.waitForTimeout(1200);
  await galley.kill();
  galley = await start({ data, open: [], size: { width: 1180, height: 760 } });
  await captureView("after a crash", { show: waitForAnimations, again: waitForAnimations });
  await galley.kill();
}

for (const each of ["en", "zh-CN"] as const) {
  test(`every view, ${each}`, async () => {
    test.setTimeout(1_500_000);
    language = each;
    await mkdir(out, { recursive: true });
    captures.length = 0;
    await begin();
    await captureDocuments();
    await capturePanels();
    await captureOfficeFiles();
    await captureGroups();
    await captureDialogs();
    await captureBooks();
    await captureExports();
    await captureStates();
    for (const { view, pictures } of captures) {
      // Four on a sheet: large enough to notice flaws.
      for (let at = 0; at < pictures.length; at += 4) {
        const path = join(out, `sheet ${view}${at === 0 ? "" : " (more)"}.png`.replaceAll(" ", "-"));
        await contactSheet(galley.app, path, view, pictures.slice(at, at + 4));
      }
    }
    await galley.kill();
    await captureFirstStarts();
  });
}
