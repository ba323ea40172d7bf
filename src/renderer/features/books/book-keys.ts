import type { KeyboardEvent } from "react";

/** What a key does anywhere in the table of source and target. */
export type BookKey = "confirm" | "next untranslated" | "up" | "down";

/** The command of a key in the table; null where it is none, or an input method's own. */
export function bookKey({ key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent }: KeyboardEvent): BookKey | null {
  if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return null;
  const isMain = ctrlKey || metaKey;
  if (key === "Enter" && isMain && !altKey) return shiftKey ? "next untranslated" : "confirm";
  if (altKey && !isMain && !shiftKey && key === "ArrowUp") return "up";
  if (altKey && !isMain && !shiftKey && key === "ArrowDown") return "down";
  return null;
}
