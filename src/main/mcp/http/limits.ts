/** Limits of the HTTP server. Times are in milliseconds. */
export type HttpLimits = {
  /** Bytes of one request's body, and of all bodies that are being read or processed. */
  body: number;
  bodies: number;
  /** Bytes of a request's head, and the number of its headers. */
  head: number;
  headers: number;
  /** Time limits for receiving a head, and a complete request. */
  headTime: number;
  requestTime: number;
  /** How long a connection may be idle in both directions. */
  silence: number;
  /** Connections of all clients. */
  connections: number;
  /** The number of clients that are kept, with and without sessions, and of running requests per client. */
  clients: number;
  running: number;
  /** A client that was silent for this long, and listens to nothing, has left. */
  idle: number;
  /** A client that has been silent for this long and has no open stream is shown as idle: it may have ended without disconnecting. */
  quiet: number;
  /** A client that was silent for this long may be dropped for a new one. */
  yields: number;
};

/** The defaults, which tests may override. A request of 16 MiB holds any text that a model could write. */
export const defaultLimits: HttpLimits = {
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
  quiet: 5 * 60_000,
  yields: 60_000,
};
