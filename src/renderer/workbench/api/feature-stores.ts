/** The stores that features create and other features use; the shell holds one of each. */

import type { Text } from "@codemirror/state";
import type { ReadableAtom, WritableAtom } from "nanostores";
import type {
  CommentDraft,
  CommentedDocument,
  PageParagraphs,
  ShownLock,
  ShownMessage,
  ShownThread,
} from "../../../shared/comments";
import type { Command, DocumentId, Outcome, Session, StartState, TreeEntry, Workspace } from "../../../shared/contract";
import type { ContextChip } from "../../../shared/conversation";
import type { LinkPlan, LinkReport } from "../../../shared/links";
import type { NoteLocation, TagCount, UnresolvedLink } from "../../../shared/note-index";
import type { AskedReview, ReviewedDocument } from "../../../shared/review";
import type { Decision, ListedEdit } from "../../editor/review/listed-edits";
import type { DocumentReview } from "../../editor/review/review-host";
import type { Candidate } from "../../ui/fuzzy";
import type { Focus, Tab, TabEditor, TabKey, Where } from "./tabs";

/** Where the agents are listed: over the foot of the page, or in a dialog. */
export type AgentList = "popover" | "dialog";

/** The connected agents. */
export type Agents = {
  $agents: ReadableAtom<StartState["agents"]>;
  /** Whether the user has paused all external agents. */
  $areAllPaused: ReadableAtom<boolean>;
  /** Pauses or resumes all external agents. */
  pauseAll(isPaused: boolean): Promise<void>;
  /** A list of agents has come on the page, or has left it. */
  listShown(list: AgentList, isShown: boolean): void;
  /** How many HTTP clients wait for the user to let them in. */
  $asking: ReadableAtom<number>;
};

/** The assistant's panel, as other features use it. */
export type AssistantPanel = {
  /** Opens the panel and adds a chip as soon as a conversation is loaded. */
  addChip(chip: ContextChip): void;
  /** Opens the panel and adds a text below the draft as soon as a conversation is loaded; resolves then. */
  addText(text: string): Promise<void>;
};

type RecentItem = StartState["recent"][number];

/** The open folder, and the recent folders and files, newest first. */
export type WorkspaceStore = {
  $workspace: ReadableAtom<Workspace | null>;
  $root: ReadableAtom<string | null>;
  $recent: ReadableAtom<readonly RecentItem[]>;
  remember(entry: RecentItem): void;
  opened(workspace: Workspace | null): void;
  /** Opens a folder; a null path asks the user for one. */
  open(path: string | null): Promise<void>;
  /** Opens a folder in a new window, or focuses the window that has it. */
  openInNewWindow(path: string | null): Promise<void>;
  /** Creates a file in the folder `root`, including parent folders. Returns its path; null if that fails, which is then shown. */
  createFile(root: string, file: string): Promise<string | null>;
  close(): Promise<void>;
};

/** A row of the tree. `level` counts from 1; `position` and `count` are among its siblings, from 1. */
export type TreeRow =
  | { kind: "entry"; entry: TreeEntry; level: number; position: number; count: number; expanded: boolean | null }
  | { kind: "loading" | "empty"; folder: string; level: number }
  | { kind: "more"; folder: string; level: number; hiddenCount: number }
  | { kind: "failed"; folder: string; level: number; why: string }
  | { kind: "new"; folder: string; level: number; what: "file" | "folder" };

/** What the user is naming: a new entry or an existing one. */
export type Naming =
  | { kind: "create"; folder: string; what: "file" | "folder" }
  | { kind: "rename"; entry: TreeEntry }
  | null;

