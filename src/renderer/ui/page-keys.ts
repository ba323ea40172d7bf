import { useEffect } from "react";
import type { Shell } from "../shell";
import { useShell } from "./shell-context";

/** The rooms that F6 goes through, in order. */
const ROOMS = [".tree", ".tabs [role=tab][tabindex='0']", ".cm-content", ".aside button", ".status button"];

/** The keys of the page that a menu cannot carry: between tabs, to a tab by its number, between rooms. */
export function usePageKeys(): void {
  const shell = useShell();
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.isComposing || document.querySelector("dialog[open]")) return;
      const action = pageKey(shell, event);
      if (!action) return;
      // Also keeps the menu's own accelerator from doing it a second time.
      event.preventDefault();
      event.stopPropagation();
      action();
    };
    window.addEventListener("keydown", pressed, { capture: true });
    return () => window.removeEventListener("keydown", pressed, { capture: true });
  }, [shell]);
}

function pageKey({ tabs, layout, platform }: Shell, event: KeyboardEvent): (() => void) | null {
  const { key, ctrlKey, shiftKey, altKey, metaKey } = event;
  const main = platform === "darwin" ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  const active = tabs.$active.get();
  const list = tabs.$tabs.get();
  const place = list.findIndex(({ doc }) => doc === active);
  if (ctrlKey && !altKey && !metaKey && key === "Tab") return () => tabs.step(shiftKey ? -1 : 1);
  if (ctrlKey && !altKey && !metaKey && (key === "PageUp" || key === "PageDown")) {
    const by = key === "PageUp" ? -1 : 1;
    if (!shiftKey) return () => tabs.step(by);
    return active === null ? null : () => tabs.move(active, place + by);
  }
  if (main && !altKey && !shiftKey && /^[1-9]$/.test(key)) {
    const tab = key === "9" ? list.at(-1) : list[Number(key) - 1];
    return tab ? () => tabs.activate(tab.doc) : null;
  }
  if (key === "Escape" && !ctrlKey && !altKey && !metaKey && !shiftKey) {
    const focused = document.activeElement;
    // A name being typed, or a popover, has its own use for the key.
    if (!focused || focused instanceof HTMLInputElement || document.querySelector(":popover-open")) return null;
    const close = focused.closest(".aside")
      ? layout.closeAside
      : focused.closest(".page[data-sidebar='over'] .sidebar-room")
        ? layout.leaveSidebar
        : null;
    if (!close) return null;
    return () => {
      close();
      if (active !== null) tabs.activate(active);
    };
  }
  if (key === "F6" && !ctrlKey && !altKey && !metaKey) return () => nextRoom(shiftKey ? -1 : 1);
  return null;
}

function nextRoom(by: 1 | -1): void {
  const rooms = ROOMS.flatMap((selector) => document.querySelector<HTMLElement>(selector) ?? []);
  const at = rooms.findIndex((room) => room === document.activeElement || room.contains(document.activeElement));
  rooms[(at + by + rooms.length) % rooms.length]?.focus();
}
