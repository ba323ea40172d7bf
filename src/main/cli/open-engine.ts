import type { Engine, ToolDescription } from "../engine/engine";
import { setting } from "./setting";

// Loaded only when needed: most of what `galley` prints needs no engine.

/** Starts an engine in this process, with what the person has set in the app. */
export const openEngine = async (dataDir: string): Promise<Engine> => {
  const [{ createEngine }, { forkWorkers }] = await Promise.all([
    import("../engine/create-engine"),
    import("../engine/worker/worker-process"),
  ]);
  return createEngine({
    dataDir,
    startWorker: forkWorkers(),
    defaultLineCount: () => setting(dataDir, "defaultLineCount"),
    batchLimit: () => setting(dataDir, "batchLimit"),
    reviewEdits: () => setting(dataDir, "reviewEdits"),
  });
};

/** Every tool, in the order a reader meets them. */
export const toolDescriptions = async (): Promise<readonly ToolDescription[]> => {
  const [{ tools }, { describeTool }] = await Promise.all([
    import("../engine/tools/registry"),
    import("../engine/tools/describe-tool"),
  ]);
  return tools.map(describeTool);
};
