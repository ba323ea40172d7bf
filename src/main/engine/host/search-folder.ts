import { relative, sep } from "node:path";
import { type Paragraph, paragraphAtLine } from "../../../core/markdown/paragraphs";
import { parseOutline, type Section } from "../../../core/markdown/sections";
import { excerptOf, type Span } from "../../../core/text/excerpt";
import type { FolderQuery, FolderSearchPage, ParagraphMatch } from "../../../core/text/folder-search";
import { formatOf, officeFormatOf } from "../../../core/text/format";
import { groupsOf } from "../../../core/text/replacement";
import type { ParagraphDocument } from "../documents/read-paragraphs";
import { textKey } from "../documents/text-key";
import { MAX_SEARCH_MS } from "../ports/limits";
import type { LineQuery, MatchingLine, SearchLimits } from "../ports/search";
import { checkPatterns } from "../search/ripgrep";
import { pathFilter } from "../storage/finding/path-filter";
import type { ToolContext } from "../tools/kit/tool";
import { matchingDocuments } from "../tools/paragraphs/matching-documents";
import { findSearchedFiles, type SearchDeps, searchedAmong } from "../tools/paragraphs/search-files";

/** The parts of a tool's context that a search needs. */
export type SearchContext = SearchDeps & Pick<ToolContext, "paragraphs" | "signal">;

/** At most this many paragraphs are shown; all are counted. */
const MAX_SHOWN = 2000;
/** The first files form a batch of their own, so that the first results appear early. */
const firstFiles = 24;
/** The maximum number of lines of a paragraph in which single matches are located; the excerpt rarely shows more. */
const MAX_LINES = 12;
/** Of a longer line, only this many characters around its first match are used. */
const MATCH_CONTEXT = 3000;
const MAX_MATCH_LENGTH = 200;
/** Groups of a match that are longer than this, together, are not shown. */
const MAX_GROUP_LENGTH = 600;
/** Above this number of files they are sorted by code unit: sorting by locale takes too long. */
const MAX_COLLATED = 20_000;

/**
 * Searches the caller's first root as `grep` does, including unsaved edits and Office documents, and yields the results by paragraph. With `only`
 * (absolute paths), nothing else is searched. Throws the reason of `ctx.signal` once that is aborted. Rejects invalid patterns as `bad_arguments`.
 */
export async function* searchFolder(
  folderQuery: FolderQuery,
  ctx: SearchContext,
  only: readonly string[] | null,
): AsyncGenerator<FolderSearchPage, void> {
  const query = lineQueryOf(folderQuery);
  checkPatterns(query);
  const limits: SearchLimits = { signal: ctx.signal, deadline: Date.now() + MAX_SEARCH_MS };
  const folder = await ctx.locate(".");
  const nameOf = (path: string) => relative(folder, path).split(sep).join("/");
  const { paths, stopped } = await searchedFiles(query, ctx, limits, only);
  const isWanted = wanted(folderQuery);
  const files = inDisplayOrder(
    paths.map((path) => ({ path, name: nameOf(path) })).filter(({ name }) => isWanted(name)),
  );
  // An invalid pattern is an error even if there are no files to search.
  if (files.length === 0) await ctx.search.linesIn([""], query, limits);
  const page: FolderSearchPage = {
    files: [],
    paragraphCount: 0,
    fileCount: 0,
    searched: 0,
    of: files.length,
    unread: 0,
    partial: 0,
    status: stopped ? "time" : "done",
  };
  let left = MAX_SHOWN;
  const scope = { paths: files.map(({ path }) => path), isOne: false };
  for await (const batch of matchingDocuments(scope, { query, firstFiles }, ctx, limits)) {
    const found = batch.documents.flatMap(({ path, document, lines }) => {
      const matchingParagraphs = byParagraph(document, lines);
      const shown = matchingParagraphs.slice(0, left);
      left -= shown.length;
      return matchingParagraphs.length === 0 ? [] : [{ path, document, count: matchingParagraphs.length, shown }];
    });
    const shown = await paragraphsOf(found, query, ctx, limits);
    page.files = found.map(({ path, count }, index) => ({
      path,
      name: nameOf(path),
      isOffice: officeFormatOf(path) !== null,
      count,
      paragraphs: shown[index] ?? [],
    }));
    page.searched += batch.searched;
    page.unread += batch.unread;
    page.partial += batch.partial;
    page.fileCount += found.length;
    for (const { count } of found) page.paragraphCount += count;
    if (batch.stopped) page.status = "time";
    yield { ...page, status: page.searched < files.length && page.status !== "time" ? "more" : page.status };
    page.files = [];
    if (page.status === "time" && batch.stopped) return;
  }
  if (files.length === 0) yield page;
}

