import { escapedAttribute, escapedText } from "../../../../core/text/escape-xml";
import { newPackage } from "../package/package-writer";
import { type TextBlock, type TextRun, textBlocks } from "../text/text-blocks";

/** A book to write as an EPUB; `text` is Markdown. */
export type EpubBook = {
  title: string;
  /** A language tag such as `en`; `und` if it is unknown. */
  language: string;
  /** Identifies the book; the same book always has the same one. */
  identifier: string;
  chapters: readonly { title: string; volume: string; text: string }[];
};

const declaration = `<?xml version="1.0" encoding="UTF-8"?>\n`;
const style = `body{line-height:1.5}h1,h2,h3{line-height:1.25}p{margin:0 0 .6em}pre{white-space:pre-wrap}hr{border:0;text-align:center}hr:before{content:"* * *"}table{border-collapse:collapse}td{border:1px solid;padding:.2em .4em}`;

/** Creates an EPUB 3, with a document for each chapter and a table of contents by volume. */
export function createEpub({ title, language, identifier, chapters }: EpubBook): Uint8Array {
  const names = chapters.map((_, index) => `c${String(index + 1).padStart(4, "0")}`);
  const items = names.map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`);
  const tag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(language) ? language : "und";
  const page = (head: string, body: string): string =>
    `${declaration}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${tag}" lang="${tag}"><head><title>${escapedText(head)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head><body>${body}</body></html>`;
  const parts: Record<string, string> = {
    mimetype: "application/epub+zip",
    "META-INF/container.xml": `${declaration}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    "book/book.opf": `${declaration}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">${escapedText(identifier)}</dc:identifier><dc:title>${escapedText(title)}</dc:title><dc:language>${tag}</dc:language><meta property="dcterms:modified">2000-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/><item id="style" href="style.css" media-type="text/css"/>${items.join("")}</manifest><spine>${names.map((name) => `<itemref idref="${name}"/>`).join("")}</spine></package>`,
    "book/nav.xhtml": page(
      title,
      `<nav epub:type="toc"><h1>${escapedText(title)}</h1>${contentsOf(chapters, names)}</nav>`,
    ),
    "book/style.css": style,
  };
  for (const [index, chapter] of chapters.entries())
    parts[`book/${names[index]}.xhtml`] = page(chapter.title, bodyOf(textBlocks(chapter.text)) || "<p></p>");
  return newPackage(new Map(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)])));
}

function contentsOf(chapters: EpubBook["chapters"], names: readonly string[]): string {
  let list = "";
  let volume = "";
  for (const [index, chapter] of chapters.entries()) {
    if (chapter.volume !== volume) {
      if (volume !== "") list += "</ol></li>";
      if (chapter.volume !== "") list += `<li><span>${escapedText(chapter.volume)}</span><ol>`;
      volume = chapter.volume;
    }
    list += `<li><a href="${names[index]}.xhtml">${escapedText(chapter.title || `${index + 1}`)}</a></li>`;
  }
  return `<ol>${list}${volume === "" ? "" : "</ol></li>"}</ol>`;
}

function bodyOf(blocks: readonly TextBlock[]): string {
  let body = "";
  const lists: string[] = [];
  const closeTo = (depth: number): void => {
    while (lists.length > depth) body += `</li></${lists.pop()}>`;
  };
  for (const block of blocks) {
    if (block.kind !== "item") closeTo(0);
    switch (block.kind) {
      case "heading":
        body += `<h${block.level}>${runsOf(block.runs)}</h${block.level}>`;
        break;
      case "paragraph":
        body += `<p>${runsOf(block.runs)}</p>`;
        break;
      case "item": {
        const depth = block.level + 1;
        const kind = block.ordered ? "ol" : "ul";
        closeTo(depth);
        if (lists.length === depth && lists.at(-1) !== kind) closeTo(depth - 1);
        if (lists.length === depth) body += "</li>";
        while (lists.length < depth) {
          // A skipped level needs an item to hold the nested list.
          if (lists.length > 0 && body.endsWith(`<${lists.at(-1)}>`)) body += "<li>";
          lists.push(kind);
          body += `<${kind}>`;
        }
        body += `<li>${runsOf(block.runs)}`;
        break;
      }
      case "code":
        body += `<pre><code>${escapedText(block.text)}</code></pre>`;
        break;
      case "table":
        body += `<table>${block.rows.map((row) => `<tr>${row.map((cell) => `<td>${runsOf(cell)}</td>`).join("")}</tr>`).join("")}</table>`;
        break;
      case "rule":
        body += "<hr/>";
        break;
    }
  }
  closeTo(0);
  return body;
}

const runsOf = (runs: readonly TextRun[]): string =>
  runs
    .map(({ text, bold, italic, strike, code, link }) => {
      let shown = escapedText(text).replaceAll("\n", "<br/>");
      if (code) shown = `<code>${shown}</code>`;
      if (strike) shown = `<s>${shown}</s>`;
      if (italic) shown = `<i>${shown}</i>`;
      if (bold) shown = `<b>${shown}</b>`;
      // Links never lead to a program.
      return link !== undefined && /^(?:https?:|mailto:|#)/i.test(link)
        ? `<a href="${escapedAttribute(link)}">${shown}</a>`
        : shown;
    })
    .join("");
