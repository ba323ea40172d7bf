import { withoutMarks } from "../../office/epub/inline-marks";
import type { Chapter, Paragraph } from "./book";
import { headingOf, plainTitle } from "./chapter-heading";

/** How an export shows a book: its translation, or source and translation in two columns or one after the other. */
export const exportLayouts = ["translation", "side-by-side", "alternating"] as const;
export type ExportLayout = (typeof exportLayouts)[number];

/** A source with its translation; null if it has none. */
type Pair = { source: string; target: string | null };

/** Paragraphs that belong together: a heading, rows of a table, or one paragraph. */
type Piece = { kind: "heading"; level: number; pair: Pair } | { kind: "rows" | "text"; pair: Pair };

/**
 * A chapter in both languages as Markdown. A heading has both, with a stroke between. `columns` are the names of the languages above the columns.
 */
export function bilingualText(
  chapter: Chapter,
  translations: ReadonlyMap<string, string>,
  { layout, columns }: { layout: Exclude<ExportLayout, "translation">; columns: readonly [string, string] },
): { title: string; text: string } {
  const pieces = piecesOf(chapter, translations);
  const first = pieces.find(({ kind }) => kind === "heading");
  const blocks = layout === "alternating" ? pieces.flatMap(alternating) : inColumns(pieces, columns);
  return {
    title: first === undefined ? chapter.title : headingText(first.pair) || chapter.title,
    text: blocks.map((block) => `${block}\n`).join("\n"),
  };
}

function piecesOf(chapter: Chapter, translations: ReadonlyMap<string, string>): Piece[] {
  const { paragraphs, document } = chapter;
  const shown = (text: string): string => (document === undefined ? text : withoutMarks(text)).trim();
  const pairOf = ({ id, text, isBlank }: Paragraph): Pair => {
    const target = isBlank ? undefined : translations.get(id);
    return { source: shown(text), target: target === undefined ? null : shown(target) };
  };
  const heading = headingOf(chapter);
  const pieces: Piece[] = [];
  for (let at = 0; at < paragraphs.length; at++) {
    if (heading?.kind === "plain" && at === heading.from) {
      const pairs = heading.paragraphs.map(pairOf);
      const isTranslated = pairs.some(({ target }) => target !== null);
      const joined = (texts: readonly string[]) =>
        texts
          .map(plainTitle)
          .filter((each) => each !== "")
          .join(" ");
      const source = joined(pairs.map((pair) => pair.source));
      const target = isTranslated ? joined(pairs.map((pair) => pair.target ?? pair.source)) : null;
      pieces.push({ kind: "heading", level: 1, pair: { source, target } });
      at += heading.paragraphs.length - 1;
      continue;
    }
    const paragraph = paragraphs[at];
    if (paragraph === undefined || paragraph.text.trim() === "") continue;
    const pair = pairOf(paragraph);
    const level = /^ {0,3}(#{1,6})\s/.exec(paragraph.text)?.[1]?.length;
    const before = pieces.at(-1);
    if (level !== undefined) pieces.push({ kind: "heading", level, pair });
    else if (!pair.source.startsWith("|")) pieces.push({ kind: "text", pair });
    else if (before?.kind !== "rows" || paragraphs[at - 1]?.text.trim() === "") pieces.push({ kind: "rows", pair });
    else {
      const { source, target } = before.pair;
      const hasTarget = target !== null || pair.target !== null;
      before.pair = {
        source: `${source}\n${pair.source}`,
        target: hasTarget ? `${target ?? source}\n${pair.target ?? pair.source}` : null,
      };
    }
  }
  return pieces;
}

const withoutSigns = (text: string): string => text.replace(/^#{1,6}\s+/, "").replace(/\s*\n\s*/g, " ");

function headingText({ source, target }: Pair): string {
  const [from, into] = [withoutSigns(source), target === null ? "" : withoutSigns(target)];
  return into === "" || into === from ? from : `${from} / ${into}`;
}

function alternating({ kind, pair, ...piece }: Piece): string[] {
  if (kind === "heading") return [`${"#".repeat("level" in piece ? piece.level : 1)} ${headingText(pair)}`];
  return pair.target === null ? [pair.source] : [pair.source, pair.target];
}

/** Headings and tables stand between the tables of two columns. */
function inColumns(pieces: readonly Piece[], columns: readonly [string, string]): string[] {
  const blocks: string[] = [];
  let rows: string[] = [];
  const end = (): void => {
    if (rows.length > 0) blocks.push([rowOf(columns), "| --- | --- |", ...rows].join("\n"));
    rows = [];
  };
  for (const piece of pieces) {
    if (piece.kind === "text" && !/^(?:[-*_]\s*){3,}$/.test(piece.pair.source)) {
      rows.push(rowOf([piece.pair.source, piece.pair.target ?? ""]));
      continue;
    }
    end();
    blocks.push(...alternating(piece));
  }
  end();
  return blocks;
}

const rowOf = (cells: readonly string[]): string => `| ${cells.map(cellOf).join(" | ")} |`;

/** A text in one line, without the sign of a quote or a list, which mean nothing in a cell. */
const cellOf = (text: string): string =>
  text
    .replace(/^(?:>\s*|[-*+]\s+)+/, "")
    .replace(/\s*\n\s*/g, " ")
    .replace(/(?<!\\)\|/g, "\\|");
