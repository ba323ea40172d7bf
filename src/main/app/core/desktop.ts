import type { Events, ExportKind, Handlers, MenuItem, Settings } from "../../../shared/contract";
import type { SecurityMeasure } from "../../../shared/diagnostics";
import type { LogLevel } from "../../../shared/log-level";
import type { OfficeExportKind } from "../../../shared/office";

import type { KeySafe } from "./key-safe";

/** Tells a page; false where none is there to hear it. */
export type Send = <K extends keyof Events>(name: K, event: Events[K]) => boolean;

/** Where a window is on the screens, in their points; as it is when it is not maximized. */
export type WindowBounds = { x: number; y: number; width: number; height: number; isMaximized: boolean };

/** What the app needs of the desktop around it: what is there once. Electron's; a fake in tests. */
export type Desktop = {
  /** Opens a window whose page makes its requests of `listener`, and answers with it at once. */
  openWindow(listener: WindowListener, place: WindowPlace): DesktopWindow;
  /** To the system's trash. */
  trash(path: string): Promise<void>;
  /** Opens a file of Galley's own, or an Office document at the person's command, in the system's program for it; answers with why not, empty where it did. */
  openPath(path: string): Promise<string>;
  /** Shows the file in the system's file manager. */
  reveal(path: string): void;
  copy(text: string): void;
  copyRich(copied: { html: string; text: string }): Promise<void>;
  /** What is on the clipboard as plain text. */
  copiedText(): Promise<string>;
  /** Lays a page out on paper; null where `signal` aborted it. */
  printToPdf(html: string, signal: AbortSignal): Promise<Uint8Array | null>;
  /** With the system's dialog: whether it was printed, or why it could not be. */
  print(html: string): Promise<boolean | string>;
  settingsChanged(settings: Settings): void;
  recentChanged(recent: Recent): void;
  /** Where the system keeps secrets. */
  readonly keySafe: KeySafe;
  /**
   * Shows a notification of the system, in plain text, unless a window of Galley has the focus. Answers with what takes it away again;
   * null where none is shown. `clicked` is called when the user picks it.
   */
  notify(notification: { title: string; body: string }, clicked: () => void): (() => void) | null;
  /** The first page has painted what the start brought. */
  painted(): void;
  /** What it runs on and what protects it, looked up anew. */
  lookAtSelf(): Promise<SelfLook>;
  /** Starts a module of ours in a process of its own; null where there are none. */
  startProcess(entry: string, args: readonly string[], on: ProcessListener): AppProcess | null;
  /** To the log file; an error where no level is given. */
  log(line: string, level?: LogLevel): void;
};

/** A process of ours beside main. */
export type AppProcess = {
  send(message: unknown): void;
  /** Gives the page of a window a channel of its own to the process, which gets the other end with `message`. */
  connect(window: DesktopWindow, message: unknown): void;
  kill(): void;
};

/** What a process says, and that it ended, for whatever reason. */
export type ProcessListener = { message(message: unknown): void; ended(): void };

/** Where a new window goes: where it was, else a little beside another one; `behind` leaves the focus where it is. */
export type WindowPlace = {
  bounds: WindowBounds | null;
  beside: DesktopWindow | null;
  focus: "taken" | "behind";
};

/** One window: its page, and the system's dialogs over it. */
export type DesktopWindow = {
  send: Send;
  /** Answers with an absolute path, or null where the person cancelled. */
  pickFile(): Promise<string | null>;
  pickFolder(): Promise<string | null>;
  /** `suggested` is an absolute path, or only a name. The system's dialog has asked before anything is replaced. */
  pickSavePath(suggested: string): Promise<string | null>;
  /** Asks where an export of this kind goes; the dialog has asked before anything is replaced. */
  pickExportPath(suggested: string, kind: ExportKind | OfficeExportKind | "epub"): Promise<string | null>;
  /** Shows the whole address and asks; opens it in the system's browser if the person agrees. */
  offerLink(url: string): Promise<void>;
  /** A native context menu; answers with the id picked. */
  showMenu(items: MenuItem[]): Promise<string | null>;
  /** Over the whole screen and back. */
  toggleFullScreen(): void;
  /** To the front, out of the dock where it is there. */
  focus(): void;
  /** Has the system mark it, such as in the task bar, unless the user is in it: nothing is raised and the focus stays. */
  askForAttention(): void;
  bounds(): WindowBounds;
  /** As if the person had closed it. */
  close(): void;
};

/** What the desktop asks and tells of one window. */
export type WindowListener = {
  readonly handlers: Handlers;
  /** The person dropped this file or folder on the page: theirs to open. */
  dropped(path: string): Promise<void>;
  /** The person came to this window. */
  focused(): void;
  /** The page's process ended; a new one is on its way, and `why` is for the person. */
  pageStopped(why: string): void;
  /** The window is to be closed: true once everything of it is safe, false where it stays. */
  closeAsked(): Promise<boolean>;
  /** It is gone. */
  closed(): void;
};

/** A window as the rooms behind it know it: whom to tell, and where to ask. */
export type WindowFace = {
  /** Names the window, the same after a restart. */
  readonly id: string;
  /** Nobody hears what is told before the page has asked for its start. */
  send: Send;
  /** There while its page makes requests. */
  readonly desktop: DesktopWindow;
};

/** What was opened lately, newest first. Absolute paths. */
export type Recent = { path: string; kind: "folder" | "file" }[];

/** What the desktop knows of itself: the versions it runs on, and what protects it. */
export type SelfLook = { parts: string[]; program: string; security: SecurityMeasure[] };
