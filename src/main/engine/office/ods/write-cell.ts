import { escapedAttribute, escapedText } from "../../../../core/text/escape-xml";
import { toOpenFormula } from "../sheet/sheet-formula";
import type { CellInput } from "../sheet/sheet-input";
import { plain } from "../sheet/sheet-number-format";
import type { WrittenValue } from "../sheet/written-value";
import type { OdsCell } from "./scan";

/** The document's prefixes for the namespaces that a cell needs, each with its colon. */
export type OdsNames = {
  office: string;
  table: string;
  text: string;
  calcext: string | null;
  /** The name of a style like this one that shows a value as it is written; null to keep the style. */
  styleWith?(style: string | null, written: WrittenValue): string | null;
};

/** What a cell's style is for; cells of text keep every value as text. */
export type CellKind = "text" | "other";

const namespaces = {
  office: "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
  table: "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
  text: "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
  calcext: "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0",
};

/** The prefix, with its colon, that a document declares at its root for a namespace; null if it does not. */
export function declaredPrefix(xml: string, namespace: string): string | null {
  const root = xml.slice(0, xml.indexOf(">", xml.search(/<[A-Za-z]/)) + 1);
  const at = root.search(new RegExp(`\\sxmlns(?::[\\w.-]+)?\\s*=\\s*["']${namespace.replaceAll(".", "\\.")}["']`));
  if (at < 0) return null;
  const prefix = /^\sxmlns(?::([\w.-]+))?/.exec(root.slice(at))?.[1];
  return prefix === undefined ? "" : `${prefix}:`;
}

/** Finds the prefixes that a document declares at its root. */
export function odsNames(xml: string): OdsNames {
  const prefixFor = (namespace: string): string | null => declaredPrefix(xml, namespace);
  return {
    office: prefixFor(namespaces.office) ?? "office:",
    table: prefixFor(namespaces.table) ?? "table:",
    text: prefixFor(namespaces.text) ?? "text:",
    calcext: prefixFor(namespaces.calcext),
  };
}

const valueNames =
  /\s+(?:[\w.-]+:)?(?:value-type|value|date-value|time-value|boolean-value|string-value|currency|formula|number-matrix-columns-spanned|number-matrix-rows-spanned)\s*=\s*(?:"[^"]*"|'[^']*')/g;
const repeatName = /\s+(?:[\w.-]+:)?number-(?:columns|rows)-repeated\s*=\s*(?:"[^"]*"|'[^']*')/;

/** The start tag of a cell or row with this repeat count. */
export function withRepeat(tag: string, attribute: string, count: number): string {
  const once = tag.replace(repeatName, "");
  return count === 1 ? once : once.replace(/\s*(\/?)>$/, ` ${attribute}="${count}"$1>`);
}

/** A cell with a new value; its style, comment and drawings stay. `xml` is the part. */
export function rewrittenCell(xml: string, cell: OdsCell, input: CellInput, names: OdsNames, style: CellKind): string {
  const tag = xml.slice(cell.from, cell.startTo).replace(repeatName, "").replaceAll(valueNames, "");
  const { attributes, lines } = valueXml(input, names, { style, before: cell.type });
  const isEmpty = /\/>$/.test(tag);
  const name = /^<([^\s/>]+)/.exec(tag)?.[1] ?? "";
  const shown = style === "text" ? null : styleFor(cell.style, input, names);
  const styled = shown === null ? tag : tag.replace(styleName, "");
  const start = styled.replace(/\s*\/?>$/, `${shown ?? ""}${attributes}`);
  let kept = "";
  let at = cell.startTo;
  const end = isEmpty ? at : xml.lastIndexOf("</", cell.to - 1);
  for (const { from, to } of cell.paragraphs) {
    kept += xml.slice(at, from);
    at = to;
  }
  kept += xml.slice(at, Math.max(at, end));
  const inside = kept + lines;
  return inside === "" ? `${start}/>` : `${start}>${inside}</${name}>`;
}

const styleName = /\s+(?:[\w.-]+:)?style-name\s*=\s*(?:"[^"]*"|'[^']*')/;

