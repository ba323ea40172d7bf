import { join } from "node:path";
import type { Session } from "../../shared/contract";
import type { Desktop, Recent } from "./desktop";
import { storedRecent, withRecent } from "./recent";
import { storedSession } from "./session";
import { openSettings, type SettingsStore } from "./settings-store";
import { storedJson } from "./stored-json";
import { told } from "./words";

/** What Galley knows from one start to the next: settings, recent documents, tabs and the open folder. */
export type Remembered = {
  settings: SettingsStore;
  recent: Recent;
  session: Session | null;
  /** Reads everything. What was damaged has been set aside, and is told in sentences. */
  load(): Promise<{ folder: string | null; isFirstStart: boolean; notices: string[] }>;
  /** The page's part of the session, and the folder that is open with it. */
  saveSession(session: Session | null, folder: string | null): Promise<void>;
  wasOpened(entry: Recent[number]): void;
  clearRecent(): void;
  settled(): Promise<void>;
};

/** Kept as three small files in `dataDir`; the desktop hears what menus and windows show of it. */
export function createRemembered(
  dataDir: string,
  desktop: Desktop,
  surprise: (what: string, error: unknown) => void,
): Remembered {
  const stored = {
    recent: storedJson(join(dataDir, "recent.json"), storedRecent, () => told.parts.recent),
    session: storedJson(join(dataDir, "session.json"), storedSession, () => told.parts.lastTabs),
  };

  function setRecent(recent: Recent): void {
    remembered.recent = recent;
    desktop.recentChanged(recent);
    stored.recent.save(recent).catch((error: unknown) => surprise(told.parts.recent, error));
  }

  const remembered: Remembered = {
    settings: openSettings(join(dataDir, "settings.json")),
    recent: [],
    session: null,
    async load() {
      const [recent, session] = await Promise.all([stored.recent.load(), stored.session.load()]);
      remembered.recent = recent.value ?? [];
      remembered.session = session.value?.session ?? null;
      desktop.recentChanged(remembered.recent);
      return {
        folder: session.value?.workspace ?? null,
        isFirstStart: [recent, session].every(({ value, notice }) => value === null && notice === null),
        notices: [recent, session].flatMap(({ notice }) => notice ?? []),
      };
    },
    async saveSession(session, workspace) {
      remembered.session = session;
      await stored.session.save({ workspace, session }).catch((error: unknown) => surprise(told.parts.session, error));
    },
    wasOpened: (entry) => setRecent(withRecent(remembered.recent, entry)),
    clearRecent: () => setRecent([]),
    async settled() {
      await Promise.all([remembered.settings, ...Object.values(stored)].map((file) => file.settled()));
    },
  };
  return remembered;
}
