import type { IncomingMessage, ServerResponse } from "node:http";

/** Headers that may be sent: no page of any site may read a response, whatever the library adds. */
const isForwarded = (name: string): boolean => !name.startsWith("access-control-") && name !== "connection";

/** The request as the library takes it, without its body, which was read before. */
export function webRequest(request: IncomingMessage, address: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // The token was already checked; nothing behind this point may see it.
    if (name === "authorization" || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  return new Request(address, { method: request.method ?? "GET", headers, signal });
}

/** Sends the library's response, which may be a stream that lasts as long as both sides want. Resolves when it is over, however it ended. */
export async function sendAnswer(answer: Response, response: ServerResponse): Promise<void> {
  const body = answer.body?.getReader();
  if (response.destroyed || response.socket === null) {
    await body?.cancel().catch(() => undefined);
    return;
  }
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (isForwarded(name)) response.setHeader(name, value);
  // Send the headers of an event stream before its first event.
  response.flushHeaders();
  if (body === undefined) {
    response.end();
    return;
  }
  const gone = new Promise<"gone">((done) => response.once("close", () => done("gone")));
  try {
    for (;;) {
      const next = await Promise.race([body.read(), gone]);
      if (next === "gone" || next.done) break;
      if (response.write(next.value)) continue;
      const drained = new Promise<"drained">((done) => response.once("drain", () => done("drained")));
      if ((await Promise.race([drained, gone])) === "gone") break;
    }
  } finally {
    await body.cancel().catch(() => undefined);
    response.end();
  }
}
