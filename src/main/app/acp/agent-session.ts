import { randomBytes } from "node:crypto";
import type {
  ContentBlock,
  PermissionOptionKind,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionConfigOption,
  SessionUpdate,
  StopReason,
} from "@agentclientprotocol/sdk";
import { RequestError } from "@agentclientprotocol/sdk";
import type { AgentSessionState, ApprovalOption } from "../../../shared/conversation";
import type { Caller } from "../../engine/ports/caller";
import { ToolError } from "../../engine/ports/tool-error";
import { AGENT_STOP_TIMEOUT_MS, MAX_TURN_CALLS, MAX_TURN_TEXT } from "../core/limits";
import type { AgentConnection, OpenedSession, SessionPeer } from "./agent-connection";
import type { AgentFiles } from "./agent-files";
import {
  type AgentCall,
  type AgentUpdate,
  commandsOf,
  modesOf,
  moneyNamed,
  optionsOf,
  planEntries,
  textOfBlock,
  withCallUpdate,
} from "./agent-updates";
import { acpMessages } from "./messages";
import { type ClaimedEdit, claimedCommand, claimedEdits, galleyTool, permissionInput } from "./planned-permission";
import { shownLine } from "./shown-text";

/** How often it is said that the agent is at work, in milliseconds: often enough that it counts as at work for all of a long command. */
const AT_WORK_EVERY_MS = 60_000;

/** A permission that an agent asks for. */
export type AgentPermission = {
  call: AgentCall;
  edits: ClaimedEdit[];
  /** A command that it would run; null if the request names none. */
  command: string | null;
  /** The tool of Galley's own that it would call; null if it is another one. */
  tool: { name: string; arguments: unknown } | null;
  options: ApprovalOption[];
};

/** What an agent is about to write, as it announces it. Nothing of it is checked: an agent may lie. */
export type Announcement = {
  agent: string;
  folder: string;
  /** The session's and the call's id, by which later announcements of the same call are known. */
  session: string;
  /** The conversation of the panel. */
  conversation: string;
  call: string;
  status: AgentCall["status"];
  /** Passages, or whole texts where `before` is null. */
  edits: readonly ClaimedEdit[];
  locations: AgentCall["locations"];
};

/** A turn of a session. */
export type AgentPrompt = {
  blocks: ContentBlock[];
  /** Who writes: with the user's request, which history stores. */
  caller: Caller;
  signal: AbortSignal;
  update(update: AgentUpdate): void;
  /** The id of the chosen option; null if the turn was stopped. */
  permission(permission: AgentPermission, signal: AbortSignal): Promise<string | null>;
};

/** What a session needs of the conversation that it belongs to. */
export type SessionDeps = {
  conversation: string;
  /** The agent, while no question is being answered. */
  caller: Caller;
  /** Whether the agent may only read. */
  isReadOnly(): boolean;
  changed(state: AgentSessionState): void;
  announced(announcement: Announcement): void;
};

/** Why a turn ended. `flood`: the agent sent more than is shown, and was stopped. */
export type PromptEnd = StopReason | "flood";

/** One conversation with an agent. */
export class AgentSession implements SessionPeer {
  readonly connection: AgentConnection;
  /** By this secret Galley's own tools, which the agent starts, are known to belong to this session. */
  readonly secret = randomBytes(32).toString("base64url");
  readonly #files: AgentFiles;
  readonly #deps: SessionDeps;
  #id = "";
  #state: AgentSessionState;
  #configOptions: readonly SessionConfigOption[] = [];
  #prompt: (AgentPrompt & { signal: AbortSignal; flood(): void }) | null = null;
  /** The agent's answer to the last question, which may come after the user stopped it. */
  #answered: Promise<unknown> = Promise.resolve();
  #calls = new Map<string, AgentCall>();
  #text = 0;

  constructor(connection: AgentConnection, files: AgentFiles, deps: SessionDeps) {
    this.connection = connection;
    this.#files = files;
    this.#deps = deps;
    const { program, version } = connection;
    this.#state = { agent: program.id, name: program.name, version, modes: null, options: [], commands: [] };
  }

  get id(): string {
    return this.#id;
  }

