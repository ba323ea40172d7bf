import { once } from "node:events";
import type { Argument, Events, Reply, RequestName } from "../../../shared/contract";
import { guestPaths, type ToGuest } from "../../../shared/guest";

type SocketWithHeaders = new (url: string, options: { headers: Record<string, string> }) => WebSocket;

/** The origin of the page on this machine. */
export const originOf = (port: number): string => `http://127.0.0.1:${port}`;

/** Sends the secret of a link, as the page does. */
export function logIn(port: number, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${originOf(port)}${guestPaths.session}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: originOf(port), ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** The cookie of a session, for a request. */
export const cookieOf = (answer: Response): string => (answer.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";

/** Opens the page's socket with any headers. Resolves to null if the server rejects it. */
export async function openSocket(port: number, headers: Record<string, string>): Promise<WebSocket | null> {
  const socket = new (WebSocket as unknown as SocketWithHeaders)(
    `${originOf(port).replace("http", "ws")}${guestPaths.socket}`,
    { headers },
  );
  const isOpen = await Promise.race([once(socket, "open").then(() => true), once(socket, "error").then(() => false)]);
  return isOpen ? socket : null;
}

/** A guest as raw messages: what the page would send, without a page. */
export async function joinAsGuest(port: number, secret: string, name: string) {
  const cookie = cookieOf(await logIn(port, { secret, name }));
  const socket = await openSocket(port, { Origin: originOf(port), Cookie: cookie });
  if (socket === null) throw new Error("the server rejected the guest");
  return guestOver(socket, cookie);
}

export type WebGuest = ReturnType<typeof guestOver>;

/** Speaks with the server over an open socket, as a new page or as one that comes back. */
export function guestOver(first: WebSocket, cookie: string, known: string | null = null) {
  let socket = first;
  let last = 0;
  let received = 0;
  let window = known;
  const waiting = new Map<number, (message: ToGuest) => void>();
  const events: { name: string; event: unknown }[] = [];
  const seen = { ended: "", closed: 0, welcome: -1, received: "" };
  const listen = (own: WebSocket) => {
    own.addEventListener("close", ({ code }) => (seen.closed = code));
    own.addEventListener("message", ({ data }) => {
      seen.received += `${String(data)}\n`;
      const message = JSON.parse(String(data)) as ToGuest;
      if (message.kind === "welcome") {
        window = message.window;
        seen.welcome = message.received;
      } else if (message.kind === "ended") seen.ended = message.why;
      else {
        received = message.number;
        if (message.kind === "event") events.push(message);
        else waiting.get(message.id)?.(message);
      }
    });
    own.send(JSON.stringify({ kind: "hello", window, received }));
  };
  listen(socket);
  const send = (message: unknown) => socket.send(typeof message === "string" ? message : JSON.stringify(message));
  const raw = (name: string, argument?: unknown): Promise<ToGuest> => {
    const id = ++last;
    return new Promise((done) => {
      waiting.set(id, done);
      send({ kind: "request", id, name, argument });
    });
  };
  return {
    cookie,
    window: () => window,
    seen,
    events,
    send,
    /** The answer, or the rejection, as it comes. */
    raw,
    async ask<K extends RequestName>(name: K, argument?: Argument<K>): Promise<Reply<K>> {
      const answer = await raw(name, argument);
      if (answer.kind !== "answer") throw new Error(answer.kind === "failed" ? answer.why : answer.kind);
      return answer.value as Reply<K>;
    },
    eventsOf: <K extends keyof Events>(name: K): Events[K][] =>
      events.flatMap((each) => (each.name === name ? [each.event as Events[K]] : [])),
    close: () => socket.close(),
    /** Comes back over another connection. */
    comeBack(next: WebSocket) {
      socket = next;
      listen(next);
    },
  };
}
