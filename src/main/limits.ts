import { MiB } from "../core/limits";

/** Limits of the ways in and out of a process: MCP and its sockets, the command line, shared folders, the page for guests. */

/** Milliseconds that calls in a process's own engine may continue after the client has gone. */
export const CLOSE_TIMEOUT_MS = 30_000;

/** Milliseconds that calls may continue after the client has closed its side. */
export const END_TIMEOUT_MS = 30_000;

/** Bytes of a line of MCP: a text of 64 MiB fits if every tenth character is escaped. */
export const MAX_LINE_BYTES = 128 * MiB;

/** Bytes of answers that a client may leave unread before its next call is started. */
export const MAX_UNREAD_BYTES = MiB;

/** Milliseconds that the app may take to answer a hello on its local socket. */
export const WELCOME_TIMEOUT_MS = 3_000;

/** Milliseconds that the app may take to answer a call on its local socket. */
export const ANSWER_TIMEOUT_MS = 180_000;

/** The longest time that a timer can have, in milliseconds. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Bytes of a socket's path: `sun_path` holds 104 on macOS and 108 on Linux, including the closing NUL. */
export const MAX_SOCKET_PATH_BYTES = 103;

/** Bytes of the first line on the local socket. */
export const MAX_HELLO_BYTES = 64 * 1024;

/** Bytes of a later line on the local socket, which may contain a whole document. */
export const MAX_SOCKET_MESSAGE_BYTES = 192 * MiB;

/** Milliseconds that a client may take to send its hello. */
export const HELLO_TIMEOUT_MS = 5_000;

/** Levels of a JSON value. Deeper values overflow the stack of programs that process them. */
export const MAX_JSON_DEPTH = 256;

/** Bytes of a line of JSON that is parsed without counting its values first. Those of a longer one could fill the memory. */
export const MAX_UNCOUNTED_BYTES = MiB;

/** Bytes of a resource that is hashed to see whether it changed. A larger one counts as changed whenever the system says so. */
export const MAX_HASHED_BYTES = 64 * MiB;

/** Bytes of one answer. MCP's own library closes the connection at a line of 10 MiB, and the client loses its server. */
export const MAX_ANSWER_BYTES = 8 * MiB;

/** Bytes of standard input: a text of 64 MiB fits as JSON in which every tenth character is escaped. */
export const MAX_STDIN_BYTES = 128 * MiB;

/** Bytes of the configuration of an agent's program. */
export const MAX_CONFIGURATION_BYTES = 64 * MiB;

/** Seconds after which an agent's program stops our hook. The command itself ends sooner. */
export const HOOK_TIMEOUT_S = 5;

/** Bytes of the app's log before it starts a new one. */
export const MAX_DESKTOP_LOG_BYTES = 2 * MiB;

/**
 * On Linux and macOS a second start sends its command line and its data in one message. If that is longer than 32 KiB, or the data is not plain
 * ASCII, Electron 42 takes the first app for hung and kills it.
 */
export const MAX_SECOND_START_BYTES = 24 * 1024;

/** Bytes of an answer of the server of shared folders that has no content. */
export const MAX_BLOB_ANSWER_BYTES = 1000;

/** If more shared files than this are gone at once, and more than half of all, a disk is missing: the user did not delete them. */
export const MAX_DELETED_AT_ONCE = 20;

/** Bytes of a text that is shared, in UTF-8 or in its file: it travels in one message, of which the server takes 32 MiB. */
export const MAX_SHARED_TEXT_BYTES = 20 * MiB;

/** Bytes of updates that wait for the database. */
export const MAX_UNWRITTEN_BYTES = 256 * MiB;

/** Updates of a document that are stored one by one. When one with more is loaded, they are stored as one. */
export const MAX_UPDATES = 50;

/** Bytes that are kept for a guest's page that is away or does not read. */
export const MAX_GUEST_WAITING_BYTES = 64 * MiB;

/** Pages of guests at once. */
export const MAX_GUEST_WINDOWS = 200;

/** Pages of one guest's session at once. */
export const MAX_SESSION_WINDOWS = 8;

/** Sessions of guests. */
export const MAX_GUEST_SESSIONS = 1000;

/** What the HTTP server limits. Times are in milliseconds. */
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

/** The limits of the HTTP server, which tests may override. A request of 16 MiB holds any text that a model could write. */
export const HTTP_LIMITS: HttpLimits = {
  body: 16 * MiB,
  bodies: 64 * MiB,
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
