import type { Events, ExportKind, MenuItem, Settings } from "../../shared/contract";

/** What the app needs of the desktop around it. The window, menus and dialogs of Electron; a fake in tests. */
export type Desktop = {
  /** False where no page is there to hear it. */
  send<K extends keyof Events>(name: K, event: Events[K]): boolean;
  /** Answers with an absolute path, or null where the person cancelled. */
  pickFile(): Promise<string | null>;
  pickFolder(): Promise<string | null>;
  /** `suggested` is an absolute path, or only a name. The system's dialog has asked before anything is replaced. */
  pickSavePath(suggested: string): Promise<string | null>;
  /** Shows the whole address and asks; opens it in the system's browser if the person agrees. */
  offerLink(url: string): Promise<void>;
  /** To the system's trash. */
  trash(path: string): Promise<void>;
  /** Opens one of Galley's own files in the system's program for it; answers with why not, empty where it did. */
  openPath(path: string): Promise<string>;
  /** Shows the file in the system's file manager. */
  reveal(path: string): void;
  /** The window, over the whole screen and back. */
  toggleFullScreen(): void;
  copy(text: string): void;
  copyRich(copied: { html: string; text: string }): Promise<void>;
  /** What is on the clipboard as plain text. */
  copiedText(): Promise<string>;
  /** Asks where an export of this kind goes; the dialog has asked before anything is replaced. */
  pickExportPath(suggested: string, kind: ExportKind): Promise<string | null>;
  /** Lays a page out on paper; null where `signal` aborted it. */
  printToPdf(html: string, signal: AbortSignal): Promise<Uint8Array | null>;
  /** With the system's dialog: whether it was printed, or why it could not be. */
  print(html: string): Promise<boolean | string>;
  /** A native context menu; answers with the id picked. */
  showMenu(items: MenuItem[]): Promise<string | null>;
  /** Brings the window to the front, making one where there is none. */
  focus(): void;
  settingsChanged(settings: Settings): void;
  recentChanged(recent: Recent): void;
  painted(): void;
  readyToClose(): void;
  /** To the log file, in full. */
  log(line: string): void;
};

/** What was opened lately, newest first. Absolute paths. */
export type Recent = { path: string; kind: "folder" | "file" }[];
