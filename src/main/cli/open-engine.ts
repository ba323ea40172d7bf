import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../../shared/settings";
import type { Engine } from "../engine";
import { loadDescribeTool, loadEngine, loadTools, loadWorkerProcess } from "../engine";
import type { ToolDescription } from "../engine/ports/caller";
import { readSettings } from "../settings/settings-text";

// Imported only when needed: most commands need no engine.

/** Starts an engine in this process, with the user's settings from the app. */
export const openEngine = async (dataDir: string): Promise<Engine> => {
  const [{ createEngine }, { forkWorkers }] = await Promise.all([loadEngine(), loadWorkerProcess()]);
  return createEngine({
    dataDir,
    startWorker: forkWorkers(),
    defaultLineCount: () => setting(dataDir, "defaultLineCount"),
    commentsFolder: () => setting(dataDir, "commentsFolder"),
    batchLimit: () => setting(dataDir, "batchLimit"),
    reviewEdits: () => setting(dataDir, "reviewEdits"),
  });
};

/** Every tool, in the order of the documentation. */
export const toolDescriptions = async (): Promise<readonly ToolDescription[]> => {
  const [{ tools }, { describeTool }] = await Promise.all([loadTools(), loadDescribeTool()]);
  return tools.map(describeTool);
};

/**
 * One of the user's settings, from the settings file in the data folder; undefined if there is no such file. Read again each time, since a session
 * may outlive a change.
 */
const setting = <K extends keyof Settings>(dataDir: string, name: K): Settings[K] | undefined => {
  try {
    return readSettings(readFileSync(join(dataDir, "settings.json"), "utf8")).settings[name];
  } catch {
    // The app reports and repairs errors in the settings file.
    return undefined;
  }
};
