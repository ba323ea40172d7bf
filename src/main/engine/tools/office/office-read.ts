import { basename } from "node:path";
import type { OfficeItem, OfficeReading } from "../../formats/office-format";
import { readPackage } from "../../formats/read-package";
import { spokenName } from "../../spoken-name";
import { textKey } from "../paragraphs/text-key";
import type { ToolContext } from "../tool";
import { counted, nameOf } from "../words";
import { type OfficeArguments, required } from "./office-arguments";
import { inPackage, type OfficeAnswer, openPackage } from "./open-package";

const standardLimit = 12_000;

/** `office_artifact read`: text, cells or slides with their ids, from an offset in characters on. */
export async function readOffice(args: OfficeArguments, ctx: ToolContext): Promise<OfficeAnswer> {
  const path = required(args, "path");
  const { bytes, format, editor, realPath, version } = await openPackage(path, ctx);
  const content = readPackage(bytes, format, spokenName(basename(path)), "beginning");
  const document = { ...content, realPath, version, warnings: [] };
  // Rows are not named where not all of them are known.
  const ids = content.isCut ? [] : ctx.paragraphs.idsOf(document);
  const texts = document.paragraphs.map(({ text }) => text);
  const { sheet, range, slide, offset = 0, max_chars = standardLimit } = args;
  const reading = inPackage(bytes, { path, format }, (zip) =>
    editor.read(zip, { ids, texts }, { sheet, range, slide }),
  );
  const page = pageOf(reading.items, offset, max_chars);
  const { shown, next, total } = page;

  const whole = new Set(shown.filter(({ isWhole }) => isWhole).map(({ item }) => item.row.id));
  const read = document.paragraphs.flatMap((paragraph, index) => {
    const id = ids[index] ?? "";
    return whole.has(id) ? [{ id, paragraph }] : [];
  });
  ctx.reads.sawParagraphs(realPath, version, {
    paragraphs: read.map(({ id, paragraph }) => [id, textKey(paragraph.text)] as const),
    lines: read.map(({ paragraph }) => ({ from: paragraph.line_from, to: paragraph.line_to })),
  });

  const words = { paragraphs: "paragraph", cells: "cell", slides: "slide text" }[reading.list];
  const count = counted(shown.length, words);
  const name = nameOf(path);
  const warnings = [...reading.warnings];
  if (offset >= total && total > 0) warnings.push(`offset ${offset} is past the end; there are ${total} characters`);
  if (next !== null) warnings.push(`stopped after ${max_chars} characters; go on with offset ${next}`);
  return {
    message: [
      `${spokenName(path)} ${count}${shown.length < reading.items.length ? ` of ${reading.items.length}` : ""}`,
      ...warnings.map((warning) => `warning: ${warning}`),
      ">>>",
      ...shown.map(({ line }) => line),
      "<<<",
    ].join("\n"),
    summary: `read ${count} from ${name}`,
    data: {
      version,
      ...reading.more,
      [reading.list]: shown.map(({ row }) => row),
      total: reading.items.length,
      total_chars: total,
      has_more: next !== null,
      next_offset: next,
    },
  };
}

type Shown = { item: OfficeItem; row: Record<string, unknown>; line: string; isWhole: boolean };

/**
 * The items from a place on, as many as the limit holds. Texts count as if they stood below each other; one that is longer than the
 * limit is shown in pieces.
 */
function pageOf(items: OfficeReading["items"], offset: number, limit: number) {
  const shown: Shown[] = [];
  let at = 0;
  let left = limit;
  let next: number | null = null;
  for (const item of items) {
    const { text } = item;
    const from = Math.max(0, offset - at);
    const end = at + text.length + 1;
    if (next === null && offset < end && (from < text.length || text === "" || from === 0)) {
      const rest = text.length - from;
      if (rest > left && shown.length > 0) next = at;
      else if (rest > left || from > 0) {
        const to = rest > left ? wholeCharacters(text, from, from + left) : text.length;
        const piece = text.slice(from, to);
        const row = { ...item.row, text: piece, cropped: true };
        shown.push({ item, row, line: `[${item.row.id}] ${piece}`, isWhole: false });
        if (to < text.length) next = at + to;
        left -= piece.length + 1;
      } else {
        shown.push({ item, row: item.row, line: item.line, isWhole: true });
        left -= text.length + 1;
      }
    }
    at = end;
  }
  return { shown, next, total: Math.max(0, at - 1) };
}

/** Not between the halves of a pair, unless there is room for nothing else. */
function wholeCharacters(text: string, from: number, to: number): number {
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(to - 1)) && /[\udc00-\udfff]/.test(text.charAt(to));
  return isSplit ? (to - 1 > from ? to - 1 : to + 1) : to;
}
