import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { HTTP_LIMITS, type HttpLimits } from "../../limits";
import { checkHead, type HttpError, mcpPath } from "./check-head";
import type { HttpApp } from "./http-app";
import { HttpClients } from "./http-clients";
import { readBody } from "./read-body";
import { sendAnswer, webRequest } from "./web-exchange";

export type HttpServer =
  | {
      status: "serving";
      /** The URL for clients. */
      address: string;
      /** The user opened or closed a folder. */
      foldersChanged(): void;
      /** The list of tools of this client has changed. */
      toolsChanged(id: string): void;
      /** Ends a client's session and everything it is running. */
      cutOff(id: string): void;
      /** Ends every session: the token was renewed. */
      dropAll(): void;
      close(): Promise<void>;
    }
  /** Another program uses the port. */
  | { status: "taken" }
  /** The system does not allow listening there. */
  | { status: "refused"; reason: string };

export type HttpServerOptions = {
  /** Zero: any free port. */
  port: number;
  app: HttpApp;
  limits?: Partial<HttpLimits>;
};

/**
 * Serves MCP over Streamable HTTP on the loopback addresses of this machine only. `localhost` means both addresses: the port must be ours on both, so
 * that the token is never sent to another program.
 */
export async function serveHttp({ port: wanted, app, limits: some }: HttpServerOptions): Promise<HttpServer> {
  const limits = { ...HTTP_LIMITS, ...some };
  const listener = new HttpListener(app, limits);
  const servers: Server[] = [];
  const closeAll = () => Promise.all(servers.map((server) => closed(server)));
  for (const host of ["127.0.0.1", "::1"]) {
    const server = listener.server();
    const code = await listen(server, host, listener.port || wanted);
    if (code === null) servers.push(server);
    // The machine may not have IPv6.
    else if (host === "127.0.0.1" || code === "EADDRINUSE") {
      await closeAll();
      await listener.close();
      return code === "EADDRINUSE" ? { status: "taken" } : { status: "refused", reason: code };
    }
    if (code === null && host === "127.0.0.1") listener.port = portOf(server);
  }
  return {
    status: "serving",
    address: `http://127.0.0.1:${listener.port}${mcpPath}`,
    foldersChanged: () => listener.clients.foldersChanged(),
    toolsChanged: (id) => listener.clients.toolsChanged(id),
    cutOff: (id) => listener.clients.cutOff(id),
    dropAll: () => listener.clients.dropAll(),
    async close() {
      await listener.close();
      await closeAll();
    },
  };
}

/** Everything between a connection and the clients' MCP servers. */
class HttpListener {
  port = 0;
  readonly clients: HttpClients;
  readonly #app: HttpApp;
  readonly #limits: HttpLimits;
  readonly #bodyBudget = { used: 0 };
  readonly #connections = new Set<Socket>();

  constructor(app: HttpApp, limits: HttpLimits) {
    this.#app = app;
    this.#limits = limits;
    this.clients = new HttpClients(app, limits);
  }

