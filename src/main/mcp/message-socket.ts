import type { Socket } from "node:net";
import { type Line, LineSplitter } from "./line-splitter";
import { readJson } from "./read-json";

export type MessageSocket = {
  /** False where the message is too large for the other side; nothing was sent then. */
  send(message: object): boolean;
  /** Bytes that wait until the other side reads. */
  unsentBytes(): number;
  /** Hands on what waited while `isFull`, if it no longer is. It also happens whenever all bytes are sent. */
  flow(): void;
  /** From now on, lines may be this long. */
  allow(maxBytes: number): void;
  /** Sends what is waiting, then closes. */
  end(): void;
  /** Closes at once. */
  cut(): void;
};

export type MessageSocketOptions = {
  /** Longest line that is accepted; a longer one cuts the connection. */
  maxBytes: number;
  /** Most values in one line; where it is left out, as many as a question may have. An answer may hold a line each. */
  maxParts?: number;
  /** Longest line that is sent. */
  maxSentBytes: number;
  /** As long as it says so nothing more is read, and what was read already waits. Never, unless given. */
  isFull?(): boolean;
  /** Told when more bytes than this wait for a peer that does not read; it is cut off then. No bound unless given. */
  unread?: { maxBytes: number; overflowed(): void };
  /** False for a message that is not understood: the peer is cut off, as it is when this throws. */
  heard(value: unknown): boolean;
  /** Called once, however it ended. */
  closed(): void;
};

/** JSON messages over a socket, one a line. A peer that sends anything else is cut off without an answer. */
export const messageSocket = (socket: Socket, options: MessageSocketOptions): MessageSocket => {
  const splitter = new LineSplitter(options.maxBytes);
  const isFull = () => options.isFull?.() === true;
  /** Lines of the last chunk that wait. One chunk may hold hundreds of calls. */
  let waiting: Line[] = [];
  const hear = (line: Line): void => {
    const json = line.status === "line" ? readJson(line.bytes, options.maxParts) : null;
    if (json?.status === "empty") return;
    if (json?.status !== "value" || !isUnderstood(json.value)) socket.destroy();
  };
  const flow = (): void => {
    let at = 0;
    while (at < waiting.length && !socket.destroyed && !isFull()) hear(waiting[at++] as Line);
    waiting = socket.destroyed ? [] : waiting.slice(at);
    if (waiting.length > 0 || isFull()) socket.pause();
    else if (socket.isPaused()) socket.resume();
  };
  socket.on("data", (chunk: Buffer) => {
    waiting.push(...splitter.push(chunk));
    flow();
  });
  socket.on("drain", flow);
  const isUnderstood = (value: unknown): boolean => {
    try {
      return options.heard(value);
    } catch {
      return false;
    }
  };
  // A close event always follows.
  socket.on("error", () => socket.destroy());
  socket.once("close", () => options.closed());
  return {
    send(message) {
      const line = toLine(message, options.maxSentBytes);
      if (line === null) return false;
      if (!socket.destroyed && socket.writable) socket.write(line);
      const { unread } = options;
      if (unread === undefined || socket.destroyed || socket.writableLength <= unread.maxBytes) return true;
      socket.destroy();
      unread.overflowed();
      return true;
    },
    unsentBytes: () => socket.writableLength,
    flow,
    allow: (maxBytes) => splitter.allow(maxBytes),
    end: () => socket.end(),
    cut: () => socket.destroy(),
  };
};

/** As bytes, so that what waits can be counted. */
const toLine = (message: object, maxBytes: number): Buffer | null => {
  try {
    const line = Buffer.from(`${JSON.stringify(message)}\n`);
    return line.length > maxBytes ? null : line;
  } catch {
    // Longer than a string can be, or nested deeper than the stack.
    return null;
  }
};