  get state(): AgentSessionState {
    return this.#state;
  }

  get isReadOnly(): boolean {
    return this.#deps.isReadOnly();
  }

  /** The caller of Galley's own tools, and the signal that ends its calls; null while no question is being answered. */
  toolCaller(): { caller: Caller; signal: AbortSignal | null } {
    const prompt = this.#prompt;
    return prompt === null ? { caller: this.#deps.caller, signal: null } : prompt;
  }

  /** The agent has opened the session. */
  opened({ sessionId, modes, configOptions }: OpenedSession): void {
    this.#id = sessionId;
    this.#configOptions = configOptions ?? [];
    const shownModes = modesOf(modes) ?? this.#state.modes;
    this.#change({ modes: shownModes, options: optionsOf(configOptions, shownModes !== null) });
  }

  /** Sends a question and passes on what the agent does until it ends, or until it is stopped, which takes effect at once. */
  async prompt(prompt: AgentPrompt): Promise<PromptEnd> {
    await this.#previousEnd();
    const stop = new AbortController();
    const signal = AbortSignal.any([prompt.signal, stop.signal]);
    const stopped = new Promise<PromptEnd>((resolve) => {
      const end = (): void => {
        this.#prompt = null;
        this.connection.cancel(this.#id);
        resolve(prompt.signal.aborted ? "cancelled" : "flood");
      };
      if (signal.aborted) end();
      else signal.addEventListener("abort", end, { once: true });
    });
    if (signal.aborted) return stopped;
    this.#calls = new Map();
    this.#text = 0;
    this.#prompt = { ...prompt, signal, flood: () => stop.abort() };
    this.#announceWork();
    // A stopped agent may still be at work for a moment, but is not believed to be for ever.
    const working = setInterval(() => {
      this.#announceWork();
      if (signal.aborted || this.#prompt === null) clearInterval(working);
    }, AT_WORK_EVERY_MS);
    const answer = this.connection.prompt(this.#id, prompt.blocks);
    this.#answered = answer.catch(() => undefined).finally(() => clearInterval(working));
    const end = await Promise.race([answer, stopped]);
    this.#prompt = null;
    return end;
  }

  /** While it answers, a command that it runs may write any file of the folder. */
  #announceWork(): void {
    this.#announce({ call: "turn", status: "running", edits: [], locations: [] });
  }

  #announce(call: Pick<Announcement, "call" | "status" | "edits" | "locations">): void {
    const { name: agent } = this.#state;
    const { conversation, announced } = this.#deps;
    announced({ agent, folder: this.connection.cwd, session: this.#id, conversation, ...call });
  }

  async setMode(mode: string): Promise<void> {
    await this.connection.setMode(this.#id, mode);
    const { modes } = this.#state;
    if (modes) this.#change({ modes: { ...modes, current: mode } });
  }

  async setOption(option: string, value: string): Promise<void> {
    const kind = this.#configOptions.find(({ id }) => id === option)?.type;
    this.#setOptions(await this.connection.setOption(this.#id, option, kind === "boolean" ? value === "true" : value));
  }

  close(): void {
    this.#prompt = null;
    this.connection.detach(this.#id);
  }

  update(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        this.#words("text", textOfBlock(update.content));
        return;
      case "agent_thought_chunk":
        this.#words("thinking", textOfBlock(update.content));
        return;
      case "tool_call":
      case "tool_call_update":
        this.#call(update);
        return;
      case "plan":
        this.#prompt?.update({ kind: "plan", entries: planEntries(update.entries) });
        return;
      case "usage_update":
        this.#prompt?.update({ kind: "usage", used: update.used, limit: update.size, cost: moneyNamed(update.cost) });
        return;
      case "available_commands_update":
        this.#change({ commands: commandsOf(update) });
        return;
      case "current_mode_update": {
        const { modes } = this.#state;
        if (modes?.all.some(({ id }) => id === update.currentModeId))
          this.#change({ modes: { ...modes, current: update.currentModeId } });
        return;
      }
      case "config_option_update":
        this.#setOptions(update.configOptions);
        return;
    }
  }

  async permission(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse> {
    const cancelled = { outcome: { outcome: "cancelled" } } as const;
    const prompt = this.#prompt;
    if (prompt === null) return cancelled;
    const call = this.#call(request.toolCall);
    if (call === null) return cancelled;
    const options = request.options
      .filter(({ optionId }) => optionId.length > 0 && optionId.length <= 200)
      .slice(0, 9)
      .map(({ optionId: id, name, kind }) => ({ id, name: shownLine(name, 100) || id, kind: optionKinds[kind] }))
      .sort((one, other) => optionOrder.indexOf(one.kind) - optionOrder.indexOf(other.kind));
    const names = [request.toolCall.name ?? "", call.title];
    const rawInput = permissionInput(request.toolCall, names);
    const optionId = await prompt.permission(
      {
        call,
        edits: claimedEdits({ content: request.toolCall.content ?? null, rawInput }, names),
        command: claimedCommand(rawInput),
        tool: galleyTool(names, rawInput),
        options,
      },
      AbortSignal.any([prompt.signal, signal]),
    );
    return optionId === null ? cancelled : { outcome: { outcome: "selected", optionId } };
  }

  read(asked: { path: string; line?: number | null; limit?: number | null }, signal: AbortSignal): Promise<string> {
    return this.#files.read(asked, signal);
  }

  write(wanted: { path: string; content: string }, signal: AbortSignal): Promise<void> {
    const prompt = this.#prompt;
    // After Stop nothing more is written.
    if (prompt === null) throw new RequestError(-32603, "no question is being answered, so nothing was written");
    if (this.isReadOnly)
      throw new RequestError(-32603, "the user has made this conversation read-only; nothing was written");
    return this.#files.write(wanted, prompt.caller, AbortSignal.any([prompt.signal, signal]));
  }

  /** Waits for the previous turn to end. An agent that does not end it in time is terminated: it may still be working. */
  async #previousEnd(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(() => resolve("late"), AGENT_STOP_TIMEOUT_MS);
    });
    const first = await Promise.race([this.#answered.then(() => "ended" as const), late]);
    clearTimeout(timer);
    if (first === "ended") return;
    const reason = new ToolError("failed", acpMessages.doesNotStop(this.#state.name));
    await this.connection.end(reason);
    throw reason;
  }

  #words(kind: "text" | "thinking", text: string): void {
    const prompt = this.#prompt;
    if (prompt === null || text === "") return;
    this.#text += text.length;
    if (this.#text > MAX_TURN_TEXT) prompt.flood();
    else prompt.update({ kind, text: text.toWellFormed() });
  }

  /**
   * A tool call arrives, or changes: with its diffs and locations, this is where an agent announces what it is about to
   * write by itself.
   */
  #call(update: Parameters<typeof withCallUpdate>[1]): AgentCall | null {
    const prompt = this.#prompt;
    const { toolCallId } = update;
    if (prompt === null || toolCallId.length > 500) return null;
    const known = this.#calls.get(toolCallId) ?? null;
    if (known === null && this.#calls.size >= MAX_TURN_CALLS) {
      prompt.flood();
      return null;
    }
    const call = withCallUpdate(known, update);
    this.#calls.set(toolCallId, call);
    prompt.update({ kind: "call", call });
    const edits = claimedEdits(update, [update.name ?? "", call.title]);
    const { status, locations } = call;
    if (edits.length > 0 || locations.length > 0) this.#announce({ call: toolCallId, status, edits, locations });
    return call;
  }

  #setOptions(options: readonly SessionConfigOption[]): void {
    this.#configOptions = options;
    this.#change({ options: optionsOf(options, this.#state.modes !== null) });
  }

  #change(some: Partial<AgentSessionState>): void {
    this.#state = { ...this.#state, ...some };
    this.#deps.changed(this.#state);
  }
}

/** The order of the keys: whatever an agent puts first, the first key allows once. */
const optionOrder: readonly ApprovalOption["kind"][] = ["allow", "allow always", "refuse", "refuse always"];

const optionKinds: Record<PermissionOptionKind, ApprovalOption["kind"]> = {
  allow_once: "allow",
  allow_always: "allow always",
  reject_once: "refuse",
  reject_always: "refuse always",
};
