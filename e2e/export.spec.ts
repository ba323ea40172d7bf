/** Exports: PDF, HTML, Word, print, clipboard. The complete document is in each, and nothing runs or loads. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { joinDocuments } from "./hostile/corpus";
import { sampleDocuments } from "./hostile/sample-documents";
import { watchForEscapes } from "./hostile/watch-for-escapes";
import type { GalleyApp } from "./launch";
import { recordAttempts } from "./record-attempts";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp();

const text = `---
title: The properties
---

# A title 标题

Words with **bold** **عريض**, [a link](https://example.com/?a=1&b=2), [inside](#second), a note[^1] and $x^2$.

![the picture](pic.png)

## Second

- [x] done
- [ ] open

| Left | Right |
|:-----|------:|
| 甲   | 1,200 |

\`\`\`js
const answer = 42;
\`\`\`

\`\`\`mermaid
graph LR
  A --> B
\`\`\`

[^1]: The note.
`;

const picture = readFileSync("e2e/pictures/narrow.png");

let galley: GalleyApp;
test.afterEach(() => galley.close());

/** The next export dialog returns this path. */
const answerSaveDialog = (name: string) =>
  galley.app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = (async () => ({ canceled: false, filePath: path })) as typeof dialog.showSaveDialog;
  }, galley.pathOf(name));

async function exportAs(label: string, name: string): Promise<void> {
  await answerSaveDialog(name);
  await galley.runMenuCommand(label);
  await galley.page.getByRole("dialog").getByRole("button", { name: "Export…" }).click();
}

async function exportAndRead(label: string, name: string, gaps?: "with gaps"): Promise<Buffer> {
  await exportAs(label, name);
  if (gaps) await galley.page.getByRole("button", { name: "Export anyway" }).click({ timeout: 60_000 });
  await expect(galley.page.getByText(`Exported to ${name}.`)).toBeVisible({ timeout: 60_000 });
  await expect(galley.page.getByRole("dialog")).toBeHidden();
  return readFile(galley.pathOf(name));
}

