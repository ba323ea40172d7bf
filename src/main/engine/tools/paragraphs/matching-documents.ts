import type { ParagraphDocument } from "../../documents/read-paragraphs";
import type { LineQuery, MatchingLine, SearchLimits } from "../../ports/search";
import { ToolError } from "../../ports/tool-error";
import type { ToolContext } from "../kit/tool";
import type { SearchedFiles } from "./search-files";

/** What became of some of the files: they come in order, those without a match are left out. */
export type SearchedBatch = {
  documents: { path: string; document: ParagraphDocument; lines: readonly MatchingLine[] }[];
  /** Files looked into since the batch before, and those of them that could not be read. */
  searched: number;
  unread: number;
  /** Those of which only the beginning was looked into. */
  partial: number;
  /** The time was up; it is the last batch. */
  stopped: boolean;
};

/** Files are searched together until their texts have this many characters, or there are this many. */
const batchLength = 4 * 1024 * 1024;
const batchFiles = 256;
const readers = 8;

/**
 * Reads files as the person sees them and finds the lines that match, for grep and for the search in the folder alike.
 * `firstFiles` makes the first batch smaller, each next one is four times as large: somebody waits for the first.
 */
export async function* matchingDocuments(
  { paths, isOne }: Pick<SearchedFiles, "paths" | "isOne">,
  { query, firstFiles = batchFiles }: { query: LineQuery; firstFiles?: number },
  ctx: Pick<ToolContext, "paragraphs" | "search" | "signal">,
  limits: SearchLimits,
): AsyncGenerator<SearchedBatch, void> {
  let next = 0;
  for (let files = firstFiles; next < paths.length; files = Math.min(batchFiles, files * 4)) {
    ctx.signal.throwIfAborted();
    const batch: { path: string; document: ParagraphDocument }[] = [];
    const result: SearchedBatch = { documents: [], searched: 0, unread: 0, partial: 0, stopped: false };
    for (let length = 0; next < paths.length && length < batchLength && batch.length < files; ) {
      const some = paths.slice(next, next + readers);
      next += some.length;
      result.searched += some.length;
      for (const [index, document] of (await Promise.all(some.map((path) => readOrNull(path, isOne, ctx)))).entries()) {
        if (document === null) result.unread++;
        else {
          if (document.isCut) result.partial++;
          batch.push({ path: some[index] ?? "", document });
          length += document.text.length;
        }
      }
      ctx.signal.throwIfAborted();
      if (Date.now() > limits.deadline) result.stopped = true;
      if (result.stopped) break;
    }
    const texts = batch.map(({ document }) => document.text);
    const lines = await ctx.search.linesIn(texts, query, limits);
    if (lines === null) result.stopped = true;
    else {
      result.documents = batch
        .map((each, index) => ({ ...each, lines: lines[index] ?? [] }))
        .filter((each) => each.lines.length > 0);
    }
    yield result;
    if (result.stopped) return;
  }
}

/** In a folder there may be anything; what is named has to be readable. */
async function readOrNull(
  path: string,
  isOne: boolean,
  ctx: Pick<ToolContext, "paragraphs">,
): Promise<ParagraphDocument | null> {
  try {
    return await ctx.paragraphs.read(path, isOne ? undefined : "one of many");
  } catch (error) {
    if (isOne || !(error instanceof ToolError)) throw error;
    return null;
  }
}
