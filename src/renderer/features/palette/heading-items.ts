import type { OutlineRow } from "../../editor/outline/outline-rows";
import { topMatches } from "../../ui/best-of";
import { candidate, matchOf, queryWords } from "../../ui/fuzzy";
import { MAX_PALETTE_ITEMS } from "../../ui/limits";
import type { Item, PaletteResults } from "./item";
import { paletteMessages } from "./messages";

/** The headings that match `text`. Without text: all of them, indented by level, starting at the section that contains `line`. */
export function headingItems(
  text: string,
  rows: readonly OutlineRow[],
  line: number,
  pick: (row: OutlineRow) => unknown,
): PaletteResults {
  const words = queryWords(text);
  const sections = rows.filter(({ kind }) => kind === "section");
  const item = (row: OutlineRow, marks: readonly number[], depth: number): Item => ({
    id: String(row.from),
    label: row.title || paletteMessages.untitledHeading,
    marks,
    detail: "",
    detailMarks: [],
    key: null,
    note: null,
    depth,
    isOff: false,
    pick: () => pick(row),
  });
  if (sections.length === 0) return { items: [], count: 0, status: paletteMessages.noHeadings, start: 0 };
  if (words.length === 0) {
    const at = Math.max(
      0,
      sections.findLastIndex(({ lineStart }) => lineStart <= line),
    );
    const from = Math.max(0, Math.min(at - 20, sections.length - MAX_PALETTE_ITEMS));
    const shown = sections.slice(from, from + MAX_PALETTE_ITEMS);
    return {
      items: shown.map((row) => item(row, [], row.depth - 1)),
      count: sections.length,
      status: null,
      start: at - from,
    };
  }
  const named = sections.map(({ title }) => candidate(title, "words"));
  const { indexes, count } = topMatches(sections.length, MAX_PALETTE_ITEMS, (index) => {
    return matchOf(named[index] as (typeof named)[0], words)?.score ?? null;
  });
  const items = indexes.map((index) => {
    const marks = matchOf(named[index] as (typeof named)[0], words)?.positions ?? [];
    return item(sections[index] as OutlineRow, marks, 0);
  });
  return { items, count, status: count === 0 ? paletteMessages.nothing : null, start: 0 };
}

/** The best match for `text`; null if there is none. */
export function headingLike(text: string, rows: readonly OutlineRow[]): OutlineRow | null {
  const words = queryWords(text);
  const sections = rows.filter(({ kind }) => kind === "section");
  const scoreAt = (index: number) => matchOf(candidate(sections[index]?.title ?? "", "words"), words)?.score ?? null;
  return sections[topMatches(sections.length, 1, scoreAt).indexes[0] ?? -1] ?? null;
}
