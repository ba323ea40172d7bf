import type { HunkId, ReviewedWrite, UndoManner } from "../../../core/review/pending-edits";
import type { Writer } from "../../../core/review/writer";
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
  /** Such as `UTF-8`, `UTF-8 with BOM`, `UTF-16 LE`, `windows-1252`. */
  encoding: string;
  /** What its lines end with: `LF`, `CRLF`, `CR`, `mixed`; `LF` for a text of one line. */
  lineEnding: string;
  /** Whether this user may write the file. */
  writable: boolean;
  /** What a reader should know, in sentences: not UTF-8, damaged bytes, mixed line endings. */
  warnings: string[];
};

/** A file as it is, whatever it holds; `writable`: whether this user may write it. */
export type FileContent = { realPath: string; bytes: Uint8Array; version: string; writable: boolean };

/** A write of bytes that landed, such as that of an Office package. */
export type BytesChange = {
  /** Unlike any other write's. */
  id: string;
  realPath: string;
  /** The version it leads from; null for a new file. */
  from: string | null;
  to: string;
  bytes: Uint8Array;
  by: Writer;
  reason: string;
};

/** A write that landed, as everyone hears of it. */
export type DocumentChange = {
  /** Unlike any other write's. */
  id: string;
  realPath: string;
  /** The version it leads from; null for a new file. */
  from: string | null;
  /** The version it leads to. */
  to: string;
  /** From the text before to the text after; for a new file, from the empty text. */
  changes: Change[];
  /** The text before; empty for a new file. */
  before: string;
  /** The text after. */
  text: string;
  /** How the file spells it now; see `TextDocument`. */
  encoding: string;
  lineEnding: string;
  by: Writer;
  reason: string;
  /** What it waits for review as; null where it does not wait. */
  write: ReviewedWrite | null;
};

/** The note of a change whose versions are on disk, but not all in history. */
export const NOT_KEPT = "history could not keep a version of this file";

/**
 * How an edit wants a document to become: changed spans, a whole new text in the caller's own line endings, or the
 * very bytes of an earlier version.
 */
export type Edited = { changes: Change[] } | { content: string } | { bytes: Uint8Array };

/** A tool sees what the person sees: the canvas is asked first. The canvas itself (`person`) is not. */
export type Asker = "tool" | "person";

export type ChangeRequest = {
  by: Writer;
  reason: string;
  /** What was asked for, in the words of whoever asked; kept in history. */
  request?: string | undefined;
  /** `tool` unless told. The person's own saves neither ask the canvas nor are held up by an open conflict. */
  asked?: Asker;
  /** Hunks of agents' writes that the edit takes back. */
  undoes?: { hunks: readonly HunkId[]; manner: UndoManner };
  /** What waits in the text after the edit, where the user's editor has followed every key of it. */
  followed?: FollowedReview | undefined;
  /** Once aborted, a write that has not begun never does; its reason comes out. */
  signal?: AbortSignal;
  /** Decides on the text as it is now (null: no such file); whatever it throws comes out, and nothing was written. */
  edit(current: TextDocument | null): Edited | Promise<Edited>;
};

export type ChangeResult = {
  status: "written" | "unchanged";
  /** Names the write, and its hunks in a review; null where nothing was written. */
  write: string | null;
  before: TextDocument | null;
  after: TextDocument;
  /** From `before` to `after`. */
  changes: Change[];
  notes: string[];
};

/** An edit of what is no text, such as an Office package. */
export type BytesRequest = {
  by: Writer;
  reason: string;
  /** What was asked for, in the words of whoever asked; kept in history. */
  request?: string | undefined;
  /** `tool` unless told: then what is being typed into the document in the canvas is saved first. */
  asked?: Asker;
  /** Hunks of agents' writes that the edit takes back, and the changes of the ledger that do so; read once it has landed. */
  undoes?: { hunks: readonly HunkId[]; manner: UndoManner; changes: readonly Change[] };
  /** Once aborted, a write that has not begun never does; its reason comes out. */
  signal?: AbortSignal;
  /** Decides on the bytes as they are now (null: no such file); whatever it throws comes out, and nothing was written. */
  edit(current: FileContent | null): Uint8Array | Promise<Uint8Array>;
};

/** What became of an edit of bytes. */
export type BytesResult = {
  status: "written" | "unchanged";
  /** Names the write; null where nothing was written. */
  write: string | null;
  realPath: string;
  /** The version before; null for a new file. */
  before: string | null;
  version: string;
  notes: string[];
};

