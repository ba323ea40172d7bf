import { basename, join } from "node:path";
import { loadedOnce } from "../../../core/async/loaded-once";
import { GALLEY, type Writer } from "../../../core/review/writer";
import { printableName } from "../../../core/text/printable-name";
import { createBooks } from "../books/create-books";
import { guardedWork, plannedWork } from "../books/guarded-work";
import { type BookIdStore, openBookIdStore } from "../books/work/book-id-store";
import { hasOwnComments, mayOwnThread } from "../comments";
import { createComments } from "../comments/create-comments";
import { followDecisions } from "../comments/follow-decisions";
import type { ReadNews } from "../documents/announced-reads";
import { createDocuments } from "../documents/create-documents";
import { followReads } from "../documents/follow-reads";
import { guardedWrites, plannedWrites } from "../documents/guarded-writes";
import { openParagraphIds } from "../documents/paragraph-ids/sqlite-paragraph-ids";
import { createReadLog } from "../documents/read-log";
import { followEdits } from "../documents/read-paragraphs";
import { openHistory } from "../history/sqlite-history";
import type { ContentLibrary } from "../library/entries/content-library";
import type { ContentSearch } from "../library/search/content-search";
import type { LibraryWork } from "../library/thread/library-work";
import { libreOffice } from "../office/convert/libreoffice";
import { compareElsewhere } from "../office/jobs/compare-texts";
import { type Packages, packagesInThread, packagesInWorkers } from "../office/jobs/packages";
import { withTextCache } from "../office/jobs/text-cache";
import type { Caller, Envelope, ToolCall, ToolDescription } from "../ports/caller";
import type { Comments } from "../ports/comments";
import type { Converter } from "../ports/converter";
import type { Documents } from "../ports/documents";
import type { FileStore } from "../ports/file-store";
import type { History } from "../ports/history";
import { MAX_COMMENT_WRITES } from "../ports/limits";
import type { ParagraphIds } from "../ports/paragraph-ids";
import type { Review } from "../ports/review";
import type { Search } from "../ports/search";
import { ToolError } from "../ports/tool-error";
import { createReviewRequests } from "../review/review-requests";
import { openReview } from "../review/sqlite-review";
import { ripgrep } from "../search/ripgrep";
import { versionOf } from "../storage/files/version";
import { createFileFinder } from "../storage/finding/file-finder";
import { listFiles } from "../storage/finding/list-files";
import { lockFolder } from "../storage/locks/lock-folder";
import { createDisk } from "../storage/saving/disk";
import { makeTemporaryFolder, type Temporaries, unrecorded } from "../storage/saving/temporaries";
import { threadOf } from "../tools/comments/thread-of";
import type { Tool } from "../tools/kit/tool";
import { bookCalls } from "./book-calls";
import { type CallAccess, createCallContexts } from "./call-contexts";
import { withDecisions } from "./decision-news";
import type { Engine, EngineOptions } from "./engine";
import { findReplacements } from "./find-replacements";
import { createFolderLibraries } from "./folder-libraries";
import { guardedBooks, guardedReads } from "./guarded-reads";
import { protectedWrites } from "./protected-writes";
import { createPutBack } from "./put-back";
import { searchFolder } from "./search-folder";

/** What an engine is built from. Tests give a memory store and their own history. */
export type EngineParts = {
  store: FileStore;
  history: History;
  /** Default: in memory. */
  paragraphIds?: ParagraphIds;
  /** The ids of books as last read. If given, the work on a book is stored beside it; else everything is in memory. */
  bookIds?: BookIdStore;
  /** Default: in memory. */
  review?: (textOf: Documents["textOf"], awaits: () => boolean) => Review;
  /** Opens the content library, once. Default: in memory. */
  openLibrary?: () => Promise<ContentLibrary>;
  /** Opens the search of that library, once. Default: with its index in memory. */
  openContentSearch?: (library: ContentLibrary) => Promise<ContentSearch>;
  /** Who does the long work of that library. Default: this thread. */
  openLibraryWork?: (library: ContentLibrary) => Promise<LibraryWork>;
  /** Stops that work, before the library is closed. */
  stopLibraryWork?: () => Promise<void>;
  /** Searches files where they are stored. Default: reads every file to search it. */
  search?: Search;
  /** Records temporary files in the user's folders, so that they can be removed after a crash. Default: no record. */
  temporaries?: Temporaries;
  /** Default: in this thread. */
  packages?: Packages;
  /** Default: an installed LibreOffice. */
  converter?: Converter;
  /** Folders that no caller may reach, whatever its roots are. */
  forbidden?: readonly string[];
  /** Galley's data folder, for what may be stored there instead of beside the documents. Default: none. */
  dataFolder?: string;
  /** Receives unexpected errors, in full. Default: standard error, because standard output may carry a protocol. */
  log?: (error: unknown) => void;
};

