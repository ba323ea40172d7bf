import { isReadingCall } from "../../../../core/tools/reading-calls";
import type { ApprovalOption } from "../../../../shared/conversation";
import type { ToolDescription } from "../../../engine/ports/caller";
import type { AgentPermission } from "../../acp";
import { assistantMessages } from "../core/messages";
import { wouldWrite } from "./agent-permission";

/** The id of Galley's own answer; an option of the agent with this id is not taken for it. */
const FOR_ANSWER = "galley: for this answer";

/** Kinds of calls that reach further than Galley's tools, whatever the request says about them. */
const FAR_KINDS: ReadonlySet<string> = new Set(["edit", "delete", "move", "execute", "fetch", "switch_mode"]);

/** The maximum number of threads that a question names. */
const MAX_THREADS = 200;

/** How many replies to one thread are free: more would only fill it. */
const MAX_REPLIES = 10;

/**
 * What an agent does in one answer without a card: it replies to the threads that the question lists in rows of their own (a name in its other lines may
 * be anybody's words), and repeats calls that the user has allowed for this answer. Neither changes a text. As for every permission, what the agent says is not checked; what it writes is reviewed.
 */
export class AnswerPermissions {
  readonly #threads: ReadonlySet<string>;
  readonly #tools: readonly ToolDescription[];
  readonly #allowed = new Set<string>();
  /** How many free replies each thread has. */
  readonly #replies = new Map<string, number>();

  constructor(question: string, tools: readonly ToolDescription[]) {
    const rows = question.split("\n").flatMap((line) => /^- (c_[0-9a-z]{6,40})(?:[ :]|$)/.exec(line)?.[1] ?? []);
    this.#threads = new Set(rows.slice(0, MAX_THREADS));
    this.#tools = tools;
  }

  /** The agent's own option that allows a call once, if it needs no card; nothing is free once the user has stopped the answer. */
  freeOption(permission: AgentPermission, signal?: AbortSignal): string | null {
    if (signal?.aborted) return null;
    const call = this.#callOf(permission);
    const once = onceIn(permission.options);
    if (call === null || once === null) return null;
    if (this.#allowed.has(call)) return once;
    const thread = call === "comments reply" ? repliedTo(permission.tool?.arguments) : null;
    const replies = this.#replies.get(thread ?? "") ?? 0;
    if (thread === null || !this.#threads.has(thread) || replies >= MAX_REPLIES) return null;
    this.#replies.set(thread, replies + 1);
    return once;
  }

  /** The answers of a card: those of the agent, and after the first one Galley's, if the call may be allowed for the whole answer. */
  offered(permission: AgentPermission): ApprovalOption[] {
    const { options } = permission;
    const once = onceIn(options);
    if (once === null || this.#callOf(permission) === null || options.some(({ id }) => id === FOR_ANSWER))
      return options;
    const at = options.findIndex(({ id }) => id === once) + 1;
    const own = { id: FOR_ANSWER, name: assistantMessages.agents.forAnswer, kind: "allow" } as const;
    return [...options.slice(0, at), own, ...options.slice(at)];
  }

  /** The agent's option for the one that the user chose. */
  chosen(permission: AgentPermission, option: string): string | null {
    const call = this.#callOf(permission);
    if (option !== FOR_ANSWER || call === null || permission.options.some(({ id }) => id === FOR_ANSWER)) return option;
    this.#allowed.add(call);
    return onceIn(permission.options);
  }

  /** The tool of Galley's with its action, and whether a reply resolves its thread, if the call changes no text; else null. */
  #callOf(permission: AgentPermission): string | null {
    const { tool, command, call } = permission;
    if (tool === null || command !== null || FAR_KINDS.has(call.tool) || wouldWrite(permission, this.#tools))
      return null;
    if (!this.#tools.some(({ name }) => name === tool.name)) return null;
    if (tool.name !== "comments" && !isReadingCall(tool, this.#tools)) return null;
    const { action, resolve } = tool.arguments as Record<string, unknown>;
    const resolving = resolve === undefined || resolve === false ? [] : ["resolve"];
    return [tool.name, ...(typeof action === "string" ? [action] : []), ...resolving].join(" ");
  }
}

/** The thread that a call replies to; null if it has anything besides. */
function repliedTo(given: unknown): string | null {
  const { action: _action, thread, text, path: _path, ...others } = given as Record<string, unknown>;
  const isPlain = Object.entries(others).every(([name, value]) => name === "resolve" && value === false);
  return isPlain && typeof thread === "string" && typeof text === "string" ? thread.trim() : null;
}

const onceIn = (options: readonly ApprovalOption[]): string | null =>
  options.find(({ kind }) => kind === "allow")?.id ?? null;
