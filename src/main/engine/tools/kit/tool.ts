import type { z } from "zod";
import type { BookDesk } from "../../books/books";
import type { AnnouncedReads } from "../../documents/announced-reads";
import type { ParagraphReader } from "../../documents/read-paragraphs";
import type { ContentLibrary } from "../../library/entries/content-library";
import type { ContentSearch } from "../../library/search/content-search";
import type { Packages } from "../../office/jobs/packages";
import type { Caller } from "../../ports/caller";
import type { Converter } from "../../ports/converter";
import type { Canvas, Documents } from "../../ports/documents";
import type { History } from "../../ports/history";
import type { Review } from "../../ports/review";
import type { Search } from "../../ports/search";
import type { FileFinder } from "../../storage/file-finder";

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
  /** What agents wrote and the user has not looked at yet. */
  review: Pick<Review, "of" | "waits">;
  /** Books, and the work on them. */
  books: BookDesk;
  /** How much one batch of translations may hold. */
  batchLimits: { paragraphs: number; characters: number };
  /** Hashes of what paragraphs said when the caller was shown them; null where nobody kept that. */
  shownSources: ReadonlyMap<string, string> | null;
  /** The content library, opened when it is first asked for. */
  library(): Promise<ContentLibrary>;
  /** The search of the content library, opened like it. */
  contentSearch(): Promise<ContentSearch>;
  /** What this caller has read, and nobody else's. */
  reads: AnnouncedReads;
  /** Works on Office packages and EPUBs where that may fail for good. */
  packages: Packages;
  /** Converts Office packages through a program that is installed. */
  converter: Converter;
  /** The person's window; null where no desktop app takes part. */
  canvas: Canvas | null;
  /** Lines shown when no range is asked for. */
  defaultLineCount: number;
  /** Aborted when the time limit has passed; a write that has not begun by then never does. */
  signal: AbortSignal;
  /** The absolute path that an argument names: relative ones belong to the caller's first root. */
  locate(path: string): Promise<string>;
};

/** What a tool answers with; `run-tool.ts` makes the envelope of it. */
export type ToolResult = {
  /** For the model. */
  message: string;
  /** For the person: one line, without ids. */
  summary: string;
  /** For programs. */
  data: Record<string, unknown>;
};

/** One tool: everything that MCP, CLI, help and `docs/tools.md` know of it. */
export type Tool = {
  name: string;
  /** Other names it answers to. */
  aliases: readonly string[];
  title: string;
  /** What an agent is told, advice included. */
  description: string;
  /** `data`, in words, for `docs/tools.md`. */
  answers: string;
  /** `work` is kept beside a book in a folder of ours; no document is changed. */
  changes: "nothing" | "documents" | "work";
  /** Milliseconds. */
  timeLimit: number;
  /** Strict, every field described: unknown arguments are refused by name. */
  input: z.ZodObject;
  /** Gets what `input` made of the arguments. Refuses with `ToolError`, having changed nothing. */
  run(args: Record<string, unknown>, ctx: ToolContext): Promise<ToolResult>;
};

/** What a tool's file states; the rest has defaults. */
export type ToolDefinition<Input extends z.ZodObject> = Omit<Tool, "input" | "run" | "aliases" | "timeLimit"> & {
  aliases?: readonly string[];
  timeLimit?: number;
  input: Input;
  run(args: z.infer<Input>, ctx: ToolContext): Promise<ToolResult>;
};

const oneMinute = 60_000;

/** Types `run` by the schema beside it. No aliases and a time limit of one minute unless told. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  return {
    aliases: [],
    timeLimit: oneMinute,
    ...definition,
    run: (args, ctx) => definition.run(args as z.infer<Input>, ctx),
  };
}