/** The file tree: expanded folders, selection and the operations on entries. */
export type Tree = {
  $rows: ReadableAtom<readonly TreeRow[]>;
  $expanded: ReadableAtom<ReadonlySet<string>>;
  $selected: WritableAtom<string | null>;
  $naming: WritableAtom<Naming>;
  /** Incremented when the tree should take the focus. */
  $focusWanted: ReadableAtom<number>;
  /** The entry that Paste moves (cut) or copies; null for none. */
  $clipboard: ReadableAtom<{ path: string; how: "cut" | "copied" } | null>;
  /** The folder that the current drag would drop into. */
  $dropInto: WritableAtom<string | null>;
  /** Focuses the tree, now or once it is mounted. */
  requestFocus(): void;
  /** Whether the tree should take the focus; reading it clears the request. */
  takeFocusRequest(): boolean;
  expand(paths: readonly string[]): void;
  collapse(path: string): void;
  collapseAll(): void;
  /** The expanded folders of the open workspace. */
  expandedHere(): string[];
  restoreExpanded(paths: readonly string[]): void;
  /** Selects the row of a file of the folder, after expanding the folders above it. False if there is none. */
  follow(path: string): Promise<boolean>;
  /** Starts typing a new name for the file that `find` shows, as `follow` does; nothing happens if there is none. */
  startRenaming(find: () => Promise<string | null>): Promise<void>;
  /** The field for a name has the focus. Returns what was typed before it was rendered. */
  nameFieldShown(): string;
  /** Holds a file until it is pasted into another folder. */
  cut(path: string): void;
  /** Copies a file beside itself, under a free name. */
  duplicate(path: string): Promise<void>;
  startCreating(what: "file" | "folder", folder?: string | null): void;
  stopNaming(): void;
  /** The validation error of the name being typed; null if it is valid or unchanged. */
  nameErrorOf(name: string): string | null;
  /** Accepts the typed name; false if it is invalid, so that the user can correct it. */
  finishNaming(name: string): Promise<boolean>;
  /** Moves an entry into a folder and updates links to it; nothing happens if it is already there. */
  moveInto(from: string, folder: string): Promise<void>;
  /** Copies files from outside the tree into a folder. Asks before it replaces an existing entry. */
  importFiles(paths: readonly string[], folder: string): Promise<void>;
  handleShortcut(key: string): boolean;
  trash(path: string): Promise<void>;
  openEntry(path: string, focus?: Focus, where?: Where): Promise<void>;
  /** Opens a folder or an e-book in the translation view. Shows the error and resolves to false if it is not one. */
  openBook(path: string): Promise<boolean>;
  handleKey(key: string, page: number, now: number): boolean;
  menu(path: string | null): Promise<void>;
  refresh(folder: string): Promise<void>;
};

/** The files of the open folder, by relative path; `isAll` is false if there are too many to list. */
export type FolderList = {
  status: "loading" | "ready" | "failed";
  root: string;
  files: readonly Candidate[];
  /** Other names of notes, with their paths; empty until they are known. */
  aliases: readonly { entry: Candidate; path: string }[];
  isAll: boolean;
  why: string;
};

/** Lists the files of the open folder. */
export type FolderLists = {
  $list: ReadableAtom<FolderList | null>;
  /** Lists a folder; null if none is open. */
  refresh(root: string | null): Promise<void>;
};

/** Whether the palette is open and with what input; and the recently used commands and files, newest first. */
export type Palette = {
  $request: ReadableAtom<{ input: string; turn: number } | null>;
  $used: ReadableAtom<NonNullable<Session["used"]>>;
  /** Opens the palette: `>` for commands, `@` for headings, `:` for a line, nothing for files. */
  open(input: string): void;
  close(): void;
  /** The palette is mounted and focused. Returns what was typed before. */
  onShown(): string;
  onHidden(): void;
  /** A command was picked. */
  ran(command: Command): void;
};

/** A link target as written, without angle brackets and backslashes; `from`: in the embedded note with this path in the folder. */
export type LinkTarget = { kind: "address" | "wiki"; target: string; from?: string | undefined };

