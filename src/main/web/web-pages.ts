import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import crossws from "crossws/adapters/node";
import { type GuestFacts, guestPaths } from "../../shared/guest";
import { createRateLimit } from "../sharing/rate";
import type { WebAccess, WebPart } from "../sharing/web-part";
import { createGuestSessions, readGuestName, SESSION_MS } from "./guest-sessions";
import { type GuestPeer, readFromGuest } from "./guest-stream";
import type { Guest, Guests } from "./guests";
import { webFile } from "./web-files";

export type WebPagesOptions = {
  access: WebAccess;
  /** The built renderer. */
  files: string;
  /** The address of the proxy in front; null: only browsers of this machine reach the page. */
  url: URL | null;
  /** The guests of the server's folder; null as long as it is not ready. */
  guests(): Guests | null;
  log(sentence: string): void;
};

const LIMITS = {
  /** The maximum number of bytes of a message; those who write no texts need less. */
  message: 16 * 1024 * 1024,
  readerMessage: 256 * 1024,
  login: 8 * 1024,
  loginMs: 10_000,
  messages: { burst: 1000, perSecond: 100 },
  bytes: { burst: 64 * 1024 * 1024, perSecond: 2 * 1024 * 1024 },
};

const closing = { malformed: 4400, ended: 4403, tooFast: 4429 } as const;

/** Headers in which the upgrade hands on what it knows; what a client sends in them is replaced. */
const SESSION = "x-galley-guest";

/**
 * The page for guests. A browser gets it without a secret; the page sends the secret of its link once, in the body of a request, and gets a cookie that scripts
 * cannot read. Every request and connection must come from the page itself.
 */
