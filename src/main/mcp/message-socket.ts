import type { Socket } from "node:net";
import { type Line, LineSplitter } from "./line-splitter";
import { readJson } from "./read-json";

export type MessageSocket = {
  /** False if the message is too large for the other side; then nothing was sent. */
  send(message: object): boolean;
  /** Bytes that the other side has not read yet. */
  unsentBytes(): number;
  /** Handles the lines that waited while `isFull`, if it no longer is. This also happens whenever all bytes have been sent. */
  flow(): void;
  /** Sets the longest line for what follows. */
  allow(maxBytes: number): void;
  /** Sends pending data, then closes. */
  end(): void;
  /** Closes at once. */
  cut(): void;
};

export type MessageSocketOptions = {
  /** The longest accepted line; a longer one closes the connection. */
  maxBytes: number;
  /** The maximum number of values in one line. Default: the limit of a request. An answer may contain one for each line of a text. */
  maxParts?: number;
  /** The longest line that is sent. */
  maxSentBytes: number;
  /** While it returns true nothing more is read, and lines already read wait. Default: never. */
  isFull?(): boolean;
  /** Called when more than `maxBytes` are unread by the other side, which is then disconnected. Default: no limit. */
  unread?: { maxBytes: number; onOverflow(): void };
  /** Returns false for a message that it does not understand. Then, or if it throws, the other side is disconnected. */
  onMessage(value: unknown): boolean;
  /** Called once, however the connection ended. */
  onClose(): void;
};

/** JSON messages over a socket, one per line. A peer that sends anything else is disconnected without an answer. */
export const messageSocket = (socket: Socket, options: MessageSocketOptions): MessageSocket => {
  const splitter = new LineSplitter(options.maxBytes);
  const isFull = () => options.isFull?.() === true;
  /** Lines of the last chunk that are not handled yet. One chunk may hold hundreds of calls. */
  let waiting: Line[] = [];
  const handleLine = (line: Line): void => {
    const json = line.status === "line" ? readJson(line.bytes, options.maxParts) : null;
    if (json?.status === "empty") return;
    if (json?.status !== "value" || !isUnderstood(json.value)) socket.destroy();
  };
  const flow = (): void => {
    let at = 0;
    while (at < waiting.length && !socket.destroyed && !isFull()) handleLine(waiting[at++] as Line);
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
      return options.onMessage(value);
    } catch {
      return false;
    }
  };
  // A close event always follows.
  socket.on("error", () => socket.destroy());
  socket.once("close", () => options.onClose());
  return {
    send(message) {
      const line = toLine(message, options.maxSentBytes);
      if (line === null) return false;
      if (!socket.destroyed && socket.writable) socket.write(line);
      const { unread } = options;
      if (unread === undefined || socket.destroyed || socket.writableLength <= unread.maxBytes) return true;
      socket.destroy();
      unread.onOverflow();
      return true;
    },
    unsentBytes: () => socket.writableLength,
    flow,
    allow: (maxBytes) => splitter.allow(maxBytes),
    end: () => socket.end(),
    cut: () => socket.destroy(),
  };
};

/** As bytes, so that unsent data can be counted. */
const toLine = (message: object, maxBytes: number): Buffer | null => {
  try {
    const line = Buffer.from(`${JSON.stringify(message)}\n`);
    return line.length > maxBytes ? null : line;
  } catch {
    // The line would be longer than a string can be, or the message is nested too deeply for the stack.
    return null;
  }
};
