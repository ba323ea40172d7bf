import { rename, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { type BrowserWindow, clipboard, nativeTheme, shell } from "electron";
import type { Command, Language, Settings } from "../../shared/contract";
import { defaultSettings, spokenLanguage } from "../../shared/settings";
import type { Desktop, Recent } from "../app/desktop";
import { copyRich } from "./copy-rich";
import { createDialogs } from "./dialogs";
import { sendEvent } from "./ipc";
import { setApplicationMenu, showContextMenu } from "./menu";
import type { MenuActions } from "./menu-plan";
import { pageAttributes } from "./page-look";
import { systemLanguage } from "./system-language";
import { backgroundColour, createWindow } from "./window";
import { keepWindowState, readWindowState } from "./window-state";
import { type DesktopWords, desktopWords } from "./words";

const CRASHES = { most: 3, withinMs: 60_000 };
const HAND_OVER_AT_CLOSE_MS = 2000;

/** What the desktop asks of the running app. */
export type DesktopListener = MenuActions & {
  /** The person came back to the window. */
  focused(): void;
  /** The page's process ended; a new one is on its way, and `why` is for the person. */
  pageStopped(why: string): void;
  /** The page has handed over what it could: finish writing. */
  closing(): Promise<void>;
  /** The page has painted what the start brought. */
  painted(): void;
};

/** The window, menus and dialogs of Electron, as the app sees them. */
export class ElectronDesktop implements Desktop {
  readonly #options: { dataDir: string; pageUrl: string; preload: string; renderer: string; log(line: string): void };
  readonly #dialogs = createDialogs(
    () => this.#window,
    () => this.#words(),
  );
  #listener: DesktopListener | null = null;
  #window: BrowserWindow | null = null;
  #isReady = false;
  #recent: Recent = [];
  #settings: Settings = defaultSettings;
  #crashes: number[] = [];
  #handedOver: (() => void) | null = null;
  #mayClose = false;

  readonly pickFile = this.#dialogs.pickFile;
  readonly pickFolder = this.#dialogs.pickFolder;
  readonly pickExportPath = this.#dialogs.pickExportPath;
  readonly pickSavePath = this.#dialogs.pickSavePath;
  readonly offerLink = this.#dialogs.offerLink;

  constructor(options: {
    dataDir: string;
    pageUrl: string;
    preload: string;
    renderer: string;
    log(line: string): void;
  }) {
    this.#options = options;
  }

  log(line: string): void {
    this.#options.log(line);
  }

  /** Electron is ready: menus can be made and the window opened. */
  ready(listener: DesktopListener): void {
    this.#isReady = true;
    this.#listener = listener;
    // Before the window: what it shows first has the person's colours.
    if (this.#settings.theme !== "system") nativeTheme.themeSource = this.#settings.theme;
    // The window then: while the page's process starts there is time for the rest.
    this.openWindow();
    this.settingsChanged(this.#settings);
    nativeTheme.on("updated", () => this.#window?.setBackgroundColor(this.#background()));
  }

  #language(): Language {
    return spokenLanguage(this.#settings, systemLanguage());
  }

  #background(): string {
    return backgroundColour(this.#settings.contrast);
  }

  #words(): DesktopWords {
    return desktopWords(this.#language());
  }

  /** For the page's `<html>` element. */
  pageAttributes(): string {
    const language = this.#language();
    return pageAttributes(this.#settings, { language, wantsHighContrast: nativeTheme.shouldUseHighContrastColors });
  }

  openWindow(): void {
    if (!this.#isReady || this.#window) return;
    const { dataDir, pageUrl, preload } = this.#options;
    const window = createWindow({ preload, state: readWindowState(dataDir), background: this.#background() });
    this.#window = window;
    this.#mayClose = false;
    window.on("focus", () => this.#listener?.focused());
    window.on("close", (event) => {
      if (this.#mayClose) return;
      event.preventDefault();
      void this.#close(window);
    });
    window.on("closed", () => {
      this.#window = null;
    });
    window.on("unresponsive", () => void this.#pageHangs(window));
    window.webContents.on("render-process-gone", (_, { reason, exitCode }) => {
      this.log(`the page's process ended: ${reason}, ${exitCode}`);
      if (reason !== "clean-exit" && !this.#mayClose) this.#pageStopped(window);
    });
    window.webContents.on("preload-error", (_, path, error) => this.log(`${path}: ${error.stack ?? error.message}`));
    this.#load(window, pageUrl);
  }

  #load(window: BrowserWindow, url: string): void {
    window.loadURL(url).catch((error: unknown) => this.log(`the page could not be loaded: ${String(error)}`));
  }

  #pageStopped(window: BrowserWindow): void {
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < CRASHES.withinMs), now];
    if (this.#crashes.length > CRASHES.most) {
      const { stoppedOften, stoppedOftenDetail } = this.#words();
      const detail = stoppedOftenDetail(this.#options.dataDir);
      void this.#dialogs.tellTrouble(stoppedOften(this.#crashes.length), detail);
      return;
    }
    this.#listener?.pageStopped(this.#words().stopped);
    // Not from inside the event: Chromium is still taking the old process apart.
    setImmediate(() => {
      if (!window.isDestroyed()) this.#load(window, this.#options.pageUrl);
    });
  }

  async #pageHangs(window: BrowserWindow): Promise<void> {
    this.log("the page does not answer");
    const again = await this.#dialogs.askToRestartPage();
    if (again && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
  }

  /** The page hands over, the app writes, the window goes: in that order, and never longer than the limits. */
  async #close(window: BrowserWindow): Promise<void> {
    if (this.#handedOver) return;
    keepWindowState(this.#options.dataDir, window);
    const handedOver = new Promise<void>((resolve) => {
      this.#handedOver = resolve;
    });
    if (this.send("app:closing", null)) await Promise.race([handedOver, wait(HAND_OVER_AT_CLOSE_MS)]);
    await this.#listener?.closing().catch((error: unknown) => this.log(String(error)));
    this.#handedOver = null;
    this.#mayClose = true;
    if (!window.isDestroyed()) window.destroy();
  }

  readyToClose(): void {
    this.#handedOver?.();
  }

  readonly send: Desktop["send"] = (name, event) => sendEvent(this.#window?.webContents ?? null, name, event);

  command(command: Command): void {
    this.openWindow();
    this.send("command", command);
  }

  trash(path: string): Promise<void> {
    return shell.trashItem(path);
  }

  openPath(path: string): Promise<string> {
    return shell.openPath(path);
  }

  reveal(path: string): void {
    shell.showItemInFolder(path);
  }

  toggleFullScreen(): void {
    this.#window?.setFullScreen(!this.#window.isFullScreen());
  }

  copy(text: string): void {
    clipboard.writeText(text);
  }

  readonly copyRich = copyRich;

  async copiedText(): Promise<string> {
    return clipboard.readText();
  }

  async printToPdf(html: string, signal: AbortSignal): Promise<Uint8Array | null> {
    const { pagePdf } = await import("./printing");
    return pagePdf(this.#options.renderer, html, signal);
  }

  async print(html: string): Promise<boolean | string> {
    const { printPage } = await import("./printing");
    return printPage(this.#options.renderer, html);
  }

  showMenu(items: Parameters<Desktop["showMenu"]>[0]): Promise<string | null> {
    return showContextMenu(items);
  }

  focus(): void {
    this.openWindow();
    const window = this.#window;
    if (!window) return;
    if (window.isMinimized()) window.restore();
    if (window.isVisible()) window.focus();
  }

  settingsChanged(settings: Settings): void {
    this.#settings = settings;
    if (!this.#isReady) return;
    nativeTheme.themeSource = settings.theme;
    this.#window?.setBackgroundColor(this.#background());
    this.#makeMenu();
  }

  recentChanged(recent: Recent): void {
    this.#recent = recent;
    this.#makeMenu();
  }

  #makeMenu(): void {
    if (!this.#isReady || !this.#listener) return;
    const platform = process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux";
    const language = this.#language();
    setApplicationMenu({ recent: this.#recent, settings: this.#settings, platform, language }, this.#listener);
  }

  painted(): void {
    this.#listener?.painted();
    const path = process.env.GALLEY_SCREENSHOT;
    if (path) void this.#takePicture(path).catch((error: unknown) => this.log(`no screenshot: ${String(error)}`));
  }

  async #takePicture(path: string): Promise<void> {
    // Fonts and the window's own frame settle a moment after the first paint.
    await wait(300);
    const picture = await this.#window?.webContents.capturePage();
    if (!picture || picture.isEmpty()) throw new Error("the window gave no picture");
    await writeFile(`${path}.part`, picture.toPNG());
    await rename(`${path}.part`, path);
  }
}
