import { join } from "node:path";
import { serialQueue } from "../../../core/async/serial-queue";
import { canRead } from "../../../core/tools/reading-calls";
import { parseToolSets, toolSets } from "../../../core/tools/tool-sets";
import type { BlockedClient, HttpServerState } from "../../../shared/agents";
import type { Settings } from "../../../shared/settings";
import { httpToken } from "../../connect/http-token";
import type { Engine } from "../../engine";
import type { BookPromptQuery } from "../../engine/books";
import type { Caller, Envelope, ToolDescription } from "../../engine/ports/caller";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import type { AgentHolds } from "./agent-holds";
import type { Agents, ConnectingAgent } from "./agents";
import type { AgentsServer } from "./agents-server";
import { createHttpAdmission } from "./http-admission";

/** What the HTTP server needs from the app; matches its `HttpApp`. */
type HttpServerApp = {
  version: string;
  dataDir: string;
  tools(): Promise<readonly ToolDescription[]>;
  listed(id: string, all: readonly ToolDescription[]): readonly ToolDescription[];
  isStructured(): boolean;
  isToken(given: string): boolean;
  admits(name: string): { ok: true } | { ok: false; message: string };
  folders(): readonly string[];
  run(call: { name: string; arguments: unknown; caller: Caller; signal: AbortSignal }): Promise<Envelope>;
  prompt(asked: BookPromptQuery, caller: Caller): Promise<string>;
  connected(client: ConnectingAgent): void;
  disconnected(id: string): void;
  called(id: string, description: string): void;
  idle(id: string, isIdle: boolean): void;
  surprised(what: string): void;
};

/** A running server, or why it did not start; matches `HttpServer`. */
type ListenResult =
  | {
      status: "serving";
      address: string;
      foldersChanged(): void;
      toolsChanged(id: string): void;
      cutOff(id: string): void;
      dropAll(): void;
      close(): Promise<void>;
    }
  | { status: "taken" }
  | { status: "refused"; reason: string };

/** Loads the server's code and starts it. */
export type ServeHttp = (options: { port: number; app: HttpServerApp }) => Promise<ListenResult>;

/** Controls the HTTP server for agents: enabled, port, token, blocked clients. */
export type HttpServerService = {
  state(): HttpServerState;
  blockedClients(): BlockedClient[];
  /** Starts, stops or moves the server according to the settings. Its code is loaded only when enabled. */
  applySettings(): Promise<void>;
  /** Starts the server again after a failure. */
  retry(): Promise<void>;
  token(): Promise<string>;
  renew(): Promise<string>;
  cutOff(id: string): Promise<void>;
  letIn(name: string): void;
  foldersChanged(): void;
  /** The access of an agent changed. */
  accessChanged(id: string): void;
  close(): Promise<void>;
};

/** Stopped until the settings are applied. */
export function createHttpServerService(options: {
  version: string;
  dataDir: string;
  settings(): Pick<Settings, "httpDoor" | "httpPort" | "httpTools" | "httpStructured">;
  serve: ServeHttp;
  agents: Agents;
  holds: AgentHolds;
  server: Omit<AgentsServer, "ask" | "session">;
  folders(): string[];
  engine(): Promise<Engine>;
  changed(): void;
  failed(error: unknown): void;
  /** A new client waits for the user's permission. */
  asked(name: string): void;
  log(line: string): void;
}): HttpServerService {
  const { agents, server, folders, engine, changed, failed, log } = options;
  const token = httpToken(join(options.dataDir, "http-token"));
  const admission = createHttpAdmission(options.holds, { changed, asked: options.asked });
  let state: HttpServerState = { status: "off" };
  let listening: Extract<ListenResult, { status: "serving" }> | null = null;
  /** The port that the server runs on or was last tried with. */
  let port: number | null = null;
  const enqueue = serialQueue();
  let isClosed = false;

  const setState = (next: HttpServerState) => {
    state = next;
    changed();
  };

  const serverApp: HttpServerApp = {
    version: options.version,
    dataDir: options.dataDir,
    tools: async () => (await engine()).tools(),
    listed: (id, all) => {
      const sets = parseToolSets(options.settings().httpTools) ?? toolSets;
      const offered = all.filter(({ set }) => sets.includes(set));
      return agents.access(id) === "read" ? offered.filter(canRead) : offered;
    },
    isStructured: () => options.settings().httpStructured,
    isToken: token.is,
    admits: admission.admits,
    folders,
    async run(call) {
      const envelope = await server.run(call);
      return envelope.error?.code === "outside_workspace" && call.caller.roots.length === 0
        ? { ...envelope, message: `${envelope.message}\n${noFolder}` }
        : envelope;
    },
    async prompt(asked, caller) {
      const access = agents.access(caller.id);
      if (access === "paused" || access === "blocked")
        throw new ToolError("denied", `the user has ${access} this agent in Galley; nothing was read`);
      return (await engine()).bookPrompt(asked, caller);
    },
    connected: server.connected,
    disconnected: server.disconnected,
    called: server.called,
    idle: agents.idle,
    surprised: (what) => log(`http: ${what}`),
  };

  async function closeServer(): Promise<void> {
    const open = listening;
    listening = null;
    port = null;
    await open?.close();
  }

  async function open(wanted: number): Promise<void> {
    port = wanted;
    setState({ status: "opening" });
    try {
      await token.now();
      const served = await options.serve({ port: wanted, app: serverApp });
      if (served.status === "serving") {
        listening = served;
        setState({ status: "open", address: served.address });
        return;
      }
      const { taken, takenHint, refused, refusedHint } = t.http;
      setState(
        served.status === "taken"
          ? { status: "failed", message: taken(wanted), hint: takenHint }
          : { status: "failed", message: refused(wanted, served.reason), hint: refusedHint },
      );
    } catch (error) {
      failed(error);
      const why = error instanceof Error ? error.message : String(error);
      setState({ status: "failed", message: t.failed(why), hint: t.failedHint });
    }
  }

  async function applySettingsNow(): Promise<void> {
    const { httpDoor, httpPort } = options.settings();
    if (isClosed || !httpDoor) {
      await closeServer();
      if (state.status !== "off") setState({ status: "off" });
      return;
    }
    if (port === httpPort) return;
    await closeServer();
    await open(httpPort);
  }

  return {
    state: () => state,
    blockedClients: admission.blockedClients,
    applySettings: () => enqueue(applySettingsNow),
    retry: () =>
      enqueue(async () => {
        if (state.status === "failed") port = null;
        await applySettingsNow();
      }),
    token: token.now,
    async renew() {
      const next = token.renew();
      // The old token is invalid already; disconnect its clients before the new one is on disk.
      listening?.dropAll();
      admission.forget();
      return next;
    },
    async cutOff(id) {
      const all = agents.list().filter(({ transport: way }) => way === "http");
      const client = all.find((each) => each.id === id) ?? agents.past().find((each) => each.id === id);
      if (client === undefined) return;
      const { name } = client;
      const here = all.map((each) => each.name);
      admission.cutOff({ name, roots: "roots" in client ? client.roots : [] }, here);
      for (const each of all) if (each.name === name) listening?.cutOff(each.id);
    },
    letIn: admission.letIn,
    foldersChanged: () => listening?.foldersChanged(),
    accessChanged: (id) => listening?.toolsChanged(id),
    async close() {
      isClosed = true;
      await enqueue(closeServer);
    },
  };
}

/** Messages for agents are in English. */
const noFolder = "No folder is open in Galley, and agents over HTTP reach only open folders. Ask the user to open one.";
