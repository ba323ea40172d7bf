/** What the door over HTTP holds at most. Times are in milliseconds. */
export type HttpLimits = {
  /** Bytes of one request's body, and of all that are being read or worked on at once. */
  body: number;
  bodies: number;
  /** Bytes of a request's head, and how many headers it may have. */
  head: number;
  headers: number;
  /** How long a head may take to come, and a whole request. */
  headTime: number;
  requestTime: number;
  /** How long a connection may stand without a byte in either direction. */
  silence: number;
  /** Connections of all clients. */
  connections: number;
  /** Clients that are remembered, of both generations of the protocol; and requests of one that run at once. */
  clients: number;
  running: number;
  /** A client of which nothing was heard for so long, and that listens to nothing, has left. */
  idle: number;
  /** One that has been silent for so long may be forgotten for another that comes. */
  yields: number;
};

/** What holds unless a test says otherwise. A request of 16 MiB holds any text that a model could write. */
export const usualLimits: HttpLimits = {
  body: 16 * 1024 * 1024,
  bodies: 64 * 1024 * 1024,
  head: 16 * 1024,
  headers: 64,
  headTime: 10_000,
  requestTime: 60_000,
  silence: 5 * 60_000,
  connections: 128,
  clients: 64,
  running: 32,
  idle: 30 * 60_000,
  yields: 60_000,
};
