/**
 * IPC types between main and the renderer. A new request is one line in `Requests`, or in those of its feature, and one handler in
 * `src/main/app/handlers.ts`; a missing handler does not compile.
 */

import type { Suggested, TrackedEdits } from "../core/review/mixed-edits";
import type { PackedEdits } from "../core/review/packed-edits";
import type { ReviewedWrite, UndoManner } from "../core/review/pending-edits";
import type { TextRange, VersionEntry, Writer } from "../core/review/writer";
import type { Change } from "../core/text/change";
import type { FileMatches, FolderQuery, FolderSearchPage, ParagraphMatch } from "../core/text/folder-search";
import type { LineRange } from "../core/text/line-ranges";
import type { AgentAccess, AgentCounts, AgentsEvents, AgentsRequests, AgentTransport } from "./agents";
import type { AssistantEvents, AssistantRequests } from "./assistant-requests";
import type { BookEvents, BookRequests } from "./book-requests";
import type { Command, Need } from "./commands";
import type { CommentRequests } from "./comments";
import type { ConversationId } from "./conversation";
import type { DiagnosticsRequests } from "./diagnostics";
import type { ExportChoices, ExportRequests } from "./export";
import type { ExternalAnswer, ExternalQuestion, PutBackEvent } from "./external";
import type { FolderSearchRequests } from "./folder-search";
import type { GuestFacts } from "./guest";
import type { HistoryRequests } from "./history";
import type { Language } from "./language";
import type { EntryName, LibraryEvents, LibraryRequests } from "./library";
import type { LinkRequests } from "./links";
import type { NoteIndexEvents, NoteIndexRequests } from "./note-index";
import type { NotesRequests } from "./notes";
import type { OfficeEvents, OfficeFacts, OfficeRequests } from "./office";
import type { ReviewRequests } from "./review";
import type { Settings } from "./settings";
import type { SharingEvents, SharingRequests } from "./sharing";
import type { StyleRequests } from "./styles";
import type { UndoStepsOf } from "./undo-steps";
import type { ViewerKey, ViewerRequests } from "./viewer";

export type {
  Change,
  Command,
  FileMatches,
  FolderQuery,
  FolderSearchPage,
  Language,
  PackedEdits,
  ParagraphMatch,
  ReviewedWrite,
  Settings,
  Suggested,
  UndoManner,
  VersionEntry,
  Writer,
};

/** A range of a text, or of one line; lines and columns count from 1. Positions outside the text are clamped. */
export type TextLocation = { from: number; to?: number } | { line: number; column?: number; length?: number };

/** Identifies an open document, also after renames and Save As. Issued by main. */
export type DocumentId = string;

/** A message for the user. */
export type Notice = { code: string; message: string; hint?: string };

/** The result of a request, or its error. Requests that can fail return this; none of them throws. */
export type Outcome<T> = ({ ok: true } & T) | { ok: false; error: Notice };

/**
 * Edits that are not saved: changes from the text of version `base` to the editor's text. `seq` numbers the edits sent
 * for one document, from 1; a later one includes all earlier ones. `suggested`: they are one suggestion of the user, or
 * the suggestions in the text after them, if only some of them are any.
 */
export type UnsavedEdits = {
  doc: DocumentId;
  base: string;
  seq: number;
  changes: Change[];
  suggested?: Suggested | undefined;
};

/**
 * Why a document is saved. `by hand` marks a version in history. `recreate`: the user wants a deleted file back.
 * `restored`: the user restored a passage of an earlier version.
 */
export type SaveReason = "auto" | "while typing" | "by hand" | "recreate" | "restored";

/**
 * Documents that are shown in a custom editor instead of the text editor. Their `text` is empty, and they never use
 * `document:typed` or `document:save`. An `office` document is open in main, so `document:check`, `document:close` and
 * `window:move-tab` (with `typed` null) apply. The tab of a `book` exists only in the renderer; main knows it from the
 * session, by its path. So does that of the `viewer`, which shows images and other files that are not text, and that of
 * `authorship`, whose path is that of the text that it is about.
 */
export type CustomEditorKind = "office" | "book" | "viewer" | "authorship";