/** What can be done with the links and headings of a document; loaded on first use. */
export type LinkActions = {
  /** Follows a link: to a heading, a file or a folder. Shows why it cannot be followed. */
  follow(doc: DocumentId, link: LinkTarget, where?: Where): Promise<void>;
  /** Whether the file of a link does not exist. */
  isMissing(doc: DocumentId, link: LinkTarget): Promise<boolean>;
  /** Opens the dialog that renames the heading at a line, or shows why there is none to rename. */
  renameHeading(doc: DocumentId, line: number): Promise<void>;
  /** Copies a link to a file, as it is written in notes. */
  copy(file: string): Promise<void>;
};

/** A rename that waits for the user's decision, with the links that it would break. */
export type RenameRequest =
  | { kind: "move"; from: string; to: string; plan: LinkPlan; answer(how: "update" | "rename" | null): void }
  | { kind: "heading"; doc: DocumentId; line: number; source: string };

/** Renames entries and headings, updating links after the user has seen them. One rename is pending at a time. */
export type Renames = {
  $request: ReadableAtom<RenameRequest | null>;
  notifyResult(report: LinkReport, what: string): Promise<void>;
  /** Undoes the last rename or move, with the links that it updated, once those under way are done. Announces it if there is none. */
  undoLast(): Promise<void>;
  /** Offers to complete link updates that were interrupted when the app ended: update, leave, or decide later. */
  offerUnfinished(): Promise<void>;
  /** Renames or moves an entry. Shows a dialog if links would break; null if the user cancels. */
  move(move: { from: string; to: string }): Promise<Outcome<{ path: string }> | null>;
  /** Asks for a new title for a heading, once it is known which one it is; nothing happens if there is none. */
  askHeading(find: () => Promise<{ doc: DocumentId; line: number; source: string } | null>): Promise<void>;
  /** The title field is mounted and focused. Returns what was typed before. */
  shown(): string;
  close(): void;
};

/** A scroll position: a source line with a fraction, and its distance from the top of the viewport in pixels. */
export type PreviewPosition = { line: number; below: number };

/** The operations of an open preview. */
/** A passage of the text that a preview shows, with the id of what it is marked for. */
export type MarkedPassage = { id: string; from: number; to: number };

/** The passages of the source in a preview. Positions are in the text that it shows; pixels are from the top of what is visible. */
export type PreviewPassages = {
  /** Null until something is shown. */
  text(): Text | null;
  /** Marks these passages where they are shown, the active one more strongly. */
  mark(passages: readonly MarkedPassage[], active: string | null): void;
  /** Where the marked passages begin that are visible, or nearly so. */
  tops(): Map<string, number>;
  /** The part of the source that the user has selected; null if there is none. */
  selection(): { from: number; to: number } | null;
  /** The shortest marked passage at the cursor, or else the first one that is visible. */
  nearest(): string | null;
  scrollBy(pixels: number): void;
  /** Leaves room at the end of each line, in pixels of the window. */
  setMargin(width: number): void;
  /** `changed`: other blocks are in the page; `moved`: they are in other places; an id: the user clicked on a passage. */
  onChange(listener: (what: "changed" | "moved" | { picked: string }) => void): () => void;
};

/** A comment that the user begins on a slide, or on words of a paragraph, with the paragraph's text and how far down it is, from 0 to 1. */
export type DraftOnPage = { id: string; words: string } & ({ address: string } | { paragraph: string; share: number });

/** What the feature of a document that is shown as a page says about the passages of threads on it. */
export type PagePassages = {
  /**
   * Where the passages of open threads, and of these drafts, begin that are rendered, in pixels from the top of the element that the cards are in. Marks those of
   * the active thread.
   */
  tops(drafts: readonly DraftOnPage[], active: string | null): Map<string, number>;
  /** The width for page and cards, in pixels. */
  width(): number;
  /** Whether there are cards beside the page, which leaves room for them; and whether there would be room. */
  setMargin(margin: { isWide: boolean; hasCards: boolean }): void;
  /**
   * `changed`: rows are elsewhere, or others are rendered; `at`: the threads of the paragraph that the user goes
   * to; `picked`: those of the words that the user clicks on.
   */
  onChange(listener: (what: "changed" | { at: readonly string[] } | { picked: readonly string[] }) => void): () => void;
};

