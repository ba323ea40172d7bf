import type { BookPromptQuery } from "../../engine/books";
import type { Caller, Envelope, ToolDescription } from "../../engine/ports/caller";

/** What a running app offers to agents over HTTP. */
export type HttpApp = {
  version: string;
  /** Every tool; read when the first client comes. */
  tools(): Promise<readonly ToolDescription[]>;
  /** Those of them that a client's list has now. */
  listed(id: string, all: readonly ToolDescription[]): readonly ToolDescription[];
  /** Compared in constant time, with the token of this moment. */
  isToken(given: string): boolean;
  /** Whether a client of this name may come in; else a sentence for it. Asked before each request. */
  admits(name: string): { ok: true } | { ok: false; message: string };
  /** The folders that are open, absolute: an HTTP client reaches these and nothing else. */
  folders(): readonly string[];
  /** Never rejects. A person's pause is a refusal like any other. */
  run(call: { name: string; arguments: unknown; caller: Caller; signal: AbortSignal }): Promise<Envelope>;
  prompt(asked: BookPromptQuery, caller: Caller): Promise<string>;
  /** A client is there, or reaches other folders than before. */
  connected(client: { id: string; name: string; kind: "http"; roots: readonly string[] }): void;
  disconnected(id: string): void;
  called(id: string, description: string): void;
  /** A surprise, never with the token or a document's text. */
  surprised(what: string): void;
};