export type DocumentSnapshot = {
  doc: DocumentId;
  /** The custom editor, for anything but a text; `format` is `text` then. Omitted if `office` is set. */
  room?: CustomEditorKind;
  /** Absolute; null for a document that was never saved. */
  path: string | null;
  /** The title of the tab: the file's name, or `Untitled 2`. */
  name: string;
  /** The text of version `version`, with `\n` line breaks; only its beginning if `rest` is set. */
  text: string;
  /** Empty while only the beginning of a large file has been read. */
  version: string;
  /**
   * The size of the rest to be requested with `document:piece`, in characters or, while unknown, in bytes. Until it is
   * loaded, `text` must not be treated as complete.
   */
  rest?: { size: number };
  /** Unsaved edits, recovered from the journal or kept while the renderer was reloaded. */
  unsaved: Pick<UnsavedEdits, "seq" | "changes" | "suggested"> | null;
  format: "markdown" | "text";
  /** Set for an Office document, which has no text here. See `office.ts`. */
  office?: OfficeFacts;
  encoding: string;
  lineEnding: string;
  /** Why it cannot be saved, as a sentence; null if it can. Without a path: why it cannot be edited. */
  readOnly: string | null;
  /** The user may read it and nothing else: the editor takes no edits, which it otherwise keeps for Save As. `readOnly` says why. */
  mayOnlyRead?: true;
  /** The library's entry that it shows. */
  entry?: EntryName;
  /** The file was deleted or moved away. */
  gone: boolean;
  warnings: string[];
};

/**
 * A piece of a document's text starting at `from`; `document.rest` is what follows, and `document` contains the current
 * metadata. If `from` is not the requested position, the version has changed and loading starts over.
 */
export type Piece = { document: DocumentSnapshot; from: number };

/** A write that the editor must apply. */
export type DocumentChanged = {
  doc: DocumentId;
  /** The version before and after. */
  from: string;
  to: string;
  /** Changes to the text of `from`; null if main no longer has that, so that the renderer must request `document:text`. */
  changes: Change[] | null;
  by: Writer;
  /** The document's real path, which identifies it in reviews; null if it has no file. */
  realPath: string | null;
  /** The pending write, if this is a single write of an agent; otherwise null. */
  write: ReviewedWrite | null;
  /** Set if main saved for the user, because a tool was about to read: edits up to this `seq` are part of `to`. */
  includes: number | null;
  /** They may have changed as well. */
  encoding: string;
  lineEnding: string;
};

export type SaveResult =
  /**
   * Edits up to `seq` are on disk as `version`. `notes` inform the user, for instance that the file was written in
   * place.
   */
  | { status: "saved"; version: string; seq: number; notes: string[] }
  /** Someone else wrote: `change` leads from the save's base to the text on disk. Merge it and save again. */
  | { status: "stale"; change: DocumentChanged }
  /** The file was deleted or moved away; the text stays in the editor and in the journal. */
  | { status: "gone" }
  /** Read-only folder, full disk, a character that the encoding lacks …; the text stays unsaved and in the journal. */
  | { status: "refused"; error: Notice };

export type TreeEntry = {
  name: string;
  /** Absolute. */
  path: string;
  kind: "folder" | "file";
  /** Whether a tab can show the file, by its name: text, Markdown, an Office document or an image. */
  isText: boolean;
};

export type Workspace = { root: string; name: string };

/** An agent that is connected through MCP, HTTP or the CLI. */
export type Agent = {
  id: string;
  name: string;
  /** Absolute paths of the folders it was given. */
  roots: string[];
  /** ISO 8601. */
  since: string;
  /** Its last call, such as `text_editor patch notes.md`; null before the first. */
  lastCall: string | null;
  transport: AgentTransport;
  access: AgentAccess;
  counts: AgentCounts;
  /** ISO 8601: since when a client over HTTP, which may have ended without a word, has sent nothing; null while it is active. */
  idleSince: string | null;
};

