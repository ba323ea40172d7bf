import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { defaultSettings, type Settings } from "../../../shared/settings";
import { readSettings, type SettingsProblem, withSettings } from "../../settings/settings-text";
import { realPathSync } from "../core/grants";
import { latestFile } from "../core/latest-file";
import { setAside } from "../core/stored-json";

/** The settings, and the file that the person may edit as well. */
export type SettingsStore = {
  readonly now: Settings;
  /** What of the file did not count when it was read. */
  readonly problems: readonly SettingsProblem[];
  /** Why the file that is there could not be read, as the system says it; null where it could. */
  readonly unreadable: string | null;
  /** The file as it is reached through links. */
  readonly path: string;
  /**
   * Changes hold at once; resolves once they are in the file, whose other text stays. Where the file is too damaged for
   * that, it is set aside under the name that is answered.
   */
  change(some: Partial<Settings>): Promise<{ setAside: string | null }>;
  /** Reads the file again, as somebody may have edited it. False where nothing in it is new. */
  look(): Promise<boolean>;
  /** Makes the file where there is none yet. */
  make(): Promise<void>;
  settled(): Promise<void>;
};

const FRESH = "// Galley's settings. Comments stay, and so do entries that Galley does not know.\n{\n}\n";

/** Read at once and not in turn: the window's first colours depend on them. */
export function openSettings(path: string): SettingsStore {
  let real = realPathSync(path);
  let { text, unreadable } = readNow(real);
  let { settings, problems } = readSettings(text ?? "");
  let file = latestFile(real);
  let turn: Promise<unknown> = Promise.resolve();
  /** Changes that are not in the file yet. */
  let asked: Partial<Settings> = {};

  /** One reader or writer of the file at a time. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work);
    turn = next.catch(() => undefined);
    return next;
  };

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
    settings = { ...settings, ...asked };
    return true;
  }

  async function write(next: string): Promise<void> {
    await file.set(next);
    text = next;
    ({ problems } = readSettings(next));
  }

  async function writeAsked(): Promise<string | null> {
    // Somebody may have edited it a moment ago: their other entries count as well.
    await read();
    // What is asked for while a write is under way goes into the next one, all of it.
    if (Object.keys(asked).length === 0) return null;
    const next = withSettings(text ?? FRESH, asked);
    asked = {};
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
      asked = { ...asked, ...some };
      return inTurn(async () => ({ setAside: await writeAsked() }));
    },
    look: () => inTurn(read),
    make: () =>
      inTurn(async () => {
        await read();
        if (text === null) await write(FRESH);
      }),
    settled: async () => {
      await turn;
      await file.settled();
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