/** The user's query in the form of the search engine. */
function lineQueryOf({ text, regex, caseSensitive, wholeWord }: FolderQuery): LineQuery {
  return { patterns: [text], regex, caseSensitive, wholeWord };
}

async function searchedFiles(
  query: LineQuery,
  ctx: SearchContext,
  limits: SearchLimits,
  only: readonly string[] | null,
): Promise<{ paths: readonly string[]; stopped: boolean }> {
  if (only === null) return findSearchedFiles({ path: ".", documents: null, query }, ctx, limits);
  return { paths: await searchedAmong(only, await ctx.locate("."), ctx, limits), stopped: false };
}

function wanted({ include, exclude }: FolderQuery): (name: string) => boolean {
  const isIncluded = pathFilter(include);
  const isExcluded = pathFilter(exclude);
  return (name) => (isIncluded?.(name) ?? true) && !(isExcluded?.(name) ?? false);
}

function inDisplayOrder<T extends { name: string }>(files: T[]): T[] {
  return files.length > MAX_COLLATED ? files : files.sort((a, b) => order.compare(a.name, b.name));
}

const order = new Intl.Collator(undefined, { numeric: true });

/** A paragraph that matches, with its matching lines. */
type ParagraphMatches = { paragraph: Paragraph; number: number; lines: MatchingLine[] };

function byParagraph(document: ParagraphDocument, lines: readonly MatchingLine[]): ParagraphMatches[] {
  const matchingParagraphs: ParagraphMatches[] = [];
  for (const line of lines) {
    const index = paragraphAtLine(document.paragraphs, line.line);
    if (index < 0) continue;
    const last = matchingParagraphs.at(-1);
    if (last?.number === index + 1) last.lines.push(line);
    else
      matchingParagraphs.push({ paragraph: document.paragraphs[index] as Paragraph, number: index + 1, lines: [line] });
  }
  return matchingParagraphs;
}

type DocumentMatches = { path: string; document: ParagraphDocument; shown: readonly ParagraphMatches[] };

/** The results to show for each document. The matches of all documents are requested together. */
async function paragraphsOf(
  found: readonly DocumentMatches[],
  query: LineQuery,
  ctx: SearchContext,
  limits: SearchLimits,
): Promise<ParagraphMatch[][]> {
  const lines: string[] = [];
  const piecesByFile = found.map(({ document, shown }) => {
    const starts = new LineStarts(document.text);
    return shown.map((paragraphMatches) =>
      paragraphMatches.lines.slice(0, MAX_LINES).map(({ line, column }) => {
        const piece = pieceOf(document.text, starts.of(line), column);
        lines.push(document.text.slice(piece.from, piece.to));
        return { ...piece, index: lines.length - 1 };
      }),
    );
  });
  const spans = await matchesOf(lines, query, ctx, limits);
  return found.map(({ path, document, shown }, file) => {
    const sectionsAt = shown.length > 0 ? sectionReader(path, document) : () => [];
    return shown.map((paragraphMatches, index): ParagraphMatch => {
      const { paragraph, number } = paragraphMatches;
      const line = paragraphMatches.lines[0]?.line ?? paragraph.line_from;
      const pieces = piecesByFile[file]?.[index] ?? [];
      const matches = pieces.flatMap((piece) =>
        (spans[piece.index] ?? [])
          .filter(({ from, to }) => to > from && piece.from + from >= piece.first)
          .map(({ from, to, ...more }) => ({ ...more, from: piece.from + from, to: piece.from + to })),
      );
      const first = matches[0] ?? { from: pieces[0]?.first ?? paragraph.from, to: pieces[0]?.first ?? paragraph.from };
      return {
        sections: sectionsAt(paragraph),
        line: officeFormatOf(path) === null ? line : number,
        above: line - paragraph.line_from,
        below: paragraph.line_to - line,
        from: first.from,
        to: first.to,
        key: textKey(paragraph.text),
        match: document.text.slice(first.from, Math.min(first.to, first.from + MAX_MATCH_LENGTH)),
        excerpt: excerptOf(paragraph.text, within(matches, paragraph)),
      };
    });
  });
}

