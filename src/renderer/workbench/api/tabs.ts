import type { ReadableAtom } from "nanostores";
import type { DocumentId, DocumentSnapshot, Events, Session, TextLocation, Writer } from "../../../shared/contract";
import type { CustomEditorTab } from "../../editor/custom-editor-tab";
import type { DocumentEditor } from "../../editor/document-editor";

/** Identifies a tab while it is open. */
export type TabKey = string;

/** Identifies a group while it exists. */
export type GroupId = number;

/** A row of tabs, one of them in front. `height` is relative to the other groups in the column. */
export type Group = {
  readonly id: GroupId;
  readonly height: number;
  readonly tabs: readonly TabKey[];
  /** Null only if the group is empty, which happens only in a window without tabs. */
  readonly front: TabKey | null;
  /** Tabs in the order in which they were last in front, most recent last. */
  readonly recent: readonly TabKey[];
};

/** Groups stacked vertically. `width` is relative to the other columns. */
export type Column = { readonly width: number; readonly groups: readonly Group[] };

/**
 * The layout of tabs: columns side by side, each a stack of groups. Every tab is in exactly one group, only a single
 * group may be empty, and one group is active.
 */
export type Arrangement = { readonly columns: readonly Column[]; readonly active: GroupId };

/** Where a new group appears, relative to another. */
export type Side = "left" | "right" | "up" | "down";

/** The part of a text document's editor that tabs need. */
export type TextDocumentEditor = Omit<DocumentEditor, "duplicate"> & { duplicate(): TextDocumentEditor };

/** The editor of a tab: a text editor, or a custom editor for another `kind` of document. */
export type TabEditor = TextDocumentEditor | CustomEditorTab;

export type Tab = {
  /** Identifies the tab. A document in several groups has a tab in each. */
  key: TabKey;
  doc: DocumentId;
  editor: TabEditor;
  /** Who changed or opened the document while the tab was in the background; null once it has been in front. */
  $activity: ReadableAtom<TabActivity | null>;
  stop(): void;
};

/** What somebody else did to a tab in the background. */
export type TabActivity = { by: Writer; how: "changed" | "opened" };

/** Where a tab opens: in the active group, or in the group beside it, which is created if needed. */
export type Where = "here" | "beside";

/** Where the focus goes when a tab comes to the front. */
export type Focus = "canvas" | "stays";

