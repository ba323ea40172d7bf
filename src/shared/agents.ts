/** IPC types for connected agents and the HTTP server. */
import type { Outcome } from "./contract";

/** Placeholder for the token in texts that the renderer shows. */
export const tokenDots = "••••••••••••";

/**
 * How an agent connects: `galley mcp` and `galley call` over the local socket, HTTP, the assistant's panel with a model, or the panel with a
 * program of its own.
 */
export type AgentTransport = "stdio" | "command line" | "http" | "panel" | "acp";

/** What the user allows an agent; `paused` and `blocked` reject every call, `read` every write. A blocked agent is not listed as connected. */
export type AgentAccess = "write" | "read" | "paused" | "blocked";

/** A decision of the user about an agent; `at` is ISO 8601. */
export type AgentEvent = { at: string; what: AgentAccess };

/** What the user decided about an agent of this name in these folders; over HTTP it holds in every folder. */
export type KeptAgent = {
  /** The same until the app ends. */
  id: string;
  name: string;
  roots: string[];
  isHttp: boolean;
  access: AgentAccess;
  /** The last one first. */
  events: AgentEvent[];
};

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

/** The calls of an agent, newest first; `more` earlier ones are no longer stored. `events`: the user's decisions about it, newest first. */
export type AgentRecord = { calls: AgentCall[]; more: number; events: AgentEvent[] };

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

/** An agent that may do nothing until the user allows it. */
export type BlockedClient = {
  /** Of the kept decision; null for a client over HTTP that waits for permission. */
  id: string | null;
  name: string;
  roots: string[];
  isHttp: boolean;
  /** `cut off` by the user, or `asked` to connect over HTTP since some client was cut off. */
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
export type AgentsState = {
  past: PastAgent[];
  blocked: BlockedClient[];
  /** What the user decided about agents that are neither connected, nor in `past`, nor blocked. */
  kept: KeptAgent[];
  http: HttpServerState;
  isAllPaused: boolean;
};

export type AgentsRequests = {
  "agents:state": () => AgentsState;
  /** The calls of an agent, connected or not; null if it is unknown. */
  "agents:record": (id: string) => AgentRecord | null;
  /** Also lifts a block. `id` is of an agent, or of a kept decision. */
  "agents:set-access": (asked: { id: string; access: Exclude<AgentAccess, "blocked"> }) => void;
  /** Pauses or resumes all external agents; the access of each is kept. */
  "agents:pause-all": (asked: { isPaused: boolean }) => void;
  /**
   * Ends the agent's session and blocks its name in its folders, over HTTP in all, until the user allows it.
   */
  "agents:cut-off": (id: string) => void;
  /** Allows a client over HTTP to connect. */
  "agents:let-in": (name: string) => void;
  /** The token of the HTTP server, created if there is none. */
  "agents:token": () => Outcome<{ token: string }>;
  /** Copies a text to the clipboard with the token in place of the dots. The renderer does not get the token. */
  "agents:copy-with-token": (text: string) => Outcome<object>;
  /** Creates a new token; the previous one is invalid immediately and its clients are disconnected. */
  "agents:renew-token": () => Outcome<{ token: string }>;
  /** Starts the HTTP server again after a failure. */
  "agents:retry-server": () => void;
};

export type AgentsEvents = {
  /** The result of `agents:state` may have changed. */
  "agents:state-changed": null;
};

/** The environment variable by which `galley mcp` knows the session of the panel's agent that it is started for. */
export const SESSION_VARIABLE = "GALLEY_SESSION";
