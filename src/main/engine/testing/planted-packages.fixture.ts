import {
  docxOf,
  long,
  odsOf,
  type PlantedFile,
  relation,
  row,
  shape,
  times,
  workbookOf,
  zipped,
} from "./planted-files.fixture";
import { lyingZip } from "./planted-zip.fixture";

const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const megabytes = (count: number, fill = " "): Buffer => Buffer.alloc(count * 1024 * 1024, fill);
const paragraph = "<w:p><w:r><w:t>word</w:t></w:r></w:p>";
const documentOf = (body: string, before = ""): string =>
  `<?xml version="1.0"?>${before}<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`;

/** The parts of a Word document, for an archive written by hand. */
const parts = (document: string | Uint8Array) => [
  {
    name: "[Content_Types].xml",
    data: Buffer.from(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`),
  },
  {
    name: "_rels/.rels",
    data: Buffer.from(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation("r1", "officeDocument", "word/document.xml")}</Relationships>`,
    ),
  },
  { name: "word/document.xml", data: typeof document === "string" ? Buffer.from(document) : document },
];

const lol = times(12, (at) => `<!ENTITY e${at} "${at === 1 ? "lol" : `&e${at - 1};`.repeat(10)}">`);

const container = `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;

/** An EPUB of these pages, whose spine lists each of them several times. */
function epubOf(pages: readonly string[], { listed = 1, more = "" } = {}): Uint8Array {
  const items = pages.map((_, at) => `<item id="i${at}" href="${at}.xhtml" media-type="application/xhtml+xml"/>`);
  const spine = pages.map((_, at) => `<itemref idref="i${at}"/>`.repeat(listed));
  return zipped({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": container,
    "a.opf": `<package xmlns="http://www.idpf.org/2007/opf"><manifest>${items.join("")}${more}</manifest><spine>${spine.join("")}</spine></package>`,
    ...Object.fromEntries(
      pages.map((page, at) => [
        `${at}.xhtml`,
        `<html xmlns="http://www.w3.org/1999/xhtml"><body>${page}</body></html>`,
      ]),
    ),
  });
}

/** Packages whose archive or parts are hostile. */
export const plantedPackages: readonly PlantedFile[] = [
  { name: "bomb.docx", what: "a part of 300 MB of one letter", bytes: () => lyingZip(parts(megabytes(300, "a"))) },
  {
    name: "many-bombs.docx",
    what: "forty parts of 20 MB each",
    bytes: () =>
      lyingZip([
        ...parts(documentOf(paragraph)),
        ...Array.from({ length: 40 }, (_, at) => ({ name: `word/${at}.xml`, data: megabytes(20) })),
      ]),
  },
  {
    name: "overlapping.xlsx",
    what: "20,000 entries that are the same 10 MB",
    bytes: () => lyingZip([...parts(documentOf(paragraph)), { name: "x.xml", data: megabytes(10), times: 20_000 }]),
  },
  {
    name: "lying-size.docx",
    what: "a part of 200 MB that says it has 100 bytes",
    bytes: () => lyingZip(parts(megabytes(200)).map((part) => ({ ...part, size: 100 }))),
  },
  {
    name: "duplicate.docx",
    what: "two parts of one name",
    bytes: () => lyingZip([...parts(documentOf(paragraph)), ...parts(documentOf(`${paragraph}${paragraph}`)).slice(2)]),
  },
  {
    name: "wrong-directory.docx",
    what: "a directory that begins beyond the archive",
    bytes: () => lyingZip(parts(documentOf(paragraph)), { directoryAt: 0x7fffffff }),
  },
  {
    name: "entries.xlsx",
    what: "60,000 entries of nothing",
    bytes: () => lyingZip([...parts(documentOf(paragraph)), { name: "n", data: Buffer.alloc(0), times: 60_000 }]),
  },
  {
    name: "climbing.docx",
    what: "parts with names that climb out of the archive",
    bytes: () =>
      lyingZip([
        ...parts(documentOf(paragraph)),
        ...["../../evil.md", "/etc/evil", "..\\evil", "C:\\evil", "con\0.xml"].map((name) => ({
          name,
          data: Buffer.from("evil"),
        })),
      ]),
  },
  {
    name: "attributes.docx",
    what: "an element with 300,000 attributes",
    bytes: () => docxOf(`<w:p ${times(300_000, (at) => `a${at}="${at}" `)}><w:r><w:t>word</w:t></w:r></w:p>`),
  },
  {
    name: "entities.docx",
    what: "entities of entities of entities",
    bytes: () => lyingZip(parts(documentOf(`<w:p><w:r><w:t>&e12;</w:t></w:r></w:p>`, `<!DOCTYPE d [${lol}]>`))),
  },
  {
    name: "external.docx",
    what: "an entity that is a file without end",
    bytes: () =>
      lyingZip(
        parts(
          documentOf(`<w:p><w:r><w:t>&e;</w:t></w:r></w:p>`, `<!DOCTYPE d [<!ENTITY e SYSTEM "file:///dev/zero">]>`),
        ),
      ),
  },
  {
    name: "deep.docx",
    what: "elements 200,000 deep",
    bytes: () =>
      docxOf(
        `<w:p>${"<w:smartTag>".repeat(200_000)}<w:r><w:t>word</w:t></w:r>${"</w:smartTag>".repeat(200_000)}</w:p>`,
      ),
  },
  {
    name: "comments.docx",
    what: "200,000 comments and pieces of raw text that never end",
    bytes: () => docxOf(`${paragraph}${"<!-- <![CDATA[ <? ".repeat(200_000)}`),
  },
  {
    name: "unclosed.docx",
    what: "a million elements that are never closed",
    bytes: () => docxOf("<w:p>".repeat(1_000_000)),
  },
  {
    name: "runs.docx",
    what: "a paragraph of 300,000 runs",
    bytes: () => docxOf(`<w:p>${"<w:r><w:rPr><w:b/></w:rPr><w:t>word </w:t></w:r>".repeat(300_000)}</w:p>`),
  },
  {
    name: "layouts.pptx",
    what: "5,000 layouts that refer to each other",
    bytes: () => {
      const list = (type: string, target: (at: number) => string) =>
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${times(5_000, (at) => relation(`r${at}`, type, target(at)))}</Relationships>`;
      const spaces = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`;
      const layouts = Array.from({ length: 5_000 }, (_, at) => [
        [
          `ppt/slideLayouts/slideLayout${at + 1}.xml`,
          `<p:sldLayout ${spaces}><p:cSld><p:spTree/></p:cSld></p:sldLayout>`,
        ],
        [
          `ppt/slideLayouts/_rels/slideLayout${at + 1}.xml.rels`,
          `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation("r1", "slideLayout", `slideLayout${((at + 1) % 5_000) + 1}.xml`)}</Relationships>`,
        ],
      ]).flat();
      return zipped({
        "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
        "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation("r1", "officeDocument", "ppt/presentation.xml")}</Relationships>`,
        "ppt/presentation.xml": `<p:presentation ${spaces}><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>`,
        "ppt/_rels/presentation.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation("r1", "slide", "slides/slide1.xml")}</Relationships>`,
        "ppt/slides/slide1.xml": `<p:sld ${spaces}><p:cSld><p:spTree>${shape("word")}</p:spTree></p:cSld></p:sld>`,
        "ppt/slides/_rels/slide1.xml.rels": list("slideLayout", (at) => `../slideLayouts/slideLayout${at}.xml`),
        ...Object.fromEntries(layouts),
      });
    },
  },
  {
    name: "itself.docx",
    what: "a package whose document is its list of relations",
    bytes: () =>
      lyingZip([
        ...parts(documentOf(paragraph)).slice(0, 1),
        {
          name: "_rels/.rels",
          data: Buffer.from(
            `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation("r1", "officeDocument", "_rels/.rels")}</Relationships>`,
          ),
        },
      ]),
  },
  {
    name: "columns.ods",
    what: "repeats of 2,147,483,647 columns in as many rows",
    bytes: () =>
      odsOf(
        `<table:table-row table:number-rows-repeated="2147483647"><table:table-cell office:value-type="string" table:number-columns-repeated="2147483647"><text:p>word</text:p></table:table-cell></table:table-row>`,
      ),
  },
  {
    name: "rich.xlsx",
    what: "a shared string of 200,000 runs that 5,000 cells refer to",
    bytes: () =>
      workbookOf(
        times(5_000, (at) => row(at, `<c r="A${at}" t="s"><v>0</v></c>`)),
        { strings: [`</t>${"<r><t>word </t></r>".repeat(200_000)}<t>`] },
      ),
  },
  {
    name: "far.xlsx",
    what: "cells in rows and columns that no sheet has",
    bytes: () =>
      workbookOf(times(2_000, (at) => `<row r="${at * 2 ** 40}"><c r="ZZZZZZZZ${at * 2 ** 40}"><v>1</v></c></row>`)),
  },
  {
    name: "chapters.epub",
    what: "an EPUB that lists one page 100,000 times",
    bytes: () => epubOf([`<h1>One</h1><p>${long(10_000)}</p>`], { listed: 100_000 }),
  },
  {
    name: "pages.epub",
    what: "an EPUB of 5,000 pages with their own contents in the order",
    bytes: () =>
      epubOf(
        Array.from({ length: 5_000 }, (_, at) => `<h1>${at}</h1><p>word</p>`),
        { more: `<item id="nav" href="0.xhtml" properties="nav" media-type="application/xhtml+xml"/>` },
      ),
  },
  {
    name: "deep.epub",
    what: "an EPUB with elements 100,000 deep",
    bytes: () => epubOf([`${"<div>".repeat(100_000)}<p>word</p>${"</div>".repeat(100_000)}`]),
  },
];
