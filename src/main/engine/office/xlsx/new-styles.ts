import { escapedAttribute } from "../../../../core/text/escape-xml";
import { type EditedPart, editPart, elementsIn, prefixOf, takeElements, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { xlsxPrefixes } from "./scan";
import type { XlsxWorkbook } from "./workbook";

/** The number formats that every program knows by number. */
const builtIn: Record<string, number> = { "0%": 9, "0.00%": 10, "#,##0": 3, "#,##0.00": 4 };
/** The first number for formats of a file's own. */
const FIRST_FORMAT = 164;
/** More styles than Excel allows. */
const MAX_STYLES = 64_000;

/** Styles of cells that are added to a workbook: like others, with another number format. */
export class NewStyles {
  readonly #zip: ZipPackage;
  readonly #name: string | null;
  #part: EditedPart | null | undefined;
  #root: XmlElement | undefined;
  #count = 0;
  readonly #formats = new Map<string, number>();
  readonly #known = new Map<string, string>();
  readonly #styles: string[] = [];
  readonly #added: string[] = [];

  constructor(zip: ZipPackage, { relations }: Pick<XlsxWorkbook, "relations">) {
    this.#zip = zip;
    this.#name = relations.find(({ type }) => type === "styles")?.target ?? null;
  }

  /** The number of a style like this one, with this number format; null if the workbook has no styles. */
  styleWith(style: string | null, format: string): string | null {
    const key = `${style ?? "0"} ${format}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const part = this.#opened();
    const lists = this.#list("s:cellXfs");
    const own = lists === undefined ? undefined : elementsIn(lists, "s:xf")[Number(style ?? 0)];
    if (part === null || lists === undefined || own === undefined || this.#count >= MAX_STYLES) return null;
    const tag = part.xml.slice(own.from, own.isEmpty ? own.to : own.insideFrom);
    const number = this.#formatNumber(format, part);
    const bare = tag.replaceAll(/\s(?:numFmtId|applyNumberFormat)\s*=\s*(?:"[^"]*"|'[^']*')/g, "");
    const changed = bare.replace(/\s*(\/?)>$/, ` numFmtId="${number}" applyNumberFormat="1"$1>`);
    this.#styles.push(changed + part.xml.slice(own.from + tag.length, own.to));
    const next = String(this.#count++);
    this.#known.set(key, next);
    return next;
  }

  #opened(): EditedPart | null {
    if (this.#part !== undefined) return this.#part;
    this.#part = this.#name === null ? null : editPart(this.#zip, this.#name);
    if (this.#part === null) return null;
    const attributes = ["numFmtId", "formatCode", "count"];
    [this.#root] = takeElements(this.#part.xml, { prefixes: xlsxPrefixes, attributes, take: () => true });
    const list = this.#list("s:cellXfs");
    this.#count = list === undefined ? 0 : elementsIn(list, "s:xf").length;
    const formats = this.#list("s:numFmts");
    for (const { attributes: of } of formats === undefined ? [] : elementsIn(formats, "s:numFmt"))
      this.#formats.set(of["formatCode"] ?? "", Number(of["numFmtId"]));
    return this.#part;
  }

  #list = (name: string): XmlElement | undefined =>
    this.#root === undefined ? undefined : elementsIn(this.#root, name)[0];

  #formatNumber(format: string, part: EditedPart): number {
    const known = builtIn[format] ?? this.#formats.get(format);
    if (known !== undefined) return known;
    const number = Math.max(FIRST_FORMAT - 1, ...this.#formats.values()) + 1;
    this.#formats.set(format, number);
    const prefix = this.#root === undefined ? "" : prefixOf(part.xml, this.#root);
    this.#added.push(`<${prefix}numFmt numFmtId="${number}" formatCode="${escapedAttribute(format)}"/>`);
    return number;
  }

  /** The part of styles with those that were added; nothing if there are none. */
  changed(): [name: string, bytes: Uint8Array | null][] {
    const part = this.#part;
    const [list, root] = [this.#list("s:cellXfs"), this.#root];
    if (!part || list === undefined || root === undefined || this.#styles.length === 0) return [];
    this.#append(part, list, this.#styles, this.#count);
    const formats = this.#list("s:numFmts");
    if (this.#added.length > 0 && formats !== undefined)
      this.#append(part, formats, this.#added, elementsIn(formats, "s:numFmt").length + this.#added.length);
    else if (this.#added.length > 0) {
      const prefix = prefixOf(part.xml, root);
      part.splice(
        root.insideFrom,
        root.insideFrom,
        `<${prefix}numFmts count="${this.#added.length}">${this.#added.join("")}</${prefix}numFmts>`,
      );
    }
    const bytes = part.bytes();
    return bytes === null ? [] : [[part.name, bytes]];
  }

  #append(part: EditedPart, list: XmlElement, xml: readonly string[], count: number): void {
    const tag = part.xml.slice(list.from, list.isEmpty ? list.to : list.insideFrom);
    const counted = tag.replace(/(\scount\s*=\s*["'])\d*/, `$1${count}`);
    const name = /^<([^\s/>]+)/.exec(tag)?.[1] ?? "";
    if (list.isEmpty) part.splice(list.from, list.to, `${counted.replace(/\s*\/>$/, ">")}${xml.join("")}</${name}>`);
    else {
      if (counted !== tag) part.splice(list.from, list.from + tag.length, counted);
      part.splice(list.insideTo, list.insideTo, xml.join(""));
    }
  }
}