/** A match in a line, with its groups if the pattern has any and they are short enough to show. */
type LineMatch = Span & { groups?: readonly string[] };

async function matchesOf(
  lines: readonly string[],
  query: LineQuery,
  ctx: SearchContext,
  limits: SearchLimits,
): Promise<readonly LineMatch[][]> {
  if (lines.length === 0) return [];
  const groups = query.regex ? groupsOf(query.patterns[0] ?? "").length : 0;
  if (groups === 0) return (await ctx.search.matchesIn(lines, query, limits)) ?? [];
  const captured = (await ctx.search.capturesIn(lines, { ...query, groups }, limits)) ?? [];
  return captured.map((line) =>
    line.map(({ from, to, groups }) => {
      const size = groups.reduce((sum, group) => sum + group.length, 0);
      return size > MAX_GROUP_LENGTH ? { from, to } : { from, to, groups };
    }),
  );
}

/** Spans of the document, converted to spans of the paragraph's text. */
const within = (matches: readonly LineMatch[], { from, text }: Paragraph): LineMatch[] =>
  matches
    .map((match) => ({ ...match, from: Math.max(0, match.from - from), to: Math.min(text.length, match.to - from) }))
    .filter((match) => match.to > match.from);

/** The part of a line to search, and where its first match begins. `column` is in bytes of UTF-8, 1-based. */
function pieceOf(text: string, start: number, column: number): Span & { first: number } {
  const found = text.indexOf("\n", start);
  const end = found < 0 ? text.length : found;
  const before = Buffer.from(text.slice(start, Math.min(end, start + column - 1)));
  const first = start + before.subarray(0, column - 1).toString().length;
  const from = first - start > MATCH_CONTEXT ? characterStart(text, first - MATCH_CONTEXT) : start;
  const to = end - first > MATCH_CONTEXT ? characterStart(text, first + MATCH_CONTEXT) : end;
  return { from, to, first };
}

/** Never between the halves of a surrogate pair. */
const characterStart = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text[at] ?? "") && /[\ud800-\udbff]/.test(text[at - 1] ?? "") ? at - 1 : at;

/** The titles of the sections that contain a paragraph. A heading does not belong to its own section. */
function sectionReader(path: string, { text }: ParagraphDocument): (paragraph: Paragraph) => string[] {
  if (officeFormatOf(path) !== null || formatOf(path) !== "markdown") return () => [];
  const { sections } = parseOutline(text);
  return ({ line_from: line }) => {
    const titles: string[] = [];
    for (let level: readonly Section[] = sections; ; ) {
      const next = level.find(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd);
      if (next === undefined || next.lineStart === line) return titles;
      titles.push(next.title);
      level = next.children;
    }
  };
}

/** The offsets of line starts in a text. Lines must be requested in ascending order. */
class LineStarts {
  #line = 1;
  #start = 0;

  constructor(private readonly text: string) {}

  of(line: number): number {
    for (; this.#line < line; this.#line++) {
      const end = this.text.indexOf("\n", this.#start);
      if (end < 0) break;
      this.#start = end + 1;
    }
    return this.#start;
  }
}
