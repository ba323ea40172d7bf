import { randomUUID } from "node:crypto";
import { createServer, type Socket } from "node:net";
import type { Caller, Envelope } from "../engine/ports/caller";
import { ToolError } from "../engine/ports/tool-error";
import { HELLO_TIMEOUT_MS, MAX_HELLO_BYTES, MAX_SOCKET_MESSAGE_BYTES, MAX_UNREAD_BYTES } from "../limits";
import { claimSocket } from "./claim-socket";
import { describeCall } from "./describe-call";
import {
  type AnswerPart,
  type FromApp,
  type FromGalley,
  fromGalley,
  type HookAnnouncement,
  hello,
  type LocalAgent,
  type ModelAnswer,
  type QuestionOutcome,
  socketProtocol,
} from "./local-socket-protocol";
import { type MessageSocket, messageSocket } from "./message-socket";
import { connectedName } from "./plain-name";
import { sessionOverEnvelope } from "./session-over";

/** What the running app offers to the agents of this user. */
export type LocalApp = {
  /** The app's version; an agent of another version runs its own engine. */
  version: string;
  /** Whether a root is inside an open folder, or an open folder or document inside a root. Called before each call. */
  accepts(roots: readonly string[]): boolean;
  run(call: { name: string; arguments: unknown; caller: Caller }): Promise<Envelope>;
  /** Galley's tools for the agent of the panel whose session has this secret; null once the session is over. */
  session?(secret: string): {
    name: string;
    /** The folder of its session, whatever the connection says of its roots. */
    roots: readonly string[];
    run(call: { name: string; arguments: unknown; description: string }): Promise<Envelope>;
  } | null;
  /** Why no call of this agent may run, here or in its own process. Called before each call, and before its roots are checked. */
  denial?(
    agent: { id: string; process?: string; name?: string; roots?: readonly string[] },
    tool: string,
  ): { status: "paused" | "cut off"; envelope: Envelope } | null;
  /** Shows a file or a folder to the user, for `galley open`: in a suitable window, or in a new one. */
  open(path: string, where?: "a new window"): Promise<{ ok: true } | { ok: false; error: { message: string } }>;
  /** Asks the user's model, for `galley ask`. `files` are attached. Throws if nothing can be asked; the message says why. */
  ask?(
    question: { text: string; files: readonly string[]; roots: readonly string[] },
    context: { progress(part: AnswerPart): void; signal: AbortSignal },
  ): Promise<ModelAnswer>;
  /** An agent's program announces a write past Galley's tools. Resolves once the text before it is known. */
  announce?(announcement: HookAnnouncement): Promise<void>;
  /** An agent whose roots are accepted has connected; its id is also its caller's id. */
  connected(agent: LocalAgent & { id: string }): void;
  /** It has left, or its roots are no longer accepted. Its read log may be dropped. */
  disconnected(id: string): void;
  /** A call begins, described as `text_editor patch notes.md`. */
  called(id: string, description: string): void;
};

export type LocalServer =
  | {
      status: "serving";
      /** The path of the socket. */
      path: string;
      /** The user opened or closed a folder or document: agents gain or lose access, and are notified. */
      foldersChanged(): void;
      /** Gives running calls a moment to answer, then disconnects everyone. */
      close(): Promise<void>;
    }
  /** Another app with the same data is running. */
  | { status: "taken" };

const MAX_CONNECTIONS = 256;
const MAX_RUNNING = 64;
/** A client with more unread bytes than this is disconnected: its answers are too large to keep. The largest possible answer alone is not. */
const defaultMaxUnsentBytes = MAX_SOCKET_MESSAGE_BYTES + 64 * 1024 * 1024;

export type LocalServerOptions = {
  /** The app's data folder, where agents find it. */
  dataDir: string;
  app: LocalApp;
  /** Reports why a client was disconnected, if the app did not cause it. */
  log?: (sentence: string) => void;
  /** For tests. */
  maxUnsentBytes?: number;
  /** How long running calls may take to answer after `close` is called, in milliseconds. Default: two seconds. */
  graceMs?: number;
};

