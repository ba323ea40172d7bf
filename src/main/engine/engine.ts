import type { ReadNews } from "./announced-reads";
import type { BookPromptQuery } from "./book-prompt";
import type { BookView } from "./book-view";
import type { FolderQuery, FolderSearchPage } from "./document/found-paragraphs";
import type { Canvas, Documents, PlannedChange } from "./documents";
import type { Temporaries } from "./files/temporaries";
import type { LookedThrough, ReplacedParagraph, ReplacementQuery } from "./find-replacements";
import type { PlannedWork } from "./guarded-work";
import type { History } from "./history/history";
import type { ContentLibrary } from "./library/content-library";
import type { ContentSearch } from "./library/search/content-search";
import type { Packages } from "./packages/packages";
import type { Review } from "./review/review";
import type { Refusal } from "./tool-error";
import type { StartWorker } from "./worker/worker-process";

/** The answer of every tool, the same through every door. */
export type Envelope = {
  ok: boolean;
  /** For the model. */
  message: string;
  /** For the person: one line, without ids. */
  summary: string;
  /** For programs; absent on refusal. */
  data?: Record<string, unknown>;
  /** On refusal only. */
  error?: Refusal;
};

/** Who asks: an MCP session, a panel conversation, a CLI process. Its read log lives as long as the engine does. */
export type Caller = {
  /** Unlike any other caller's. */
  id: string;
  /** Shown to the person: the MCP client's own name, `command line`. */
  name: string;
  /** Absolute folders (or single files); relative paths belong to the first. */
  roots: readonly string[];
  /** Others may come under the same id, since nothing tells them apart: what one of them read is no base for what another writes. */
  hasNoSession?: boolean;
  /** What the person asked for, where the call is part of an answer: kept in history beside what it writes. */
  request?: string;
  /** The user called the tool themself, as with a slash command of the panel. */
  isUser?: true;
};

/** One call of a tool, from whichever door. */
export type ToolCall = {
  name: string;
  /** Checked by the tool's own schema; anything may come in. */
  arguments: unknown;
  caller: Caller;
  /** The caller no longer wants the answer: a write that has not begun never does. */
  signal?: AbortSignal | undefined;
  /** Where a caller may write only what a person agreed to; absent where its roots are all that limits it. */
  guard?: WriteGuard;
  /**
   * Hashes of what paragraphs of a book said when the caller was shown them: what it made of another text than there is now is not taken
   * for a translation of that. Absent: what it hands in counts for what there is now.
   */
  shownSources?: ReadonlyMap<string, string> | undefined;
};

/** What stands between a call and the disk, whatever the model behind it says. */
export type WriteGuard = {
  /** Whether what a file of secrets holds may be shown to this call; it may unless given. */
  reveals?(realPath: string): boolean;
  /** Whether this call may change the work on the book at this path; it may unless given. */
  allowsWork?(realPath: string): boolean;
  /** Whether this call may write this file from this version on; null: the file is new. A write that changes nothing is not asked about. */
  allows(realPath: string, from: string | null): boolean;
  /** Hears of each version that the call has written. */
  landed(write: { id: string; realPath: string; from: string | null; to: string }): void;
};

/** A tool as the doors list it. */
export type ToolDescription = {
  name: string;
  /** Other names it answers to (`invar_doc_toc`). */
  aliases: readonly string[];
  title: string;
  description: string;
  /** JSON Schema of the arguments. */
  inputSchema: Record<string, unknown>;
  /** What it may change; `documents` is not idempotent and may overwrite, `work` only adds to what is kept beside a book. */
  changes: "nothing" | "documents" | "work";
};

/** Who searches, until when, where, and whether the page is asked to save what is typed first, as it is for tools. */
export type FolderSearch = {
  caller: Caller;
  signal: AbortSignal;
  unsaved: "included" | "left out";
  only?: readonly string[];
};

/** Who lists files, until when, and which; `keeps` is asked with each file's absolute path. */
export type FileListing = { caller: Caller; signal: AbortSignal; most: number; keeps(path: string): boolean };

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
