import { createHash } from "node:crypto";
import type { OfficeFormat } from "../../../../core/text/format";
import { docxParts } from "../docx/read";
import { docxPrefixes } from "../docx/scan";
import { odfPrefixes } from "../odf/scan";
import { odtChanges } from "../odt/changes";
import { deletedLines } from "../odt/suggestions";
import { readPart, relationsOf } from "../package/package-parts";
import { scanXml, type XmlTag } from "../package/scan-xml";
import { elementsIn, takeElements, type XmlElement } from "../package/splice-xml";
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
type Token = {
  at: number;
  kind: "text" | "tag" | "mark" | "paragraph" | "end";
  look: string;
  text: string;
  /** Of a mark in whose place text was deleted, the lines of that text. */
  deleted?: readonly string[] | undefined;
};

function printed(tokens: readonly Token[]): string {
  let print = "";
  let look: string | null = null;
  let isEmpty = true;
  /** Marks after the last text of a paragraph: they belong to what is beside it. */
  let marks = "";
  /** Of these what was deleted in this paragraph. */
  let deleted = "";
  for (const { kind, look: own, text, deleted: lines } of tokens) {
    if (kind === "mark") {
      // Before all text the last line of what was deleted was in this paragraph; behind it the first one.
      if (isEmpty) print += deletion(text, lines?.at(-1));
      else {
        marks += deletion(text, lines?.join("\n")) || text;
        deleted += deletion(text, lines?.[0]);
      }
      continue;
    }
    if (kind === "text") {
      if (text === "") continue;
      if (look !== own || marks !== "") print += `${marks}\u0001${own}\u0002`;
      print += text;
      look = own;
    } else {
      print += (kind === "end" ? deleted : marks) + text;
      look = null;
    }
    marks = "";
    deleted = "";
    isEmpty = kind === "paragraph";
  }
  return print;
}

const deletion = (mark: string, words = ""): string => (words === "" ? "" : `${mark}${JSON.stringify(words)}`);

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
  const definitions = docxDefinitions(zip);
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
      } else if (name !== "w:t") {
        const means = definitions(name, tag.attribute("w:val") ?? "");
        put(from, name === "w:p" ? "paragraph" : "tag", startTag(xml, name, tag, shown) + means);
      }
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

const styleNames = new Set(["w:pStyle", "w:rStyle", "w:tblStyle"]);

/** Tells what an element refers to, as a checksum: the definition of a style or a list; of a paragraph what is so without any. */
function docxDefinitions(zip: ZipPackage): (element: string, value: string) => string {
  const { main } = docxParts(zip);
  const related = (wanted: string): string =>
    relationsOf(zip, main)
      .filter(({ type }) => type === wanted)
      .map(({ target }) => readPart(zip, target) ?? "")
      .join("");
  const parts = { styles: related("styles"), lists: related("numbering") };
  const take = (xml: string, names: readonly string[]): XmlElement[] =>
    xml === "" ? [] : takeElements(xml, { prefixes: docxPrefixes, attributes, take: (name) => names.includes(name) });
  const styles = new Map<string, { written: string; basedOn: string }>();
  let standard = "";
  for (const style of take(parts.styles, ["w:style", "w:docDefaults"])) {
    const own = style.attributes;
    const written = parts.styles.slice(style.from, style.to);
    const [based] = elementsIn(style, "w:basedOn");
    if (style.name === "w:style")
      styles.set(own["w:styleId"] ?? "", { written, basedOn: based?.attributes["w:val"] ?? "" });
    if (
      style.name === "w:docDefaults" ||
      (/^(?:1|true|on)$/.test(own["w:default"] ?? "") && own["w:type"] === "paragraph")
    )
      standard += written;
  }
  const lists = new Map<string, string>();
  const found = take(parts.lists, ["w:abstractNum", "w:num"]);
  for (const list of found) {
    const own = list.attributes;
    const key = list.name === "w:num" ? `num ${own["w:numId"]}` : `abstract ${own["w:abstractNumId"]}`;
    lists.set(key, parts.lists.slice(list.from, list.to));
    const [of] = elementsIn(list, "w:abstractNumId");
    if (list.name === "w:num") lists.set(`of ${own["w:numId"]}`, of?.attributes["w:val"] ?? "");
  }
  const known = new Map<string, string>();
  const once = (key: string, make: () => string): string => {
    const sum = known.get(key) ?? checksum(make());
    known.set(key, sum);
    return sum;
  };
  const sumWithParents = (id: string): string => {
    const key = `style ${id}`;
    const style = styles.get(id);
    if (known.has(key) || style === undefined) return known.get(key) ?? "";
    // One that is based on itself ends there.
    known.set(key, "");
    const sum = checksum(`${style.written}\0${style.basedOn === "" ? "" : sumWithParents(style.basedOn)}`);
    known.set(key, sum);
    return sum;
  };
  return (element, value) => {
    if (element === "w:p") return once("", () => standard);
    if (styleNames.has(element)) return sumWithParents(value);
    if (element !== "w:numId") return "";
    return once(
      `list ${value}`,
      () => (lists.get(`num ${value}`) ?? "") + (lists.get(`abstract ${lists.get(`of ${value}`)}`) ?? ""),
    );
  };
}

