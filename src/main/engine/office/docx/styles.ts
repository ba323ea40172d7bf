import type { OfficeParagraph, OfficeStyle } from "../../../../core/office/office-view";
import { scanXml, type XmlTag } from "../package/scan-xml";
import { docxPrefixes } from "./scan";

/** The properties of a paragraph or run style, including those of its parents. */
export type DocxStyle = {
  kind: OfficeParagraph["kind"];
  level: number;
  /** The list that its paragraphs belong to. */
  list: { number: string; level: number } | null;
  align: OfficeParagraph["align"] | null;
  textStyle: OfficeStyle;
};

type RawStyle = Partial<Omit<DocxStyle, "textStyle">> & {
  name: string;
  basedOn: string;
  textStyle: OfficeStyle;
  isRun: boolean;
};

/** The styles of a document, by id. */
export type DocxStyles = {
  all: ReadonlyMap<string, DocxStyle>;
  /** Those that make a heading for `read`: by the names that Word uses in every language, or by an outline level of their own. */
  headings: ReadonlySet<string>;
  /** The levels of heading styles for export; a style that is not listed has level 1. */
  levels: ReadonlyMap<string, number>;
  /** The names of paragraph styles as users see them; without the standard style and headings named by their level. */
  names: ReadonlyMap<string, string>;
};

const numbered = Array.from({ length: 6 }, (_, level) => `Heading${level + 1}`);

/** Reads the styles of a document; null for a document without any. */
export function docxStyles(xml: string | null): DocxStyles {
  const written = new Map<string, RawStyle>();
  const headings = new Set(["Title", ...numbered]);
  const names = new Map<string, string>();
  const levels = new Map(numbered.map((id, index) => [id, index + 1]));
  if (xml !== null) {
    let style: RawStyle | null = null;
    let id = "";
    let numbering = { number: "", level: 0 };
    scanXml(xml, docxPrefixes, {
      open(name, tag) {
        if (name === "w:style") {
          style = { name: "", basedOn: "", textStyle: {}, isRun: tag.attribute("w:type") === "character" };
          numbering = { number: "", level: 0 };
          id = tag.attribute("w:styleId") ?? "";
          written.set(id, style);
        } else if (style !== null) {
          const value = tag.attribute("w:val") ?? "";
          if (id !== "") addHeading(id, name, value, { headings, levels });
          if (name === "w:name") {
            style.name = value.toLowerCase();
            if (!style.isRun && !/^(?:normal|heading ?[1-9])$/i.test(value)) names.set(id, value.slice(0, 100));
          } else if (name === "w:basedOn") style.basedOn = value;
          else if (name === "w:outlineLvl" && Number(value) < 9) {
            style.kind = "heading";
            style.level = Number(value) + 1;
          } else if (name === "w:numId") {
            numbering.number = value;
            style.list = numbering;
          } else if (name === "w:ilvl") numbering.level = Math.min(8, Math.max(0, Number(value) || 0));
          else if (name === "w:jc") style.align = alignOf(value);
          else if (style.isRun) Object.assign(style.textStyle, textStyleIn(name, tag));
        }
      },
      close(name) {
        if (name === "w:style") style = null;
      },
      text() {},
    });
  }
  const styles = new Map<string, DocxStyle>();
  const resolve = (id: string, depth: number): DocxStyle => {
    const known = styles.get(id);
    if (known !== undefined) return known;
    const own = written.get(id);
    const parent = own === undefined || own.basedOn === "" || depth > 20 ? plain : resolve(own.basedOn, depth + 1);
    const named = kindByName(own?.name ?? id.toLowerCase());
    const style: DocxStyle = {
      kind: named?.kind ?? own?.kind ?? parent.kind,
      level: named?.level ?? own?.level ?? parent.level,
      list: own?.list ?? parent.list,
      align: own?.align ?? parent.align,
      textStyle: { ...parent.textStyle, ...own?.textStyle },
    };
    styles.set(id, style);
    return style;
  };
  for (const id of [...written.keys(), ...numbered, "Title"]) resolve(id, 0);
  return { all: styles, headings, levels, names };
}

