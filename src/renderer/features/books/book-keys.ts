/** The keyboard commands of the translation table. */
export type BookKey = "confirm" | "next untranslated" | "up" | "down";

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
  if (altKey && !isMain && !shiftKey && key === "ArrowUp") return "up";
  if (altKey && !isMain && !shiftKey && key === "ArrowDown") return "down";
  return null;
}
