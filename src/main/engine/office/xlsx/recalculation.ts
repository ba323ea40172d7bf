import { posix } from "node:path";
import { type CellRef, cellName } from "../../../../core/office/sheet-address";
import { editPart, takeElements, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { xlsxPrefixes } from "./scan";
import type { XlsxWorkbook } from "./workbook";

type Parts = [string, Uint8Array | null][];

/** Makes programs recalculate the whole workbook when they next open it. */
export function markForRecalculation(zip: ZipPackage, { main }: XlsxWorkbook): Parts {
  const part = editPart(zip, main);
  if (part === null) return [];
  const { xml } = part;
  // The elements that may precede `calcPr`, in the order of the format.
  const before = ["s:sheets", "s:functionGroups", "s:externalReferences", "s:definedNames"];
  const names = new Set([...before, "s:calcPr"]);
  const found = elements(xml, (name) => names.has(name));
  const calc = found.find(({ name }) => name === "s:calcPr");
  if (calc === undefined) {
    const last = found.at(-1);
    if (last === undefined) return [];
    const prefix = /^<([\w.-]+:)?/.exec(xml.slice(last.from, last.from + 80))?.[1] ?? "";
    part.splice(last.to, last.to, `<${prefix}calcPr fullCalcOnLoad="1"/>`);
  } else {
    const tag = startTag(xml, calc);
    const marked = /\sfullCalcOnLoad\s*=/.test(tag)
      ? tag.replace(/(\sfullCalcOnLoad\s*=\s*["'])[^"']*/, "$11")
      : tag.replace(/\s*(\/?)>$/, ' fullCalcOnLoad="1"$1>');
    if (marked !== tag) part.splice(calc.from, calc.from + tag.length, marked);
  }
  const bytes = part.bytes();
  return bytes === null ? [] : [[main, bytes]];
}

/** Removes cells without a formula from the calculation chain: Excel treats a file that lists one as damaged. An empty chain is removed. */
export function keepCalcChain(
  zip: ZipPackage,
  { main, relations, sheets }: XlsxWorkbook,
  gone: readonly { part: string; cells: readonly CellRef[] }[],
): Parts {
  const chain = relations.find(({ type }) => type === "calcChain");
  if (chain === undefined || gone.every(({ cells }) => cells.length === 0)) return [];
  const part = editPart(zip, chain.target);
  if (part === null) return [];
  const numbers = new Map(sheets.map(({ part: sheet, id }) => [sheet, id]));
  const lost = new Set(
    gone.flatMap(({ part: sheet, cells }) => cells.map((cell) => `${numbers.get(sheet)} ${cellName(cell)}`)),
  );
  const entries = takeElements(part.xml, {
    prefixes: xlsxPrefixes,
    attributes: ["r", "i"],
    take: (name) => name === "s:c",
  });
  // A cell without a sheet number is in the sheet of the one before it.
  let sheet = "";
  let written = "";
  let left = 0;
  for (const entry of entries) {
    sheet = entry.attributes["i"] ?? sheet;
    if (lost.has(`${sheet} ${entry.attributes["r"]}`)) {
      part.splice(entry.from, entry.to, "");
      continue;
    }
    left++;
    if (entry.attributes["i"] === undefined && sheet !== written && sheet !== "") {
      const tag = startTag(part.xml, entry);
      part.splice(entry.from, entry.from + tag.length, tag.replace(/\s*(\/?)>$/, ` i="${sheet}"$1>`));
    }
    written = sheet;
  }
  if (left > 0) {
    const bytes = part.bytes();
    return bytes === null ? [] : [[chain.target, bytes]];
  }
  return withoutPart(zip, main, chain.target);
}

/** Removes a part and what refers to it: its content type and its relation to `owner`. */
function withoutPart(zip: ZipPackage, owner: string, gone: string): Parts {
  const parts: Parts = [[gone, null]];
  const types = editPart(zip, "[Content_Types].xml");
  const relations = editPart(zip, posix.join(posix.dirname(owner), "_rels", `${posix.basename(owner)}.rels`));
  const take = (name: string): boolean => /(?:^|:)(?:Override|Relationship)$/.test(name);
  const attributes = ["PartName", "Target"];
  for (const part of [types, relations]) {
    if (part === null) continue;
    for (const { from, to, attributes: has } of takeElements(part.xml, { prefixes: {}, take, attributes })) {
      const named = has["PartName"] ?? has["Target"] ?? "";
      const path = named.startsWith("/") ? named.slice(1) : posix.join(posix.dirname(owner), named);
      if (path === gone) part.splice(from, to, "");
    }
    const bytes = part.bytes();
    if (bytes !== null) parts.push([part.name, bytes]);
  }
  return parts;
}

const elements = (xml: string, take: (name: string) => boolean): XmlElement[] =>
  takeElements(xml, { prefixes: xlsxPrefixes, attributes: [], take });

const startTag = (xml: string, { from, insideFrom, isEmpty, to }: XmlElement): string =>
  xml.slice(from, isEmpty ? to : insideFrom);
