/** Search in the folder: paragraphs as they are found, beside the page. */
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { zipSync } from "fflate";
import { axeFindings } from "./axe";
import type { GalleyApp } from "./launch";
import { recordVisible } from "./record-visible";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

const files = {
  "notes/harbour.md": `# Harbour\n\nThe ferry comes twice a day, weather permitting.\n\n## Winter\n\nIn winter the ferry rests.\nNobody minds the ferry then.\n\n${"A long way off. ".repeat(30)}The last ferry left at nine, and ${"nobody came back. ".repeat(30)}\n`,
  "notes/tides.md": "# Tides\n\nHigh water at six.\n",
  "ferry times.txt": "Ferry: 06:12\r\n\r\nFerry: 12:40\r\n",
  "诗.md": "# 渡\n\n渡船一日两次。\n\n## 人\n\n渡船不等人，人等渡船。🛶\n",
};

let galley: GalleyApp;
async function begin(options: Parameters<typeof start>[0] = {}) {
  galley = await start({ files, open: [".", "notes/tides.md"], ...options });
  await expect(galley.editor).toBeVisible();
  await galley.page.keyboard.press("Control+Shift+f");
  await expect(field()).toBeFocused();
}
test.afterEach(() => galley.close());

const field = () => galley.page.getByRole("textbox", { name: "Search", exact: true });
const results = () => galley.page.getByRole("tree", { name: /^(Paragraphs that contain|包含)/ });
const row = (name: RegExp) => results().getByRole("treeitem", { name });
const status = () => galley.page.locator(".search-status");
const emptyMessage = (text: string) => galley.page.locator(".search-nothing", { hasText: text });
const texts = () => results().locator(".found-text").allTextContents();
const selected = () => results().locator("[aria-selected='true']");
const tab = (name: string) => galley.page.getByRole("tab", { name, selected: true });
/** The selected text of the editor. */
const selectedText = () => galley.page.evaluate(() => getSelection()?.toString());

/** Takes a screenshot if GALLEY_PICTURES names a folder. */
async function takePicture(name: string) {
  const folder = process.env["GALLEY_PICTURES"];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await galley.page.screenshot({ path: join(folder, `${name}.png`) });
}

function docx(...paragraphs: string[]): Uint8Array {
  const main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join("");
  const parts = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${kind}" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<w:document xmlns:w="${main}"><w:body>${body}</w:body></w:document>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)])));
}

test("search lists paragraphs by file, each once, with its section, and goes to the selected one; a word being composed is searched for once the composition ends @long", async () => {
  await test.step("search lists paragraphs by file, each once, with its section, and goes to the selected one", async () => {
    await begin();
    await galley.page.keyboard.type("ferry");
    await expect(status()).toContainText("5 paragraphs in 2 files");
    await expect(row(/^ferry times\.txt/)).toHaveAttribute("aria-level", "1");
    await expect
      .poll(async () => (await texts()).slice(0, 4))
      .toEqual([
        "Ferry: 06:12",
        "Ferry: 12:40",
        "The ferry comes twice a day, weather permitting.",
        "In winter the ferry rests. Nobody minds the ferry then.",
      ]);
    await expect(row(/In winter the ferry rests/).locator("mark")).toHaveText(["ferry", "ferry"]);
    await expect(row(/In winter the ferry rests/)).toContainText("Harbour › Winter");
    const litLines = await recordVisible(galley.page, ".cm-found-line");
    await row(/In winter the ferry rests/).click();
    await expect(tab("harbour.md")).toBeVisible();
    await expect(galley.editor).toBeFocused();
    await expect.poll(() => selectedText()).toBe("ferry");
    for (const text of ["rests.", "Nobody minds"])
      await expect.poll(litLines).toContainEqual(expect.stringContaining(text));
    await galley.page.keyboard.insertText("boat");
    await expect(galley.editor).toContainText("In winter the boat rests.");
    await galley.page.keyboard.press("Control+z");
    await expect(galley.editor).toContainText("In winter the ferry rests.");
    await row(/Ferry: 12:40/).click();
    await expect(tab("ferry times.txt")).toBeVisible();
    await expect.poll(() => selectedText()).toBe("Ferry");
    await expect(galley.page.getByRole("contentinfo")).toContainText("3:6");
  });
  await test.step("a word being composed is searched for once the composition ends", async () => {
    const { page } = galley;
    await page.keyboard.press("Control+Shift+f");
    await expect(field()).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("ferry");
    await expect(status()).toContainText("5 paragraphs");
    await page.keyboard.press("ControlOrMeta+a");
    const devtools = await page.context().newCDPSession(page);
    for (const text of ["d", "du", "du chuan"]) {
      await devtools.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    }
    await expect(field()).toHaveValue("du chuan");
    await expect(status()).toContainText("5 paragraphs");
    await devtools.send("Input.insertText", { text: "渡船" });
    await expect(field()).toHaveValue("渡船");
    await expect(status()).toContainText("2 paragraphs in 1 file");
  });
});

