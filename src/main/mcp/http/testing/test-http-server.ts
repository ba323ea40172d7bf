import { connect, type Socket } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Caller, Envelope, ToolDescription } from "../../../engine/ports/caller";
import type { HttpLimits } from "../../../limits";
import type { HttpApp } from "../http-app";
import { type HttpServer, serveHttp } from "../serve-http";

/** The token of the fake app. */
export const token = "Qm9ndXMtdG9rZW4tZm9yLXRlc3RzLW9ubHktMTIzNDU2";

const tools: ToolDescription[] = [
  {
    name: "write_it",
    aliases: [],
    set: "documents",
    title: "Write it",
    description: "Writes.",
    inputSchema: { type: "object", properties: { text: { type: "string" } } },
    changes: "documents",
  },
  {
    name: "read_it",
    aliases: ["old_read_it"],
    set: "documents",
    title: "Read it",
    description: "Reads.",
    inputSchema: { type: "object" },
    changes: "nothing",
  },
];

type Call = { name: string; arguments: unknown; caller: Caller; signal: AbortSignal };

/** A server for an app without documents, and a diary of its events. */
export type TestHttpServer = {
  server: Extract<HttpServer, { status: "serving" }>;
  url: URL;
  port: number;
  diary: string[];
  calls: Call[];
  /** The state of the app; a test may change it. */
  appState: { token: string; dataDir: string; folders: string[]; blocked: Set<string>; onlyReads: Set<string> };
  /** What a call does. By default it returns its arguments at once. */
  run: (call: Call) => Promise<Envelope>;
  /** A client from the protocol's own library. */
  client(mode: "legacy" | "auto", name?: string, given?: string): Promise<Client>;
  /** Sends one request by hand. `body` is a message, or raw text. */
  ask(more?: TestRequest): Promise<Answer>;
  /** Sends raw bytes over a connection. Returns what was received until the connection ended or `until` was seen. */
  raw(bytes: string | Buffer, host?: string): Promise<string>;
  socket(): Promise<Socket>;
  close(): Promise<void>;
};

export type TestRequest = {
  method?: string;
  path?: string;
  headers?: Record<string, string | string[] | null>;
  body?: unknown;
  host?: string;
};

export type Answer = { status: number; head: string; body: string };

/** Starts serving at a free port. */
export async function createTestHttpServer(limits: Partial<HttpLimits> = {}): Promise<TestHttpServer> {
  const idle = new Set<string>();
  const diary: string[] = [];
  const calls: Call[] = [];
  const appState: TestHttpServer["appState"] = {
    token,
    dataDir: "/nowhere",
    folders: ["/open/a"],
    blocked: new Set(),
    onlyReads: new Set(),
  };
  const names = new Map<string, string>();
  const clients: Client[] = [];
  const app: HttpApp = {
    version: "1.2.3",
    get dataDir() {
      return appState.dataDir;
    },
    tools: async () => tools,
    listed: (id, all) =>
      appState.onlyReads.has(names.get(id) ?? "") ? all.filter(({ changes }) => changes === "nothing") : all,
    isStructured: () => false,
    isToken: (given) => given === appState.token,
    admits: (name) => (appState.blocked.has(name) ? { ok: false, message: "Blocked by the user." } : { ok: true }),
    folders: () => appState.folders,
    run(call) {
      calls.push(call);
      return testServer.run(call);
    },
    prompt: async () => "a prompt",
    connected({ id, name, roots }) {
      names.set(id, name);
      diary.push(`${name} connected, ${roots.join(" ") || "no folder"}`);
    },
    disconnected: (id) => void diary.push(`${names.get(id)} left`),
    called: (id, description) => void diary.push(`${names.get(id)}: ${description}`),
    idle(id, isIdle) {
      if (isIdle === idle.has(id)) return;
      if (isIdle) idle.add(id);
      else idle.delete(id);
      diary.push(isIdle ? "idle" : "active");
    },
    surprised: (what) => void diary.push(`surprise: ${what}`),
  };
  const server = await serveHttp({ port: 0, app, limits });
  if (server.status !== "serving") throw new Error(`not serving: ${server.status}`);
  const url = new URL(server.address);
  const port = Number(url.port);

  const socket = (host = "127.0.0.1") =>
    new Promise<Socket>((done, failed) => {
      const made = connect({ port, host }, () => done(made));
      made.once("error", failed);
    });
  const testServer: TestHttpServer = {
    server,
    url,
    port,
    diary,
    calls,
    appState,
    socket,
    run: async ({ name, arguments: given }) => ({ ok: true, message: "m", summary: "s", data: { name, given } }),
    async client(mode, name = "library", given = appState.token) {
      const client = new Client(
        { name, version: "1" },
        { versionNegotiation: { mode }, capabilities: { experimental: { "galley/structured": {} } } },
      );
      const requestInit = { headers: { Authorization: `Bearer ${given}` } };
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
      clients.push(client);
      return client;
    },
    async raw(bytes, host) {
      const made = await socket(host);
      const chunks: Buffer[] = [];
      made.on("data", (chunk: Buffer) => chunks.push(chunk));
      made.on("error", () => undefined);
      const gone = new Promise<void>((done) => made.once("close", () => done()));
      made.write(bytes);
      await gone;
      return Buffer.concat(chunks).toString();
    },
    async ask({ method = "POST", path = "/mcp", headers = {}, body = initialize(), host } = {}) {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const hasBody = method === "POST" || method === "PUT";
      const all: Record<string, string | string[] | null> = {
        Host: `127.0.0.1:${port}`,
        Authorization: `Bearer ${appState.token}`,
        Accept: "application/json, text/event-stream",
        ...(hasBody ? { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(text)) } : {}),
        Connection: "close",
        ...headers,
      };
      const lines = Object.entries(all).flatMap(([name, value]) =>
        value === null ? [] : [value].flat().map((one) => `${name}: ${one}`),
      );
      const answer = await testServer.raw(
        `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${hasBody ? text : ""}`,
        host,
      );
      const end = answer.indexOf("\r\n\r\n");
      return { status: Number(answer.split(" ")[1] ?? 0), head: answer.slice(0, end), body: answer.slice(end + 4) };
    },
    async close() {
      await Promise.all(clients.map((client) => client.close().catch(() => undefined)));
      await server.close();
    },
  };
  return testServer;
}

/** The first message of a 2025 client. */
export const initialize = (name = "by hand", protocolVersion = "2025-06-18") => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion,
    capabilities: { experimental: { "galley/structured": {} } },
    clientInfo: { name, version: "1" },
  },
});

/** The session id in a response. */
export const sessionIn = ({ head }: Answer): string => /^mcp-session-id: (.*)$/im.exec(head)?.[1]?.trim() ?? "";
