import { rename, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import * as electron from "electron";
import {
  type BaseWindow,
  BrowserWindow,
  clipboard,
  MessageChannelMain,
  nativeTheme,
  shell,
  utilityProcess,
  type WebContents,
} from "electron";
import type { Language, Settings } from "../../shared/contract";
import type { LogLevel } from "../../shared/log-level";
import { defaultSettings, spokenLanguage } from "../../shared/settings";
import type {
  AppProcess,
  Desktop,
  DesktopWindow,
  ProcessListener,
  Recent,
  SelfInspection,
  WindowListener,
  WindowPlacement,
} from "../app/core/desktop";
import { keySafe } from "./key-safe";
import type { Log } from "./log";
import { setApplicationMenu, updateApplicationMenu } from "./menu";
import type { MenuActions } from "./menu-plan";
import { type DesktopMessages, desktopMessages } from "./messages";
import { showNotification } from "./notification";
import { rendererAttributes } from "./renderer-attributes";
import { RendererWindow } from "./renderer-window";
import { systemLanguage } from "./system-language";
import { backgroundColour, createWindow } from "./window";

/** How long the menu may lack the latest recent file, in milliseconds. */
const MENU_DELAY = 300;

/** What the desktop needs from the running app. */
export type DesktopListener = MenuActions & {
  /** The first window has painted what the app was started with. */
  painted(): void;
};

/** The windows, menus and dialogs of Electron, behind the app's `Desktop` contract. */
export class ElectronDesktop implements Desktop {
  readonly #options: { dataDir: string; rendererUrl: string; preload: string; renderer: string; log: Log };
  #listener: DesktopListener | null = null;
  /** In the order in which they were opened. */
  #windows: RendererWindow[] = [];
  #isReady = false;
  #isMenuDue = false;
  #recent: Recent = [];
  #settings: Settings = defaultSettings;
  #menuTimer: NodeJS.Timeout | null = null;
  /** The list of windows as the menu shows it. */
  #titles = "";

  constructor(options: {
    dataDir: string;
    rendererUrl: string;
    preload: string;
    renderer: string;
    log: Log;
  }) {
    this.#options = options;
  }

  /** The log level from the settings. */
  get logLevel(): LogLevel {
    return this.#settings.logLevel;
  }

  log(line: string, level?: LogLevel): void {
    this.#options.log(line, level);
  }

  async inspectSelf(): Promise<SelfInspection> {
    const { inspectSelf } = await import("./self-check");
    const open = this.#windows.filter(({ browser }) => !browser.isDestroyed());
    return inspectSelf({
      renderer: this.#options.renderer,
      pages: open.map(({ browser }) => browser.webContents),
    });
  }

  /** Electron is ready: windows can be opened. */
  ready(): void {
    this.#isReady = true;
    // Must come before the first window, so that it has the right colours at once.
    if (this.#settings.theme !== "system") nativeTheme.themeSource = this.#settings.theme;
    nativeTheme.on("updated", () => this.#colour());
  }

  /** The menu is built while the first window's process starts. */
  listen(listener: DesktopListener): void {
    this.#listener = listener;
    this.settingsChanged(this.#settings);
  }

  openWindow(listener: WindowListener, placement: WindowPlacement): RendererWindow {
    const { dataDir, rendererUrl, preload } = this.#options;
    const browser = createWindow({ preload, placement, background: this.#background() });
    const window = new RendererWindow(browser, listener, {
      dataDir,
      rendererUrl,
      messages: () => this.#messages(),
      log: (line, level) => this.log(line, level),
      changed: () => this.#windowsChanged(),
    });
    this.#windows.push(window);
    browser.prependOnceListener("ready-to-show", () => this.#menuIsDue());
    browser.on("closed", () => {
      this.#windows = this.#windows.filter((other) => other !== window);
      this.#windowsChanged();
    });
    this.#windowsChanged();
    return window;
  }

  /** The window that shows this content; null for any other content: prints, foreign frames, a closed window. */
  listenerOf(contents: WebContents): WindowListener | null {
    return (
      this.#windows.find(({ browser }) => !browser.isDestroyed() && browser.webContents === contents)?.listener ?? null
    );
  }

  /** The window that a menu belongs to; null if the system names none of ours. */
  listenerOfWindow(window: BaseWindow | undefined): WindowListener | null {
    return this.#windows.find(({ browser }) => browser === window)?.listener ?? null;
  }

  #language(): Language {
    return spokenLanguage(this.#settings, systemLanguage());
  }

  #background(): string {
    return backgroundColour(this.#settings.contrast);
  }

  #colour(): void {
    for (const { browser } of this.#windows) browser.setBackgroundColor(this.#background());
  }

  #messages(): DesktopMessages {
    return desktopMessages(this.#language());
  }

  /** The attributes of the window's `<html>` element. */
  rendererAttributes(): string {
    const language = this.#language();
    return rendererAttributes(this.#settings, { language, wantsHighContrast: nativeTheme.shouldUseHighContrastColors });
  }

  readonly keySafe = keySafe;

  trash(path: string): Promise<void> {
    return shell.trashItem(path);
  }

  openPath(path: string): Promise<string> {
    return shell.openPath(path);
  }

  reveal(path: string): void {
    shell.showItemInFolder(path);
  }

  copy(text: string): void {
    clipboard.writeText(text);
  }

  readonly copyRich = copyRich;
  readonly startProcess = startProcess;

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

  settingsChanged(settings: Settings): void {
    this.#settings = settings;
    if (!this.#isReady) return;
    nativeTheme.themeSource = settings.theme;
    this.#colour();
    this.#makeMenu();
  }

  recentChanged(recent: Recent): void {
    this.#recent = recent;
    // Files are opened one after the other, and building the menu takes longer than opening a short one.
    this.#menuTimer ??= setTimeout(() => {
      this.#menuTimer = null;
      this.#makeMenu();
    }, MENU_DELAY);
  }

  /** The menu lists the windows, so it is rebuilt only if that list changed. */
  #windowsChanged(): void {
    const titles = JSON.stringify(this.#listed().map(({ title, isFront }) => [title, isFront]));
    if (titles === this.#titles) {
      updateApplicationMenu(this.#available());
      return;
    }
    this.#titles = titles;
    this.#makeMenu();
  }

  /** What commands can work on in the window in front: the focused one, or the only one. */
  #available() {
    const open = this.#windows.filter(({ browser }) => !browser.isDestroyed());
    const front = open.find(({ browser }) => browser.isFocused()) ?? (open.length === 1 ? open[0] : undefined);
    return front?.available ?? null;
  }

  /** The list of windows, if there are several. */
  #listed() {
    if (this.#windows.length < 2) return [];
    return this.#windows
      .filter(({ browser }) => !browser.isDestroyed())
      .map((window) => ({
        title: window.browser.getTitle(),
        isFront: window.browser.isFocused(),
        show: () => window.focus(),
      }));
  }

  #makeMenu(): void {
    if (!this.#isReady || !this.#listener || !this.#isMenuDue) return;
    const platform = process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux";
    const language = this.#language();
    setApplicationMenu(
      {
        recent: this.#recent,
        settings: this.#settings,
        platform,
        language,
        windows: this.#listed(),
        available: this.#available(),
      },
      this.#listener,
    );
  }

  /**
   * Building the menu takes longer than most of a start, and several settings change during the start. So it is built once, just before the first
   * window is shown.
   */
  #menuIsDue(): void {
    if (this.#isMenuDue) return;
    this.#isMenuDue = true;
    this.#makeMenu();
  }

  notify(notification: { title: string; body: string }, clicked: () => void): (() => void) | null {
    if (BrowserWindow.getFocusedWindow() !== null) return null;
    return showNotification(notification, clicked);
  }

  painted(): void {
    this.#menuIsDue();
    this.#listener?.painted();
    const path = process.env.GALLEY_SCREENSHOT;
    if (path)
      void this.#takePicture(path).catch((error: unknown) => this.log(`no screenshot: ${String(error)}`, "warning"));
  }

  async #takePicture(path: string): Promise<void> {
    // Fonts and the window frame settle a moment after the first paint.
    await wait(300);
    const picture = await this.#windows[0]?.browser.webContents.capturePage();
    if (!picture || picture.isEmpty()) throw new Error("the window gave no picture");
    await writeFile(`${path}.part`, picture.toPNG());
    await rename(`${path}.part`, path);
  }
}

/** Starts a process of ours without windows: plain Node, to which windows can be given message channels. */
function startProcess(entry: string, args: readonly string[], on: ProcessListener): AppProcess {
  const child = utilityProcess.fork(entry, [...args], { serviceName: "Galley journal", stdio: "ignore", env: {} });
  child.on("message", on.message);
  child.once("exit", on.ended);
  return {
    send: (message) => child.postMessage(message),
    connect(window: DesktopWindow, message: unknown) {
      if (!(window instanceof RendererWindow) || window.browser.isDestroyed()) return;
      const { port1, port2 } = new MessageChannelMain();
      child.postMessage(message, [port1]);
      window.browser.webContents.postMessage("galley:journal", null, [port2]);
    },
    kill: () => void child.kill(),
  };
}

type RichItem = new (items: Record<string, string>) => unknown;

/**
 * Puts a text on the clipboard as HTML and as plain text. Newer versions of Electron take items as the web does, older ones one object; both are
 * supported.
 */
async function copyRich({ html, text }: { html: string; text: string }): Promise<void> {
  const { ClipboardItem } = electron as unknown as { ClipboardItem?: RichItem };
  const { clipboard } = electron as unknown as { clipboard: { write(data: unknown): unknown } };
  await clipboard.write(
    ClipboardItem ? [new ClipboardItem({ "text/html": html, "text/plain": text })] : { html, text },
  );
}
