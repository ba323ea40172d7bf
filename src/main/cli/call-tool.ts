import { version } from "../../../package.json";
import type { Envelope } from "../engine/ports/caller";
import type { OptionValues } from "./command";
import { openEngine, toolDescriptions } from "./open-engine";
import { dataDirOf, rootsOf } from "./shared-options";

/** Calls tools one after the other, as one caller: in the running app if it has our folders open, else with an engine of this process. */
export const withTools = async <Result>(
  values: OptionValues,
  task: (call: (name: string, given: unknown) => Promise<Envelope>) => Promise<Result>,
): Promise<Result> => {
  const dataDir = dataDirOf(values);
  const { AppOrOwnEngine } = await import("../mcp/app-or-own-engine");
  const host = new AppOrOwnEngine({
    dataDir,
    version,
    tools: await toolDescriptions(),
    agent: { name: "command line", kind: "command line", roots: await rootsOf(values) },
    createEngine: () => openEngine(dataDir),
  });
  try {
    return await task((name, given) => host.run({ name, arguments: given }));
  } finally {
    await host.close();
  }
};

export const callTool = (values: OptionValues, name: string, given: unknown): Promise<Envelope> =>
  withTools(values, (call) => call(name, given));