  server(): Server {
    const { head, headTime, requestTime, silence, connections } = this.#limits;
    const answer = (request: IncomingMessage, response: ServerResponse) => void this.#answer(request, response);
    const server = createServer(
      {
        maxHeaderSize: head,
        headersTimeout: headTime,
        requestTimeout: requestTime,
        connectionsCheckingInterval: Math.min(1000, headTime),
        keepAliveTimeout: 5000,
        // `checkHead` must see duplicates: it rejects them before anything else.
        joinDuplicateHeaders: false,
      },
      answer,
    );
    // Required: with the default limit, Node would silently drop further headers.
    server.maxHeadersCount = 2000;
    server.timeout = silence;
    // A client that waits for 100-continue before it sends its body gets it once its head is accepted.
    server.on("checkContinue", answer);
    server.on("checkExpectation", answer);
    server.on("connect", (_request, socket) => socket.destroy());
    server.on("clientError", (error: NodeJS.ErrnoException, socket) => sendRawError(error, socket as Socket));
    server.on("error", () => undefined);
    server.on("connection", (socket) => {
      if (this.#connections.size >= connections) {
        socket.destroy();
        return;
      }
      this.#connections.add(socket);
      socket.once("close", () => this.#connections.delete(socket));
    });
    return server;
  }

  async close(): Promise<void> {
    await this.clients.close();
    for (const socket of this.#connections) socket.destroy();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const rejection = this.#check(request);
      if (rejection !== null) sendError(request, response, rejection);
      else await this.#serve(request, response);
    } catch (error) {
      this.#app.surprised(error instanceof Error ? (error.stack ?? error.message) : String(error));
      if (!response.headersSent)
        sendError(request, response, { status: 500, message: "Galley failed; see its log for details." });
      else response.destroy();
    }
  }

  #check({ method = "", url = "", rawHeaders }: IncomingMessage): HttpError | null {
    if (rawHeaders.length > this.#limits.headers * 2)
      return { status: 431, message: `The request has more than ${this.#limits.headers} headers.` };
    const { isToken, tokenHint } = this.#app;
    const server = { port: this.port, isToken, ...(tokenHint === undefined ? {} : { tokenHint }) };
    return checkHead({ method, target: url, headers: rawHeaders }, server);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { body: maxLength, bodies: maxTotal } = this.#limits;
    if (request.headers.expect !== undefined) {
      if (request.headers.expect.toLowerCase() !== "100-continue") {
        sendError(request, response, { status: 417, message: "Galley supports only the expectation 100-continue." });
        return;
      }
      response.writeContinue();
    }
    const body = await readBody(request, this.#bodyBudget, { maxLength, maxTotal });
    if (body.status === "cut off") {
      response.destroy();
      return;
    }
    if (body.status !== "read") {
      sendError(request, response, bodyError(body.status, maxLength));
      return;
    }
    const exchange = new AbortController();
    response.once("close", () => exchange.abort());
    try {
      // The token may have been renewed while the body arrived.
      const rejection = this.#check(request);
      if (rejection !== null) {
        sendError(request, response, rejection);
        return;
      }
      const incoming = webRequest(request, `http://127.0.0.1:${this.port}${mcpPath}`, exchange.signal);
      const answer = await this.clients.answer(incoming, body.bytes, exchange);
      if (answer instanceof Response) await sendAnswer(answer, response);
      else sendError(request, response, answer);
    } finally {
      this.#bodyBudget.used -= body.bytes.length;
    }
  }
}

const bodyError = (status: "too large" | "too many", maxLength: number): HttpError =>
  status === "too large"
    ? {
        status: 413,
        message: `The request is larger than ${Math.floor(maxLength / 1024 / 1024)} MiB. Write a long text in parts.`,
      }
    : {
        status: 503,
        message: "Galley is reading too much at once. Try again in a moment.",
        headers: { "retry-after": "1" },
      };

/** Sends an error with a message. If the body was not read, the connection is closed. */
function sendError(request: IncomingMessage, response: ServerResponse, rejection: HttpError & { code?: number }): void {
  if (response.destroyed) return;
  const { status, message, headers = {}, code = -32000 } = rejection;
  const isRead = request.complete;
  const text = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } });
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    ...headers,
    ...(isRead ? {} : { connection: "close" }),
  });
  const { socket } = request;
  response.end(text, () => {
    if (isRead) return;
    // The rest of the body is not read; the response gets a moment to arrive.
    request.pause();
    socket.end();
    setTimeout(() => socket.destroy(), 200).unref();
  });
}

/** The data is not HTTP, too long or too slow, so there is no request to answer. */
function sendRawError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const status =
    error.code === "HPE_HEADER_OVERFLOW"
      ? "431 Request Header Fields Too Large"
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? "408 Request Timeout"
        : "400 Bad Request";
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  setTimeout(() => socket.destroy(), 200).unref();
}

/** Null on success, otherwise the system's error code. */
const listen = (server: Server, host: string, port: number): Promise<string | null> =>
  new Promise((done) => {
    const failed = (error: NodeJS.ErrnoException) => done(error.code ?? error.message);
    server.once("error", failed);
    server.listen({ host, port, exclusive: true, ipv6Only: host === "::1" }, () => {
      server.off("error", failed);
      done(null);
    });
  });

const closed = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
};
