import type { OfficeCell, OfficeStyle } from "../../../../core/office/office-view";
import { scanXml } from "../package/scan-xml";
import { xlsxPrefixes } from "./workbook";

type CellStyle = OfficeCell["style"];

/** The styles of cells, by style number. */
export function xlsxCellStyles(xml: string | null): CellStyle[] {
  const cellStyles: CellStyle[] = [];
  if (xml === null) return cellStyles;
  const fonts: OfficeStyle[] = [];
  const fills: (string | null)[] = [];
  let inside: "fonts" | "fills" | "cellXfs" | null = null;
  scanXml(xml, xlsxPrefixes, {
    open(name, tag) {
      if (name === "s:fonts") inside = "fonts";
      else if (name === "s:fills") inside = "fills";
      else if (name === "s:cellXfs") inside = "cellXfs";
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
          cellStyles.push({ ...font, ...(fill === null ? {} : { fill }) });
        } else if (name === "s:alignment") {
          const cellStyle = cellStyles.at(-1);
          const align = tag.attribute("horizontal");
          if (cellStyle && (align === "left" || align === "center" || align === "right")) cellStyle.align = align;
          if (cellStyle && tag.attribute("wrapText") === "1") cellStyle.wraps = true;
        }
      }
    },
    close(name) {
      if (name === "s:fonts" || name === "s:fills" || name === "s:cellXfs") inside = null;
    },
    text() {},
  });
  return cellStyles;
}

const colorIn = (written: string | null): string | null =>
  written !== null && /^(?:[0-9a-fA-F]{2})?[0-9a-fA-F]{6}$/.test(written)
    ? `#${written.slice(-6).toLowerCase()}`
    : null;
