/**
 * What crosses the border between the main process and the page: types only. A new request is one line in `Requests`
 * and one handler in `src/main/app/handlers.ts`; one left unanswered does not compile.
 */

import type { PackedEdits } from "../core/review/packed-edits";
import type { ReviewedWrite, UndoManner } from "../core/review/pending-edits";
import type { VersionEntry, Writer } from "../core/review/writer";
import type { Change } from "../core/text/change";
import type { FolderQuery, FolderSearchPage, FoundFile, FoundParagraph } from "../core/text/found-paragraphs";
import type { LineRange } from "../core/text/line-ranges";
import type { AgentAccess, AgentCounts, AgentDoor, AgentsEvents, AgentsRequests } from "./agents";
import type { AssistantEvents, AssistantRequests } from "./assistant-requests";
import type { BookEvents, BookRequests } from "./book";
import type { Command } from "./commands";
import type { ConversationId } from "./conversation";
import type { DiagnosticsRequests } from "./diagnostics";
import type { Language } from "./language";
import type { LibraryEvents, LibraryRequests } from "./library";
import type { OfficeEvents, OfficeFacts, OfficeRequests } from "./office";
import type { Settings } from "./settings";

export type {
  Change,
  Command,
  FolderQuery,
  FolderSearchPage,
  FoundFile,
  FoundParagraph,
  Language,
  PackedEdits,
  ReviewedWrite,
  Settings,
  UndoManner,
  VersionEntry,
  Writer,
};

/** A span of a text, or of one line; lines and columns count from 1, and what lies outside is brought to the nearest. */
export type Spot = { from: number; to?: number } | { line: number; column?: number; length?: number };

/** Names a document in the canvas for as long as it is open, through renames and Save As. Issued by main. */
export type DocumentId = string;

/** A refusal in words, ready to be shown. */
export type Notice = { code: string; message: string; hint?: string };

/** Either what was asked for, or why not. Requests that can be refused answer with this; none of them throws. */
export type Outcome<T> = ({ ok: true } & T) | { ok: false; error: Notice };

/**
 * What the person typed and main has not saved: spans from the text of version `base` to the canvas's text.
 * `seq` counts the texts that one open document has handed over, from 1; a later one contains the earlier ones.
 */
export type Typed = { doc: DocumentId; base: string; seq: number; changes: Change[] };

/**
 * What shows a document that is no text: a room of the page instead of the editor. Its `text` is empty, and it is never
 * handed over or saved by `document:typed` and `document:save`. An `office` document main has open like a text, so that it
 * answers `document:check`, `document:close` and `window:move-tab` (with `typed` null); the tab of a `book` is the page's
 * alone: main hears of it by the session only, and knows the book by its path.
 */
export type RoomKind = "office" | "book";

export type OpenDocument = {
  doc: DocumentId;
  /** Not a text: which room shows it. `format` is `text` then. Left out where `office` says it. */
  room?: RoomKind;
  /** Absolute; null for a document that was never saved. */
  path: string | null;
  /** What the tab says: the file's name, `Untitled 2`. */
  name: string;
  /** The text of version `version`, with `\n` line breaks; where there is a `rest`, only its beginning. */
  text: string;
  /** Empty while only the beginning of a large file has been looked at. */
  version: string;
  /**
   * What is still to be asked for with `document:piece`, in characters or, while that is unknown, in bytes. Until all of it
   * is there nothing may take the text for the whole.
   */
  rest?: { size: number };
  /** Brought back from the journal after a crash, or still unsaved when the page was reloaded. */
  unsaved: { seq: number; changes: Change[] } | null;
  format: "markdown" | "text";
  /** An Office document: its text is empty, and no room of texts has anything to do with it. See `office.ts`. */
  office?: OfficeFacts;
  encoding: string;
  lineEnding: string;
  /** Why it cannot be saved where it is, in words; null where it can. Without a path: why nobody can write in it. */
  readOnly: string | null;
  /** The file behind it was deleted or moved away. */
  gone: boolean;
  warnings: string[];
};

/**
 * A piece of a document's text, which begins at `from` in it; `document.rest` is what comes after it, and `document` says
 * all that is known now. Where `from` is not what was asked for, what the page has is not of this version: it begins anew.
 */
export type Piece = { document: OpenDocument; from: number };

