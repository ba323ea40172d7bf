import { randomBytes } from "node:crypto";
import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { ToolDescription } from "../../engine/ports/caller";
import type { HttpLimits } from "../../limits";
import { setOddArgumentsAside } from "../odd-arguments";
import { connectedName } from "../plain-name";
import { readMessage, rpcError } from "../read-message";
import { clientName } from "../server";
import type { HttpError } from "./check-head";
import type { HttpApp } from "./http-app";
import { HttpClient } from "./http-client";

type RpcHttpError = HttpError & { code?: number };

/** A client of the 2025 protocol: its messages go to one MCP server, found by session id. */
type Session = { client: HttpClient; server: Server; transport: WebStandardStreamableHTTPServerTransport };

/** A client of the 2026 protocol: each of its requests gets a server of its own, and its streams are notified together. */
type NamedClient = { client: HttpClient; handler: McpHttpHandler };

const sessionNotFound: RpcHttpError = {
  status: 404,
  code: -32001,
  message: "Session not found: it has ended, or it is not one of Galley's. Begin a new one with initialize.",
};
const noSession: RpcHttpError = {
  status: 400,
  message: "Bad Request: the header Mcp-Session-Id is missing. A session begins with initialize.",
};

/**
 * Every client over HTTP. Those of 2025-06-18 and 2025-11-25 have sessions. Those of 2026-07-28 have none; requests with the same name and version
 * count as one client.
 */
export class HttpClients {
  readonly #app: HttpApp;
  readonly #limits: HttpLimits;
  readonly #sessions = new Map<string, Session>();
  readonly #named = new Map<string, NamedClient>();
  readonly #sweepTimer: NodeJS.Timeout;
  #tools: Promise<readonly ToolDescription[]> | null = null;
  #isClosed = false;

