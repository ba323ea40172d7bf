import { version } from "../../../package.json";
import type { OptionValues } from "./command";
import { dataDirOf, rootsOf } from "./shared-options";

/** Whether a Galley app with this data folder is running; with `isOurs`, whether it also has our folders open. */
export async function isAppRunning(values: OptionValues, isOurs: boolean): Promise<boolean> {
  const { LocalAppConnection } = await import("../mcp/local-socket-client");
  const agent = { name: "command line", kind: "command line", roots: await rootsOf(values) } as const;
  const app = new LocalAppConnection({ dataDir: dataDirOf(values), version, agent });
  try {
    if (!isOurs) return await app.isRunning();
    return (await app.run({ name: "workspace", arguments: { action: "open" } })).status !== "elsewhere";
  } finally {
    app.close();
  }
}
