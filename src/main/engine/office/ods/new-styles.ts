import { escapedAttribute, escapedText } from "../../../../core/text/escape-xml";
import { readPart } from "../package/package-parts";
import { scanXml } from "../package/scan-xml";
import type { EditedPart } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { WrittenValue } from "../sheet/written-value";
import { odsPrefixes } from "./scan";
import { declaredPrefix } from "./write-cell";

const oasis = "urn:oasis:names:tc:opendocument:xmlns:";
/** The data styles that can show each kind of value. Numbers with separators are shown as they are written. */
const shows = {
  date: "number:date-style",
  time: "number:time-style",
  percentage: "number:percentage-style",
  currency: "number:currency-style",
} as const;
type ValueKind = keyof typeof shows;

type CellStyle = { parent: string | null; data: string | null; xml: string | null };

/** Styles of cells that are added to an OpenDocument spreadsheet: like others, with a data style that shows a value as it is written. */
export class NewOdsStyles {
  readonly #part: EditedPart;
  readonly #cells = new Map<string, CellStyle>();
  readonly #data = new Map<string, string>();
  readonly #made = new Map<string, string>();
  #added = "";
  /** Where styles are added, in an element that may be missing. */
  #at = { inside: -1, before: -1, empty: null as { from: number; to: number } | null };

  constructor(zip: ZipPackage, part: EditedPart) {
    this.#part = part;
    this.#scan(readPart(zip, "styles.xml"), false);
    this.#scan(part.xml, true);
  }

  #scan(xml: string | null, isOwn: boolean): void {
    if (xml === null) return;
    let open: { style: CellStyle; from: number } | null = null;
    scanXml(xml, odsPrefixes, {
      open: (name, tag) => {
        const named = tag.attribute("style:name") ?? "";
        if (name === "style:style" && tag.attribute("style:family") === "table-cell") {
          const parent = tag.attribute("style:parent-style-name");
          open = { style: { parent, data: tag.attribute("style:data-style-name"), xml: null }, from: tag.from };
          this.#cells.set(named, open.style);
        } else if (/^number:[\w-]+-style$/.test(name)) this.#data.set(named, name);
        else if (isOwn && name === "office:automatic-styles" && xml[tag.to - 2] === "/")
          this.#at.empty = { from: tag.from, to: tag.to };
        else if (isOwn && name === "office:body") this.#at.before = tag.from;
      },
      close: (name, from, to) => {
        if (name === "style:style" && open !== null) {
          // Common styles are named as parents, since they may change.
          if (isOwn) open.style.xml = xml.slice(open.from, to);
          open = null;
        } else if (isOwn && name === "office:automatic-styles") this.#at.inside = from;
      },
      text() {},
    });
  }

  /** The name of a style like this one that shows the value; null if it shows it already, or needs none. */
  styleWith(style: string | null, { kind, format, currency = "" }: WrittenValue): string | null {
    if (!(kind in shows)) return null;
    const shown = kind as ValueKind;
    let at: string | null = style ?? "Default";
    for (let depth = 0; at !== null && depth < 20; depth++) {
      const known: CellStyle | undefined = this.#cells.get(at);
      if (known?.data != null) {
        if (this.#data.get(known.data) === shows[shown]) return null;
        break;
      }
      at = known?.parent ?? null;
    }
    const key = `${style ?? ""}\n${format}`;
    const made = this.#made.get(key);
    if (made !== undefined) return made;
    const name = this.#free("ceValue", this.#cells);
    this.#cells.set(name, { parent: style, data: null, xml: null });
    const data = this.#dataStyle(shown, format, currency);
    this.#added += this.#cellStyle(style, name, data);
    this.#made.set(key, name);
    return name;
  }

  #free(wanted: string, taken: ReadonlyMap<string, unknown>): string {
    let number = 1;
    while (taken.has(`${wanted}${number}`)) number++;
    return `${wanted}${number}`;
  }

  /** The prefix of a namespace, and its declaration if the document has none. */
  #space(name: "style" | "datastyle"): { prefix: string; declared: string } {
    const namespace = `${oasis}${name}:1.0`;
    const prefix = declaredPrefix(this.#part.xml, namespace);
    const own = name === "style" ? "style" : "number";
    return prefix === null ? { prefix: `${own}:`, declared: ` xmlns:${own}="${namespace}"` } : { prefix, declared: "" };
  }

  #dataStyle(kind: ValueKind, format: string, currency: string): string {
    const key = `\n${format}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const name = this.#free("valueStyle", this.#data);
    const { prefix, declared } = this.#space("datastyle");
    const style = this.#space("style");
    const element = `${prefix}${shows[kind].slice("number:".length)}`;
    const inside = kind === "date" || kind === "time" ? momentXml(format, prefix) : numberXml(format, prefix, currency);
    this.#added += `<${element}${declared}${style.declared} ${style.prefix}name="${name}">${inside}</${element}>`;
    this.#data.set(name, shows[kind]);
    this.#made.set(key, name);
    return name;
  }

  #cellStyle(like: string | null, name: string, data: string): string {
    const { prefix, declared } = this.#space("style");
    const model = this.#cells.get(like ?? "")?.xml ?? null;
    const end = model === null ? -1 : model.indexOf(">") + 1;
    const given = ` ${prefix}name="${name}"`;
    const shown = ` ${prefix}data-style-name="${data}"`;
    if (model === null)
      return `<${prefix}style${declared}${given} ${prefix}family="table-cell" ${prefix}parent-style-name="${escapedAttribute(like ?? "Default")}"${shown}/>`;
    const tag = model
      .slice(0, end)
      .replaceAll(/\s(?:[\w.-]+:)?(?:name|display-name|data-style-name)\s*=\s*(?:"[^"]*"|'[^']*')/g, "")
      .replace(/^<[^\s/>]+/, (start) => `${start}${given}${shown}`);
    return tag + model.slice(end);
  }

  /** Writes the new styles into the part. */
  write(): void {
    const { inside, before, empty } = this.#at;
    if (this.#added === "") return;
    const name = `${declaredPrefix(this.#part.xml, `${oasis}office:1.0`) ?? "office:"}automatic-styles`;
    const whole = `<${name}>${this.#added}</${name}>`;
    if (empty !== null) this.#part.splice(empty.from, empty.to, whole);
    else if (inside >= 0) this.#part.splice(inside, inside, this.#added);
    else if (before >= 0) this.#part.splice(before, before, whole);
  }
}

