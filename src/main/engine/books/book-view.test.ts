import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { packageOf } from "../office/package/packages.fixture";
import { engineForTests } from "../tools/engine-for-tests";
import { describeMissing } from "./book/export-book";

const source = {
  "b/v1/1.md": "---\ntitle: x\n---\n\n# 一\n\n王来了。\n\n＊＊＊\n\n王子走了。\n",
  "b/v2/2.md": "## 二\n完",
  "b/.galley/glossary.md": "王 = King\n王子 = Prince\n",
};

const createSetup = () => {
  const testEngine = engineForTests(source);
  return { testEngine, view: testEngine.engine.bookView("b", testEngine.caller) };
};

async function idsIn({ view }: ReturnType<typeof createSetup>, chapter: string): Promise<Map<string, string>> {
  return new Map((await view.rows(chapter)).map(({ text, id }) => [text, id]));
}

describe("the view of a book", () => {
  it("progress is counted by chapter, and the user can write and select versions", async () => {
    const setup = createSetup();
    const { view } = setup;
    const id = (await idsIn(setup, "v1/1.md")).get("王来了。") ?? "";
    expect(await view.translate(id, "The King came.")).toBe("added");
    expect(await view.translate(id, "The King came.")).toBe("unchanged");
    await view.translate(id, "The ruler came.");
    expect((await view.overview()).volumes.map(({ chapters }) => chapters)).toMatchObject([
      [{ id: "v1/1.md", title: "一", paragraphs: 4, translated: 1 }],
      [{ id: "v2/2.md", title: "二", paragraphs: 2, translated: 0 }],
    ]);
    expect(await view.inconsistencies()).toEqual([{ term: "王", translation: "King", paragraph: id }]);
    const [first] = await view.versions(id);
    await view.select(id, first?.id ?? "");
    expect(await view.inconsistencies()).toEqual([]);
    await expect(view.select(id, "99")).rejects.toThrow("no version 99");
  });

  it("a paragraph whose source has changed since its translation is marked", async () => {
    const setup = createSetup();
    const id = (await idsIn(setup, "v2/2.md")).get("完") ?? "";
    await setup.view.translate(id, "The end");
    await setup.testEngine.outside("b/v2/2.md", "## 二\n完了");
    const rows = await setup.view.rows("v2/2.md");
    expect(rows[1]).toMatchObject({ id: expect.any(String), text: "完了" });
    expect(rows.find((row) => row.id === id)?.sourceChanged ?? true).toBe(true);
  });

  it("the progress and an export name the paragraphs whose source has changed since", async () => {
    const setup = createSetup();
    const { view, testEngine } = setup;
    const id = (await idsIn(setup, "v1/1.md")).get("王子走了。") ?? "";
    await view.translate(id, "The Prince left.");
    expect(describeMissing(await view.exported()).join()).not.toContain("changed");
    await testEngine.outside("b/v1/1.md", "# 一\n\n王来了。\n\n＊＊＊\n\n王子又走了。\n");
    const [first] = (await view.overview()).volumes;
    expect(first?.chapters[0]?.sourceChanged).toEqual([id]);
    const exported = await view.exported();
    expect(exported.sourceChanged).toEqual([{ chapter: "v1/1.md", title: "一", ids: [id] }]);
    expect(describeMissing(exported).slice(-2)).toEqual([
      "the source of 1 translated paragraph has changed since",
      "一 (v1/1.md): 1 with a changed source",
    ]);
  });

  it("a task in review is sent back to its agent with a comment, or accepted", async () => {
    const { testEngine, view } = createSetup();
    const { data } = await testEngine.call("open_task", { book: "b", type: "translation", chapters: ["二"] });
    const task = String(data?.["task_id"]);
    const assigned = data?.["assigned"] as string[];
    const to = (status: string) => testEngine.call("update_task_status", { status });
    for (const status of ["preparing", "working"]) await to(status);
    const paragraphs = assigned.map((paragraph_id) => ({ paragraph_id, translated_text: "x" }));
    await testEngine.call("add_translation_batch", { paragraphs });
    await expect(view.accept(task)).rejects.toThrow("cannot end yet");
    await to("review");
    await view.sendBack(task, "Too short.", [assigned[1] ?? ""]);
    const info = await testEngine.call("task_info", {});
    expect(info.data).toMatchObject({
      status: "working",
      missing: [assigned[1]],
      comments: [{ paragraph_id: assigned[1], text: "Too short." }],
    });
    expect(info.message).toContain("Too short.");
    await testEngine.call("add_translation_batch", { paragraphs: paragraphs.slice(1) });
    await to("review");
    await view.accept(task);
    expect((await view.overview()).tasks).toMatchObject([{ id: task, status: "end", assigned: 2, done: 2 }]);
  });
});

