import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../../shared/settings";
import { readSettings } from "../settings/settings-text";

/**
 * What the person has set, from the settings that the app keeps in its data folder; undefined where none are kept. Looked up
 * anew each time, since a session may outlive a change.
 */
export const setting = <K extends keyof Settings>(dataDir: string, name: K): Settings[K] | undefined => {
  try {
    return readSettings(readFileSync(join(dataDir, "settings.json"), "utf8")).settings[name];
  } catch {
    // Mending settings is the app's affair.
    return undefined;
  }
};
