import type { OfficeFormat } from "../../../../core/text/format";
import { docxParts } from "../docx/read";
import { docxPrefixes } from "../docx/scan";
import { odfPrefixes } from "../odf/scan";
import { readPart, relationsOf } from "../package/package-parts";
import { scanXml, type XmlTag } from "../package/scan-xml";
import { takeElements } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { PartSpan } from "../text/office-paragraphs";

/**
 * Tells what is compared of paragraphs: their text with its formatting, and all else that they hold, however their runs are split. Comments, bookmarks and
 * what programs note for themselves are left out. Asked for spans that are in some of these.
 */
export function printer(
  zip: ZipPackage,
  format: Extract<OfficeFormat, "docx" | "odt">,
  spans: readonly PartSpan[],
): (span: PartSpan) => string {
  const byPart = new Map<string, readonly Token[]>();
  for (const part of new Set(spans.map((span) => span.part))) {
    const xml = readPart(zip, part);
    const own = spans.filter((span) => span.part === part);
    const scan = format === "docx" ? docxTokens : odtTokens;
    byPart.set(part, xml === null ? [] : scan(zip, part, xml, own));
  }
  return ({ part, from, to }) => {
    const tokens = byPart.get(part) ?? [];
    return printed(tokens.slice(firstFrom(tokens, from), firstFrom(tokens, to)));
  };
}

/** The index of the first token at or after a position. */
function firstFrom(tokens: readonly Token[], position: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.at ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A piece of a part: text in a formatting (`look`), an element's tag, or where a tracked change begins or ends. */
type Token = { at: number; kind: "text" | "tag" | "mark" | "paragraph" | "end"; look: string; text: string };

function printed(tokens: readonly Token[]): string {
  let print = "";
  let look: string | null = null;
  let isEmpty = true;
  /** Marks after the last text of a paragraph: they belong to what is beside it. */
  let marks = "";
  for (const { kind, look: own, text } of tokens) {
    if (kind === "mark") {
      if (!isEmpty) marks += text;
      continue;
    }
    if (kind === "text") {
      if (text === "") continue;
      if (look !== own || marks !== "") print += `${marks}\u0001${own}\u0002`;
      print += text;
      look = own;
    } else {
      print += kind === "end" ? text : marks + text;
      look = null;
    }
    marks = "";
    isEmpty = kind === "paragraph";
  }
  return print;
}

/** The tokens of a part that begin in one of some ranges. */
function collector(ranges: readonly { from: number; to: number }[]) {
  const tokens: Token[] = [];
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { from, to } of ranges) {
    first = Math.min(first, from);
    last = Math.max(last, to);
  }
  return {
    tokens,
    add(token: Token): void {
      if (first <= token.at && token.at < last) tokens.push(token);
    },
  };
}

/** Where the end of an element is: of an empty one within it, since what ends there is behind it. */
const endAt = (from: number, to: number): number => (from === to ? from - 1 : from);

