/** Servers of tools (MCP) that the user adds for the panel's models. Names and descriptions are one line that is safe to show. */
import type { Notice } from "./contract";

/** A server as the user names it: `start` is a command line, or an address that begins with http:// or https://. */
export type ToolServerDraft = { name: string; start: string };

/** A tool that a server offers. `description` is what models read of it, at most 2000 characters. */
export type ServerTool = { name: string; description: string };

export type ToolServerState =
  | { status: "off" }
  | { status: "starting" }
  /** The user has to log in at it in the browser. `isWaiting`: Galley waits for the browser to return. */
  | { status: "login"; isWaiting: boolean }
  /** Its tools wait for the user's yes. `isChanged`: the user agreed to others before. */
  | { status: "asks"; isChanged: boolean }
  /** Models are offered its tools. */
  | { status: "ready" }
  | { status: "failed"; why: Notice };

export type ToolServer = {
  id: string;
  name: string;
  /** The command line, or the address. */
  start: string;
  state: ToolServerState;
  /** What it offers now; empty unless it runs. */
  tools: ServerTool[];
  /** How many of its tools cannot be offered: too long, or without a usable name. */
  left: number;
  /** Identifies exactly these tools, for a yes; null unless it runs. */
  hash: string | null;
};