/** The engine on the real disk, with its history in `dataDir`. Several processes may share that folder. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir } = options;
  const log = options.log ?? logToStandardError;
  const locksFolder = await lockFolder(options.wantedDataDir ?? dataDir);
  const history = openHistory({ dataDir, notice: log });
  const disk = createDisk({
    locksFolder,
    savesFolder: join(dataDir, "saves"),
    onRescued(realPath, bytes) {
      const by: Writer = { kind: "program", name: "another program" };
      history
        .record({ realPath, bytes, version: versionOf(bytes), by, reason: "found on disk", elsewhere: "nowhere" })
        .catch(log);
    },
  });
  const { damaged } = await disk.recover(({ realPath, before, after, status }) =>
    // The current content of the file comes last, as its newest version.
    recordAll(history, realPath, status === "not begun" ? [after, before] : [before, after]),
  );
  for (const file of damaged) log(`the journal of a save was damaged; it was set aside as ${file}.damaged`);
  // A data folder that cannot exist needs no protection; history is then in memory and has reported that.
  const forbidden = [
    ...(await disk.realPath(dataDir).then(
      (folder) => [folder],
      () => [],
    )),
    // If a lock file were replaced, it would no longer lock anybody out.
    await disk.realPath(locksFolder),
  ];
  const packages = withTextCache(
    options.startWorker === undefined ? packagesInThread() : packagesInWorkers(options.startWorker),
  );
  const paragraphIds = openParagraphIds({
    dataDir,
    notice: log,
    elsewhere: options.startWorker && ((work) => packages.run("ids", { ...work, name: work.realPath })),
  });
  const review: EngineParts["review"] = (textOf, awaits) =>
    openReview({
      dataDir,
      textOf,
      isEnabled: awaits,
      notice: log,
      compare: compareElsewhere(packages, log),
      followElsewhere:
        options.startWorker && ((realPath, write) => packages.run("followWrite", { ...write, name: realPath })),
      landElsewhere:
        options.startWorker && ((realPath, write) => packages.run("landWrite", { ...write, name: realPath })),
    });
  const libraryParts =
    options.libraryThread === true ? libraryInThread({ dataDir, notice: log }) : libraryHere({ dataDir, notice: log });
  const engine = assembleEngine(options, {
    store: disk,
    temporaries: disk.temporaries,
    history,
    packages,
    paragraphIds,
    bookIds: openBookIdStore(dataDir, log),
    review,
    ...libraryParts,
    search: ripgrep,
    forbidden,
    dataFolder: dataDir,
    log,
  });
  // Not awaited: no call needs it, and interrupted writes are rare.
  const recovered = engine.documents.resolveAnnouncedWrites().catch(log);
  return {
    ...engine,
    async close() {
      await recovered;
      await engine.close();
      disk.close();
    },
  };
}

async function recordAll(history: History, realPath: string, texts: readonly Uint8Array[]): Promise<void> {
  for (const bytes of texts) {
    await history.record({
      realPath,
      bytes,
      version: versionOf(bytes),
      by: GALLEY,
      reason: "recovered",
      elsewhere: "nowhere",
    });
  }
}

/** The engine on the given storage. */
export function assembleEngine(options: Omit<EngineOptions, "dataDir">, parts: EngineParts): Engine {
  const { store, history, forbidden = [], log = logToStandardError } = parts;
  const canvas = options.canvas ?? null;
  const packages = parts.packages ?? packagesInThread();
  const readLog = createReadLog();
  const awaits = () => options.reviewEdits?.() ?? true;
  const review = openReviewOf(parts, (version, format) => documents.textOf(version, format), awaits);
  const documents = followReads(
    createDocuments({
      store,
      history,
      review,
      canvas,
      external: options.external ?? null,
      moved: (from, to) => moved(from, to),
      packages,
      forbidden,
      log,
      diff: compareElsewhere(packages, log),
    }),
    readLog,
    log,
  );
  const { paragraphIds, search, temporaries, converter } = givenOrUsual(parts, log);
  followEdits(documents, paragraphIds);
  const { comments, requests } = createCommentServices(parts, { documents, review, options, log });
  const putBack = createPutBack({ documents, comments, log });
  const books = createBooks({
    store,
    documents,
    packages,
    forbidden,
    notice: log,
    ids: parts.bookIds ?? openBookIdStore(null, log),
    work: parts.bookIds === undefined ? "in memory" : "beside the book",
  });
  const { library, contentSearch, libraryWork } = openLibraryParts(parts, log);
  const folderLibraries = createFolderLibraries({ library: library.open, contentSearch: contentSearch.open });
  /** A renamed file keeps its history, its pending edits, its comments, and the ids of its paragraphs. */
  async function moved(from: string, to: string): Promise<void> {
    paragraphIds.moved(from, to);
    books.moved(from, to);
    await review.moved(from, to);
    await history.moved(from, to);
    await comments.moved(from, to);
  }
  const { notifyRead, onRead } = createReadListeners();
  onRead(({ realPath, version }) => history.retain(realPath, version));

  const { searchContextFor, contextFor } = createCallContexts({
    store,
    forbidden,
    documents,
    paragraphIds,
    packages,
    library: library.open,
    documentsOff: (folder) => documentsOff(parts, folder),
    folderLibrary: folderLibraries.of,
    search,
    canvas,
    history,
    review,
    comments,
    requests,
    converter,
    readLog,
    notifyRead,
    options,
  });

  /** What a call may read. Its writes are limited separately. */
  function readable({ caller, guard }: ToolCall): CallAccess {
    const bookService = books.serviceFor(caller);
    const callable = protectedWrites(documents, { comments, review, packages, isReviewed: awaits });
    const reveals = guard?.reveals;
    if (reveals === undefined) return { callDocuments: callable, bookService };
    return { callDocuments: guardedReads(callable, reveals), bookService: guardedBooks(bookService, reveals) };
  }

  async function runThrough(call: ToolCall, { callDocuments, bookService }: CallAccess): Promise<Envelope> {
    const { tools, byName, runTool, unknownTool } = await loadedTools();
    const tool = byName.get(call.name);
    if (tool === undefined) return unknownTool(String(call.name), tools);
    const context = (signal: AbortSignal, given: Record<string, unknown>) => {
      const threaded = inThread(callDocuments, threadOfCall(tool, given), call, comments);
      return contextFor(call, tool, signal, { callDocuments: threaded, bookService });
    };
    const answer = await runTool(tool, call.arguments, { context, log, cancelled: call.signal });
    return withDecisions(answer, call.caller, requests, log);
  }

  return {
    tools: async () => (await loadedTools()).descriptions(),
    run(call) {
      const { guard } = call;
      const { callDocuments, bookService } = readable(call);
      return runThrough(call, {
        callDocuments: guard ? guardedWrites(callDocuments, guard) : callDocuments,
        bookService: guard?.allowsWork ? guardedWork(bookService, guard.allowsWork) : bookService,
      });
    },
    async plan(call) {
      const readers = readable(call);
      const { through, writes } = plannedWrites(readers.callDocuments);
      const { through: bookService, work } = plannedWork(readers.bookService);
      return { envelope: await runThrough(call, { callDocuments: through, bookService }), writes, work };
    },
    searchFolder: (query, { caller, signal, unsaved, only }) =>
      searchFolder(
        query,
        searchContextFor(caller, signal, { asker: unsaved === "included" ? "tool" : "person" }),
        only ?? null,
      ),
    findReplacements: (texts, query, signal) => findReplacements(texts, query, { search, signal }),
    listFiles: (listing) => listFiles(listing, createFileFinder({ ...listing, store, forbidden })),
    ...bookCalls({ books, documents, packages, search }),
    forget(callerId) {
      readLog.forget(callerId);
      books.forget(callerId);
    },
    onRead,
    onPutBack: putBack.onNews,
    documents,
    packages,
    temporaries,
    review,
    comments,
    requests,
    library: library.open,
    libraryWork,
    folderLibrary: (caller, signal) => folderLibraries.of(searchContextFor(caller, signal, { asker: "person" })),
    contentSearch: contentSearch.open,
    history: { ...history, moved },
    async close() {
      await putBack.close();
      await comments.close();
      await requests.close();
      packages.close();
      paragraphIds.close();
      books.close();
      review.close();
      await parts.stopLibraryWork?.();
      folderLibraries.close();
      await contentSearch.close();
      await library.close();
      await history.close();
    },
  };
}

