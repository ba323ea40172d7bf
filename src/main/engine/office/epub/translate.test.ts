import fc from "fast-check";
import { expect, it } from "vitest";
import { fewer } from "../../../../core/text/texts.fixture";
import { readPart } from "../package/package-parts";
import { packageOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";
import { documentParts } from "./document-segments";
import { translatedContent } from "./inline-marks";
import { readEpub } from "./read";
import { translateEpub } from "./translate";

const container = `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b/a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;
const page = (body: string): string =>
  `<?xml version="1.0"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>t</title></head><body>${body}</body></html>`;
const notes = page('<p id="n1">A note.</p>');

const epubWith = (body: string): Uint8Array =>
  packageOf({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": container,
    "b/a.opf": `<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Tower</dc:title><dc:creator>A. Keeper</dc:creator><dc:language>en</dc:language></metadata><manifest><item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/><item id="x" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/><item id="m" href="notes.xhtml" media-type="application/xhtml+xml"/></manifest><spine toc="x"><itemref idref="c"/><itemref idref="m" linear="no"/></spine></package>`,
    "b/nav.xhtml": page(
      '<nav><ol><li><a href="c.xhtml">The Tower</a></li><li><a href="notes.xhtml">Notes</a></li></ol></nav>',
    ),
    "b/toc.ncx": `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>The Tower</text></navLabel></navPoint></navMap></ncx>`,
    "b/c.xhtml": page(body),
    "b/notes.xhtml": notes,
    "b/style.css": "p { color: red }",
  });

const body = `<h1 class="t">The <i>Tower</i></h1>
<p>The keeper<a href="notes.xhtml#n1"><sup>1</sup></a> lit&nbsp;the <b class="k">lamp</b> &amp; <a href="https://x.example">waited</a>.<br/>Nobody came.</p>
<p><img src="h.png" alt="Harbour"/></p><table><tr><td>Oil</td></tr></table>`;

const texts = (bytes: Uint8Array) => readEpub(bytes, "b.epub").chapters.map(({ text }) => text.split("\n"));
const translated = (bytes: Uint8Array, lines: Readonly<Record<number, string>>, language = "fr") =>
  translateEpub(bytes, "b.epub", {
    language,
    documents: [
      {
        path: "b/c.xhtml",
        lines: Object.entries(lines).map(([line, text]) => ({ line: Number(line), lines: 1, text })),
      },
    ],
  });
const partOf = (bytes: Uint8Array, name: string) => readPart(openZip(Buffer.from(bytes), "b.epub"), name);

it("inline elements are marks in the text; notes out of the reading order are read too", () => {
  expect(texts(epubWith(body))).toEqual([
    ["# The *Tower*", "", "The keeper<x1/> lit\u00a0the **lamp** & <g2>waited</g2>.", "Nobody came.", "", "Oil", ""],
    ["A note.", ""],
  ]);
});

it("a translation keeps elements, images, tables and styles; contents lists, title and language follow; other parts are the same", () => {
  const source = epubWith(body);
  const result = translated(source, {
    0: "# La *Tour*",
    2: "Le gardien<x1/> alluma la **lampe** et <g2>attendit</g2>.",
    5: "Huile",
  });
  expect(partOf(result, "b/c.xhtml")).toBe(
    page(`<h1 class="t">La <i>Tour</i></h1>
<p>Le gardien<a href="notes.xhtml#n1"><sup>1</sup></a> alluma la <b class="k">lampe</b> et <a href="https://x.example">attendit</a>.<br/>Nobody came.</p>
<p><img src="h.png" alt="Harbour"/></p><table><tr><td>Huile</td></tr></table>`).replace(
      ' lang="en">',
      ' lang="fr" xml:lang="fr">',
    ),
  );
  expect(partOf(result, "b/nav.xhtml")).toContain(
    '<a href="c.xhtml">La Tour</a></li><li><a href="notes.xhtml">Notes</a>',
  );
  expect(partOf(result, "b/toc.ncx")).toContain("<text>La Tour</text>");
  expect(partOf(result, "b/a.opf")).toContain(
    "<dc:title>La Tour</dc:title><dc:creator>A. Keeper</dc:creator><dc:language>fr<",
  );
  expect(partOf(result, "b/notes.xhtml")).toBe(notes);
  expect(partOf(translated(source, { 0: "# برج" }, "ar"), "b/c.xhtml")).toContain('lang="ar" xml:lang="ar" dir="rtl"');
  expect(Buffer.compare(translated(source, {}, ""), source)).toBe(0);
});

it("what a translation loses or invents: a note's mark is kept, a tag is text, an unknown mark is left out", () => {
  const result = partOf(
    translated(epubWith(body), { 2: "<script>x</script> *a* **b <g9>c</g9> <g2>d <x7/>2 < 3 \\*e\\*" }),
    "b/c.xhtml",
  );
  expect(result).toContain(
    '<p>&lt;script&gt;x&lt;/script&gt; <em>a</em> **b c d 2 &lt; 3 *e*<a href="notes.xhtml#n1"><sup>1</sup></a><br/>Nobody came.</p>',
  );
});

it("spans around every run, as some programs write them, have no marks, and stay around the words", () => {
  const runs = '<p><span class="a">One </span><span class="b">two</span><span class="a"> three and four</span></p>';
  expect(texts(epubWith(runs))[0]).toEqual(["One <g1>two</g1> three and four", ""]);
  expect(partOf(translated(epubWith(runs), { 0: "Un <g1>deux</g1>" }), "b/c.xhtml")).toContain(
    '<p><span class="a">Un </span><span class="b">deux</span></p>',
  );
});

const inline: fc.Memo<string> = fc.memo((depth) => {
  const text = fc.stringMatching(/^[a-c*<&\\ ]{0,6}$/).map((each) => each.replace(/&/g, "&amp;").replace(/</g, "&lt;"));
  if (depth <= 1) return text;
  const element = fc
    .tuple(fc.constantFrom("i", "b", "em", "a", "span", "sup", "code"), fc.array(inline(depth - 1), { maxLength: 3 }))
    .map(([name, inside]) => `<${name}>${inside.join("")}</${name}>`);
  return fc.oneof(text, element, fc.constantFrom("<br/>", "<img/>"));
});

it("marks that come back as they were give the same words", () => {
  const shown = (xml: string) =>
    documentParts(xml).flatMap((part) => (part.kind === "segment" ? part.segment.lines.map(({ plain }) => plain) : []));
  fc.assert(
    fc.property(fc.array(inline(3), { maxLength: 5 }), (pieces) => {
      const xml = `<p xmlns="http://www.w3.org/1999/xhtml">${pieces.join("")}</p>`;
      let result = xml;
      for (const part of documentParts(xml).reverse()) {
        if (part.kind !== "segment") continue;
        const { from, to, lines } = part.segment;
        const same = new Map(lines.map(({ marked }, at) => [at, marked]));
        result = result.slice(0, from) + translatedContent(xml, part.segment, same) + result.slice(to);
      }
      expect(shown(result)).toEqual(shown(xml));
    }),
    fewer(300),
  );
});