test("search works by keyboard alone: from the selection, through the results next to the text, and on with F4", {
  tag: "@long",
}, async () => {
  await begin({ open: [".", "notes/harbour.md"] });
  const { page, editor } = galley;
  await editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+Shift+ArrowRight");
  await page.keyboard.press("Control+Shift+f");
  await expect(field()).toHaveValue("Harbour");
  await expect(field()).toBeFocused();
  await expect(status()).toContainText("1 paragraph in 1 file");
  await page.keyboard.type("ferry");
  await expect(status()).toContainText("5 paragraphs in 2 files");
  await page.keyboard.press("ArrowDown");
  await expect(results()).toBeFocused();
  await expect(selected()).toContainText("Ferry: 06:12");
  await expect(tab("ferry times.txt")).toBeVisible();
  await expect(results()).toBeFocused();
  await page.keyboard.press("End");
  await expect(selected()).toContainText("The last ferry left");
  await expect(tab("harbour.md")).toBeVisible();
  // Tabs that were only previewed are closed again.
  await expect(page.getByRole("tab", { name: "ferry times.txt" })).toHaveCount(0);
  await expect(results()).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(selected()).toHaveAttribute("aria-level", "1");
  await page.keyboard.press("ArrowLeft");
  await expect(selected()).toHaveAttribute("aria-expanded", "false");
  await expect(row(/The last ferry/)).toHaveCount(0);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await expect(selected()).toContainText("twice a day");
  await page.keyboard.press("Enter");
  await expect(editor).toBeFocused();
  await expect.poll(() => selectedText()).toBe("ferry");
  await page.keyboard.press("F4");
  await expect(selected()).toContainText("In winter");
  await page.keyboard.press("F4");
  await page.keyboard.press("F4");
  await expect(selected()).toContainText("Ferry: 06:12");
  await expect(tab("ferry times.txt")).toBeVisible();
  await page.keyboard.press("Shift+F4");
  await expect(selected()).toContainText("The last ferry");
  await expect(editor).toBeFocused();
  await expect.poll(() => selectedText()).toBe("ferry");
  await page.keyboard.press("Control+Shift+f");
  await page.keyboard.type("tides");
  await expect(status()).toContainText("1 paragraph in 1 file");
  await page.keyboard.press("ArrowUp");
  await expect(field()).toHaveValue("ferry");
  await page.keyboard.press("ArrowDown");
  await expect(field()).toHaveValue("tides");
  await page.keyboard.press("Escape");
  await expect(editor).toBeFocused();
});

test("search finds unsaved text, and follows typing, agents and external programs without losing the selected result @long", async () => {
  await begin();
  const { page, editor } = galley;
  await page.keyboard.type("kestrel");
  await expect(emptyMessage("Nothing found for “kestrel”.")).toBeVisible();
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("A kestrel above the pier.");
  await page.keyboard.press("Control+Shift+f");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("kestrel above");
  await expect(row(/A kestrel above the pier/)).toBeVisible();
  await field().fill("kestrel");
  // The results of the new words: those of the old ones look alike.
  await expect(row(/A kestrel above the pier/).locator("mark")).toHaveText(["kestrel"]);
  await expect(status()).toContainText("1 paragraph in 1 file");
  await page.keyboard.press("ArrowDown");
  await expect(selected()).toContainText("A kestrel above");
  const written = await galley.agent("text_editor", {
    action: "write",
    path: "birds.md",
    content: "# Birds\n\nThe kestrel hovers.\n\nNo other does.\n",
  });
  expect(written.ok, written.message).toBe(true);
  await expect(row(/The kestrel hovers/)).toBeVisible();
  await expect(status()).toContainText("2 paragraphs in 2 files");
  await expect(results()).toBeFocused();
  await expect(selected()).toContainText("A kestrel above");
  await galley.writeExternally("birds.md", "# Birds\n\nThe kestrel hovers and the kestrel falls.\n");
  await expect(row(/and the kestrel falls/)).toBeVisible();
  // A file in which nothing was found so far.
  await galley.writeExternally("ferry times.txt", "Ferry: 06:12\r\n\r\nA kestrel rides along.\r\n");
  await expect(row(/A kestrel rides along/)).toBeVisible();
  await galley.writeExternally("ferry times.txt", files["ferry times.txt"]);
  await expect(row(/A kestrel rides along/)).toHaveCount(0);
  await rm(galley.pathOf("birds.md"));
  await expect(row(/kestrel falls/)).toHaveCount(0);
  await expect(status()).toContainText("1 paragraph in 1 file");
  await expect(results()).toBeFocused();
});