/** The state that the next start restores. */
export type Session = {
  /** Open tabs in order; a document without a path is restored from the journal. */
  tabs: {
    path: string | null;
    doc: DocumentId;
    cursor: number;
    scrollTop: number;
    folds: [number, number][];
    /** Callouts that were opened or folded by hand: where they begin, and whether they are open. */
    callouts?: [number, boolean][];
    /** Markdown in source mode. */
    mode?: "source";
    /** Shown as preview. */
    read?: true;
    /** A tab without a document in main. */
    room?: Exclude<CustomEditorKind, "office">;
  }[];
  active: DocumentId | null;
  /**
   * The layout, if there are several tab groups: columns, each a stack of groups, with relative sizes. A second tab of
   * a document has its own `view`. `front` and `active` are 0-based.
   */
  groups?: {
    active: number;
    columns: {
      width: number;
      groups: {
        height: number;
        front: number;
        tabs: { doc: DocumentId; view?: Omit<Session["tabs"][number], "path" | "doc"> }[];
      }[];
    }[];
  };
  sidebar: {
    open: boolean;
    width: number;
    view?: "files" | "outline" | "search" | "comments" | "review" | "library" | "tags";
  };
  /** The assistant's panel, and the conversation in it. */
  panel?: { open: boolean; width: number; conversation?: string };
  expanded: string[];
  /** Commands picked in the palette, and paths of activated documents; newest first. */
  used?: { commands: string[]; files: string[] };
  /** Word count goals by document. */
  goals?: { path: string; words: number }[];
  /** The last options for export and print. */
  exports?: ExportChoices;
};

export type StartState = {
  version: string;
  platform: "linux" | "darwin" | "win32";
  workspace: Workspace | null;
  recent: { path: string; kind: "folder" | "file" }[];
  session: Session | null;
  /** Documents that are open already: restored tabs, files from the command line, recovered documents. */
  documents: DocumentSnapshot[];
  active: DocumentId | null;
  /** The welcome document, if nobody has changed it: closing it loses nothing. */
  welcome: DocumentId | null;
  settings: Settings;
  /** The language if the settings do not specify one. */
  systemLanguage: Language;
  agents: Agent[];
  /** Whether all external agents are paused. */
  areAgentsPaused: boolean;
  /** As `assistant:pending` tells them. */
  pendingApprovals: ConversationId[];
  /** What went wrong at the start and was repaired, in sentences: a damaged settings file set aside … */
  notices: string[];
  /** Files of the last session whose opening ended Galley; the renderer offers them. */
  heldBack: string[];
  /** Set on the page for guests: what the renderer hides depends on it. */
  guest?: GuestFacts;
};

/** Where the user is in an open text. Lines are counted from 1; `text` is the beginning of a long selection. */
export type TextView = { line: number; selection: { lineFrom: number; lineTo: number; text: string } | null };

/** What a window shows: its document in front, and the views of its texts. */
export type WindowViews = { front: DocumentId | null; texts: ({ doc: DocumentId } & TextView)[] };

/** Lines of an open document that an agent has read or found by a search. */
export type ReadRange = {
  /** The agent's name. */
  by: string;
  kind: "read" | "matched";
  /** The tool's name, such as `doc_read`. */
  tool: string;
  /** ISO 8601, of the last time. */
  at: string;
  /** The search text in quotes, if `kind` is `matched`. */
  sought: string | null;
  /** Sorted and without overlaps, in the version that the event names. */
  lines: LineRange[];
};

/** Instructions for connecting an agent to the open folder. */
export type ConnectionGuide = {
  root: string;
  /**
   * One entry per way to connect. `language` is for highlighting: json, toml, sh. `token`: copying it inserts the
   * token.
   */
  ways: { title: string; explanation: string; language: string; text: string; token?: true }[];
};

/** An image that an open document, or a note embedded in it, refers to. */
export type ImageQuery = { doc: DocumentId; path: string; from?: string | undefined };

/** Requests and events of features that declare them in their own files. */
type FeatureRequests = AgentsRequests &
  LinkRequests &
  FolderSearchRequests &
  ExportRequests &
  ReviewRequests &
  HistoryRequests &
  OfficeRequests &
  AssistantRequests &
  BookRequests &
  LibraryRequests &
  DiagnosticsRequests &
  ViewerRequests &
  NotesRequests &
  SharingRequests &
  StyleRequests &
  NoteIndexRequests &
  CommentRequests;