test("a document is exported as PDF, HTML and Word, in styles of the user, and copied as rich text", async () => {
  await test.step("a PDF has the text, an outline, page numbers and the chosen paper size", async () => {
    // The system's fonts for Chinese and Arabic may have no bold of their own, and there is Chinese in a heading.
    galley = await start({ files: { "a.md": text, "pic.png": picture }, open: [".", "a.md"] });
    await expect(galley.editor).toBeVisible();
    await galley.runMenuCommand("Export as PDF…");
    const dialog = galley.page.getByRole("dialog", { name: "Export as PDF" });
    await expect(dialog.getByRole("button", { name: "Export…" })).toBeFocused();
    await dialog.getByLabel("Paper").selectOption("A5");
    await dialog.getByLabel("Orientation").selectOption("landscape");
    await dialog.getByLabel("Table of contents").check();
    await dialog.getByLabel("Title on every page except the first").check();
    await answerSaveDialog("out.pdf");
    await dialog.getByRole("button", { name: "Export…" }).click();
    await expect(galley.page.getByText("Exported to out.pdf.")).toBeVisible({ timeout: 60_000 });
    const pdf = (await readFile(galley.pathOf("out.pdf"))).toString("latin1");
    expect(pdf.startsWith("%PDF-")).toBe(true);
    expect(pdf).toContain("/Outlines");
    expect(pdf).toContain("/StructTreeRoot");
    // Text in fonts that every printer and viewer draws well.
    expect(pdf).toMatch(/\/Subtype\s*\/Type0/);
    expect(pdf).not.toMatch(/\/Subtype\s*\/Type3/);
    expect(pdf).toContain("https://example.com/?a=1&b=2");
    const [, width = "", height = ""] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 420]);
  });

  await test.step("an exported HTML page is self-contained: fonts, images and drawings are embedded", async () => {
    const html = (await exportAndRead("Export as HTML…", "out.html")).toString("utf8");
    expect(html).toContain("<title>A title 标题</title>");
    expect(html).toContain("default-src 'none'");
    expect(html).toContain("data:image/png;base64,");
    expect(html).toContain("data:image/svg+xml");
    expect(html).toContain("data:font/woff2;base64,");
    expect(html).toContain("<math");
    expect(html).toContain('href="#second"');
    expect(html).toContain('id="second"');
    expect(html).not.toContain("The properties");
    expect(html).not.toMatch(/galley:|<script/);
  });

  await test.step("a Word document has native headings, lists, notes, formulas and pictures", async () => {
    const parts = unzipSync(await exportAndRead("Export as Word Document…", "out.docx"));
    const body = strFromU8(parts["word/document.xml"] ?? new Uint8Array());
    expect(body).toContain('<w:pStyle w:val="Heading2"/>');
    expect(body).toContain("<m:sSup>");
    expect(body).toContain("<w:tblHeader/>");
    expect(strFromU8(parts["word/footnotes.xml"] ?? new Uint8Array())).toContain("The note.");
    expect(Object.keys(parts).filter((name) => name.startsWith("word/media/")).length).toBe(3);
    expect(strFromU8(parts["docProps/core.xml"] ?? new Uint8Array())).toContain("A title 标题");
  });

  await test.step("a user's own style sheet, and the styles of another Word document, are used", async () => {
    for (const [folder, name, bytes] of [
      [
        "print-styles",
        "Small.css",
        "@import url(https://example.org/a.css); @page { size: 300px 200px; margin: 20px } h1 { font-size: 8px }",
      ],
      ["word-styles", "House.docx", zipSync(wordStyles)],
    ] as const) {
      await mkdir(join(galley.data, folder), { recursive: true });
      await writeFile(join(galley.data, folder, name), bytes);
    }
    const choose = async (label: string, style: string, option: string, name: string) => {
      await answerSaveDialog(name);
      await galley.runMenuCommand(label);
      const dialog = galley.page.getByRole("dialog");
      await dialog.getByRole("combobox", { name: style }).selectOption(option);
      await dialog.getByRole("button", { name: "Export…" }).click();
      await expect(galley.page.getByText(`Exported to ${name}.`)).toBeVisible({ timeout: 60_000 });
      return readFile(galley.pathOf(name));
    };
    const pdf = (await choose("Export as PDF…", "Style", "Small", "styled.pdf")).toString("latin1");
    const [, width = "", height = ""] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([225, 150]);
    const word = unzipSync(await choose("Export as Word Document…", "Styles of", "House", "styled.docx"));
    const document = strFromU8(word["word/document.xml"] ?? new Uint8Array());
    expect(document).toContain('<w:pStyle w:val="berschrift2"/>');
    expect(document).toContain('<w:pgSz w:w="8000" w:h="12000"/>');
    expect(strFromU8(word["word/styles.xml"] ?? new Uint8Array())).toContain('w:ascii="Comic Sans MS"');
  });

  await test.step("rich text on the clipboard is the selection, or the whole document", async () => {
    await galley.app.evaluate(({ clipboard }) => {
      const clipboardApi = clipboard as unknown as { write(data: unknown): unknown };
      clipboardApi.write = async (data: unknown) => {
        (globalThis as { copied?: unknown }).copied = data;
      };
    });
    await galley.runMenuCommand("Copy as Rich Text");
    await expect(galley.page.getByText("Copied as rich text")).toBeVisible();
    const copied = await galley.app.evaluate(async () => {
      const data = (globalThis as { copied?: unknown }).copied;
      if (!Array.isArray(data)) return data as { html: string; text: string };
      const item = data[0] as { getType(type: string): Promise<Blob> };
      return {
        html: await (await item.getType("text/html")).text(),
        text: await (await item.getType("text/plain")).text(),
      };
    });
    expect(copied.html).toContain("<strong>bold</strong>");
    expect(copied.html).not.toMatch(/class=|<input|href="#/);
    expect(copied.text).toContain("**bold**");
  });
});

