import { randomUUID } from "node:crypto";
import { estimateTokens } from "../../../core/text/tokens";
import type { ToolSet } from "../../../core/tools/tool-sets";
import type { Provider } from "../../../shared/assistant-setup";
import type { Approval, ContextChip, ConversationId, Turn } from "../../../shared/conversation";
import type { Engine } from "../../engine";
import type { Caller } from "../../engine/ports/caller";
import { schemaForModel } from "../../engine/ports/model-schema";
import { ToolError } from "../../engine/ports/tool-error";
import type { ApprovalStore } from "./approval-store";
import { callApprovals } from "./call-approvals";
import { resolveChips, sentChips } from "./chips";
import type { ConversationStore } from "./conversation-store";
import { createFence } from "./fence";
import { fitToContext } from "./fit-to-context";
import type { LiveConversation } from "./live-conversation";
import type { LiveConversations } from "./live-conversations";
import type { ModelCall } from "./message";
import { assistantMessages } from "./messages";
import { askModel, type ModelAccess } from "./model";
import { modelPrompt } from "./model-prompt";
import type { ModelService } from "./model-service";
import type { Redaction } from "./redaction";
import { type CallContext, runCall } from "./run-call";
import { runTurn, toolPart } from "./run-turn";
import type { Setup } from "./setup";
import { systemPrompt } from "./system-prompt";
import type { TurnSources } from "./turn-sources";
import { noUsage } from "./usage";

const maxTitle = 60;

/** What running turns needs from the assistant. */
export type TurnParts = {
  store: ConversationStore;
  conversations: LiveConversations;
  sources: TurnSources;
  models: ModelService;
  setup: Setup;
  approvals: ApprovalStore;
  redaction: Redaction;
  engine(): Promise<Engine>;
  /** Lists the panel's model as an agent while it answers. */
  connected(agent: Pick<Caller, "id" | "name" | "roots">): void;
  disconnected(id: string): void;
  /** The sets of tools that models are offered. */
  toolSets(): readonly ToolSet[];
  /** A turn in a conversation of this folder started or ended. */
  listed(folder: string | null): void;
  /** Limits the arguments of a call to what the user has switched on in a folder. */
  limited?: ((call: { name: string; arguments: unknown }, folder: string | null) => Promise<unknown>) | undefined;
  reportError(error: unknown): void;
  /** Tests use a shorter second and a fixed random source. */
  secondMs?: number | undefined;
  random?: (() => number) | undefined;
};

/** Starts, runs and stops the turns of all conversations, at most one at a time in each. */
export class TurnService {
  readonly #parts: TurnParts;

  constructor(parts: TurnParts) {
    this.#parts = parts;
  }

