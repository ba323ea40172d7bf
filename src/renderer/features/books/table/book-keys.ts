/** Takes one of the earlier translations that are listed beside the paragraph. */
export type MatchKey = "match 1" | "match 2" | "match 3" | "match 4" | "match 5";

/** The keyboard commands of the translation table. */
export type BookKey = "confirm" | "next untranslated" | "next flagged" | "previous flagged" | "up" | "down" | MatchKey;

const matchKeys: readonly MatchKey[] = ["match 1", "match 2", "match 3", "match 4", "match 5"];

/** The position of a match, from 0, that a key takes; null for any other command. */
export const matchOf = (key: BookKey): number | null => {
  const at = matchKeys.indexOf(key as MatchKey);
  return at < 0 ? null : at;
};

/** The table command of a key; null for any other key and during composition. */
export function bookKey(event: KeyboardEvent): BookKey | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing, keyCode } = event;
  if (isComposing || keyCode === 229) return null;
  const isMain = ctrlKey || metaKey;
  if (key === "Enter" && isMain && !altKey) return shiftKey ? "next untranslated" : "confirm";
  if (key === "F8" && altKey && !isMain) return shiftKey ? "previous flagged" : "next flagged";
  if (altKey && !isMain && !shiftKey && key === "ArrowUp") return "up";
  if (altKey && !isMain && !shiftKey && key === "ArrowDown") return "down";
  // Right Alt, which Windows reports with Ctrl, types a third character of the key.
  if (isMain && altKey && !shiftKey && !event.getModifierState("AltGraph"))
    return matchKeys[Number(/^(?:Digit|Numpad)([1-5])$/.exec(code)?.[1] ?? 0) - 1] ?? null;
  return null;
}
