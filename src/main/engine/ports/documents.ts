import type { HunkId, ReviewedWrite, UndoManner } from "../../../core/review/pending-edits";
import type { TextRange, Writer } from "../../../core/review/writer";
import type { Change } from "../../../core/text/change";
import type { OfficeFormat } from "../../../core/text/format";

import type { FollowedReview } from "./review";

/** A text document as the tools and the canvas see it. */
export type TextDocument = {
  /** Absolute, links resolved: the document's identity. */
  realPath: string;
  /** Line breaks are `\n` only, whatever the file has. Undecodable bytes are lone surrogates U+DC80–U+DCFF. */
  text: string;
  /** SHA-256 of the file's bytes. */
  version: string;
  /** For example `UTF-8`, `UTF-8 with BOM`, `UTF-16 LE`, `windows-1252`. */
  encoding: string;
  /** The line ending: `LF`, `CRLF`, `CR`, `mixed`; `LF` for a text of one line. */
  lineEnding: string;
  /** Whether this user may write the file. */
  writable: boolean;
  /** Warnings for a reader, in sentences: not UTF-8, damaged bytes, mixed line endings. */
  warnings: string[];
};

/** The bytes of a file of any kind; `writable`: whether this user may write it. */
export type FileContent = { realPath: string; bytes: Uint8Array; version: string; writable: boolean };

/** A write of bytes that landed, for example of an Office package. */
export type BytesChange = {
  /** Unique among writes. */
  id: string;
  realPath: string;
  /** The version before; null for a new file. */
  from: string | null;
  to: string;
  bytes: Uint8Array;
  by: Writer;
  reason: string;
};

/** A write that landed, as listeners get it. */
export type DocumentChange = {
  /** Unique among writes. */
  id: string;
  realPath: string;
  /** The version before; null for a new file. */
  from: string | null;
  /** The version after. */
  to: string;
  /** From the text before to the text after. For a new file, from the empty text. */
  changes: Change[];
  /** The text before; empty for a new file. */
  before: string;
  /** The text after. */
  text: string;
  /** The file's encoding now; see `TextDocument`. */
  encoding: string;
  lineEnding: string;
  by: Writer;
  reason: string;
  /** The write as it is listed for review; null if it needs none. */
  write: ReviewedWrite | null;
};

/** The note for a change that is on disk, but not completely in history. */
export const NOT_KEPT = "history could not store a version of this file";

/**
 * The content that an edit wants: changed spans, a complete new text in the caller's own line endings, or the exact bytes of an earlier version.
 * `suggestions`: the user suggests only a part of it, namely these in the text after it; they count if the request's `followed` is unknown.
 */
export type EditedContent = ({ changes: Change[] } | { content: string } | { bytes: Uint8Array }) & {
  suggestions?: FollowedReview | undefined;
};

/** Tools see what the user sees, so the canvas saves first. The canvas itself (`person`) is not asked. */
export type Asker = "tool" | "person";

export type ChangeRequest = {
  by: Writer;
  /** What is done, and a note on why: see `withNote`. */
  reason: string;
  /** One of many writes while somebody types: see `NewVersion`. */
  isInBurst?: boolean;
  /** What of the text after the edit the user pasted. */
  pasted?: readonly TextRange[] | undefined;
  /** The request that led to this change, in the requester's words; stored in history. */
  request?: string | undefined;
  /** Default: `tool`. The user's own saves do not ask the canvas, and an open conflict does not block them. */
  asker?: Asker;
  /** Hunks of agents' writes that this edit undoes. */
  undoes?: { hunks: readonly HunkId[]; manner: UndoManner };
  /** The pending edits in the text after the edit, if the user's editor has tracked them. */
  followed?: FollowedReview | undefined;
  /** The user suggests the changes: they are pending as this write, unless `followed` gives more detail. */
  suggested?: ReviewedWrite | undefined;
  /** If aborted, a write that has not begun is not made, and the reason is thrown. */
  signal?: AbortSignal;
  /** Decides on the current text (null: no such file). If it throws, the error is passed on and nothing is written. */
  edit(current: TextDocument | null): EditedContent | Promise<EditedContent>;
};

export type ChangeResult = {
  status: "written" | "unchanged";
  /** The id of the write, and of its hunks in a review; null if nothing was written. */
  write: string | null;
  before: TextDocument | null;
  after: TextDocument;
  /** From `before` to `after`. */
  changes: Change[];
  notes: string[];
};