/** The attribute for the style that shows a value as it is written; null if the cell keeps its own. */
function styleFor(own: string | null, input: CellInput, { table, styleWith }: OdsNames): string | null {
  if (input.kind !== "text" || input.written === undefined) return null;
  const name = styleWith?.(own, input.written) ?? null;
  return name === null ? null : ` ${table}style-name="${escapedAttribute(name)}"`;
}

/** A new cell, empty if there is no value. `columnStyle` is the style that it would have. */
export function newCell(input: CellInput, names: OdsNames, columnStyle: string | null = null): string {
  const value = valueXml(input, names, { style: "other", before: "" });
  const { lines } = value;
  const attributes = `${styleFor(columnStyle, input, names) ?? ""}${value.attributes}`;
  const name = `${names.table}table-cell`;
  return lines === "" ? `<${name}${attributes}/>` : `<${name}${attributes}>${lines}</${name}>`;
}

/** A cell without its formula's result, which is out of date. */
export function withoutResult(xml: string, cell: OdsCell, names: OdsNames): string {
  const formula =
    /\s(?:[\w.-]+:)?formula\s*=\s*(?:"[^"]*"|'[^']*')/.exec(xml.slice(cell.from, cell.startTo))?.[0] ?? "";
  const matrix =
    xml.slice(cell.from, cell.startTo).match(/\s(?:[\w.-]+:)?number-matrix-\w+-spanned\s*=\s*(?:"[^"]*"|'[^']*')/g) ??
    [];
  const repeat = repeatName.exec(xml.slice(cell.from, cell.startTo))?.[0] ?? "";
  const bare = rewrittenCell(xml, cell, { kind: "empty" }, names, "other");
  return bare.replace(/^<[^\s/>]+/, (name) => `${name}${repeat}${formula}${matrix.join("")}`);
}

function valueXml(
  input: CellInput,
  { office, table, text, calcext }: OdsNames,
  { style, before }: { style: CellKind; before: string },
): { attributes: string; lines: string } {
  const typed = (type: string, rest: string): string =>
    ` ${office}value-type="${type}"${rest}${calcext === null ? "" : ` ${calcext}value-type="${type}"`}`;
  const paragraphs = (shown: string): string =>
    shown
      .split("\n")
      .map((line) => `<${text}p>${lineXml(line, text)}</${text}p>`)
      .join("");
  switch (input.kind) {
    case "empty":
      return { attributes: "", lines: "" };
    case "number": {
      const type = before === "percentage" ? before : "float";
      return {
        attributes: typed(type, ` ${office}value="${plain(input.value)}"`),
        lines: paragraphs(shownNumber(input.value, type)),
      };
    }
    case "boolean":
      return {
        attributes: typed("boolean", ` ${office}boolean-value="${input.value}"`),
        lines: paragraphs(input.value ? "TRUE" : "FALSE"),
      };
    case "formula":
      return { attributes: ` ${table}formula="${escapedAttribute(toOpenFormula(input.formula))}"`, lines: "" };
    case "text": {
      const { written } = input;
      if (written !== undefined && style !== "text") {
        const currency = written.currency === undefined ? "" : ` ${office}currency="${written.currency}"`;
        const type = written.kind === "number" ? "float" : written.kind;
        const value =
          written.iso === undefined
            ? `${office}value="${plain(written.value)}"`
            : `${office}${type}-value="${written.iso.replace(/T00:00:00$/, "")}"`;
        return { attributes: typed(type, `${currency} ${value}`), lines: paragraphs(input.text.trim()) };
      }
      return { attributes: typed("string", ""), lines: paragraphs(input.text) };
    }
  }
}

const shownNumber = (value: number, type: string): string =>
  type === "percentage" ? `${plain(value * 100)}%` : plain(value);

/** A line of text with its blanks and tabs as OpenDocument encodes them. */
function lineXml(line: string, prefix: string): string {
  return line
    .split(/(\t| {2,}|^ | $)/)
    .map((piece) => {
      if (piece === "\t") return `<${prefix}tab/>`;
      if (/^ +$/.test(piece))
        return piece.length === 1 ? `<${prefix}s/>` : `<${prefix}s ${prefix}c="${piece.length}"/>`;
      return escapedText(piece);
    })
    .join("");
}
