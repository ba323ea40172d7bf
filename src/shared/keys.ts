/**
 * Keys as people write them and as the settings file keeps them: modifiers in the order `Mod`, `Ctrl`, `Alt`, `Shift`,
 * then one key, joined with `+`. `Mod` is ⌘ on macOS and Ctrl elsewhere; `Ctrl` by itself means something only on macOS.
 */
import { type Command, commands } from "./commands";

export type Platform = "linux" | "darwin" | "win32";

/** What the person changed: a command's key, several, or none. Names of commands that Galley does not know stay. */
export type KeySettings = { readonly [command: string]: string | readonly string[] | null };

const MOST_CHANGED = 500;
const MOST_KEYS = 8;

/** Whether `value` has the shape of `KeySettings`, within bounds. Keys that cannot be read are let by, and bind nothing. */
export function isKeySettings(value: unknown): value is KeySettings {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const isKey = (key: unknown) => typeof key === "string" && key.length <= 64;
  const entries = Object.entries(value);
  return (
    entries.length <= MOST_CHANGED &&
    entries.every(
      ([command, keys]) =>
        command.length <= 64 &&
        (keys === null || isKey(keys) || (Array.isArray(keys) && keys.length <= MOST_KEYS && keys.every(isKey))),
    )
  );
}

/** The keys of every command, as they hold. */
export type EffectiveKeys = { readonly [C in Command]: readonly string[] };

const MODIFIERS = ["Mod", "Ctrl", "Alt", "Shift"] as const;

/** By their names in lower case, with the spellings that people try. */
const SPELLINGS: Readonly<Record<string, string>> = {
  cmd: "Mod",
  command: "Mod",
  cmdorctrl: "Mod",
  commandorcontrol: "Mod",
  control: "Ctrl",
  option: "Alt",
  return: "Enter",
  esc: "Escape",
  del: "Delete",
  ins: "Insert",
  arrowleft: "Left",
  arrowright: "Right",
  arrowup: "Up",
  arrowdown: "Down",
  pgup: "PageUp",
  pgdown: "PageDown",
  " ": "Space",
};

const NAMED = [
  ...["Left", "Right", "Up", "Down", "PageUp", "PageDown", "Home", "End", "Insert", "Delete", "Backspace", "Enter"],
  ...["Escape", "Space", "Tab", "Plus"],
  ...Array.from({ length: 24 }, (_, index) => `F${index + 1}`),
];

const NAMES = new Map([...MODIFIERS, ...NAMED].map((name) => [name.toLowerCase(), name]));

/** Keys that nobody may take: text is typed with them. */
const isTyping = (key: string) => !/^F\d+$/.test(key);

/**
 * The one spelling of a key on this platform: `ctrl+shift+p` is `Mod+Shift+P` on Linux. Null for what is no key, and for
 * a key that types text or moves in it as it is (`A`, `Shift+Enter`): a command may not take it away.
 */
export function readKey(written: string, platform: Platform): string | null {
  if (written.length > 40) return null;
  // A plus is both a key and what joins them.
  const parts = (written.endsWith("++") ? `${written.slice(0, -1)}Plus` : written).split("+").map(nameOf);
  const key = parts.pop();
  if (!key || isModifier(key)) return null;
  const held = new Set<string>();
  for (const part of parts) {
    if (part === null || !isModifier(part)) return null;
    held.add(part === "Ctrl" && platform !== "darwin" ? "Mod" : part);
  }
  const isAlone = !held.has("Mod") && !held.has("Ctrl") && !held.has("Alt");
  if (isAlone && isTyping(key)) return null;
  return [...MODIFIERS.filter((modifier) => held.has(modifier)), key].join("+");
}

const isModifier = (name: string) => (MODIFIERS as readonly string[]).includes(name);

function nameOf(part: string): string | null {
  const trimmed = part === " " ? part : part.trim();
  const known = SPELLINGS[trimmed.toLowerCase()] ?? NAMES.get(trimmed.toLowerCase());
  if (known) return known;
  return /^[!-~]$/.test(trimmed) ? trimmed.toUpperCase() : null;
}

/**
 * The keys of every command on this platform: the table's, and where the person has changed them, those. What cannot be
 * read as a key is left out.
 */
export function effectiveKeys(changed: KeySettings, platform: Platform): EffectiveKeys {
  const entries = commands.map(({ id }) => {
    const own = Object.hasOwn(changed, id) ? changed[id] : undefined;
    const wanted = own === undefined ? defaultKeys(id, platform) : own === null ? [] : [own].flat();
    const read = wanted.flatMap((key) => readKey(key, platform) ?? []);
    return [id, [...new Set(read)]] as const;
  });
  return Object.fromEntries(entries) as Record<Command, readonly string[]>;
}

/** The platform, and the keys that hold on it. */
export type Keyboard = { readonly platform: Platform; readonly keys: EffectiveKeys };

/** The keyboard as the table and these changes make it. */
export const keyboard = (changed: KeySettings, platform: Platform): Keyboard => ({
  platform,
  keys: effectiveKeys(changed, platform),
});

/** The keys that a command has until the person changes them. */
export function defaultKeys(command: Command, platform: Platform): readonly string[] {
  const row = commands.find(({ id }) => id === command);
  const keys = (platform === "darwin" ? row?.mac : undefined) ?? row?.keys ?? [];
  return keys.flatMap((key) => readKey(key, platform) ?? []);
}
