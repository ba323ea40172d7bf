import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import { MAX_WHOLE_BYTES } from "../../../core/limits";
import { MAX_BLOB_ANSWER_BYTES } from "../../limits";
import { reasons } from "./reasons";

/** Fetches and sends the contents of files by their hashes, from and to the server of a shared folder. Rejects with a `TransferError`. */
export type BlobClient = {
  /** Whether the server has a blob. If so, it keeps it for a while, also if no entry of the list names it yet. */
  has(hash: string, signal: AbortSignal): Promise<boolean>;
  /** Resolves once the server has stored it. False if the bytes had another hash. */
  upload(content: { hash: string; size: number; bytes: Readable }, signal: AbortSignal): Promise<boolean>;
  /** Writes a blob into a new file. A size of null is not known. What is not whole and right leaves a file that nobody may use. */
  download(content: { hash: string; size: number | null; file: string }, signal: AbortSignal): Promise<void>;
  /** The server may accept the link again. */
  retry(): void;
  close(): void;
};

/** A transfer failed. The message continues "is not shared at the moment:". */
export class TransferError extends Error {
  override readonly name = "TransferError";
  constructor(
    message: string,
    /** Whether only the connection or the server's state was in the way. */
    readonly isOffline: boolean,
  ) {
    super(message);
  }
}

/** Milliseconds without a byte after which a transfer has failed. */
const IDLE_MS = 60_000;

const lasting: Readonly<Record<number, string>> = {
  400: "the server did not understand the request",
  403: reasons.noFilesByLink,
  413: reasons.largerThanAccepted,
  507: reasons.serverFull,
};

type Sent = { method: "HEAD" | "GET" | "PUT"; hash: string; size?: number; body?: Readable };

/** `url`: the server's address for WebSocket. */
export function createBlobClient({ url, secret }: { url: string; secret: string }): BlobClient {
  const base = new URL(url);
  const isSecure = base.protocol === "wss:";
  base.protocol = isSecure ? "https:" : "http:";
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 4 });

  // Each wrong secret counts for its address on the server, which soon accepts nobody from there.
  let isRejected = false;

  /** The answer of the server, which must be read to its end. */
  const send = ({ method, hash, size, body }: Sent, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((done, failed) => {
      if (isRejected) return failed(failure(401));
      const headers = {
        Authorization: `Bearer ${secret}`,
        ...(size === undefined ? {} : { "Content-Length": size }),
      };
      const address = new URL(`blobs/${hash}`, base);
      const request = (isSecure ? httpsRequest : httpRequest)(address, { method, headers, agent, signal });
      let isAnswered = false;
      request.setTimeout(IDLE_MS, () => request.destroy(new Error("no answer")));
      request.on("response", (response) => {
        isAnswered = true;
        if (response.statusCode === 401) isRejected = true;
        // A server that does not want the rest answers before it has it.
        body?.unpipe(request);
        response.once("end", () => request.writableEnded || request.destroy());
        done(response);
      });
      request.on("error", (error) => {
        if (!isAnswered) failed(new TransferError(`the server cannot be reached (${error.message})`, true));
      });
      if (body === undefined) request.end();
      else {
        body.on("error", (error) => {
          failed(new TransferError(`it could not be read (${error.message})`, false));
          request.destroy();
        });
        body.pipe(request);
      }
    });

  /** The status of an answer without a blob. */
  async function statusOf(response: IncomingMessage): Promise<number> {
    let length = 0;
    try {
      for await (const part of response as AsyncIterable<Buffer>) {
        length += part.length;
        if (length > MAX_BLOB_ANSWER_BYTES) break;
      }
    } catch {
      // The status has come.
    }
    return response.statusCode ?? 0;
  }

  const failure = (status: number): TransferError =>
    new TransferError(
      lasting[status] ?? (status === 401 ? reasons.linkRejected : `the server answered ${status}`),
      lasting[status] === undefined,
    );

  return {
    async has(hash, signal) {
      const status = await statusOf(await send({ method: "HEAD", hash }, signal));
      if (status === 200) return true;
      if (status === 404) return false;
      throw failure(status);
    },
    async upload({ hash, size, bytes }, signal) {
      const status = await statusOf(await send({ method: "PUT", hash, size, body: bytes }, signal));
      if (status === 200 || status === 201) return true;
      if (status === 422) return false;
      throw status === 404 ? new TransferError(reasons.olderServer, false) : failure(status);
    },
    async download({ hash, size, file }, signal) {
      const response = await send({ method: "GET", hash }, signal);
      const status = response.statusCode ?? 0;
      if (status !== 200) {
        await statusOf(response);
        throw status === 404 ? new TransferError(reasons.contentMissing, false) : failure(status);
      }
      const found = createHash("sha256");
      let length = 0;
      const handle = await open(file, "w", 0o600).catch((error: Error) => {
        response.destroy();
        throw unwritable(error);
      });
      try {
        for await (const part of inTime(response)) {
          found.update(part);
          length += part.length;
          if (length > (size ?? MAX_WHOLE_BYTES)) break;
          await handle.writeFile(part).catch((error: Error) => {
            throw unwritable(error);
          });
        }
      } catch (error) {
        throw error instanceof TransferError ? error : new TransferError(reasons.connectionLost, true);
      } finally {
        await handle.close();
      }
      if ((size !== null && length !== size) || found.digest("hex") !== hash)
        throw new TransferError(reasons.otherContent, false);
    },
    retry() {
      isRejected = false;
    },
    close: () => agent.destroy(),
  };
}

const unwritable = (error: Error): TransferError =>
  new TransferError(`it could not be stored on this machine (${error.message})`, false);

const inTime = (response: IncomingMessage): AsyncIterable<Buffer> => response;
