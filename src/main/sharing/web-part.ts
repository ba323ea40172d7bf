import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Client } from "./follow-store";

/** What the server decides for the page for guests, by the rules that hold for members. */
export type WebAccess = {
  /**
   * What a secret lets its holder do. A wrong one counts for the address that it came from, of which too many are not read. Rejects if that cannot be found
   * out now.
   */
  clientOf(request: IncomingMessage, secret: string): Promise<Client | "wrong secret" | "too many wrong secrets">;
  /** Counts a connection among all, and rejects it if there are too many. */
  admit(request: IncomingMessage, socket: Duplex): boolean;
};

/** The page for guests, as part of the server. */
export type WebPart = {
  /** Answers a request; false if it is not about the page. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Takes a connection; false if it is not one of the page. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** Sends away every guest who may no longer be here. */
  endUnless(mayStay: (client: Client) => boolean): void;
};
