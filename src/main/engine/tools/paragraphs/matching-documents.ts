import type { ParagraphDocument } from "../../documents/read-paragraphs";
import type { LineQuery, MatchingLine, SearchLimits } from "../../ports/search";
import { ToolError } from "../../ports/tool-error";
import type { ToolContext } from "../kit/tool";
import type { SearchedFiles } from "./search-files";

/** The result for some of the files. Files come in order; those without a match are left out. */
export type SearchedBatch = {
  documents: { path: string; document: ParagraphDocument; lines: readonly MatchingLine[] }[];
  /** The files searched since the previous batch, and how many of them could not be read. */
  searched: number;
  unread: number;
  /** The number of files of which only the beginning was searched. */
  partial: number;
  /** The time ran out; this is the last batch. */
  stopped: boolean;
};

/** Files are searched together until their texts have this many characters, or there are this many files. */
const BATCH_LENGTH = 4 * 1024 * 1024;
const BATCH_FILES = 256;
const readers = 8;

/**
 * Reads files including unsaved edits, and finds the matching lines; used by grep and by the folder search. `firstFiles` makes the first batch
 * smaller, and each next one is four times as large, because somebody waits for the first results.
 */
export async function* matchingDocuments(
  { paths, isOne }: Pick<SearchedFiles, "paths" | "isOne">,
  { query, firstFiles = BATCH_FILES }: { query: LineQuery; firstFiles?: number },
  ctx: Pick<ToolContext, "paragraphs" | "search" | "signal">,
  limits: SearchLimits,
): AsyncGenerator<SearchedBatch, void> {
  let next = 0;
  for (let files = firstFiles; next < paths.length; files = Math.min(BATCH_FILES, files * 4)) {
    ctx.signal.throwIfAborted();
    const batch: { path: string; document: ParagraphDocument }[] = [];
    const result: SearchedBatch = { documents: [], searched: 0, unread: 0, partial: 0, stopped: false };
    for (let length = 0; next < paths.length && length < BATCH_LENGTH && batch.length < files; ) {
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

/** A folder may contain unreadable files; a named file must be readable. */
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
