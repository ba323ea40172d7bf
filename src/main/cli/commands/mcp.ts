import { type Command, exitCode } from "../command";
import { dataDirOf, folderOptionHelp, folderOptions, rootsOf } from "../shared-options";

/** Serves one MCP client. Standard output carries only the protocol. */
export const mcp: Command = {
  name: "mcp",
  takes: "[--root DIR]… [--data DIR]",
  summary: "Serve the tools to an MCP client (stdio).",
  details: `Agents start this by themselves: give them the command galley with the arguments mcp --root DIR.
While the Galley app has that folder open, calls go through the app, so that the agent sees unsaved edits.
It ends when the client closes its side.`,
  options: folderOptions,
  optionHelp: folderOptionHelp,
  arity: [0, 0],

  async run({ values, complain }) {
    const roots = await rootsOf(values);
    if (process.stdin.isTTY) {
      complain("waiting for an MCP client on standard input; agents start this, see galley mcp --help.");
    }
    // Imported here because the MCP library takes longer to load than most commands take to run.
    const { serveMcp } = await import("../serve-mcp");
    await serveMcp(dataDirOf(values), roots, complain);
    return exitCode.ok;
  },
};
