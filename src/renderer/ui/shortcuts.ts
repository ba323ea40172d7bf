import type { StartState } from "../../shared/contract";

type Platform = StartState["platform"];

/** A shortcut such as `Mod+Shift+F` as the person's keyboard names it. */
export function shortcut(keys: string, platform: Platform): string {
  if (platform !== "darwin") return keys.replace("Mod", "Ctrl");
  const signs: Record<string, string> = { Mod: "⌘", Shift: "⇧", Alt: "⌥", Ctrl: "⌃" };
  return keys
    .split("+")
    .map((key) => signs[key] ?? key)
    .join("");
}
