import type { Events, Spot } from "../../shared/contract";
import { ToolError } from "../engine/ports/tool-error";
import type { AppWindow, ClosingWhy } from "./app-window";
import type { WindowFace } from "./core/desktop";
import { isInside, realPathSync } from "./core/grants";
import { told } from "./core/messages";
import type { Copies } from "./documents/context";
import type { WorkingCopy } from "./documents/open-document";

/**
 * The windows of the app, the one that the person was in last first, and which of them is meant. Never empty once the first
 * is added: what is kept of the last one stays.
 */
export class WindowList {
  /** From `before-quit` on: what closes now comes back at the next start. */
  isQuitting = false;
  readonly #copies: Pick<Copies, "at">;
  #windows: readonly AppWindow[] = [];

  constructor(copies: Pick<Copies, "at">) {
    this.#copies = copies;
  }

  get all(): readonly AppWindow[] {
    return this.#windows;
  }

  /** The window that a command of the menu means. */
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

  /** The person came to this window. */
  focused(window: AppWindow): void {
    // While one window closes after the other, the system gives the focus to whichever is left.
    if (this.isQuitting || !this.#windows.includes(window)) return;
    this.#windows = [window, ...this.#windows.filter((other) => other !== window)];
  }

  /** The tabs of the last window come back, and those of all when the person quits. */
  whyClosing(window: AppWindow): ClosingWhy {
    const others = this.#windows.filter((other) => other !== window && other.isOnDesktop && !other.isClosing);
    return this.isQuitting || others.length === 0 ? "quit" : "window";
  }

  /** Where a file or folder is shown: the window that has it, else the one whose folder holds it, else the front one. */
  for(path: string): AppWindow {
    const real = realPathSync(path);
    const copy = this.#copies.at(real);
    const having = copy && this.of(copy);
    if (having) return having;
    const holding = this.#windows
      .map((window) => ({ window, root: window.workspace && realPathSync(window.workspace.root) }))
      .filter(({ root }) => root !== null && isInside(root, real))
      // The sort keeps the order of those alike: among windows of one folder the person was in the first one last.
      .sort((a, b) => (b.root?.length ?? 0) - (a.root?.length ?? 0));
    return holding[0]?.window ?? this.front;
  }

  /** The window that shows a document. */
  of(copy: WorkingCopy): AppWindow | null {
    return this.#windows.find((window) => window === copy.window) ?? null;
  }

  /** The window that has just this folder. */
  ofFolder(path: string): AppWindow | null {
    const real = realPathSync(path);
    return this.#windows.find(({ workspace }) => workspace && realPathSync(workspace.root) === real) ?? null;
  }

  /** Refuses what would take away the folder that some window has open, asked for from within `window`. */
  refuseOpenFolder(path: string, window: AppWindow): void {
    const real = realPathSync(path);
    for (const each of this.#windows) {
      if (!each.workspace || !isInside(real, realPathSync(each.workspace.root))) continue;
      throw new ToolError("unsupported", each === window ? told.openFolder : told.openElsewhere(each.workspace.name));
    }
  }

  /** A document was asked for in a window that has it not. */
  bringForward(copy: WorkingCopy, spot?: Spot): void {
    this.of(copy)?.showOwn(copy, spot);
  }

  /** What a window that closes could not let go of goes on in another one. */
  takeIn(copy: WorkingCopy): void {
    const other = this.#windows.find((window) => window !== copy.window && !window.isClosing);
    other?.takeOver(copy, null);
  }

  /** Tells every page; false where there is none. */
  tellAll<K extends keyof Events>(name: K, event: Events[K]): boolean {
    return this.#windows.map((window) => window.send(name, event)).some((isHeard) => isHeard);
  }

  /** Tells every page but the one that did it. */
  tellOthers<K extends keyof Events>(by: WindowFace | undefined, name: K, event: Events[K]): void {
    for (const window of this.#windows) if (window !== by) window.send(name, event);
  }
}