export function createWebPages({ access, files, url, guests, log }: WebPagesOptions): WebPart {
  const sessions = createGuestSessions();
  const isSecure = url !== null;
  // With the prefix, no other host and no page without TLS can set it.
  const cookieName = isSecure ? "__Host-galley-guest" : "galley-guest";
  const messages = createRateLimit(LIMITS.messages);
  const bytes = createRateLimit(LIMITS.bytes);
  const connections = new Map<string, { guest: Guest; peer: GuestPeer }>();

  const sessionOf = ({ headers }: IncomingMessage) => {
    for (const part of (headers.cookie ?? "").split(";")) {
      const at = part.indexOf("=");
      if (part.slice(0, at).trim() === cookieName) return sessions.of(part.slice(at + 1).trim());
    }
    return null;
  };

  const socket = crossws({
    serverOptions: { maxPayload: LIMITS.message, perMessageDeflate: false },
    hooks: {
      message(peer, message) {
        const text = message.text();
        const size = Buffer.byteLength(text);
        const close = (code: number, why: string) => peer.close(code, why);
        if (!messages.take(peer.id) || !bytes.take(peer.id, size)) return close(closing.tooFast, "too many messages");
        const session = sessions.byId(peer.request.headers.get(SESSION) ?? "");
        const now = guests();
        if (session === null || now === null) return close(closing.ended, "ended");
        if (session.guest.role === "reader" && size > LIMITS.readerMessage) return close(closing.malformed, "too long");
        const read = readFromGuest(text);
        const known = connections.get(peer.id);
        if (read === null || (read.kind === "hello") !== (known === undefined))
          return close(closing.malformed, "not understood");
        if (read.kind !== "hello") return known?.guest.stream.receive(read);
        const guest = read.window === null ? now.open(session) : now.find(read.window, session);
        if (guest === null) {
          const why =
            read.window === null ? "There are too many guests here now." : "The server has forgotten this page.";
          peer.send(JSON.stringify({ kind: "ended", why }));
          return close(closing.ended, "ended");
        }
        const own: GuestPeer = {
          send: (sent) => void peer.send(sent),
          close: (code, why) => peer.close(code, why),
        };
        connections.set(peer.id, { guest, peer: own });
        guest.stream.connect(own, guest.window.id, read.received);
        return undefined;
      },
      close(peer) {
        const known = connections.get(peer.id);
        connections.delete(peer.id);
        if (known !== undefined) guests()?.left(known.guest, known.peer);
      },
    },
  });

  async function logIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (body === null) return sendJson(response, 400, {});
    const { secret, name: given } = body;
    const name = readGuestName(given);
    if (typeof secret !== "string" || secret === "" || name === null) return sendJson(response, 400, {});
    let client: Awaited<ReturnType<WebAccess["clientOf"]>>;
    try {
      client = await access.clientOf(request, secret);
    } catch {
      return sendJson(response, 503, {});
    }
    if (client === "too many wrong secrets") return sendJson(response, 429, {});
    if (client === "wrong secret") return sendJson(response, 403, {});
    const guest: GuestFacts = { name, role: client.role };
    const cookie = [
      `${cookieName}=${sessions.begin(guest, client)}`,
      "Path=/",
      `Max-Age=${SESSION_MS / 1000}`,
      "HttpOnly",
      "SameSite=Strict",
      ...(isSecure ? ["Secure"] : []),
    ].join("; ");
    response.setHeader("Set-Cookie", cookie);
    return sendJson(response, 200, guest);
  }

  return {
    answer(request, response) {
      const path = pathOf(request);
      if (path === "/health" || path === "/metrics") return false;
      const origin = originOf(request, url);
      // An address that is not ours may be a name that somebody else has pointed here.
      if (origin === null) sendJson(response, 421, {});
      // Browsers ask by themselves.
      else if (path === "/favicon.ico") response.writeHead(204).end();
      else if (path === guestPaths.session) {
        if (request.method === "GET" && isFromPage(request, origin, "may be without origin")) {
          const session = sessionOf(request);
          sendJson(response, session === null ? 401 : 200, session?.guest ?? {});
        } else if (request.method === "POST" && isFromPage(request, origin, "must have an origin"))
          logIn(request, response).catch(() => response.destroy());
        else sendJson(response, 403, {});
      } else {
        const file = webFile(files, request.method ?? "", path, origin);
        response.writeHead(file.status, {
          ...file.headers,
          "content-type": /^(?:text|application\/json)/.test(file.type) ? `${file.type}; charset=utf-8` : file.type,
          "content-length": file.bytes.length,
        });
        response.end(file.bytes);
      }
      return true;
    },
    upgrade(request, stream: Duplex, head: Buffer) {
      if (pathOf(request) !== guestPaths.socket) return false;
      if (!access.admit(request, stream)) return true;
      const origin = originOf(request, url);
      const session = sessionOf(request);
      if (
        origin === null ||
        !isFromPage(request, origin, "must have an origin") ||
        session === null ||
        guests() === null
      ) {
        stream.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        return true;
      }
      request.headers[SESSION] = session.id;
      socket.handleUpgrade(request, stream, head).catch(() => stream.destroy());
      return true;
    },
    endUnless(mayStay) {
      for (const session of sessions.endUnless(({ client }) => mayStay(client))) {
        log("a guest was sent away: the link or the session has ended");
        guests()?.end(session, "The link of this page is no longer valid.");
      }
    },
  };
}

const pathOf = ({ url }: IncomingMessage): string => (url ?? "").split(/[?#]/, 1)[0] ?? "";

/** The origin at which a browser must see the page; null if the request was made to another address. */
function originOf({ headers, socket }: IncomingMessage, url: URL | null): string | null {
  if (url !== null) return headers.host === url.host ? url.origin : null;
  const own = ["127.0.0.1", "localhost", "[::1]"].map((host) => `${host}:${socket.localPort}`);
  return own.includes(headers.host ?? "") ? `http://${headers.host}` : null;
}

/** Whether a request comes from the page itself, and not from another page that the browser has open. */
function isFromPage(
  { headers }: IncomingMessage,
  origin: string,
  how: "must have an origin" | "may be without origin",
) {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  return headers.origin === undefined ? how === "may be without origin" : headers.origin === origin;
}

/** The JSON object in the body of a request; null if there is none, or it is too long or takes too long. */
async function readBody(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  if (!/^application\/json(?:;|$)/.test(request.headers["content-type"] ?? "")) return null;
  const late = setTimeout(() => request.destroy(), LIMITS.loginMs);
  try {
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of request) {
      size += (part as Buffer).length;
      if (size > LIMITS.login) return null;
      parts.push(part as Buffer);
    }
    const body: unknown = JSON.parse(Buffer.concat(parts).toString("utf8"));
    return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  } finally {
    clearTimeout(late);
  }
}

function sendJson(response: ServerResponse, status: number, content: object): void {
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(JSON.stringify(content));
}
