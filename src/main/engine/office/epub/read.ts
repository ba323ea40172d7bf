import { posix } from "node:path";
import { ToolError } from "../../ports/tool-error";
import { readPart } from "../package/package-parts";
import { scanXml, XmlError } from "../package/scan-xml";
import { openZip, type ZipPackage } from "../package/zip";

/** An e-book: the documents of its reading order, each as Markdown headings and paragraphs. */
export type EpubText = {
  /** The title in the package; null if it has none. */
  title: string | null;
  chapters: { /** The document's path in the package. */ path: string; title: string | null; text: string }[];
};

const prefixes = {
  "urn:oasis:names:tc:opendocument:xmlns:container": "c",
  "http://www.idpf.org/2007/opf": "opf",
  "http://purl.org/dc/elements/1.1/": "dc",
  "http://www.w3.org/1999/xhtml": "h",
};

/** Reads an EPUB 2 or 3. Skips documents without text and those outside the reading order. Rejects damaged packages and zip bombs. */
export function readEpub(bytes: Uint8Array, name: string): EpubText {
  try {
    const zip = openZip(bytes, name);
    const opf = packageFile(zip);
    if (opf === null) throw new XmlError("it has no package document");
    const { title, documents } = readingOrder(opf.xml, posix.dirname(opf.path));
    const chapters = documents.flatMap((path) => {
      const part = readPart(zip, path);
      const found = part === null ? null : readDocument(part);
      return found === null || found.text === "" ? [] : [{ path, ...found }];
    });
    return { title, chapters };
  } catch (error) {
    const isDamaged = error instanceof XmlError || (error instanceof ToolError && error.code === "unsupported");
    if (!isDamaged) throw error;
    const why = error.message.replace(/^.*cannot be read as an Office package: /, "");
    throw new ToolError("unsupported", `${name} cannot be read as an EPUB: ${why}`, {
      hint: "A copy-protected book cannot be read; to repair another one, save it again in an EPUB editor.",
    });
  }
}

function packageFile(zip: ZipPackage): { path: string; xml: string } | null {
  let path: string | null = null;
  const container = readPart(zip, "META-INF/container.xml");
  if (container === null) return null;
  scan(container, (name, attribute) => {
    if (name === "c:rootfile") path ??= attribute("full-path");
  });
  const xml = path === null ? null : readPart(zip, path);
  return path === null || xml === null ? null : { path, xml };
}

function readingOrder(xml: string, folder: string): { title: string | null; documents: string[] } {
  const items = new Map<string, { path: string; isText: boolean }>();
  const documents = new Set<string>();
  let title: string | null = null;
  let isTitle = false;
  scanXml(withoutDoctype(xml), prefixes, {
    open(name, tag) {
      if (name === "dc:title" && title === null) {
        isTitle = true;
        title = "";
      }
      if (name === "opf:item") {
        const href = (tag.attribute("href") ?? "").replace(/#.*$/, "");
        const isNavigation = (tag.attribute("properties") ?? "").split(" ").includes("nav");
        const isText = /xhtml|html/.test(tag.attribute("media-type") ?? "") && !isNavigation;
        items.set(tag.attribute("id") ?? "", { path: posix.join(folder, decoded(href)), isText });
      }
      if (name === "opf:itemref" && tag.attribute("linear") !== "no") {
        const item = items.get(tag.attribute("idref") ?? "");
        if (item?.isText) documents.add(item.path);
      }
    },
    close(name) {
      if (name === "dc:title") isTitle = false;
    },
    text(text) {
      if (isTitle) title = (title ?? "") + text;
    },
  });
  const collapsed = (title ?? "").replace(/\s+/g, " ").trim();
  return { title: collapsed === "" ? null : collapsed, documents: [...documents] };
}

const blocks = new Set(
  "address article aside blockquote body caption dd details div dl dt figcaption figure footer header li main ol p pre section summary table tbody td th thead tr ul".split(
    " ",
  ),
);
/** Elements that are not part of the book's text, and the pronunciations above ideographs. */
const unread = new Set("head script style template rt rp svg math".split(" "));

/** A document as Markdown: each block is a paragraph with blank lines around it; a line break in a block starts a new line. */
function readDocument(xml: string): { title: string | null; text: string } {
  const written: string[] = [];
  let title: string | null = null;
  let lines = [""];
  let level = 0;
  let hidden = 0;
  const finish = (): void => {
    const shown = lines
      .map((line) => line.replace(/[ \t\r\n\f]+/g, " ").replace(/^ | $/g, ""))
      .filter((line) => line !== "");
    lines = [""];
    if (shown.length === 0) return;
    if (level > 0) title ??= shown.join(" ");
    written.push(level > 0 ? `${"#".repeat(level)} ${shown.join(" ")}` : shown.join("\n"));
  };
  scanXml(withPlainEntities(withoutDoctype(xml)), prefixes, {
    open(name) {
      const element = name.replace(/^h:/, "");
      if (unread.has(element)) hidden++;
      if (hidden > 0) return;
      const heading = /^h([1-6])$/.exec(element)?.[1];
      if (heading !== undefined || blocks.has(element)) finish();
      if (heading !== undefined) level = Number(heading);
      if (element === "br") lines.push("");
      if (element === "hr") {
        finish();
        written.push("***");
      }
    },
    close(name) {
      const element = name.replace(/^h:/, "");
      if (unread.has(element)) hidden--;
      else if (hidden === 0 && (blocks.has(element) || /^h[1-6]$/.test(element))) {
        finish();
        if (/^h[1-6]$/.test(element)) level = 0;
      }
    },
    text(text) {
      if (hidden === 0) lines.push((lines.pop() ?? "") + text);
    },
  });
  finish();
  return { title, text: written.map((block) => `${block}\n`).join("\n") };
}

/** Removes a document type that refers to the well-known entities. One that declares its own entities is kept, and then rejected. */
const withoutDoctype = (xml: string): string => xml.replace(/<!DOCTYPE[^[\]>]*>/i, "");

const entities: Record<string, string> = {
  nbsp: "\u00a0",
  mdash: "—",
  ndash: "–",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  copy: "©",
  reg: "®",
  middot: "·",
  bull: "•",
  times: "×",
  deg: "°",
  eacute: "é",
  egrave: "è",
  agrave: "à",
  uuml: "ü",
  ouml: "ö",
  auml: "ä",
  Uuml: "Ü",
  Ouml: "Ö",
  Auml: "Ä",
  szlig: "ß",
  ccedil: "ç",
  ntilde: "ñ",
  shy: "\u00ad",
  emsp: "\u2003",
  ensp: "\u2002",
  thinsp: "\u2009",
  zwnj: "\u200c",
  zwj: "\u200d",
  sect: "§",
  para: "¶",
  euro: "€",
};

/** Replaces HTML's named entities, which XML does not know; unknown names are kept as written. */
const withPlainEntities = (xml: string): string =>
  xml.replace(/&([A-Za-z][A-Za-z0-9]*);/g, (written, name: string) =>
    /^(?:lt|gt|amp|quot|apos)$/.test(name) ? written : (entities[name] ?? `&amp;${name};`),
  );

function scan(xml: string, open: (name: string, attribute: (name: string) => string | null) => void): void {
  scanXml(withoutDoctype(xml), prefixes, {
    open: (name, tag) => open(name, (each) => tag.attribute(each)),
    close() {},
    text() {},
  });
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
