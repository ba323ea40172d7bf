import {
  type AgentCapabilities,
  type AuthMethod,
  type ContentBlock,
  type McpServer,
  PROTOCOL_VERSION,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionConfigOption,
  type SessionModeState,
  type SessionUpdate,
  type StopReason,
} from "@agentclientprotocol/sdk";
import type { AgentPastSession } from "../../../shared/conversation";
import { escapeInvisibles } from "../../../shared/escape-invisibles";
import { ToolError } from "../../engine/ports/tool-error";
import { agentEnvironment } from "./agent-environment";
import { type AgentProcess, type ProcessEnd, startAgent } from "./agent-process";
import type { FoundAgent } from "./find-agent";
import type { AgentProgram } from "./known-agents";
import { MessageLimitError, messageStream } from "./message-stream";
import { acpMessages } from "./messages";
import { connectProtocolOne } from "./protocol-one";
import { connectProtocolTwo } from "./protocol-two";
import { shownLine } from "./shown-text";

/** Most requests of an agent that wait for their answers at the same time. */
const MAX_OPEN_REQUESTS = 64;
/** Most updates that are kept for a session whose id has not arrived yet. */
const MAX_EARLY_UPDATES = 100;
/** Most sessions that are listed. */
const MAX_PAST_SESSIONS = 50;
/** The protocol's code for an agent that has not logged in. */
const AUTH_REQUIRED = -32000;

/** How long an agent may take to answer, in milliseconds. */
export type Patience = { start: number; session: number };
const USUAL_PATIENCE: Patience = { start: 30_000, session: 60_000 };

