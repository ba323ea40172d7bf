import { useStore } from "@nanostores/react";
import type { Command } from "../../shared/contract";
import { shortcut } from "./shortcuts";
import { useWindow } from "./window-context";

/** The tooltip of a button with the key of its command: `History (Ctrl+Alt+H)`, or only the label if it has no key. */
export function useHint(): (label: string, command: Command) => string {
  const { $keyboard } = useWindow();
  const { keys, platform } = useStore($keyboard);
  return (label, command) => {
    const [key] = keys[command];
    return key === undefined ? label : `${label} (${shortcut(key, platform)})`;
  };
}
