import { randomUUID } from "node:crypto";
import type { Server } from "@modelcontextprotocol/server";
import type { Caller, ToolDescription } from "../../engine/ports/caller";
import { describeCall } from "../describe-call";
import { mcpServer } from "../server";
import type { HttpApp } from "./http-app";

/**
 * One client: for the duration of its session, or without a session, as long as it sends requests. It has its own name, read log and folders, and
 * creates its MCP servers.
 */
export class HttpClient {
  readonly id = randomUUID();
  readonly name: string;
  /** Its running requests, including streams that it listens to; each can be aborted. */
  readonly running = new Set<AbortController>();
  /** When it last sent a request, on a monotonic clock. */
  lastSeenAt = performance.now();

  readonly #app: HttpApp;
  readonly #tools: readonly ToolDescription[];
  readonly #session: "session" | "no session";
  #roots: readonly string[] = [];
  #isGone = false;

  constructor(app: HttpApp, name: string, tools: readonly ToolDescription[], session: "session" | "no session") {
    this.#app = app;
    this.#tools = tools;
    this.#session = session;
    this.name = name;
    this.#roots = app.folders();
    this.#introduce();
  }

  /** A new MCP server for this client. Calls run under this client's name, in the folders that are open at that time. */
  server(): Server {
    const app = this.#app;
    return mcpServer({
      version: app.version,
      tools: () => app.listed(this.id, this.#tools),
      isStructured: app.isStructured(),
      hasNoSession: this.#session === "no session",
      onClient: () => undefined,
      run: (call) => {
        app.called(this.id, describeCall(call.name, call.arguments));
        return app.run({ ...call, caller: this.#caller() });
      },
      prompt: (query) => app.prompt(query, this.#caller()),
    });
  }

  /** The user opened or closed a folder. */
  foldersChanged(): void {
    const open = this.#app.folders();
    // Relative paths are relative to the first folder, which stays the same as long as it is open, whichever window is in front.
    const next = [...this.#roots.filter((root) => open.includes(root)), ...open.filter(this.#isNew)];
    if (next.length === this.#roots.length && next.every((root, at) => root === this.#roots[at])) return;
    this.#roots = next;
    this.#introduce();
  }

  /** It has left or was disconnected: its running requests are aborted. */
  leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    for (const exchange of this.running) exchange.abort();
    this.#app.disconnected(this.id);
  }

  #isNew = (folder: string): boolean => !this.#roots.includes(folder);

  #introduce(): void {
    if (!this.#isGone) this.#app.connected({ id: this.id, name: this.name, kind: "http", roots: this.#roots });
  }

  #caller(): Caller {
    this.foldersChanged();
    const caller = { id: this.id, name: this.name, roots: this.#roots };
    // Two windows of one program use the same name.
    return this.#session === "session" ? caller : { ...caller, hasNoSession: true };
  }
}