/** A write that landed, as the canvas hears of it. */
export type DocumentChanged = {
  doc: DocumentId;
  /** The version it leads from, and the one it leads to. */
  from: string;
  to: string;
  /** Spans from the text of `from`; where main no longer holds that, null and the page asks `document:text`. */
  changes: Change[] | null;
  by: Writer;
  /** The document's real path, which names it in a review; null where it has no file. */
  realPath: string | null;
  /** What it waits for review as, where it is one write of an agent's; null where it is not, or where it does not wait. */
  write: ReviewedWrite | null;
  /** Main saved for the person (a tool was about to look): what was typed up to this `seq` is part of `to`. */
  includes: number | null;
  /** The line endings or the encoding may have changed with it. */
  encoding: string;
  lineEnding: string;
};

export type SaveResult =
  /** Everything up to `seq` is on disk as `version`. `notes`: what the person should know (written in place …). */
  | { status: "saved"; version: string; seq: number; notes: string[] }
  /** Somebody else wrote: this leads from the save's base to what is on disk. Merge, then save again. */
  | { status: "stale"; change: DocumentChanged }
  /** The file was deleted or moved away; the text stays in the canvas and in the journal. */
  | { status: "gone" }
  /** Read-only folder, full disk, a character its encoding lacks …; the text stays dirty and in the journal. */
  | { status: "refused"; error: Notice };

export type TreeEntry = {
  name: string;
  /** Absolute. */
  path: string;
  kind: "folder" | "file";
  /** A file that the canvas opens: text, Markdown or an Office document, by its name. */
  isText: boolean;
};

export type Workspace = { root: string; name: string };

/** Who is connected through MCP or the CLI right now. */
export type Agent = {
  id: string;
  name: string;
  /** Absolute paths of the folders it was given. */
  roots: string[];
  /** ISO 8601. */
  since: string;
  /** Its last call, such as `text_editor patch notes.md`; null before the first. */
  lastCall: string | null;
  door: AgentDoor;
  access: AgentAccess;
  counts: AgentCounts;
};

/** What is put back at the next start. */
export type Session = {
  /** Open tabs in order; a document without a path is found again through the journal. */
  tabs: {
    path: string | null;
    doc: DocumentId;
    cursor: number;
    scrollTop: number;
    folds: [number, number][];
    /** Markdown that is shown as it is written. */
    mode?: "source";
    /** It is read instead of written. */
    read?: true;
    /** A tab of the page's own, of which main has no document. */
    room?: "book";
  }[];
  active: DocumentId | null;
  /**
   * Where there are several groups of tabs: columns side by side, each a stack of groups, with their shares of the room. A
   * document's second tab has its own `view`. `front` and `active` count from 0.
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
  sidebar: { open: boolean; width: number; view?: "files" | "outline" | "search" | "review" | "library" };
  /** The assistant's panel, and the conversation that it showed. */
  panel?: { open: boolean; width: number; conversation?: string };
  expanded: string[];
  /** Commands picked in the palette, and paths of documents that were in front; newest first. */
  used?: { commands: string[]; files: string[] };
  /** How many words documents are to have. */
  goals?: { path: string; words: number }[];
  /** How documents were exported or printed last. */
  exports?: ExportChoices;
};

export type StartState = {
  version: string;
  platform: "linux" | "darwin" | "win32";
  workspace: Workspace | null;
  recent: { path: string; kind: "folder" | "file" }[];
  session: Session | null;
  /** Opened already: session's tabs, files from the command line, what the journal brought back; active last asked. */
  documents: OpenDocument[];
  active: DocumentId | null;
  settings: Settings;
  /** What the page speaks where the settings leave it to the system. */
  systemLanguage: Language;
  agents: Agent[];
  /** All agents from outside at once. */
  areAgentsPaused: boolean;
  /** As `assistant:pending` tells them. */
  pendingApprovals: ConversationId[];
  /** What went wrong at the start and was mended, in sentences: a damaged settings file set aside … */
  notices: string[];
  /** Documents of the last session over which Galley ended while it opened them: the page offers them. */
  heldBack: string[];
};

/** Lines of an open document that an agent was shown, or that a search of its found. */
export type Reading = {
  /** The agent's name. */
  by: string;
  kind: "read" | "matched";
  /** The tool's name, such as `doc_read`. */
  tool: string;
  /** ISO 8601, of the last time. */
  at: string;
  /** What was sought, in quotes, where `kind` is `matched`. */
  sought: string | null;
  /** In order, without overlaps; of the version that the event names. */
  lines: LineRange[];
};

