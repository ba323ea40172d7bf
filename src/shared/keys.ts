/**
 * Keys as stored in the settings file: modifiers in the order `Mod`, `Ctrl`, `Alt`, `Shift`, then one key, joined with
 * `+`. `Mod` is ⌘ on macOS and Ctrl elsewhere; `Ctrl` alone has a meaning only on macOS.
 */
import { type Command, commands } from "./commands";

export type Platform = "linux" | "darwin" | "win32";

/** Changes by the user: one key of a command, several, or none. Unknown commands are preserved. */
export type KeySettings = { readonly [command: string]: string | readonly string[] | null };

const MAX_CHANGED = 500;
const MAX_KEYS = 8;

/** Whether `value` is a valid `KeySettings` within its limits. Unreadable keys are accepted but bind nothing. */
export function isKeySettings(value: unknown): value is KeySettings {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const isKey = (key: unknown) => typeof key === "string" && key.length <= 64;
  const entries = Object.entries(value);
  return (
    entries.length <= MAX_CHANGED &&
    entries.every(
      ([command, keys]) =>
        command.length <= 64 &&
        (keys === null || isKey(keys) || (Array.isArray(keys) && keys.length <= MAX_KEYS && keys.every(isKey))),
    )
  );
}

/** The effective keys of every command. */
export type EffectiveKeys = { readonly [C in Command]: readonly string[] };

const MODIFIERS = ["Mod", "Ctrl", "Alt", "Shift"] as const;

/** Alternative spellings, in lower case. */
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

/** Keys that produce text cannot be bound without a modifier. */
const isTyping = (key: string) => !/^F\d+$/.test(key);

/**
 * Normalizes a key for this platform: `ctrl+shift+p` is `Mod+Shift+P` on Linux. Null if it is not a key, or if it types
 * text or moves the cursor by itself (`A`, `Shift+Enter`).
 */
export function readKey(written: string, platform: Platform): string | null {
  if (written.length > 40) return null;
  // A plus is both a key and the separator.
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
  const lower = trimmed.toLowerCase();
  const known = (Object.hasOwn(SPELLINGS, lower) ? SPELLINGS[lower] : undefined) ?? NAMES.get(lower);
  if (known) return known;
  return /^[!-~]$/.test(trimmed) ? trimmed.toUpperCase() : null;
}

/** The effective keys on this platform: the defaults with the user's changes. Unreadable keys are ignored. */
export function effectiveKeys(changed: KeySettings, platform: Platform): EffectiveKeys {
  const entries = commands.map(({ id }) => {
    const own = Object.hasOwn(changed, id) ? changed[id] : undefined;
    const wanted = own === undefined ? defaultKeys(id, platform) : own === null ? [] : [own].flat();
    const read = wanted.flatMap((key) => readKey(key, platform) ?? []);
    return [id, [...new Set(read)]] as const;
  });
  return Object.fromEntries(entries) as Record<Command, readonly string[]>;
}

/** The platform and its effective keys. */
export type Keyboard = { readonly platform: Platform; readonly keys: EffectiveKeys };

export const keyboard = (changed: KeySettings, platform: Platform): Keyboard => ({
  platform,
  keys: effectiveKeys(changed, platform),
});

/** The default keys of a command. */
export function defaultKeys(command: Command, platform: Platform): readonly string[] {
  const row = commands.find(({ id }) => id === command);
  const keys = (platform === "darwin" ? row?.mac : undefined) ?? row?.keys ?? [];
  return keys.flatMap((key) => readKey(key, platform) ?? []);
}
