import { type Command, commands, mayShareKeys } from "../../../../shared/commands";
import { defaultKeys, type Keyboard, type KeySettings, type Platform, readKey } from "../../../../shared/keys";

/** Keys that several commands share, with those commands; only the first of them runs. */
export function conflictsOf({ keys }: Keyboard): ReadonlyMap<string, readonly Command[]> {
  const holders = new Map<string, Command[]>();
  for (const { id } of commands) for (const key of keys[id]) holders.set(key, [...(holders.get(key) ?? []), id]);
  return new Map([...holders].filter(([, ids]) => ids.some((one) => ids.some((other) => isConflict(one, other)))));
}

const isConflict = (one: Command, other: Command): boolean => one !== other && !mayShareKeys(one, other);

/** The other commands that have this key and may not share it. */
export const holdersOf = (key: string, { keys }: Keyboard, but: Command): Command[] =>
  commands.flatMap(({ id }) => (isConflict(id, but) && keys[id].includes(key) ? [id] : []));

/** The settings with these keys for a command; defaults are not stored. */
export function withKeys(
  changed: KeySettings,
  command: Command,
  keys: readonly string[],
  platform: Platform,
): KeySettings {
  const { [command]: _before, ...others } = changed;
  const usual = defaultKeys(command, platform);
  if (usual.length === keys.length && usual.every((key, index) => key === keys[index])) return others;
  const [first, ...more] = keys;
  return { ...others, [command]: first === undefined ? null : more.length === 0 ? first : [...keys] };
}

/** Adds a key to a command and removes it from other commands. */
export function withKeyAssigned(changed: KeySettings, command: Command, key: string, now: Keyboard): KeySettings {
  const { platform, keys } = now;
  const rest = holdersOf(key, now, command).reduce(
    (settings, holder) =>
      withKeys(
        settings,
        holder,
        keys[holder].filter((each) => each !== key),
        platform,
      ),
    changed,
  );
  return withKeys(rest, command, [...keys[command].filter((each) => each !== key), key], platform);
}

/** Whether the user has changed the keys of a command. */
export const isChanged = (changed: KeySettings, command: Command): boolean => Object.hasOwn(changed, command);

/** Invalid key names in the settings of a command, as written there. */
export function unreadableKeys(changed: KeySettings, command: Command, platform: Platform): string[] {
  const own = isChanged(changed, command) ? changed[command] : null;
  return [own ?? []].flat().filter((key) => readKey(key, platform) === null);
}

/** Reserved uses of keys. */
export type Reserved = "copy" | "cut" | "paste" | "select all" | "quit" | "tabs" | "system";

const RESERVED: Readonly<Record<string, Reserved>> = {
  "Mod+C": "copy",
  "Mod+Insert": "copy",
  "Mod+X": "cut",
  "Mod+V": "paste",
  "Mod+Shift+V": "paste",
  "Mod+A": "select all",
  "Mod+Q": "quit",
  "Alt+F4": "system",
  "Alt+Tab": "system",
  "Alt+Space": "system",
};

const RESERVED_MAC: Readonly<Record<string, Reserved>> = {
  "Mod+H": "system",
  "Mod+M": "system",
  "Mod+Tab": "system",
  "Mod+Space": "system",
};

/** The reserved use of a key on this platform; null if it is free. */
export function reservedFor(key: string, platform: Platform): Reserved | null {
  if (/^Mod\+[1-9]$/.test(key)) return "tabs";
  return RESERVED[key] ?? (platform === "darwin" ? (RESERVED_MAC[key] ?? null) : null);
}