/** A hunk that waits for review: what it took out and what it put in, of each the beginning, and whose it is. */
export type ReviewedHunk = {
  id: string;
  removed: string;
  inserted: string;
  writes: string[];
  /** The user wrote inside it. */
  isMixed: boolean;
  /** In a spreadsheet: its cells as they are named there, such as `Sheet1!B2:C9`. */
  cells?: string;
  /** The whole document, which is too large to be compared piece by piece; both texts are empty. */
  isWhole?: true;
};

/** A document in which edits of agents wait for review. */
export type ReviewedDocument = {
  /** Names it to `review:keep` and `review:undo`. */
  path: string;
  /** The same as the tree of the open folder names it: without its links resolved. */
  shown: string;
  /** The path in the open folder, with `/`; the file's name where it is not in it. */
  name: string;
  count: number;
  /** In the order of the text; empty where only counts were asked for. */
  hunks: ReviewedHunk[];
  writes: ReviewedWrite[];
};

/** A file that is gone; `name` is its path in the folder, `versions` how many are kept. */
export type GoneFile = { path: string; name: string; newest: VersionEntry; versions: number };

/** Copy-paste settings that connect an agent to the open folder. */
export type ConnectionGuide = {
  root: string;
  /** Each is one way to connect. `language` is for colouring: json, toml, sh. `token`: it is copied with the token in it. */
  ways: { title: string; explanation: string; language: string; text: string; token?: true }[];
};

/**
 * Where a link of a document leads. `fragment` is decoded, without its `#`, `line` where its heading is on the disk, from 1;
 * `name` is the path in the folder.
 */
export type LinkPlace =
  | { status: "file"; path: string; fragment: string | null; line: number | null; isText: boolean }
  | { status: "folder"; path: string }
  | { status: "missing"; path: string; name: string; canMake: boolean };

/** What would become of the links to something that gets another name, file by file. Paths are those in the folder. */
export type LinkPlan = {
  files: { path: string; mends: { line: number; before: string; after: string }[]; stuck: number }[];
  /** All links that would break and can be mended, in so many files; not all of them need be listed. */
  links: number;
  fileCount: number;
  /** Links that would break and cannot be written in any other way. */
  stuck: number;
  /** Too many files, or some that could not be read: there may be more. */
  isAll: boolean;
};

/** A link that leads to a document: the path in the folder of the one it stands in, its line from 1, and that line's text. */
export type BackLink = { path: string; line: number; text: string };

/** Another title for a heading, in Markdown. */
export type HeadingRename = { doc: DocumentId; line: number; source: string; title: string };

/** What became of them. `undo` is good for `links:undo`; null where there is nothing to be undone. */
export type LinkReport = {
  links: number;
  fileCount: number;
  failed: { path: string; why: string }[];
  undo: number | null;
};

/** What is to be replaced in the open folder: where the search shows matches, and with what. */
export type ReplaceQuery = {
  query: FolderQuery;
  template: string;
  keepCase: boolean;
  /** Absolute paths, each with the paragraphs that were shown (`line` is their first); null for all that match. */
  files: { path: string; paragraphs: { key: string; line: number }[] | null }[];
};

/** What a replacement would do. */
export type ReplacePlan = {
  ticket: number;
  matches: number;
  fileCount: number;
  /** Paragraphs that are not as they were found. */
  changed: number;
  failed: { path: string; why: string }[];
};

/** What became of a replacement, or of its undoing; paths are those in the folder. */
export type ReplaceReport = {
  matches: number;
  fileCount: number;
  /** Paragraphs that were left, since they are not as they were found. */
  changed: number;
  failed: { path: string; why: string }[];
  /** Stopped by the person: so many files were not begun. */
  left: number;
  /** Good for `replace:undo`; null where there is nothing to be undone. */
  undo: number | null;
};

/**
 * A rename that the app did not live to mend all links after. `name` is what is now called so, and `before` what it was
 * called; null for a heading.
 */
export type UnfinishedMend = { id: string; name: string; before: string | null; links: number; fileCount: number };

/** What an export or print can be chosen to be like. */
export type ExportChoices = {
  paper: {
    size: "A4" | "A5" | "Letter" | "Legal";
    isLandscape: boolean;
    margins: "narrow" | "normal" | "wide";
    hasNumbers: boolean;
  };
  frontMatter: boolean;
};

