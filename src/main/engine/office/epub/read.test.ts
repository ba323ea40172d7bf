import { expect, it } from "vitest";
import { packageOf } from "../package/packages.fixture";
import { readEpub } from "./read";

const container = `<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;

const page = (body: string): string =>
  `<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>no</title><style>p{}</style></head><body>${body}</body></html>`;

/** A small EPUB whose documents have these bodies, in this reading order. */
const epubOf = (bodies: Record<string, string>, title = "书"): Uint8Array => {
  const names = Object.keys(bodies);
  const items = names.map(
    (name, index) => `<item id="i${index}" href="${encodeURI(name)}" media-type="application/xhtml+xml"/>`,
  );
  const order = names.map((_, index) => `<itemref idref="i${index}"/>`);
  return packageOf({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": container,
    "OEBPS/a.opf": `<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>${items.join("")}</manifest><spine><itemref idref="nav"/>${order.join("")}</spine></package>`,
    "OEBPS/nav.xhtml": page("<nav>Contents</nav>"),
    ...Object.fromEntries(names.map((name) => [`OEBPS/${name}`, page(bodies[name] ?? "")])),
  });
};

it("the reading order becomes chapters of headings and paragraphs, without content that is not text", () => {
  const bytes = epubOf({
    "z 一.xhtml":
      "<h1>第<br/>一章</h1>\n<p>他说：<b>早</b>。</p><div>  Loose &nbsp;text <p>inside</p> after</div><hr/><p><ruby>漢<rt>かん</rt></ruby>字</p>",
    "cover.xhtml": "<img src='x.png'/>",
    "a.xhtml": "<p>one<br/>two</p><ul><li>x &amp; &mdash; &unknown; &notit; &Aacute;</li></ul>",
  });
  expect(readEpub(bytes, "b.epub")).toEqual({
    title: "书",
    chapters: [
      {
        path: "OEBPS/z 一.xhtml",
        title: "第 一章",
        text: "# 第 <x1/>一章\n\n他说：**早**。\n\nLoose \u00a0text\n\ninside\n\nafter\n\n***\n\n漢字\n",
        plain: "# 第 一章\n\n他说：早。\n\nLoose \u00a0text\n\ninside\n\nafter\n\n***\n\n漢字\n",
      },
      {
        path: "OEBPS/a.xhtml",
        title: null,
        text: "one\ntwo\n\nx & — &unknown; &notit; Á\n",
        plain: "one\ntwo\n\nx & — &unknown; &notit; Á\n",
      },
    ],
  });
});

it("a file that is not an EPUB, or is damaged, is rejected with a sentence", () => {
  expect(() => readEpub(Buffer.from("no zip"), "b.epub")).toThrow("b.epub cannot be read");
  expect(() => readEpub(packageOf({ a: "b" }), "b.epub")).toThrow("it has no package document");
  expect(() => readEpub(epubOf({ "a.xhtml": "<p>unclosed" }), "b.epub")).toThrow("cannot be read as an EPUB");
  const bomb = page("<p>&lol;</p>").replace(/<!DOCTYPE[^>]*>/, '<!DOCTYPE html [<!ENTITY lol "lol">]>');
  const bytes = packageOf({
    "META-INF/container.xml": container,
    "OEBPS/a.opf": `<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="i" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="i"/></spine></package>`,
    "OEBPS/a.xhtml": bomb,
  });
  expect(() => readEpub(bytes, "b.epub")).toThrow("cannot be read as an EPUB");
});