export type OpenPreview = {
  position(): PreviewPosition | null;
  passages: PreviewPassages;
  run(command: "find" | "find-next" | "find-previous"): void;
};

/** Which tabs show their preview, and the position to keep while a tab switches between editor and preview. */
export type PreviewModes = {
  $tabs: ReadableAtom<ReadonlySet<TabKey>>;
  /** The number of selected words in a tab's preview; tabs without a selection are absent. */
  $selected: ReadableAtom<ReadonlyMap<TabKey, number>>;
  select(tab: TabKey, wordCount: number): void;
  isPreview(tab: TabKey): boolean;
  /** Shows the preview of a tab that had it in the last session. */
  restore(tab: TabKey): void;
  /** Switches a tab between editor and preview, keeping the position. */
  toggle(tab: TabKey, source: { topLine(): PreviewPosition | null }): void;
  /** The position for the preview that opens now; returned once. */
  takePosition(tab: TabKey): PreviewPosition | null;
  /** Registers an open preview. Returns a function to call when it closes, which stores its position. */
  opened(tab: TabKey, view: OpenPreview): () => void;
  view(tab: TabKey): OpenPreview | null;
};

/** An open document; its editor knows the pending edits before main does. */
export type OpenEditor = {
  kind: string;
  $info: ReadableAtom<{ path: string | null; name: string }>;
  $review: ReadableAtom<DocumentReview | null>;
  $pendingCount: ReadableAtom<number>;
  content(): Text;
};

/** The number of pending edits in each document of the folder, open or not. */
export type PendingEdits = {
  /** Counts the pending edits of open documents from their editors: without delay, and even if nothing can be saved. */
  follow($tabs: ReadableAtom<readonly { editor: OpenEditor }[]>): void;
  /** The most recently written document first; hunks are loaded while a view shows them. */
  $documents: ReadableAtom<readonly ReviewedDocument[]>;
  /** The agents that wait for a review, oldest first. */
  $asked: ReadableAtom<readonly AskedReview[]>;
  /** Tells the agent that asked that the user is done. */
  done(token: string): Promise<void>;
  /** Loads the hunks until the returned function is called. */
  show(): () => void;
  /** The number of pending edits in a file, or in all files of a folder; `path` as in the file tree. */
  countIn(path: string, documents: readonly ReviewedDocument[]): number;
};

/** Who can be handed a thread: an agent that runs as a program of its own, or a model of a provider. */
export type Addressee = { kind: "agent" | "provider"; id: string; name: string; model: string | null };

/** A thread with where its words are in a text; null if they are not in it. */
export type PlacedThread = ShownThread & { place: { from: number; to: number } | null };