/** What a document can be exported as: the ending of its file. */
export type ExportKind = "pdf" | "html" | "docx";

/** What rooms with a file of their own ask and tell. */
type RoomRequests = AgentsRequests &
  OfficeRequests &
  AssistantRequests &
  BookRequests &
  LibraryRequests &
  DiagnosticsRequests;
type RoomEvents = AgentsEvents & OfficeEvents & AssistantEvents & BookEvents & LibraryEvents;

/** From the page to main. Each entry: the argument, and what comes back. */
export type Requests = RoomRequests & {
  "app:start": () => StartState;
  /** Once, when what `app:start` brought has been painted: main begins what can wait, and may take a screenshot. */
  "app:painted": () => void;
  "app:save-session": (session: Session) => void;
  "app:save-settings": (settings: Partial<Settings>) => Settings;
  /** Opens the file that holds the settings in the system's editor, making it first where there is none. */
  "app:open-settings-file": () => Outcome<{ path: string }>;
  "app:connection-guide": () => ConnectionGuide;
  "app:copy": (text: string) => void;
  "app:toggle-full-screen": () => void;
  /** The same text twice: as HTML for programs that take it, and plain. */
  "app:copy-rich": (copied: { html: string; text: string }) => void;
  /** The web address on the clipboard; null where something else is there. */
  "app:copied-address": () => string | null;
  /** Opens an http(s) or mailto link in the system's browser, after the person agreed in a dialog. */
  "app:open-link": (url: string) => void;
  /** A native context menu; answers with the id picked, null for none. */
  "app:menu": (items: MenuItem[]) => string | null;
  /**
   * Answers `app:closing`. `ready`: everything has been handed over, main may close the window. `asking`: the person is
   * asked about a text, another answer follows. `stays`: they want to keep the window.
   */
  "app:ready-to-close": (answer: "ready" | "asking" | "stays") => void;

  /** An empty one, beside this one. */
  "window:new": () => void;
  /** In a window of its own, or the one that has it; asks with a dialog where `path` is null. */
  "window:open-folder": (path: string | null) => Outcome<object>;
  /**
   * A document that this page has handed over, and shows no more, goes to a new window. Unsaved typing stays with main
   * all the way; what can be undone does not go along.
   */
  "window:move-tab": (tab: {
    doc: DocumentId;
    view: Omit<Session["tabs"][number], "path" | "doc">;
    /** What main has not been handed before. */
    typed: Typed | null;
  }) => Outcome<object>;
  /** A document that another window has, and that `document:open` has brought forward there, shows this place. */
  "window:show-spot": (asked: { path: string; spot: Spot }) => void;
  /** As if the person had closed it. */
  "window:close": () => void;

  /** Asks with a dialog where `path` is null. Null: cancelled. */
  "workspace:open": (path: string | null) => Outcome<{ workspace: Workspace | null }>;
  "workspace:close": () => void;
  "workspace:list": (folder: string) => Outcome<{ entries: TreeEntry[]; leftOut: number }>;
  /**
   * The files of the open folder that the canvas can open, as git sees it: their paths in it, with `/`. `isAll` is false
   * where there are too many of them.
   */
  "workspace:files": () => Outcome<{ files: string[]; isAll: boolean }>;
  /** Folders whose listing the page shows: main tells when they change. Replaces the list before. */
  "workspace:watch": (folders: string[]) => void;
  "workspace:create": (entry: { path: string; kind: "file" | "folder" }) => Outcome<{ path: string }>;
  "workspace:rename": (move: { from: string; to: string }) => Outcome<{ path: string }>;
  /**
   * Copies a file or folder into a folder of the open one, from there or from what the person dropped. Where the name is taken
   * it is refused (`wrong_state`), or gets another one.
   */
  "workspace:copy": (copy: { from: string; folder: string; taken: "refuse" | "both" }) => Outcome<{ path: string }>;
  /** To the system's trash. */
  "workspace:trash": (path: string) => Outcome<{ path: string }>;
  "workspace:reveal": (path: string) => void;

  /** Asks with a dialog. Null: cancelled. */
  "document:pick": () => Outcome<{ document: OpenDocument | null }>;
  /** A file or, from drag and drop, a folder (then `document` is null and the workspace has changed). */
  "document:open": (path: string) => Outcome<{ document: OpenDocument | null; workspace: Workspace | null }>;
  /** The text from `from` on, as far as one message carries it. All pieces are of one version, whatever is written. */
  "document:piece": (asked: { doc: DocumentId; version: string; from: number }) => Outcome<{ piece: Piece }>;
  "document:create": () => OpenDocument;
  /** The journal: kept outside the workspace until saved. */
  "document:typed": (typed: Typed) => void;
  /**
   * `by hand` marks a version in history. `recreate`: the person wants a file back that was deleted outside. `restored`: they
   * put a passage of an earlier version back.
   */
  "document:save": (
    save: Typed & {
      why: "auto" | "by hand" | "recreate" | "restored";
      /** What waits in the saved text, as the editor has followed it; left out where nothing ever did. */
      followed?: { pending: PackedEdits; writes: ReviewedWrite[] } | undefined;
    },
  ) => SaveResult;
  /** Asks with a dialog; answers `document` null when cancelled. The document keeps its id. */
  "document:save-as": (typed: Typed) => Outcome<{ document: OpenDocument | null }>;
  /** An image that the document names: where the page may load it, and its size in pixels where its head tells. */
  "document:image": (image: { doc: DocumentId; path: string }) => Outcome<{
    url: string;
    width: number | null;
    height: number | null;
  }>;
  /** Where a link of the document leads: a path or a wiki link, without angle brackets and backslashes. */
  "links:place": (link: { doc: DocumentId; kind: "address" | "wiki"; target: string }) => Outcome<{ place: LinkPlace }>;
  /** Every file of the open folder that can be linked to, by its path in it. */
  "links:names": () => Outcome<{ files: string[]; isAll: boolean }>;
  /** The headings of a file of the open folder, by its path in it. */
  "links:headings": (path: string) => Outcome<{ headings: { title: string; level: number }[] }>;
  /** The links of the open folder that lead to a document, as they are on the disk; ends the look before. */
  "links:back": (doc: DocumentId) => Outcome<{ links: BackLink[]; isAll: boolean }>;
  /** What `links:move` would do to links. The next plan ends the one before. */
  "links:plan-move": (move: { from: string; to: string }) => Outcome<{ plan: LinkPlan }>;
  /** Renames or moves, as `workspace:rename` does, and mends the links, as they are by then. */
  "links:move": (move: { from: string; to: string }) => Outcome<{ path: string; report: LinkReport }>;
  /** A heading is named by its line, counted from 1, and by its source as it is now, without its marks. */
  "links:plan-heading": (heading: HeadingRename) => Outcome<{ plan: LinkPlan }>;
  "links:rename-heading": (heading: HeadingRename) => Outcome<{ report: LinkReport }>;
  /** Renames in the open folder that an app which ended has not mended all links after. */
  "links:unfinished": () => Outcome<{ unfinished: UnfinishedMend[] }>;
  "links:finish": (id: string) => Outcome<{ report: LinkReport }>;
  /** Never offered again. */
  "links:leave": (id: string) => Outcome<object>;
  /** Brings back what a report told of, but for what was written over since. */
  "links:undo": (undo: number) => Outcome<{ report: LinkReport; path: string | null }>;

  /** Keeps an image in the folder that the settings name; `path` leads there from the document's folder, with `/`. */
  "document:add-image": (image: {
    doc: DocumentId;
    name: string | null;
    bytes: Uint8Array;
  }) => Outcome<{ path: string }>;
  /** The whole text, for a page in doubt. */
  "document:text": (
    doc: DocumentId,
  ) => Outcome<{ text: string; version: string; encoding: string; lineEnding: string }>;
  /** `discard`: what is unsaved goes (it stays in history). */
  "document:close": (close: { doc: DocumentId; discard: boolean }) => Outcome<object>;
  /** While a conflict is open no tool may write. `mine` is the person's text, kept in history; null: settled. */
  "document:conflict": (conflict: { doc: DocumentId; mine: string | null }) => void;
  /** Answers `document:hand-over`: saved, or as far as it can be. */
  "document:handed-over": (ticket: number) => void;
  /** The person wants no marks of what agents have read so far. */
  "document:clear-readings": (doc: DocumentId) => void;
  /** The person came back to the window, or to this tab: look at the disk where no watcher works. */
  "document:check": (doc: DocumentId) => void;

  /**
   * Searches the open folder; ends the search before. `search` is the page's own number for it, for `search:more`, which
   * brings the next piece for as long as there is `more`. A page is null when another search has begun meanwhile. With
   * `unsaved` included, what is typed is saved before it is looked at, as for a tool; what looks again by itself leaves it out.
   */
  "search:begin": (
    query: FolderQuery & { search: number; unsaved: "included" | "left out" },
  ) => Outcome<{ page: FolderSearchPage | null }>;
  "search:more": (search: number) => Outcome<{ page: FolderSearchPage | null }>;
  "search:stop": () => void;
  /** What some files hold now, without unsaved typing, those without a match left out; for results that are shown. */
  "search:files": (look: { query: FolderQuery; paths: string[] }) => Outcome<{ files: FoundFile[] }>;

  /** Looks what would be replaced, and changes nothing; null where it was stopped. The plan before is forgotten. */
  "replace:plan": (asked: ReplaceQuery) => Outcome<{ plan: ReplacePlan | null }>;
  /** Replaces what a plan counted, where it still stands; told by `replace:progress`. */
  "replace:run": (ticket: number) => Outcome<{ report: ReplaceReport }>;
  /** Ends the planning, or the replacing before its next file. */
  "replace:stop": () => void;
  /** Brings back what a report told of, but for what was written over since. */
  "replace:undo": (undo: number) => Outcome<{ report: ReplaceReport }>;

  /** Asks with a dialog where an export goes; null where cancelled. The ticket is good for one file. */
  "export:pick": (chosen: { doc: DocumentId; kind: ExportKind }) => Outcome<{
    place: { ticket: number; name: string } | null;
  }>;
  "export:write": (file: { ticket: number; bytes: Uint8Array }) => Outcome<{ path: string }>;
  /** A page of HTML, which says its paper itself, laid out and written as PDF. */
  "export:pdf": (page: { ticket: number; html: string }) => Outcome<{ path: string }>;
  "export:cancel": (ticket: number) => void;
  /** Shows what was exported in the system's file manager. */
  "export:reveal": (path: string) => void;
  /** Shows the system's dialog for printing; false where the person cancelled. */
  "export:print": (html: string) => Outcome<{ isPrinted: boolean }>;
  /** The bytes of an image that the document names. */
  "export:image": (image: { doc: DocumentId; path: string }) => Outcome<{ type: string; bytes: Uint8Array }>;

  /** Dictionaries for these languages, for each the nearest there is, and the words that the person added. */
  "spelling:start": (languages: string[]) => Outcome<{
    dictionaries: { language: string; aff: string; dic: string }[];
    words: string[];
  }>;
  /** The languages that have a dictionary here. */
  "spelling:languages": () => Outcome<{ languages: string[] }>;
  "spelling:add": (word: string) => Outcome<object>;

  /** The documents of the open folder, and the open ones, in which edits of agents wait; the one written last first. */
  "review:list": (detail: "counts" | "hunks") => Outcome<{ documents: ReviewedDocument[] }>;
  /** The person keeps these hunks, and what is left of a document is as before. */
  "review:keep": (decided: { path: string; hunks: string[] }) => Outcome<object>;
  /** Undoes them, as a write of the user's. `gone`: they no longer apply. `left`: the user wrote inside them. */
  "review:undo": (decided: {
    path: string;
    hunks: string[];
    manner: UndoManner;
  }) => Outcome<{ undone: string[]; gone: string[]; left: string[] }>;

  "history:list": (doc: DocumentId) => Outcome<{ versions: VersionEntry[] }>;
  "history:text": (version: { doc: DocumentId; version_id: string }) => Outcome<{ text: string }>;
  /** A new version, as undoable as any edit. */
  "history:restore": (version: { doc: DocumentId; version_id: string }) => Outcome<object>;
  /** Only one section of it, named by its path there; what stands around it is as it is now. `line` is where it stands. */
  "history:restore-section": (asked: {
    doc: DocumentId;
    version_id: string;
    section: string;
  }) => Outcome<{ line: number; warnings: string[] }>;
  /** Which versions hold a text, in any case, from the newest on; goes on after `next` until that is null. */
  "history:search": (asked: {
    doc: DocumentId;
    sought: string;
    after: string | null;
  }) => Outcome<{ found: { version_id: string; line: string }[]; next: string | null }>;
  /** Marks a version under a name, which may be empty, or takes its mark away. */
  "history:mark": (mark: { doc: DocumentId; version_id: string; name: string | null }) => Outcome<object>;
  /** Files of the open folder that are gone, of which versions are kept; the one written last first. */
  "history:gone": () => Outcome<{ files: GoneFile[]; isAll: boolean }>;
  "history:gone-versions": (path: string) => Outcome<{ versions: VersionEntry[] }>;
  "history:gone-text": (version: { path: string; version_id: string }) => Outcome<{ text: string }>;
  /** Makes the file anew as it was; refused where there is one by now. */
  "history:bring-back": (version: { path: string; version_id: string }) => Outcome<{ path: string }>;
};

