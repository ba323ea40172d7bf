import { setImmediate as nextTurn } from "node:timers/promises";
import { type Paragraph, paragraphAtLine } from "../../../../core/markdown/paragraphs";
import type { LineRange } from "../../../../core/text/line-ranges";
import type { ParagraphDocument } from "../../documents/read-paragraphs";
import { textKey } from "../../documents/text-key";
import type { LineQuery, MatchingLine, SearchLimits } from "../../ports/search";
import type { ToolContext } from "../kit/tool";
import { matchingDocuments } from "./matching-documents";
import type { SearchedFiles } from "./search-files";

/** A matching line in a paragraph. */
export type Match = {
  /** As the caller would name it: relative to the workspace folder. */
  file: string;
  id: string;
  /** 1-based. In an Office package, lines are counted over the texts of its paragraphs. */
  line: number;
  text: string;
  before?: string[];
  after?: string[];
};

/** The result of a search. Counts include everything; `matches` and `ids` are limited to what is shown. */
export type SearchMatches = {
  matches: Match[];
  matchCount: number;
  /** Ids of the first paragraphs that match, in document order, without duplicates. */
  ids: string[];
  paragraphCount: number;
  fileCount: number;
  /** The number of files that could not be read. */
  unread: number;
  /** The number of files of which only the beginning was searched. */
  partial: number;
  stopped: boolean;
};

export type MatchOptions = {
  query: LineQuery;
  maxResults: number;
  context: number;
  /** The query, for the user. */
  sought: string;
  nameFor(path: string): string;
};

/** The maximum number of ids in a message. */
const MAX_IDS = 10;
const MAX_LINE = 600;
const CROP_CONTEXT = 200;

/** Searches the files in order. */
export async function collectMatches(
  { paths, isOne, stopped }: SearchedFiles,
  options: MatchOptions,
  ctx: ToolContext,
  limits: SearchLimits,
): Promise<SearchMatches> {
  const found: SearchMatches = {
    matches: [],
    matchCount: 0,
    ids: [],
    paragraphCount: 0,
    fileCount: 0,
    unread: 0,
    partial: 0,
    stopped,
  };
  for await (const batch of matchingDocuments({ paths, isOne }, options, ctx, limits)) {
    found.unread += batch.unread;
    found.partial += batch.partial;
    found.stopped ||= batch.stopped;
    for (const [index, { path, document, lines }] of batch.documents.entries()) {
      await addMatches(found, options.nameFor(path), document, lines, options, ctx);
      // Other work may run between two documents, and a cancelled call ends here.
      await nextTurn();
      ctx.signal.throwIfAborted();
      if (Date.now() > limits.deadline && index < batch.documents.length - 1) {
        found.stopped = true;
        return found;
      }
    }
  }
  return found;
}

async function addMatches(
  found: SearchMatches,
  file: string,
  document: ParagraphDocument,
  matching: readonly MatchingLine[],
  { maxResults, context, sought }: MatchOptions,
  ctx: ToolContext,
): Promise<void> {
  const paragraphIndexes = matching.map(({ line }) => paragraphAtLine(document.paragraphs, line));
  const unique = [...new Set(paragraphIndexes.filter((paragraphIndex) => paragraphIndex >= 0))];
  if (unique.length === 0) return;
  const isShown = found.matches.length < maxResults || found.ids.length < MAX_IDS;
  const ids = isShown ? await ctx.paragraphs.idsOf(document) : [];
  const seen = new Map<string, string>();
  const lines = new Lines(document.text);
  for (const [index, { line, column }] of matching.entries()) {
    const paragraphIndex = paragraphIndexes[index] ?? -1;
    if (paragraphIndex < 0) continue;
    found.matchCount++;
    if (found.matches.length >= maxResults) continue;
    const id = ids[paragraphIndex] ?? "";
    const { text } = document.paragraphs[paragraphIndex] as Paragraph;
    const fullLine = lines.at(line);
    found.matches.push({
      file,
      id,
      line,
      text: cropAround(fullLine, column),
      ...(context > 0 ? lines.linesAround(line, context) : {}),
    });
    if (fullLine.length <= MAX_LINE && text === fullLine.trim()) seen.set(id, textKey(text));
  }
  found.paragraphCount += unique.length;
  found.fileCount++;
  for (const paragraphIndex of unique) if (found.ids.length < MAX_IDS) found.ids.push(ids[paragraphIndex] ?? "");
  if (!isShown) return;
  const { realPath, version } = document;
  const shown = found.matches.filter((match) => match.file === file);
  ctx.reads.sawParagraphs(realPath, version, { paragraphs: seen, lines: shown.flatMap(completeLines) });
  ctx.reads.found(realPath, version, { sought, lines: shown.map(({ line }) => ({ from: line, to: line })) });
}

/** The lines that a match shows in full: cropped lines do not count as read. */
function completeLines({ line, text, before = [], after = [] }: Match): LineRange[] {
  const first = line - before.length;
  return [...before, text, ...after].flatMap((shown, index) =>
    shown.length > MAX_LINE ? [] : [{ from: first + index, to: first + index }],
  );
}

/** The lines of one text. Lines must be requested in ascending order. */
class Lines {
  #line = 1;
  #start = 0;

  constructor(private readonly text: string) {}

  /** The line without its line break; empty outside the text. */
  at(line: number): string {
    this.#go(line);
    const end = this.text.indexOf("\n", this.#start);
    return this.text.slice(this.#start, end < 0 ? this.text.length : end);
  }

  linesAround(line: number, context: number): { before: string[]; after: string[] } {
    this.#go(line);
    const before: string[] = [];
    for (let end = this.#start - 1; end >= 0 && before.length < context; ) {
      const start = end === 0 ? 0 : this.text.lastIndexOf("\n", end - 1) + 1;
      before.unshift(cropAround(this.text.slice(start, end), 1));
      end = start - 1;
    }
    const after: string[] = [];
    for (let end = this.text.indexOf("\n", this.#start); end >= 0 && end + 1 < this.text.length; ) {
      if (after.length === context) break;
      const next = this.text.indexOf("\n", end + 1);
      after.push(cropAround(this.text.slice(end + 1, next < 0 ? this.text.length : next), 1));
      end = next;
    }
    return { before, after };
  }

  #go(line: number): void {
    if (line < this.#line) [this.#line, this.#start] = [1, 0];
    for (; this.#line < line; this.#line++) {
      const end = this.text.indexOf("\n", this.#start);
      if (end < 0) break;
      this.#start = end + 1;
    }
  }
}

/** A long line with `...` in place of what is far from the match. `column` is in bytes of UTF-8, 1-based. */
function cropAround(line: string, column: number): string {
  if (line.length <= MAX_LINE) return line;
  const matchStart = Buffer.from(line.slice(0, column))
    .subarray(0, column - 1)
    .toString().length;
  const from = Math.max(0, Math.min(matchStart - CROP_CONTEXT, line.length - MAX_LINE));
  const to = Math.min(line.length, from + MAX_LINE);
  return `${from > 0 ? "..." : ""}${line.slice(from, to).toWellFormed()}${to < line.length ? "..." : ""}`;
}
