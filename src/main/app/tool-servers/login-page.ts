import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toolServerMessages as t } from "./messages";

/** The address to which the browser returns after a login, on this computer only. */
export type LoginPage = {
  /** `http://127.0.0.1:PORT/login` */
  address: string;
  /** The parameter that the browser has to bring back. */
  state: string;
  /** What the browser brought back; rejects if `signal` aborts. */
  returned: Promise<URLSearchParams>;
  close(): void;
};

const PATH = "/login";

/** Waits on a port of its own. A request with another state, such as one that a web page makes, is answered and ignored. */
export async function openLoginPage(signal: AbortSignal): Promise<LoginPage> {
  const state = randomBytes(24).toString("hex");
  let returnTo = "";
  const { promise: returned, resolve, reject } = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", returnTo);
    const isOurs =
      request.method === "GET" &&
      request.headers.host === new URL(returnTo).host &&
      url.pathname === PATH &&
      isSame(url.searchParams.get("state") ?? "", state);
    response.writeHead(isOurs ? 200 : 404, {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      Connection: "close",
    });
    response.end(isOurs ? t.loginReturned : "");
    if (isOurs) resolve(url.searchParams);
  });
  server.maxConnections = 16;
  server.listen(0, "127.0.0.1");
  await new Promise((done, failed) => server.once("listening", done).once("error", failed));
  returnTo = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  // Whoever asks for it may have failed before.
  returned.catch(() => undefined);
  return {
    address: returnTo,
    state,
    returned,
    close() {
      signal.removeEventListener("abort", abort);
      server.close();
      server.closeIdleConnections();
    },
  };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