/** `role`: what the system itself does with the field that has the focus; such an item is not answered. */
export type MenuItem =
  | { id: string; label: string; enabled?: boolean; role?: "cut" | "copy" | "paste" | "selectAll" }
  | "separator";

/** Who wants a document shown. The keyboard focus goes along only with what the user asked for. */
export type ShownBy = { kind: "user" } | { kind: "agent"; name: string };

/** From main to the page. */
export type Events = RoomEvents & {
  "document:changed": DocumentChanged;
  "document:gone": { doc: DocumentId };
  /** Back on disk, or renamed in Galley or seen to be renamed outside. */
  "document:moved": { doc: DocumentId; path: string; name: string };
  "document:access": { doc: DocumentId; readOnly: string | null };
  /** A tool is about to look: save what is typed, then answer `document:handed-over`. */
  "document:hand-over": { doc: DocumentId; ticket: number };
  /** All that is known of what agents have read since the document was opened; each event replaces the one before. */
  "document:readings": { doc: DocumentId; version: string; readings: Reading[] };
  /**
   * All edits of agents that wait in it, by the text of `version`. An editor follows them by itself: what it has is replaced only where
   * all is saved, or where this says `news` that it cannot know. None is sent until something waits.
   */
  "document:review": {
    doc: DocumentId;
    path: string;
    version: string;
    pending: PackedEdits;
    writes: ReviewedWrite[];
    kind: "news" | "check";
  };
  /** `review:list` may answer otherwise than before. */
  "review:changed": null;
  /** Show it in a tab: in front with the focus where the user asked (menu, command line, second start), never so where an agent did. */
  "document:show": { document: OpenDocument; by: ShownBy };
  "workspace:changed": { folders: string[] };
  /** These files of the open folder may hold other text than when it was searched. */
  "search:touched": { paths: string[] };
  /** How many files a plan, a replacement or its undoing has done, of how many. */
  "replace:progress": { done: number; of: number };
  "workspace:opened": Workspace | null;
  "agents:changed": Agent[];
  "settings:changed": Settings;
  /** A menu item or its shortcut. */
  command: Command;
  /** Something went wrong outside any request, or was mended: show it in a sentence. */
  "app:notice": Notice;
  /**
   * The window is about to close: hand over everything, then `app:ready-to-close`. Its tabs come back at the next start
   * where the app quits with it; a `window` that others outlive forgets them, so that texts without a file are asked about.
   */
  "app:closing": { why: "quit" | "window" };
  /** The person added a word to their dictionary in another window. */
  "spelling:added": string;
  /** How many words documents are to have, as another window has it; replaces the list before. */
  "goals:changed": NonNullable<Session["goals"]>;
  /** What was opened lately, by any window; replaces the list before. */
  "recent:changed": StartState["recent"];
  /** One of this window's documents was asked for in another: its tab comes to the front, and says so. */
  "document:forward": { doc: DocumentId; spot?: Spot };
  /** A document comes from another window, which had it at `view`. Null: that window could not keep it, and nobody asked for it here. */
  "document:arrived": { document: OpenDocument; view: Argument<"window:move-tab">["view"] | null };
};

export type RequestName = keyof Requests;
export type Argument<K extends RequestName> = Parameters<Requests[K]>[0];
export type Reply<K extends RequestName> = ReturnType<Requests[K]>;

/** What main answers with. */
export type Handlers = { [K in RequestName]: (argument: Argument<K>) => Promise<Reply<K>> };

/** What the preload puts on `window.galley`. */
export type Bridge = {
  request<K extends RequestName>(name: K, argument: Argument<K>): Promise<Reply<K>>;
  /** Answers with the way to stop listening. */
  listen<K extends keyof Events>(name: K, heard: (event: Events[K]) => void): () => void;
  /** The path of a file that was dropped or pasted; empty where it has none. */
  pathOf(file: File): string;
};
