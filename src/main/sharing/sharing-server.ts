import { timingSafeEqual } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type beforeSyncPayload, type Connection, type Document, Server } from "@hocuspocus/server";
import * as Y from "yjs";
import { MAX_WHOLE_BYTES } from "../../core/limits";
import { COMMENTS, isDocumentName } from "../../core/sharing/document-name";
import { answerRequest } from "./answer-request";
import { type BlobLimits, type BlobPart, createBlobPart } from "./blobs";
import { type CommenterLimits, createCommenterCheck } from "./commenters";
import { type Client, type Follower, followStore } from "./follow-store";
import { addressOf, connectionOf, createGate, type Gate } from "./gate";
import { isToken, type ReadToken } from "./identity-tokens";
import { createMetrics, type Metrics, type Rejection } from "./metrics";
import { createRateLimit, type Rate } from "./rate";
import type { RedisTransport } from "./redis-transport";
import { hashOf, type Role, type SharedFolderStore } from "./store/shared-folder-store";
import type { WebAccess, WebPart } from "./web-part";

/** What clients may do. */
export type SharingLimits = {
  /** The maximum number of bytes of one message. A whole text travels in one. */
  messageBytes: number;
  /** The same of a reader, who sends no text. */
  readerBytes: number;
  /** The maximum number of bytes and messages that a client may send before it is let in. */
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
} & CommenterLimits &
  BlobLimits;

/** Bytes that the files of a shared folder may have together, besides its texts. */
const DEFAULT_FILE_QUOTA = 10 * 1024 ** 3;

const defaultLimits: SharingLimits = {
  messageBytes: 32 * 1024 * 1024,
  readerBytes: 1024 * 1024,
  commenterBytes: 4 * 1024 * 1024,
  comments: { burst: 100, perSecond: 5 },
  rejectedComments: { burst: 10, perSecond: 1 / 5 },
  commentsBytes: 16 * 1024 * 1024,
  waitingBytes: 1024 * 1024,
  waitingMessages: 1000,
  connections: 2000,
  connectionsOfAddress: 500,
  failures: { burst: 20, perSecond: 1 / 3 },
  messages: { burst: 5000, perSecond: 500 },
  bytes: { burst: 256 * 1024 * 1024, perSecond: 4 * 1024 * 1024 },
  blobBytes: MAX_WHOLE_BYTES,
  blobQuota: DEFAULT_FILE_QUOTA,
  transfers: 256,
  transfersOfAddress: 64,
  transferMs: 20 * 60 * 1000,
};

export type SharingServerOptions = {
  /** Zero: any free port. */
  port: number;
  host: string;
  store: SharedFolderStore;
  /** Passes updates between several servers that share one store. */
  transport?: RedisTransport;
  /** The secret of the member in this process, an editor; nobody else has it, and it ends with the server. */
  ownSecret?: string;
  /** Reads the tokens of an identity provider. */
  readToken?: ReadToken;
  /** Whether a proxy says which address a client has. Then only the proxy may be able to connect. */
  isBehindProxy?: boolean;
  /** Whether metrics are for everybody who can connect, and not only for programs of this machine. */
  hasPublicMetrics?: boolean;
  limits?: Partial<SharingLimits>;
  /** The page for guests, if there is one. */
  web?: (access: WebAccess) => WebPart;
  /** Receives a sentence, which never holds a text, a secret or the name of a document. */
  log(sentence: string): void;
};

export type SharingServer = {
  port: number;
  /** Accepts nothing more, lets go of every client once what it sent is stored, and ends. */
  close(): Promise<void>;
};