describe("exporting a book", () => {
  it("an export has the structure of its source beside it: a heading stays one, and missing translations are reported", async () => {
    const setup = createSetup();
    const { view, testEngine } = setup;
    const ids = await idsIn(setup, "v1/1.md");
    await view.translate(ids.get("# 一") ?? "", "One\n");
    await view.translate(ids.get("王子走了。") ?? "", "The Prince left.");
    const exported = await view.exportTo({ language: "" });
    expect(exported.target).toBe("/w/b.translation");
    const read = async (path: string) => Buffer.from((await testEngine.bytesOf(path)) ?? "", "latin1").toString();
    expect(await read("b.translation/v1/1.md")).toBe(
      "---\ntitle: x\n---\n\n# One\n\n王来了。\n\n＊＊＊\n\nThe Prince left.\n",
    );
    expect(await read("b.translation/v2/2.md")).toBe("## 二\n完");
    expect(describeMissing(exported)).toEqual([
      "2 of 6 paragraphs are translated; the others are as in the source",
      "一 (v1/1.md): 2 not translated",
      "二 (v2/2.md): 2 not translated",
    ]);
    await expect(view.exportTo({ target: "/w/b" })).rejects.toThrow("its own source");
    await expect(view.exportTo({ target: "/w/b/v3" })).rejects.toThrow("part of the book");
    await expect(view.exportTo({ target: "/etc/x" })).rejects.toThrow("outside");
  });

  it("a book without any translation exports as its source, also a book in one file", async () => {
    const line = fc.constantFrom("", "　", "# A", "## b", "text", "***", "---", "A\n=", "```");
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (lines) => {
        const text = lines.join("\n");
        const testEngine = engineForTests({ "b.md": text, "c/b.md": text });
        for (const book of ["b.md", "c"]) {
          const { files } = await testEngine.engine.bookView(book, testEngine.caller).exported();
          expect(files).toEqual([{ path: "b.md", text }]);
        }
      }),
      { numRuns: process.env["GALLEY_LONG"] ? 600 : 20 },
    );
  });
});

it("an EPUB is a book: chapters in reading order, its work beside it, its export a folder of Markdown", async () => {
  const container = `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>`;
  const page = (body: string) => `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`;
  const item = (id: string) => `<item id="${id}" href="t/${id}.xhtml" media-type="application/xhtml+xml"/>`;
  const epub = packageOf({
    "META-INF/container.xml": container,
    "a.opf": `<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The\n Tower</dc:title></metadata><manifest>${item("a")}${item("b")}</manifest><spine><itemref idref="b"/><itemref idref="a"/></spine></package>`,
    "t/a.xhtml": page("<p>end</p>"),
    "t/b.xhtml": page("<h1>Start</h1><p>word</p>"),
  });
  const testEngine = engineForTests({ "x.epub": epub });
  const list = await testEngine.call("list_chapters", { book: "x.epub" });
  expect(list.data).toMatchObject({
    title: "The Tower",
    volumes: [
      {
        chapters: [
          { id: "b", title: "Start", total_paragraphs: 3 },
          { id: "a", title: "a", total_paragraphs: 1 },
        ],
      },
    ],
  });
  const view = testEngine.engine.bookView("x.epub", testEngine.caller);
  const rows = await view.rows("b");
  await view.translate(rows[2]?.id ?? "", "Wort");
  expect(await view.exportTo({ language: "de" })).toMatchObject({ target: "/w/x.de", translated: 0 });
  await view.exportTo({});
  expect(await testEngine.bytesOf("x.translation/001-b.md")).toBe("# Start\n\nWort\n");
  expect(await testEngine.bytesOf("x.translation/002-a.md")).toBe("end\n");
});