test("an EPUB has a title page, contents, chapters with their notes, pictures, and links between its chapters", {
  tag: "@long",
}, async () => {
  const book = `---
title: The storm
author: Ada Lovelace
date: 2026-01-02
lang: en-GB
---

# One

Words[^1] and [the end](#über-uns), $x^2$, [the web](https://example.com/a b).

![the picture|100](pic.png)

# Two

<center align="right">raw <tt>text</tt></center>

## Über uns

End.[^b]

[^1]: The first note.
[^b]: The second.
`;
  galley = await start({ files: { "a.md": book, "pic.png": picture }, open: [".", "a.md"] });
  await expect(galley.editor).toBeVisible();
  const bytes = await exportAndRead("Export as EPUB…", "out.epub");
  expect(bytes.subarray(30, 58).toString("latin1")).toBe("mimetypeapplication/epub+zip");
  const parts = unzipSync(bytes);
  const part = (name: string) => strFromU8(parts[`book/${name}`] ?? new Uint8Array());
  expect(part("book.opf")).toContain("<dc:title>The storm</dc:title>");
  expect(part("book.opf")).toMatch(/<dc:language>en-GB<.*<dc:creator>Ada Lovelace<.*2026-01-02T00:00:00Z/);
  expect(part("title.xhtml")).toContain("Ada Lovelace");
  expect(part("nav.xhtml")).toContain('<a href="c0002.xhtml#%C3%BCber-uns">Über uns</a>');
  expect(part("c0001.xhtml")).toContain('href="c0002.xhtml#%C3%BCber-uns"');
  expect(part("c0001.xhtml")).toContain('src="p0001.png"');
  expect(part("c0001.xhtml")).toContain("The first note.");
  expect(part("c0001.xhtml")).not.toContain("The second.");
  expect(part("c0002.xhtml")).toMatch(/epub:type="footnote"[^>]*>.*The second\./);
  expect(part("c0002.xhtml")).not.toMatch(/<center|<tt| align=/);
  expect(Object.keys(parts)).toContain("book/p0001.png");
  const why = spawnSync("epubcheck", ["--version"]).status === 0 ? checkEpub("out.epub") : "";
  expect(why).toBe("");
});

/** What epubcheck reports; empty if nothing. */
function checkEpub(name: string): string {
  const { status, stdout, stderr } = spawnSync("epubcheck", [galley.pathOf(name)], { encoding: "utf8" });
  return status === 0 ? "" : `${stdout}${stderr}`;
}

const wordStyles = {
  "word/styles.xml": strToU8(
    '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:default="1" w:styleId="Standard"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/><w:rPr><w:rFonts w:ascii="Comic Sans MS"/></w:rPr></w:style></w:styles>',
  ),
  "word/document.xml": strToU8(
    '<w:document><w:body><w:sectPr><w:pgSz w:w="8000" w:h="12000"/><w:pgMar w:top="1000" w:right="900" w:bottom="1100" w:left="800"/></w:sectPr></w:body></w:document>',
  ),
};

const written = `# כותרת

مرحبا بالعالم، نص طويل.

English words.

> ציטוט

> [!NOTE]
> تنبيه

- واحد
- اثنان

| العمود | 2 |
|---|---|
| قيمة | 3 |

\`\`\`
const code = "שלום";
\`\`\`
`;

test("Hebrew and Arabic run from right to left in the preview, in HTML, PDF and Word", { tag: "@long" }, async () => {
  galley = await start({ files: { "a.md": written }, open: [".", "a.md"] });
  await expect(galley.editor).toBeVisible();
  await galley.page.keyboard.press("Control+e");
  const shown = galley.page.frameLocator(".reading-frame");
  await expect(shown.locator("h1")).toHaveCSS("direction", "rtl");
  await expect(shown.locator("p").first()).toHaveAttribute("dir", "auto");
  await expect(shown.locator("p").nth(1)).toHaveCSS("direction", "ltr");
  for (const block of ["blockquote", ".alert", "ul", "li >> nth=0", "table", "td >> nth=1"])
    await expect(shown.locator(block), block).toHaveCSS("direction", "rtl");
  await expect(shown.locator("blockquote")).toHaveCSS("border-right-width", "3px");
  await expect(shown.locator("pre")).toHaveCSS("direction", "ltr");
  const html = (await exportAndRead("Export as HTML…", "out.html")).toString("utf8");
  expect(html).toContain('<p dir="auto">مرحبا');
  expect(html).toContain('<ul dir="rtl">');
  const parts = unzipSync(await exportAndRead("Export as Word Document…", "out.docx"));
  const body = strFromU8(parts["word/document.xml"] ?? new Uint8Array());
  // One of them is the title of the callout.
  expect(body.match(/<w:bidi\/>/g)?.length).toBe(11);
  expect(body).toContain("<w:bidiVisual/>");
  await exportAndRead("Export as PDF…", "out.pdf");
});

