import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const scripts = {
  "scripted-agent": new URL("./scripted-agent.mjs", import.meta.url),
  "scripted-agent-two": new URL("./scripted-agent-two.mjs", import.meta.url),
};

/** The setting that starts a scripted agent of this folder, with a fault and other arguments. */
export function scriptedAgent(script: keyof typeof scripts, ...args: readonly string[]): string {
  const file = fileURLToPath(scripts[script]);
  // Electron as Node starts only as Node where the variable says so, which agents are not given.
  return `Scripted = ${nodeProgram()} ${[file, ...args].map((word) => `"${word}"`).join(" ")}`;
}

/** `node` from PATH: the runtime of these tests may be Electron. */
function nodeProgram(): string {
  const folder = (process.env["PATH"] ?? "").split(":").find((each) => existsSync(join(each, "node")));
  if (folder === undefined) throw new Error("there is no node on PATH");
  return realpathSync(join(folder, "node"));
}