it("an EPUB is exported as the same package with its text translated; other formats have no marks for its elements", async () => {
  const container = `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>`;
  const source = packageOf({
    "META-INF/container.xml": container,
    "a.opf": `<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="p" href="p.png" media-type="image/png"/></manifest><spine><itemref idref="a"/></spine></package>`,
    "a.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>Start</h1><p>A <a href="#n">word</a><a href="#f"><sup>1</sup></a>.<br/>Two.</p><img src="p.png"/></body></html>`,
    "p.png": "picture",
  });
  const testEngine = engineForTests({ "x.epub": source, "x/.galley/book.json": "{}" });
  const view = testEngine.engine.bookView("x.epub", testEngine.caller);
  const rows = await view.rows("a");
  expect(rows.map(({ text }) => text)).toEqual(["# Start", "", "A <g1>word</g1><x2/>.", "Two."]);
  await view.translate(rows[2]?.id ?? "", "Ein <g1>Wort</g1><x2/>.");
  await view.exportTo({ format: "epub", language: "", target: "/w/y.epub" });
  const written = await testEngine.store.read("/w/y.epub", { limit: 1e6 });
  const { "a.xhtml": page, "p.png": picture } = unzipSync(written?.bytes ?? new Uint8Array());
  expect(strFromU8(page ?? new Uint8Array())).toContain(
    '<p>Ein <a href="#n">Wort</a><a href="#f"><sup>1</sup></a>.<br/>Two.</p><img src="p.png"/>',
  );
  expect(strFromU8(picture ?? new Uint8Array())).toBe("picture");
  expect((await view.exported()).chapters[0]?.text).toBe("# Start\n\nEin Wort.\nTwo.\n");
});

it("the images of a folder's chapters come along in an EPUB and, if they are in the folder, beside exported Markdown", async () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
  const testEngine = engineForTests({
    "b/v/1.md": "# One\n\n![A](../img/a%20b.png) ![B](../../out.png) ![C](none.png)\n",
    "b/img/a b.png": png,
    "out.png": png,
  });
  const view = testEngine.engine.bookView("b", testEngine.caller);
  await view.exportTo({ format: "epub", target: "/w/b.epub" });
  const epub = await testEngine.store.read("/w/b.epub", { limit: 1e6 });
  expect(Object.keys(unzipSync(epub?.bytes ?? new Uint8Array()))).toContain("book/images/i0001.png");
  await view.exportTo({ target: "/w/copy" });
  const copied = await testEngine.store.read("/w/copy/img/a b.png", { limit: 1e6 });
  expect(Buffer.compare(copied?.bytes ?? new Uint8Array(), png)).toBe(0);
  expect(await testEngine.store.read("/w/copy/out.png", { limit: 1e6 })).toBeNull();
});

