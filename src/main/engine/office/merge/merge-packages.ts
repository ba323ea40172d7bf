import type { OfficeFormat } from "../../../../core/text/format";
import { docxPrefixes } from "../docx/scan";
import { odfPrefixes } from "../odf/scan";
import { rewritePackage } from "../package/package-writer";
import { XmlError } from "../package/scan-xml";
import { openZip, type ZipPackage } from "../package/zip";
import { pptxPrefixes } from "../pptx/read";
import { xlsxPrefixes } from "../xlsx/scan";
import { type MergeRules, mergeXml } from "./merge-xml";
import { isInOrder, movesCells } from "./moved-cells";
import { keepsReferences } from "./references";
import { movesUnderOther } from "./workbooks";

const named = (...names: string[]): ReadonlySet<string> => new Set(names);

const word: MergeRules = {
  prefixes: docxPrefixes,
  containers: named(
    ...["w:document", "w:body", "w:hdr", "w:ftr", "w:footnotes", "w:footnote", "w:endnotes", "w:endnote"],
    ...["w:tbl", "w:tr", "w:tc", "w:sdt", "w:sdtContent"],
  ),
  tables: named("w:tbl"),
};
const slide: MergeRules = {
  prefixes: pptxPrefixes,
  containers: named(
    ...["p:sld", "p:notes", "p:cSld", "p:spTree", "p:grpSp", "p:sp", "p:txBody", "p:graphicFrame"],
    ...["a:graphic", "a:graphicData", "a:tbl", "a:tr", "a:tc", "a:txBody"],
  ),
  tables: named("a:tbl"),
};
const sheet: MergeRules = {
  prefixes: xlsxPrefixes,
  containers: named("s:worksheet", "s:sheetData", "s:row"),
  views: named("sheetViews"),
};
const openDocument: MergeRules = {
  prefixes: odfPrefixes,
  containers: named(
    ...["office:document-content", "office:body", "office:text", "office:presentation", "office:spreadsheet"],
    ...["text:section", "text:list", "text:list-item", "table:table", "table:table-row", "table:table-cell"],
    ...["table:table-header-rows", "draw:page", "draw:frame", "draw:text-box", "presentation:notes"],
  ),
  tables: named("table:table"),
};

/** The parts that are merged by their elements. */
const merged: [part: RegExp, rules: MergeRules][] = [
  [/^word\/(document|header\d*|footer\d*|footnotes|endnotes)\.xml$/, word],
  [/^ppt\/(slides|notesSlides)\/[^/]+\.xml$/, slide],
  [/^xl\/worksheets\/[^/]+\.xml$/, sheet],
  [/^content\.xml$/, openDocument],
];
/** How long the document is, how it was shown, and a picture of it: if both versions changed them, theirs stay. */
const aboutThis = /^docProps\/(?:app\.xml|thumbnail\.\w+)$|^settings\.xml$|^Thumbnails\/|^Configurations2\//;

/**
 * Returns theirs with the changes of both; null if both changed the same paragraph, cell, shape or part, or if it cannot be told whether what they changed
 * belongs together: rows that moved, ids that both gave. Every entry that neither changed keeps its bytes. `name` is the document's name in error messages.
 */
export function mergePackages(
  { base, ours, theirs }: { base: ZipPackage; ours: ZipPackage; theirs: ZipPackage },
  { format, name }: { format: OfficeFormat; name: string },
): Uint8Array | null {
  const names = new Set([...base.names, ...ours.names, ...theirs.names]);
  const changed = new Map<string, Uint8Array | null>();
  if (format === "xlsx" && isMovedUnderOther(base, [ours, theirs])) return null;
  for (const part of names) {
    const [b, o, t] = [base.read(part), ours.read(part), theirs.read(part)];
    if (isSame(o, b) || isSame(o, t) || (aboutThis.test(part) && t !== null)) continue;
    if (isSame(t, b)) {
      changed.set(part, o);
      continue;
    }
    if (isProperties(part) && o !== null && t !== null) {
      const properties = mergeProperties(part, [b, o, t]);
      if (properties === null) return null;
      changed.set(part, properties);
      continue;
    }
    const rules = merged.find(([pattern]) => pattern.test(part))?.[1];
    if (rules === undefined || b === null || o === null || t === null) return null;
    const xml = mergePart([b, o, t], rules, format);
    if (xml === null) return null;
    changed.set(part, Buffer.from(xml));
  }
  const result = rewritePackage(theirs, changed, name);
  return unlessXmlError(() => keepsReferences(openZip(result, name), { ours, theirs })) === true ? result : null;
}

const isMovedUnderOther = (base: ZipPackage, versions: [ZipPackage, ZipPackage]): boolean =>
  unlessXmlError(() => movesUnderOther(base, versions, (part) => aboutThis.test(part) || isProperties(part))) !== false;

