import { type Relation, readPart, relationsOf } from "../package/package-parts";
import { scanXml, XmlError } from "../package/scan-xml";
import type { ZipPackage } from "../package/zip";
import type { DefinedName } from "../sheet/sheet-formula";
import { xlsxPrefixes } from "./scan";
import { type XlsxStyle, xlsxStyles } from "./styles";

/** A shared string: its text, and the XML in its `si`. */
export type SharedString = { text: string; xml: string };

/** A sheet of a workbook; `id` is its number in the calculation chain. */
type XlsxSheet = { name: string; part: string | null; state: "visible" | "hidden" | "very hidden"; id: string };

/** What the sheets of a workbook share. */
export type XlsxWorkbook = {
  /** The workbook's main part. */
  main: string;
  relations: readonly Relation[];
  /** In tab order; `part` is null if the part is missing, or is a chart instead of a sheet of cells. */
  sheets: readonly XlsxSheet[];
  /** The names that the workbook defines. */
  names: readonly DefinedName[];
  /** The year from which dates are counted. */
  epoch: 1900 | 1904;
  /** A shared string by its number. */
  string(index: number): SharedString | null;
  /** The number format of a cell style. */
  formatOf(style: number): string;
  /** How cells of a style look. */
  appearanceOf(style: number): XlsxStyle["appearance"];
  /** Whether cells of a style are locked if their sheet is protected. */
  isLocked(style: number): boolean;
};

/** Opens a workbook; its texts and styles are read when they are first needed. Throws `XmlError` if its main part is missing. */
export function openWorkbook(zip: ZipPackage): XlsxWorkbook {
  const main = relationsOf(zip, "").find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  const xml = readPart(zip, main);
  if (xml === null) throw new XmlError(`its part ${main} is missing`);
  const relations = relationsOf(zip, main);
  const relationOf = new Map(relations.map((relation) => [relation.id, relation]));
  const known = new Set<string>();
  const sheets: XlsxSheet[] = [];
  const names: { name: string; formula: string }[] = [];
  let isName = false;
  let epoch: 1900 | 1904 = 1900;
  scanXml(xml, xlsxPrefixes, {
    open(name, tag) {
      isName = name === "s:definedName";
      if (isName) names.push({ name: tag.attribute("name") ?? "", formula: "" });
      if (name === "s:workbookPr" && isTrue(tag.attribute("date1904"))) epoch = 1904;
      if (name !== "s:sheet") return;
      const relation = relationOf.get(tag.attribute("rel:id") ?? "");
      const isSheet = relation?.type === "worksheet" && zip.entries.has(relation.target);
      // A list of a few kilobytes could refer to any number of sheets.
      if (isSheet && known.has(relation.target))
        throw new XmlError(`its sheet ${relation.target} is listed more than once`);
      if (isSheet) known.add(relation.target);
      const state = tag.attribute("state");
      sheets.push({
        name: tag.attribute("name") ?? "",
        part: isSheet ? relation.target : null,
        state: state === "veryHidden" ? "very hidden" : state === "hidden" ? "hidden" : "visible",
        id: tag.attribute("sheetId") ?? "",
      });
    },
    close() {
      isName = false;
    },
    text(piece) {
      const last = names.at(-1);
      if (isName && last !== undefined) last.formula += piece;
    },
  });
  const partFor = (type: string): string | null => {
    const target = relations.find((each) => each.type === type)?.target;
    return target === undefined ? null : readPart(zip, target);
  };
  let strings: SharedString[] | null = null;
  let styles: XlsxStyle[] | null = null;
  const styleAt = (number: number): XlsxStyle | undefined => {
    styles ??= xlsxStyles(partFor("styles"));
    return styles[number];
  };
  return {
    main,
    relations,
    sheets,
    names,
    epoch,
    string(index) {
      strings ??= sharedStrings(partFor("sharedStrings"));
      return strings[index] ?? null;
    },
    formatOf: (style) => styleAt(style)?.format ?? "General",
    appearanceOf: (style) => styleAt(style)?.appearance ?? {},
    isLocked: (style) => styleAt(style)?.isLocked ?? true,
  };
}

/** An XML boolean. */
export const isTrue = (written: string | null): boolean => written === "1" || written === "true";

/** The text of a cell with escapes such as `_x000D_` decoded. */
export const unescapedText = (text: string): string =>
  text.includes("_x")
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** Escapes text that would be decoded as such an escape. */
export const escapedCellText = (text: string): string => text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_");

function sharedStrings(xml: string | null): SharedString[] {
  const strings: SharedString[] = [];
  if (xml === null) return strings;
  let text = "";
  let from = 0;
  let isText = false;
  let phonetic = 0;
  scanXml(xml, xlsxPrefixes, {
    open(name, tag) {
      if (name === "s:si") {
        text = "";
        from = tag.to;
      } else if (name === "s:t") isText = true;
      else if (name === "s:rPh") phonetic++;
    },
    close(name, at) {
      if (name === "s:si") strings.push({ text: unescapedText(text), xml: xml.slice(from, at) });
      else if (name === "s:t") isText = false;
      else if (name === "s:rPh") phonetic--;
    },
    text(piece) {
      if (isText && phonetic === 0) text += piece;
    },
  });
  return strings;
}
