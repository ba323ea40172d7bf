/** The call of a tool and its answer: the same for every transport. */
import type { Writer } from "../../../core/review/writer";
import type { ToolSet } from "../../../core/tools/tool-sets";
import type { ToolErrorData } from "./tool-error";

/** The answer of every tool, the same for every transport. */
export type Envelope = {
  ok: boolean;
  /** For the model. */
  message: string;
  /** For the user: one line, without ids. */
  summary: string;
  /** For programs; absent if the call failed. */
  data?: Record<string, unknown>;
  /** Only if the call failed. */
  error?: ToolErrorData;
  /** The last lines of `message`, if they say what the user has done to the caller's edits. */
  news?: string;
};

/** Who calls: an MCP session, a conversation in the app, a CLI process. Its read log lives as long as the engine. */
export type Caller = {
  /** Unique among callers. */
  id: string;
  /** Shown to the user: the MCP client's own name, or `command line`. */
  name: string;
  /** Absolute folders (or single files). Relative paths are relative to the first. */
  roots: readonly string[];
  /** Several clients may share this id because nothing distinguishes them, so one of them cannot edit on the basis of what another has read. */
  hasNoSession?: boolean;
  /** The user's request that this call belongs to; stored in history with what the call writes. */
  request?: string;
  /** The user called the tool directly, for example with a slash command. */
  isUser?: true;
  /** The conversation of the panel whose agent calls. */
  session?: string;
};

/** The author of what this caller writes. */
export const agentWriter = ({ name, session }: Pick<Caller, "name" | "session">): Writer => ({
  kind: "agent",
  name,
  ...(session === undefined ? {} : { session }),
});

/** One call of a tool, over any transport. */
export type ToolCall = {
  name: string;
  /** Unchecked: the tool validates it with its schema. */
  arguments: unknown;
  caller: Caller;
  /** Aborted if the caller no longer wants the answer. No write is started after that. */
  signal?: AbortSignal | undefined;
  /** Present if the caller may write only what the user agreed to; absent if only its roots limit it. */
  guard?: WriteGuard;
  /**
   * Hashes of the paragraphs of a book as the caller was shown them. A translation of a text that has changed since is not accepted. Absent:
   * translations count for the current text.
   */
  shownSources?: ReadonlyMap<string, string> | undefined;
};

/** Limits what a call may do, whatever the model behind it says. */
export type WriteGuard = {
  /** Whether the content of a file of secrets may be shown to this call. Default: yes. */
  reveals?(realPath: string): boolean;
  /** Whether this call may change the work on the book at this path. Default: yes. */
  allowsWork?(realPath: string): boolean;
  /** Whether this call may write this file, starting from this version (null: a new file). Not called for a write that changes nothing. */
  allows(realPath: string, from: string | null): boolean;
  /** Called for each version that the call has written. */
  landed(write: { id: string; realPath: string; from: string | null; to: string }): void;
};

/** A tool as transports list it. */
export type ToolDescription = {
  name: string;
  set: ToolSet;
  /** Former names that still work (`invar_doc_toc`). */
  aliases: readonly string[];
  title: string;
  description: string;
  /** JSON Schema of the arguments. */
  inputSchema: Record<string, unknown>;
  /** What it may change. `documents` is not idempotent and may overwrite; `work` only adds to the data beside a book. */
  changes: "nothing" | "documents" | "work";
};

/** Who lists files, until when, and how many at most; `keeps` filters by absolute path. */
export type FileListing = { caller: Caller; signal: AbortSignal; most: number; keeps(path: string): boolean };