type FeatureEvents = AgentsEvents &
  OfficeEvents &
  AssistantEvents &
  BookEvents &
  LibraryEvents &
  NoteIndexEvents &
  SharingEvents;

/** Requests of the renderer to main: argument and result. */
export type Requests = FeatureRequests & {
  "app:start": () => StartState;
  /** Sent once, when the start state has been painted: main starts background work and may take a screenshot. */
  "app:painted": () => void;
  "app:save-session": (session: Session) => void;
  "app:save-settings": (settings: Partial<Settings>) => Settings;
  /** Opens the settings file in the system's editor, creating it if needed. */
  "app:open-settings-file": () => Outcome<{ path: string }>;
  "app:connection-guide": () => ConnectionGuide;
  "app:copy": (text: string) => void;
  "app:toggle-full-screen": () => void;
  /** The same content as HTML and as plain text. */
  "app:copy-rich": (copied: { html: string; text: string }) => void;
  /** The web address on the clipboard; null if there is none. */
  "app:copied-address": () => string | null;
  /** Opens an http(s) or mailto link in the system's browser after the user has confirmed. */
  "app:open-link": (url: string) => void;
  /** Shows a native context menu; returns the id that was picked, or null. */
  "app:menu": (items: MenuItem[]) => string | null;
  /** What commands can work on in this window now: the menu greys the others. */
  "app:available": (needs: Need[]) => void;
  /**
   * Answers `app:closing`. `ready`: everything was handed over. `asking`: the user is being asked, and another answer
   * follows. `stays`: the user wants to keep the window.
   */
  "app:ready-to-close": (answer: "ready" | "asking" | "stays") => void;
  /** Opens an empty window beside this one. */
  "window:new": () => void;
  /** Opens a folder in its own window, or the window that has it; asks with a dialog if `path` is null. */
  "window:open-folder": (path: string | null) => Outcome<object>;
  /** Moves a document to a new window. Unsaved edits stay in main; the undo history is lost. */
  "window:move-tab": (tab: {
    doc: DocumentId;
    view: Omit<Session["tabs"][number], "path" | "doc">;
    /** Edits that were not sent to main before. */
    typed: UnsavedEdits | null;
  }) => Outcome<object>;
  /** Shows a location in a document of another window, after `document:open` has activated it there. */
  "window:show-spot": (asked: { path: string; spot: TextLocation }) => void;
  "window:close": () => void;
  /** Asks with a dialog if `path` is null. Null: cancelled. */
  "workspace:open": (path: string | null) => Outcome<{ workspace: Workspace | null }>;
  "workspace:close": () => void;
  "workspace:list": (folder: string) => Outcome<{ entries: TreeEntry[]; leftOut: number }>;
  /**
   * Files of the open folder that the editor can open and git does not ignore: relative paths with `/`. `isAll` is
   * false if there are too many.
   */
  "workspace:files": () => Outcome<{ files: string[]; isAll: boolean }>;
  /** Folders shown in the file tree: main reports their changes. Replaces the previous list. */
  "workspace:watch": (folders: string[]) => void;
  "workspace:create": (entry: { path: string; kind: "file" | "folder" }) => Outcome<{ path: string }>;
  "workspace:rename": (move: { from: string; to: string }) => Outcome<{ path: string }>;
  /**
   * Copies a file or folder, from the open folder or dropped by the user, into the open folder. If the name is taken,
   * it is rejected with `wrong_state` or gets a new name.
   */
  "workspace:copy": (copy: { from: string; folder: string; taken: "refuse" | "both" }) => Outcome<{ path: string }>;
  /** Moves to the system's trash. */
  "workspace:trash": (path: string) => Outcome<{ path: string }>;
  "workspace:reveal": (path: string) => void;
  /** Asks with a dialog. Null: cancelled. */
  "document:pick": () => Outcome<{ document: DocumentSnapshot | null }>;
  /** Opens a file or, after drag and drop, a folder (`document` is null and the workspace has changed). */
  "document:open": (path: string) => Outcome<{ document: DocumentSnapshot | null; workspace: Workspace | null }>;
  /**
   * The text from `from` on, as much as fits one message. All pieces belong to one version, even if the file is written
   * meanwhile.
   */
  "document:piece": (asked: { doc: DocumentId; version: string; from: number }) => Outcome<{ piece: Piece }>;
  "document:create": () => DocumentSnapshot;
  /** Stores unsaved edits in the journal. */
  "document:typed": (typed: UnsavedEdits) => void;
  "document:save": (
    save: UnsavedEdits & {
      why: SaveReason;
      /** Pending edits in the saved text as the editor has tracked them; omitted if there never were any. */
      followed?: TrackedEdits | undefined;
      /** What of the text after the edits the user pasted. */
      pasted?: readonly TextRange[] | undefined;
    },
  ) => SaveResult;
  /** Asks with a dialog; `document` is null if cancelled. The document keeps its id. */
  "document:save-as": (typed: UnsavedEdits) => Outcome<{ document: DocumentSnapshot | null }>;
  /** An image in the document, `[[name]]` for an embed: its URL, and its size in pixels if its header contains it. */
  "document:image": (image: ImageQuery) => Outcome<{
    url: string;
    width: number | null;
    height: number | null;
  }>;
  /**
   * Stores an image in the folder that the settings or the open folder name; `path` is relative to the document's folder, with `/`. `embed`: the
   * name for `![[name]]`, where the folder writes wiki links; otherwise null.
   */
  "document:add-image": (image: {
    doc: DocumentId;
    name: string | null;
    bytes: Uint8Array;
  }) => Outcome<{ path: string; embed: string | null }>;
  /** The full text, for a renderer that is out of sync. */
  "document:text": (
    doc: DocumentId,
  ) => Outcome<{ text: string; version: string; encoding: string; lineEnding: string }>;
  /** `discard`: unsaved edits are discarded, but stored in history. */
  "document:close": (close: { doc: DocumentId; discard: boolean }) => Outcome<object>;
  /**
   * While a conflict is open, tools cannot write. `mine` is the user's text, which is stored in history; null:
   * resolved.
   */
  "document:conflict": (conflict: { doc: DocumentId; mine: string | null }) => void;
  /** Answers `document:hand-over`: everything that can be saved is saved. */
  "document:handed-over": (requestId: number) => void;
  /** Answers `document:send-views`. */
  "document:views": (answer: { requestId: number; views: WindowViews }) => void;
  /** Stores the undo steps that lead from the saved text of this version. */
  "document:keep-undo": (kept: UndoStepsOf & { doc: DocumentId }) => void;
  /** The stored undo steps of a document that lead from this version of its text; null if there are none. */
  "document:undo-steps": (asked: { doc: DocumentId; version: string }) => string | null;
  /** Clears the marks of what agents have read. */
  "document:clear-readings": (doc: DocumentId) => void;
  /** The window or tab was activated: compares the document with the disk, in case file watching does not work. */
  "document:check": (doc: DocumentId) => void;
  /** The closest dictionary for each language, and the words that the user added. */
  "spelling:start": (languages: string[]) => Outcome<{
    dictionaries: { language: string; aff: string; dic: string }[];
    words: string[];
  }>;
  /** The languages that have a dictionary. */
  "spelling:languages": () => Outcome<{ languages: string[] }>;
  "spelling:add": (word: string) => Outcome<object>;
  /** The answer about changes of Git, or of a program that writes very many files. */
  "external:answer": (answer: ExternalAnswer) => Outcome<object>;
};