const sized = `![Sized|200](pic.png)

![[pic.png|100]]

<img src="pic.png" width="60">

| Place | What happened there in the year after the great storm |
|---|---|
| Harbour | ${"many words that fill the line of a table ".repeat(6)} |
`;

test("an image alone in its paragraph has a caption in Word, from its title or its text, and one in a line has none", {
  tag: "@long",
}, async () => {
  const written =
    '---\nlang: de\n---\n![The quay](pic.png)\n\n![alt](pic.png "Der *Kai*")\n\nIn a ![line](pic.png) of words\n\n![[pic.png]]\n\n<table><caption>Boote</caption><tr><td>1</td></tr></table>\n';
  galley = await start({ files: { "a.md": written }, open: [".", "a.md"] });
  await writeFile(galley.pathOf("pic.png"), readFileSync("e2e/pictures/welcome.png"));
  await expect(galley.editor).toBeVisible();
  const word = unzipSync(await exportAndRead("Export as Word Document…", "out.docx"));
  const paragraphs = strFromU8(word["word/document.xml"] as Uint8Array).split("</w:p>");
  const captions = paragraphs.filter((each) => each.includes('<w:pStyle w:val="Caption"/>'));
  expect(captions.map((each) => each.replaceAll(/<w:instrText.*?<\/w:instrText>|<[^>]+>/g, ""))).toEqual([
    "Abbildung 1: The quay",
    "Abbildung 2: Der *Kai*",
    "Tabelle 1: Boote",
  ]);
});

test("an image has its own proportions at the size that is written, everywhere", { tag: "@long" }, async () => {
  galley = await start({ files: { "a.md": sized, "pic.png": picture }, open: [".", "a.md"] });
  await expect(galley.editor).toBeVisible();
  await galley.page.keyboard.press("Control+e");
  const images = galley.page.frameLocator(".reading-frame").locator("img");
  for (const [at, width] of [200, 100, 60].entries()) {
    await expect(images.nth(at)).toHaveJSProperty("naturalWidth", 440);
    const natural = await images.nth(at).evaluate((image: HTMLImageElement) => image.naturalHeight);
    const box = await images.nth(at).boundingBox();
    expect([box?.width, Math.round(box?.height ?? 0)]).toEqual([width, Math.round((width * natural) / 440)]);
  }
  await expect(images.first()).toHaveAttribute("alt", "Sized");
  const parts = unzipSync(await exportAndRead("Export as Word Document…", "out.docx"));
  const body = strFromU8(parts["word/document.xml"] ?? new Uint8Array());
  const widths = [...body.matchAll(/<wp:extent cx="(\d+)"/g)].map(([, width]) => Number(width) / 9525);
  expect(widths).toEqual([200, 100, 60]);
  const html = (await exportAndRead("Export as HTML…", "out.html")).toString("utf8");
  expect(html).toMatch(/<img [^>]*alt="Sized"[^>]*width="200"/);
  await exportAndRead("Export as PDF…", "out.pdf");
});

test("single line breaks are kept in the preview and in exports, or joined by the setting", {
  tag: "@long",
}, async () => {
  galley = await start({ files: { "a.md": "Roses are red,\nviolets are blue.\n" }, open: [".", "a.md"] });
  await expect(galley.editor).toBeVisible();
  await galley.page.keyboard.press("Control+e");
  const shown = galley.page.frameLocator(".reading-frame").locator("p");
  await expect(shown.locator("br")).toHaveCount(1);
  const html = (await exportAndRead("Export as HTML…", "kept.html")).toString("utf8");
  expect(html).toMatch(/red,<br>\s*violets/);
  const parts = unzipSync(await exportAndRead("Export as Word Document…", "kept.docx"));
  const body = strFromU8(parts["word/document.xml"] ?? new Uint8Array());
  expect(body).toMatch(/red,<\/w:t><\/w:r><w:r><w:br\/><\/w:r><w:r><w:t xml:space="preserve">violets/);
  await galley.page.keyboard.press("Control+,");
  const settings = galley.page.getByRole("dialog");
  await settings.getByRole("button", { name: "Writing", exact: true }).click();
  await settings
    .getByRole("radiogroup", { name: "Single line breaks" })
    .getByRole("radio", { name: "Join lines" })
    .check();
  await galley.page.keyboard.press("Escape");
  await expect(shown.locator("br")).toHaveCount(0);
  const settingsFile = () => readFile(join(galley.data, "settings.json"), "utf8").catch(() => "");
  await expect.poll(settingsFile).toContain("join");
  const joined = (await exportAndRead("Export as HTML…", "joined.html")).toString("utf8");
  expect(joined).toMatch(/red,\s+violets/);
});

