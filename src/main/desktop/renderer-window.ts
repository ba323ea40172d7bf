import type { BrowserWindow } from "electron";
import type { Need } from "../../shared/commands";
import type { LogLevel } from "../../shared/log-level";
import type { DesktopWindow, WindowBounds, WindowListener } from "../app/core/desktop";
import { createDialogs } from "./dialogs";
import { sendEvent } from "./ipc";
import { linkOf } from "./link";
import { showContextMenu } from "./menu";
import type { DesktopMessages } from "./messages";
import { actOnPdf, isPdfFrame, keyForWindow } from "./pdf-frames";

const CRASHES = { most: 3, withinMs: 60_000 };

/** What a window needs from the desktop. */
export type RendererWindowDeps = {
  dataDir: string;
  rendererUrl: string;
  messages(): DesktopMessages;
  log(line: string, level: LogLevel): void;
  /** The window came to the front, changed its title, or was closed. */
  changed(): void;
};

/** One Electron window with the page in it. Reloads the page if its process ends. */
export class RendererWindow implements DesktopWindow {
  readonly browser: BrowserWindow;
  readonly listener: WindowListener;
  readonly #deps: RendererWindowDeps;
  readonly #dialogs: ReturnType<typeof createDialogs>;
  #crashes: number[] = [];
  #mayClose = false;

  constructor(browser: BrowserWindow, listener: WindowListener, deps: RendererWindowDeps) {
    this.browser = browser;
    this.listener = listener;
    this.#deps = deps;
    this.#dialogs = createDialogs(() => (browser.isDestroyed() ? null : browser), deps.messages);
    browser.on("focus", () => {
      // The user is here now: stop marking the window in the task bar.
      browser.flashFrame(false);
      listener.focused();
      deps.changed();
    });
    browser.on("close", (event) => {
      if (this.#mayClose) return;
      event.preventDefault();
      void this.#close();
    });
    browser.on("closed", () => {
      listener.closed();
      deps.changed();
    });
    browser.on("page-title-updated", () => setImmediate(deps.changed));
    browser.on("unresponsive", () => void this.#windowHangs());
    browser.webContents.on("render-process-gone", (_, { reason, exitCode }) => {
      const isMeant = reason === "clean-exit" || this.#mayClose;
      deps.log(`the page's process ended: ${reason}, ${exitCode}`, isMeant ? "info" : "error");
      if (!isMeant) this.#rendererStopped();
    });
    browser.webContents.on("preload-error", (_, path, error) =>
      deps.log(`${path}: ${error.stack ?? error.message}`, "error"),
    );
    this.#followPdfs();
    this.#load();
  }

  /** Links in a PDF navigate the window, which is prevented for all; keys that are not for the PDF go to the page. */
  #followPdfs(): void {
    const { webContents } = this.browser;
    let isAsking = false;
    webContents.on("will-frame-navigate", ({ url, isMainFrame }) => {
      if (isAsking || !isMainFrame || !isPdfFrame(webContents.focusedFrame) || linkOf(url) === null) return;
      isAsking = true;
      void this.offerLink(url).finally(() => {
        isAsking = false;
      });
    });
    webContents.on("before-input-event", (event, input) => {
      const key = keyForWindow(input, webContents.focusedFrame);
      if (!key) return;
      event.preventDefault();
      this.send("viewer:key", key);
    });
  }

  readonly pickFile: DesktopWindow["pickFile"] = (extensions) => this.#dialogs.pickFile(extensions);
  readonly pickFolder = () => this.#dialogs.pickFolder();
  readonly pickSavePath: DesktopWindow["pickSavePath"] = (suggested) => this.#dialogs.pickSavePath(suggested);
  readonly pickExportPath: DesktopWindow["pickExportPath"] = (suggested, kind) =>
    this.#dialogs.pickExportPath(suggested, kind);
  readonly offerLink: DesktopWindow["offerLink"] = (url) => this.#dialogs.offerLink(url);

  readonly actOnPdf: DesktopWindow["actOnPdf"] = async (url, action) =>
    this.browser.isDestroyed() ? null : actOnPdf(this.browser.webContents.mainFrame, url, action);

  readonly send: DesktopWindow["send"] = (name, event) =>
    !this.browser.isDestroyed() && sendEvent(this.browser.webContents, name, event);

  readonly showMenu: DesktopWindow["showMenu"] = (items) => showContextMenu(items, this.browser);

  /** What commands can work on; null until the page has said so. */
  available: readonly Need[] | null = null;

  setAvailable(needs: readonly Need[]): void {
    this.available = needs;
    this.#deps.changed();
  }

  toggleFullScreen(): void {
    this.browser.setFullScreen(!this.browser.isFullScreen());
  }

  focus(): void {
    if (this.browser.isDestroyed()) return;
    if (this.browser.isMinimized()) this.browser.restore();
    if (this.browser.isVisible()) this.browser.focus();
  }

  askForAttention(): void {
    if (!this.browser.isDestroyed() && !this.browser.isFocused()) this.browser.flashFrame(true);
  }

  bounds(): WindowBounds {
    return { ...this.browser.getNormalBounds(), isMaximized: this.browser.isMaximized() };
  }

  close(): void {
    if (!this.browser.isDestroyed()) this.browser.close();
  }

  #load(): void {
    this.browser
      .loadURL(this.#deps.rendererUrl)
      .catch((error: unknown) => this.#deps.log(`the window's page could not be loaded: ${String(error)}`, "error"));
  }

  #rendererStopped(): void {
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < CRASHES.withinMs), now];
    if (this.#crashes.length > CRASHES.most) {
      const { stoppedOften, stoppedOftenDetail } = this.#deps.messages();
      const detail = stoppedOftenDetail(this.#deps.dataDir);
      void this.#dialogs.showError(stoppedOften(this.#crashes.length), detail);
      return;
    }
    this.listener.rendererStopped(this.#deps.messages().stopped);
    // Not inside the event handler: Chromium is still removing the old process.
    setImmediate(() => {
      if (!this.browser.isDestroyed()) this.#load();
    });
  }

  async #windowHangs(): Promise<void> {
    this.#deps.log("the window does not respond", "warning");
    const again = await this.#dialogs.askToRestartWindow();
    if (again && !this.browser.isDestroyed()) this.browser.webContents.forcefullyCrashRenderer();
  }

  /** Closes once, however often it is called meanwhile, and only if the app allows it. */
  async #close(): Promise<void> {
    const mayGo = await this.listener.requestClose().catch((error: unknown) => {
      this.#deps.log(`a window could not save its state before it closed: ${String(error)}`, "error");
      return true;
    });
    if (!mayGo || this.#mayClose) return;
    this.#mayClose = true;
    if (!this.browser.isDestroyed()) this.browser.destroy();
  }
}