/** Adds a style to the headings if this element of its definition makes it one. */
function addHeading(
  id: string,
  element: string,
  value: string,
  { headings, levels }: { headings: Set<string>; levels: Map<string, number> },
): void {
  if (element === "w:name") {
    const [isHeading, level] = /^(?:heading ([1-9])|title)$/i.exec(value) ?? [];
    if (isHeading !== undefined) headings.add(id);
    if (level !== undefined) levels.set(id, Number(level));
  } else if (element === "w:outlineLvl") {
    if (Number(value) < 9) headings.add(id);
    if (!levels.has(id)) levels.set(id, Number(value) + 1);
  }
}

const plain: DocxStyle = { kind: "paragraph", level: 0, list: null, align: null, textStyle: {} };

function kindByName(name: string): Pick<DocxStyle, "kind" | "level"> | null {
  const heading = /^heading ?([1-9])$/.exec(name)?.[1];
  if (heading !== undefined) return { kind: "heading", level: Number(heading) };
  if (name === "title") return { kind: "title", level: 0 };
  if (/quot|^block text$/.test(name)) return { kind: "quote", level: 0 };
  if (/^(?:html preformatted|source code|macro(?: text)?|preformatted text|code)$/.test(name))
    return { kind: "code", level: 0 };
  if (/caption/.test(name)) return { kind: "caption", level: 0 };
  return null;
}

/** The alignment for an attribute value. */
export function alignOf(written: string): OfficeParagraph["align"] {
  if (written === "center") return "center";
  if (written === "right" || written === "end") return "right";
  return written === "both" || written === "distribute" ? "justify" : "left";
}

const named: Record<string, string> = {
  black: "#000000",
  blue: "#0000ff",
  cyan: "#00ffff",
  green: "#00ff00",
  magenta: "#ff00ff",
  red: "#ff0000",
  yellow: "#ffff00",
  white: "#ffffff",
  darkBlue: "#000080",
  darkCyan: "#008080",
  darkGreen: "#008000",
  darkMagenta: "#800080",
  darkRed: "#800000",
  darkYellow: "#808000",
  darkGray: "#808080",
  lightGray: "#c0c0c0",
};

/** The text style that one element of a run's properties sets. */
export function textStyleIn(name: string, tag: Pick<XmlTag, "attribute">): OfficeStyle {
  const value = tag.attribute("w:val");
  const isOn = value === null || !/^(?:0|false|off|none)$/.test(value);
  switch (name) {
    case "w:b":
      return isOn ? { bold: true } : {};
    case "w:i":
      return isOn ? { italic: true } : {};
    case "w:u":
      return value !== null && isOn ? { underline: true } : {};
    case "w:strike":
    case "w:dstrike":
      return isOn ? { strike: true } : {};
    case "w:vertAlign":
      return value === "superscript" ? { script: "super" } : value === "subscript" ? { script: "sub" } : {};
    case "w:color":
      // Black is the default, and must not be set on a dark background.
      return value !== null && /^(?!000000)[0-9a-fA-F]{6}$/.test(value) ? { color: `#${value.toLowerCase()}` } : {};
    case "w:highlight":
      return value !== null && named[value] !== undefined ? { highlight: named[value] } : {};
    case "w:shd": {
      const fill = tag.attribute("w:fill");
      return fill !== null && /^[0-9a-fA-F]{6}$/.test(fill) ? { highlight: `#${fill.toLowerCase()}` } : {};
    }
    case "w:sz":
      return Number(value) > 0 ? { size: Number(value) / 2 } : {};
    case "w:rFonts": {
      const font = tag.attribute("w:ascii") ?? tag.attribute("w:hAnsi");
      if (font === null) return {};
      return /courier|consolas|mono|menlo/i.test(font) ? { font, code: true } : { font };
    }
    default:
      return {};
  }
}
