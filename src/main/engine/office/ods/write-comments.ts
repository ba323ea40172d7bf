import type { CellRef } from "../../../../core/office/sheet-address";
import { ToolError } from "../../ports/tool-error";
import { annotationXml, paragraphs, prefixesOf, setResolved, setText } from "../odf/write-annotations";
import { type EditedPart, editPart } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { addressIn, takenCell, targetCell } from "../sheet/cell-comments";
import { type CommentChange, type OfficeMessage, signature } from "../text/office-comments";
import { type OdsComment, odsCellTexts, odsComments, textOfAnswer, textOfMessages } from "./comments";
import { type OdsRow, scanOds } from "./scan";
import { odsNames, withRepeat } from "./write-cell";

const content = "content.xml";

/** The changed parts of an OpenDocument spreadsheet when its comments change. */
export function changeOdsComments(zip: ZipPackage, change: CommentChange): Map<string, Uint8Array | null> {
  const part = editPart(zip, content);
  if (part === null) throw new ToolError("unsupported", "this document has no sheets");
  const { names, threads } = odsComments(zip);
  if (change.kind === "add") {
    const { sheet, ref } = targetCell(odsCellTexts(zip, names).texts, change);
    const isThere = ({ cell }: OdsComment): boolean =>
      cell.sheet === sheet && cell.ref.row === ref.row && cell.ref.column === ref.column;
    if (threads.some(({ comment }) => isThere(comment))) throw takenCell(addressIn(names, { sheet, ref }));
    const { message } = change;
    const written = { ...message, initials: "", author: signature(message), text: textOfMessages([message]) };
    const xml = annotationXml(prefixesOf(part), { name: "", parent: null, isResolved: false }, written);
    insertIntoCell(part, { sheet, ref, address: addressIn(names, { sheet, ref }) }, xml);
  } else {
    const comment = threads.find(({ key }) => key === change.thread)?.comment;
    if (comment === undefined) throw gone();
    changeComment(part, comment, change);
  }
  const bytes = part.bytes();
  return new Map(bytes === null ? [] : [[content, bytes]]);
}

function changeComment(
  part: EditedPart,
  { element, messages }: OdsComment,
  change: Exclude<CommentChange, { kind: "add" }>,
): void {
  const write = (all: readonly OfficeMessage[]): void => setText(part, prefixesOf(part), element, textOfMessages(all));
  if (change.kind === "resolve" || change.kind === "reopen") setResolved(part, element, change.kind === "resolve");
  else if (change.kind === "reply") {
    if (change.resolve) setResolved(part, element, true);
    // What is written already keeps its formatting.
    const answer = paragraphs(prefixesOf(part).text, textOfAnswer(change.message));
    if (element.isEmpty) write([...messages, change.message]);
    else part.splice(element.insideTo, element.insideTo, answer);
  } else if (messages[change.index] === undefined) throw gone();
  else if (change.kind === "edit")
    write(messages.map((each, index) => (index === change.index ? { ...each, text: change.text } : each)));
  else if (change.index === 0) part.splice(element.from, element.to, "");
  else write(messages.filter((_, index) => index !== change.index));
}

const gone = (): ToolError => new ToolError("not_found", "this document no longer has that comment");

type Target = { sheet: number; ref: CellRef; address: string };
type FoundSheet = { rows: OdsRow[]; rowsFrom: number; columnsTo: number; columns: number };