const incomplete = `---
author: Ada Lovelace
date: 2026-01-02
lang: en-GB
---

# Storm

![the harbour](harbour.png) ![far](https://example.com/x.png) [inside](#storm) [nowhere](#nowhere) [gone](gone.md) [[Lost page]]
`;

test("what is missing is listed before an export, and the front matter says who wrote it @long", async () => {
  galley = await start({ files: { "a.md": incomplete }, open: [".", "a.md"] });
  await expect(galley.editor).toBeVisible();
  await exportAs("Export as PDF…", "out.pdf");
  const list = galley.page.getByRole("dialog").getByRole("alert");
  await expect(list).toContainText("5 things will be missing:", { timeout: 60_000 });
  for (const what of ["harbour.png", "https://example.com/x.png", "#nowhere", "gone.md", "Lost page"])
    await expect(list).toContainText(what);
  const button = galley.page.getByRole("button", { name: "Export anyway" });
  await expect(button).toBeFocused();
  await galley.page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(galley.page.getByRole("dialog")).toBeHidden();
  await expect(galley.page.getByText(/Export(?:ed| failed)/)).toHaveCount(0);
  const pdf = (await exportAndRead("Export as PDF…", "out.pdf", "with gaps")).toString("latin1");
  const author = [...Buffer.from("Ada Lovelace", "utf16le").swap16()].map((byte) => byte.toString(16).padStart(2, "0"));
  expect(pdf).toContain(`/Author <FEFF${author.join("")}>`);
  expect(pdf).toContain("/CreationDate (D:20260102000000Z)");
  expect(pdf).toMatch(/\/Lang \(en-GB\)/);
  const html = (await exportAndRead("Export as HTML…", "out.html", "with gaps")).toString("utf8");
  expect(html).toContain('<html lang="en-GB"');
  expect(html).toContain('<meta name="author" content="Ada Lovelace">');
  expect(html).toContain('<meta name="dcterms.date" content="2026-01-02">');
  const epub = unzipSync(await exportAndRead("Export as EPUB…", "out.epub", "with gaps"));
  expect(strFromU8(epub["book/book.opf"] ?? new Uint8Array())).toContain("<dc:creator>Ada Lovelace</dc:creator>");
  const parts = unzipSync(await exportAndRead("Export as Word Document…", "out.docx", "with gaps"));
  expect(strFromU8(parts["docProps/core.xml"] ?? new Uint8Array())).toContain("<dc:creator>Ada Lovelace</dc:creator>");
});

test("an export to a path that cannot be written reports the error and leaves no file behind", {
  tag: "@long",
}, async () => {
  galley = await start({
    files: { "a.md": text, "pic.png": picture, "plain.txt": "no folder\n" },
    open: [".", "a.md"],
  });
  // Nobody can write there, not even root.
  await exportAs("Export as HTML…", "plain.txt/out.html");
  await expect(galley.page.getByText(/Export failed/)).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => galley.onDisk("plain.txt")).toBe("no folder\n");
  await expect.poll(() => galley.onDisk("a.md")).toBe(text);
});

test("a cancelled export dialog exports nothing and shows no message", { tag: "@long" }, async () => {
  galley = await start({ files: { "a.md": text, "pic.png": picture }, open: [".", "a.md"] });
  await galley.answerSaveDialog(null);
  await galley.runMenuCommand("Export as HTML…");
  await galley.page.getByRole("dialog").getByRole("button", { name: "Export…" }).click();
  await expect(galley.page.getByRole("dialog")).toBeHidden();
  await expect(galley.page.getByText(/exported/i)).toHaveCount(0);
});

