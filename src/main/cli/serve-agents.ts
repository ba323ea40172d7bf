import { version } from "../../../package.json";
import type { HttpToken } from "../connect/http-token";
import type { Engine } from "../engine";
import { heldAgentsPath, heldRejection, runHeldCall } from "../engine/documents";
import type { Envelope } from "../engine/ports/caller";
import { ToolError } from "../engine/ports/tool-error";
import type { HttpApp } from "../mcp/http/http-app";
import { type HttpServer, serveHttp } from "../mcp/http/serve-http";
import { CommandError } from "./command";

export type ServeAgentsOptions = {
  /** Zero: any free port. */
  port: number;
  /** The only folder that agents reach. */
  root: string;
  dataDir: string;
  engine: Engine;
  /** Read already, so that it can be compared. */
  token: HttpToken;
  tokenPath: string;
  complain(sentence: string): void;
};

/** Milliseconds that calls which have begun may go on when the server ends. */
const MAX_CLOSING_MS = 5000;

/** Serves the tools over HTTP to agents of this machine. Closing it waits for the calls that run. Throws a `CommandError` if it cannot listen. */
export async function serveAgents(options: ServeAgentsOptions): Promise<Extract<HttpServer, { status: "serving" }>> {
  const { port } = options;
  const { app, finish } = agentsApp(options);
  const server = await serveHttp({ port, app });
  if (server.status === "serving")
    return {
      ...server,
      async close() {
        await finish();
        await server.close();
      },
    };
  const why = server.status === "taken" ? "another program already listens there" : server.reason;
  throw new CommandError(`Agents cannot be served at port ${port}: ${why}. Choose another --mcp-port.`);
}

/** What agents are offered; `finish` accepts no more calls, and waits for those that run. */
function agentsApp({ root, dataDir, engine, token, tokenPath, complain }: ServeAgentsOptions) {
  const running = new Set<Promise<Envelope>>();
  const held = heldAgentsPath(dataDir);
  let isEnding = false;
  const app: HttpApp = {
    version,
    dataDir,
    tools: () => engine.tools(),
    listed: (_id, all) => all,
    isStructured: () => false,
    tokenHint: `It is in ${tokenPath} on the server.`,
    isToken: token.is,
    admits: () => (isEnding ? { ok: false, message: "The server is ending." } : { ok: true }),
    folders: () => [root],
    run(call) {
      // What the operator decided with `galley agents` applies.
      const work = runHeldCall(held, { ...call, names: [call.caller.name] }, async () => engine);
      running.add(work);
      return work.finally(() => running.delete(work));
    },
    async prompt(query, caller) {
      const rejected = heldRejection(held, { names: [caller.name], roots: caller.roots }, "prompt", false);
      if (rejected?.error) throw new ToolError("denied", rejected.error.message);
      return engine.bookPrompt(query, caller);
    },
    connected: () => undefined,
    disconnected: (id) => engine.forget(id),
    called: () => undefined,
    idle: () => undefined,
    // The details may name files, which the log does not.
    surprised: () => complain("a request of an agent failed unexpectedly"),
  };
  return {
    app,
    async finish() {
      isEnding = true;
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise((done) => {
        timer = setTimeout(done, MAX_CLOSING_MS);
      });
      await Promise.race([Promise.all(running), patience]);
      clearTimeout(timer);
    },
  };
}
