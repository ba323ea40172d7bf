/** IPC types for connected agents and the HTTP server. */
import type { Outcome } from "./contract";

/** Placeholder for the token in texts that the renderer shows. */
export const tokenDots = "••••••••••••";

/** How an agent connects: `galley mcp` and `galley call` over the local socket, HTTP, or the assistant's panel. */
export type AgentTransport = "stdio" | "command line" | "http" | "panel";

/** What the user allows an agent; `paused` rejects every call, `read` every write. */
export type AgentAccess = "write" | "read" | "paused";

/** Number of calls of an agent, by outcome. */
export type AgentCounts = { read: number; wrote: number; refused: number; other: number };

export type AgentCall = {
  /** Unique since the app started. */
  id: number;
  /** ISO 8601, when it began. */
  at: string;
  /** Such as `text_editor patch notes.md`. */
  description: string;
  /** `refused` includes failed calls. */
  outcome: "running" | "read" | "wrote" | "refused" | "other";
  /** One line for the user; null while it runs. */
  summary: string | null;
  /** Absolute paths of documents that it read or wrote, at most a few. */
  paths: string[];
};

/** The calls of an agent, newest first; `more` earlier ones are no longer stored. */
export type AgentRecord = { calls: AgentCall[]; more: number };

/** An agent that has disconnected; `access` applies when it reconnects. */
export type PastAgent = {
  id: string;
  name: string;
  transport: AgentTransport;
  since: string;
  left: string;
  access: AgentAccess;
  counts: AgentCounts;
};

/** An HTTP client that may not connect until the user allows it. */
export type BlockedClient = {
  name: string;
  /** `cut off` by the user, or `asked` to connect since some client was cut off. */
  why: "cut off" | "asked";
  /** ISO 8601, of the last time. */
  at: string;
};

/** The state of the HTTP server for agents. */
export type HttpServerState =
  | { status: "off" }
  | { status: "opening" }
  /** Running; `address` is its URL. */
  | { status: "open"; address: string }
  /** It could not start: the error, and what to do. */
  | { status: "failed"; message: string; hint: string };

/** What the list of agents shows besides the connected ones. */
export type AgentsState = { past: PastAgent[]; blocked: BlockedClient[]; http: HttpServerState; isAllPaused: boolean };

export type AgentsRequests = {
  "agents:state": () => AgentsState;
  /** The calls of an agent, connected or not; null if it is unknown. */
  "agents:record": (id: string) => AgentRecord | null;
  "agents:set-access": (asked: { id: string; access: AgentAccess }) => void;
  /** Pauses or resumes all external agents; the access of each is kept. */
  "agents:pause-all": (asked: { isPaused: boolean }) => void;
  /**
   * Ends the agent's session. An HTTP client must be allowed again; an agent on the local socket is paused when its
   * program restarts.
   */
  "agents:cut-off": (id: string) => void;
  /** Allows a blocked client to connect. */
  "agents:let-in": (name: string) => void;
  /** The token of the HTTP server, created if there is none. */
  "agents:token": () => Outcome<{ token: string }>;
  /** Copies a text to the clipboard with the token in place of the dots. The renderer does not get the token. */
  "agents:copy-with-token": (text: string) => Outcome<object>;
  /** Creates a new token; the previous one is invalid immediately and its clients are disconnected. */
  "agents:renew-token": () => Outcome<{ token: string }>;
  /** Starts the HTTP server again after a failure. */
  "agents:open-door": () => void;
};

export type AgentsEvents = {
  /** The result of `agents:state` may have changed. */
  "agents:state-changed": null;
};