/** What a reader of EPUB would see in its chapters, in a window without the app's policies. One that is not well-formed is forbidden, too. */
function readChapters({ app }: GalleyApp, chapters: string[]): Promise<{ forbidden: string[]; addresses: string[] }> {
  const read = (texts: string[]) => {
    const names = "script, style, iframe, object, embed, form, base, link, meta, svg, parsererror";
    const isHandler = (element: Element) => element.getAttributeNames().some((name) => name.startsWith("on"));
    const all = texts.flatMap((text) => {
      const root = new DOMParser().parseFromString(text, "application/xhtml+xml");
      return [...(root.querySelector("body") ?? root).querySelectorAll("*")];
    });
    return {
      forbidden: all.filter((each) => each.matches(names) || isHandler(each)).map((each) => each.outerHTML),
      addresses: all.flatMap((each) => ["href", "src"].flatMap((name) => each.getAttribute(name) ?? [])),
    };
  };
  return app.evaluate(
    async ({ BrowserWindow }, source) => {
      const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
      await window.loadURL("about:blank");
      const seen = await window.webContents.executeJavaScript(source);
      window.destroy();
      return seen;
    },
    `(${read})(${JSON.stringify(chapters)})`,
  );
}

test("no hostile document escapes through any export [A1]", async () => {
  test.setTimeout(300_000);
  // Documents that take the full two seconds to draw are covered by the tests of the preview.
  const quick = sampleDocuments([0.35]).filter(({ text: each }) => each.length < 5000);
  galley = await start({ files: { "a.md": "# Empty\n" }, open: [".", "a.md"] });
  await expect(galley.editor).toBeVisible();
  const watch = await watchForEscapes(galley);
  await galley.writeExternally("a.md", joinDocuments(quick, watch.host));
  await expect(galley.page.locator(".status")).toContainText(/\d{3} words/);
  const html = await exportAndRead("Export as HTML…", "out.html", "with gaps");
  const pdf = (await exportAndRead("Export as PDF…", "out.pdf", "with gaps")).toString("latin1");
  const docx = unzipSync(await exportAndRead("Export as Word Document…", "out.docx", "with gaps"));
  const epub = unzipSync(await exportAndRead("Export as EPUB…", "out.epub", "with gaps"));
  await galley.runMenuCommand("Copy as Rich Text");
  await expect(galley.page.getByText("Copied as rich text")).toBeVisible({ timeout: 60_000 });
  expect(await watch.findEscapes()).toEqual([]);

  const actions = pdf.match(/\/(?:JavaScript|Launch|SubmitForm|EmbeddedFile)\b|\/URI \((?!https?:|mailto:)[^)]*/g);
  expect(actions).toBeNull();
  for (const [name, bytes] of Object.entries(docx)) {
    const part = name.endsWith(".rels") || name.endsWith(".xml") ? strFromU8(bytes) : "";
    for (const [, target = ""] of part.matchAll(/Target="([^"]*)"[^>]*TargetMode="External"/g))
      expect(target).toMatch(/^(?:https?:|mailto:)/i);
    // The one field that is there counts captions; no word of a document is in it.
    const others = part.replaceAll(
      /<w:instrText xml:space="preserve"> SEQ (?:Figure|Table) \\\* ARABIC <\/w:instrText>/g,
      "",
    );
    expect(others, name).not.toMatch(/<w:instrText|<w:object|attachedTemplate|oleObject|altChunk/);
  }
  // In a window that allows scripts: the exported file itself must block them.
  expect(html.toString("utf8").match(/<h2/g)?.length ?? 0).toBeGreaterThan(quick.length * 0.9);
  const body = html.toString("utf8").replace(/^[\s\S]*?<main/, "<main");
  expect(body.match(/<(?:script|style|iframe|object|embed|form|base|link|meta|svg)\b[^>]*/gi)).toBeNull();
  const seen = await galley.app.evaluate(async ({ BrowserWindow }, path) => {
    const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
    await window.loadFile(path);
    await new Promise((done) => setTimeout(done, 1000));
    const pwned = await window.webContents.executeJavaScript(
      "[typeof window.__pwn, location.protocol, document.title]",
    );
    window.destroy();
    return pwned as string[];
  }, galley.pathOf("out.html"));
  expect(seen.slice(0, 2)).toEqual(["undefined", "file:"]);
  const own = `file://${galley.pathOf("out.html")}`;
  expect((await watch.findEscapes()).filter((line) => line !== `request ${own}` && line !== `a page ${own}`)).toEqual(
    [],
  );
  // Five exports for each document: HTML, PDF, Word, EPUB, clipboard.
  recordAttempts(quick.length * 5);
  watch.stop();
  const chapters = Object.entries(epub).flatMap(([name, bytes]) => (name.endsWith(".xhtml") ? [strFromU8(bytes)] : []));
  const { forbidden, addresses } = await readChapters(galley, chapters);
  expect([chapters.length > 1, addresses.length > 10, forbidden]).toEqual([true, true, []]);
  for (const address of addresses) expect(address).toMatch(/^(?:https?:|mailto:|[cp]\d{4}\.)/);
});

