import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { version } from "../../../../package.json";
import { AppOrOwnEngine } from "../../mcp/app-or-own-engine";
import { LineTransport } from "../../mcp/line-transport";
import { mcpServer } from "../../mcp/server";
import { type Command, exitCode } from "../command";
import { openEngine, toolDescriptions } from "../open-engine";
import { placeOf, placeOptionHelp, placeOptions, rootsOf } from "../shared-options";

/** Serves one MCP client on standard input and output. Standard output carries the protocol and nothing else. */
export const mcp: Command = {
  name: "mcp",
  takes: "[--root DIR]… [--data DIR]",
  summary: "Serve the tools to an MCP client (stdio).",
  details: `Agents start this by themselves: give them the command galley with the arguments mcp --root DIR.
While the Galley app has that folder open, calls go through the app, so that the agent sees what the person is typing.
It ends when the client closes its side.`,
  options: placeOptions,
  optionHelp: placeOptionHelp,
  words: [0, 0],

  async run({ values, complain }) {
    const place = placeOf(values);
    const tools = await toolDescriptions();
    const host = new AppOrOwnEngine({
      ...place,
      version,
      tools,
      agent: { name: "MCP client", kind: "mcp", roots: await rootsOf(values) },
      createEngine: () => openEngine(place.dataDir),
    });
    const transport = new LineTransport(process.stdin, process.stdout);
    const log = (error: unknown) => complain(error instanceof Error ? error.message : String(error));
    // One broken promise is not worth the client's session.
    process.on("unhandledRejection", log);
    if (process.stdin.isTTY)
      complain("waiting for an MCP client on standard input; agents start this, see galley mcp --help.");
    const ended = new Promise<void>((done) => transport.onEnded(done));
    const server = serveStdio(
      () => mcpServer({ tools, version, run: (call) => host.run(call), onClient: (name) => host.introduce(name) }),
      { transport, onerror: log },
    );
    const stop = () => void server.close();
    process.once("SIGINT", stop).once("SIGTERM", stop).once("SIGHUP", stop);
    await ended;
    await host.close();
    return exitCode.ok;
  },
};
