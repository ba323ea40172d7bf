/** What crosses the border about connected agents and the door for those over HTTP. */
import type { Outcome } from "./contract";

/** Stands for the token in a text that the page shows. */
export const tokenDots = "••••••••••••";

/** How an agent comes in: `galley mcp` and `galley call` over the local socket, HTTP, or the assistant's panel. */
export type AgentDoor = "stdio" | "command line" | "http" | "panel";

/** What the person lets an agent do; `paused` refuses every call, `read` every write. */
export type AgentAccess = "write" | "read" | "paused";

/** How many calls an agent has made, by what became of them. */
export type AgentCounts = { read: number; wrote: number; refused: number; other: number };

/** One call of an agent. */
export type AgentCall = {
  /** Unlike that of any other call since the app started. */
  id: number;
  /** ISO 8601, of its beginning. */
  at: string;
  /** Such as `text_editor patch notes.md`. */
  description: string;
  /** What became of it; `refused` also where it failed. */
  outcome: "running" | "read" | "wrote" | "refused" | "other";
  /** One line for the person; null while it runs. */
  summary: string | null;
  /** Absolute paths of the documents that it read or wrote, at most a few. */
  paths: string[];
};

/** What an agent has done, the call made last first; `more` earlier ones are no longer kept. */
export type AgentRecord = { calls: AgentCall[]; more: number };

/** An agent that has left, with what it did; `access` holds for it when it comes again. */
export type PastAgent = {
  id: string;
  name: string;
  door: AgentDoor;
  since: string;
  left: string;
  access: AgentAccess;
  counts: AgentCounts;
};

/** An HTTP client that is kept out until the person lets it in. */
export type KeptOut = {
  name: string;
  /** `cut off` by the person, or `asked` to come in since somebody was. */
  why: "cut off" | "asked";
  /** ISO 8601, of the last time. */
  at: string;
};

/** The door for agents over HTTP. */
export type HttpDoor =
  | { status: "off" }
  | { status: "opening" }
  /** Agents reach it there; `address` is the URL that they are given. */
  | { status: "open"; address: string }
  /** It could not be opened: what was found and what to do. */
  | { status: "failed"; message: string; hint: string };

/** Everything that the list of agents shows beside those who are connected. */
export type AgentsState = { past: PastAgent[]; keptOut: KeptOut[]; http: HttpDoor; isAllPaused: boolean };

export type AgentsRequests = {
  "agents:state": () => AgentsState;
  /** What an agent has done, connected or not; null where it is not known any more. */
  "agents:record": (id: string) => AgentRecord | null;
  "agents:set-access": (asked: { id: string; access: AgentAccess }) => void;
  /** Pauses all agents from outside, or lets them go on; what each of them may do besides is kept. */
  "agents:pause-all": (asked: { isPaused: boolean }) => void;
  /** Ends its session. Over HTTP it stays out until it is let in; over the local socket until its program starts again. */
  "agents:cut-off": (id: string) => void;
  /** Lets a client that is kept out come in again. */
  "agents:let-in": (name: string) => void;
  /** The token of the door over HTTP, to be shown; made where there is none yet. */
  "agents:token": () => Outcome<{ token: string }>;
  /** Puts a text into the clipboard, the token in the place of each row of dots. The page itself does not get it. */
  "agents:copy-with-token": (text: string) => Outcome<object>;
  /** The token before is worth nothing from this moment; whoever came in with it is out. */
  "agents:renew-token": () => Outcome<{ token: string }>;
  /** Tries again to open the door where that failed. */
  "agents:open-door": () => void;
};

export type AgentsEvents = {
  /** `agents:state` may answer otherwise than before. */
  "agents:state-changed": null;
};
