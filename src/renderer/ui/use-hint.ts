import { useStore } from "@nanostores/react";
import type { Command } from "../../shared/contract";
import { useShell } from "./shell-context";
import { shortcut } from "./shortcuts";

/** The tooltip of a button with the key of its command: `History (Ctrl+Alt+H)`, or only the label if it has no key. */
export function useHint(): (label: string, command: Command) => string {
  const { $keyboard } = useShell();
  const { keys, platform } = useStore($keyboard);
  return (label, command) => {
    const [key] = keys[command];
    return key === undefined ? label : `${label} (${shortcut(key, platform)})`;
  };
}
