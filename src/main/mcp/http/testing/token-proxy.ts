import { createServer, request } from "node:http";

/**
 * A proxy for a program that cannot send the token: it forwards everything and adds the token. If Host or Origin name this proxy, they are changed to
 * name the server; other names stay.
 */
export function tokenProxy(port: number, token: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((asked, answer) => {
    const own = String((server.address() as { port: number }).port);
    const renamed = (value: string | undefined) => value?.replace(new RegExp(`:${own}$`), `:${port}`);
    const headers: Record<string, string | string[] | undefined> = {
      ...asked.headers,
      authorization: `Bearer ${token}`,
    };
    headers["host"] = renamed(asked.headers.host);
    if (asked.headers.origin !== undefined) headers["origin"] = renamed(asked.headers.origin);
    const passed = request({ host: "127.0.0.1", port, method: asked.method, path: asked.url, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 500, from.headers);
      answer.flushHeaders();
      from.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
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
