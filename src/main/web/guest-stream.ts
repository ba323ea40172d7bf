import type { FromGuest, ToGuest } from "../../shared/guest";
import { MAX_GUEST_WAITING_BYTES } from "../limits";

/** A connection of a page; the page may come back with another one. */
export type GuestPeer = { send(text: string): void; close(code: number, reason: string): void };

type Numbered = Extract<ToGuest, { number: number }>;
type Outgoing = Numbered extends infer Each ? (Each extends Numbered ? Omit<Each, "number"> : never) : never;

type GuestStreamOptions = {
  answer(name: string, argument: unknown): Promise<unknown>;
  /** The sentence for an error of `answer`. */
  sentenceOf(error: unknown): string;
  /** The page does not take what is sent, or sends what no page of ours would. The stream is of no more use. */
  failed(): void;
};

const MAX_WAITING = 20_000;
/** Requests of one page at the same time. */
const MAX_RUNNING = 100;

/**
 * What a page and the server say to each other, across broken connections: each request runs once and is answered once, and events arrive once and in order.
 */
export class GuestStream {
  readonly #options: GuestStreamOptions;
  readonly #waiting: { number: number; text: string }[] = [];
  #waitingBytes = 0;
  #sent = 0;
  #received = 0;
  #running = 0;
  #peer: GuestPeer | null = null;
  #isOver = false;

  constructor(options: GuestStreamOptions) {
    this.#options = options;
  }

  get isConnected(): boolean {
    return this.#peer !== null;
  }

  /** Sends to this connection from now on, from what the page has not received yet. The one before is closed. */
  connect(peer: GuestPeer, window: string, received: number): void {
    this.#peer?.close(4409, "connected again");
    this.#peer = peer;
    this.#drop(received);
    peer.send(JSON.stringify({ kind: "welcome", window, received: this.#received } satisfies ToGuest));
    for (const { text } of this.#waiting) peer.send(text);
  }

  /** Handles a closed connection; returns false if it was not the current one. */
  disconnect(peer: GuestPeer): boolean {
    if (this.#peer !== peer) return false;
    this.#peer = null;
    return true;
  }

  send(message: Outgoing): boolean {
    if (this.#isOver) return false;
    const number = ++this.#sent;
    const text = JSON.stringify({ ...message, number });
    this.#waiting.push({ number, text });
    this.#waitingBytes += text.length;
    if (this.#waitingBytes > MAX_GUEST_WAITING_BYTES || this.#waiting.length > MAX_WAITING) {
      this.#fail();
      return false;
    }
    this.#peer?.send(text);
    return true;
  }

  /** Handles a message after the first one. */
  receive(message: Exclude<FromGuest, { kind: "hello" }>): void {
    if (this.#isOver) return;
    if (message.kind === "received") {
      this.#drop(message.number);
      return;
    }
    const { id, name, argument } = message;
    // The page sends again what it does not know to have arrived.
    if (id <= this.#received) return;
    if (id !== this.#received + 1) {
      this.#fail();
      return;
    }
    this.#received = id;
    void this.#run(id, name, argument);
  }

  async #run(id: number, name: string, argument: unknown): Promise<void> {
    if (this.#running >= MAX_RUNNING) {
      this.send({ kind: "failed", id, why: "Too many requests at once." });
      return;
    }
    this.#running += 1;
    try {
      const value = await this.#options.answer(name, argument);
      this.send({ kind: "answer", id, value });
    } catch (error) {
      this.send({ kind: "failed", id, why: this.#options.sentenceOf(error) });
    } finally {
      this.#running -= 1;
    }
  }

  #drop(received: number): void {
    let count = 0;
    for (const { number, text } of this.#waiting) {
      if (number > received) break;
      this.#waitingBytes -= text.length;
      count += 1;
    }
    this.#waiting.splice(0, count);
  }

  #fail(): void {
    this.#isOver = true;
    this.#options.failed();
  }

  /** Ends the stream with a sentence for the page. */
  end(why: string, code = 4403): void {
    this.#isOver = true;
    this.#peer?.send(JSON.stringify({ kind: "ended", why } satisfies ToGuest));
    this.#peer?.close(code, "ended");
    this.#peer = null;
  }
}

/** Reads a message of a page; null if it is not one. */
export function readFromGuest(text: string): FromGuest | null {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof message !== "object" || message === null) return null;
  const { kind, window, received, id, name, argument, number } = message as Record<string, unknown>;
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  if (
    kind === "hello" &&
    isCount(received) &&
    (window === null || (typeof window === "string" && window.length <= 100))
  )
    return { kind, window, received };
  if (kind === "request" && isCount(id) && typeof name === "string" && name.length <= 100)
    return { kind, id, name, argument };
  return kind === "received" && isCount(number) ? { kind, number } : null;
}
