import type { Engine, ToolDescription } from "../engine/engine";

// The engine is loaded only when it is needed: most of what `galley` prints needs none of it.
const engineModule = () => import("../engine/create-engine");

/** Starts an engine in this process. */
export const openEngine = async (dataDir: string): Promise<Engine> => (await engineModule()).createEngine({ dataDir });

/** Every tool, in the order a reader meets them. */
export const toolDescriptions = async (): Promise<readonly ToolDescription[]> =>
  (await engineModule()).toolDescriptions();
