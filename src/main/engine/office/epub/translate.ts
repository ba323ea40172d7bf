import { escapedAttribute, escapedText } from "../../../../core/text/escape-xml";
import { rewritePackage } from "../package/package-writer";
import { scanXml } from "../package/scan-xml";
import { type EditedPart, editPart } from "../package/splice-xml";
import { openZip } from "../package/zip";
import { documentParts, documentPrefixes, type ShownPart } from "./document-segments";
import { translatedContent, withoutMarks } from "./inline-marks";
import { packageDocument } from "./package-document";
import { readableXml, shownText } from "./plain-entities";
import { lineSources } from "./read";

/** A translation of some lines of a document, by their number in the text that `readEpub` gives. `lines` is how many lines it replaces. */
export type TranslatedLine = { line: number; lines: number; text: string };

/** What is translated of an EPUB. `language` is a tag such as `fr`; empty if it is unknown. */
export type EpubTranslation = {
  language: string;
  documents: readonly { path: string; lines: readonly TranslatedLine[] }[];
};

/** Languages that are written from right to left. */
const rightToLeft = /^(?:ar|fa|he|ur|ps|sd|ug|yi|dv|ckb)\b/i;

/**
 * The same package with its running text translated: images, styles, cover, tables, notes and links stay, and every part that has no translated text
 * is the same byte for byte. The language is noted in the package and the documents; titles in the lists of contents follow their headings.
 */
export function translateEpub(source: Uint8Array, name: string, { language, documents }: EpubTranslation): Uint8Array {
  const zip = openZip(source, name);
  const found = packageDocument(zip);
  if (found === null) return source;
  const changed = new Map<string, Uint8Array>();
  const keep = (part: EditedPart | null): void => {
    const bytes = part?.bytes() ?? null;
    if (part !== null && bytes !== null) changed.set(part.name, bytes);
  };
  const titles = new Map<string, string>();
  const wanted = new Map(documents.map(({ path, lines }) => [path, lines]));
  for (const path of found.documents) {
    const part = editPart(zip, path);
    if (part === null) continue;
    const lines = wanted.get(path) ?? [];
    translateDocument(part, lines, titles);
    if (lines.length > 0) markLanguage(part, language);
    keep(part);
  }
  for (const path of found.navigation) {
    const part = editPart(zip, path);
    if (part !== null) translateContents(part, titles);
    keep(part);
  }
  const opf = editPart(zip, found.path);
  if (opf !== null) translatePackage(opf, titles, language);
  keep(opf);
  return rewritePackage(zip, changed, name);
}

/** Replaces the translated segments, and collects what titles have become: those of headings before those of other lines. */
function translateDocument(part: EditedPart, lines: readonly TranslatedLine[], titles: Map<string, string>): void {
  if (lines.length === 0) return;
  const parts = documentParts(part.xml);
  const sources = lineSources(parts);
  const bySegment = new Map<number, Map<number, string>>();
  for (const { line, lines: count, text } of lines) {
    const source = sources[line];
    if (source === undefined || source === null) continue;
    const own = bySegment.get(source.part) ?? new Map<number, string>();
    bySegment.set(source.part, own.set(source.line, text));
    // A paragraph of several lines has its whole translation in the first of them.
    for (let more = 1; more < count; more++) own.set(source.line + more, "");
  }
  for (const [at, translated] of bySegment) {
    const found = parts[at];
    if (found?.kind === "segment") translateSegment(part, found, { translated, titles });
  }
}

function translateSegment(
  part: EditedPart,
  { segment }: ShownPart & { kind: "segment" },
  { translated, titles }: { translated: ReadonlyMap<number, string>; titles: Map<string, string> },
): void {
  const { level } = segment;
  const texts = new Map(
    [...translated].map(([line, text]) => [
      line,
      level > 0 ? text.replace(/^\s*#{1,6}\s+/, "").replace(/\s*\n\s*/g, " ") : text,
    ]),
  );
  part.splice(segment.from, segment.to, translatedContent(part.xml, segment, texts));
  for (const [line, text] of texts) {
    const title = titleKey(segment.lines[line]?.plain ?? "");
    if (text !== "" && (level > 0 || !titles.has(title))) titles.set(title, plainTitle(text));
  }
}

const titleKey = (text: string): string => text.replace(/\s+/g, " ").trim();
const plainTitle = (text: string): string => titleKey(withoutMarks(text).replace(/\*+/g, ""));

/** The labels in a list of contents, of EPUB 3 or 2, become those of the translated headings. */
function translateContents(part: EditedPart, titles: ReadonlyMap<string, string>): void {
  if (/\.ncx$/i.test(part.name) || part.xml.includes("http://www.daisy.org/z3986/2005/ncx/")) {
    replaceTexts(part, ["ncx:text"], titles);
    return;
  }
  for (const found of documentParts(part.xml)) {
    if (found.kind !== "segment") continue;
    const { from, to, lines } = found.segment;
    const title = titles.get(titleKey(lines.map(({ plain }) => plain).join(" ")));
    if (title !== undefined) part.splice(from, to, escapedText(title));
  }
}

function translatePackage(part: EditedPart, titles: ReadonlyMap<string, string>, language: string): void {
  replaceTexts(part, ["dc:title"], titles);
  if (language === "") return;
  replaceTexts(part, ["dc:language"], { get: () => language });
  scanXml(readableXml(part.xml), documentPrefixes, {
    open(name, tag) {
      if (name === "opf:spine" && rightToLeft.test(language))
        setAttribute(part, tag, "page-progression-direction", "rtl");
    },
    close() {},
    text() {},
  });
}

/** Replaces the text of some elements that have nothing but text. */
function replaceTexts(
  part: EditedPart,
  names: readonly string[],
  texts: { get(text: string): string | undefined },
): void {
  let from = -1;
  let text = "";
  scanXml(readableXml(part.xml), documentPrefixes, {
    open(name, tag) {
      from = names.includes(name) ? tag.to : -1;
      text = "";
    },
    close(name, at) {
      const found = from >= 0 && names.includes(name) && at >= from ? texts.get(titleKey(text)) : undefined;
      if (found !== undefined) part.splice(from, at, escapedText(found));
      from = -1;
    },
    text(piece) {
      text += shownText(piece);
    },
  });
}

/** Notes the language and direction of a translated document at its root. */
function markLanguage(part: EditedPart, language: string): void {
  if (language === "") return;
  let isRoot = true;
  scanXml(readableXml(part.xml), documentPrefixes, {
    open(_, tag) {
      if (!isRoot) return;
      isRoot = false;
      setAttribute(part, tag, "xml:lang", language);
      setAttribute(part, tag, "lang", language);
      if (rightToLeft.test(language)) setAttribute(part, tag, "dir", "rtl");
    },
    close() {},
    text() {},
  });
}

function setAttribute(part: EditedPart, { from, to }: { from: number; to: number }, name: string, value: string): void {
  const tag = part.xml.slice(from, to);
  const known = new RegExp(`(\\s${name}\\s*=\\s*)(?:"[^"]*"|'[^']*')`).exec(tag);
  const written = `"${escapedAttribute(value)}"`;
  if (known !== null) {
    const start = from + known.index;
    part.splice(start, start + known[0].length, `${known[1]}${written}`);
    return;
  }
  const end = to - (tag.endsWith("/>") ? 2 : 1);
  part.splice(end, end, ` ${name}=${written}`);
}
