import { createHash } from "node:crypto";
import { escapedText } from "../../../../core/text/escape-xml";
import { newPackage } from "../package/package-writer";
import { chapterXhtml } from "./chapter-xhtml";

/** A book to write as an EPUB; `text` is Markdown. */
export type EpubBook = {
  title: string;
  /** A language tag such as `en`; `und` if it is unknown. */
  language: string;
  /** Identifies the book; the same book always has the same one. */
  identifier: string;
  chapters: readonly EpubSourceChapter[];
  /** Added to the style sheet. */
  style?: string;
};

/** `images` are the bytes of its images by their address in the text; others are left out, and their description is shown. */
export type EpubSourceChapter = {
  title: string;
  volume: string;
  text: string;
  images?: ReadonlyMap<string, Uint8Array>;
};

const declaration = `<?xml version="1.0" encoding="UTF-8"?>\n`;
const style = `body{line-height:1.5}h1,h2,h3{line-height:1.25}p{margin:0 0 .6em}pre{white-space:pre-wrap}hr{border:0;text-align:center}hr:before{content:"* * *"}table{border-collapse:collapse}th,td{border:1px solid;padding:.2em .4em}img{max-width:100%}blockquote{margin:.6em 1.5em}.footnotes{font-size:.9em}`;

/** Creates an EPUB 3, with a document for each chapter and a table of contents by volume. */
export function createEpub({ title, language, identifier, chapters, style: ownStyle = "" }: EpubBook): Uint8Array {
  const names = chapters.map((_, index) => `c${String(index + 1).padStart(4, "0")}`);
  const items = names.map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`);
  const tag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(language) ? language : "und";
  const page = (head: string, body: string): string =>
    `${declaration}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${tag}" lang="${tag}"><head><title>${escapedText(head)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head><body>${body}</body></html>`;
  const images = imageFiles(chapters);
  const parts: Record<string, string> = {
    mimetype: "application/epub+zip",
    "META-INF/container.xml": `${declaration}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    "book/book.opf": `${declaration}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">${escapedText(identifier)}</dc:identifier><dc:title>${escapedText(title)}</dc:title><dc:language>${tag}</dc:language><meta property="dcterms:modified">2000-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/><item id="style" href="style.css" media-type="text/css"/>${items.join("")}${images.items.join("")}</manifest><spine>${names.map((name) => `<itemref idref="${name}"/>`).join("")}</spine></package>`,
    "book/nav.xhtml": page(
      title,
      `<nav epub:type="toc"><h1>${escapedText(title)}</h1>${contentsOf(chapters, names)}</nav>`,
    ),
    "book/style.css": style + ownStyle,
  };
  for (const [index, chapter] of chapters.entries()) {
    const fileOf = (address: string): string | null => images.fileOf(chapter.images?.get(address));
    parts[`book/${names[index]}.xhtml`] = page(chapter.title, chapterXhtml(chapter.text, fileOf) || "<p></p>");
  }
  const texts = Object.entries(parts).map(([name, text]): [string, Uint8Array] => [name, Buffer.from(text)]);
  return newPackage(new Map([...texts, ...images.parts]));
}

/** The images of all chapters, each picture once. */
function imageFiles(chapters: EpubBook["chapters"]): {
  items: string[];
  parts: [string, Uint8Array][];
  fileOf(bytes: Uint8Array | undefined): string | null;
} {
  const files = new Map<string, string>();
  const items: string[] = [];
  const parts: [string, Uint8Array][] = [];
  const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
  for (const bytes of chapters.flatMap(({ images }) => [...(images?.values() ?? [])])) {
    const kind = imageKind(bytes);
    const hash = hashOf(bytes);
    if (kind === null || files.has(hash)) continue;
    const name = `i${String(files.size + 1).padStart(4, "0")}`;
    const file = `images/${name}.${kind.ending}`;
    files.set(hash, file);
    items.push(`<item id="${name}" href="${file}" media-type="${kind.mediaType}"/>`);
    parts.push([`book/${file}`, bytes]);
  }
  return { items, parts, fileOf: (bytes) => (bytes === undefined ? null : (files.get(hashOf(bytes)) ?? null)) };
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

/** The kind of an image in an EPUB by its first bytes; null for any other file, and for an SVG with scripts or outside references. */
export function imageKind(bytes: Uint8Array): { mediaType: string; ending: string } | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString("latin1");
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return { mediaType: "image/png", ending: "png" };
  if (head.startsWith("\xff\xd8\xff")) return { mediaType: "image/jpeg", ending: "jpg" };
  if (/^GIF8[79]a/.test(head)) return { mediaType: "image/gif", ending: "gif" };
  if (/^RIFF....WEBP/s.test(head)) return { mediaType: "image/webp", ending: "webp" };
  const text = Buffer.from(bytes).toString("utf8");
  const isSvg = /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(text);
  const isPlain = !/<script|<foreignObject|\son\w+\s*=|<!DOCTYPE|(?:href|src)\s*=\s*["'](?!#)/i.test(text);
  return isSvg && isPlain ? { mediaType: "image/svg+xml", ending: "svg" } : null;
}
