import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSettings } from "../settings/settings-text";

/**
 * How many lines the person wants read at once, from the settings that the app keeps in its data folder; undefined where
 * none are kept. Looked up anew each time, since a session may outlive a change.
 */
export const lineCountSetting = (dataDir: string): number | undefined => {
  try {
    return readSettings(readFileSync(join(dataDir, "settings.json"), "utf8")).settings.defaultLineCount;
  } catch {
    // Mending settings is the app's affair.
    return undefined;
  }
};