test("a table of contents, page breaks, emoji and inline footnotes are in the PDF, the page and the Word document", {
  tag: "@long",
}, async () => {
  const written =
    "# One\n\n[TOC]\n\n## Two :rocket:\n\nwords^[in its place]\n\n<!-- pagebreak -->\n\n## Three\n\n\\newpage\n\nend\n";
  galley = await start({ files: { "a.md": written }, open: [".", "a.md"] });
  await expect(galley.editor).toBeVisible();
  const pdf = (await exportAndRead("Export as PDF…", "out.pdf")).toString("latin1");
  expect(pdf.match(/\/Type ?\/Page\b/g)).toHaveLength(3);
  const html = (await exportAndRead("Export as HTML…", "out.html")).toString("utf8");
  expect(html).toContain('<li dir="ltr"><a href="#two-rocket">Two 🚀</a></li>');
  expect(html).toContain("Two 🚀</h2>");
  expect(html.split('<hr class="page-break">')).toHaveLength(3);
  const word = unzipSync(await exportAndRead("Export as Word Document…", "out.docx"));
  const body = strFromU8(word["word/document.xml"] as Uint8Array);
  expect(body).toContain(' TOC \\o "1-6" ');
  expect(body.split("<w:pageBreakBefore/>")).toHaveLength(3);
  const target = /w:anchor="([^"]+)"[^>]*><w:r><w:rPr><w:rStyle w:val="Hyperlink"\/><\/w:rPr><w:t[^>]*>Three/.exec(
    body,
  )?.[1];
  expect(body).toContain(`<w:bookmarkStart w:name="${target}"`);
  expect(strFromU8(word["word/footnotes.xml"] as Uint8Array)).toContain("in its place");
});

test("pandoc gets what the preview shows: embeds, highlights, callouts, footnotes, contents and page breaks, and formulas as formulas @long", async () => {
  test.skip(spawnSync("pandoc", ["--version"]).status !== 0, "pandoc is not installed");
  const written = `---
title: The harbour
author: Ada
lang: en-GB
documentclass: book
---
[TOC]

# One

Words ==high *x*== \\(no\\) $a^2 + b_1$ inline^[in *place*], foot[^1] and [[other#A|there]] %%hidden%%

$$
\\int_0^1 x
$$

[^1]: The foot note.

![[other]]

> [!warning] Take care
> Body

\\newpage

- [x] done

![alt](pic.png "Title") ![[my pic.png]]
`;
  const files = { "a.md": written.replaceAll("\\\\", "\\"), "other.md": "Embedded **words** and $e$\n" };
  galley = await start({ files, open: [".", "a.md"] });
  await writeFile(galley.pathOf("pic.png"), readFileSync("e2e/pictures/welcome.png"));
  await writeFile(galley.pathOf("my pic.png"), readFileSync("e2e/pictures/welcome.png"));
  await expect(galley.editor).toBeVisible();
  const tex = (await exportAndRead("Export as LaTeX, RTF or Any Other Format…", "out.tex")).toString("utf8");
  const text = tex.slice(tex.indexOf("\\begin{document}")).replaceAll(/\s+/g, " ");
  for (const wanted of [
    "\\tableofcontents",
    "high \\emph{x}",
    "(no) \\(a^2 + b_1\\)",
    "\\footnote{in \\emph{place}}",
    "\\footnote{The foot note.}",
    "\\[\\int_0^1 x\\]",
    "\\begin{quote} Embedded \\textbf{words} and \\(e\\)",
    "\\textbf{Take care} Body",
    "\\newpage",
    "{pic.png}",
    "{my pic.png}",
  ])
    expect(text).toContain(wanted);
  expect(tex).toMatch(/\\documentclass\[[^\]]*\]\{book\}/);
  expect(tex).toContain("\\title{The harbour}");
  expect(text).not.toMatch(/==|\[\[|\[!|\[TOC|hidden|base64|pagebreak/);
});
