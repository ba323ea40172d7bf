import { setImmediate as nextTurn } from "node:timers/promises";
import { deserialize, serialize } from "node:v8";
import { MAX_FRAME_BYTES } from "../ports/limits";

/** A piece of a message. */
type Frame = { bytes: Uint8Array; isLast: boolean };

/**
 * Sends messages of any size in pieces, yielding between them, and reassembles received ones. Messages are values that V8 can serialize;
 * they arrive in order.
 */
export function framedMessages(post: (frame: Frame) => void, handle: (message: unknown) => void) {
  let sending: Promise<unknown> | null = null;
  let received: Uint8Array[] = [];

  async function sendInTurns(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += MAX_FRAME_BYTES) {
      // Serializing took a while already.
      await nextTurn();
      post({ bytes: copied(bytes.subarray(at, at + MAX_FRAME_BYTES)), isLast: at + MAX_FRAME_BYTES >= bytes.length });
    }
  }

  return {
    send(message: unknown): void {
      const bytes = serialize(message);
      if (sending === null && bytes.length <= MAX_FRAME_BYTES) {
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
