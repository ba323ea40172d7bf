import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { serialQueue } from "../../../core/async/serial-queue";
import { defaultSettings, type Settings } from "../../../shared/settings";
import { readSettings, type SettingsError, withSettings } from "../../settings/settings-text";
import { realPathSync } from "../core/grants";
import { latestFile } from "../core/latest-file";
import { setAside } from "../core/stored-json";

/** The settings and their file, which the user may also edit. */
export type SettingsStore = {
  readonly now: Settings;
  /** Entries of the file that were ignored. */
  readonly problems: readonly SettingsError[];
  /** The system's error if the file could not be read; otherwise null. */
  readonly unreadable: string | null;
  /** The real path of the file. */
  readonly path: string;
  /**
   * Applies changes immediately; resolves once they are in the file, whose other text is preserved. If the file is too
   * damaged for that, it is renamed, and `setAside` is its new name.
   */
  change(some: Partial<Settings>): Promise<{ setAside: string | null }>;
  /** Reads the file again after a possible external edit. False if nothing changed. */
  reload(): Promise<boolean>;
  /** Creates the file if there is none. */
  make(): Promise<void>;
  idle(): Promise<void>;
};

const FRESH = "// Galley's settings. Comments are kept, and so are entries that Galley does not know.\n{\n}\n";

/** Read synchronously: the first window's colours depend on it. */
export function openSettings(path: string): SettingsStore {
  let real = realPathSync(path);
  let { text, unreadable } = readNow(real);
  let { settings, problems } = readSettings(text ?? "");
  let file = latestFile(real);
  /** Changes that are not in the file yet. */
  let pending: Partial<Settings> = {};

  /** Runs reads and writes of the file one after the other. */
  const enqueue = serialQueue();

  async function read(): Promise<boolean> {
    if (realPathSync(path) !== real) {
      real = realPathSync(path);
      file = latestFile(real);
    }
    const found = await readFile(real, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (found === text && unreadable === null) return false;
    unreadable = null;
    text = found;
    ({ settings, problems } = readSettings(found ?? ""));
    settings = { ...settings, ...pending };
    return true;
  }

  async function write(next: string): Promise<void> {
    await file.set(next);
    text = next;
    ({ problems } = readSettings(next));
  }

  async function writeChanges(): Promise<string | null> {
    // The file may have been edited externally; keep its other entries.
    await read();
    // Changes during a write are all included in the next one.
    if (Object.keys(pending).length === 0) return null;
    const next = withSettings(text ?? FRESH, pending);
    pending = {};
    if (next !== null) {
      await write(next);
      return null;
    }
    const aside = basename(await setAside(real));
    await write(withSettings(FRESH, changesIn(settings)) ?? FRESH);
    return aside;
  }

  return {
    get now() {
      return settings;
    },
    get problems() {
      return problems;
    },
    get unreadable() {
      return unreadable;
    },
    get path() {
      return real;
    },
    change(some) {
      settings = { ...settings, ...some };
      pending = { ...pending, ...some };
      return enqueue(async () => ({ setAside: await writeChanges() }));
    },
    reload: () => enqueue(read),
    make: () =>
      enqueue(async () => {
        await read();
        if (text === null) await write(FRESH);
      }),
    idle: async () => {
      await enqueue.idle();
      await file.idle();
    },
  };
}

const changesIn = (settings: Settings): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => defaultSettings[name as keyof Settings] !== value),
  );

function readNow(path: string): { text: string | null; unreadable: string | null } {
  try {
    return { text: readFileSync(path, "utf8"), unreadable: null };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { text: null, unreadable: code === "ENOENT" ? null : message };
  }
}
