import type { z } from "zod";
import type { ToolSet } from "../../../../core/tools/tool-sets";
import type { BookService } from "../../books/books";
import type { AnnouncedReads } from "../../documents/announced-reads";
import type { ParagraphReader } from "../../documents/read-paragraphs";
import type { ContentLibrary } from "../../library/entries/content-library";
import type { LibraryReader } from "../../library/folder/folder-library";
import type { ContentSearch } from "../../library/search/content-search";
import type { Packages } from "../../office/jobs/packages";
import type { Caller } from "../../ports/caller";
import type { Comments } from "../../ports/comments";
import type { Converter } from "../../ports/converter";
import type { Canvas, Documents } from "../../ports/documents";
import type { History } from "../../ports/history";
import type { Review } from "../../ports/review";
import type { ReviewRequests } from "../../ports/review-requests";
import type { Search } from "../../ports/search";
import type { FileFinder } from "../../storage/finding/file-finder";

/** What a tool may use besides its arguments. */
export type ToolContext = {
  caller: Caller;
  documents: Documents;
  /** Finds files by patterns. */
  files: FileFinder;
  /** Documents of every format, by paragraph. */
  paragraphs: ParagraphReader;
  /** Finds lines. */
  search: Search;
  history: History;
  /** Edits of agents that the user has not reviewed yet. */
  review: Pick<Review, "of" | "hasPending" | "list">;
  /** Requests for the user's review, and their decisions. */
  requests: ReviewRequests;
  /** Comments on texts. */
  comments: Comments;
  /** Books, and the work on them. */
  books: BookService;
  /** The limits of one batch of translations. */
  batchLimits: { paragraphs: number; characters: number };
  /** Hashes of the paragraphs as the caller was shown them; null if nobody recorded them. */
  shownSources: ReadonlyMap<string, string> | null;
  /** The content library that all folders share, opened on first use. */
  library(): Promise<ContentLibrary>;
  /** The folded keys of the library's documents that the user has switched off in the caller's folder. */
  documentsOff(): Promise<ReadonlySet<string>>;
  /** The content library with the entries of the caller's folder, and the search of both, for a question about some documents (null: any). */
  folderLibrary(
    documents: readonly string[] | null,
  ): Promise<{ library: LibraryReader; search(): Promise<Pick<ContentSearch, "search">> }>;
  /** What this caller has read. */
  reads: AnnouncedReads;
  /** Handles Office packages and EPUBs, in a worker process that may crash. */
  packages: Packages;
  /** Converts Office packages with an installed program. */
  converter: Converter;
  /** The user's window; null without the desktop app. */
  canvas: Canvas | null;
  /** Lines shown if no range is requested. */
  defaultLineCount: number;
  /** Aborted when the time limit is reached; a write that has not begun by then is not made. */
  signal: AbortSignal;
  /** The absolute path that an argument names. Relative paths are relative to the caller's first root. */
  locate(path: string): Promise<string>;
};

/** The result of a tool, from which `run-tool.ts` makes the envelope. */
export type ToolResult = {
  /** For the model. */
  message: string;
  /** For the user: one line, without ids. */
  summary: string;
  /** For programs. */
  data: Record<string, unknown>;
};

/** One tool: everything that MCP, the CLI, the help and `docs/tools.md` know about it. */
export type Tool = {
  name: string;
  /** Former names that still work. */
  aliases: readonly string[];
  /** The set that it is offered in. */
  set: ToolSet;
  title: string;
  /** The description for agents, with advice. */
  description: string;
  /** Describes `data`, for `docs/tools.md`. */
  answers: string;
  /** `work` is stored beside a book in a folder of ours; no document is changed. */
  changes: "nothing" | "documents" | "work";
  /** The time limit in milliseconds. */
  timeLimit: number;
  /** Strict, with every field described: unknown arguments are rejected by name. */
  input: z.ZodObject;
  /** The arguments in this tool's own words, if they are those of a tool that models were trained with. */
  adapt?(given: object): object;
  /** Gets the output of `input`. If it throws `ToolError`, it has changed nothing. */
  run(args: Record<string, unknown>, ctx: ToolContext): Promise<ToolResult>;
};

/** What a tool's file declares; the rest has defaults. */
export type ToolDefinition<Input extends z.ZodObject> = Omit<Tool, "input" | "run" | "aliases" | "timeLimit"> & {
  aliases?: readonly string[];
  timeLimit?: number;
  input: Input;
  run(args: z.infer<Input>, ctx: ToolContext): Promise<ToolResult>;
};

const oneMinute = 60_000;

/** Infers the type of `run` from the schema. Default: no aliases, and a time limit of one minute. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  return {
    aliases: [],
    timeLimit: oneMinute,
    ...definition,
    run: (args, ctx) => definition.run(args as z.infer<Input>, ctx),
  };
}