test("letter case, whole words, regular expressions and files narrow the results; a bad pattern is reported at its field", {
  tag: "@long",
}, async () => {
  await begin();
  const { page } = galley;
  await page.keyboard.type("Ferry");
  await expect(status()).toContainText("5 paragraphs");
  await page.getByRole("button", { name: "Match case" }).click();
  await expect(status()).toContainText("2 paragraphs in 1 file");
  await page.getByRole("button", { name: "Match case" }).click();
  await page.getByRole("button", { name: "Regular expression" }).click();
  await field().fill("\\d{2}:\\d{2}");
  await expect(status()).toContainText("2 paragraphs in 1 file");
  await expect(results().locator("mark")).toHaveText(["06:12", "12:40"]);
  await field().fill("ferry(?= rests)");
  await expect(page.getByRole("alert")).toContainText("Invalid regular expression: look-around");
  await expect(page.getByRole("alert")).toContainText("Look-around and backreferences are not supported");
  await expect(field()).toHaveAttribute("aria-invalid", "true");
  await takePicture("search-bad-pattern");
  await page.getByRole("button", { name: "Regular expression" }).click();
  await expect(emptyMessage("Nothing found for “ferry(?= rests)”.")).toBeVisible();
  await field().fill("ferr");
  await expect(status()).toContainText("5 paragraphs");
  await page.getByRole("button", { name: "Whole words" }).click();
  await expect(emptyMessage("Whole words is on.")).toBeVisible();
  await field().fill("ferry");
  await expect(status()).toContainText("5 paragraphs in 2 files");
  await page.getByRole("button", { name: "Which files to search" }).click();
  await page.getByLabel("Files to include", { exact: true }).fill("*.md");
  await expect(status()).toContainText("3 paragraphs in 1 file");
  await page.getByLabel("Files to exclude").fill("notes/");
  await expect(emptyMessage("Only some files are searched.")).toBeVisible();
  await takePicture("search-nothing");
});

test("a hit in an Office document opens it at the paragraph, the cell or the slide, also where others say the same @long", async () => {
  const filler = Array.from({ length: 200 }, (_, at) => `Paragraph ${at} of the report.`);
  const made = (ending: string) => readFile(`src/main/engine/office/samples/libreoffice.${ending}`);
  await begin({
    files: {
      ...files,
      "report.docx": docx(
        "The ferry was late.",
        ...filler,
        "",
        "The ferry was late.",
        "Then the ferry was late again.",
      ),
      "harvest.xlsx": await made("xlsx"),
      "talk.pptx": await made("pptx"),
    },
  });
  const { page } = galley;
  const figure = page.locator(".status-figure");
  await page.keyboard.type("ferry was");
  await expect(row(/paragraph 203/)).toBeVisible();
  await row(/paragraph 202/).click();
  await expect(tab("report.docx")).toBeVisible();
  await expect(page.locator(".office-line:focus")).toHaveText("The ferry was late.");
  await expect(page.locator(".office-line:focus")).toHaveAttribute("data-at", "202");
  // The tab is there now; the keys of the results lead to the next one.
  await row(/paragraph 203/).click();
  await expect(page.locator(".office-line:focus")).toHaveText("Then the ferry was late again.");
  await row(/paragraph 1\b/).click();
  await expect(page.locator(".office-line:focus")).toHaveAttribute("data-at", "0");
  await expect(page.getByRole("region", { name: "Notices" })).toBeEmpty();

  await field().fill("Peas");
  await row(/^Peas .*paragraph/)
    .first()
    .click();
  await expect(tab("harvest.xlsx")).toBeVisible();
  await expect(figure.first()).toHaveText("Harvest!A3");
  await row(/^Peas early/)
    .first()
    .click();
  await expect(tab("talk.pptx")).toBeVisible();
  await expect(figure.first()).toHaveText(/^Slide \d of \d$/);
  await expect(page.locator("[data-named]", { has: page.locator(":focus") })).toContainText("Peas early");
});