/** Serves the agents of this user over the local socket until `close`. Throws if the folder of the socket is not owned by this user. */
export const serveLocal = async ({
  app,
  dataDir,
  log = () => {},
  maxUnsentBytes = defaultMaxUnsentBytes,
  graceMs = 2_000,
}: LocalServerOptions): Promise<LocalServer> => {
  const connections = new Set<Connection>();
  const server = createServer((socket) => {
    const connection = new Connection(socket, app, {
      onClose: () => connections.delete(connection),
      log,
      maxUnsentBytes,
    });
    connections.add(connection);
  });
  server.maxConnections = MAX_CONNECTIONS;
  const claim = await claimSocket(server, dataDir);
  if (claim.status !== "claimed") return claim;
  server.on("error", () => {});
  return {
    status: "serving",
    path: claim.path,
    foldersChanged() {
      for (const connection of connections) connection.documentsChanged();
    },
    async close() {
      await claim.release();
      const closed = new Promise<void>((done) => server.close(() => done()));
      await Promise.all([...connections].map((connection) => connection.close(graceMs)));
      await closed;
    },
  };
};

type ConnectionOptions = { onClose(): void; log(sentence: string): void; maxUnsentBytes: number };

/** One agent. */
class Connection {
  readonly #app: LocalApp;
  readonly #messages: MessageSocket;
  readonly #id = randomUUID();
  readonly #running = new Set<Promise<void>>();
  readonly #helloTimer: NodeJS.Timeout;
  #agent: LocalAgent | null = null;
  #isConnected = false;
  #isCutOff = false;
  #isClosing = false;
  /** Aborted when nobody is waiting for an answer. */
  readonly #gone = new AbortController();

  constructor(socket: Socket, app: LocalApp, { onClose, log, maxUnsentBytes }: ConnectionOptions) {
    this.#app = app;
    this.#helloTimer = setTimeout(() => socket.destroy(), HELLO_TIMEOUT_MS);
    this.#messages = messageSocket(socket, {
      maxBytes: MAX_HELLO_BYTES,
      maxSentBytes: MAX_SOCKET_MESSAGE_BYTES,
      isFull: () => this.#running.size >= MAX_RUNNING || this.#messages.unsentBytes() > MAX_UNREAD_BYTES,
      unread: {
        maxBytes: maxUnsentBytes,
        onOverflow: () => {
          const who = this.#agent === null ? "a client" : `${this.#agent.name} (${this.#agent.kind})`;
          log(
            `${who} was disconnected: it did not read its answers, of which more than ${Math.floor(maxUnsentBytes / 1024 / 1024)} MiB waited`,
          );
        },
      },
      onMessage: (value) => (this.#agent === null ? this.#welcome(value) : this.#handleMessage(value)),
      onClose: () => {
        clearTimeout(this.#helloTimer);
        onClose();
        this.#gone.abort(new Error("the connection has ended"));
        this.#agent = null;
        this.#disconnect();
      },
    });
  }

  /** Tells the app that this agent is connected, or no longer is, according to its roots. */
  updateAccess(): boolean {
    const isAccepted = this.#agent !== null && !this.#isCutOff && this.#app.accepts(this.#agent.roots);
    if (!isAccepted) this.#disconnect();
    else if (!this.#isConnected && this.#agent !== null && this.#agent.session === undefined) {
      this.#isConnected = true;
      this.#app.connected({ ...this.#agent, id: this.#id });
    }
    return isAccepted;
  }

  documentsChanged(): void {
    if (this.updateAccess()) this.#send({ type: "documents changed" });
  }

  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    const answered = Promise.all(this.#running);
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([answered, new Promise((done) => (timer = setTimeout(done, graceMs)))]);
    clearTimeout(timer);
    this.#messages.end();
    setTimeout(() => this.#messages.cut(), 100).unref();
  }

  #disconnect(): void {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.#app.disconnected(this.#id);
  }

  #welcome(value: unknown): boolean {
    const parsed = hello.safeParse(value);
    if (!parsed.success) return false;
    clearTimeout(this.#helloTimer);
    const { protocol, version, agent } = parsed.data;
    if (protocol !== socketProtocol || version !== this.#app.version || this.#isClosing) {
      this.#send({ type: "unwelcome", version: this.#app.version });
      this.#messages.end();
      return true;
    }
    // The name of Galley's own command line is reserved: other agents cannot use it.
    const isCommandLine = agent.kind === "command line" && agent.name === agent.kind;
    this.#agent = { ...agent, name: isCommandLine ? agent.name : connectedName(agent.name) || agent.kind };
    this.#messages.allow(MAX_SOCKET_MESSAGE_BYTES);
    this.#send({ type: "welcome", version: this.#app.version });
    this.updateAccess();
    return true;
  }

