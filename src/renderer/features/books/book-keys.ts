/** The keyboard commands of the translation table. */
export type BookKey = "confirm" | "next untranslated" | "next flagged" | "previous flagged" | "up" | "down";

/** The table command of a key; null for any other key and during composition. */
export function bookKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  isComposing,
  keyCode,
}: KeyboardEvent): BookKey | null {
  if (isComposing || keyCode === 229) return null;
  const isMain = ctrlKey || metaKey;
  if (key === "Enter" && isMain && !altKey) return shiftKey ? "next untranslated" : "confirm";
  if (key === "F8" && altKey && !isMain) return shiftKey ? "previous flagged" : "next flagged";
  if (altKey && !isMain && !shiftKey && key === "ArrowUp") return "up";
  if (altKey && !isMain && !shiftKey && key === "ArrowDown") return "down";
  return null;
}
