import { type Command, exitCode } from "../command";
import { dataDirOf } from "../shared-options";

/** Called by an agent's own hooks, so it must neither fail nor hold up the agent. */
export const hook: Command = {
  name: "hook",
  takes: "[claude]",
  summary: "Name the writer of a file: for an agent's hooks.",
  details: `Reads the event of a Claude Code hook from standard input and reports to the running app which file the agent writes with its own tools. The change then waits for
review under the agent's name. Ends with 0 within a second, whatever happens. galley connect claude installs it.`,
  options: { data: { type: "string" } },
  optionHelp: { "data DIR": "Galley's data folder, if it is not the usual one." },
  arity: [0, 1],
  isQuick: true,

  async run({ values }) {
    try {
      const { announceHook } = await import("../announce-hook");
      await announceHook({ input: process.stdin, dataDir: dataDirOf(values) });
    } catch {
      // An agent's work never depends on Galley.
    }
    return exitCode.ok;
  },
};
