import { randomUUID } from "node:crypto";
import { isReadingCall } from "../../core/tools/reading-calls";
import type { Engine } from "../engine";
import type { BookPromptQuery } from "../engine/books";
import { heldAgentsPath, heldRejection, runHeldCall } from "../engine/documents";
import type { Envelope, ToolDescription } from "../engine/ports/caller";
import { ToolError, type ToolErrorCode } from "../engine/ports/tool-error";
import { CLOSE_TIMEOUT_MS } from "../limits";
import { LocalAppConnection, type LocalAppOptions } from "./local-socket-client";
import { connectedName, plainName } from "./plain-name";
import { sessionOverEnvelope } from "./session-over";

export type AppOrOwnEngineOptions = LocalAppOptions & {
  /** Called once, when the first call must run in this process. */
  createEngine(): Promise<Engine>;
  tools: readonly ToolDescription[];
  /** Every call that could change something is rejected, whatever the user allows the agent. */
  isReadOnly?: boolean;
};

/** How many names of one process are kept. */
const MAX_NAMES = 100;

/**
 * Runs one agent's calls where the user's unsaved edits are: in the app whenever one with our folders open is running, else with an engine of our
 * own. The choice is made for each call, so the app may start and quit at any time.
 */
export class AppOrOwnEngine {
  readonly #options: AppOrOwnEngineOptions;
  readonly #callerId = randomUUID();
  readonly #running = new Set<Promise<Envelope>>();
  #name: string;
  #app: LocalAppConnection;
  #isStaying = false;
  #engine: Promise<Engine> | null = null;
  /** Every name that this process has used, the last one last: a decision about one of them means all. */
  readonly #names: string[] = [];

  constructor({ agent, ...options }: AppOrOwnEngineOptions) {
    this.#options = { ...options, agent: { ...agent, process: this.#callerId } };
    this.#name = agent.name;
    this.#names.push(agent.name);
    this.#app = new LocalAppConnection(this.#options);
  }

  /** The name under which calls are made. */
  get name(): string {
    return this.#name;
  }

  /** The agent has sent its name: from now on the user sees it in the app while it is connected. */
  introduce(name: string): void {
    const shown = connectedName(name) || this.#name;
    if (this.#isStaying && shown === this.#name) return;
    this.#isStaying = true;
    this.#name = shown;
    if (!this.#names.includes(shown) && this.#names.length < MAX_NAMES) this.#names.push(shown);
    this.#app.retire();
    this.#app = new LocalAppConnection({ ...this.#options, agent: { ...this.#options.agent, name: shown } });
    this.#app.stayConnected();
  }

  /** Never rejects. */
  run(call: { name: string; arguments: unknown }): Promise<Envelope> {
    const { isReadOnly, tools } = this.#options;
    if (isReadOnly && !isReadingCall(call, tools)) return Promise.resolve(startedReadOnlyEnvelope(call.name));
    const work = this.#run(call).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      const hint = (error instanceof ToolError && error.hint) || "Nothing was changed.";
      return errorEnvelope(call.name, `Galley's engine could not be started: ${reason}`, hint);
    });
    this.#running.add(work);
    void work.then(() => this.#running.delete(work));
    return work;
  }

  /** The prompt for work on a book. Computed here even if calls run in the app: tasks are stored on disk. */
  async prompt(query: BookPromptQuery): Promise<string> {
    if (this.#options.agent.session !== undefined) throw new ToolError("denied", sessionOverEnvelope("prompt").message);
    // The file says what the user allows, whether the app is running or not.
    const agent = { names: this.#allNames(), roots: this.#options.agent.roots };
    const rejected = heldRejection(heldAgentsPath(this.#options.dataDir), agent, "prompt", false);
    if (rejected?.error) throw new ToolError("denied", rejected.error.message);
    const engine = await this.#own();
    return engine.bookPrompt(query, { id: this.#callerId, name: this.#name, roots: this.#options.agent.roots });
  }

  /** Waits for the calls that run here, so that writes that have begun are finished. */
  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise((done) => {
      timer = setTimeout(done, CLOSE_TIMEOUT_MS);
    });
    await Promise.race([Promise.all(this.#running), patience]);
    clearTimeout(timer);
    this.#app.close();
    const engine = await this.#engine?.catch(() => null);
    engine?.forget(this.#callerId);
    await engine?.close();
  }

  async #run(call: { name: string; arguments: unknown }): Promise<Envelope> {
    const forwarded = await this.#app.run(call);
    if (forwarded.status === "answered" || forwarded.status === "cut off") return forwarded.envelope;
    if (forwarded.status === "lost" && !isReadingCall(call, this.#options.tools)) {
      return errorEnvelope(
        call.name,
        "Galley quit or stopped responding during this call: it is not known whether the change was made",
        "Read the document again before you try again.",
      );
    }
    // Of an agent of the panel nothing is done without its app: nobody would review it.
    if (this.#options.agent.session !== undefined) return sessionOverEnvelope(call.name);
    const caller = { id: this.#callerId, name: this.#name, roots: this.#options.agent.roots };
    // The user cannot be asked here, but the access set in the app applies.
    return runHeldCall(heldAgentsPath(this.#options.dataDir), { ...call, caller, names: this.#allNames() }, () =>
      this.#own(),
    );
  }

  /** The name that it has now, even if it has had too many to keep. */
  #allNames(): string[] {
    return [...this.#names, this.#name];
  }

  #own(): Promise<Engine> {
    this.#engine ??= this.#options.createEngine().catch((error: unknown) => {
      // The next call tries again: a full disk may have space by then.
      this.#engine = null;
      throw error;
    });
    return this.#engine;
  }
}

const startedReadOnlyEnvelope = (name: string): Envelope =>
  errorEnvelope(
    name,
    "this server was started with --read-only; nothing was changed",
    "Tell the user what you would write. Without --read-only in the client's settings you could write it.",
    "denied",
  );

const errorEnvelope = (name: string, message: string, hint: string, code: ToolErrorCode = "failed"): Envelope => ({
  ok: false,
  message: `${message}\n${hint}`,
  summary: `${plainName(name, 60)}: ${message}`,
  error: { code, message, hint },
});
