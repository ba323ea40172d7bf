import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as Y from "yjs";
import { FILE_LIST } from "../../core/sharing/document-name";
import { isHash, namedHashes } from "../../core/sharing/whole-list";
import type { Client } from "./follow-store";
import type { Gate } from "./gate";
import type { Metrics, Rejection } from "./metrics";
import { BLOB_CHUNK_BYTES, MIN_BLOB_BYTES } from "./store/blob-store";
import type { SharedFolderStore } from "./store/shared-folder-store";
import type { WebAccess } from "./web-part";

export type BlobLimits = {
  /** The maximum number of bytes of one content, and of all together. */
  blobBytes: number;
  blobQuota: number;
  /** Transfers at once: all, and of one address. */
  transfers: number;
  transfersOfAddress: number;
  /** Milliseconds that one may take: over a slow line it takes minutes. */
  transferMs: number;
};

export type BlobOptions = {
  store: SharedFolderStore;
  limits: BlobLimits;
  gate: Gate;
  metrics: Metrics;
  /** What a secret allows; a wrong one counts for its address. Rejects if that cannot be found out now. */
  clientOf: WebAccess["clientOf"];
  log(sentence: string): void;
};

/** The contents of files, over HTTP: `/blobs/HASH`, with the secret of a link as `Authorization: Bearer`. */
export type BlobPart = {
  /** Answers a request; false if it is not about a blob. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Removes contents that have long been unused, now and again from time to time. */
  start(): void;
  stop(): void;
  /** Ends the transfers that are under way; of uploads nothing is left. */
  endAll(): void;
};

/** Milliseconds without a byte after which a transfer is ended. */
const IDLE_MS = 60_000;
/** Milliseconds for a client to read why its upload was not accepted, before the connection is closed. */
const LAST_WORDS_MS = 2000;
/** Milliseconds that a blob is kept which no entry of the list names, and between two looks. */
const KEEP_UNUSED_MS = 30 * 24 * 60 * 60 * 1000;
const SWEEP_EVERY_MS = 60 * 60 * 1000;

const statuses: Record<Rejection, number> = {
  "wrong secret": 401,
  "link ended": 401,
  "page of a browser": 403,
  "not for this role": 403,
  "unknown document": 404,
  "malformed message": 400,
  "file too large": 413,
  "wrong hash": 422,
  "too many wrong secrets": 429,
  "too many messages": 429,
  "too many connections": 429,
  "too many comments": 429,
  "not stored": 503,
  "unreadable token": 503,
  ending: 503,
  "quota used up": 507,
};

/** Why a request is not answered as it wishes. */
class RejectedError extends Error {
  constructor(
    readonly why: Rejection,
    readonly isCounted = false,
  ) {
    super(why);
  }
}