/** The parts of a date or time for a format such as `yyyy\-mm\-dd\ hh:mm`. */
function momentXml(format: string, prefix: string): string {
  let isAfterHours = false;
  const named: Record<string, string> = { y: "year", d: "day", h: "hours", s: "seconds" };
  return [...format.matchAll(/(y+|m+|d+|h+|s+)|AM\/PM|\\(.)|(.)/g)]
    .map(([whole, field, escaped, plain]) => {
      if (whole === "AM/PM") return `<${prefix}am-pm/>`;
      if (field === undefined) return textXml(escaped ?? plain ?? "", prefix);
      const letter = field[0] ?? "";
      if (letter === "m" && field.length >= 3) return `<${prefix}month ${prefix}textual="true"/>`;
      const element = letter === "m" ? (isAfterHours ? "minutes" : "month") : (named[letter] ?? "");
      if (letter === "h") isAfterHours = true;
      return `<${prefix}${element}${field.length > 1 ? ` ${prefix}style="long"` : ""}/>`;
    })
    .join("");
}

const textXml = (text: string, prefix: string): string => `<${prefix}text>${escapedText(text)}</${prefix}text>`;

/** The parts of a percentage or an amount for a format such as `#,##0.00\ [$€]`. */
function numberXml(format: string, prefix: string, currency: string): string {
  return [...format.matchAll(/(#,##)?0(?:\.(0+))?|\[\$([^\]]*)\]|"([^"]*)"|\\(.)|(.)/g)]
    .map(([whole, grouped, decimals = "", sign, code, escaped, plain]) => {
      const symbol = sign ?? code;
      if (symbol !== undefined)
        return `<${prefix}currency-symbol>${escapedText(symbol || currency)}</${prefix}currency-symbol>`;
      const text = escaped ?? plain;
      if (text !== undefined) return textXml(text, prefix);
      const grouping = grouped === undefined && !whole.startsWith("#") ? "" : ` ${prefix}grouping="true"`;
      return `<${prefix}number ${prefix}min-integer-digits="1" ${prefix}decimal-places="${decimals.length}"${grouping}/>`;
    })
    .join("");
}
