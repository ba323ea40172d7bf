import type { Socket } from "node:net";
import { LineSplitter } from "./line-splitter";
import { readJson } from "./read-json";

export type MessageSocket = {
  /** False where the message is too large for the other side; nothing was sent then. */
  send(message: object): boolean;
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
  /** False for a message that is not understood: the peer is cut off, as it is when this throws. */
  heard(value: unknown): boolean;
  /** Called once, however it ended. */
  closed(): void;
};

/** JSON messages over a socket, one a line. A peer that sends anything else is cut off without an answer. */
export const messageSocket = (socket: Socket, options: MessageSocketOptions): MessageSocket => {
  const splitter = new LineSplitter(options.maxBytes);
  socket.on("data", (chunk: Buffer) => {
    for (const line of splitter.push(chunk)) {
      if (socket.destroyed) return;
      const json = line.status === "line" ? readJson(line.bytes, options.maxParts) : null;
      if (json?.status === "empty") continue;
      if (json?.status !== "value" || !isUnderstood(json.value)) socket.destroy();
    }
  });
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
      return true;
    },
    allow: (maxBytes) => splitter.allow(maxBytes),
    end: () => socket.end(),
    cut: () => socket.destroy(),
  };
};

const toLine = (message: object, maxBytes: number): string | null => {
  try {
    const line = `${JSON.stringify(message)}\n`;
    // Three bytes a UTF-16 unit at most: only lines near the limit need counting.
    return line.length * 3 > maxBytes && Buffer.byteLength(line) > maxBytes ? null : line;
  } catch {
    // Longer than a string can be, or nested deeper than the stack.
    return null;
  }
};