/** Puts an element first into a cell. Elements that stand for several rows or cells are split, and missing ones added. */
function insertIntoCell(part: EditedPart, { sheet: index, ref, address }: Target, inside: string): void {
  const { xml } = part;
  const names = odsNames(xml);
  const sheet = sheetAt(xml, index);
  const cell = `<${names.table}table-cell>${inside}</${names.table}table-cell>`;
  const gap = (count: number): string =>
    count > 0 ? withRepeat(`<${names.table}table-cell/>`, `${names.table}number-columns-repeated`, count) : "";
  // A cell beyond the declared columns needs more of them.
  if (sheet.columns > 0 && ref.column > sheet.columns) {
    const more = `<${names.table}table-column/>`;
    const missing = withRepeat(more, `${names.table}number-columns-repeated`, ref.column - sheet.columns);
    part.splice(sheet.columnsTo, sheet.columnsTo, missing);
  }
  const row = sheet.rows.find((each) => each.row <= ref.row && ref.row < each.row + each.repeat);
  const rowsRepeated = `${names.table}number-rows-repeated`;
  if (row === undefined) {
    const last = sheet.rows.at(-1);
    const missing = ref.row - (last === undefined ? 1 : last.row + last.repeat);
    const empty = `${withRepeat(`<${names.table}table-row>`, rowsRepeated, missing)}${gap(1)}</${names.table}table-row>`;
    const added = `<${names.table}table-row>${gap(ref.column - 1)}${cell}</${names.table}table-row>`;
    part.splice(sheet.rowsFrom, sheet.rowsFrom, `${missing > 0 ? empty : ""}${added}`);
    return;
  }
  const { from, to, text } = cellWith(xml, row, { ref, address, inside, cell, gap });
  if (row.repeat === 1) {
    part.splice(from, to, text);
    return;
  }
  const tag = xml.slice(row.from, row.startTo);
  const one = `${xml.slice(row.startTo, from)}${text}${xml.slice(to, row.to)}`;
  const changed = row.isEmpty ? text : withRepeat(tag, rowsRepeated, 1) + one;
  const copy = (count: number): string =>
    count > 0 ? withRepeat(tag, rowsRepeated, count) + xml.slice(row.startTo, row.to) : "";
  const whole = `${copy(ref.row - row.row)}${row.isEmpty ? withRepeated(changed, rowsRepeated) : changed}${copy(row.row + row.repeat - 1 - ref.row)}`;
  part.splice(row.from, row.to, whole);
}

/** A row element of its own, which is not repeated. */
const withRepeated = (row: string, attribute: string): string =>
  row.replace(/^<[^>]*>/, (tag) => withRepeat(tag, attribute, 1));

type NewCell = Omit<Target, "sheet"> & { inside: string; cell: string; gap(count: number): string };

/** The splice that puts something into a cell of a row; of an empty row element the whole of it. */
function cellWith(
  xml: string,
  row: OdsRow,
  { ref, address, inside, cell, gap }: NewCell,
): { from: number; to: number; text: string } {
  const found = row.cells.find(({ column, repeat }) => column <= ref.column && ref.column < column + repeat);
  if (found === undefined) {
    const last = row.cells.at(-1);
    const text = gap(ref.column - (last === undefined ? 1 : last.column + last.repeat)) + cell;
    if (!row.isEmpty) return { from: last?.to ?? row.startTo, to: last?.to ?? row.startTo, text };
    const tag = xml.slice(row.from, row.startTo);
    const name = /^<([^\s/>]+)/.exec(tag)?.[1] ?? "";
    return { from: row.from, to: row.to, text: `${tag.replace(/\s*\/>$/, ">")}${text}</${name}>` };
  }
  if (found.isCovered)
    throw new ToolError("bad_arguments", `${address} is part of a merged cell; comment on the first cell of that`);
  const tag = xml.slice(found.from, found.startTo);
  const repeated = `${/^<((?:[\w.-]+:)?)/.exec(tag)?.[1] ?? ""}number-columns-repeated`;
  const copy = (count: number): string =>
    count > 0 ? withRepeat(tag, repeated, count) + xml.slice(found.startTo, found.to) : "";
  const single = withRepeat(tag, repeated, 1);
  const name = /^<([^\s/>]+)/.exec(tag)?.[1] ?? "";
  const changed = tag.endsWith("/>")
    ? `${single.replace(/\s*\/>$/, ">")}${inside}</${name}>`
    : `${single}${inside}${xml.slice(found.startTo, found.to)}`;
  if (found.repeat === 1 && !tag.endsWith("/>")) return { from: found.startTo, to: found.startTo, text: inside };
  const text = `${copy(ref.column - found.column)}${changed}${copy(found.column + found.repeat - 1 - ref.column)}`;
  return { from: found.from, to: found.to, text };
}

function sheetAt(xml: string, index: number): FoundSheet {
  const sheets: FoundSheet[] = [];
  scanOds(xml, {
    sheet: ({ startTo }) => void sheets.push({ rows: [], rowsFrom: startTo, columnsTo: startTo, columns: 0 }),
    row: (row) => void sheets.at(-1)?.rows.push(row),
    sheetEnd({ from, columnsTo, columns }) {
      const sheet = sheets.at(-1);
      if (sheet !== undefined) Object.assign(sheet, { rowsFrom: sheet.rows.at(-1)?.to ?? from, columnsTo, columns });
    },
  });
  const found = sheets[index];
  if (found === undefined) throw new RangeError("a sheet that was read is missing");
  return found;
}
