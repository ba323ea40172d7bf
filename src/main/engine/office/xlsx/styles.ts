import type { OfficeCell, OfficeStyle } from "../../../../core/office/office-view";
import { scanXml } from "../package/scan-xml";
import { builtInFormat } from "../sheet/sheet-number-format";
import { xlsxPrefixes } from "./scan";

/** The style of cells: their number format, how they look, and whether they are locked if their sheet is protected. */
export type XlsxStyle = { format: string; appearance: OfficeCell["style"]; isLocked: boolean };

/** The styles of cells, by style number. */
export function xlsxStyles(xml: string | null): XlsxStyle[] {
  const styles: XlsxStyle[] = [];
  if (xml === null) return styles;
  const formats = new Map<number, string>();
  const fonts: OfficeStyle[] = [];
  const fills: (string | null)[] = [];
  let inside: "fonts" | "fills" | "cellXfs" | null = null;
  scanXml(xml, xlsxPrefixes, {
    open(name, tag) {
      if (name === "s:fonts") inside = "fonts";
      else if (name === "s:fills") inside = "fills";
      else if (name === "s:cellXfs") inside = "cellXfs";
      else if (name === "s:numFmt")
        formats.set(Number(tag.attribute("numFmtId")), tag.attribute("formatCode") ?? "General");
      const value = tag.attribute("val");
      const isOn = value !== "0" && value !== "false";
      if (inside === "fonts") {
        if (name === "s:font") fonts.push({});
        const font = fonts.at(-1);
        if (font === undefined) return;
        if (name === "s:b" && isOn) font.bold = true;
        else if (name === "s:i" && isOn) font.italic = true;
        else if (name === "s:u" && value !== "none") font.underline = true;
        else if (name === "s:strike" && isOn) font.strike = true;
        else if (name === "s:color") {
          const color = colorIn(tag.attribute("rgb"));
          // Black is the default, and must not be set on a dark background.
          if (color !== null && color !== "#000000") font.color = color;
        } else if (name === "s:vertAlign" && (value === "superscript" || value === "subscript"))
          font.script = value === "superscript" ? "super" : "sub";
      } else if (inside === "fills") {
        if (name === "s:fill") fills.push(null);
        else if (name === "s:fgColor") fills[fills.length - 1] = colorIn(tag.attribute("rgb"));
      } else if (inside === "cellXfs") {
        if (name === "s:xf") {
          const fill = fills[Number(tag.attribute("fillId") ?? 0)] ?? null;
          const font = fonts[Number(tag.attribute("fontId") ?? 0)] ?? {};
          const id = Number(tag.attribute("numFmtId") ?? 0);
          const appearance = { ...font, ...(fill === null ? {} : { fill }) };
          styles.push({ format: formats.get(id) ?? builtInFormat(id), appearance, isLocked: true });
        } else if (name === "s:protection" && /^(?:0|false)$/.test(tag.attribute("locked") ?? "")) {
          const style = styles.at(-1);
          if (style) style.isLocked = false;
        } else if (name === "s:alignment") {
          const appearance = styles.at(-1)?.appearance;
          const align = tag.attribute("horizontal");
          if (appearance && (align === "left" || align === "center" || align === "right")) appearance.align = align;
          if (appearance && tag.attribute("wrapText") === "1") appearance.wraps = true;
        }
      }
    },
    close(name) {
      if (name === "s:fonts" || name === "s:fills" || name === "s:cellXfs") inside = null;
    },
    text() {},
  });
  return styles;
}

const colorIn = (written: string | null): string | null =>
  written !== null && /^(?:[0-9a-fA-F]{2})?[0-9a-fA-F]{6}$/.test(written)
    ? `#${written.slice(-6).toLowerCase()}`
    : null;