/** An edit of a file that is not text, such as an Office package. */
export type BytesRequest = {
  by: Writer;
  /** What is done, and a note on why: see `withNote`. */
  reason: string;
  /** The request that led to this change, in the requester's words; stored in history. */
  request?: string | undefined;
  /** Default: `tool`, for which the canvas first saves the document's unsaved edits. */
  asker?: Asker;
  /** Hunks of agents' writes that the edit undoes, and the changes of the text projection that do so; read after the edit has landed. */
  undoes?: { hunks: readonly HunkId[]; manner: UndoManner; changes: readonly Change[] };
  /** The new version is stored elsewhere, too: only the one that it replaces goes into the history. */
  isStoredElsewhere?: boolean;
  /** If aborted, a write that has not begun is not made, and the reason is thrown. */
  signal?: AbortSignal;
  /** Decides on the current bytes (null: no such file). If it throws, the error is passed on and nothing is written. */
  edit(current: FileContent | null): Uint8Array | Promise<Uint8Array>;
};

/** The result of an edit of bytes. */
export type BytesResult = {
  status: "written" | "unchanged";
  /** The id of the write; null if nothing was written. */
  write: string | null;
  realPath: string;
  /** The version before; null for a new file. */
  before: string | null;
  version: string;
  notes: string[];
};

/** What a change would do to a document now. */
export type PlannedChange = {
  realPath: string;
  /** The version before (null for a new file) and the version after; equal if nothing would change. `to` is empty if the file is gone then. */
  from: string | null;
  to: string;
  /** The text before; null for a new file. */
  before: string | null;
  after: string;
  /** From one text to the other; empty if only something other than the text would change. */
  changes: Change[];
};

/** Who makes, moves or deletes a file or folder. */
export type EntryRequest = {
  by: Writer;
  /** Why, in the words of who asks; stored in history with what is deleted. */
  note?: string | undefined;
  /** If aborted, what has not begun is not done, and the reason is thrown. */
  signal?: AbortSignal;
  /** Called with every file before it is deleted, and with null for a folder. If it throws, nothing is deleted. */
  check?(current: { realPath: string; version: string } | null): void;
};

/** Other changes that a move entails, as a plan shows them. */
export type MoveRequest = EntryRequest & { follow: readonly PlannedChange[] };

/** A deleted file, and the entry of history that brings it back. */
export type RemovedFile = { realPath: string; version: string; versionId: string | null };

/** A document as a window shows it. Lines are 1-based. */
export type ShownDocument = {
  realPath: string;
  /** Whether it is the one that its window shows. */
  front: boolean;
  unsaved: boolean;
  /** Null if the window does not say. */
  view: { line: number; selection: { lineFrom: number; lineTo: number; text: string } | null } | null;
};

/** What the desktop app adds: a user who edits some of the documents. Absent in the CLI and plain MCP. */
export type Canvas = {
  /** Has the canvas save its unsaved edits of this document, so that the next read sees them. Takes at most 250 ms. */
  handOver(realPath: string): Promise<void>;
  /** Whether the canvas shows an unresolved conflict in this document. */
  hasConflict(realPath: string): boolean;
  /** The real paths of all open documents, which may have unsaved edits. Default: none. */
  openPaths?(): readonly string[];
  /** What the windows show, below one of these real paths. Default: nothing is known. */
  shownIn?(roots: readonly string[]): Promise<{ hasWindow: boolean; documents: ShownDocument[] }>;
  /** Runs a move on the disk while the open documents inside wait; afterwards they continue under their new names. */
  followMove?(move: { from: string; to: string }, work: () => Promise<void>): Promise<void>;
  /** Runs a deletion on the disk while the open documents inside wait. */
  followRemoval?(realPath: string, work: () => Promise<void>): Promise<void>;
  /** Opens the document in a tab; for an agent, without focus. False if no window can show it. */
  show(realPath: string, by: { name: string; isUser?: true }): Promise<boolean>;
};

/** A text as the host last knew it; `version` is null if there was no such file. */
export type KnownText = { version: string | null; text: string };

/** A version that no Galley process wrote. */
export type ExternalWrite = { realPath: string; from: string | null; to: string };

/** Who wrote it, and whether it waits for the user's review. */
export type ExternalAuthor = { by: Writer; isReviewed: boolean };

/** What a host knows of the documents that external programs may write. Absent in the CLI and plain MCP: such writes are accepted as they are. */
export type ExternalWrites = {
  /**
   * The text before an external write. Null if it is not known: the write is then accepted. Of an Office document only the version counts: its text is
   * read from the history.
   */
  known(realPath: string): KnownText | null;
  /** Decides about a write, while the file's lock is held. */
  authorOf(write: ExternalWrite): Promise<ExternalAuthor>;
};

/**
 * A write of an external program that waits for review; `id` is that of its pending edits. `edit`: the text before it, and its changes; null for an Office
 * document.
 */
export type NotedWrite = {
  id: string;
  by: Writer;
  realPath: string;
  from: string | null;
  to: string;
  edit: { before: string; changes: readonly Change[] } | null;
};

