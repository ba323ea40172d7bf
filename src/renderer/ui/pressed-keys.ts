import type { Platform } from "../../shared/keys";

type Pressed = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "altKey" | "shiftKey" | "metaKey" | "getModifierState">;

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: "Left",
  ArrowRight: "Right",
  ArrowUp: "Up",
  ArrowDown: "Down",
  "+": "Plus",
  " ": "Space",
};

/** What a key of the writing block says on the keyboards that keys are named after, by where it lies. */
const PLACES: Readonly<Record<string, string>> = {
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
 * The names, as `readKey` spells them, by which a key that was pressed can be bound, the likeliest first: by what it
 * types, and by where it lies, so that Ctrl+S is found with a Cyrillic layout and Ctrl+1 where digits need Shift. Empty
 * while only modifiers are held, and for what types a character with AltGr.
 */
export function pressedKeys(event: Pressed, platform: Platform): string[] {
  const { key, code, ctrlKey, altKey, shiftKey, metaKey } = event;
  if (["Control", "Alt", "Shift", "Meta", "AltGraph", "Dead", "Process", "Unidentified", "CapsLock"].includes(key))
    return [];
  if (event.getModifierState("AltGraph")) return [];
  const isMac = platform === "darwin";
  // The Windows key is the system's.
  if (!isMac && metaKey) return [];
  const held = [(isMac ? metaKey : ctrlKey) ? "Mod" : "", isMac && ctrlKey ? "Ctrl" : "", altKey ? "Alt" : ""].filter(
    Boolean,
  );
  const chord = (name: string, shift: boolean) => [...held, ...(shift ? ["Shift"] : []), name].join("+");

  const typed = NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  const lies = /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? PLACES[code];
  const isLatin = /^[!-~]$/.test(typed) || typed.length > 1;
  const isLetter = /^[A-Z]$/.test(typed);
  const names: string[] = [];
  // On macOS Alt types another character: there the place of the key says more.
  if (lies && ((isMac && altKey) || !isLatin)) names.push(chord(lies, shiftKey));
  if (isLatin) {
    names.push(chord(typed, shiftKey));
    // Shift may only have been held to type the sign: Ctrl+Shift+= is Ctrl+Plus.
    if (shiftKey && key.length === 1 && !isLetter) names.push(chord(typed, false));
  }
  // A letter that the layout has elsewhere is never meant by its place: Ctrl+A on a French keyboard is not Ctrl+Q.
  if (lies && !isLetter && key.length === 1) names.push(chord(lies, shiftKey));
  return [...new Set(names)];
}