/** The open documents: their tabs and groups, the front tab of each group, and the active group. */
export type Tabs = {
  $arrangement: ReadableAtom<Arrangement>;
  /** All tabs, column by column, group by group. */
  $tabs: ReadableAtom<readonly Tab[]>;
  /** The document of the front tab of the active group, and that tab. */
  $active: ReadableAtom<DocumentId | null>;
  $front: ReadableAtom<Tab | null>;
  /** Incremented when the front editor should take the focus. */
  $focusWanted: ReadableAtom<number>;
  /** Whether the editor should take the focus; reading it clears the request. */
  takeFocus(): boolean;
  isInFront(doc: DocumentId): boolean;
  /** The tab of this document, or of this path, if there is one. */
  find(doc: DocumentId): Tab | null;
  ofPath(path: string): Tab | null;
  tabOf(key: TabKey): Tab;
  groups: TabGroups;
  /** Brings the tab of an opened document to the front. */
  show(open: DocumentSnapshot, focus?: Focus): void;
  /** Opens a tab in the background, marked with who opened it; in front if there is no other tab. */
  addBehind(open: DocumentSnapshot, by: Writer | null): Tab;
  /** Opens a file, or a folder as the workspace. Returns the document's id; null if there is none or it failed. */
  openPath(path: string, focus?: Focus): Promise<DocumentId | null>;
  /** Shows a book by its path: brings its tab to the front, or opens a new one. */
  openBook(path: string, name: string, focus?: Focus): void;
  /** Opens the statement on who wrote the text at a path, or brings it to the front. */
  openAuthorship(path: string): void;
  /** Like `openPath`, in the group beside the active one. A document that is open here is shown there too. */
  openBeside(path: string, focus?: Focus): Promise<DocumentId | null>;
  /** Like `openPath`, in a new group at a side of another. A document that is open here is shown there too. */
  openSplit(path: string, side: Side, group: GroupId): Promise<DocumentId | null>;
  showBeside(tab: Tab, focus: Focus): Tab | null;
  activate(doc: DocumentId, focus?: Focus): void;
  bring(tab: Tab, focus?: Focus): void;
  /** Closes a tab once its text is safe; false if it stays open. */
  close(doc: DocumentId, focus?: Focus): Promise<boolean>;
  closeTab(tab: Tab, focus?: Focus): Promise<boolean>;
  /** Closes the front tab; each further call during closing closes one more. */
  closeFront(): Promise<void>;
  /** While the front tab is being closed: resolves when it is, or stays open. Else null. */
  frontClosed(): Promise<void> | null;
  canReopen(): boolean;
  /** Opens the tab that was closed last. */
  reopen(): Promise<void>;
  /** Moves a tab to an index of its group. */
  moveTab(tab: Tab, index: number): void;
  move(doc: DocumentId, index: number): void;
  /** Moves a document to a new window. */
  moveToWindow(doc: DocumentId): Promise<void>;
  /** Brings the tab at an offset in the active group to the front, wrapping around. */
  step(by: number, focus?: Focus): void;
  /** The user moved a document from another window to this one: shows it in front, with its view state. */
  receive(open: DocumentSnapshot, view: NonNullable<Events["document:arrived"]["view"]>): void;
  /** The document is open in another window, which came to the front: shows a location there. */
  revealInOtherWindow(path: string, spot: TextLocation): void;
  /** Another window asked for a document of this window. */
  handleRequestedElsewhere(doc: DocumentId): void;
  /** Saves everything, and asks about what cannot be saved: false if the user keeps the window open. */
  closeAllSafely(): Promise<boolean>;
  create(): Promise<void>;
  /** Opens a file with the system dialog. */
  pick(): Promise<void>;
  /** Restores the tabs of the last session. */
  restore(documents: readonly DocumentSnapshot[], session: Session | null, wanted: DocumentId | null): void;
  /** Saves the unsaved edits of all tabs. */
  flush(): Promise<void>;
  /** The tabs of this file, or of all files in this folder. */
  under(path: string): Tab[];
  /** Closes a tab without asking; its complete text is in the trash. */
  closeTrashed(tab: Tab): Promise<void>;
  sessionState(): Pick<Session, "groups" | "tabs">;
};

/** The operations on tab groups: split, switch between groups, move tabs and dividers. */
export type TabGroups = {
  /** Activates another group when the focus enters it or moves there. */
  enter(id: GroupId, focus?: Focus): void;
  /** The same for the group of a tab. */
  enterOf(tab: Tab): void;
  step(by: 1 | -1): void;
  /** Activates a group by its number, counted from 1. */
  goTo(number: number): void;
  /**
   * Splits a group for a tab: moves the tab into the new group if its old group keeps other tabs, or else shows its
   * document a second time. Null if there are too many groups.
   */
  split(tab: Tab, side: Side, how?: "again" | "moved", beside?: GroupId): Tab | null;
  /** Moves a tab to another group; if its document already has a tab there, that tab comes to the front instead. */
  moveTo(tab: Tab, id: GroupId, index: number): void;
  /** Moves the front tab to the next or previous group; past the last one into a new group, if other tabs stay behind. */
  moveFront(by: 1 | -1): void;
  /** Closes the tabs of the active group one after the other, and stops at one that stays open. */
  close(): Promise<void>;
  /** Merges all groups into one; each document keeps one tab. */
  join(): void;
  shareColumns(at: number, share: number): void;
  shareGroups(upper: GroupId, share: number): void;
  even(): void;
};