/** The comments and protected passages of the document in front. */
export type CommentStore = {
  $threads: ReadableAtom<readonly ShownThread[]>;
  $locks: ReadableAtom<readonly ShownLock[]>;
  /** Protections of the document in front whose words are gone. */
  $lostLocks: ReadableAtom<readonly ShownLock[]>;
  /** Goes to a protected passage of the document in front. */
  goToLock(lock: ShownLock): void;
  /** Changes what agents may do with a protected passage of the text in front. */
  setLockMode(lock: ShownLock, mode: ShownLock["mode"]): Promise<void>;
  /** Ends a protection in the document in front. */
  unprotect(lock: ShownLock): Promise<void>;
  /** Whether the threads of the document in front are known; a sentence if they cannot be read. */
  $state: ReadableAtom<"loading" | "ready" | { error: string }>;
  /** What the user has not sent yet in the document in front. */
  $drafts: ReadableAtom<readonly CommentDraft[]>;
  /** What should take the focus when it is rendered: the list, the new comment with this id, a thread, or a protected passage. */
  $focus: WritableAtom<"list" | { draft: string } | { thread: string } | { lock: string } | null>;
  /** The thread at the cursor, or whose card has the focus; it is shown in full. */
  $active: ReadableAtom<string | null>;
  /** Makes a thread active: its messages count as read. */
  activate(thread: string | null): void;
  /** Makes the thread before or after another one active, scrolls to it and focuses its card. */
  stepFrom(thread: string, by: 1 | -1): void;
  /** An editor of this document is wide enough for cards beside its text, or no longer. */
  reportMargin(doc: DocumentId, isWide: boolean): void;
  /** The threads of the whole folder; null until `loadFolder` has an answer. */
  $folder: ReadableAtom<{ documents: readonly CommentedDocument[]; unread: number } | { error: string } | null>;
  loadFolder(): Promise<void>;
  /** Opens the document of a thread of the folder, and goes to its words. */
  goToIn(path: string, thread: ShownThread): Promise<void>;
  /** Who can be mentioned in a comment, the one that the panel asks now first; loaded with the first call. */
  addressees(): Promise<readonly Addressee[]>;
  /** Asks the assistant's panel about these threads of the document in front, in one question. False if it was not sent. */
  ask(threads: readonly string[]): Promise<boolean>;
  /** Marks threads as read, by default all of the document in front. */
  markRead(threads?: readonly string[]): Promise<void>;
  /** Begins a comment on the selection; with nothing selected, goes to the comment at the cursor. */
  start(): void;
  show(): void;
  /** Keeps what the user is writing. */
  type(draft: CommentDraft): void;
  /** Gives a draft up; its words can be taken back from the notice. */
  discard(draft: CommentDraft): void;
  /** Sends a draft. It stays if that is rejected, or if more was typed meanwhile. */
  send(draft: CommentDraft): Promise<boolean>;
  /** False if that was rejected. */
  set(thread: string, change: { status?: "open" | "resolved"; needsMe?: boolean }): Promise<boolean>;
  /** Deletes a thread, or one message of it. The notice takes it back, and so does `undo`. */
  remove(thread: string, message?: ShownMessage): Promise<boolean>;
  /** Takes back the user's last change of a thread of this document. */
  undo(): Promise<void>;
  /** Selects the words of a thread in the text. */
  goTo(thread: ShownThread): void;
  /**
   * Protects the document, the section or the paragraphs at the cursor from agents; if they are protected, no longer. With `at`, the section whose
   * heading is there, whatever it is in: a position in a text, or a paragraph of a page.
   */
  protect(kind: "document" | "section" | "paragraph", at?: number | PageParagraphs): Promise<void>;
  /** Protects the selected cells or the current slide from agents; if they are protected, no longer. */
  protectPart(): Promise<void>;
  /** Lets agents change only a part of the document's words before a review, or ends that; with a share changes how much. */
  limit(share?: number): Promise<void>;
  backToText(): void;
  /** Shows the threads of a document in its preview, and cards in an element over it. Returns a function that ends that. */
  showInPreview(tab: Tab, passages: PreviewPassages, over: HTMLElement): () => void;
  /** Shows the threads of a document that is a page as cards beside it, in this element. Returns a function that ends that. */
  showBesidePage(tab: Pick<Tab, "doc">, passages: PagePassages, inside: HTMLElement): () => void;
  /** The threads of a document in their order, with where their words are in this text of it. Rejects if they cannot be read. */
  passages(doc: DocumentId, text: Text): Promise<PlacedThread[]>;
};

