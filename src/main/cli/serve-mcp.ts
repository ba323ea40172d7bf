import { Console } from "node:console";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { version } from "../../../package.json";
import { canRead } from "../../core/tools/reading-calls";
import type { ToolSet } from "../../core/tools/tool-sets";
import { AppOrOwnEngine } from "../mcp/app-or-own-engine";
import { LineTransport } from "../mcp/line-transport";
import { ResourceWatch } from "../mcp/resource-watch";
import { listenedUris, subscribeListener } from "../mcp/resources";
import { mcpServer } from "../mcp/server";
import { openEngine, toolDescriptions } from "./open-engine";

type ServeOptions = {
  dataDir: string;
  roots: readonly string[];
  /** The tools of these sets are offered. */
  sets: readonly ToolSet[];
  /** Every answer has its data as structured content. */
  isStructured: boolean;
  /** The name under which the user sees the client; null for its own. */
  name: string | null;
  /** Nothing can be changed through this server. */
  isReadOnly: boolean;
  /** The secret of the panel's agent that this server was started for. */
  session: string | undefined;
  log: (sentence: string) => void;
};

/** Serves one MCP client on standard input and output, until the client closes its side or a signal stops us. */
export const serveMcp = async ({
  dataDir,
  roots,
  sets,
  isStructured,
  name: given,
  isReadOnly,
  session,
  log,
}: ServeOptions): Promise<void> => {
  // Standard output belongs to the protocol, so console output of libraries goes to standard error.
  globalThis.console = new Console(process.stderr);
  const servers = new Set<ReturnType<typeof mcpServer>>();
  const notify = (send: (server: ReturnType<typeof mcpServer>) => Promise<void>) => {
    // One that has no client yet, or no longer, has nobody to notify.
    for (const server of servers) send(server).catch(() => undefined);
  };
  const offered = (await toolDescriptions()).filter(({ set }) => sets.includes(set));
  const tools = isReadOnly ? offered.filter(canRead) : offered;
  const host = new AppOrOwnEngine({
    dataDir,
    version,
    tools,
    isReadOnly,
    agent: { name: given ?? "MCP client", kind: "mcp", roots: [...roots], ...(session && { session }) },
    createEngine: () => openEngine(dataDir),
    onDocumentsChanged: () => notify((server) => server.sendResourceListChanged()),
  });
  const watch = new ResourceWatch({ dataDir, name: () => host.name, run: (call) => host.run(call) }, (uri) =>
    notify((server) => server.sendResourceUpdated({ uri })),
  );
  const resources = { watch, roots: () => roots };
  const logError = (error: unknown) => log(error instanceof Error ? error.message : String(error));
  // One unhandled rejection must not end the client's session.
  process.on("unhandledRejection", logError);
  const transport = new LineTransport(process.stdin, process.stdout);
  // The client may rely on its subscriptions once the server has confirmed that it listens.
  transport.onReceived((message) =>
    listenedUris(message).length === 0
      ? null
      : subscribeListener(message, { ...resources, run: (call) => watch.quietly(host.run(call)) }),
  );
  const ended = new Promise<void>((done) => transport.onEnded(done));
  const server = serveStdio(
    () => {
      const made = mcpServer({
        tools,
        version,
        isStructured,
        resources,
        run: (call) => host.run(call),
        prompt: (query) => host.prompt(query),
        onClient: (name) => host.introduce(given ?? name),
      });
      servers.add(made);
      return made;
    },
    { transport, onerror: logError },
  );
  const stop = () => void server.close();
  process.once("SIGINT", stop).once("SIGTERM", stop).once("SIGHUP", stop);
  await ended;
  watch.close();
  await host.close();
};
