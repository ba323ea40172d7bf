import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Desktop, Recent, WindowBounds } from "../core/desktop";
import { t } from "../core/messages";
import { absolutePath, type StoredWindow, storedWindows } from "../core/session";
import { storedJson } from "../core/stored-json";
import { openSettings, type SettingsStore } from "./settings-store";

/** The maximum number of files and folders in the recent list. */
const MAX_RECENT = 15;

/** The recent list as stored. */
const storedRecent: z.ZodType<Recent> = z
  .array(z.strictObject({ path: absolutePath, kind: z.enum(["folder", "file"]) }))
  .max(100);

/** Moves `entry` to the front and drops the oldest entries. */
function withRecent(recent: Recent, entry: Recent[number]): Recent {
  return [entry, ...recent.filter(({ path }) => path !== entry.path)].slice(0, MAX_RECENT);
}

/** State that survives restarts: settings, recent files, and windows with their folders and tabs. */
export type AppState = {
  settings: SettingsStore;
  recent: Recent;
  /** Bounds of the front window. Read synchronously, because the first window opens before anything else is loaded. */
  firstBounds(): WindowBounds | null;
  /** Reads everything. Damaged files are renamed and reported in `notices`. */
  load(): Promise<{ windows: StoredWindow[]; isFirstStart: boolean; notices: string[] }>;
  saveWindows(windows: readonly StoredWindow[]): Promise<void>;
  wasOpened(entry: Recent[number]): void;
  clearRecent(): void;
  idle(): Promise<void>;
};

/** Stored as three small files in `dataDir`. `recentChanged` is called when the recent list changes. */
export function createAppState(
  dataDir: string,
  { recentChanged }: Pick<Desktop, "recentChanged">,
  reportError: (what: string, error: unknown) => void,
): AppState {
  const sessionPath = join(dataDir, "session.json");
  const stored = {
    recent: storedJson(join(dataDir, "recent.json"), storedRecent, () => t.parts.recent),
    session: storedJson(sessionPath, storedWindows, () => t.parts.lastTabs),
  };

  function setRecent(recent: Recent): void {
    appState.recent = recent;
    recentChanged(recent);
    stored.recent.save(recent).catch((error: unknown) => reportError(t.parts.recent, error));
  }

  const appState: AppState = {
    settings: openSettings(join(dataDir, "settings.json")),
    recent: [],
    firstBounds() {
      try {
        return storedWindows.parse(JSON.parse(readFileSync(sessionPath, "utf8")))[0]?.bounds ?? null;
      } catch {
        return null;
      }
    },
    async load() {
      const [recent, session] = await Promise.all([stored.recent.load(), stored.session.load()]);
      appState.recent = recent.value ?? [];
      recentChanged(appState.recent);
      return {
        windows: session.value ?? [],
        isFirstStart: [recent, session].every(({ value, notice }) => value === null && notice === null),
        notices: [recent, session].flatMap(({ notice }) => notice ?? []),
      };
    },
    async saveWindows(windows) {
      await stored.session.save([...windows]).catch((error: unknown) => reportError(t.parts.session, error));
    },
    wasOpened: (entry) => setRecent(withRecent(appState.recent, entry)),
    clearRecent: () => setRecent([]),
    async idle() {
      await Promise.all([appState.settings, ...Object.values(stored)].map((file) => file.idle()));
    },
  };
  return appState;
}