/** The library with its search and its long work, each opened on first use; in memory unless `parts` say where. */
function openLibraryParts(parts: EngineParts, log: NonNullable<EngineParts["log"]>) {
  const library = openOnce(
    parts.openLibrary ??
      (async () => (await import("../library/sqlite-library")).openContentLibrary({ dataDir: null, notice: log })),
  );
  const openContentSearch =
    parts.openContentSearch ??
    (async (library) =>
      (await import("../library/search/content-search")).createContentSearch({ library, dataDir: null, notice: log }));
  const openLibraryWork =
    parts.openLibraryWork ??
    (async (library) => (await import("../library/thread/library-work")).libraryWorkHere(library));
  const libraryWork = loadedOnce(async () => openLibraryWork(await library.open()));
  const contentSearch = openOnce(async () => openContentSearch(await library.open()));
  return { library, contentSearch, libraryWork };
}

type LibraryParts = Pick<EngineParts, "openLibrary" | "openContentSearch" | "openLibraryWork" | "stopLibraryWork">;

type LibraryOptions = { dataDir: string; notice(sentence: string): void };

/** All of the library in this thread. */
const libraryHere = ({ dataDir, notice }: LibraryOptions): LibraryParts => ({
  openLibrary: async () => (await import("../library/sqlite-library")).openContentLibrary({ dataDir, notice }),
  openContentSearch: async (library) =>
    (await import("../library/search/content-search")).createContentSearch({ library, dataDir, notice }),
  openLibraryWork: async (library) => (await import("../library/thread/library-work")).libraryWorkHere(library),
});

