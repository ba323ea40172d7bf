import { createConnection } from "node:net";
import type { Envelope } from "../engine/ports/caller";
import { ANSWER_TIMEOUT_MS, MAX_SOCKET_MESSAGE_BYTES, MAX_TIMER_MS, WELCOME_TIMEOUT_MS } from "../limits";
import { findSocket } from "./local-socket-path";
import {
  type AnswerPart,
  type FromApp,
  fromApp,
  type HookAnnouncement,
  type LocalAgent,
  type QuestionOutcome,
  socketProtocol,
} from "./local-socket-protocol";
import { type MessageSocket, messageSocket } from "./message-socket";

/** The result of a call that was offered to the app. */
export type ForwardResult =
  | { status: "answered"; envelope: Envelope }
  /** There is no app, or another version, or it has none of our roots open. Nothing has happened: run the call here. */
  | { status: "elsewhere" }
  /** The user has blocked this agent: no call may run until they allow it. */
  | { status: "cut off"; envelope: Envelope }
  /** The app quit, or stopped responding, before it answered: nobody knows what has happened. */
  | { status: "lost" };

/** `dataDir` is the data folder of the app. */
export type LocalAppOptions = {
  dataDir: string;
  version: string;
  agent: LocalAgent;
  /** What the app shows may have changed: it started or quit, or the user opened or closed a document. */
  onDocumentsChanged?: () => void;
};

const RECONNECT_INTERVAL_MS = 2_000;
/** How long to wait before contacting an app again that did not accept us, in milliseconds. */
const REJECTED_PAUSE_MS = 30_000;

type PendingRequest = { onAnswer(answer: FromApp | null): void; onPart?(part: AnswerPart): void };
type Link = { messages: MessageSocket; pending: Map<number, PendingRequest>; isOpen: boolean };

/** The connection of `bin/galley` to the running app with the same data, which may start and quit at any time. */
export class LocalAppConnection {
  readonly #options: LocalAppOptions;
  #link: Link | null = null;
  #connecting: Promise<Link | null> | null = null;
  #rejectedBy: { socket: string; at: number } | null = null;
  #reconnectTimer: NodeJS.Timeout | undefined;
  #nextId = 1;
  #isClosed = false;

  constructor(options: LocalAppOptions) {
    this.#options = options;
  }

  /** Connects now and whenever an app starts later, so that the user sees the agent before its first call. */
  stayConnected(): void {
    const tryConnect = () => void this.#connect();
    tryConnect();
    this.#reconnectTimer ??= setInterval(tryConnect, RECONNECT_INTERVAL_MS).unref();
  }

  async run(call: { name: string; arguments: unknown }): Promise<ForwardResult> {
    const link = await this.#connect();
    if (link === null) return { status: "elsewhere" };
    const answer = await this.#ask(link, { type: "call", name: call.name, arguments: call.arguments });
    if (answer === "unsent") return { status: "elsewhere" };
    if (answer === null) return { status: "lost" };
    if (answer.type === "answer") return { status: "answered", envelope: answer.envelope };
    if (answer.type === "cut off") return { status: "cut off", envelope: answer.envelope };
    return answer.type === "elsewhere" ? { status: "elsewhere" } : { status: "lost" };
  }

  /** Asks the app to show a file or folder. `elsewhere`: no app is running. */
  async open(
    path: string,
    where?: "a new window",
  ): Promise<{ status: "opened" | "elsewhere" } | { status: "refused"; message: string }> {
    const link = await this.#connect();
    if (link === null) return { status: "elsewhere" };
    const answer = await this.#ask(link, { type: "open", path, ...(where && { in: where }) });
    if (answer === "unsent") return { status: "elsewhere" };
    if (answer?.type !== "opened") return { status: "refused", message: "Galley quit before it could show that." };
    return answer.problem === null ? { status: "opened" } : { status: "refused", message: answer.problem };
  }

  /** Asks the app's model about documents; `onPart` gets the answer as it arrives. `none`: no app is running. `close` stops the answer. */
  async ask(
    question: { text: string; files: readonly string[] },
    onPart: (part: AnswerPart) => void,
  ): Promise<QuestionOutcome | { status: "none" | "lost" }> {
    const link = await this.#connect();
    if (link === null) return { status: "none" };
    const answer = await this.#ask(link, { type: "ask", ...question }, onPart);
    if (answer === "unsent") return { status: "none" };
    return answer?.type === "asked" ? answer.outcome : { status: "lost" };
  }

  /** Resolves once the app knows what an agent is about to write, or if there is no app. */
  async announce(announcement: HookAnnouncement): Promise<void> {
    const link = await this.#connect();
    if (link !== null) await this.#ask(link, { type: "announce", announcement });
  }

