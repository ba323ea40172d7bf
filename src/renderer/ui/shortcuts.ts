import type { Platform } from "../../shared/keys";

const SIGNS: Readonly<Record<string, string>> = { Left: "←", Right: "→", Up: "↑", Down: "↓", Plus: "+" };

/** In the order that macOS uses. */
const SIGNS_MAC: Readonly<Record<string, string>> = { Ctrl: "⌃", Alt: "⌥", Shift: "⇧", Mod: "⌘" };

/** Formats a key chord such as `Mod+Shift+F` with the names of the platform's keyboard. */
export function shortcut(key: string, platform: Platform): string {
  const parts = key.split("+");
  const last = parts.pop() ?? "";
  const name = SIGNS[last] ?? last;
  if (platform !== "darwin") return [...parts.map((part) => (part === "Mod" ? "Ctrl" : part)), name].join("+");
  const held = Object.entries(SIGNS_MAC).flatMap(([part, sign]) => (parts.includes(part) ? sign : []));
  return [...held, name].join("");
}
