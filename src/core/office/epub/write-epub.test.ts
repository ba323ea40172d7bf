import { expect, test } from "vitest";
import type { EpubPlan } from "./epub-plan";
import { epubPackage } from "./write-epub";

const plan = (more: Partial<EpubPlan> = {}): EpubPlan => ({
  title: "T",
  authors: [],
  authorship: "",
  date: "",
  moment: "2026-01-02T00:00:00Z",
  lang: "en",
  identifier: "urn:uuid:1",
  contentsTitle: "Contents",
  chapters: [{ name: "c0001.xhtml", title: "One", xhtml: "<h1>One</h1>", hasMath: false }],
  contents: [],
  pictures: [],
  ...more,
});

const part = (name: string, more: Partial<EpubPlan> = {}) => String(epubPackage(plan(more)).get(name));

test("the type of an EPUB is its first part", () => {
  expect([...epubPackage(plan()).keys()].slice(0, 2)).toEqual(["mimetype", "META-INF/container.xml"]);
});

test("the package names authors, date and language, and everything that the EPUB contains", () => {
  const opf = part("book/book.opf", {
    title: "A & B",
    authors: ["Ada <x>", "Bo"],
    lang: "en-GB",
    authorship: 'Words by "You".',
    chapters: [{ name: "c0001.xhtml", title: "", xhtml: "", hasMath: true }],
    pictures: [{ name: "p0001.png", type: "image/png", bytes: new Uint8Array() }],
  });
  expect(opf).toContain("<dc:title>A &amp; B</dc:title>");
  expect(opf).toContain("<dc:creator>Ada &lt;x&gt;</dc:creator><dc:creator>Bo</dc:creator>");
  expect(opf).toContain("<dc:language>en-GB</dc:language>");
  expect(opf).toContain('<meta name="authorship" content="Words by &quot;You&quot;."/>');
  expect(part("book/book.opf", {})).not.toContain("authorship");
  expect(opf).toContain('href="c0001.xhtml" media-type="application/xhtml+xml" properties="mathml"/>');
  expect(opf).toContain('href="p0001.png" media-type="image/png"/>');
  expect(part("book/book.opf", { lang: "not a tag" })).toContain("<dc:language>und</dc:language>");
  expect(part("book/book.opf", { title: "שלום" })).toContain('page-progression-direction="rtl"');
});

test("the contents are nested as the headings are, also if a level is left out", () => {
  const entry = (level: number, title: string) => ({ level, title, address: `c0001.xhtml#${title}` });
  const nav = part("book/nav.xhtml", { contents: [entry(2, "a"), entry(4, "b"), entry(3, "c"), entry(2, "d")] });
  expect(nav.replace(/ href="[^"]*"/g, "")).toContain(
    "<ol><li><a>a</a><ol><li><a>b</a></li><li><a>c</a></li></ol></li><li><a>d</a></li></ol>",
  );
  expect(part("book/nav.xhtml")).toContain('<ol><li><a href="c0001.xhtml">One</a></li></ol>');
});

test("the title page has the title, its authors and the date as it is written", () => {
  const page = part("book/title.xhtml", { authors: ["Ada"], date: "Spring 2026" });
  expect(page).toContain('<h1 dir="auto">T</h1><p class="author" dir="auto">Ada</p><p class="date">Spring 2026</p>');
});
