import type { Events, TextLocation } from "../../shared/contract";
import { ToolError } from "../engine/ports/tool-error";
import { isWithin } from "../engine/storage";
import type { AppWindow, ClosingWhy } from "./app-window";
import type { WindowHandle } from "./core/desktop";
import { realPathSync } from "./core/grants";
import { t } from "./core/messages";
import type { OpenDocument, OpenDocuments } from "./documents";

/**
 * The windows of the app, the last active one first. Never empty after the first `add`: the state of the last closed
 * window stays.
 */
export class WindowList {
  /** True from `before-quit` on: windows that close now are restored at the next start. */
  isQuitting = false;
  readonly #openDocuments: Pick<OpenDocuments, "at">;
  #windows: readonly AppWindow[] = [];

  constructor(openDocuments: Pick<OpenDocuments, "at">) {
    this.#openDocuments = openDocuments;
  }

  get all(): readonly AppWindow[] {
    return this.#windows;
  }

  /** The target of menu commands. */
  get front(): AppWindow {
    const [first] = this.#windows;
    return this.#windows.find(({ isOnDesktop }) => isOnDesktop) ?? (first as AppWindow);
  }

  add(window: AppWindow, where: "in front" | "behind"): void {
    this.#windows = where === "in front" ? [window, ...this.#windows] : [...this.#windows, window];
  }

  remove(window: AppWindow): void {
    this.#windows = this.#windows.filter((other) => other !== window);
  }

  /** Moves the window to the front of the list. */
  focused(window: AppWindow): void {
    // While the windows close one by one, the system focuses whichever is left.
    if (this.isQuitting || !this.#windows.includes(window)) return;
    this.#windows = [window, ...this.#windows.filter((other) => other !== window)];
  }

  /** Quitting, or closing the last window, keeps its tabs for the next start. */
  whyClosing(window: AppWindow): ClosingWhy {
    const others = this.#windows.filter((other) => other !== window && other.isOnDesktop && !other.isClosing);
    return this.isQuitting || others.length === 0 ? "quit" : "window";
  }

  /**
   * The window for a file or folder: the one that has it open, else the one whose folder contains it, else the front
   * one.
   */
  for(path: string): AppWindow {
    const real = realPathSync(path);
    const document = this.#openDocuments.at(real);
    const having = document && this.of(document);
    if (having) return having;
    const holding = this.#windows
      .map((window) => ({ window, root: window.workspace && realPathSync(window.workspace.root) }))
      .filter(({ root }) => root !== null && isWithin(real, root))
      // The sort is stable: among windows with the same folder the last active one wins.
      .sort((a, b) => (b.root?.length ?? 0) - (a.root?.length ?? 0));
    return holding[0]?.window ?? this.front;
  }

  /** The window that shows a document. */
  of(document: OpenDocument): AppWindow | null {
    return this.#windows.find((window) => window === document.window) ?? null;
  }

  /** The window with exactly this folder as its workspace. */
  ofFolder(path: string): AppWindow | null {
    const real = realPathSync(path);
    return this.#windows.find(({ workspace }) => workspace && realPathSync(workspace.root) === real) ?? null;
  }

  /** The window in which one of these folders is open; else the front one. */
  ofAny(folders: readonly string[]): AppWindow {
    for (const folder of folders) {
      const window = this.ofFolder(folder);
      if (window !== null) return window;
    }
    return this.front;
  }

  /** Throws if the operation would move or delete the workspace of some window. `window` is the one that asked. */
  rejectOpenFolder(path: string, window: AppWindow | null): void {
    const real = realPathSync(path);
    for (const each of this.#windows) {
      if (!each.workspace || !isWithin(realPathSync(each.workspace.root), real)) continue;
      throw new ToolError("unsupported", each === window ? t.openFolder : t.openElsewhere(each.workspace.name));
    }
  }

  /** Shows a document in the window that has it, because another window asked for it. */
  bringDocumentForward(document: OpenDocument, spot?: TextLocation): void {
    this.of(document)?.bringTabForward(document, spot);
  }

  /** Moves a document that a closing window could not close to another window. */
  adopt(document: OpenDocument): void {
    const other = this.#windows.find((window) => window !== document.window && !window.isClosing);
    other?.receive(document, null);
  }

  /** Sends an event to every renderer; false if there is none. */
  broadcast<K extends keyof Events>(name: K, event: Events[K]): boolean {
    return this.#windows.map((window) => window.send(name, event)).some((isDelivered) => isDelivered);
  }

  /** Sends an event to every renderer except the one that caused it. */
  broadcastToOthers<K extends keyof Events>(by: WindowHandle | undefined, name: K, event: Events[K]): void {
    for (const window of this.#windows) if (window !== by) window.send(name, event);
  }
}
