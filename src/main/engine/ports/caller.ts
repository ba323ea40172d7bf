/** Who calls a tool, with what, and what is answered: the same through every transport. */
import type { Refusal } from "./tool-error";

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

/** Who lists files, until when, and which; `keeps` is asked with each file's absolute path. */
export type FileListing = { caller: Caller; signal: AbortSignal; most: number; keeps(path: string): boolean };
