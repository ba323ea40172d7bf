import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const stored = z.object({ defaultLineCount: z.int().min(1).max(10_000) });

/**
 * How many lines the person wants read at once, from the settings that the app keeps in its data folder; undefined where
 * nothing useful is kept. Looked up anew each time, since a session may outlive a change.
 */
export const lineCountSetting = (dataDir: string): number | undefined => {
  try {
    return stored.parse(JSON.parse(readFileSync(join(dataDir, "settings.json"), "utf8"))).defaultLineCount;
  } catch {
    // Mending settings is the app's affair.
    return undefined;
  }
};
