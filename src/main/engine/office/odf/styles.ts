import type { OfficePage, OfficeParagraph, OfficeStyle } from "../../../../core/office/office-view";
import { MAX_MARKER } from "../../ports/limits";
import { letters, roman } from "../docx/markers";
import { scanXml, type XmlTag } from "../package/scan-xml";
import { odfPrefixes } from "./scan";

/** The properties of a paragraph or text style, including those of its parents. */
export type OdfStyle = {
  kind: OfficeParagraph["kind"];
  level: number;
  align: OfficeParagraph["align"] | null;
  isRightToLeft: boolean;
  breaksPage: boolean;
  /** Slides of this style are hidden. */
  isHidden: boolean;
  listStyle: string | null;
  textStyle: OfficeStyle;
  /** The width of a column, or the fill of a cell. */
  width: number | null;
  /** The height of a row. */
  height: number | null;
  fill: string | null;
};

type Level = {
  format: string;
  suffix: string;
  prefix: string;
  start: number;
  bullet: string | null;
  shownLevels: number;
};

/** The styles of an OpenDocument package. */
export type OdfStyles = {
  of(family: string, name: string | null): OdfStyle;
  /** The marker of a list item with these counts, the outermost first. */
  marker(listStyle: string | null, counts: readonly number[]): string | null;
  start(listStyle: string | null, level: number): number;
  page: OfficePage;
};

type RawStyle = Partial<OdfStyle> & { display: string; parent: string | null };

const plain: OdfStyle = {
  kind: "paragraph",
  level: 0,
  align: null,
  isRightToLeft: false,
  breaksPage: false,
  isHidden: false,
  listStyle: null,
  textStyle: {},
  width: null,
  height: null,
  fill: null,
};

