import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";
import { END_TIMEOUT_MS, MAX_LINE_BYTES, MAX_UNREAD_BYTES } from "../limits";
import { type Line, LineSplitter } from "./line-splitter";
import { setOddArgumentsAside } from "./odd-arguments";
import { readMessage, rpcError } from "./read-message";

/** No message is processed while this many calls of the client are running. */
const MAX_RUNNING = 64;

/**
 * MCP over two streams, one message per line. Unlike the library's own transport it answers every malformed line and continues, holds a bounded
 * amount of data, and at the end of input lets running calls finish before it closes.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Exclude<Transport["onmessage"], undefined>;

  readonly #input: Readable;
  readonly #output: Writable;
  readonly #splitter: LineSplitter;
  /** Requests without an answer so far; a client may wrongly use an id twice. */
  readonly #running = new Map<RequestId, number>();
  /** Lines of the last chunk that are not processed yet. One chunk may hold hundreds of calls. */
  #waiting: Line[] = [];
  readonly #endListeners: (() => void)[] = [];
  readonly #messageListeners: ((message: JSONRPCMessage) => Promise<void> | null)[] = [];
  #state: "new" | "open" | "ending" | "closed" = "new";
  #endTimer: NodeJS.Timeout | undefined;

  constructor(input: Readable, output: Writable, limit = MAX_LINE_BYTES) {
    this.#input = input;
    this.#output = output;
    this.#splitter = new LineSplitter(limit);
  }

  /** Notifies the host when this transport has closed; `onclose` belongs to the MCP server. */
  onEnded(listener: () => void): void {
    this.#endListeners.push(listener);
  }

  /** Notifies the host of every message that the client sends. The MCP server gets it in `onmessage`, after what `listener` returns has ended. */
  onReceived(listener: (message: JSONRPCMessage) => Promise<void> | null): void {
    this.#messageListeners.push(listener);
  }

  async start(): Promise<void> {
    if (this.#state !== "new") throw new RangeError("A transport starts once.");
    this.#state = "open";
    this.#output.on("error", this.#broken);
    this.#output.on("drain", this.#flow);
    this.#input.on("error", this.#inputFailed);
    this.#input.on("end", this.#ended);
    this.#input.on("close", this.#ended);
    this.#input.on("data", this.#data);
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#ended);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#state === "closed") throw new Error("The client has gone.");
    const isAnswer = "id" in message && !("method" in message);
    try {
      this.#output.write(`${toLine(message)}\n`);
    } finally {
      if (isAnswer && message.id !== undefined) this.#finishRequest(message.id);
    }
  }

  async close(): Promise<void> {
    if (this.#state === "closed") return;
    this.#state = "closed";
    clearTimeout(this.#endTimer);
    this.#input.off("data", this.#data);
    this.#input.off("end", this.#ended);
    this.#input.off("close", this.#ended);
    this.#input.pause();
    this.#output.off("drain", this.#flow);
    // The error listeners stay: a late error of a stream that is no longer needed must not end the process.
    this.onclose?.();
    for (const listener of this.#endListeners) listener();
  }

  #data = (chunk: Buffer): void => {
    this.#waiting.push(...this.#splitter.push(chunk));
    this.#flow();
  };

  #ended = (): void => {
    if (this.#state !== "open") return;
    for (const line of [...this.#waiting.splice(0), ...this.#splitter.end()]) this.#receive(line);
    this.#state = "ending";
    this.#endTimer = setTimeout(() => void this.close(), END_TIMEOUT_MS);
    this.#closeWhenDone();
  };

  #inputFailed = (error: Error): void => {
    this.onerror?.(error);
    this.#ended();
  };

  #broken = (error: Error): void => {
    if (this.#state === "closed") return;
    this.onerror?.(error);
    void this.close();
  };

  #receive(line: Line): void {
    if (line.status === "overlong") {
      const message = `Invalid request: the message is longer than ${Math.floor(line.limit / 1024 / 1024)} MiB`;
      this.#sendError(null, rpcError.invalidRequest, message);
      return;
    }
    const read = readMessage(line.bytes);
    if (read.status === "ignored") return;
    if (read.status === "wrong") {
      this.#sendError(read.id, read.code, read.message);
      return;
    }
    const message = setOddArgumentsAside(read.message);
    this.#note(message);
    const held = this.#messageListeners.map((listener) => listener(message)).filter((each) => each !== null);
    if (held.length === 0) this.onmessage?.(message);
    else void Promise.allSettled(held).then(() => this.onmessage?.(message));
  }

  #note(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    // A subscription is answered when it ends, so nobody waits for it.
    if ("id" in message && message.method !== "subscriptions/listen") {
      this.#running.set(message.id, (this.#running.get(message.id) ?? 0) + 1);
    } else if (message.method === "notifications/cancelled") {
      const id = message.params?.requestId;
      if (typeof id === "string" || typeof id === "number") this.#finishRequest(id);
    }
  }

  #finishRequest(id: RequestId): void {
    const left = (this.#running.get(id) ?? 0) - 1;
    if (left > 0) this.#running.set(id, left);
    else this.#running.delete(id);
    this.#flow();
    this.#closeWhenDone();
  }

  /** Messages are dispatched asynchronously: the last one may not have reached its handler yet. */
  #closeWhenDone(): void {
    setImmediate(() => {
      if (this.#state === "ending" && this.#running.size === 0) void this.close();
    });
  }

  #flow = (): void => {
    if (this.#state !== "open") return;
    const isFull = () => this.#output.writableLength > MAX_UNREAD_BYTES || this.#running.size >= MAX_RUNNING;
    for (let line = this.#next(isFull); line !== null; line = this.#next(isFull)) this.#receive(line);
    const isBlocked = this.#waiting.length > 0 || isFull();
    if (isBlocked && !this.#input.isPaused()) this.#input.pause();
    else if (!isBlocked && this.#input.isPaused()) this.#input.resume();
  };

  #next(isFull: () => boolean): Line | null {
    return this.#state !== "open" || isFull() ? null : (this.#waiting.shift() ?? null);
  }

  #sendError(id: RequestId | null, code: number, message: string): void {
    this.onerror?.(new Error(message));
    if (this.#state !== "closed") {
      this.#output.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
    }
  }
}

const toLine = (message: JSONRPCMessage): string => {
  try {
    return JSON.stringify(message);
  } catch (error) {
    // The answer is longer than a string can be. The client must get an error, or it waits for ever.
    const id = "id" in message ? message.id : null;
    const reason = error instanceof Error ? error.message : String(error);
    return JSON.stringify({ jsonrpc: "2.0", id, error: { code: rpcError.internal, message: `No answer: ${reason}` } });
  }
};