/** Lookups in this thread, search and long work in another. */
function libraryInThread(options: LibraryOptions): LibraryParts {
  let stop = async () => {};
  const parts = loadedOnce(async () => {
    const opened = (await import("../library/thread/open-with-thread")).libraryWithThread(options);
    stop = opened.close;
    return opened;
  });
  return {
    openLibrary: async () => (await parts()).openLibrary(),
    openContentSearch: async (library) => (await parts()).openContentSearch(library),
    openLibraryWork: async (library) => (await parts()).openLibraryWork(library),
    stopLibraryWork: () => stop(),
  };
}

/** The documents of the library that the user has switched off in a folder. */
async function documentsOff({ store, dataFolder }: EngineParts, folder: string | null): Promise<ReadonlySet<string>> {
  if (folder === null || dataFolder === undefined) return new Set();
  const { documentsOffIn } = await import("../library/switched-off");
  return documentsOffIn(dataFolder, await store.realPath(folder).catch(() => folder));
}

/** Opens on first use, and closes only if it was opened. If opening fails, the next use tries again. */
function openOnce<Opened extends { close(): void }>(open: () => Promise<Opened>) {
  let opened: Promise<Opened> | null = null;
  return {
    open(): Promise<Opened> {
      opened ??= open().catch((error: unknown) => {
        opened = null;
        throw error;
      });
      return opened;
    },
    async close(): Promise<void> {
      (await opened?.catch(() => null))?.close();
    },
  };
}

/** The pending edits: as given, else in memory. */
function openReviewOf(
  { review, log = logToStandardError }: EngineParts,
  textOf: Documents["textOf"],
  awaits: () => boolean,
): Review {
  return review?.(textOf, awaits) ?? openReview({ dataDir: null, textOf, isEnabled: awaits, notice: log });
}

/** The tools, with what runs and describes them. Loaded with the first call. */
const loadedTools = loadedOnce(async () => {
  const [{ tools }, { runTool, unknownTool }, { describeTool }] = await Promise.all([
    import("../tools/registry"),
    import("../tools/run-tool"),
    import("../tools/describe-tool"),
  ]);
  const byName = new Map<string, Tool>(
    tools.flatMap((tool) => [tool.name, ...tool.aliases].map((name) => [name, tool] as const)),
  );
  let described: readonly ToolDescription[] | null = null;
  return { tools, byName, runTool, unknownTool, descriptions: () => (described ??= tools.map(describeTool)) };
});

