import { setImmediate as nextTurn } from "node:timers/promises";
import { deserialize, serialize } from "node:v8";

/** A piece of a message. */
type Frame = { bytes: Uint8Array; isLast: boolean };

/** The maximum size of a piece: a few milliseconds of copying. */
const MAX_FRAME = 4 * 1024 * 1024;

/**
 * Sends messages of any size in pieces, yielding between them, and reassembles received ones. Messages are values that V8 can serialize;
 * they arrive in order.
 */
export function framedMessages(post: (frame: Frame) => void, handle: (message: unknown) => void) {
  let sending: Promise<unknown> | null = null;
  let received: Uint8Array[] = [];

  async function sendInTurns(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += MAX_FRAME) {
      // Serializing took a while already.
      await nextTurn();
      post({ bytes: copied(bytes.subarray(at, at + MAX_FRAME)), isLast: at + MAX_FRAME >= bytes.length });
    }
  }

  return {
    send(message: unknown): void {
      const bytes = serialize(message);
      if (sending === null && bytes.length <= MAX_FRAME) {
        post({ bytes: copied(bytes), isLast: true });
        return;
      }
      const turn: Promise<unknown> = (sending ?? Promise.resolve()).then(() => sendInTurns(bytes));
      sending = turn;
      void turn.finally(() => {
        if (sending === turn) sending = null;
      });
    },
    receive(frame: unknown): void {
      const { bytes, isLast } = frame as Frame;
      received.push(bytes);
      if (!isLast) return;
      const whole = received.length === 1 ? bytes : Buffer.concat(received);
      received = [];
      handle(deserialize(whole));
    },
  };
}

/** For a view, some runtimes send the whole underlying buffer. */
const copied = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);
