import { createServer, request } from "node:http";

/**
 * A proxy for a program that cannot send the token: it forwards everything and adds the token. If Host or Origin name this proxy, they are changed to
 * name the server; other names stay.
 */
export function tokenProxy(port: number, token: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((incoming, answer) => {
    const own = String((server.address() as { port: number }).port);
    const renamed = (value: string | undefined) => value?.replace(new RegExp(`:${own}$`), `:${port}`);
    const headers: Record<string, string | string[] | undefined> = {
      ...incoming.headers,
      authorization: `Bearer ${token}`,
    };
    headers["host"] = renamed(incoming.headers.host);
    if (incoming.headers.origin !== undefined) headers["origin"] = renamed(incoming.headers.origin);
    const passed = request(
      { host: "127.0.0.1", port, method: incoming.method, path: incoming.url, headers },
      (from) => {
        answer.writeHead(from.statusCode ?? 500, from.headers);
        answer.flushHeaders();
        from.pipe(answer);
      },
    );
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () =>
      done({
        url: `http://localhost:${(server.address() as { port: number }).port}/mcp`,
        async close() {
          server.closeAllConnections();
          await new Promise((closed) => server.close(closed));
        },
      }),
    );
  });
}
