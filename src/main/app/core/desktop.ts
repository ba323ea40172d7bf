import type { BookExportKind } from "../../../shared/book";
import type { Need } from "../../../shared/commands";
import type { Events, Handlers, MenuItem, Settings } from "../../../shared/contract";
import type { SecurityMeasure } from "../../../shared/diagnostics";
import type { ExportKind } from "../../../shared/export";
import type { LogLevel } from "../../../shared/log-level";
import type { OfficeExportKind } from "../../../shared/office";

import type { PdfAction, PdfState } from "../../../shared/viewer";
import type { KeySafe } from "./key-safe";

/** Sends an event to the renderer; false if there is none to receive it. */
export type Send = <K extends keyof Events>(name: K, event: Events[K]) => boolean;

/** Position and size of the window when it is not maximized, in device-independent pixels. */
export type WindowBounds = { x: number; y: number; width: number; height: number; isMaximized: boolean };

/** What the app needs from the desktop. Electron implements it; tests use a fake. */
export type Desktop = {
  /** Opens a window whose renderer's requests go to `listener`. */
  openWindow(listener: WindowListener, placement: WindowPlacement): DesktopWindow;
  /** Moves the file to the system's trash. */
  trash(path: string): Promise<void>;
  /**
   * Opens one of Galley's own files, or an Office document at the user's command, in the system's default program.
   * Returns the error message; empty on success.
   */
  openPath(path: string): Promise<string>;
  reveal(path: string): void;
  copy(text: string): void;
  copyRich(copied: { html: string; text: string }): Promise<void>;
  /** The clipboard as plain text. */
  copiedText(): Promise<string>;
  /** Renders HTML as PDF; null if `signal` aborted it. */
  printToPdf(html: string, signal: AbortSignal): Promise<Uint8Array | null>;
  /** Shows the system's print dialog. Returns whether it was printed, or the error message. */
  print(html: string): Promise<boolean | string>;
  settingsChanged(settings: Settings): void;
  recentChanged(recent: Recent): void;
  /** The system's secret storage. */
  readonly keySafe: KeySafe;
  /**
   * Shows a plain-text system notification, unless a Galley window has the focus. Returns a function that removes it;
   * null if none was shown. `clicked` is called when the user picks it.
   */
  notify(notification: { title: string; body: string }, clicked: () => void): (() => void) | null;
  /** The first renderer has painted its start state. */
  painted(): void;
  /** Reads the versions it runs on and the state of its security measures. */
  inspectSelf(): Promise<SelfInspection>;
  /** Starts one of our modules in its own process; null if the desktop has no processes (tests). */
  startProcess(entry: string, args: readonly string[], on: ProcessListener): AppProcess | null;
  /** Writes to the log file. The default level is error. */
  log(line: string, level?: LogLevel): void;
};

/** A child process of main. */
export type AppProcess = {
  send(message: unknown): void;
  /** Opens a message channel between the window's renderer and the process, which receives its port with `message`. */
  connect(window: DesktopWindow, message: unknown): void;
  kill(): void;
};

/** Called for each message, and once when the process has ended, for whatever reason. */
export type ProcessListener = { message(message: unknown): void; ended(): void };

/** Where a new window opens: at `bounds`, or offset from `beside`. `behind` does not take the focus. */
export type WindowPlacement = {
  bounds: WindowBounds | null;
  beside: DesktopWindow | null;
  focus: "taken" | "behind";
};

/** One window: its renderer and its native dialogs. */
export type DesktopWindow = {
  send: Send;
  /** An absolute path, or null if the user cancelled. */
  /** Asks for a file, of these extensions if there are any: `css`. */
  pickFile(extensions?: readonly string[]): Promise<string | null>;
  pickFolder(): Promise<string | null>;
  /** `suggested` is an absolute path or a bare name. The system's dialog asks before a file is replaced. */
  pickSavePath(suggested: string): Promise<string | null>;
  /** Asks for the target of an export of this kind; the dialog asks before a file is replaced. */
  pickExportPath(suggested: string, kind: ExportKind | OfficeExportKind | BookExportKind): Promise<string | null>;
  /** Shows the full URL and asks; opens it in the system's browser if the user agrees. True if it was opened. */
  offerLink(url: string): Promise<boolean>;
  /** Acts on the frame of this window that shows the PDF of this address; null if there is none yet. */
  actOnPdf(url: string, action: PdfAction): Promise<PdfState | null>;
  /** Shows a native context menu; returns the id that was picked. */
  showMenu(items: MenuItem[]): Promise<string | null>;
  /** While the window is in front, the menu greys commands that need something else. */
  setAvailable(needs: readonly Need[]): void;
  toggleFullScreen(): void;
  /** Brings the window to the front and restores it if minimized. */
  focus(): void;
  /** Requests attention, for instance by marking the task bar entry, unless the window has the focus. Does not raise it. */
  askForAttention(): void;
  bounds(): WindowBounds;
  /** Closes the window as if the user had. */
  close(): void;
};

/** Requests and notifications of the desktop for one window. */
export type WindowListener = {
  readonly handlers: Handlers;
  /** The user dropped this file or folder on the window, which grants access to it. */
  dropped(path: string): Promise<void>;
  /** The window got the focus. */
  focused(): void;
  /** The renderer process ended and is being restarted. `why` is shown to the user. */
  rendererStopped(why: string): void;
  /** The window is about to close. Resolves to true once its documents are safe, false if it stays open. */
  requestClose(): Promise<boolean>;
  /** The window was closed. */
  closed(): void;
};

/** A window as the services see it: where to send events, and its native dialogs. */
export type WindowHandle = {
  /** The window's id; stays the same across restarts. */
  readonly id: string;
  /** Returns false until the renderer has requested its start state. */
  send: Send;
  /** Available while the renderer makes requests. */
  readonly desktop: DesktopWindow;
};

/** Recently opened files and folders, newest first. Absolute paths. */
export type Recent = { path: string; kind: "folder" | "file" }[];

/** Versions that the app runs on, and its security measures. */
export type SelfInspection = { parts: string[]; program: string; security: SecurityMeasure[] };
