import type { FolderQuery, FolderSearchPage } from "../../../core/text/folder-search";
import type { ParagraphPosition } from "../books/book/book";
import type { BookPromptQuery } from "../books/book-prompt";
import type { BookView } from "../books/book-view";
import type { OpenBook } from "../books/books";
import type { ParagraphQuery } from "../books/find-paragraphs";
import type { PlannedWork } from "../books/guarded-work";
import type { ReplacementOrder, ReplacementPlan } from "../books/plan-replacements";
import type { ReadNews } from "../documents/announced-reads";
import type { ContentLibrary } from "../library/entries/content-library";
import type { ContentSearch } from "../library/search/content-search";
import type { LibraryWork } from "../library/thread/library-work";
import type { Packages } from "../office/jobs/packages";
import type { Caller, Envelope, FileListing, ToolCall, ToolDescription } from "../ports/caller";
import type { Comments } from "../ports/comments";
import type { Canvas, Documents, ExternalWrites, PlannedChange } from "../ports/documents";
import type { History } from "../ports/history";
import type { Review } from "../ports/review";
import type { ReviewRequests } from "../ports/review-requests";
import type { Temporaries } from "../storage/saving/temporaries";
import type { StartWorker } from "../worker/worker-process";
import type { ReplacedParagraph, ReplacementQuery, SearchedText } from "./find-replacements";
import type { FolderLibrary } from "./folder-libraries";
import type { PutBackNews } from "./put-back";

/** The options of a folder search. `unsaved`: whether open editors save first, as they do for tools. */
export type FolderSearch = {
  caller: Caller;
  signal: AbortSignal;
  unsaved: "included" | "left out";
  only?: readonly string[];
};

export type EngineOptions = {
  /** Where history and journals are stored; created if missing. */
  dataDir: string;
  /** The data folder of the other processes, if `dataDir` replaces one that cannot be written: locks are shared with them. */
  wantedDataDir?: string;
  /** The user's canvas, if there is one. */
  canvas?: Canvas;
  /** Lines that `text_editor` reads without a range. Default: 200. */
  defaultLineCount?: () => number | undefined;
  /** The maximum number of paragraphs in one batch of translations. Default: 200. */
  batchLimit?: () => number | undefined;
  /** Whether new edits of agents become pending edits for the user's review. Default: true. */
  reviewEdits?: () => boolean | undefined;
  /** Decides about writes of external programs. Default: they are accepted. */
  external?: ExternalWrites;
  /** Where new comments on texts are stored: in the folder that holds the document, or in Galley's data. Default: `folder`. */
  commentsFolder?: () => "folder" | "data" | undefined;
  /** Whether search and long work of the content library have a thread of their own, so that this one is never held. Default: false. */
  libraryThread?: boolean;
  /** Starts worker processes for Office packages. Default: packages are handled in this thread. */
  startWorker?: StartWorker;
  /** Receives errors that no caller is waiting for: a sentence, or an error in full. Default: standard error. */
  log?: (detail: unknown) => void;
};

/** The document tool engine: plain Node, the same for every transport. */
export type Engine = {
  /** In the order of the documentation. Loaded with the first call: the app starts without the tools. */
  tools(): Promise<readonly ToolDescription[]>;
  /** Never rejects: tool errors and even our own bugs come back as an envelope with a message. */
  run(call: ToolCall): Promise<Envelope>;
  /**
   * Runs a call up to its first write, which is computed from the current text but not made. If the call writes nothing, the envelope is its real
   * answer; otherwise ignore it. Never rejects. Of the guard only `reveals` counts.
   */
  plan(call: ToolCall): Promise<{ envelope: Envelope; writes: PlannedChange[]; work: PlannedWork[] }>;
  /**
   * Searches the caller's first root by paragraph, as `searchFolder` does, for the user in the app: nothing counts as read. With `only` (absolute
   * paths), nothing else is searched.
   */
  searchFolder(query: FolderQuery, search: FolderSearch): AsyncGenerator<FolderSearchPage, void>;
  /** The replacements for all matches in the given texts, by paragraph, as `findReplacements` computes them. Nothing is written. */
  findReplacements(
    texts: readonly SearchedText[],
    query: ReplacementQuery,
    signal: AbortSignal,
  ): Promise<ReplacedParagraph[][]>;
  /**
   * The files of the caller's first root as git lists them: paths relative to it with `/`, sorted, without duplicates. Stops after `most` files or a
   * time limit; then `isAll` is false.
   */
  listFiles(listing: FileListing): Promise<{ files: string[]; isAll: boolean }>;
  /** The prompt for one kind of work on a book, the same for every transport. Throws `ToolError`. */
  bookPrompt(query: BookPromptQuery, caller: Caller): Promise<string>;
  /** All paragraphs of an open book that match, in book order. Throws `ToolError` for an invalid pattern, or if the time runs out. */
  findParagraphs(open: OpenBook, query: ParagraphQuery, signal: AbortSignal): Promise<ParagraphPosition[]>;
  /**
   * What replacing in the translations of an open book would change; `lines` has one pattern, and `template` is read as by `readReplacement`. Throws
   * `ToolError` for an invalid pattern or template, or if the time runs out.
   */
  planReplacements(
    open: OpenBook,
    order: Omit<ReplacementOrder, "replacement"> & { template: string; keepCase: boolean },
    deps: { signal: AbortSignal; protectedOf(ids: readonly string[]): Promise<ReadonlySet<string>> },
  ): Promise<ReplacementPlan>;
  /** A book (folder or file, by path) for the user: progress, the table of source and target, versions, export. */
  bookView(book: string, caller: Caller): BookView;
  /** The caller has left: drops its read log. */
  forget(callerId: string): void;
  /** Reports everything that a caller is shown of a document. Returns a function that stops it. */
  onRead(listener: (news: ReadNews) => void): () => void;
  /** Reports what became of external writes into protected passages. Returns a function that stops it. */
  onPutBack(listener: (news: PutBackNews) => void): () => void;
  documents: Documents;
  packages: Packages;
  /** For other code that makes temporary files in the user's folders. */
  temporaries: Temporaries;
  history: History;
  review: Review;
  comments: Comments;
  /** Agents that ask the user to look at their edits. */
  requests: ReviewRequests;
  /** The content library, opened on first use, so that calls that do not need it do not wait for it. */
  library(): Promise<ContentLibrary>;
  /** The content library with the entries of the caller's first folder. */
  folderLibrary(caller: Caller, signal: AbortSignal): Promise<FolderLibrary>;
  /** Changes to the content library that take long. */
  libraryWork(): Promise<LibraryWork>;
  /** The search of the content library, opened on first use. */
  contentSearch(): Promise<ContentSearch>;
  close(): Promise<void>;
};