  constructor(app: HttpApp, limits: HttpLimits) {
    this.#app = app;
    this.#limits = limits;
    this.#sweepTimer = setInterval(
      () => this.#sweep(),
      Math.min(60_000, Math.max(50, Math.min(limits.idle, limits.quiet) / 4)),
    ).unref();
  }

  /** The library's response to a request whose head was accepted. `exchange` is aborted when nobody is waiting for the response. */
  async answer(request: Request, bytes: Buffer, exchange: AbortController): Promise<Response | RpcHttpError> {
    if (request.method !== "POST") {
      // Clients without sessions have nothing to get or to delete.
      const session = this.#sessionOf(request);
      return "status" in session ? session : this.#ask(session, request, undefined, exchange);
    }
    const read = readMessage(bytes);
    if (read.status === "ignored")
      return { status: 400, code: rpcError.invalidRequest, message: "There is no message." };
    if (read.status === "wrong") return { status: 400, code: read.code, message: read.message };
    const message = setOddArgumentsAside(read.message);
    if (!(await isLegacyRequest(request, message))) return this.#answerNamed(request, message, exchange);
    if (isInitializeRequest(message)) {
      if (request.headers.has("mcp-session-id"))
        return { status: 400, code: rpcError.invalidRequest, message: "This session has already begun." };
      return this.#begin(request, message, exchange);
    }
    const session = this.#sessionOf(request);
    return "status" in session ? session : this.#ask(session, request, message, exchange);
  }

  foldersChanged(): void {
    for (const client of this.#all()) client.foldersChanged();
    for (const { server } of this.#sessions.values()) server.sendResourceListChanged().catch(() => undefined);
    for (const { handler } of this.#named.values()) handler.notify.resourcesChanged();
  }

  /** Notifies the client that its tools, and the prompts that need them, have changed. */
  toolsChanged(id: string): void {
    for (const { client, server } of this.#sessions.values()) {
      if (client.id !== id) continue;
      server.sendToolListChanged().catch(() => undefined);
      server.sendPromptListChanged().catch(() => undefined);
    }
    for (const { client, handler } of this.#named.values()) {
      if (client.id !== id) continue;
      handler.notify.toolsChanged();
      handler.notify.promptsChanged();
    }
  }

  cutOff(id: string): void {
    for (const [key, { client }] of this.#sessions) if (client.id === id) this.#end(key);
    for (const [key, { client }] of this.#named) if (client.id === id) this.#forget(key);
  }

  dropAll(): void {
    for (const key of [...this.#sessions.keys()]) this.#end(key);
    for (const key of [...this.#named.keys()]) this.#forget(key);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweepTimer);
    const handlers = [...this.#named.values()].map(({ handler }) => handler);
    this.dropAll();
    await Promise.all(handlers.map((handler) => handler.close()));
  }

  *#all(): Iterable<HttpClient> {
    for (const { client } of this.#sessions.values()) yield client;
    for (const { client } of this.#named.values()) yield client;
  }

  #sessionOf(request: Request): Session | RpcHttpError {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return noSession;
    const session = this.#sessions.get(id);
    if (session === undefined) return sessionNotFound;
    const rejection = this.#rejectionOf(session.client.name);
    if (rejection === null) return session;
    this.#end(id);
    return rejection;
  }

  async #begin(
    request: Request,
    message: Parameters<typeof setOddArgumentsAside>[0] & { params: { clientInfo: unknown } },
    exchange: AbortController,
  ): Promise<Response | RpcHttpError> {
    const tools = await this.#load();
    const client = this.#newClient(nameOf(message.params.clientInfo), tools, "session");
    if (!(client instanceof HttpClient)) return client;
    const id = randomBytes(32).toString("base64url");
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      // Only an initialized session can be used: a rejected handshake leaves nothing behind.
      onsessioninitialized: () => void this.#sessions.set(id, session),
      onsessionclosed: () => this.#end(id),
    });
    const server = client.server();
    client.onResourceUpdated = (uri) => void server.sendResourceUpdated({ uri }).catch(() => undefined);
    const session: Session = { client, server, transport };
    await server.connect(transport);
    const answer = await this.#ask(session, request, message, exchange);
    if (!this.#sessions.has(id)) {
      client.leave();
      await server.close().catch(() => undefined);
    }
    return answer;
  }

  async #ask(
    { client, transport }: Session,
    request: Request,
    parsedBody: unknown,
    exchange: AbortController,
  ): Promise<Response | RpcHttpError> {
    return this.#counted(client, exchange, () =>
      transport.handleRequest(request, parsedBody === undefined ? {} : { parsedBody }),
    );
  }

  async #answerNamed(request: Request, message: unknown, exchange: AbortController): Promise<Response | RpcHttpError> {
    const info = clientInfoOf(message);
    const key = JSON.stringify([nameOf(info), versionOf(info)]);
    // Before the client is looked up: two first requests at the same time must share one client.
    const tools = await this.#load();
    const named = this.#named.get(key) ?? this.#newNamedClient(nameOf(info), tools);
    if (!("handler" in named)) return named;
    const { client, handler } = named;
    const rejection = this.#rejectionOf(client.name);
    if (rejection !== null) {
      this.#forget(key);
      return rejection;
    }
    this.#named.set(key, named);
    // The client may rely on its subscriptions once the server has confirmed that it listens.
    await client.listens(message, exchange.signal).catch((error: unknown) => this.#app.surprised(String(error)));
    return this.#counted(client, exchange, () => handler.fetch(request, { parsedBody: message }));
  }

  /** A request counts as running while somebody waits for its response. */
  async #counted(
    client: HttpClient,
    exchange: AbortController,
    ask: () => Promise<Response>,
  ): Promise<Response | RpcHttpError> {
    if (client.running.size >= this.#limits.running)
      return {
        status: 429,
        message: `${this.#limits.running} requests of this client are running. Wait for their answers.`,
        headers: { "retry-after": "1" },
      };
    client.lastSeenAt = performance.now();
    this.#app.idle(client.id, false);
    client.running.add(exchange);
    exchange.signal.addEventListener("abort", () => {
      client.running.delete(exchange);
      client.lastSeenAt = performance.now();
    });
    return ask();
  }

  #load(): Promise<readonly ToolDescription[]> {
    this.#tools ??= this.#app.tools().catch((error: unknown) => {
      this.#tools = null;
      throw error;
    });
    return this.#tools;
  }

  #newClient(
    name: string,
    tools: readonly ToolDescription[],
    session: "session" | "no session",
  ): HttpClient | RpcHttpError {
    const rejection = this.#rejectionOf(name);
    if (rejection !== null) return rejection;
    if (!this.#hasSpace())
      return {
        status: 503,
        message: `${this.#limits.clients} clients are connected. Try again when one of them has left.`,
        headers: { "retry-after": "60" },
      };
    if (this.#isClosed) return sessionNotFound;
    return new HttpClient(this.#app, name, tools, session);
  }

  #newNamedClient(name: string, tools: readonly ToolDescription[]): NamedClient | RpcHttpError {
    const client = this.#newClient(name, tools, "no session");
    if (!(client instanceof HttpClient)) return client;
    const handler = createMcpHandler(() => client.server(), {
      legacy: "reject",
      maxSubscriptions: this.#limits.running,
    });
    client.onResourceUpdated = (uri) => handler.notify.resourceUpdated(uri);
    return { client, handler };
  }

  #rejectionOf(name: string): RpcHttpError | null {
    const admitted = this.#app.admits(name);
    return admitted.ok ? null : { status: 403, message: admitted.message };
  }

  /** If the limit is reached, the client that has been silent longest is dropped, if it has been silent for a while. */
  #hasSpace(): boolean {
    if (this.#sessions.size + this.#named.size < this.#limits.clients) return true;
    const silent = [...this.#all()]
      .filter(({ running, lastSeenAt }) => running.size === 0 && performance.now() - lastSeenAt > this.#limits.yields)
      .sort((a, b) => a.lastSeenAt - b.lastSeenAt)[0];
    if (silent !== undefined) this.cutOff(silent.id);
    return silent !== undefined;
  }

  #sweep(): void {
    for (const { id, running, lastSeenAt } of [...this.#all()]) {
      const silence = running.size > 0 ? 0 : performance.now() - lastSeenAt;
      if (silence > this.#limits.idle) this.cutOff(id);
      else if (silence > this.#limits.quiet) this.#app.idle(id, true);
    }
  }

  #end(key: string): void {
    const session = this.#sessions.get(key);
    if (session === undefined) return;
    this.#sessions.delete(key);
    session.client.leave();
    session.server.close().catch(() => undefined);
  }

  #forget(key: string): void {
    const named = this.#named.get(key);
    if (named === undefined) return;
    this.#named.delete(key);
    named.client.leave();
    named.handler.close().catch(() => undefined);
  }
}

const nameOf = (info: unknown): string => connectedName(clientName(info) ?? "") || "MCP client";

const versionOf = (info: unknown): string => {
  const version = typeof info === "object" && info !== null && "version" in info ? info.version : "";
  return typeof version === "string" ? version.slice(0, 100) : "";
};

/** A request of 2026-07-28 names its client in `_meta`. */
function clientInfoOf(message: unknown): unknown {
  const { params } = message as { params?: { _meta?: Record<string, unknown> } };
  return params?._meta?.[CLIENT_INFO_META_KEY];
}
