import type { SourceParagraph } from "./book";

const FEWEST_LINES = 12;
const WIDEST_PAGE = 130;
const NARROWEST_PAGE = 24;

/**
 * Whether a text is hard-wrapped, so that a paragraph is several lines: most lines that continue on the next one are nearly as long as the
 * longest, and few end a sentence.
 */
export function isHardWrapped(paragraphs: readonly Pick<SourceParagraph, "text" | "isBlank">[]): boolean {
  const inner: { width: number; ends: boolean }[] = [];
  let shown = 0;
  for (const [index, { text, isBlank }] of paragraphs.entries()) {
    if (isBlank || standsAlone(text)) continue;
    shown++;
    const next = paragraphs[index + 1];
    if (next === undefined || next.isBlank || standsAlone(next.text) || startsParagraph(next.text)) continue;
    const trimmed = text.trimEnd();
    inner.push({ width: widthOf(trimmed), ends: /[.!?…。！？”」』"]$/.test(trimmed) });
  }
  if (inner.length < FEWEST_LINES || inner.length < shown / 2) return false;
  const widths = inner.map(({ width }) => width).sort((a, b) => a - b);
  const page = widths[Math.floor(widths.length * 0.95)] ?? 0;
  if (page > WIDEST_PAGE || page < NARROWEST_PAGE) return false;
  const full = inner.filter(({ width }) => width >= page * 0.75).length;
  const ending = inner.filter(({ ends }) => ends).length;
  return full >= inner.length * 0.8 && ending <= inner.length * 0.5;
}

/** Joins runs of lines into blocks. Blank lines, headings and lines of symbols stay entries of their own. */
export function joinBlocks(lines: readonly SourceParagraph[]): SourceParagraph[] {
  const blocks: SourceParagraph[] = [];
  let isOpen = false;
  for (const line of lines) {
    const last = blocks.at(-1);
    if (isOpen && last !== undefined && !line.isBlank && !standsAlone(line.text) && !startsParagraph(line.text)) {
      const text = joined(last.text, line.text);
      // A hyphen or dash at the end of a line was once followed by a blank. Ids and translations of that time stay as they are.
      const knownAs = withBlanks(last.knownAs ?? last.text, line.knownAs ?? line.text);
      blocks[blocks.length - 1] = { ...last, text, ...(knownAs !== text && { knownAs }), lines: last.lines + 1 };
    } else blocks.push(line);
    isOpen = !line.isBlank && !standsAlone(line.text);
  }
  return blocks;
}

const standsAlone = (line: string): boolean =>
  /^ {0,3}#{1,6}(?:\s|$)/.test(line) || !/[\p{L}\p{N}]/u.test(line) || /^\s*\|/.test(line);

/** Lists, quotations, and the indent of a paragraph in Chinese and Japanese. */
const startsParagraph = (line: string): boolean => /^(?:\s*(?:[-*+>]|\d{1,9}[.)])\s|\u3000|\s{4,}|\t)/.test(line);

/** A line break between two ideographs, or after the hyphen or dash that ends a word, is dropped; any other becomes a space. */
function joined(before: string, after: string): string {
  const [head, tail] = [before.trimEnd(), after.trimStart()];
  return isDivided(head, tail) ? head + tail : withBlanks(head, tail);
}

/** `north-` and `east`, `precisely--` and `having`; not ` -` alone, and not `two-` and `or three-day`. */
const isDivided = (head: string, tail: string): boolean =>
  /[^\s\p{Pd}](?:-{2,3}|[\u2012-\u2015])$/u.test(head.slice(-4)) ||
  (/[\p{L}\p{N}][-\u2010]$/u.test(head.slice(-3)) &&
    /^[\p{L}\p{N}]/u.test(tail) &&
    !/^(?:and|or|und|oder)\s/.test(tail));

function withBlanks(before: string, after: string): string {
  const head = before.trimEnd();
  const tail = after.trimStart();
  return isIdeographic(head.at(-1) ?? "") && isIdeographic(tail.at(0) ?? "") ? head + tail : `${head} ${tail}`;
}

const isIdeographic = (sign: string): boolean => /[\u2e80-\ua4cf\uf900-\ufaff\uff00-\uff60\u2018-\u201d…—]/.test(sign);

/** The width in columns; an ideograph takes two. */
function widthOf(line: string): number {
  let width = 0;
  for (let at = 0; at < line.length; at++) width += line.charCodeAt(at) >= 0x2e80 ? 2 : 1;
  return width;
}
