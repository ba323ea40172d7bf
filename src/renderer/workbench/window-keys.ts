import { useEffect } from "react";
import { commands } from "../../shared/commands";
import type { Command } from "../../shared/contract";
import type { Keyboard } from "../../shared/keys";
import { keyChords } from "../ui/key-chords";
import type { Shell } from "./api/shell";
import { useShell } from "./api/shell-context";
import { activeGroup } from "./groups/arrangement";

/**
 * Handles the keys of all commands but those that edit text, and keys without a command: Ctrl+1 to Ctrl+9, and Escape.
 * The menu has the same accelerators; it handles them if no window does.
 */
export function useWindowKeys(): void {
  const shell = useShell();
  useEffect(() => {
    let bound = bindings(shell.$keyboard.get());
    const stop = shell.$keyboard.listen((keyboard) => {
      bound = bindings(keyboard);
    });
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || isText(event)) return;
      const action = commandKey(shell, bound, event) ?? windowKey(shell, event);
      // Most keys are text: the window is only searched for a dialog if there is something to do.
      if (!action || document.querySelector("dialog[open]")) return;
      // This also prevents the menu's accelerator from running the command again.
      event.preventDefault();
      event.stopPropagation();
      action();
    };
    window.addEventListener("keydown", handleKeyDown, { capture: true });
    return () => {
      stop();
      window.removeEventListener("keydown", handleKeyDown, { capture: true });
    };
  }, [shell]);
}

/** A key that types text has no command. */
const isText = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !altKey && !metaKey;

type Bindings = { always: ReadonlyMap<string, Command>; onBook: ReadonlyMap<string, Command> };

/** Commands by key chord, and those that act on a book. If two have the same key, the first one in the table wins. */
function bindings({ keys }: Keyboard): Bindings {
  const [always, onBook] = [new Map<string, Command>(), new Map<string, Command>()];
  for (const { id, acts } of commands) {
    if (acts === "on text") continue;
    const bound = acts === "on book" ? onBook : always;
    for (const key of keys[id]) if (!bound.has(key)) bound.set(key, id);
  }
  return { always, onBook };
}

/** A view can reserve keys while it has the focus, by listing them in `data-own-keys`. */
function isOwn(key: string): boolean {
  const owner = document.activeElement?.closest<HTMLElement>("[data-own-keys]");
  return owner?.dataset["ownKeys"]?.split(" ").includes(key) ?? false;
}

function commandKey(
  { run, platform, tabs }: Pick<Shell, "run" | "platform" | "tabs">,
  { always, onBook }: Bindings,
  event: KeyboardEvent,
): (() => void) | null {
  const chords = keyChords(event, platform);
  if (!chords.some((key) => always.has(key) || onBook.has(key))) return null;
  const isBook = tabs.$front.get()?.editor.kind === "book";
  for (const key of chords) {
    if (isOwn(key)) return null;
    const command = (isBook ? onBook.get(key) : undefined) ?? always.get(key);
    if (command) return () => run(command);
  }
  return null;
}

function windowKey(
  { tabs, layout, platform }: Pick<Shell, "tabs" | "layout" | "platform">,
  event: KeyboardEvent,
): (() => void) | null {
  const { key, ctrlKey, shiftKey, altKey, metaKey } = event;
  const main = platform === "darwin" ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  const active = tabs.$active.get();
  const list = activeGroup(tabs.$arrangement.get()).tabs;
  if (main && !altKey && !shiftKey && /^[1-9]$/.test(key)) {
    const tab = key === "9" ? list.at(-1) : list[Number(key) - 1];
    return tab === undefined ? null : () => tabs.bring(tabs.tabOf(tab));
  }
  if (key === "Escape" && !ctrlKey && !altKey && !metaKey && !shiftKey) {
    const focused = document.activeElement;
    // A field for a name or a popover handles the key itself.
    if (!focused || focused instanceof HTMLInputElement || document.querySelector(":popover-open")) return null;
    const close = focused.closest(".aside")
      ? layout.closeAside
      : focused.closest(".page[data-sidebar='over'] .sidebar-pane")
        ? layout.leaveSidebar
        : null;
    if (!close) return null;
    return () => {
      close();
      if (active !== null) tabs.activate(active);
    };
  }
  return null;
}
