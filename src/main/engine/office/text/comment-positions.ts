import { asText, type OfficeParagraph, withText } from "./office-paragraphs";

/** A paragraph of a part with its whole text; `from` is where its element begins. */
export type MarkedParagraph = { part: string; from: number; text: string };

/** A position in a paragraph's text, as it is scanned. */
export type Mark = { paragraph: MarkedParagraph; offset: number };

/** Translates between positions in the text of a package and in the paragraphs of its parts. */
export type CommentPositions = {
  /** The text that `readPackage` returns. */
  text: string;
  /** Null for a paragraph that is not read. */
  positionOf(mark: Mark): number | null;
  /** `start`: of two paragraphs that meet there, the later one; `end`: the earlier one. Null between paragraphs. */
  markAt(position: number, side: "start" | "end"): Mark | null;
  /** The range of the paragraph that holds a mark. */
  rangeOf(mark: Mark): { from: number; to: number } | null;
};

/** Where the text of one scanned paragraph is in the whole text. */
type CommentPosition = { paragraph: MarkedParagraph; from: number; to: number; isCell: boolean };

/** `found`: what is read of the package; `scanned`: all paragraphs of the same parts, in order. */
export function commentPlaces(
  found: readonly OfficeParagraph[],
  scanned: readonly MarkedParagraph[],
): CommentPositions {
  const read = withText(found);
  const { text, paragraphs } = asText(read);
  const direct = new Map<string, { from: number; to: number }>();
  const rows: {
    part: string;
    from: number;
    to: number;
    at: { from: number; to: number; text: string };
    next: number;
  }[] = [];
  for (const [index, { at, kind }] of read.entries()) {
    const own = paragraphs[index];
    if (at === undefined || own === undefined) continue;
    if (kind === "table_row") rows.push({ ...at, at: own, next: 0 });
    else direct.set(`${at.part} ${at.from}`, own);
  }
  const places = new Map<MarkedParagraph, CommentPosition>();
  const partsInOrder = [...new Set(scanned.map(({ part }) => part))];
  let row = 0;
  for (const paragraph of scanned) {
    const own = direct.get(`${paragraph.part} ${paragraph.from}`);
    if (own !== undefined) {
      places.set(paragraph, { paragraph, from: own.from, to: own.to, isCell: false });
      continue;
    }
    // Rows are in the order of the scan, part by part.
    while (row < rows.length && isBehind(rows[row], paragraph, partsInOrder)) row++;
    const holder = rows[row];
    if (holder === undefined || !holds(holder, paragraph)) continue;
    const shown = collapsed(paragraph.text);
    const index = shown === "" ? -1 : holder.at.text.indexOf(shown, holder.next);
    if (index < 0) continue;
    holder.next = index + shown.length;
    const from = holder.at.from + index;
    places.set(paragraph, { paragraph, from, to: from + shown.length, isCell: true });
  }
  const sorted = [...places.values()].sort((a, b) => a.from - b.from);

  return {
    text,
    positionOf({ paragraph, offset }) {
      const place = places.get(paragraph);
      return place === undefined ? null : Math.min(place.to, place.from + shownOffset(place, offset));
    },
    markAt(position, side) {
      const place = sorted.find(({ from, to }) =>
        side === "start" ? from <= position && position < to : from < position && position <= to,
      );
      return place === undefined
        ? null
        : { paragraph: place.paragraph, offset: writtenOffset(place, position - place.from) };
    },
    rangeOf({ paragraph }) {
      const place = places.get(paragraph);
      return place === undefined ? null : { from: place.from, to: place.to };
    },
  };
}

const holds = (row: { part: string; from: number; to: number } | undefined, { part, from }: MarkedParagraph): boolean =>
  row !== undefined && row.part === part && row.from <= from && from < row.to;

/** Whether a row is before a paragraph, so that no later paragraph can be in it. */
function isBehind(
  row: { part: string; to: number } | undefined,
  { part, from }: MarkedParagraph,
  partsInOrder: readonly string[],
): boolean {
  if (row === undefined) return false;
  if (row.part === part) return row.to <= from;
  return partsInOrder.indexOf(row.part) < partsInOrder.indexOf(part);
}

const collapsed = (text: string): string => text.trim().replaceAll(/\s+/g, " ");

/** The offset in the shown text of a paragraph, which is trimmed, and in a cell has single blanks. */
function shownOffset({ paragraph: { text }, isCell }: CommentPosition, offset: number): number {
  const before = text.slice(0, offset).trimStart();
  return isCell ? before.replaceAll(/\s+/g, " ").length : before.length;
}

/** The offset in the paragraph's own text for one in its shown text. */
function writtenOffset(place: CommentPosition, shown: number): number {
  const { text } = place.paragraph;
  const lead = text.length - text.trimStart().length;
  if (!place.isCell) return lead + shown;
  let at = lead;
  for (let count = 0; count < shown && at < text.length; count++) {
    const blanks = /^\s+/.exec(text.slice(at, at + 1_000))?.[0].length ?? 0;
    at += Math.max(1, blanks);
  }
  return at;
}