const attributePattern = /([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** A start tag with its attributes; `shown` returns what is compared of one, or null. */
function startTag(xml: string, name: string, tag: XmlTag, shown: (name: string, value: string) => string | null) {
  let written = `<${name}`;
  for (const [, attribute = "", double, single] of xml.slice(tag.from, tag.to).matchAll(attributePattern)) {
    if (attribute.startsWith("xmlns")) continue;
    const value = shown(attribute, double ?? single ?? "");
    if (value !== null) written += ` ${attribute}=${JSON.stringify(value)}`;
  }
  return `${written}>`;
}

const droppedInDocx = new Set([
  ...["w:commentRangeStart", "w:commentRangeEnd", "w:commentReference", "w:annotationRef", "w:bookmarkStart"],
  ...["w:bookmarkEnd", "w:proofErr", "w:lastRenderedPageBreak", "w:permStart", "w:permEnd"],
]);
const ownNumbers = /:(?:rsid\w*|paraId|textId)$|^w:id$|^xml:space$/;
/** Elements that mean nothing without content. */
const nothingIfEmpty = new Set(["w:rPr", "w:pPr"]);

function docxTokens(zip: ZipPackage, part: string, xml: string, spans: readonly PartSpan[]): readonly Token[] {
  const { tokens, add } = collector(spans);
  const relations = new Map(
    [...relationsOf(zip, part), ...relationsOf(zip, part, "outside")].map(
      ({ id, target, type }) => [id, target + (/^(?:header|footer)$/.test(type) ? "" : sumOf(zip, target))] as const,
    ),
  );
  const shown = (name: string, value: string): string | null =>
    ownNumbers.test(name) ? null : name.startsWith("w:") ? value : (relations.get(value) ?? value);
  const open: string[] = [];
  const runs: { look: string }[] = [];
  let noted: ReadonlyMap<string, string> | null = null;
  let skipped = 0;
  /** How many elements are open around the properties of a run that is being read. */
  let properties = -1;
  const put = (at: number, kind: Token["kind"], text: string): void => {
    const run = runs.at(-1);
    if (properties >= 0 && run !== undefined) run.look += text;
    else add({ at, kind, look: run?.look ?? "", text: kind === "tag" && run !== undefined ? run.look + text : text });
  };
  scanXml(xml, docxPrefixes, {
    open(name, tag) {
      open.push(name);
      if (skipped > 0 || droppedInDocx.has(name)) return void skipped++;
      const { from } = tag;
      if (name === "w:r") runs.push({ look: "" });
      else if (name === "w:rPr" && open.at(-2) === "w:r") properties = open.length;
      else if (name === "w:footnoteReference" || name === "w:endnoteReference") {
        noted ??= notesOf(zip, part);
        const kind = name.slice(2, -"Reference".length);
        put(from, "tag", `<${name} ${noted.get(`${kind} ${tag.attribute("w:id")}`) ?? ""}>`);
      } else if (name !== "w:t") put(from, name === "w:p" ? "paragraph" : "tag", startTag(xml, name, tag, shown));
    },
    close(name, from, to) {
      const depth = open.length;
      open.pop();
      if (skipped > 0) return void skipped--;
      if (name === "w:r") runs.pop();
      else if (properties === depth) properties = -1;
      else if (name === "w:t" || name === "w:footnoteReference" || name === "w:endnoteReference") return;
      else if (nothingIfEmpty.has(name) && tokens.at(-1)?.text === `<${name}>`) tokens.pop();
      else put(endAt(from, to), name === "w:p" ? "end" : "tag", `</${name}>`);
    },
    text(text, from) {
      const isText = open.at(-1) === "w:t";
      if (skipped === 0 && (isText || text.trim() !== "")) put(from, isText ? "text" : "tag", text);
    },
  });
  return tokens;
}

/** What is compared of the notes of a document, by their kind and id. */
function notesOf(zip: ZipPackage, main: string): Map<string, string> {
  const noted = new Map<string, string>();
  const { main: body, notes } = docxParts(zip);
  if (main !== body) return noted;
  for (const part of notes) {
    const xml = readPart(zip, part) ?? "";
    const query = {
      prefixes: docxPrefixes,
      attributes: ["w:id"],
      take: (name: string) => name === "w:footnote" || name === "w:endnote",
    };
    const found = takeElements(xml, query);
    const spans = found.map(({ from, to }) => ({ part, from, to }));
    const prints = spans.map(printer(zip, "docx", spans));
    for (const [index, { name, attributes }] of found.entries())
      noted.set(`${name.slice(2)} ${attributes["w:id"]}`, prints[index] ?? "");
  }
  return noted;
}

/** The checksum of an entry, for pictures that are put in place of others. */
const sumOf = (zip: ZipPackage, name: string): string => {
  const entry = zip.entries.get(name);
  return entry === undefined ? "" : ` ${entry.crc}`;
};

const droppedInOdt = new Set([
  ...["office:annotation", "office:annotation-end", "text:bookmark", "text:bookmark-start", "text:bookmark-end"],
  ...["text:soft-page-break", "text:note-citation"],
]);
const changeMarks = new Set(["text:change", "text:change-start", "text:change-end"]);

function odtTokens(zip: ZipPackage, _part: string, xml: string, spans: readonly PartSpan[]): readonly Token[] {
  const { tokens, add } = collector(spans);
  const styles = automaticStyles(xml);
  const shown = (name: string, value: string): string | null => {
    if (name === "xml:id" || name === "text:id") return null;
    if (name.endsWith("style-name")) return styles.get(value) ?? value;
    return name === "xlink:href" ? value + sumOf(zip, value.replace(/^\.\//, "")) : value;
  };
  const open: string[] = [];
  const looks: string[] = [];
  let paragraphs = 0;
  let skipped = 0;
  const put = (at: number, kind: Token["kind"], text: string): void =>
    add({ at, kind, look: looks.at(-1) ?? "", text });
  const isParagraph = (name: string): boolean => name === "text:p" || name === "text:h";
  scanXml(xml, odfPrefixes, {
    open(name, tag) {
      open.push(name);
      if (skipped > 0 || droppedInOdt.has(name)) return void skipped++;
      const { from } = tag;
      if (isParagraph(name)) paragraphs++;
      if (name === "text:span") looks.push((looks.at(-1) ?? "") + startTag(xml, name, tag, shown));
      else if (name === "text:s")
        put(from, "text", " ".repeat(Math.min(1_000, Number(tag.attribute("text:c") ?? 1) || 1)));
      else if (name === "text:tab") put(from, "text", "\t");
      else if (name === "text:line-break") put(from, "text", "\n");
      else if (changeMarks.has(name)) put(from, "mark", `<${name}>`);
      else put(from, isParagraph(name) ? "paragraph" : "tag", startTag(xml, name, tag, shown));
    },
    close(name, from, to) {
      open.pop();
      if (skipped > 0) return void skipped--;
      if (isParagraph(name)) paragraphs--;
      if (name === "text:span") looks.pop();
      else if (/^text:(?:s|tab|line-break)$/.test(name) || changeMarks.has(name)) return;
      else put(endAt(from, to), isParagraph(name) ? "end" : "tag", `</${name}>`);
    },
    text(text, from) {
      if (skipped === 0 && paragraphs > 0) put(from, "text", text.replaceAll(/[\t\n\r ]+/g, " "));
    },
  });
  return tokens;
}

/** The document's own styles by name: programs give them other names whenever they save. */
function automaticStyles(xml: string): Map<string, string> {
  const found = new Map<string, string>();
  const query = {
    prefixes: odfPrefixes,
    attributes: ["style:name"],
    take: (name: string) => name === "office:automatic-styles",
  };
  for (const { nodes } of takeElements(xml, query))
    for (const node of nodes) {
      if (node.kind === "text") continue;
      const name = node.attributes["style:name"] ?? "";
      const written = xml
        .slice(node.from, node.to)
        .replace(/\sstyle:name=(?:"[^"]*"|'[^']*')/, "")
        .replaceAll(/\s[\w-]+:(?:paragraph-)?rsid=(?:"[^"]*"|'[^']*')/g, "");
      found.set(name, (found.get(name) ?? "") + written);
    }
  return found;
}
