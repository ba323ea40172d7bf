import type { IncomingMessage, ServerResponse } from "node:http";

export type AnswerOptions = {
  /** Why clients should not come here now; null if they may. */
  problem(): string | null;
  metrics(): string;
  /** Whether metrics are for everybody who can connect. */
  hasPublicMetrics: boolean;
};

/** Answers a request over HTTP: whether the server can be used, and its metrics. */
export function answerRequest(request: IncomingMessage, response: ServerResponse, options: AnswerOptions): void {
  const { url, method } = request;
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && url === "/health") {
    const problem = options.problem();
    send(response, problem === null ? 200 : 503, `${problem ?? "ok"}\n`);
  } else if (isRead && url === "/metrics" && (options.hasPublicMetrics || isFromHere(request)))
    send(response, 200, options.metrics(), "text/plain; version=0.0.4; charset=utf-8");
  else send(response, 404, "Galley shares a folder here. Open the link in Galley.\n");
}

/** Whether a program of this machine asks, and not a proxy for somebody else. */
function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const isForwarded = ["forwarded", "via", "x-forwarded-for", "x-real-ip"].some((name) => headers[name] !== undefined);
  return !isForwarded && /^(?:127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? "");
}

function send(response: ServerResponse, status: number, text: string, type = "text/plain"): void {
  response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" });
  response.end(text);
}
