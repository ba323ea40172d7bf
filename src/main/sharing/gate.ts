import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import type { Metrics, Rejection } from "./metrics";
import { createRateLimit, type Rate } from "./rate";

export type GateOptions = {
  limits: { connections: number; connectionsOfAddress: number; failures: Rate };
  /** Whether a proxy in front says which address a client has. Then nobody else may be able to connect. */
  isBehindProxy: boolean;
  metrics: Metrics;
  log(sentence: string): void;
};

export type Gate = ReturnType<typeof createGate>;

/** Headers in which the gate hands on what it knows; what a client sends in them is replaced. */
const ADDRESS = "x-galley-address";
const CONNECTION = "x-galley-connection";

/** Decides who may connect, before any message is read. */
export function createGate({ limits, isBehindProxy, metrics, log }: GateOptions) {
  const failures = createRateLimit(limits.failures);
  const sockets = new Map<string, { socket: Duplex; address: string }>();
  let isOpen = true;
  let last = 0;

  function refuse(socket: Duplex, status: string, why: Rejection): boolean {
    metrics.rejected(why);
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    return false;
  }

  return {
    failures,
    addressOf: (request: IncomingMessage): string =>
      (isBehindProxy ? forwardedFor(request) : null) ?? request.socket.remoteAddress ?? "",
    /** `from`: the page for guests comes from a browser, and checks by itself which page it is. */
    admit(request: IncomingMessage, socket: Duplex, from: "a member" | "the page for guests" = "a member"): boolean {
      // A broken connection is not an error of the server.
      socket.on("error", () => undefined);
      const address = this.addressOf(request);
      if (!isOpen) return refuse(socket, "503 Service Unavailable", "ending");
      // Other pages of a browser have no business here.
      if (from === "a member" && request.headers.origin !== undefined)
        return refuse(socket, "403 Forbidden", "page of a browser");
      let same = 0;
      for (const each of sockets.values()) if (each.address === address) same += 1;
      const isFull = sockets.size >= limits.connections || same >= limits.connectionsOfAddress;
      if (isFull || failures.isExhausted(address)) {
        log("a connection was rejected: too many from one address, or in all");
        return refuse(socket, "429 Too Many Requests", isFull ? "too many connections" : "too many wrong secrets");
      }
      last += 1;
      const id = String(last);
      request.headers[ADDRESS] = address;
      request.headers[CONNECTION] = id;
      sockets.set(id, { socket, address });
      socket.once("close", () => sockets.delete(id));
      return true;
    },
    isOpen: () => isOpen,
    connections: () => sockets.size,
    close() {
      isOpen = false;
    },
    /** Ends one connection without a word, so that its client connects again. Whether it was open. */
    end(connection: string): boolean {
      const socket = sockets.get(connection)?.socket;
      const wasOpen = socket?.destroyed === false;
      socket?.destroy();
      return wasOpen;
    },
    endAll() {
      for (const { socket } of sockets.values()) socket.destroy();
    },
  };
}

/** The address that the nearest proxy saw. What comes before it in the header is a claim of the client's. */
function forwardedFor({ headers }: IncomingMessage): string | null {
  const nearest = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  return nearest !== undefined && isIP(nearest) !== 0 ? nearest : null;
}

/** The address of a client, as the gate saw it. */
export const addressOf = (headers: Headers): string => headers.get(ADDRESS) ?? "";

/** The connection that a request belongs to, for `Gate.end`. */
export const connectionOf = (headers: Headers): string => headers.get(CONNECTION) ?? "";
