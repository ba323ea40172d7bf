import type { OfficeFormat } from "../../../../core/text/format";
import { docxPrefixes } from "../docx/scan";
import { odfPrefixes } from "../odf/scan";
import { rewritePackage } from "../package/package-writer";
import { XmlError } from "../package/scan-xml";
import { openZip, type ZipPackage } from "../package/zip";
import { pptxPrefixes } from "../pptx/read";
import { xlsxPrefixes } from "../xlsx/scan";
import { repeatsAddress, withOwnRevisions } from "./addresses";
import { type MergeRules, mergeXml } from "./merge-xml";
import { isInOrder, movesCells } from "./moved-cells";
import { isProperties, mergeProperties } from "./properties";
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
