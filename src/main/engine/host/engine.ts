import type { FolderQuery, FolderSearchPage } from "../../../core/text/found-paragraphs";
import type { BookPromptQuery } from "../books/book-prompt";
import type { BookView } from "../books/book-view";
import type { PlannedWork } from "../books/guarded-work";
import type { ReadNews } from "../documents/announced-reads";
import type { ContentLibrary } from "../library/entries/content-library";
import type { ContentSearch } from "../library/search/content-search";
import type { Packages } from "../office/jobs/packages";
import type { Caller, Envelope, FileListing, ToolCall, ToolDescription } from "../ports/caller";
import type { Canvas, Documents, PlannedChange } from "../ports/documents";
import type { History } from "../ports/history";
import type { Review } from "../ports/review";
import type { Temporaries } from "../storage/temporaries";
import type { StartWorker } from "../worker/worker-process";
import type { LookedThrough, ReplacedParagraph, ReplacementQuery } from "./find-replacements";

/** Who searches, until when, where, and whether the page is asked to save what is typed first, as it is for tools. */
export type FolderSearch = {
  caller: Caller;
  signal: AbortSignal;
  unsaved: "included" | "left out";
  only?: readonly string[];
};

export type EngineOptions = {
  /** Where history and journals live; made if missing. */
  dataDir: string;
  /** The data folder that other processes use, where `dataDir` stands in for one that cannot be written: locks are shared with them. */
  wantedDataDir?: string;
  /** The person's canvas, where there is one. */
  canvas?: Canvas;
  /** Lines that `text_editor` reads when no range is asked for; 200 unless told. */
  defaultLineCount?: () => number | undefined;
  /** Paragraphs that one batch of translations may hold; 200 unless told. */
  batchLimit?: () => number | undefined;
  /** Whether what agents write from now on waits for the person's review; it does unless told. */
  reviewEdits?: () => boolean | undefined;
  /** Starts the processes in which packages are worked on; without it that happens in this thread. */
  startWorker?: StartWorker;
  /** What went wrong where nobody had asked: a sentence, or an error in full. Standard error unless told. */
  log?: (said: unknown) => void;
};

/** The document tool engine: plain Node, the same behind every door. */
export type Engine = {
  /** In the order a reader meets them. */
  tools: readonly ToolDescription[];
  /** Never rejects: a refusal and even our own bug come back as an envelope in words. */
  run(call: ToolCall): Promise<Envelope>;
  /**
   * Runs a call as far as its first write, which is worked out on the text as it is now and not made. Where it comes to
   * none, the envelope is the call's true answer; else it is to be forgotten. Never rejects. Of the guard only `reveals` counts.
   */
  plan(call: ToolCall): Promise<{ envelope: Envelope; writes: PlannedChange[]; work: PlannedWork[] }>;
  /**
   * Searches the caller's first root by paragraph, as `searchFolder` does, for the person in the canvas: nothing counts as
   * read by anyone. `only` are absolute paths, outside of which nothing is looked into.
   */
  searchFolder(query: FolderQuery, search: FolderSearch): AsyncGenerator<FolderSearchPage, void>;
  /** What would replace the matches in some texts, paragraph by paragraph, as `findReplacements` does; nothing is written. */
  findReplacements(
    texts: readonly LookedThrough[],
    asked: ReplacementQuery,
    signal: AbortSignal,
  ): Promise<ReplacedParagraph[][]>;
  /**
   * The files of the caller's first root as git sees that folder, by their paths in it with `/`, in order, each once. Ends
   * at `most` files or after a while: then there may be more.
   */
  listFiles(listing: FileListing): Promise<{ files: string[]; isAll: boolean }>;
  /** The prompt for one kind of work on a book, the same for every door; refuses with `ToolError`. */
  bookPrompt(asked: BookPromptQuery, caller: Caller): Promise<string>;
  /** A book, a folder or file by its path, for a person: progress, the table of source and target, versions, export. */
  bookView(book: string, caller: Caller): BookView;
  /** The caller has left: its read log goes. */
  forget(callerId: string): void;
  /** Hears of everything that a caller is shown of a document, as it happens. Answers with the way to stop. */
  onRead(heard: (news: ReadNews) => void): () => void;
  documents: Documents;
  packages: Packages;
  /** For whatever else makes temporaries in the user's folders. */
  temporaries: Temporaries;
  history: History;
  review: Review;
  /** The content library, opened when it is first asked for: never on the way to a first answer that does not need it. */
  library(): Promise<ContentLibrary>;
  /** The search of the content library, opened like it. */
  contentSearch(): Promise<ContentSearch>;
  close(): Promise<void>;
};
