import { directionOf } from "../../text/direction";
import { escapedAttribute, escapedText } from "../../text/escape-xml";
import type { EpubChapter, EpubPlan } from "./epub-plan";
import { epubStyles } from "./epub-styles";

const declaration = `<?xml version="1.0" encoding="UTF-8"?>\n`;

/**
 * The parts of an EPUB 3 by name, in the order of the package: a title page, the contents, the chapters, their pictures. The first part,
 * `mimetype`, has to be stored without compression.
 */
export function epubPackage(plan: EpubPlan): Map<string, string | Uint8Array> {
  const lang = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(plan.lang) ? plan.lang : "und";
  const parts = new Map<string, string | Uint8Array>([
    ["mimetype", "application/epub+zip"],
    [
      "META-INF/container.xml",
      `${declaration}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    ],
    ["book/book.opf", packageXml(plan, lang)],
    ["book/title.xhtml", pageXml(plan.title, titlePage(plan), lang)],
    ["book/nav.xhtml", pageXml(plan.contentsTitle, navigation(plan), lang)],
    ["book/style.css", epubStyles],
  ]);
  for (const { name, title, xhtml } of plan.chapters)
    parts.set(`book/${name}`, pageXml(title || plan.title, xhtml === "" ? "<p></p>" : xhtml, lang));
  for (const { name, bytes } of plan.pictures) parts.set(`book/${name}`, bytes);
  return parts;
}

function packageXml(
  { title, authors, moment, identifier, authorship, chapters, pictures }: EpubPlan,
  lang: string,
): string {
  const metadata = [
    `<dc:identifier id="id">${escapedText(identifier)}</dc:identifier>`,
    `<dc:title>${escapedText(title || "—")}</dc:title>`,
    `<dc:language>${lang}</dc:language>`,
    ...authors.map((author) => `<dc:creator>${escapedText(author)}</dc:creator>`),
    `<dc:date>${escapedText(moment)}</dc:date>`,
    `<meta property="dcterms:modified">${escapedText(moment)}</meta>`,
    ...(authorship === "" ? [] : [`<meta name="authorship" content="${escapedAttribute(authorship)}"/>`]),
  ];
  const item = (id: string, href: string, type: string, properties = "") =>
    `<item id="${id}" href="${escapedAttribute(href)}" media-type="${escapedAttribute(type)}"${properties && ` properties="${properties}"`}/>`;
  const page = "application/xhtml+xml";
  const items = [
    item("title", "title.xhtml", page),
    item("nav", "nav.xhtml", page, "nav"),
    item("style", "style.css", "text/css"),
    ...chapters.map(({ name, hasMath }, index) => item(`c${index + 1}`, name, page, hasMath ? "mathml" : "")),
    ...pictures.map(({ name, type }, index) => item(`p${index + 1}`, name, type)),
  ];
  const spine = ["title", "nav", ...chapters.map((_, index) => `c${index + 1}`)].map(
    (id) => `<itemref idref="${id}"/>`,
  );
  const direction = directionOf(title) === "rtl" ? ` page-progression-direction="rtl"` : "";
  return `${declaration}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${lang}"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata.join("")}</metadata><manifest>${items.join("")}</manifest><spine${direction}>${spine.join("")}</spine></package>`;
}

const pageXml = (title: string, body: string, lang: string): string =>
  `${declaration}<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${lang}" lang="${lang}"><head><title>${escapedText(title || "—")}</title><link rel="stylesheet" type="text/css" href="style.css"/></head><body>${body}</body></html>`;

function titlePage({ title, authors, date }: EpubPlan): string {
  const names = authors.map((author) => `<p class="author" dir="auto">${escapedText(author)}</p>`).join("");
  const day = date === "" ? "" : `<p class="date">${escapedText(date)}</p>`;
  return `<section class="title-page" epub:type="titlepage"><h1 dir="auto">${escapedText(title)}</h1>${names}${day}</section>`;
}

/** The contents as nested lists; without headings, the chapters themselves. */
function navigation({ title, contentsTitle, contents, chapters }: EpubPlan): string {
  const entries =
    contents.length > 0
      ? contents
      : chapters.map((chapter: EpubChapter) => ({ level: 1, title: chapter.title || title, address: chapter.name }));
  const open: number[] = [];
  let list = "";
  for (const { level, title: name, address } of entries) {
    while (open.length > 1 && level <= (open.at(-2) ?? 0)) {
      list += "</li></ol>";
      open.pop();
    }
    if (open.length === 0 || level > (open.at(-1) ?? 0)) {
      list += "<ol>";
      open.push(level);
    } else {
      list += "</li>";
      open[open.length - 1] = level;
    }
    list += `<li><a href="${escapedAttribute(address)}">${escapedText(name.trim() || "—")}</a>`;
  }
  list += "</li></ol>".repeat(open.length);
  return `<nav epub:type="toc" id="toc"><h1>${escapedText(contentsTitle)}</h1>${list}</nav>`;
}