/** Navigates between pending edits, and keeps or undoes them. */
export type ReviewStore = {
  /** Goes to the next or previous edit from the cursor, wrapping around. */
  step(by: 1 | -1): Promise<void>;
  /**
   * Decides on the edit at the cursor and goes to the next one. If there is none, only goes to one, so that nothing is decided
   * unseen.
   */
  decideHere(what: Decision): Promise<void>;
  /** Decides on a hunk by id, from its toolbar. */
  decideOn(what: Decision, editor: TabEditor, hunk: string): Promise<void>;
  /** Decides on all edits of a document, by default the one in front. */
  decideAll(what: Decision, editor?: TabEditor | null): Promise<void>;
  /** Decides on edits of several documents; each document is one undo step. */
  decideOnEdits(what: Decision, edits: readonly ListedEdit[]): Promise<void>;
  /** Opens the document of an edit and goes to the edit once it is marked. */
  goToEdit(edit: ListedEdit, focus: Focus): Promise<void>;
};

/** The passage to rewrite: its range and text. */
export type Passage = { tab: Tab; from: number; to: number; text: string };

/** The pending rewrite request of the window; the view is loaded with the first one. */
export type RewriteRequests = {
  $request: ReadableAtom<Passage | null>;
  /** Requests a rewrite of the selection, or of the paragraph at the cursor; false if it has no text. */
  ask(tab: Tab): boolean;
  /** The dialog has the focus. Returns what was typed before. */
  onShown(): string;
  leave(): void;
};

/** Search requests of the window before the pane is loaded: open it with a text, and step through the results. */
export type SearchRequests = {
  /** A request to focus the field, with this text; null keeps its text. */
  $wanted: ReadableAtom<{ text: string | null; way: "find" | "replace" } | null>;
  ask(text: string | null, way?: "find" | "replace"): void;
  /** The pane has taken the request and the focus. Returns what was typed before. */
  take(): string;
  onShown(): void;
  onHidden(): void;
  /** Goes to the next or previous result; false if there is none. */
  step(by: 1 | -1): boolean;
  /** Set by the pane once it is loaded. */
  setStepper(step: (by: 1 | -1) => boolean): void;
};

/** What the pane of tags lists, as its view and its rows. */
export type IndexView = "tags" | "links";

/** `loading` only until there is something to show. */
type Listed<T> =
  | { status: "loading" | "ready"; items: readonly T[]; isAll: boolean }
  | { status: "failed"; why: string };

/** A row of the tree of tags, or of that of links that lead nowhere. `key` is stable; `depth` counts from 1. */
export type IndexRow = { key: string; parent: string | null; depth: number; position: number; count: number } & (
  | { kind: "tag"; tag: string; label: string; uses: number; isOpen: boolean }
  | { kind: "target"; label: string; uses: number; isOpen: boolean }
  | { kind: "create"; path: string }
  | { kind: "place"; place: NoteLocation }
  | { kind: "loading" }
);

/** The tags of the open folder and its links that lead nowhere. They are looked up while the pane is shown, and follow what is written. */
export type TagsModel = {
  $view: ReadableAtom<IndexView>;
  $tags: ReadableAtom<Listed<TagCount>>;
  $links: ReadableAtom<Listed<UnresolvedLink>>;
  $filter: WritableAtom<string>;
  $selected: WritableAtom<string | null>;
  $rows: ReadableAtom<readonly IndexRow[]>;
  /** The pane is shown or hidden. */
  setShown(isNow: boolean): void;
  /** Other programs may have changed files. */
  onWindowFocus(): void;
  show(view: IndexView): void;
  /** Shows a tag with its places, and selects it. */
  showTag(tag: string): void;
  toggle(key: string): void;
  collapseAll(): void;
};

/** The word goal of a document. */
export type Goal = { path: string; words: number };

/** Word goals by path; stored in the session. */
export type Goals = {
  $goals: ReadableAtom<readonly Goal[]>;
  of(path: string | null): number | null;
  /** Another window has changed the goals. */
  handleChange(goals: readonly Goal[]): void;
  /** Sets a goal; null or less than one removes it. */
  set(path: string, words: number | null): void;
};
