import { useStore } from "@nanostores/react";
import type { Command } from "../../shared/contract";
import { useShell } from "./shell-context";
import { shortcut } from "./shortcuts";

/** How a button's hint says that a key does the same: `History (Ctrl+Alt+H)`, or only the words where none does. */
export function useHint(): (words: string, command: Command) => string {
  const { $keyboard } = useShell();
  const { keys, platform } = useStore($keyboard);
  return (words, command) => {
    const [key] = keys[command];
    return key === undefined ? words : `${words} (${shortcut(key, platform)})`;
  };
}
