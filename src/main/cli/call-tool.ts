import { version } from "../../../package.json";
import type { Envelope } from "../engine/engine";
import type { OptionValues } from "./command";
import { openEngine, toolDescriptions } from "./open-engine";
import { placeOf, rootsOf } from "./shared-options";

/** Calls one tool once, in the app where it has our folders open, else with an engine of our own. */
export const callTool = async (values: OptionValues, name: string, given: unknown): Promise<Envelope> => {
  const place = placeOf(values);
  const { AppOrOwnEngine } = await import("../mcp/app-or-own-engine");
  const host = new AppOrOwnEngine({
    ...place,
    version,
    tools: await toolDescriptions(),
    agent: { name: "command line", kind: "command line", roots: await rootsOf(values) },
    createEngine: () => openEngine(place.dataDir),
  });
  try {
    return await host.run({ name, arguments: given });
  } finally {
    await host.close();
  }
};