/** A rejection in words that the client is sent. */
class RefusedError extends Error {
  readonly code = 4403;
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** How a connection is closed, as codes of WebSocket. */
const closing = { malformed: 4400, tooFast: 4429, notStored: 1011 } as const;

/** Milliseconds that the clients have to go when the server ends. */
const DRAIN_MS = 15_000;

/** Serves a shared folder. Rejects if it cannot listen there. */
export async function startSharingServer(options: SharingServerOptions): Promise<SharingServer> {
  const { port, host, store, transport, log } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const metrics = createMetrics();
  const gate = createGate({ limits, isBehindProxy: options.isBehindProxy ?? false, metrics, log });
  const messages = createRateLimit(limits.messages);
  const bytes = createRateLimit(limits.bytes);
  const cutOff = createCutOff(metrics);
  const { mayMake, forget } = createRoleCheck({ limits, cutOff, metrics, log });
  /** Connections of clients that were let in and wait for a document, by its name. */
  const joining = new Map<string, Set<string>>();

  const access = webAccess(options, { gate, metrics });
  const web = options.web?.(access);
  const blobs = createBlobPart({ store, limits, gate, metrics, clientOf: withOwnMember(options, access), log });
  const server = new Server<Client>({
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
    extensions: transport === undefined ? [] : [transport.extension],
    // The hooks end a request or an upgrade by rejecting without an error.
    onRequest({ request, response }) {
      if (blobs.answer(request, response)) return Promise.reject(null);
      if (gate.isOpen() && web?.answer(request, response)) return Promise.reject(null);
      answerRequest(request, response, {
        problem: () => (gate.isOpen() ? follower.problem() : "the server is ending"),
        metrics: () =>
          metrics.render({
            connections: gate.connections(),
            documents: server.hocuspocus.getDocumentsCount(),
            isStoreUsable: follower.problem() === null,
            isRedisConnected: transport?.isConnected() ?? null,
          }),
        hasPublicMetrics: options.hasPublicMetrics ?? false,
      });
      return Promise.reject(null);
    },
    onUpgrade: ({ request, socket, head }) =>
      !web?.upgrade(request, socket, head) && gate.admit(request, socket) ? Promise.resolve() : Promise.reject(null),
    async onAuthenticate({ token, documentName, connectionConfig, request }) {
      const address = addressOf(request.headers);
      const isOwn = isOwnSecret(options, token);
      const itsConnection = connectionOf(request.headers);
      const refused = (why: Rejection, reason: string) => {
        metrics.rejected(why);
        return new RefusedError(reason);
      };
      // What is not the client's own fault ends its connection, so that it tries again: rejected, it would stay away.
      if (!isOwn && gate.failures.isExhausted(address)) {
        metrics.rejected("too many wrong secrets");
        gate.end(itsConnection);
        throw new Error("too many wrong secrets");
      }
      let client: Client | null;
      try {
        client = isOwn ? ownMember : await clientOf(token, store, options.readToken);
      } catch (error) {
        const wasOpen = gate.end(itsConnection);
        if (!(error instanceof UnreadableTokenError)) follower.failed();
        // Once for a connection, which shows its token for each document.
        else if (wasOpen) {
          metrics.rejected("unreadable token");
          gate.failures.take(address);
          log("a token could not be read, and its client was sent away to try again");
        }
        throw error;
      }
      if (client === null) {
        gate.failures.take(address);
        log("a wrong secret was rejected");
        throw refused("wrong secret", "this link is not valid, or was revoked");
      }
      if (!isDocumentName(documentName)) throw refused("unknown document", "there is no such document");
      connectionConfig.readOnly = !mayChange(client, documentName);
      joining.set(documentName, (joining.get(documentName) ?? new Set()).add(itsConnection));
      return client;
    },
    connected: async ({ documentName }) => void joining.delete(documentName),
    async onLoadDocument({ document, documentName }) {
      follower.follow(document);
      try {
        const stored = await store.load(documentName);
        if (stored !== null) Y.applyUpdate(document, stored);
        joining.delete(documentName);
      } catch (error) {
        log("a document could not be loaded, and its clients were sent away to try again");
        follower.failed();
        for (const each of joining.get(documentName) ?? []) gate.end(each);
        joining.delete(documentName);
        document.destroy();
        follower.unfollow(documentName);
        throw error;
      }
    },
    async afterUnloadDocument({ documentName }) {
      joining.delete(documentName);
      follower.unfollow(documentName);
    },
    async beforeHandleMessage({ connection, update, socketId }) {
      if (!messages.take(socketId) || !bytes.take(socketId, update.length))
        cutOff(connection, closing.tooFast, "too many messages");
      if (update.length > maxBytesOf(connection.context.role, limits))
        cutOff(connection, closing.malformed, "too long for this role");
    },
    async beforeSync(message) {
      if (!isChange(message)) return;
      const { documentName, payload, connection } = message;
      if (!isReadable(payload)) {
        log("a malformed message was rejected");
        cutOff(connection, closing.malformed, "not understood");
      }
      if (!mayMake(message)) return;
      const start = performance.now();
      try {
        await store.append(documentName, payload);
      } catch {
        log("a change could not be stored, and was not accepted");
        follower.failed();
        forget(message.document);
        cutOff(connection, closing.notStored, "the change could not be stored");
      }
      metrics.stored(payload.length, (performance.now() - start) / 1000);
    },
    // Clients send nothing else, and nothing is relayed that was not asked for.
    onStateless: async ({ connection }) => connection.webSocket.close(closing.malformed, "not understood"),
  });
  const follower = followStore({ server: server.hocuspocus, store, transport, metrics, web, log });

  await follower.start();
  await listening(server).catch((error: unknown) => {
    follower.stop();
    throw error;
  });
  server.httpServer.requestTimeout = limits.transferMs;
  blobs.start();
  server.httpServer.on("error", (error) => log(`the server reported ${error.name}`));
  return {
    port: server.address.port,
    close: () => closeAll({ server, gate, blobs, follower, store, ...(transport ? { transport } : {}) }),
  };
}

async function closeAll({ server, gate, blobs, follower, transport, store }: ServerParts): Promise<void> {
  gate.close();
  blobs.stop();
  follower.stop();
  await drained(server);
  gate.endAll();
  blobs.endAll();
  transport?.close();
  await store.close();
}

type ServerParts = Pick<SharingServerOptions, "store" | "transport"> & {
  server: Server<Client>;
  gate: Gate;
  blobs: BlobPart;
  follower: Follower;
};

/** Resolves when the clients have gone, or had their time. */
async function drained(server: Server<Client>): Promise<void> {
  const late = new AbortController();
  await Promise.race([server.destroy(), wait(DRAIN_MS, undefined, { signal: late.signal }).catch(() => undefined)]);
  late.abort();
}

/**
 * Whether a change may be made. Ends the connection of a commenter who changes what commenters may not. What is too much is not accepted, and neither
 * is what comes after it on this connection, which else goes on.
 */
function createRoleCheck({
  limits,
  cutOff,
  metrics,
  log,
}: {
  limits: SharingLimits;
  cutOff: ReturnType<typeof createCutOff>;
  metrics: Metrics;
  log(sentence: string): void;
}) {
  const commenters = createCommenterCheck(limits);
  const mayMake = (change: Message): boolean => {
    const { connection } = change;
    const why = connection.context.role === "commenter" ? commenters.whyNot(change) : null;
    if (why === null) return true;
    if (why === "too much") {
      log("comments of a commenter were not accepted: there are too many");
      metrics.rejected("too many comments");
      connection.readOnly = true;
      return false;
    }
    log("a change that a commenter may not make was rejected");
    return cutOff(connection, why === "too many messages" ? closing.tooFast : closing.malformed, why);
  };
  return { mayMake, forget: commenters.forget };
}

/** Whether a client may change a document at all. */
const mayChange = ({ role }: Client, documentName: string): boolean =>
  role === "editor" || (role === "commenter" && documentName === COMMENTS);

/** What a reader sends is never a text, and what a commenter sends is some comments. */
const maxBytesOf = (role: Role, { messageBytes, commenterBytes, readerBytes }: SharingLimits): number =>
  ({ editor: messageBytes, commenter: commenterBytes, reader: readerBytes })[role];

/** Rejects if the server cannot listen. */
const listening = (server: Server<Client>): Promise<void> =>
  new Promise((done, failed) => {
    server.httpServer.once("error", failed);
    server.listen().then(() => done(), failed);
  });

/** What the page for guests asks of the server. */
const webAccess = (
  { store, readToken, log }: SharingServerOptions,
  { gate, metrics }: { gate: Gate; metrics: Metrics },
): WebAccess => ({
  async clientOf(request, secret) {
    const address = gate.addressOf(request);
    if (gate.failures.isExhausted(address)) {
      metrics.rejected("too many wrong secrets");
      return "too many wrong secrets";
    }
    const client = await clientOf(secret, store, readToken);
    if (client !== null) return client;
    gate.failures.take(address);
    metrics.rejected("wrong secret");
    log("a wrong secret was rejected");
    return "wrong secret";
  },
  admit: (request, socket) => gate.admit(request, socket, "the page for guests"),
});

/** The member in this process. It came with no link, so that the end of all links does not end it. */
const ownMember: Client = { role: "editor", until: Number.POSITIVE_INFINITY, link: null, holder: "" };

/** What a secret allows over HTTP. */
const withOwnMember =
  (options: SharingServerOptions, access: WebAccess): WebAccess["clientOf"] =>
  async (request, secret) =>
    isOwnSecret(options, secret) ? ownMember : access.clientOf(request, secret);

const isOwnSecret = ({ ownSecret }: SharingServerOptions, given: string): boolean =>
  ownSecret !== undefined && isSameSecret(given, ownSecret);

/** Compares hashes, so that timing reveals nothing. */
const isSameSecret = (given: string, secret: string): boolean => timingSafeEqual(hashOf(given), hashOf(secret));

/** Whether a token is right cannot be found out now. */
class UnreadableTokenError extends Error {}

/** What the holder of a token may do: the secret of a link, or a token of the identity provider. Null: nothing. Rejects if that cannot be found out now. */
async function clientOf(token: string, store: SharedFolderStore, readToken?: ReadToken): Promise<Client | null> {
  const holder = hashOf(token).toString("hex");
  if (readToken !== undefined && isToken(token)) {
    const identity = await readToken(token).catch((error: unknown) => {
      throw new UnreadableTokenError("unreadable token", { cause: error });
    });
    return identity && { role: identity.role, until: identity.until, link: null, holder };
  }
  const role = await store.roleOf(token);
  return role && { role, until: Number.POSITIVE_INFINITY, link: holder, holder };
}

type Message = Pick<beforeSyncPayload<Client>, "type" | "payload" | "connection"> & { document: Document };

/**
 * Whether a message changes its document: it must be stored before it is applied, sent to others or confirmed. What is in the document already was
 * stored by the server that accepted it. Bytes that are not an update count as a change.
 */
function isChange({ type, payload, connection, document }: Message): boolean {
  const isUpdate = type === 1 || type === 2;
  if (!isUpdate || connection.readOnly) return false;
  if (type === 2) return true;
  try {
    return !Y.snapshotContainsUpdate(Y.snapshot(document), payload);
  } catch {
    return true;
  }
}

function isReadable(update: Uint8Array): boolean {
  try {
    Y.decodeUpdate(update);
    return true;
  } catch {
    return false;
  }
}

/** Closes the whole connection; the message is not handled. */
const createCutOff =
  (metrics: Metrics) =>
  (connection: Connection<Client>, code: (typeof closing)[keyof typeof closing], reason: string): never => {
    const whys: Record<typeof code, Rejection> = {
      [closing.malformed]: "malformed message",
      [closing.tooFast]: "too many messages",
      [closing.notStored]: "not stored",
    };
    metrics.rejected(whys[code]);
    connection.webSocket.close(code, reason);
    throw Object.assign(new Error(reason), { code, reason });
  };
