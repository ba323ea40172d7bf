/** A document taken apart into the blocks that people call paragraphs. */
import MarkdownIt from "markdown-it";

/** What a paragraph is in its document. */
export type ParagraphKind =
  | "heading"
  | "paragraph"
  | "list_item"
  | "table_row"
  | "code"
  | "html"
  | "reference"
  | "front_matter"
  | "cell"
  | "slide_text"
  | "note";

/** One block of a document that has any text. */
export type Paragraph = {
  kind: ParagraphKind;
  /** As it stands in the document, with its marks (`## `, `- `, the fences of a code block), without blanks around it. */
  text: string;
  /** Where `text` starts and ends in the document's text, in UTF-16 units. */
  from: number;
  to: number;
  /** The lines it stands on, 1-based and inclusive. No line belongs to two paragraphs. */
  line_from: number;
  line_to: number;
};

/** Deeper nested quotes and lists count as one paragraph, however much they hold. */
const deepest = 100;

// Only the block pass runs: what is inside a paragraph does not matter here.
const markdown = new MarkdownIt("commonmark", { maxNesting: deepest }).enable("table");

/** The paragraphs of a text with `\n` line breaks, in order. In plain text they are what stands between blank lines. */
export function readParagraphs(text: string, format: "markdown" | "text"): Paragraph[] {
  return format === "markdown" ? markdownParagraphs(text) : plainParagraphs(text);
}

function plainParagraphs(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const block = blockMaker(text, lineStartsOf(text), paragraphs);
  let first = -1;
  let line = 0;
  for (let at = 0; at < text.length; line++) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    if (isBlank(text, at, end)) {
      if (first >= 0) block("paragraph", first, line);
      first = -1;
    } else if (first < 0) first = line;
    at = end + 1;
  }
  if (first >= 0) block("paragraph", first, line);
  return paragraphs;
}

function markdownParagraphs(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const starts = lineStartsOf(text);
  const block = blockMaker(text, starts, paragraphs);
  const front = frontMatterEnd(text);
  if (front !== null) block("front_matter", 0, front.lines);
  let line = front?.lines ?? 0;
  for (let size = piece; line < starts.length - 1; ) {
    // Parsed piece by piece, since what the parser makes of a text takes many times its room. The last block of a piece
    // may go on behind it, and is parsed again with the next one; no block depends on what stands before it.
    const from = starts[line] ?? 0;
    const found = text.indexOf("\n", from + size);
    const tokens: MarkdownToken[] = [];
    markdown.block.parse(text.slice(from, found < 0 ? text.length : found + 1), markdown, {}, tokens as never);
    const last = found < 0 ? -1 : tokens.findLastIndex(({ level, nesting, map }) => level === 0 && nesting >= 0 && map);
    if (found >= 0 && tokens[last]?.map?.[0] === tokens[0]?.map?.[0]) {
      if (last >= 0) size *= 2;
      else line += lineCountOf(text, from, found + 1);
      continue;
    }
    addBlocks(last < 0 ? tokens : tokens.slice(0, last), (kind, first, past) => block(kind, first + line, past + line));
    if (found < 0) break;
    line += tokens[last]?.map?.[0] ?? 0;
    size = piece;
  }
  return paragraphs;
}

/** Characters that are parsed at once. */
const piece = 256 * 1024;

function lineCountOf(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

function addBlocks(
  tokens: readonly MarkdownToken[],
  block: (kind: ParagraphKind, first: number, past: number) => void,
): void {
  // For each list item that is open: whether its own text is still to come.
  const items: boolean[] = [];
  for (const [index, token] of tokens.entries()) {
    const [from, to] = token.map ?? [0, 0];
    const add = (kind: ParagraphKind) => block(kind, from, to);
    switch (token.type) {
      case "list_item_open":
        items.push(true);
        break;
      case "list_item_close":
        items.pop();
        break;
      case "heading_open":
        if (tokens[index + 1]?.content) add("heading");
        break;
      case "paragraph_open": {
        const isItem = items.at(-1) === true;
        if (isItem) items[items.length - 1] = false;
        add(isItem ? "list_item" : "paragraph");
        break;
      }
      case "tr_open":
        if (hasCells(tokens, index)) add("table_row");
        break;
      case "fence":
      case "code_block":
        add("code");
        break;
      case "html_block":
        add("html");
        break;
      case "reference_definition":
        add("reference");
        break;
      default:
        break;
    }
    // The parser goes no deeper: what is in there counts as one.
    if (token.nesting === 1 && token.level >= deepest - 1 && token.map) add("paragraph");
  }
}

type MarkdownToken = {
  type: string;
  map: [number, number] | null;
  content: string;
  level: number;
  nesting: number;
};

function hasCells(tokens: readonly MarkdownToken[], row: number): boolean {
  for (let at = row + 1; at < tokens.length && tokens[at]?.type !== "tr_close"; at++) {
    if (tokens[at]?.content) return true;
  }
  return false;
}

/** A `---` block on the first line that is closed: how many lines it has, and where the text goes on. */
function frontMatterEnd(text: string): { lines: number; end: number } | null {
  if (!/^---[ \t]*\n/.test(text)) return null;
  let at = text.indexOf("\n") + 1;
  for (let lines = 2; at < text.length; lines++) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    if (text.startsWith("---", at) && isBlank(text, at + 3, end)) return { lines, end: Math.min(text.length, end + 1) };
    at = end + 1;
  }
  return null;
}

/** Where each line starts, and a last entry one past the text. */
function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  starts.push(text.length + 1);
  return starts;
}

/** Adds the block on the lines `first` up to `past` (0-based), unless nothing stands there; earlier blocks keep their lines. */
function blockMaker(text: string, starts: readonly number[], paragraphs: Paragraph[]) {
  const endOf = (line: number) => Math.min(text.length, (starts[line + 1] ?? text.length + 1) - 1);
  return (kind: ParagraphKind, first: number, past: number): void => {
    let line = Math.max(first, paragraphs.at(-1)?.line_to ?? 0);
    let last = Math.min(past, starts.length - 1) - 1;
    while (line <= last && isBlank(text, starts[line] ?? 0, endOf(line))) line++;
    while (last > line && isBlank(text, starts[last] ?? 0, endOf(last))) last--;
    if (line > last) return;
    let from = starts[line] ?? 0;
    let to = endOf(last);
    // The indentation of code belongs to it.
    if (kind !== "code") while (isBlankAt(text, from)) from++;
    while (to > from && isBlankAt(text, to - 1)) to--;
    paragraphs.push({ kind, text: text.slice(from, to), from, to, line_from: line + 1, line_to: last + 1 });
  };
}

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isBlankAt(text, at)) return false;
  return true;
}

function isBlankAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)) return true;
  return unit >= 0xa0 && (unit === 0xa0 || unit === 0x3000 || unit === 0x2028 || unit === 0x2029 || unit === 0xfeff);
}

/** The paragraph (its place in the list) that stands on a line, 1-based; -1 where none does. */
export function paragraphAtLine(paragraphs: readonly Paragraph[], line: number): number {
  let low = 0;
  let high = paragraphs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((paragraphs[middle] as Paragraph).line_to < line) low = middle + 1;
    else high = middle;
  }
  const found = paragraphs[low];
  return found !== undefined && found.line_from <= line ? low : -1;
}