  /** Starts a turn and returns its id; throws if no model is set up. */
  async send(id: ConversationId, text: string, chips: readonly ContextChip[]): Promise<string> {
    const live = this.#parts.conversations.idle(id);
    if (text.trim() === "") throw new ToolError("bad_arguments", assistantMessages.emptyQuestion);
    const access = await this.#parts.models.access();
    const stop = new AbortController();
    const sources = await this.#parts.sources.of(live, chips, access.provider.model ?? "", stop.signal);
    // History stores what it writes together with the question.
    const caller: Caller = { ...sources.caller, request: text.trim() };
    const resolved = await resolveChips(chips, sources);
    const failure = resolved.find(({ size }) => size.failure !== null)?.size.failure;
    if (failure)
      throw new ToolError("not_found", failure.message, failure.hint === undefined ? {} : { hint: failure.hint });
    // Another window may have started a turn meanwhile.
    this.#parts.conversations.idle(id);
    const undone = this.#parts.store.undone(id);
    if (undone.length > 0) this.#parts.store.saveUndone(id, []);
    const turn: Turn = {
      id: randomUUID(),
      at: new Date().toISOString(),
      ask: { kind: "words", text, chips: sentChips(resolved) },
      parts: [],
      state: { status: "asking" },
      model: access.provider.model,
      usage: noUsage,
      undone: undone.length,
      leftOut: 0,
    };
    this.#begin(live, turn, stop, () => this.#answer(live, turn.id, { ...access, caller, signal: stop.signal }), {
      caller,
      context: resolved.map(({ context }) => context),
      undone,
    });
    if (live.now.turns.length === 1) live.rename(titleOf(text), "words");
    return turn.id;
  }

  /** Runs a tool for the user, without an approval. */
  async runTool(id: ConversationId, tool: string, args: Record<string, unknown>): Promise<string> {
    const live = this.#parts.conversations.idle(id);
    const engine = await this.#parts.engine();
    const stop = new AbortController();
    const input = JSON.stringify(args, null, 2);
    const turnId = randomUUID();
    const turn: Turn = {
      id: turnId,
      at: new Date().toISOString(),
      ask: { kind: "tool", tool, arguments: input },
      parts: [toolPart(turnId, tool, input, engine)],
      state: { status: "running" },
      model: null,
      usage: noUsage,
      undone: 0,
      leftOut: 0,
    };
    const caller: Caller = { ...this.#parts.sources.caller(live, assistantMessages.byCommand, []), isUser: true };
    this.#parts.conversations.idle(id);
    this.#begin(
      live,
      turn,
      stop,
      () => this.#runOwn(live, turn, { tool, input }, { engine, caller, signal: stop.signal }),
      {
        caller,
        context: [],
        undone: [],
      },
    );
    if (live.now.turns.length === 1) live.rename(titleOf(tool), "words");
    return turnId;
  }

  /** Stops a turn; resolves when its end has been sent. */
  async stop(id: ConversationId): Promise<void> {
    const running = this.#parts.conversations.running(id);
    if (!running) return;
    running.stop.abort(new Error("stopped by the user"));
    await running.ended;
  }

  #begin(
    live: LiveConversation,
    turn: Turn,
    stop: AbortController,
    work: () => Promise<void>,
    { caller, ...context }: Parameters<LiveConversation["begin"]>[1] & { caller: Caller },
  ): void {
    this.#parts.connected(caller);
    let ended = () => {};
    live.running = { stop, ended: new Promise((resolve) => (ended = resolve)) };
    live.begin(turn, context);
    this.#parts.listed(live.now.folder);
    work()
      .catch((error: unknown) => {
        this.#parts.reportError(error);
        const why = { code: "failed", message: assistantMessages.failed, hint: assistantMessages.failedHint };
        live.change({
          kind: "state",
          turn: turn.id,
          state: { status: "failed", why },
          usage: live.turn(turn.id).usage,
        });
      })
      .finally(() => {
        live.running = null;
        this.#parts.disconnected(caller.id);
        live.head({});
        ended();
        this.#parts.listed(live.now.folder);
        this.#parts.conversations.trim();
      });
  }

  async #answer(
    live: LiveConversation,
    turn: string,
    {
      provider,
      access,
      caller,
      signal,
    }: { provider: Provider; access: ModelAccess; caller: Caller; signal: AbortSignal },
  ): Promise<void> {
    const engine = await this.#parts.engine();
    const fence = createFence(live.token);
    const system = systemPrompt({ folder: live.now.folder, token: live.token });
    const sets = this.#parts.toolSets();
    const tools = engine.tools
      .filter(({ set }) => sets.includes(set))
      .map((tool) => ({
        type: "function" as const,
        name: tool.name,
        description: tool.description,
        inputSchema: schemaForModel(tool),
      }));
    const { idleSeconds, calls } = this.#parts.setup.limits;
    const fixed = estimateTokens(system) + estimateTokens(JSON.stringify(tools));
    const budget = provider.contextLimit === null ? null : provider.contextLimit - fixed;
    const show = (approval: Approval): void => {
      live.change({ kind: "state", turn, state: { status: "approving", approval }, usage: live.turn(turn).usage });
      this.#parts.listed(live.now.folder);
    };
    const approvals = { store: this.#parts.approvals, engine, live, caller, signal, show };
    await runTurn(turn, {
      live,
      engine,
      provider,
      signal,
      limits: { calls },
      redaction: this.#parts.redaction,
      ...(this.#parts.random === undefined ? {} : { random: this.#parts.random }),
      question: async () => {
        const { records, leftOut } = fitToContext(live.records(), budget);
        if (leftOut > live.turn(turn).leftOut) live.change({ kind: "turn", turn: { ...live.turn(turn), leftOut } });
        return { prompt: modelPrompt(system, records, fence), tools };
      },
      ask: (question) => askModel(access, question, { idleMs: idleSeconds * (this.#parts.secondMs ?? 1000), signal }),
      call: (call, card, setState) =>
        runCall(call, {
          engine,
          caller,
          signal,
          setState,
          limited: this.#limitedIn(live),
          ...callApprovals({ card, input: call.input }, approvals),
        }),
    });
  }

  async #runOwn(
    live: LiveConversation,
    turn: Turn,
    call: { tool: string; input: string },
    { engine, caller, signal }: Pick<CallContext, "engine" | "caller" | "signal">,
  ): Promise<void> {
    const part = turn.parts[0];
    if (part?.kind !== "call") throw new RangeError("a tool's turn has one card");
    const own: ModelCall = { kind: "call", id: part.id, meta: null, ...call };
    live.step(turn.id, 0, { parts: [own], isWhole: true, answers: [] });
    const { text, isError, ...shown } = await runCall(call, {
      engine,
      caller,
      signal,
      limited: this.#limitedIn(live),
      isAgreed: async () => true,
      mayReveal: () => true,
      decide: async () => null,
      setState: () => {},
    });
    live.change({ kind: "part", turn: turn.id, index: 0, part: { ...part, ...shown } });
    live.answer(turn.id, 0, { call: part.id, tool: call.tool, text, isError });
    const status = shown.state === "stopped" ? "stopped" : "done";
    live.change({ kind: "state", turn: turn.id, state: { status }, usage: turn.usage });
  }

  #limitedIn(live: LiveConversation): CallContext["limited"] {
    const { limited } = this.#parts;
    return limited && ((call) => limited(call, live.now.folder));
  }
}

function titleOf(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  const characters = Array.from(line.replace(/\s+/g, " "));
  return characters.length <= maxTitle ? characters.join("") : `${characters.slice(0, maxTitle - 1).join("")}…`;
}
