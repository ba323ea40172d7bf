import type { Platform } from "../../shared/keys";

type KeyPress = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "altKey" | "shiftKey" | "metaKey" | "getModifierState"
>;

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: "Left",
  ArrowRight: "Right",
  ArrowUp: "Up",
  ArrowDown: "Down",
  "+": "Plus",
  " ": "Space",
};

/** The US-layout character of a key, by its position. */
const KEYS_BY_POSITION: Readonly<Record<string, string>> = {
  Minus: "-",
  Equal: "=",
  BracketLeft: "[",
  BracketRight: "]",
  Backslash: "\\",
  Semicolon: ";",
  Quote: "'",
  Backquote: "`",
  Comma: ",",
  Period: ".",
  Slash: "/",
};

/**
 * The key chords, in the spelling of `readKey`, that a key press can match, most likely first: by character and by
 * position. So Ctrl+S works with a Cyrillic layout, and Ctrl+1 if digits need Shift. Empty for modifiers alone and for
 * characters typed with AltGr.
 */
export function keyChords(event: KeyPress, platform: Platform): string[] {
  const { key, code, ctrlKey, altKey, shiftKey, metaKey } = event;
  if (["Control", "Alt", "Shift", "Meta", "AltGraph", "Dead", "Process", "Unidentified", "CapsLock"].includes(key))
    return [];
  if (event.getModifierState("AltGraph")) return [];
  const isMac = platform === "darwin";
  // The Windows key belongs to the system.
  if (!isMac && metaKey) return [];
  const held = [(isMac ? metaKey : ctrlKey) ? "Mod" : "", isMac && ctrlKey ? "Ctrl" : "", altKey ? "Alt" : ""].filter(
    Boolean,
  );
  const chord = (name: string, shift: boolean) => [...held, ...(shift ? ["Shift"] : []), name].join("+");

  const byCharacter = NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  const byPosition = /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? KEYS_BY_POSITION[code];
  const isLatin = /^[!-~]$/.test(byCharacter) || byCharacter.length > 1;
  const isLetter = /^[A-Z]$/.test(byCharacter);
  const names: string[] = [];
  // On macOS Alt changes the character, so the position comes first.
  if (byPosition && ((isMac && altKey) || !isLatin)) names.push(chord(byPosition, shiftKey));
  if (isLatin) {
    names.push(chord(byCharacter, shiftKey));
    // Shift may only be needed to type the character: Ctrl+Shift+= is Ctrl+Plus.
    if (shiftKey && key.length === 1 && !isLetter) names.push(chord(byCharacter, false));
  }
  // A letter is matched only by its character: Ctrl+A on a French keyboard is not Ctrl+Q.
  if (byPosition && !isLetter && key.length === 1) names.push(chord(byPosition, shiftKey));
  return [...new Set(names)];
}
