import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type ModelReply, streamOf, type Wire } from "./wire";

/** A request that the endpoint received. */
export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> };

/** How a request is answered: with a model's message, or in any other way. */
export type Answer =
  | { reply: ModelReply /** Milliseconds before each event. */; slowly?: number }
  | { status: number; headers?: Record<string, string>; body?: string | Buffer }
  | { stream: string | Buffer; headers?: Record<string, string>; finally?: "end" | "hang" | "destroy" }
  | { act(response: ServerResponse, request: IncomingMessage): void | Promise<void> };

/** A fake endpoint on this machine. */
export type FakeEndpoint = {
  /** The base URL without a path; add `/v1` like a user would. */
  url: string;
  received: Received[];
  /** The requests to models, without lists of models. */
  questions(): Received[];
  /** The next answers, in order; then `otherwise` is used. */
  answers: Answer[];
  otherwise: (received: Received) => Answer;
  /** Number of open connections. */
  open(): number;
  close(): Promise<void>;
};

const wireOf = (path: string): Wire =>
  path.endsWith("/messages") ? "anthropic" : path === "/api/chat" ? "ollama" : "openai";

/** Serves all protocols: chosen by the path of the request, or by `wire`. */
export async function fakeEndpoint(options: { wire?: Wire; models?: string[] } = {}): Promise<FakeEndpoint> {
  const { models = ["model-a", "model-b"] } = options;
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const connections = new Set<object>();
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const piece of request) text += String(piece);
    const path = request.url ?? "";
    const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
    const one: Received = { method: request.method ?? "", path, headers: request.headers, body };
    received.push(one);
    if (request.method === "GET" && endpoint.answers.length === 0) return listModels(path, response);
    await give(endpoint.answers.shift() ?? endpoint.otherwise(one), one, request, response);
  }

  function listModels(path: string, response: ServerResponse): void {
    const list = path.startsWith("/api/tags")
      ? { models: models.map((name) => ({ name, model: name, size: 1, details: { family: "test" } })) }
      : {
          object: "list",
          data: models.map((id) => ({ id, object: "model", type: "model", display_name: id.toUpperCase() })),
        };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(list));
  }

  async function give(what: Answer, one: Received, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if ("act" in what) return what.act(response, request);
    if ("status" in what) {
      response.writeHead(what.status, { "content-type": "application/json", ...what.headers }).end(what.body ?? "");
      return;
    }
    const wire = options.wire ?? wireOf(one.path);
    const type = wire === "ollama" ? "application/x-ndjson" : "text/event-stream";
    response.writeHead(200, { "content-type": type, ...("headers" in what ? what.headers : {}) });
    if ("stream" in what) {
      response.write(what.stream);
      if (what.finally === "hang") return;
      // Sends the bytes before closing the connection.
      if (what.finally === "destroy") await wait(5).then(() => response.destroy());
      else response.end();
      return;
    }
    const stream = streamOf(wire, what.reply);
    if (what.slowly === undefined) {
      response.end(stream);
      return;
    }
    for (const event of stream.split(wire === "ollama" ? /(?<=\n)/ : /(?<=\n\n)/)) {
      await wait(what.slowly);
      if (response.destroyed) return;
      response.write(event);
    }
    response.end();
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint: FakeEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    questions: () => received.filter(({ method, path }) => method === "POST" && path !== "/api/show"),
    answers: [],
    otherwise: () => ({ reply: { text: "Done." } }),
    open: () => connections.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return endpoint;
}