export function createBlobPart({ store, limits, gate, metrics, clientOf, log }: BlobOptions): BlobPart {
  const transfers = new Map<string, number>();
  const running = new Set<IncomingMessage>();
  /** Bytes of uploads that are under way. */
  let reserved = 0;
  let timer: NodeJS.Timeout | null = null;
  let isQuotaReported = false;

  async function admitted(request: IncomingMessage): Promise<Client> {
    if (!gate.isOpen()) throw new RejectedError("ending");
    // Other pages of a browser have no business here.
    if (request.headers.origin !== undefined) throw new RejectedError("page of a browser");
    const secret = /^Bearer (\S{1,8192})$/.exec(request.headers.authorization ?? "")?.[1];
    if (secret === undefined) throw new RejectedError("wrong secret");
    let client: Awaited<ReturnType<typeof clientOf>>;
    try {
      client = await clientOf(request, secret);
    } catch {
      throw new RejectedError("not stored");
    }
    if (typeof client === "string") throw new RejectedError(client, true);
    return client;
  }

  async function send(hash: string, { request, response }: Exchange): Promise<void> {
    const client = await admitted(request);
    const isHead = request.method === "HEAD";
    // Who asks for a blob before they upload it is about to name it.
    const size = isHead && client.role === "editor" ? await store.blobs.keep(hash) : await store.blobs.sizeOf(hash);
    // Who only asks is not rejected.
    if (size === null) throw new RejectedError("unknown document", isHead);
    const found = isHead ? null : await store.blobs.read(hash);
    response.writeHead(200, { ...headers, "Content-Length": size });
    if (found === null) response.end();
    else {
      const chunks = Readable.from(found.chunks, { objectMode: false, highWaterMark: BLOB_CHUNK_BYTES });
      // Who reads slowly must not have a transfer for ever.
      await pipeline(chunks, response, { signal: AbortSignal.timeout(limits.transferMs) });
    }
  }

  async function receive(hash: string, { request, response }: Exchange): Promise<void> {
    const client = await admitted(request);
    if (client.role !== "editor") throw new RejectedError("not for this role");
    const size = Number(request.headers["content-length"] ?? "none");
    if (!Number.isSafeInteger(size) || size < 0) throw new RejectedError("malformed message");
    if (size > limits.blobBytes) throw new RejectedError("file too large");
    if ((await store.blobs.keep(hash)) !== null) return answer(response, 200, "it is there already");
    const taken = Math.max(size, MIN_BLOB_BYTES);
    if ((await store.blobs.total()) + reserved + taken > limits.blobQuota) {
      if (!isQuotaReported) log("a file was not accepted: the files of the shared folder have used up their quota");
      isQuotaReported = true;
      throw new RejectedError("quota used up");
    }
    reserved += taken;
    try {
      const chunks = inChunks(request, async () => {
        // The link may have ended while the bytes arrived.
        if ((await admitted(request)).role !== "editor") throw new RejectedError("not for this role");
      });
      if (!(await store.blobs.write({ hash, size }, chunks))) throw new RejectedError("wrong hash");
    } finally {
      reserved -= taken;
    }
    isQuotaReported = false;
    metrics.storedFile(size);
    answer(response, 201, "stored");
  }

  async function exchange(hash: string, { request, response }: Exchange): Promise<void> {
    const address = gate.addressOf(request);
    const own = transfers.get(address) ?? 0;
    try {
      if (running.size >= limits.transfers || own >= limits.transfersOfAddress)
        throw new RejectedError("too many connections");
      running.add(request);
      transfers.set(address, own + 1);
      try {
        await (request.method === "PUT" ? receive : send)(hash, { request, response });
      } finally {
        running.delete(request);
        const left = (transfers.get(address) ?? 1) - 1;
        if (left > 0) transfers.set(address, left);
        else transfers.delete(address);
      }
    } catch (error) {
      const why = error instanceof RejectedError ? error.why : "not stored";
      if (request.destroyed && !request.complete) return void response.destroy();
      if (response.headersSent) return void response.destroy();
      if (!(error instanceof RejectedError && error.isCounted)) metrics.rejected(why);
      if (!(error instanceof RejectedError)) log("a file could not be stored or read");
      answer(response, statuses[why], why);
      endUnread(request);
    }
  }

  async function sweep(): Promise<void> {
    const removed = await sweepBlobs(store);
    if (removed > 0) log(`files that nobody has used for 30 days were removed: ${removed}`);
  }

  const again = (pause: number): void => {
    timer = setTimeout(() => {
      // A store that cannot be used is reported elsewhere.
      void sweep()
        .catch(() => undefined)
        .finally(() => timer !== null && again(SWEEP_EVERY_MS));
    }, pause);
    timer.unref();
  };

  return {
    answer(request, response) {
      const hash = /\/blobs\/([^/?]*)$/.exec(request.url ?? "")?.[1];
      if (hash === undefined || !isHash(hash) || !["GET", "HEAD", "PUT"].includes(request.method ?? "")) return false;
      request.setTimeout(IDLE_MS, () => request.destroy());
      // A broken connection is not an error of the server.
      response.on("error", () => undefined);
      void exchange(hash, { request, response }).catch(() => response.destroy());
      return true;
    },
    start: () => again(0),
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
    endAll() {
      for (const each of running) each.destroy();
    },
  };
}

/** Removes the contents that no entry of the list has named for long. Resolves to how many. */
async function sweepBlobs(store: SharedFolderStore, now = Date.now()): Promise<number> {
  const document = new Y.Doc();
  try {
    const stored = await store.load(FILE_LIST);
    if (stored !== null) Y.applyUpdate(document, stored);
    return await store.blobs.sweep({ named: namedHashes(document), now, keepMs: KEEP_UNUSED_MS });
  } finally {
    document.destroy();
  }
}

type Exchange = { request: IncomingMessage; response: ServerResponse };

/** What is sent is somebody's file: no browser may take it for a page of this server. */
const headers = {
  "Content-Type": "application/octet-stream",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cache-Control": "no-store",
};

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...headers, "Content-Type": "text/plain" });
  response.end(`${text}\n`);
}

/** The body of a request that was answered is not read to its end. */
function endUnread(request: IncomingMessage): void {
  if (request.complete) return;
  request.resume();
  const timer = setTimeout(() => request.destroy(), LAST_WORDS_MS);
  request.once("close", () => clearTimeout(timer));
}

/** The body of a request in pieces that a store takes. `beforeEnd` runs when all of it has arrived. Throws if the client goes before. */
async function* inChunks(request: IncomingMessage, beforeEnd: () => Promise<void>): AsyncGenerator<Uint8Array> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length < BLOB_CHUNK_BYTES) continue;
    const chunk = Buffer.concat(parts);
    parts = [];
    length = 0;
    yield chunk;
  }
  if (!request.complete) throw new Error("the client has gone");
  if (length > 0) yield Buffer.concat(parts);
  await beforeEnd();
}
