import { request } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createEngine } from "../src/main/engine/host/create-engine";
import { serveHttp } from "../src/main/mcp/http/serve-http";

const token = "harness";

/** An HTTP answer; `status` is 0 if there was none. */
export type HttpAnswer = { status: number; headers: Record<string, unknown>; body: string };

/** Galley's HTTP server for agents with a real engine, in this process. */
export type FaultHttpServer = {
  /** How many calls are running now. */
  running(): number;
  /** Unexpected errors in the server. */
  unexpectedErrors: string[];
  /** A client from the protocol's own library. */
  client(mode: "legacy" | "auto", name: string): Promise<Client>;
  /** Sends one raw message; `vanish` drops the connection after that many milliseconds. */
  post(body: string | Buffer, more?: { headers?: Record<string, string>; vanish?: number }): Promise<HttpAnswer>;
  close(): Promise<void>;
};

/** Starts the server for a folder; `dataDir` may be shared with other processes. */
export async function startHttpServer(root: string, dataDir: string): Promise<FaultHttpServer> {
  const engine = await createEngine({ dataDir });
  const unexpectedErrors: string[] = [];
  const clients: Client[] = [];
  let running = 0;
  const server = await serveHttp({
    port: 0,
    app: {
      version: "1.0.0",
      dataDir,
      tools: () => engine.tools(),
      listed: (_id, all) => all,
      isStructured: () => false,
      isToken: (given) => given === token,
      admits: () => ({ ok: true }),
      folders: () => [root],
      run: async (call) => {
        running++;
        return engine.run(call).finally(() => running--);
      },
      prompt: (query, caller) => engine.bookPrompt(query, caller),
      connected: () => undefined,
      idle: () => undefined,
      disconnected: (id) => engine.forget(id),
      called: () => undefined,
      surprised: (what) => void unexpectedErrors.push(String(what)),
    },
  });
  if (server.status !== "serving") throw new Error(`the HTTP server is ${server.status}`);
  const url = new URL(server.address);
  return {
    running: () => running,
    unexpectedErrors,
    async client(mode, name) {
      const client = new Client({ name, version: "1" }, { versionNegotiation: { mode } });
      await client.connect(
        new StreamableHTTPClientTransport(url, { requestInit: { headers: { Authorization: `Bearer ${token}` } } }),
      );
      clients.push(client);
      return client;
    },
    post: (body, { headers = {}, vanish } = {}) =>
      new Promise((done) => {
        const outgoing = request(url, {
          method: "POST",
          headers: {
            Authorization: `Bearer ${token}`,
            Accept: "application/json, text/event-stream",
            "Content-Type": "application/json",
            "Content-Length": String(Buffer.byteLength(body)),
            ...headers,
          },
        });
        outgoing.on("response", (answer) => {
          let text = "";
          answer.setEncoding("utf8").on("data", (piece: string) => {
            text += piece;
          });
          answer.on("close", () => done({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
        });
        outgoing.on("error", () => done({ status: 0, headers: {}, body: "" }));
        outgoing.end(body);
        if (vanish !== undefined) setTimeout(() => outgoing.destroy(), vanish);
      }),
    async close() {
      await Promise.all(clients.map((client) => client.close().catch(() => undefined)));
      await server.close();
      await engine.close();
    },
  };
}
