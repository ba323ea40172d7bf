import type { ReadableAtom, WritableAtom } from "nanostores";
import type { Session } from "../../../shared/contract";

/** The view in the side bar. */
export type SidebarView = NonNullable<Session["sidebar"]["view"]>;

/** A section of the settings that can be opened directly. */
export type SettingsPart = "approvals";

type Screen = "connect" | "agents" | "settings" | "models" | "books" | "diagnostics" | "sharing";

/** The output of an export: a file format, the formats of pandoc, or the printer. */
export type ExportFormat = "pdf" | "html" | "docx" | "epub" | "pandoc" | "print";

/** Which panes and dialogs are open, and their widths. */
export type Layout = {
  $sidebar: ReadableAtom<{ view: SidebarView; open: boolean; over: boolean; width: number }>;
  /** Whether the outline should take the focus when it is rendered. */
  $outlineFocus: WritableAtom<boolean>;
  /** Set by the outline. */
  $outlineHasFocus: WritableAtom<boolean>;
  $aside: ReadableAtom<"history" | null>;
  $screen: ReadableAtom<Screen | null>;
  /** What the session stores. The overlay of a narrow window is not part of it. */
  $stored: ReadableAtom<Session["sidebar"] & { view: SidebarView }>;
  /** The window has become narrow or wide. */
  narrow(narrow: boolean): void;
  toggleSidebar(): void;
  openSidebar(): void;
  /** Closes the side bar after a choice, but only if it covers the editor. */
  leaveSidebar(): void;
  showView(view: SidebarView): void;
  /** The view in the side bar has been rendered, or goes. */
  viewLoaded(isLoaded: boolean): void;
  /** Shows and focuses the outline. If it had the focus, closes the side bar and returns false. */
  enterOutline(): boolean;
  outlineFocused(): void;
  /** Whether the list of pending edits should take the focus when it is rendered. */
  $reviewFocus: ReadableAtom<boolean>;
  reviewFocused(): void;
  enterReview(): void;
  /** Whether the library's search field should take the focus when it is rendered. */
  $libraryFocus: ReadableAtom<boolean>;
  enterLibrary(): void;
  /** Whether the library should show its form for a new entry; the library sets it to false. */
  $newEntry: WritableAtom<boolean>;
  /** Shows the library's form for a new entry. */
  enterNewEntry(): void;
  /** The form has the focus. Returns what was typed before it was rendered. */
  newEntryFocused(): string;
  /** The field takes the focus. Returns what was typed before it was rendered. */
  libraryFocused(): string;
  /** Whether the tags should take the focus when they are rendered. */
  $tagsFocus: ReadableAtom<boolean>;
  /** They take the focus. Returns what was typed before they were rendered, which is for their filter. */
  tagsFocused(): string;
  enterTags(): void;
  resize(width: number): void;
  /** Whether the pane beside the editor should take the focus when it is rendered. */
  $asideFocus: ReadableAtom<boolean>;
  asideFocused(): void;
  toggleHistory(): void;
  closeAside(): void;
  showConnect(): void;
  /** The shared folder that the open folder has joined. */
  showSharing(): void;
  /** The connected agents and their activity. */
  showAgents(): void;
  /** Choose a book to open. */
  showBooks(): void;
  /** The models that the assistant uses. */
  showSetup(): void;
  showDiagnostics(): void;
  showSettings(part?: SettingsPart | null): void;
  /** The section of the settings to show, until it has been shown. */
  settingsPart(): SettingsPart | null;
  /** Whether this section was requested; clears the request. */
  takeSettingsPart(part: SettingsPart): boolean;
  /** The settings are rendered and have the focus. Returns what was typed before. */
  settingsFocused(): string;
  /** The export that the user is asked about or that is running. */
  $export: ReadableAtom<ExportFormat | null>;
  showExport(way: ExportFormat | null): void;
  closeScreen(): void;
};