/** What a host may replace, and what is used otherwise. */
function givenOrUsual({ temporaries = unrecorded, ...parts }: EngineParts, log: NonNullable<EngineParts["log"]>) {
  return {
    paragraphIds: parts.paragraphIds ?? openParagraphIds({ dataDir: null, notice: log }),
    search: parts.search ?? { ...ripgrep, filesBelow: null },
    temporaries,
    converter: parts.converter ?? libreOffice({ makeFolder: () => makeTemporaryFolder(temporaries) }),
  };
}

/** Documents as a call changes them, which may answer the thread of a comment. */
const inThread = (documents: Documents, thread: string | null, { caller }: ToolCall, comments: Comments): Documents =>
  withThread(withRequest(documents, caller), thread, { caller, comments });

/** The thread that a call names besides what it writes; null if there is none. */
function threadOfCall({ name }: Tool, { thread }: Record<string, unknown>): string | null {
  return name !== "comments" && typeof thread === "string" && thread.trim() !== "" ? thread.trim() : null;
}

/** Whoever wants to know what callers are shown of documents. */
function createReadListeners() {
  const listeners = new Set<(news: ReadNews) => void>();
  return {
    notifyRead(news: ReadNews): void {
      for (const listener of listeners) listener(news);
    },
    onRead(listener: (news: ReadNews) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Comments, and requests for review: what people and agents say about documents. */
function createCommentServices(
  { store, dataFolder }: EngineParts,
  { documents, review, options, log }: CommentServicesDeps,
) {
  const folder: string | null = dataFolder ?? null;
  const isInData = () => options.commentsFolder?.() === "data";
  const comments = createComments({ store, documents, dataFolder: folder, isInData, log });
  followDecisions({ documents, review, comments }, log);
  return { comments, requests: createReviewRequests(store, { dataFolder: folder, review, log }) };
}

type CommentServicesDeps = {
  documents: Documents;
  review: Review;
  options: Pick<EngineOptions, "commentsFolder">;
  log(error: unknown): void;
};

/** The same documents; what is written answers a thread, which must be on the document that is written. */
function withThread(
  documents: Documents,
  named: string | null,
  { caller, comments }: { caller: Caller; comments: Comments },
): Documents {
  if (named === null) return documents;
  const thread: string = named;
  const { roots } = caller;
  /** Null for a thread that is in the document itself, where nothing is remembered of writes. */
  async function checked(path: string): Promise<{ realPath: string; thread: string } | null> {
    const written = await documents.realPath(path, roots);
    if (hasOwnComments(written) && mayOwnThread(written, thread)) return null;
    const { realPath } = await threadOf(thread, { caller, comments, documents });
    if (written === realPath) return { realPath, thread };
    throw new ToolError(
      "bad_arguments",
      `the thread ${thread} is on ${printableName(basename(realPath))}, not on this document`,
      {
        hint: "Name a thread of the document that you edit, or none.",
      },
    );
  }
  /** Remembered with the thread, so that the user's decision on the edit decides on the thread. */
  async function linked<Result extends { write: string | null }>(
    path: string,
    write: () => Promise<Result>,
  ): Promise<Result> {
    const found = await checked(path);
    const result = await write();
    const id = result.write;
    if (id !== null && found !== null)
      await comments.update(found, (current) => ({
        ...current,
        writes: [...(current.writes ?? []), id].slice(-MAX_COMMENT_WRITES),
      }));
    return result;
  }
  return {
    ...documents,
    change: (path, given, change) => linked(path, () => documents.change(path, given, change)),
    changeBytes: (path, given, change) => linked(path, () => documents.changeBytes(path, given, change)),
    async plan(path, given, change) {
      await checked(path);
      return documents.plan(path, given, change);
    },
  };
}

/** The same documents; history stores the user's request with each write. */
function withRequest(documents: Documents, { request }: Caller): Documents {
  if (request === undefined) return documents;
  return {
    ...documents,
    change: (path, roots, change) => documents.change(path, roots, { ...change, request }),
    changeBytes: (path, roots, change) => documents.changeBytes(path, roots, { ...change, request }),
  };
}

const logToStandardError = (error: unknown): void => console.error(error);