it("an exported Word document or EPUB has the translation with its headings; the EPUB can be read again as a book", async () => {
  const setup = createSetup();
  const { view, testEngine } = setup;
  const ids = await idsIn(setup, "v1/1.md");
  await view.translate(ids.get("# 一") ?? "", "One <&>");
  await view.translate(ids.get("王来了。") ?? "", "The *King* came.");
  expect(await view.exportTo({ format: "docx" })).toMatchObject({ target: "/w/b.translation.docx", translated: 2 });
  const read = await testEngine.call("read_file", { path: "b.translation.docx" });
  const { paragraphs } = read.data as { paragraphs: { text: string }[] };
  expect(paragraphs.map(({ text }) => text)).toEqual(
    expect.arrayContaining(["v1", "One <&>", "The King came.", "v2", "二"]),
  );
  const { target } = await view.exportTo({ format: "epub", target: "/w/c.epub" });
  expect(target).toBe("/w/c.epub");
  const back = await testEngine.engine.bookView("c.epub", testEngine.caller).exported();
  expect(back.chapters.map(({ title, text }) => [title, text])).toEqual([
    ["One <&>", "# One <&>\n\nThe *King* came.\n\n＊＊＊\n\n王子走了。\n"],
    ["二", "## 二\n\n完\n"],
  ]);
});

describe("the chapter titles of an export", () => {
  const text = "CHAPTER I.\nThe Tower\n\nIt rained.\n\nCHAPTER II.\nHe left.\nAt once.\n";

  it("those of plain text are translated, and are headings", async () => {
    const testEngine = engineForTests({ "b.txt": text });
    const view = testEngine.engine.bookView("b.txt", testEngine.caller);
    const words = new Map([
      ["CHAPTER I.", "# Kapitel 1"],
      ["The Tower", "Der\nTurm"],
      ["CHAPTER II.", "Kapitel 2"],
      ["He left.", "Er ging."],
    ]);
    const rows = [...(await view.rows("chapter-i")), ...(await view.rows("chapter-ii"))];
    for (const row of rows) if (words.has(row.text)) await view.translate(row.id, words.get(row.text) ?? "");
    const { chapters, files } = await view.exported();
    expect(chapters).toMatchObject([
      { title: "Kapitel 1 Der Turm", text: "# Kapitel 1 Der Turm\n\nIt rained.\n\n" },
      { title: "Kapitel 2", text: "# Kapitel 2\n\nEr ging.\nAt once.\n" },
    ]);
    expect(files[0]?.text).toContain("# Kapitel 1\nDer\nTurm\n\nIt rained.");
    await view.exportTo({ format: "epub", target: "/w/c.epub" });
    const back = await testEngine.call("list_chapters", { book: "c.epub" });
    expect(back.data).toMatchObject({
      title: "b",
      volumes: [{ chapters: [{ title: "Kapitel 1 Der Turm" }, { title: "Kapitel 2" }] }],
    });
    const opened = await testEngine.engine.bookView("c.epub", testEngine.caller).exported();
    expect(opened.chapters[0]?.text).toBe("# Kapitel 1 Der Turm\n\nIt rained.\n");
    await view.exportTo({ format: "docx", target: "/w/c.docx" });
    const word = await testEngine.store.read("/w/c.docx", { limit: 1e6 });
    const { "word/document.xml": xml } = unzipSync(word?.bytes ?? new Uint8Array());
    expect(strFromU8(xml ?? new Uint8Array())).toMatch(/"Heading1"\/>(?:(?!<\/w:p>).)*Kapitel 1 Der Turm/);
  });

  it("a heading below other words is translated too; without a translation the source is as it was", async () => {
    const testEngine = engineForTests({ "b/1.md": "*An epigraph.*\n\n# Rain\n\nIt rained.\n", "b/2.txt": "x\n\ny\n" });
    const view = testEngine.engine.bookView("b", testEngine.caller);
    const before = await view.exported();
    expect(before.chapters).toMatchObject([
      { title: "Rain", text: "*An epigraph.*\n\n# Rain\n\nIt rained.\n" },
      { title: "2", text: "x\n\ny\n" },
    ]);
    const heading = (await view.rows("1.md")).find((row) => row.text === "# Rain");
    await view.translate(heading?.id ?? "", "Regen");
    expect((await view.exported()).chapters[0]).toMatchObject({
      title: "Regen",
      text: "*An epigraph.*\n\n# Regen\n\nIt rained.\n",
    });
  });
});