/** What `task` returns; null if a part is damaged. */
function unlessXmlError<Result>(task: () => Result): Result | null {
  try {
    return task();
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}

function mergePart(versions: [Buffer, Buffer, Buffer], rules: MergeRules, format: OfficeFormat): string | null {
  const [base, ours, theirs] = versions.map((bytes) => bytes.toString("utf8")) as [string, string, string];
  // Another encoding, or damaged bytes.
  if (versions.some((bytes, index) => !bytes.equals(Buffer.from([base, ours, theirs][index] as string)))) return null;
  return unlessXmlError(() => {
    if (format === "ods" && [ours, theirs].some((version) => movesCells(base, version, format))) return null;
    const whole = mergeXml(base, ours, theirs, rules);
    const xml = whole === null ? null : withOwnRevisions(whole, [ours, theirs]);
    if (xml === null || repeatsAddress(xml, [ours, theirs])) return null;
    return format === "xlsx" && !isInOrder(xml) && [ours, theirs].every(isInOrder) ? null : xml;
  });
}

const isSame = (one: Buffer | null, other: Buffer | null): boolean =>
  one === null || other === null ? one === other : one.equals(other);

/** Attributes by which the rest of a document finds an element, whatever their prefix. */
const inTag = /\s(?:[\w.-]+:)?(id|paraId|name|r)="([^"]*)"/g;

/** Suggestions of Word, which share their ids. */
const revision = /:(?:ins|del|moveFrom|moveTo|\w+Change)$/;

/** Whether a merged part has an address more often than the versions that it was merged from: both gave it to something new. */
function repeatsAddress(merged: string, versions: readonly string[]): boolean {
  const counts = versions.map(countAddresses);
  for (const [address, count] of countAddresses(merged))
    if (count > 1 && counts.every((each) => (each.get(address) ?? 0) < count)) return true;
  return false;
}

function countAddresses(xml: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [tag, name] of xml.matchAll(/<([\w:.-]+)\s[^<>]*>/g))
    for (const [, attribute, value] of tag.matchAll(inTag)) {
      const kind = attribute === "id" && revision.test(name ?? "") ? "revision" : name;
      const address = `${kind} ${attribute} ${value}`;
      counts.set(address, (counts.get(address) ?? 0) + 1);
    }
  // The first cell of formulas that are shared has their range; the others only have the number.
  for (const [tag] of xml.matchAll(/<(?:[\w.-]+:)?f\s[^<>]*>/g)) {
    const number = /\sref="/.test(tag) ? /\ssi="([^"]*)"/.exec(tag)?.[1] : undefined;
    if (number !== undefined) counts.set(`formula ${number}`, (counts.get(`formula ${number}`) ?? 0) + 1);
  }
  return counts;
}

/** Gives suggestions of Word whose id both versions gave to one of their own an id that no other has. Nothing refers to these ids. */
function withOwnRevisions(merged: string, versions: readonly string[]): string {
  const counts = versions.map(countAddresses);
  const used = new Map<string, number>();
  let free = 0;
  const tags = /<(w:(?:ins|del|moveFrom|moveTo|\w+Change))(\s[^<>]*?\s?w:id=")(\d+)"/g;
  for (const [, , , id = ""] of merged.matchAll(tags)) free = Math.max(free, Number(id));
  return merged.replaceAll(tags, (tag, name: string, before: string, id: string) => {
    const count = (used.get(id) ?? 0) + 1;
    used.set(id, count);
    if (counts.some((each) => (each.get(`revision id ${id}`) ?? 0) >= count)) return tag;
    free += 1;
    return `<${name}${before}${free}"`;
  });
}

/** What programs write about a document when they save it. All else, such as its title, was typed by somebody. */
const written = (names: string): RegExp =>
  new RegExp(String.raw`<((?:[\w.-]+:)?(?:${names}))(?:\s[^<>]*)?(?:/>|>[^<>]*</\1>)`, "g");
const byProgram: Readonly<Record<string, RegExp>> = {
  "docProps/core.xml": written("lastModifiedBy|revision|created|modified|lastPrinted"),
  "meta.xml": written(
    "creator|date|generator|editing-cycles|editing-duration|document-statistic|printed-by|print-date|creation-date",
  ),
};

/** Whether a part is about the document, and merged by `mergeProperties`. */
const isProperties = (part: string): boolean => part in byProgram;

/** Theirs, or ours if only ours has other properties than the base; null if both have. */
function mergeProperties(part: string, [base, ours, theirs]: readonly [Buffer | null, Buffer, Buffer]): Buffer | null {
  const [before, mine, others] = [base, ours, theirs].map((bytes) =>
    (bytes?.toString("utf8") ?? "").replaceAll(byProgram[part] as RegExp, ""),
  );
  if (mine === before || mine === others) return theirs;
  return others === before ? ours : null;
}
