import type { BookPromptQuery } from "../../engine/books";
import type { Caller, Envelope, ToolDescription } from "../../engine/ports/caller";

/** What the program that serves agents over HTTP, such as the running app, offers to them. */
export type HttpApp = {
  version: string;
  /** Galley's data folder. */
  dataDir: string;
  /** Every tool; read when the first client connects. */
  tools(): Promise<readonly ToolDescription[]>;
  /** The tools that a client's list currently contains. */
  listed(id: string, all: readonly ToolDescription[]): readonly ToolDescription[];
  /** Whether every client gets the data of answers as structured content; else only those that ask for it. */
  isStructured(): boolean;
  /** For a client without the right token: a sentence that says where it is. Default: in the app's settings. */
  tokenHint?: string;
  /** Compares with the current token, in constant time. */
  isToken(given: string): boolean;
  /** Whether a client of this name may connect; else a sentence for it. Called before each request. */
  admits(name: string): { ok: true } | { ok: false; message: string };
  /** The open folders, absolute: an HTTP client can reach only these. */
  folders(): readonly string[];
  /** Never rejects. If the user has paused the agent, the call fails with an error like any other. */
  run(call: { name: string; arguments: unknown; caller: Caller; signal: AbortSignal }): Promise<Envelope>;
  prompt(query: BookPromptQuery, caller: Caller): Promise<string>;
  /** A client has connected, or its folders have changed. */
  connected(client: { id: string; name: string; kind: "http"; roots: readonly string[] }): void;
  disconnected(id: string): void;
  called(id: string, description: string): void;
  /** A client has been silent for a while, or is active again. */
  idle(id: string, isIdle: boolean): void;
  /** Reports an unexpected error, never with the token or a document's text. */
  surprised(what: string): void;
};