/** The only way text reaches storage. Paths are absolute; a caller's `roots` are checked by real path. */
export type Documents = {
  /** Throws if the file is missing (`not_found`), not text, outside `roots`, or too large (64 MiB for tools, 256 for the user). */
  read(path: string, roots: readonly string[], asker?: Asker): Promise<TextDocument>;
  /** The bytes of any file, such as an Office package. Throws as `read` does, but accepts any content. */
  readBytes(path: string, roots: readonly string[], asker?: Asker): Promise<FileContent>;
  /**
   * The text projection of an Office document, one paragraph or cell per line, on which reviews are based. Null if there is none, or if it is too
   * long to be compared.
   */
  textProjection(path: string, roots: readonly string[]): Promise<{ version: string; text: string } | null>;
  /** Reads, edits and saves in this document's queue, stores both versions in history, and notifies listeners. */
  change(path: string, roots: readonly string[], request: ChangeRequest): Promise<ChangeResult>;
  /** What `change` would do now, without doing it. Throws the same errors. */
  plan(path: string, roots: readonly string[], request: ChangeRequest): Promise<PlannedChange>;
  /**
   * Like `change`, for Office packages and other bytes: in the file's queue, atomically, with both versions in history. Rejected as `conflict` while
   * an office program has the file open.
   */
  changeBytes(path: string, roots: readonly string[], request: BytesRequest): Promise<BytesResult>;
  /** Makes a folder, with those above it. Rejected (`wrong_state`) if something stands there. */
  makeFolder(path: string, roots: readonly string[], request: EntryRequest): Promise<{ id: string; realPath: string }>;
  /**
   * Moves or renames a file or folder, never over another; open documents, history, review and the ids of paragraphs follow. Data of git and of
   * Galley, and the roots themselves, are rejected.
   */
  move(
    from: string,
    to: string,
    roots: readonly string[],
    request: MoveRequest,
  ): Promise<{ id: string; from: string; to: string }>;
  /** Deletes a file or folder once history holds every file of it; rejects what history cannot bring back. */
  remove(
    path: string,
    roots: readonly string[],
    request: EntryRequest,
  ): Promise<{ id: string; realPath: string; removed: RemovedFile[] }>;
  /** What `makeFolder`, `move` and `remove` would do now, without doing it. They throw the same errors. */
  planFolder(path: string, roots: readonly string[]): Promise<PlannedChange[]>;
  planMove(from: string, to: string, roots: readonly string[]): Promise<PlannedChange[]>;
  planRemove(path: string, roots: readonly string[]): Promise<PlannedChange[]>;
  /** Reports every move, by real paths. Returns a function that stops it. */
  onEntryMoved(listener: (move: { from: string; to: string }) => void): () => void;
  /** Resolves once every write to this file that is under way, in any of our processes, has landed and was reported. */
  writesLanded(path: string, roots: readonly string[]): Promise<void>;
  /**
   * Looks for a write of an external program, in the file's queue, and brings it into history and review as the host decides. Answers with the version
   * on disk, null if there is no such file. The text is null if it is not known here.
   */
  noteExternal(path: string, roots: readonly string[]): Promise<{ version: string; text: string | null } | null>;
  /** Stores a file as it is in the history, unless its newest version there is this one. Null if there is no such file. */
  keepFound(path: string, roots: readonly string[]): Promise<{ version: string } | null>;
  /** Resolves agents' writes that a process announced but did not finish. Call it when a process starts. */
  resolveAnnouncedWrites(): Promise<void>;
  /** What `changeBytes` would do. Of a package, the text before and after; of other bytes only that they change. */
  planBytes(path: string, roots: readonly string[], request: BytesRequest): Promise<PlannedChange>;
  /** The office program that has this file open, according to its lock file; null if none does. */
  officeLock(path: string, roots: readonly string[]): Promise<OfficeLock | null>;
  /** The real path of a document, which need not exist yet. Throws if it is outside `roots`. */
  realPath(path: string, roots: readonly string[]): Promise<string>;
  /** The text of a version, from the cache or from history; else null. With a format, its text projection. */
  textOf(version: string, format?: OfficeFormat | null): Promise<string | null>;
  /**
   * Caches a text that is not in any file, such as what a caller would see if only it had edited. Returns the name by which `textOf` finds it, as
   * long as it stays in the cache.
   */
  keepText(text: string): string;
  /** Reports every write that landed through this engine. Returns a function that stops it. */
  onChange(listener: (change: DocumentChange) => void): () => void;
  /** Reports every write of an external program that waits for review. Returns a function that stops it. */
  onExternalWrite(listener: (write: NotedWrite) => void): () => void;
  /** Reports every write of bytes that landed through this engine, in the file's queue. Returns a function that stops it. */
  onBytesChange(listener: (change: BytesChange) => void): () => void;
};

/** Somebody has a document open in an office program, according to that program's lock file. */
export type OfficeLock = {
  program: "Word" | "Excel" | "PowerPoint" | "LibreOffice";
  /** The user's name in that program; may be empty. */
  who: string;
  /** The lock file's name. */
  lockFile: string;
};