/** `role` is a standard action on the focused field; such an item is not returned. */
export type MenuItem =
  | {
      id: string;
      label: string;
      enabled?: boolean;
      role?: "cut" | "copy" | "paste" | "pasteAndMatchStyle" | "selectAll";
      /** The items of a submenu, which have none of their own. */
      submenu?: MenuItem[];
    }
  | "separator";

/** Who asked to show a document. It takes the keyboard focus only if the user did. */
export type Requester = { kind: "user" } | { kind: "agent"; name: string };

/** Events of main for the renderer. */
export type Events = FeatureEvents & {
  "document:changed": DocumentChanged;
  "document:gone": { doc: DocumentId };
  /** The file exists again, or was renamed in Galley or externally. */
  "document:moved": { doc: DocumentId; path: string; name: string };
  "viewer:key": ViewerKey;
  "document:access": { doc: DocumentId; readOnly: string | null };
  /** A tool is about to read: save unsaved edits, then answer with `document:handed-over`. */
  "document:hand-over": { doc: DocumentId; requestId: number };
  /** An agent asks what this window shows: answer with `document:views`. */
  "document:send-views": { requestId: number };
  /** What agents have read of the document since it was opened; replaces the previous event. */
  "document:readings": { doc: DocumentId; version: string; ranges: ReadRange[] };
  /**
   * All pending edits in the text of `version`. The editor tracks them itself: they are replaced only if everything is
   * saved, or if `kind` is `news`, which the editor cannot know. Not sent before there are any.
   */
  "document:review": {
    doc: DocumentId;
    path: string;
    version: string;
    /** Very many are sent as JSON: thousands of objects would hold main up. */
    pending: PackedEdits | string;
    writes: ReviewedWrite[];
    kind: "news" | "check";
  };
  /** The result of `review:list` may have changed. */
  "review:changed": null;
  /** A program changed files of the open folder: review them? Replaces the last question about this folder and program. */
  "external:question": ExternalQuestion;
  /** An external program changed words of a protected passage, which were put back if that could be done. */
  "external:put-back": PutBackEvent;
  /** The result of `comments:list` may have changed for these documents. */
  "comments:changed": { docs: DocumentId[] };
  /** The result of `review:asked` may have changed. */
  "review:asked-changed": null;
  /**
   * Shows a document in a tab. Activates it only if the user asked (menu, command line, second instance), not for an
   * agent.
   */
  "document:show": { document: DocumentSnapshot; by: Requester };
  "workspace:changed": { folders: string[] };
  /** A file or folder was renamed or moved in Galley, open or not. */
  "workspace:moved": { from: string; to: string };
  /** These files of the open folder may have changed since they were searched. */
  "search:touched": { paths: string[] };
  /** Number of processed files of a plan, a replacement, or undoing it. */
  "replace:progress": { done: number; of: number };
  "workspace:opened": Workspace | null;
  "agents:changed": Agent[];
  "settings:changed": Settings;
  /** A menu item or its shortcut. */
  command: Command;
  /** An error outside of any request, or a problem that was fixed, to be shown as a notice. */
  "app:notice": Notice;
  /**
   * The window is about to close: hand over everything, then answer with `app:ready-to-close`. With `quit` its tabs are
   * restored at the next start; with `window` they are forgotten, so ask about documents without a file.
   */
  "app:closing": { why: "quit" | "window" };
  /** The user added a word to the dictionary in another window. */
  "spelling:added": string;
  /** Word count goals changed in another window; replaces the list. */
  "goals:changed": NonNullable<Session["goals"]>;
  /** Recently opened files and folders; replaces the list. */
  "recent:changed": StartState["recent"];
  /** Another window asked for this window's document: activate its tab and announce it. */
  "document:forward": { doc: DocumentId; spot?: TextLocation };
  /**
   * A document was moved here from another window, with its view state there. Null: the closing window could not close
   * it, so do not activate it.
   */
  "document:arrived": { document: DocumentSnapshot; view: Argument<"window:move-tab">["view"] | null };
};

export type RequestName = keyof Requests;
export type Argument<K extends RequestName> = Parameters<Requests[K]>[0];
export type Reply<K extends RequestName> = ReturnType<Requests[K]>;

/** The handlers in main. */
export type Handlers = { [K in RequestName]: (argument: Argument<K>) => Promise<Reply<K>> };

/** What the preload exposes as `window.galley`. */
export type Bridge = {
  request<K extends RequestName>(name: K, argument: Argument<K>): Promise<Reply<K>>;
  /** Returns a function that stops listening. */
  listen<K extends keyof Events>(name: K, listener: (event: Events[K]) => void): () => void;
  /** The path of a dropped or pasted file; empty if it has none. */
  pathOf(file: File): string;
};
