import type { Engine } from "../engine";
import { loadDescribeTool, loadEngine, loadTools, loadWorkerProcess } from "../engine";
import type { ToolDescription } from "../engine/ports/caller";
import { setting } from "./setting";

// Imported only when needed: most commands need no engine.

/** Starts an engine in this process, with the user's settings from the app. */
export const openEngine = async (dataDir: string): Promise<Engine> => {
  const [{ createEngine }, { forkWorkers }] = await Promise.all([loadEngine(), loadWorkerProcess()]);
  return createEngine({
    dataDir,
    startWorker: forkWorkers(),
    defaultLineCount: () => setting(dataDir, "defaultLineCount"),
    batchLimit: () => setting(dataDir, "batchLimit"),
    reviewEdits: () => setting(dataDir, "reviewEdits"),
  });
};

/** Every tool, in the order of the documentation. */
export const toolDescriptions = async (): Promise<readonly ToolDescription[]> => {
  const [{ tools }, { describeTool }] = await Promise.all([loadTools(), loadDescribeTool()]);
  return tools.map(describeTool);
};