test("search without a folder says so; documents opened later are searched", { tag: "@long" }, async () => {
  galley = await start({ files, open: ["notes/tides.md"] });
  await expect(galley.editor).toBeVisible();
  await galley.page.keyboard.press("Control+Shift+f");
  await expect(galley.page.getByText("No folder open. Open one to search all of its documents.")).toBeVisible();
  await expect(galley.page.locator(".no-folder .button")).toBeFocused();
});

test("the side bar's button leads into the search field, and back to the files", { tag: "@long" }, async () => {
  galley = await start({ files, open: [".", "notes/tides.md"] });
  const { page } = galley;
  const views = page.getByRole("group", { name: "Side bar views" });
  await views.getByRole("button", { name: "Search" }).click();
  await expect(field()).toBeFocused();
  await page.keyboard.type("ferry");
  await expect(status()).toContainText("5 paragraphs");
  await views.getByRole("button", { name: "Files" }).click();
  await expect(page.getByRole("treeitem", { name: "诗.md" })).toBeVisible();
  await page.keyboard.press("F4");
  await expect(tab("ferry times.txt")).toBeVisible();
  await views.getByRole("button", { name: "Search" }).click();
  await expect(field()).toHaveValue("ferry");
  await expect(status()).toContainText("5 paragraphs");
  await expect(selected()).toContainText("Ferry: 06:12");
});

test("unusual names are shown with invisible characters escaped", { tag: "@long" }, async () => {
  const name = "in\u202Evoice\n2.md";
  await begin({ files: { ...files, [name]: "ferry \u202Eyrref\u0007\n" } });
  await galley.page.keyboard.type("yrref");
  // The first letters alone also match in other files.
  await expect(results().locator(".found-name")).toHaveCount(1);
  await expect(results().locator(".found-name")).toHaveText("in‹202E›voice␊2.md");
  await expect(results().locator(".found-text")).toHaveText("ferry ‹202E›yrref␇");
  const { page } = galley;
  const shown = "in‹202E›voice␊2.md";
  await page.keyboard.press("F4");
  await expect(page.getByRole("tab", { name: shown })).toContainText(shown);
  await page.keyboard.press("ControlOrMeta+p");
  await page.getByRole("combobox").fill("voice");
  await expect(page.getByRole("option").first()).toContainText(shown);
});

test("search shows the first two thousand matches, counts all of them, and renders only the visible ones", {
  tag: "@long",
}, async () => {
  await begin({ files: { ...files, "a.md": "apple\n\n".repeat(30_000), "b.md": "apple\n\n".repeat(20_000) } });
  const { page } = galley;
  await page.keyboard.type("apple");
  await expect(status()).toContainText("50,000 paragraphs in 2 files");
  await expect(status()).toContainText("Showing the first 2,000.");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await expect(selected()).toContainText("28,000 more, not shown");
  expect(await results().getByRole("treeitem").count()).toBeLessThan(60);
});

// A short run uses one theme; the colours of the other are those of views that it does check.
for (const theme of process.env["GALLEY_LONG"] ? (["light", "dark"] as const) : (["light"] as const)) {
  test(`axe finds no problem in the search in ${theme}`, { tag: "@long" }, async () => {
    await begin({ theme });
    const { page } = galley;
    const check = async (where: string) => expect(await axeFindings(page), `${where}, ${theme}`).toEqual([]);
    await check("empty");
    await takePicture(`search-empty-${theme}`);
    await page.keyboard.type("ferry");
    await expect(status()).toContainText("5 paragraphs");
    await check("results");
    await page.getByRole("button", { name: "Which files to search" }).click();
    await field().focus();
    await page.keyboard.press("ArrowDown");
    await expect(selected()).toContainText("06:12");
    await check("selected");
    await takePicture(`search-${theme}`);
    await field().fill("zzz");
    await expect(emptyMessage("Nothing found")).toBeVisible();
    await check("nothing");
    await page.getByRole("button", { name: "Regular expression" }).click();
    await field().fill("(");
    await expect(page.getByRole("alert")).toBeVisible();
    await check("refused");
  });
}

test("in a narrow window the search covers the editor and closes when a result is selected; Chinese is found", {
  tag: "@long",
}, async () => {
  await begin({ theme: "light", size: { width: 460, height: 760 } });
  const { page } = galley;
  await page.keyboard.type("渡船");
  await expect(status()).toContainText("2 paragraphs in 1 file");
  await expect(row(/人等/).locator("mark")).toHaveText(["渡船", "渡船"]);
  await takePicture("search-narrow");
  await row(/人等/).click();
  await expect(tab("诗.md")).toBeVisible();
  await expect(field()).toHaveCount(0);
  await expect(galley.editor).toBeFocused();
  await expect.poll(() => selectedText()).toBe("渡船");
});
