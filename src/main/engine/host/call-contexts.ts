import type { BookService } from "../books/books";
import { announcedReads, type ReadNews } from "../documents/announced-reads";
import type { ReadLog } from "../documents/read-log";
import { createParagraphReader } from "../documents/read-paragraphs";
import type { ContentLibrary } from "../library/entries/content-library";
import type { Packages } from "../office/jobs/packages";
import type { Caller, ToolCall } from "../ports/caller";
import type { Comments } from "../ports/comments";
import type { Converter } from "../ports/converter";
import type { Asker, Canvas, Documents } from "../ports/documents";
import type { FileStore } from "../ports/file-store";
import type { History } from "../ports/history";
import type { ParagraphIds } from "../ports/paragraph-ids";
import type { Review } from "../ports/review";
import type { ReviewRequests } from "../ports/review-requests";
import type { Search } from "../ports/search";
import { locatePath } from "../storage/files/locate-path";
import { createFileFinder } from "../storage/finding/file-finder";
import type { Tool, ToolContext } from "../tools/kit/tool";
import type { EngineOptions } from "./engine";
import type { FolderLibrary } from "./folder-libraries";
import type { SearchContext } from "./search-folder";

const DEFAULT_LINE_COUNT = 200;
const DEFAULT_BATCH = { paragraphs: 200, characters: 20_000 };

/** The documents and books that one call may use. */
export type CallAccess = { callDocuments: Documents; bookService: BookService };

/** What the engine's parts give to a call. */
export type CallParts = {
  store: FileStore;
  forbidden: readonly string[];
  documents: Documents;
  paragraphIds: ParagraphIds;
  packages: Packages;
  library: () => Promise<ContentLibrary>;
  /** The documents of the library that are switched off in a folder. */
  documentsOff: (folder: string | null) => Promise<ReadonlySet<string>>;
  /** The library with the entries of a caller's folder, for a question about some documents (null: any). */
  folderLibrary: (ctx: SearchContext, documents: readonly string[] | null) => Promise<FolderLibrary>;
  search: Search;
  canvas: Canvas | null;
  history: History;
  review: Review;
  comments: Comments;
  requests: ReviewRequests;
  converter: Converter;
  readLog: ReadLog;
  notifyRead: (news: ReadNews) => void;
  options: Pick<EngineOptions, "batchLimit" | "defaultLineCount">;
};

/** The contexts that tools and searches run in. */
export function createCallContexts(parts: CallParts) {
  const { documents, packages, library, readLog, options } = parts;
  const searchContextFor = (
    caller: Caller,
    signal: AbortSignal,
    { asker = "tool", callDocuments = documents }: { asker?: Asker; callDocuments?: Documents } = {},
  ): SearchContext => ({
    caller,
    documents: callDocuments,
    files: createFileFinder({ store: parts.store, forbidden: parts.forbidden, caller, signal }),
    paragraphs: createParagraphReader({
      documents: callDocuments,
      ids: parts.paragraphIds,
      packages,
      roots: caller.roots,
      signal,
      asker,
      rulebook: async (document) => (await library()).rulebook(document),
    }),
    search: parts.search,
    canvas: parts.canvas,
    signal,
    locate: (path) => locatePath(path, caller.roots),
  });
  const contextFor = (
    call: ToolCall,
    tool: Tool,
    signal: AbortSignal,
    { callDocuments, bookService }: CallAccess,
  ): ToolContext => {
    const searchContext = searchContextFor(call.caller, signal, { callDocuments });
    return {
      ...searchContext,
      history: parts.history,
      review: parts.review,
      comments: parts.comments,
      requests: parts.requests,
      converter: parts.converter,
      packages,
      books: bookService,
      shownSources: call.shownSources ?? null,
      batchLimits: { ...DEFAULT_BATCH, paragraphs: options.batchLimit?.() ?? DEFAULT_BATCH.paragraphs },
      library,
      documentsOff: () => parts.documentsOff(call.caller.roots[0] ?? null),
      folderLibrary: (documents) => parts.folderLibrary(searchContext, documents),
      reads: announcedReads(
        readLog.caller(call.caller.id, call.caller.hasNoSession ? "shared" : "own"),
        { caller: call.caller, tool: tool.name },
        parts.notifyRead,
      ),
      defaultLineCount: options.defaultLineCount?.() ?? DEFAULT_LINE_COUNT,
    };
  };

  return { searchContextFor, contextFor };
}