/** One session as its agent calls it. */
export type SessionPeer = {
  update(update: SessionUpdate): void;
  permission(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse>;
  read(asked: { path: string; line?: number | null; limit?: number | null }, signal: AbortSignal): Promise<string>;
  write(wanted: { path: string; content: string }, signal: AbortSignal): Promise<void>;
};

/** A session as its agent has opened it. */
export type OpenedSession = {
  sessionId: string;
  modes?: SessionModeState | null | undefined;
  configOptions?: SessionConfigOption[] | null | undefined;
};

/** The version of the protocol that an agent is asked for. */
export type ProtocolVersion = 1 | 2;

/** An agent's process and the protocol with it. It ends with the first failure, and says why in a sentence. */
export class AgentConnection {
  readonly program: AgentProgram;
  readonly cwd: string;
  /** Set by `initialize`. */
  capabilities: AgentCapabilities = {};
  logins: readonly AuthMethod[] = [];
  version: string | null = null;
  /** Resolves with the reason when the agent is gone. */
  readonly gone: Promise<ToolError>;
  readonly #found: FoundAgent;
  readonly #process: AgentProcess;
  readonly #protocol: ReturnType<typeof connectProtocolOne> | ReturnType<typeof connectProtocolTwo>;
  readonly #sessions = new Map<string, SessionPeer>();
  readonly #patience: Patience;
  readonly #clean: (text: string) => string;
  #early: { session: string; update: SessionUpdate }[] = [];
  /** Requests for sessions whose ids have not arrived. */
  #opening = 0;
  #openRequests = 0;
  #reason: ToolError | null = null;
  #setGone: (reason: ToolError) => void = () => {};

  constructor(
    program: AgentProgram,
    found: FoundAgent,
    {
      cwd,
      env,
      dataDir,
      clean,
      patience = USUAL_PATIENCE,
      protocol = 1,
    }: {
      cwd: string;
      env: NodeJS.ProcessEnv;
      dataDir: string;
      clean(text: string): string;
      patience?: Patience;
      protocol?: ProtocolVersion;
    },
  ) {
    this.program = program;
    this.cwd = cwd;
    this.#found = found;
    this.#patience = patience;
    this.#clean = clean;
    this.gone = new Promise((resolve) => {
      this.#setGone = resolve;
    });
    this.#process = startAgent(found, { cwd, env: agentEnvironment(program, found.command, env), dataDir });
    this.#protocol = this.#connect(protocol);
    void this.#process.ended.then((end) => this.#fail(this.#endReason(end)));
    void this.#protocol.connection.closed.then(() => this.#closed());
  }

  get isGone(): boolean {
    return this.#reason !== null;
  }

  /** The end of what the agent wrote to standard error, without keys. */
  errors(): string {
    return this.#clean(this.#process.errors());
  }

  /** Agrees on the protocol; must be called first. */
  async initialize(galleyVersion: string): Promise<void> {
    const { name } = this.program;
    const answer = await this.#within(this.#patience.start, this.#protocol.initialize(galleyVersion));
    if (answer.protocolVersion !== PROTOCOL_VERSION)
      throw this.#fail(
        new ToolError("unsupported", acpMessages.otherProtocol(name, answer.protocolVersion, PROTOCOL_VERSION), {
          hint: acpMessages.otherProtocolHint,
        }),
      );
    this.capabilities = answer.agentCapabilities ?? {};
    this.logins = (answer.authMethods ?? []).slice(0, 20);
    this.version = answer.agentInfo ? shownLine(answer.agentInfo.version, 40) || null : null;
  }

  async newSession(peer: SessionPeer, mcpServers: McpServer[]): Promise<OpenedSession> {
    this.#opening += 1;
    try {
      const opened = await this.#within(this.#patience.session, this.#protocol.newSession(this.cwd, mcpServers));
      this.#attach(opened.sessionId, peer);
      showCommands(opened, peer);
      return opened;
    } finally {
      this.#opening -= 1;
      if (this.#opening === 0) this.#early = [];
    }
  }

  /** Sessions of this folder that the agent knows; null if it does not list them, or cannot continue one. Only the first of a long list. */
  async pastSessions(): Promise<AgentPastSession[] | null> {
    const { loadSession, sessionCapabilities } = this.capabilities;
    if (!sessionCapabilities?.list || !(sessionCapabilities.resume || loadSession)) return null;
    const { sessions } = await this.#within(this.#patience.session, this.#protocol.list(this.cwd));
    return sessions
      .filter(({ sessionId, cwd }) => cwd === this.cwd && sessionId !== "" && sessionId.length <= 1000)
      .slice(0, MAX_PAST_SESSIONS)
      .map(({ sessionId, title, updatedAt }) => ({
        id: sessionId,
        title: shownLine(title ?? "", 200),
        updatedAt: updatedAt && !Number.isNaN(Date.parse(updatedAt)) ? updatedAt : null,
      }));
  }

  /** Continues a session of an earlier process, in the way that the agent has; null if it has none or no longer knows the session. */
  async continueSession(sessionId: string, peer: SessionPeer, mcpServers: McpServer[]): Promise<OpenedSession | null> {
    const { loadSession, sessionCapabilities } = this.capabilities;
    const canResume = Boolean(sessionCapabilities?.resume);
    const wire = this.#protocol;
    const load = loadSession && "load" in wire ? wire.load : null;
    if (!canResume && !load) return null;
    // `load` sends all that was said again, which the conversation has already.
    this.#sessions.set(sessionId, canResume ? peer : { ...peer, update: ignoreMessages(peer) });
    try {
      const opened = await this.#within(
        this.#patience.session,
        canResume || !load ? wire.resume(sessionId, this.cwd, mcpServers) : load(sessionId, this.cwd, mcpServers),
      );
      this.#sessions.set(sessionId, peer);
      showCommands(opened, peer);
      return { ...(opened ?? {}), sessionId };
    } catch (error) {
      this.#sessions.delete(sessionId);
      if (this.isGone) throw error;
      return null;
    }
  }

  /** Sends a question; resolves with why the agent stopped. */
  prompt(sessionId: string, prompt: ContentBlock[]): Promise<StopReason> {
    return this.#unlessGone(this.#protocol.prompt(sessionId, prompt));
  }

  cancel(sessionId: string): void {
    this.#protocol.cancel(sessionId).catch(() => undefined);
  }

  /** In version 2 modes are options. */
  async setMode(sessionId: string, modeId: string): Promise<void> {
    if ("setMode" in this.#protocol)
      await this.#within(this.#patience.session, this.#protocol.setMode(sessionId, modeId));
  }

  setOption(sessionId: string, option: string, value: string | boolean): Promise<SessionConfigOption[]> {
    return this.#within(this.#patience.session, this.#protocol.setOption(sessionId, option, value));
  }

  /** The agent logs in as it does. This may open a browser and take the user minutes, so there is no limit. */
  async logIn(methodId: string): Promise<void> {
    await this.#unlessGone(this.#protocol.logIn(methodId));
  }

  /** The line that logs in in a terminal; null if this way needs none. */
  loginLine(method: AuthMethod): string | null {
    if (!("type" in method) || method.type !== "terminal") return null;
    const { command, args } = this.#found;
    return [command, ...args, ...(method.args ?? [])].map(quoted).join(" ");
  }

  /** The session is over for Galley; the agent is notified if it can be. */
  detach(sessionId: string): void {
    this.#sessions.delete(sessionId);
    if (this.isGone || !this.capabilities.sessionCapabilities?.close) return;
    this.#protocol.close(sessionId).catch(() => undefined);
  }

  /** Ends the process with its children. */
  async end(reason: ToolError = new ToolError("failed", acpMessages.ended(this.program.name))): Promise<void> {
    this.#fail(reason);
    await this.#process.end();
  }

  #attach(sessionId: string, peer: SessionPeer): void {
    this.#sessions.set(sessionId, peer);
    for (const { session, update } of this.#early) if (session === sessionId) peer.update(update);
    this.#early = this.#early.filter(({ session }) => session !== sessionId);
  }

  #connect(version: ProtocolVersion) {
    const stream = messageStream(this.#process.stdout, this.#process.stdin);
    const news = {
      update: (session: string, update: SessionUpdate) => this.#update(session, update),
      permission: (asked: RequestPermissionRequest, signal: AbortSignal) =>
        this.#answer(asked.sessionId, (peer) => peer.permission(asked, signal)),
    };
    if (version === 2) return connectProtocolTwo(stream, news);
    return connectProtocolOne(stream, {
      ...news,
      read: (session, asked, signal) => this.#answer(session, (peer) => peer.read(asked, signal)),
      write: (session, wanted, signal) => this.#answer(session, (peer) => peer.write(wanted, signal)),
    });
  }

  #update(sessionId: string, update: SessionUpdate): void {
    const peer = this.#sessions.get(sessionId);
    if (peer) peer.update(update);
    else if (this.#opening > 0 && this.#early.length < MAX_EARLY_UPDATES)
      this.#early.push({ session: sessionId, update });
  }

  async #answer<T>(sessionId: string, work: (peer: SessionPeer) => Promise<T>): Promise<T> {
    const peer = this.#sessions.get(sessionId);
    if (!peer) throw new RequestError(-32602, "there is no such session");
    if (this.#openRequests >= MAX_OPEN_REQUESTS)
      throw new RequestError(-32603, `more than ${MAX_OPEN_REQUESTS} requests wait for their answers`);
    this.#openRequests += 1;
    try {
      return await work(peer);
    } finally {
      this.#openRequests -= 1;
    }
  }

  /** Rejects with the reason as soon as the agent is gone; what the agent answers as an error becomes a sentence. */
  async #unlessGone<T>(work: Promise<T>): Promise<T> {
    // Whichever comes first: a closed connection rejects requests before the end of the process is known.
    work.catch(() => undefined);
    try {
      return await Promise.race([work, this.gone.then((reason) => Promise.reject(reason))]);
    } catch (error) {
      if (error instanceof ToolError) throw error;
      if (error instanceof RequestError) throw this.#errorOf(error);
      throw await this.gone;
    }
  }

  async #within<T>(ms: number, work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const { silent, silentHint } = acpMessages;
        const reason = new ToolError("timeout", silent(this.program.name, Math.round(ms / 1000)), { hint: silentHint });
        reject(reason);
        void this.end(reason);
      }, ms);
    });
    late.catch(() => undefined);
    try {
      return await Promise.race([this.#unlessGone(work), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #errorOf(error: RequestError): ToolError {
    const { name } = this.program;
    if (error.code === AUTH_REQUIRED)
      return new ToolError("denied", acpMessages.notLoggedIn(name), { hint: acpMessages.notLoggedInHint });
    const details =
      typeof error.data === "object" && error.data !== null && "details" in error.data ? error.data.details : "";
    const text = shownLine(`${error.message}${typeof details === "string" && details ? `: ${details}` : ""}`, 500);
    return new ToolError("failed", acpMessages.reported(name, text));
  }

  /** Records the first reason, and returns it. */
  #fail(reason: ToolError): ToolError {
    if (this.#reason === null) {
      this.#reason = reason;
      this.#sessions.clear();
      this.#setGone(reason);
      this.#protocol.connection.close(reason);
    }
    return this.#reason;
  }

  /** The pipes are closed: because of what was read, or because the process ends, whose own reason is better. */
  async #closed(): Promise<void> {
    const { signal } = this.#protocol.connection;
    const { name } = this.program;
    if (signal.reason instanceof MessageLimitError)
      this.#fail(new ToolError("too_large", acpMessages.tooLarge(name), { hint: acpMessages.tooLargeHint }));
    if (this.isGone) return;
    const late = new Promise<null>((resolve) => {
      setTimeout(() => resolve(null), 500).unref();
    });
    await Promise.race([this.#process.ended, late]);
    if (!this.isGone) await this.end(new ToolError("failed", acpMessages.closed(name)));
    else await this.#process.end();
  }

  #endReason({ code, signal, failure }: ProcessEnd): ToolError {
    const { name } = this.program;
    const line = shownLine(
      this.errors()
        .split("\n")
        .findLast((each) => each.trim() !== "") ?? "",
      300,
    );
    if (failure !== null) return new ToolError("failed", acpMessages.notStarted(name, shownLine(failure, 200)));
    const how = signal ?? String(code ?? "?");
    return new ToolError(
      "failed",
      acpMessages.died(name, how),
      line === "" ? {} : { hint: acpMessages.lastMessage(line) },
    );
  }
}

/** In version 2 the commands come with the answer that opens the session. */
function showCommands(opened: object | null | undefined, peer: SessionPeer): void {
  const { commands } = (opened ?? {}) as { commands?: { name: string; description: string }[] };
  if (commands?.length) peer.update({ sessionUpdate: "available_commands_update", availableCommands: commands });
}

/** Of what is sent again only the state of the session is taken. */
const ignoreMessages =
  (peer: SessionPeer): SessionPeer["update"] =>
  (update) => {
    if (/_chunk$|^tool_call|^plan/.test(update.sessionUpdate)) return;
    peer.update(update);
  };

/** An argument as a shell takes it. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${escapeInvisibles(word).replaceAll("'", `'\\''`)}'`;