/** Reads the styles in these texts, `styles.xml` first: styles in the content override it. */
export function odfStyles(...texts: readonly (string | null)[]): OdfStyles {
  const written = new Map<string, RawStyle>();
  const lists = new Map<string, Level[]>();
  const fonts = new Map<string, string>();
  let page: OfficePage = null;
  for (const xml of texts) {
    if (xml === null) continue;
    let style: RawStyle | null = null;
    let list: Level[] | null = null;
    scanXml(xml, odfPrefixes, {
      open(name, tag) {
        switch (name) {
          case "style:style": {
            const own = tag.attribute("style:name") ?? "";
            const outline = Number(tag.attribute("style:default-outline-level"));
            style = {
              display: (tag.attribute("style:display-name") ?? own).toLowerCase().replaceAll("_20_", " "),
              parent: tag.attribute("style:parent-style-name"),
              textStyle: {},
              ...(outline > 0 && { kind: "heading", level: outline }),
            };
            const listStyle = tag.attribute("style:list-style-name");
            if (listStyle) style.listStyle = listStyle;
            if (tag.attribute("style:master-page-name")) style.breaksPage = true;
            written.set(`${tag.attribute("style:family") ?? ""} ${own}`, style);
            break;
          }
          case "style:font-face":
            fonts.set(tag.attribute("style:name") ?? "", (tag.attribute("svg:font-family") ?? "").replaceAll("'", ""));
            break;
          case "text:list-style":
            list = [];
            lists.set(tag.attribute("style:name") ?? "", list);
            break;
          case "text:outline-style":
            list = [];
            lists.set("outline", list);
            break;
          case "text:list-level-style-bullet":
          case "text:list-level-style-number":
          case "text:list-level-style-image":
          case "text:outline-level-style": {
            const at = Math.min(10, Math.max(1, Number(tag.attribute("text:level")) || 1)) - 1;
            if (list === null) break;
            const bullet = name === "text:list-level-style-bullet" ? (tag.attribute("text:bullet-char") ?? "•") : null;
            list[at] = {
              format: tag.attribute("style:num-format") ?? "",
              suffix: tag.attribute("style:num-suffix") ?? "",
              prefix: tag.attribute("style:num-prefix") ?? "",
              start: Number(tag.attribute("text:start-value") ?? 1),
              bullet: name.endsWith("image") ? "•" : bullet,
              shownLevels: Math.max(1, Number(tag.attribute("text:display-levels") ?? 1)),
            };
            break;
          }
          case "style:page-layout-properties":
            page ??= pageOf(tag);
            break;
          case "style:paragraph-properties": {
            if (style === null) break;
            const align = tag.attribute("fo:text-align");
            if (align !== null) style.align = alignOf(align);
            if (tag.attribute("fo:break-before") === "page") style.breaksPage = true;
            if ((tag.attribute("style:writing-mode") ?? "").startsWith("rl")) style.isRightToLeft = true;
            break;
          }
          case "style:drawing-page-properties":
            if (style !== null && tag.attribute("presentation:visibility") === "hidden") style.isHidden = true;
            break;
          case "style:text-properties":
            if (style !== null) Object.assign(style.textStyle as OfficeStyle, textStyleIn(tag, fonts));
            break;
          case "style:table-column-properties":
            if (style !== null) style.width = points(tag.attribute("style:column-width"));
            break;
          case "style:table-row-properties":
            if (style !== null) style.height = points(tag.attribute("style:row-height"));
            break;
          case "style:table-cell-properties": {
            const fill = tag.attribute("fo:background-color");
            if (style !== null && fill !== null && /^#[0-9a-f]{6}$/i.test(fill)) style.fill = fill.toLowerCase();
            break;
          }
          default:
            break;
        }
      },
      close(name) {
        if (name === "style:style") style = null;
        else if (name === "text:list-style" || name === "text:outline-style") list = null;
      },
      text() {},
    });
  }

  const resolved = new Map<string, OdfStyle>();
  const resolve = (family: string, name: string, depth: number): OdfStyle => {
    const key = `${family} ${name}`;
    const known = resolved.get(key);
    if (known !== undefined) return known;
    const own = written.get(key);
    const parent = own?.parent && depth < 20 ? resolve(family, own.parent, depth + 1) : plain;
    const named = family === "paragraph" ? kindByName(own?.display ?? name.toLowerCase()) : null;
    const { display: _, parent: __, textStyle, ...stated } = own ?? { display: "", parent: null, textStyle: {} };
    // A page break applies to the style that sets it, not to styles based on it; so does hiding.
    const style = {
      ...parent,
      breaksPage: false,
      isHidden: false,
      ...stated,
      ...named,
      textStyle: { ...parent.textStyle, ...textStyle },
    };
    resolved.set(key, style);
    return style;
  };
  return {
    of: (family, name) => (name === null ? plain : resolve(family, name, 0)),
    marker(listStyle, counts) {
      const levels = lists.get(listStyle ?? "");
      const own = levels?.[counts.length - 1];
      if (levels === undefined || own === undefined) return listStyle === "outline" ? null : "•";
      if (own.bullet !== null) return /[\ue000-\uf8ff]/.test(own.bullet) ? "•" : own.bullet;
      if (own.format === "") return null;
      const shownLevels = counts.slice(-own.shownLevels).map((count, at) => {
        const level = levels[counts.length - Math.min(own.shownLevels, counts.length) + at];
        return numbered(count, level?.format ?? "1");
      });
      return `${own.prefix}${shownLevels.join(".")}${own.suffix}`.slice(0, MAX_MARKER);
    },
    start: (listStyle, level) => lists.get(listStyle ?? "")?.[level]?.start ?? 1,
    page,
  };
}

function numbered(count: number, format: string): string {
  switch (format) {
    case "a":
      return letters(count);
    case "A":
      return letters(count).toUpperCase();
    case "i":
      return roman(count).toLowerCase();
    case "I":
      return roman(count);
    default:
      return String(count);
  }
}

function kindByName(name: string): { kind: OfficeParagraph["kind"]; level: number } | null {
  const heading = /^heading ([1-9])$/.exec(name)?.[1];
  if (heading !== undefined) return { kind: "heading", level: Number(heading) };
  if (name === "title") return { kind: "title", level: 0 };
  if (/quotations?$|^quote|block text/.test(name)) return { kind: "quote", level: 0 };
  if (/^(?:preformatted text|source code|source text)$/.test(name)) return { kind: "code", level: 0 };
  if (/caption|^(?:table|illustration|figure)$/.test(name)) return { kind: "caption", level: 0 };
  return null;
}

function alignOf(written: string): OfficeParagraph["align"] {
  if (written === "center" || written === "justify") return written;
  return written === "end" || written === "right" ? "right" : "left";
}

function textStyleIn(tag: XmlTag, fonts: ReadonlyMap<string, string>): OfficeStyle {
  const value = (name: string): string => tag.attribute(name) ?? "";
  const color = value("fo:color");
  const highlight = value("fo:background-color");
  const size = /^([\d.]+)pt$/.exec(value("fo:font-size"))?.[1];
  const font = fonts.get(value("style:font-name")) ?? value("fo:font-family").replaceAll("'", "");
  const position = value("style:text-position");
  const isLine = (name: string): boolean => value(name) !== "" && value(name) !== "none";
  return {
    ...(/^(?:bold|[6-9]00)$/.test(value("fo:font-weight")) && { bold: true }),
    ...(/^(?:italic|oblique)$/.test(value("fo:font-style")) && { italic: true }),
    ...(isLine("style:text-underline-style") && { underline: true }),
    ...(isLine("style:text-line-through-style") && { strike: true }),
    ...(/^(?:super|[1-9])/.test(position) && { script: "super" as const }),
    ...(/^(?:sub|-)/.test(position) && { script: "sub" as const }),
    ...(/^#(?!000000)[0-9a-f]{6}$/i.test(color) && { color: color.toLowerCase() }),
    ...(/^#[0-9a-f]{6}$/i.test(highlight) && { highlight: highlight.toLowerCase() }),
    ...(size !== undefined && { size: Number(size) }),
    ...(font !== "" && { font }),
    ...(/courier|mono|consolas/i.test(font) && { code: true }),
  };
}

/** An OpenDocument length, in points. */
export function points(written: string | null): number | null {
  const [, number, unit = ""] = /^(-?[\d.]+)(cm|mm|in|pt|px|pc)$/.exec(written ?? "") ?? [];
  if (number === undefined) return null;
  const factor = { cm: 28.3465, mm: 2.83465, in: 72, pt: 1, px: 0.75, pc: 12 }[unit] ?? 1;
  return Math.round(Number(number) * factor * 100) / 100;
}

function pageOf(tag: XmlTag): OfficePage {
  const width = points(tag.attribute("fo:page-width"));
  const height = points(tag.attribute("fo:page-height"));
  if (width === null || height === null) return null;
  const all = points(tag.attribute("fo:margin")) ?? 56.7;
  const side = (of: string): number => points(tag.attribute(`fo:margin-${of}`)) ?? all;
  return {
    width,
    height,
    margins: { top: side("top"), right: side("right"), bottom: side("bottom"), left: side("left") },
  };
}
