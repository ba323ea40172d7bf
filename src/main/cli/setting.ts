import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../../shared/settings";
import { readSettings } from "../settings/settings-text";

/**
 * One of the user's settings, from the settings file in the data folder; undefined if there is no such file. Read again each time, since a session
 * may outlive a change.
 */
export const setting = <K extends keyof Settings>(dataDir: string, name: K): Settings[K] | undefined => {
  try {
    return readSettings(readFileSync(join(dataDir, "settings.json"), "utf8")).settings[name];
  } catch {
    // The app reports and repairs errors in the settings file.
    return undefined;
  }
};
