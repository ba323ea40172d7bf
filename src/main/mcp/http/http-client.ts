import { randomUUID } from "node:crypto";
import type { Server } from "@modelcontextprotocol/server";
import type { Caller, Envelope, ToolDescription } from "../../engine/ports/caller";
import { describeCall } from "../describe-call";
import { ResourceWatch } from "../resource-watch";
import { listenedUris, subscribeListener } from "../resources";
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
  /** The documents and comments that it has subscribed to. */
  readonly watch: ResourceWatch;
  /** One of them was changed by someone else. */
  onResourceUpdated: (uri: string) => void = () => undefined;
  /** When it last sent a request, on a monotonic clock. */
  lastSeenAt = performance.now();

  readonly #app: HttpApp;
  readonly #tools: readonly ToolDescription[];
  readonly #session: "session" | "no session";
  /** How many of its streams listen to a URI. */
  readonly #listeners = new Map<string, number>();
  #roots: readonly string[] = [];
  #isGone = false;

  constructor(app: HttpApp, name: string, tools: readonly ToolDescription[], session: "session" | "no session") {
    this.#app = app;
    this.#tools = tools;
    this.#session = session;
    this.name = name;
    this.#roots = app.folders();
    const { signal } = new AbortController();
    const run = (call: { name: string; arguments: unknown }) => app.run({ ...call, caller: this.#caller(), signal });
    const observer = { dataDir: app.dataDir, name: () => name, run };
    this.watch = new ResourceWatch(observer, (uri) => this.onResourceUpdated(uri));
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
      resources: { watch: this.watch, roots: () => this.#caller().roots },
      run: (call) => this.#run(call),
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

  /** A client without a session names what it subscribes to as it begins to listen, and listens until `signal` is aborted. */
  async listens(message: unknown, signal: AbortSignal): Promise<void> {
    const uris = listenedUris(message);
    if (uris.length === 0) return;
    // It may have several streams: a new one begins before the old one ends.
    for (const uri of uris) this.#listeners.set(uri, (this.#listeners.get(uri) ?? 0) + 1);
    const run = (call: { name: string; arguments: unknown }) => this.watch.quietly(this.#run({ ...call, signal }));
    await subscribeListener(message, { watch: this.watch, roots: () => this.#roots, run });
    const end = () => {
      for (const uri of uris) {
        const others = (this.#listeners.get(uri) ?? 1) - 1;
        if (others > 0) this.#listeners.set(uri, others);
        else {
          this.#listeners.delete(uri);
          this.watch.unsubscribe(uri);
        }
      }
    };
    if (signal.aborted) end();
    else signal.addEventListener("abort", end);
  }

  /** It has left or was disconnected: its running requests are aborted. */
  leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.watch.close();
    for (const exchange of this.running) exchange.abort();
    this.#app.disconnected(this.id);
  }

  #run(call: { name: string; arguments: unknown; signal: AbortSignal }): Promise<Envelope> {
    this.#app.called(this.id, describeCall(call.name, call.arguments));
    return this.#app.run({ ...call, caller: this.#caller() });
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
