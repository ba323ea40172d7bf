import { Console } from "node:console";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { version } from "../../../package.json";
import type { ToolSet } from "../../core/tools/tool-sets";
import { AppOrOwnEngine } from "../mcp/app-or-own-engine";
import { LineTransport } from "../mcp/line-transport";
import { mcpServer } from "../mcp/server";
import { openEngine, toolDescriptions } from "./open-engine";

type ServeOptions = {
  dataDir: string;
  roots: readonly string[];
  /** The tools of these sets are offered. */
  sets: readonly ToolSet[];
  /** Every answer has its data as structured content. */
  isStructured: boolean;
  log: (sentence: string) => void;
};

/** Serves one MCP client on standard input and output, until the client closes its side or a signal stops us. */
export const serveMcp = async ({ dataDir, roots, sets, isStructured, log }: ServeOptions): Promise<void> => {
  // Standard output belongs to the protocol, so console output of libraries goes to standard error.
  globalThis.console = new Console(process.stderr);
  const tools = (await toolDescriptions()).filter(({ set }) => sets.includes(set));
  const host = new AppOrOwnEngine({
    dataDir,
    version,
    tools,
    agent: { name: "MCP client", kind: "mcp", roots: [...roots] },
    createEngine: () => openEngine(dataDir),
  });
  const logError = (error: unknown) => log(error instanceof Error ? error.message : String(error));
  // One unhandled rejection must not end the client's session.
  process.on("unhandledRejection", logError);
  const transport = new LineTransport(process.stdin, process.stdout);
  const ended = new Promise<void>((done) => transport.onEnded(done));
  const server = serveStdio(
    () =>
      mcpServer({
        tools,
        version,
        isStructured,
        run: (call) => host.run(call),
        prompt: (query) => host.prompt(query),
        onClient: (name) => host.introduce(name),
      }),
    { transport, onerror: logError },
  );
  const stop = () => void server.close();
  process.once("SIGINT", stop).once("SIGTERM", stop).once("SIGHUP", stop);
  await ended;
  await host.close();
};
