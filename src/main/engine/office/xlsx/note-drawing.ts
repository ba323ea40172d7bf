import type { CellRef } from "../../../../core/office/sheet-address";
import type { EditedPart } from "../package/splice-xml";

const shapeType = `<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>`;
const namespaces = `xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"`;

/** The drawing of a sheet's notes with the box of one in it. Excel shows no note without a box. */
export const noteDrawing = (ref: CellRef): string =>
  `<xml ${namespaces}><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout>${shapeType}${noteBox(ref, 1025)}</xml>`;

/** Adds the box of a note to a drawing. Returns whether it could be added. */
export function addNoteBox(part: EditedPart, ref: CellRef): boolean {
  const { xml } = part;
  // Drawings of older programs are not always well-formed, so they are not parsed.
  const end = xml.lastIndexOf("</");
  if (end < 0 || !/^<\/(?:[\w.-]+:)?xml\s*>\s*$/.test(xml.slice(end))) return false;
  let last = 1024;
  for (const [, number] of xml.matchAll(/\bid\s*=\s*["']_x0000_s(\d{1,9})["']/g)) last = Math.max(last, Number(number));
  const root = /<(?:[\w.-]+:)?xml\b[^>]*>/.exec(xml.slice(0, 10_000))?.[0] ?? "";
  const isDeclared = namespaces.split(" ").every((each) => root.replaceAll("'", '"').includes(each));
  const type = /\bid\s*=\s*["']_x0000_t202["']/.test(xml) ? "" : isDeclared ? shapeType : declared(shapeType);
  const box = noteBox(ref, last + 1);
  part.splice(end, end, type + (isDeclared ? box : declared(box)));
  return true;
}

const declared = (xml: string): string => xml.replace(/^<v:\w+/, (start) => `${start} ${namespaces}`);

/** Takes the box of a cell's note out of a drawing. */
export function removeNoteBox(part: EditedPart, { row, column }: CellRef): void {
  const start = /<((?:[\w.-]+:)?)shape\s[^>]*>/g;
  for (let found = start.exec(part.xml); found !== null; found = start.exec(part.xml)) {
    if (found[0].endsWith("/>")) continue;
    const close = `</${found[1]}shape>`;
    const end = part.xml.indexOf(close, start.lastIndex);
    if (end < 0) return;
    const box = part.xml.slice(found.index, end);
    const has = (name: string, value: number): boolean =>
      new RegExp(`<(?:[\\w.-]+:)?${name}\\s*>\\s*${value}\\s*<`).test(box);
    if (/\bObjectType\s*=\s*["']Note["']/.test(box) && has("Row", row - 1) && has("Column", column - 1)) {
      part.splice(found.index, end + close.length, "");
      return;
    }
    start.lastIndex = end;
  }
}

function noteBox({ row, column }: CellRef, number: number): string {
  // Beside the cell: columns and rows count from 0, each with its offset.
  const anchor = [column, 15, Math.max(0, row - 2), 2, column + 2, 31, Math.max(0, row - 2) + 4, 1].join(", ");
  return `<v:shape id="_x0000_s${number}" type="#_x0000_t202" style="position:absolute;margin-left:59.25pt;margin-top:1.5pt;width:108pt;height:59.25pt;z-index:1;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column - 1}</x:Column></x:ClientData></v:shape>`;
}
