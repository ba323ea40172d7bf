import type { IncomingMessage, ServerResponse } from "node:http";

/** Headers that may leave: whatever the library puts into an answer, no page of any site is ever let read it. */
const isTold = (name: string): boolean => !name.startsWith("access-control-") && name !== "connection";

/** The request as the library reads it, without its body: that is handed over as it was read here. */
export function webRequest(request: IncomingMessage, address: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // The token has done its work; nothing further in is to see it.
    if (name === "authorization" || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  return new Request(address, { method: request.method ?? "GET", headers, signal });
}

/** Sends the library's answer, a stream as long as both sides want it. Resolves when it is over, however it ended. */
export async function sendAnswer(answer: Response, response: ServerResponse): Promise<void> {
  const body = answer.body?.getReader();
  if (response.destroyed || response.socket === null) {
    await body?.cancel().catch(() => undefined);
    return;
  }
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (isTold(name)) response.setHeader(name, value);
  // An event stream says that it has begun before there is an event.
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