  /** Whether an app of this version with this data is running, whatever it has open. */
  async isRunning(): Promise<boolean> {
    return (await this.#connect()) !== null;
  }

  /** Accepts no further calls, and closes once pending calls are answered. */
  retire(): void {
    this.#isClosed = true;
    clearInterval(this.#reconnectTimer);
    this.#cutWhenIdle();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#reconnectTimer);
    this.#link?.messages.cut();
    this.#link = null;
  }

  #documentsChanged(): void {
    if (!this.#isClosed) this.#options.onDocumentsChanged?.();
  }

  #cutWhenIdle(): void {
    if (this.#link?.pending.size === 0) this.close();
  }

  /** With `onPart` the answer may take as long as it likes: the app has limits of its own for its model. */
  #ask(
    link: Link,
    question: { type: string } & Record<string, unknown>,
    onPart?: (part: AnswerPart) => void,
  ): Promise<FromApp | null | "unsent"> {
    return new Promise((resolve) => {
      const id = this.#nextId++;
      // A timer also keeps the process alive, which the connection does not.
      const timer = setTimeout(() => onAnswer(null), onPart ? MAX_TIMER_MS : ANSWER_TIMEOUT_MS);
      const onAnswer = (answer: FromApp | null) => {
        clearTimeout(timer);
        link.pending.delete(id);
        if (this.#isClosed) this.#cutWhenIdle();
        resolve(answer);
      };
      link.pending.set(id, { onAnswer, ...(onPart && { onPart }) });
      if (link.isOpen && link.messages.send({ ...question, id })) return;
      clearTimeout(timer);
      link.pending.delete(id);
      resolve("unsent");
    });
  }

  async #connect(): Promise<Link | null> {
    if (this.#isClosed) return null;
    if (this.#link !== null) return this.#link;
    // Simultaneous calls share one attempt.
    this.#connecting ??= this.#attempt().finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  async #attempt(): Promise<Link | null> {
    const socket = await findSocket(this.#options.dataDir);
    if (socket === null) return null;
    const rejectedBy = this.#rejectedBy;
    if (rejectedBy?.socket === socket && Date.now() - rejectedBy.at < REJECTED_PAUSE_MS) return null;
    const outcome = await this.#greet(socket);
    if (outcome === "nobody") return null;
    if (outcome === "refused") {
      this.#rejectedBy = { socket, at: Date.now() };
      return null;
    }
    if (this.#isClosed) outcome.messages.cut();
    else if (outcome.isOpen) {
      this.#link = outcome;
      this.#documentsChanged();
    }
    return this.#link;
  }

  #greet(path: string): Promise<Link | "nobody" | "refused"> {
    return new Promise((resolve) => {
      const socket = createConnection(path);
      let isWelcome = false;
      let wasReached = false;
      const timer = setTimeout(() => socket.destroy(), WELCOME_TIMEOUT_MS);
      const link: Link = {
        pending: new Map(),
        isOpen: true,
        messages: messageSocket(socket, {
          maxBytes: MAX_SOCKET_MESSAGE_BYTES,
          maxParts: Number.POSITIVE_INFINITY,
          maxSentBytes: MAX_SOCKET_MESSAGE_BYTES,
          onMessage: (value) => {
            const parsed = fromApp.safeParse(value);
            if (!parsed.success) return false;
            if (isWelcome && parsed.data.type === "documents changed") {
              this.#documentsChanged();
              return true;
            }
            if (isWelcome) return handleAnswer(link, parsed.data);
            clearTimeout(timer);
            if (parsed.data.type !== "welcome") return false;
            isWelcome = true;
            // Only calls keep the process alive, not the connection.
            socket.unref();
            resolve(link);
            return true;
          },
          onClose: () => {
            clearTimeout(timer);
            link.isOpen = false;
            if (this.#link === link) {
              this.#link = null;
              this.#documentsChanged();
            }
            for (const { onAnswer } of [...link.pending.values()]) onAnswer(null);
            resolve(wasReached ? "refused" : "nobody");
          },
        }),
      };
      socket.once("connect", () => {
        wasReached = true;
        const { version, agent } = this.#options;
        link.messages.send({ type: "hello", protocol: socketProtocol, version, agent });
      });
    });
  }
}

const handleAnswer = (link: Link, message: FromApp): boolean => {
  if (!("id" in message)) return false;
  // Nobody waits for an answer that came too late.
  const pending = link.pending.get(message.id);
  if (message.type === "ask progress") pending?.onPart?.(message.part);
  else pending?.onAnswer(message);
  return true;
};