/** What a change would make of a document, were it made now. */
export type PlannedChange = {
  realPath: string;
  /** The version that it leads from, null for a new file, and the one it leads to: the same where nothing would change. */
  from: string | null;
  to: string;
  /** The text before; null for a new file. */
  before: string | null;
  after: string;
  /** From the one text to the other; none where only something else than the text would change. */
  changes: Change[];
};

/** What the desktop app adds: a person who is typing in some of the documents. Absent in the CLI and plain MCP. */
export type Canvas = {
  /** Has the page save what is typed in this document, so that whoever looks next sees it. At most 250 ms. */
  handOver(realPath: string): Promise<void>;
  /** Whether the page shows an unsettled conflict in this document. */
  hasConflict(realPath: string): boolean;
  /** The real paths of all documents that are open, and may hold unsaved typing; none unless told. */
  openPaths?(): readonly string[];
  /** Opens the document in a tab: for an agent never with the focus. False where no window can show it. */
  show(realPath: string, by: { name: string; isUser?: true }): Promise<boolean>;
};

/** The only way text reaches storage. Paths are absolute; `roots` of a caller are checked by real path. */
export type Documents = {
  /** Refuses what is missing (`not_found`), not text, outside `roots`, or too large (64 MiB for tools, 256 for people). */
  read(path: string, roots: readonly string[], asked?: Asker): Promise<TextDocument>;
  /** The bytes of what is no text, such as an Office package; refuses as `read` does, save that anything may be in it. */
  readBytes(path: string, roots: readonly string[], asked?: Asker): Promise<FileContent>;
  /**
   * What an Office document says, a paragraph or a cell a line, as reviews are kept by it; null where there is none, or it is too much
   * to be compared.
   */
  ledger(path: string, roots: readonly string[]): Promise<{ version: string; text: string } | null>;
  /** Reads, edits and saves in this document's turn, keeps both versions in history, and tells everyone. */
  change(path: string, roots: readonly string[], request: ChangeRequest): Promise<ChangeResult>;
  /** What `change` would do at this moment, refused for the same reasons, without doing it. */
  plan(path: string, roots: readonly string[], request: ChangeRequest): Promise<PlannedChange>;
  /**
   * As `change`, for Office packages and other bytes: in the file's turn, atomically, with both versions in history. Refused
   * as `conflict` while an office program has the file open.
   */
  changeBytes(path: string, roots: readonly string[], request: BytesRequest): Promise<BytesResult>;
  /** Resolves once every write of ours to this file that is under way, in whichever process, has landed and was told. */
  writesLanded(path: string, roots: readonly string[]): Promise<void>;
  /** Finds out what became of agents' writes whose process ended before it could say; for when a process starts. */
  settleAnnounced(): Promise<void>;
  /** What `changeBytes` would do; of a package its text before and after, of other bytes nothing but that they change. */
  planBytes(path: string, roots: readonly string[], request: BytesRequest): Promise<PlannedChange>;
  /** The office program that has this file open, as its lock file tells; null where none does. */
  officeLock(path: string, roots: readonly string[]): Promise<OfficeLock | null>;
  /** The real path of a document, which need not exist yet; refuses what leaves `roots`. */
  realPath(path: string, roots: readonly string[]): Promise<string>;
  /** The text of a version, if this engine has seen it lately or history kept it; else null. With a format its text projection. */
  textOf(version: string, format?: OfficeFormat | null): Promise<string | null>;
  /**
   * Keeps a text that no file need ever hold, such as what a caller would see had only it edited; answers with the name
   * by which `textOf` finds it, as long as there is room.
   */
  keepText(text: string): string;
  /** Hears of every write that landed through this engine. Answers with the way to stop. */
  onChange(heard: (change: DocumentChange) => void): () => void;
  /** Hears of every write of bytes that landed through this engine, in the file's turn. Answers with the way to stop. */
  onBytesChange(heard: (change: BytesChange) => void): () => void;
};

/** That somebody has a document open in an office program, as that program's lock file tells. */
export type OfficeLock = {
  program: "Word" | "Excel" | "PowerPoint" | "LibreOffice";
  /** As they call themselves there; may be empty. */
  who: string;
  /** The lock file's name. */
  lockFile: string;
};