const attributes = ["w:styleId", "w:val", "w:default", "w:type", "w:numId", "w:abstractNumId"];

const checksum = (text: string): string =>
  text === "" ? "" : createHash("sha256").update(text).digest("base64url").slice(0, 22);

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

/** The same of all entries in a folder, for objects such as formulas and charts. */
const sumsOf = (zip: ZipPackage, name: string): string =>
  sumOf(zip, name) ||
  [...zip.entries.keys()]
    .filter((entry) => name !== "" && entry.startsWith(`${name.replace(/\/$/, "")}/`))
    .map((entry) => sumOf(zip, entry))
    .join("");

const droppedInOdt = new Set([
  ...["office:annotation", "office:annotation-end", "text:bookmark", "text:bookmark-start", "text:bookmark-end"],
  ...["text:soft-page-break", "text:note-citation"],
]);
const changeMarks = new Set(["text:change", "text:change-start", "text:change-end"]);

function odtTokens(zip: ZipPackage, _part: string, xml: string, spans: readonly PartSpan[]): readonly Token[] {
  const { tokens, add } = collector(spans);
  const styles = odtStyles(zip, xml);
  const { changes } = odtChanges(xml);
  const shown = (name: string, value: string): string | null => {
    if (name === "xml:id" || name === "text:id") return null;
    if (name.endsWith("style-name")) return styles.get(value) ?? value;
    return name === "xlink:href" ? value + sumsOf(zip, value.replace(/^\.\//, "")) : value;
  };
  const open: string[] = [];
  const looks: string[] = [];
  let paragraphs = 0;
  let skipped = 0;
  const put = (at: number, kind: Token["kind"], text: string, deleted?: readonly string[]): void =>
    add({ at, kind, look: looks.at(-1) ?? "", text, deleted });
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
      else if (changeMarks.has(name)) {
        const change = changes.get(tag.attribute("text:change-id") ?? "");
        put(from, "mark", `<${name}>`, name === "text:change" && change !== undefined ? deletedLines(change) : []);
      } else put(from, isParagraph(name) ? "paragraph" : "tag", startTag(xml, name, tag, shown));
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

/** What the styles of a document are, by name. Programs give its own ones other names whenever they save; of those with a name the user knows it counts, too. */
function odtStyles(zip: ZipPackage, xml: string): Map<string, string> {
  const shared = stylesIn(readPart(zip, "styles.xml") ?? "", ["office:styles"]);
  const named = new Map<string, string>();
  /** The checksum of a style with those that it is based on; one that is based on itself ends there. */
  const sumWithParents = (name: string): string => {
    const known = named.get(name);
    const style = shared.get(name);
    if (known !== undefined || style === undefined) return known ?? "";
    named.set(name, "");
    const sum = checksum([style.written, standard, ...style.parents.map(sumWithParents)].join("\0"));
    named.set(name, sum);
    return sum;
  };
  const standard = checksum(shared.get("")?.written ?? "");
  for (const name of shared.keys()) sumWithParents(name);
  for (const [name, sum] of named) named.set(name, `${name} ${sum}`);
  const found = new Map(named);
  for (const [name, { written, parents }] of stylesIn(xml, ["office:automatic-styles"]))
    found.set(name, written + parents.map((parent) => named.get(parent) ?? "").join(" "));
  return found;
}

type WrittenStyle = { written: string; parents: string[] };

/** The styles in some elements, by name; without one those that all others are based on. */
function stylesIn(xml: string, within: readonly string[]): Map<string, WrittenStyle> {
  const found = new Map<string, WrittenStyle>();
  const query = {
    prefixes: odfPrefixes,
    attributes: ["style:name", "style:parent-style-name"],
    take: (name: string) => within.includes(name),
  };
  for (const { nodes } of xml === "" ? [] : takeElements(xml, query))
    for (const node of nodes) {
      if (node.kind === "text") continue;
      const { "style:name": name = "", "style:parent-style-name": parent } = node.attributes;
      const written = xml
        .slice(node.from, node.to)
        .replace(/\sstyle:name=(?:"[^"]*"|'[^']*')/, "")
        .replaceAll(/\s[\w-]+:(?:paragraph-)?rsid=(?:"[^"]*"|'[^']*')/g, "");
      const known = found.get(name) ?? { written: "", parents: [] };
      known.written += written;
      if (parent !== undefined && parent !== "") known.parents.push(parent);
      found.set(name, known);
    }
  return found;
}
