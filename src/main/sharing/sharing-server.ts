import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type beforeSyncPayload, type Connection, Server } from "@hocuspocus/server";
import * as Y from "yjs";
import { isDocumentName } from "../../core/sharing/document-name";
import { createRateLimit, type Rate } from "./rate";
import type { Role, SharedFolderDatabase } from "./shared-folder-database";

/** What clients may do. */
export type SharingLimits = {
  /** The most bytes of one message. A whole text travels in one. */
  messageBytes: number;
  /** The same of a reader, who sends no text. */
  readerBytes: number;
  /** The most bytes and messages that a client may send before it is let in. */
  waitingBytes: number;
  waitingMessages: number;
  /** Connections at once: all, and from one address. */
  connections: number;
  connectionsOfAddress: number;
  /** Wrong secrets from one address. */
  failures: Rate;
  /** Messages, and their bytes, of one connection. */
  messages: Rate;
  bytes: Rate;
};

const defaultLimits: SharingLimits = {
  messageBytes: 32 * 1024 * 1024,
  readerBytes: 1024 * 1024,
  waitingBytes: 1024 * 1024,
  waitingMessages: 1000,
  connections: 2000,
  connectionsOfAddress: 500,
  failures: { burst: 20, perSecond: 1 / 3 },
  messages: { burst: 5000, perSecond: 500 },
  bytes: { burst: 256 * 1024 * 1024, perSecond: 4 * 1024 * 1024 },
};

export type SharingServerOptions = {
  /** Zero: any free port. */
  port: number;
  host: string;
  database: SharedFolderDatabase;
  limits?: Partial<SharingLimits>;
  /** Receives a sentence, which never holds a text, a secret or the name of a document. */
  log(sentence: string): void;
};

export type SharingServer = {
  port: number;
  /** Accepts nothing more, lets go of every client once what it sent is stored, and ends. */
  close(): Promise<void>;
};

/** What the server knows about a client of a document. */
type Member = { role: Role };