  #handleMessage(value: unknown): boolean {
    const parsed = fromGalley.safeParse(value);
    if (!parsed.success) return false;
    const work = this.#answer(parsed.data).then((answer) => {
      this.#running.delete(work);
      this.#send(answer);
      this.#messages.flow();
    });
    this.#running.add(work);
    return true;
  }

  async #answer(message: FromGalley): Promise<FromApp> {
    const agent = this.#agent;
    try {
      if (message.type === "open") {
        const outcome = await this.#app.open(message.path, message.in);
        return { type: "opened", id: message.id, problem: outcome.ok ? null : outcome.error.message };
      }
      if (message.type === "announce") {
        const { announcement } = message;
        const by = connectedName(announcement.by) || "agent";
        await this.#app.announce?.({ ...announcement, by });
        return { type: "announced", id: message.id };
      }
      if (message.type === "ask") return await this.#askModel(message);
      if (agent === null || this.#isClosing) return { type: "elsewhere", id: message.id };
      if (agent.session !== undefined) return await this.#runInSession(agent.session, message);
      const rejection = this.#app.denial?.({ ...agent, id: this.#id }, message.name);
      this.#isCutOff = rejection?.status === "cut off";
      const isHere = this.updateAccess();
      if (rejection?.status === "cut off") return { type: "cut off", id: message.id, envelope: rejection.envelope };
      if (!isHere)
        return rejection
          ? { type: "answer", id: message.id, envelope: rejection.envelope }
          : { type: "elsewhere", id: message.id };
      this.#app.called(this.#id, describeCall(message.name, message.arguments));
      const caller = { id: this.#id, name: agent.name, roots: agent.roots };
      const envelope = await this.#app.run({ name: message.name, arguments: message.arguments, caller });
      return { type: "answer", id: message.id, envelope };
    } catch (error) {
      if (message.type === "announce") return { type: "announced", id: message.id };
      const failure = `Galley failed: ${error instanceof Error ? error.message : String(error)}`;
      if (message.type === "open") return { type: "opened", id: message.id, problem: failure };
      if (message.type === "ask")
        return { type: "asked", id: message.id, outcome: { status: "refused", message: failure } };
      return { type: "answer", id: message.id, envelope: failed(failure) };
    }
  }

  /** What an agent of the panel calls belongs to its conversation: it is listed there, and runs nowhere else. */
  async #runInSession(secret: string, { id, name, arguments: given }: Extract<FromGalley, { type: "call" }>) {
    const session = this.#app.session?.(secret) ?? null;
    if (session === null || !this.updateAccess() || !this.#app.accepts(session.roots))
      return { type: "cut off", id, envelope: sessionOverEnvelope(name) } as const;
    const description = describeCall(name, given);
    return { type: "answer", id, envelope: await session.run({ name, arguments: given, description }) } as const;
  }

  /** A model is asked under the same conditions as a tool is called. */
  async #askModel({ id, text, files }: Extract<FromGalley, { type: "ask" }>): Promise<FromApp> {
    const agent = this.#agent;
    const answer = (outcome: QuestionOutcome): FromApp => ({ type: "asked", id, outcome });
    if (agent === null || this.#isClosing || this.#app.ask === undefined) return answer({ status: "elsewhere" });
    const rejection = this.#app.denial?.({ ...agent, id: this.#id }, "ask");
    if (rejection) return answer({ status: "refused", message: rejection.envelope.message });
    if (!this.updateAccess()) return answer({ status: "elsewhere" });
    this.#app.called(this.#id, "ask");
    const progress = (part: AnswerPart) => this.#send({ type: "ask progress", id, part });
    try {
      const context = { progress, signal: this.#gone.signal };
      return answer({ status: "answered", answer: await this.#app.ask({ text, files, roots: agent.roots }, context) });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const message = error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
      return answer({ status: "refused", message });
    }
  }

  #send(message: FromApp): void {
    if (this.#messages.send(message) || message.type !== "answer") return;
    const notice = "The call was carried out, but its answer is too large to send. Ask for a smaller part.";
    const envelope = message.envelope.ok ? { ...message.envelope, message: notice, data: {} } : failed(notice);
    this.#messages.send({ ...message, envelope });
  }
}

const failed = (message: string): Envelope => ({
  ok: false,
  message,
  summary: message,
  error: { code: "failed", message },
});
