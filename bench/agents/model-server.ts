/** A local server in place of a model's service: it speaks the protocols of wire-formats.ts and does what a script says. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type ModelRequest, type Turn, wireFormats } from "./wire-formats";

export type ModelServer = {
  /** The address without a path. */
  url: string;
  close(): void;
};

/**
 * Answers each request with the turn that `next` returns. Requests without tools (a title for the conversation, for example) get a word.
 * `seen` gets every request as it arrived, for a look at what a client sends.
 */
export async function startModelServer(
  next: (request: ModelRequest) => Turn,
  seen: (path: string, body: string) => void = () => undefined,
): Promise<ModelServer> {
  let number = 0;
  const server = createServer(async (incoming, response) => {
    const path = new URL(incoming.url ?? "/", "http://localhost").pathname;
    const text = await bodyOf(incoming);
    seen(path, text);
    const format = wireFormats.find((each) => each.handles(path));
    if (format === undefined || incoming.method !== "POST") {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(/count_?tokens$/i.test(path) ? '{"input_tokens":10,"totalTokens":10}' : '{"data":[],"models":[]}');
      return;
    }
    const request = format.read(JSON.parse(text));
    format.write(response, request.tools.length > 0 ? next(request) : { text: "Documents" }, ++number);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.closeAllConnections(),
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