/** A refusal in words that the client is sent. */
class RefusedError extends Error {
  readonly code = 4403;
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** How a connection is closed, as codes of WebSocket. */
const closing = { malformed: 4400, tooFast: 4429, notStored: 1011 } as const;

/** Serves a shared folder. Rejects if it cannot listen there. */
export async function startSharingServer({
  port,
  host,
  database,
  limits: some,
  log,
}: SharingServerOptions): Promise<SharingServer> {
  const limits = { ...defaultLimits, ...some };
  const gate = createGate(limits, log);
  const messages = createRateLimit(limits.messages);
  const bytes = createRateLimit(limits.bytes);

  const server = new Server<Member>({
    port,
    address: host,
    quiet: true,
    stopOnSignals: false,
    // A change reaches others before its writer gets the confirmation: a client that has the confirmation has seen everything before it.
    flushDelay: false,
    maxUnauthenticatedQueueSize: limits.waitingBytes,
    maxUnauthenticatedQueueMessages: limits.waitingMessages,
    maxPendingDocuments: limits.waitingMessages,
    websocketOptions: { maxPayload: limits.messageBytes, perMessageDeflate: false },
    // The hooks end a request or an upgrade by rejecting without an error.
    onRequest({ request, response }) {
      answer(request, response);
      return Promise.reject(null);
    },
    onUpgrade: ({ request, socket }) => (gate.admit(request, socket) ? Promise.resolve() : Promise.reject(null)),
    async onAuthenticate({ token, documentName, connectionConfig, request }) {
      const address = addressOf(request);
      if (gate.failures.isExhausted(address)) throw new RefusedError("too many wrong secrets; wait a minute");
      const role = database.roleOf(token);
      if (role === null) {
        gate.failures.take(address);
        log("a wrong secret was refused");
        throw new RefusedError("this link is not valid, or was revoked");
      }
      if (!isDocumentName(documentName)) throw new RefusedError("there is no such document");
      connectionConfig.readOnly = role !== "editor";
      return { role };
    },
    async onLoadDocument({ document, documentName }) {
      const stored = database.load(documentName);
      if (stored !== null) Y.applyUpdate(document, stored);
    },
    async beforeHandleMessage({ connection, update, socketId }) {
      if (!messages.take(socketId) || !bytes.take(socketId, update.length))
        cutOff(connection, closing.tooFast, "too many messages");
      // What a reader sends is never a text.
      if (connection.readOnly && update.length > limits.readerBytes)
        cutOff(connection, closing.malformed, "too long for a reader");
    },
    beforeSync: (message) => store(message, database, log),
    // Clients send nothing else, and nothing is relayed that was not asked for.
    onStateless: async ({ connection }) => connection.webSocket.close(closing.malformed, "not understood"),
  });

  await new Promise<void>((listening, failed) => {
    server.httpServer.once("error", failed);
    server.listen().then(() => listening(), failed);
  });
  server.httpServer.on("error", (error) => log(`the server reported ${error.name}`));
  return {
    port: server.address.port,
    async close() {
      gate.close();
      await server.destroy();
      gate.endAll();
      database.close();
    },
  };
}

/** Stores what a client changes before it is applied, sent to others or confirmed. */
async function store(
  { type, payload, connection, document, documentName }: beforeSyncPayload<Member>,
  database: SharedFolderDatabase,
  log: (sentence: string) => void,
): Promise<void> {
  const isUpdate = type === 1 || type === 2;
  if (!isUpdate || connection.readOnly) return;
  let isNew: boolean;
  try {
    // Throws for bytes that are not an update.
    Y.decodeUpdate(payload);
    // What a client sends when it connects is mostly known here.
    isNew = type === 2 || !Y.snapshotContainsUpdate(Y.snapshot(document), payload);
  } catch {
    log("a malformed message was refused");
    return cutOff(connection, closing.malformed, "not understood");
  }
  if (!isNew) return;
  try {
    await database.append(documentName, payload);
  } catch {
    log("a change could not be stored, and was not accepted");
    cutOff(connection, closing.notStored, "the change could not be stored");
  }
}

/** Closes the whole connection; the message is not handled. */
function cutOff(connection: Connection<Member>, code: number, reason: string): never {
  connection.webSocket.close(code, reason);
  throw Object.assign(new Error(reason), { code, reason });
}

/** Answers requests over HTTP: only whether the server is there. */
function answer({ url, method }: IncomingMessage, response: ServerResponse): void {
  const isHealth = url === "/health" && (method === "GET" || method === "HEAD");
  response.writeHead(isHealth ? 200 : 404, { "Content-Type": "text/plain", "Cache-Control": "no-store" });
  response.end(isHealth ? "ok\n" : "Galley shares a folder here. Open the link in Galley.\n");
}

/** Decides who may connect, before any message is read. */
function createGate(limits: SharingLimits, log: (sentence: string) => void) {
  const failures = createRateLimit(limits.failures);
  const sockets = new Map<Duplex, string>();
  let isOpen = true;

  function refuse(socket: Duplex, status: string): boolean {
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    return false;
  }

  return {
    failures,
    admit(request: IncomingMessage, socket: Duplex): boolean {
      // A broken connection is not an error of the server.
      socket.on("error", () => undefined);
      const address = request.socket.remoteAddress ?? "";
      if (!isOpen) return refuse(socket, "503 Service Unavailable");
      // Pages of a browser have no business here.
      if (request.headers.origin !== undefined) return refuse(socket, "403 Forbidden");
      let same = 0;
      for (const each of sockets.values()) if (each === address) same += 1;
      const isFull = sockets.size >= limits.connections || same >= limits.connectionsOfAddress;
      if (isFull || failures.isExhausted(address)) {
        log("a connection was refused: too many from one address, or in all");
        return refuse(socket, "429 Too Many Requests");
      }
      request.headers["x-galley-address"] = address;
      sockets.set(socket, address);
      socket.once("close", () => sockets.delete(socket));
      return true;
    },
    close() {
      isOpen = false;
    },
    endAll() {
      for (const socket of sockets.keys()) socket.destroy();
    },
  };
}

/** The address of a client, as the gate saw it. */
const addressOf = (request: Request): string => request.headers.get("x-galley-address") ?? "";
