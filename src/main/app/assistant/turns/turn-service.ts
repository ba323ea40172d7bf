import { randomUUID } from "node:crypto";
import { costOfToken } from "../../../../core/text/tokens";
import type { ToolSet } from "../../../../core/tools/tool-sets";
import type { Provider } from "../../../../shared/assistant-setup";
import type {
  Approval,
  ChipSize,
  ContextChip,
  ConversationId,
  Recipient,
  Turn,
  TurnSummary,
} from "../../../../shared/conversation";
import { fitOf, type RequestSize, tokensOf } from "../../../../shared/request-size";
import type { Engine } from "../../../engine";
import type { Caller } from "../../../engine/ports/caller";
import { ToolError } from "../../../engine/ports/tool-error";
import type { ApprovalStore } from "../approvals/approval-store";
import { callApprovals, toolApproval } from "../approvals/call-approvals";
import type { PanelTool } from "../approvals/panel-tool";
import { type CallContext, type CallEffects, type CallOutcome, runCall } from "../approvals/run-call";
import { type ChipSources, type ResolvedChip, resolveChips } from "../context/chips";
import { fitToContext } from "../context/fit-to-context";
import { textVersion } from "../context/front-document";
import { summarise } from "../context/summarise";
import type { Reading } from "../context/system-prompt";
import { createTurnRequests, earlierContext, recordsInRequest, type TurnRequests } from "../context/turn-requests";
import type { TurnSources } from "../context/turn-sources";
import type { TurnRecord } from "../conversations/conversation-record";
import type { ConversationStore } from "../conversations/conversation-store";
import type { LiveConversation } from "../conversations/live-conversation";
import type { ModelCall, ModelEvent } from "../core/message";
import { assistantMessages } from "../core/messages";
import { redactedEvents } from "../core/redacted-events";
import type { Redaction } from "../core/redaction";
import { addRequest, noUsage } from "../core/usage";
import { askModel, type ModelAccess, type ModelQuestion } from "../providers/model";
import type { ModelChoice, ModelService } from "../providers/model-service";
import { ProviderError } from "../providers/provider-error";
import type { Setup } from "../providers/setup";
import { beginTurn, questionTurn, type TurnStart, titleOf } from "./begin-turn";
import { runTurn, toolPart } from "./run-turn";
import { skillTools } from "./skill-tool";

/** Most tokens of a summary, and of the transcript that a model of unknown context is given to summarise. */
const maxSummary = 2000;
const maxTranscript = 24_000;

/** What running turns needs from the assistant. */
export type TurnParts = TurnStart & {
  store: ConversationStore;
  sources: TurnSources;
  models: ModelService;
  setup: Setup;
  approvals: ApprovalStore;
  redaction: Redaction;
  engine(): Promise<Engine>;
  /** The sets of tools that models are offered. */
  toolSets(): readonly ToolSet[];
  /** The tools of the user's own servers. */
  serverTools(): Promise<PanelTool[]>;
  /** Limits the arguments of a call to what the user has switched on in a folder. */
  limited?: ((call: { name: string; arguments: unknown }, folder: string | null) => Promise<unknown>) | undefined;
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

  /**
   * Starts a turn and returns its id; throws if no model is set up. `choice`: another model than the current one. A turn that only reads asks the user
   * for nothing: what would have to be asked is denied.
   */
  async send(
    id: ConversationId,
    text: string,
    chips: readonly ContextChip[],
    { choice, isByCommand = false }: { choice?: ModelChoice | undefined; isByCommand?: boolean } = {},
  ): Promise<string> {
    const live = this.#parts.conversations.idle(id);
    const reading = isByCommand ? "command line" : readingOf(live);
    if (text.trim() === "") throw new ToolError("bad_arguments", assistantMessages.emptyQuestion);
    const access = await this.#parts.models.access(choice);
    const stop = new AbortController();
    const sources = await this.#parts.sources.of(live, chips, access.provider.model ?? "", stop.signal);
    // History stores what it writes together with the question.
    const caller: Caller = { ...sources.caller, request: text.trim() };
    const resolved = await resolveChips(chips, { ...sources, earlier: earlierContext(live) });
    const failure = resolved.find(({ size }) => size.failure !== null)?.size.failure;
    if (failure)
      throw new ToolError("not_found", failure.message, failure.hint === undefined ? {} : { hint: failure.hint });
    const undone = this.#parts.store.undone(id);
    const turn = questionTurn(text, resolved, { model: access.provider.model, undone: undone.length });
    const pending = recordOf(turn, resolved, undone);
    const alone = contextOf(await this.#alone(live, chips, resolved, sources));
    const servers = reading !== null ? [] : await this.#parts.serverTools();
    const panelTools = [...skillTools(sources.rules.skills), ...servers];
    const { rules, image } = sources;
    const offered = { sets: this.#parts.toolSets(), rules, image, panelTools, reading };
    const requests = createTurnRequests({ live, tools: await sources.engine.tools(), ...offered, ...access });
    const size = await requests.size(recordsInRequest(live.records()), pending, alone);
    const fit = fitOf(size, 0);
    if (fit === "too long") throw tooLong(access.provider, size.alone);
    // Another window may have started a turn meanwhile.
    this.#parts.conversations.idle(id);
    if (undone.length > 0) this.#parts.store.saveUndone(id, []);
    for (const each of resolved) if (each.text !== undefined) live.rememberText(textVersion(each.text), each.text);
    const isFull = fit === "compacts";
    const asked = { ...access, caller, signal: stop.signal, requests, panelTools, alone, isFull, isByCommand };
    const { context } = pending;
    beginTurn(this.#parts, { live, turn, stop, caller, context, undone }, () => this.#answer(live, turn.id, asked));
    if (live.now.turns.length === 1) live.rename(titleOf(text), "words");
    return turn.id;
  }

  /** What each chip would add to a question, and the size of its request without its text; null if no model is set up. */
  async measure(
    id: ConversationId,
    chips: readonly ContextChip[],
    recipient: Recipient | null = null,
  ): Promise<{ sizes: ChipSize[]; request: RequestSize | null }> {
    const live = this.#parts.conversations.of(id);
    const own = await this.#parts.sources.of(live, chips, "measuring", new AbortController().signal);
    // Measuring does not count as reading by the model.
    const sources = { ...own, caller: { ...own.caller, id: `measure-${id}` } };
    try {
      const resolved = await resolveChips(chips, { ...sources, earlier: earlierContext(live) });
      const sizes = resolved.map(({ size }) => size);
      // An agent reads what it needs; how much it sends to its model is not known.
      const provider = recipient?.kind === "agent" ? null : this.#parts.models.provider(recipient ?? undefined);
      if (!provider?.model) return { sizes, request: null };
      const { kind, baseUrl, model, contextLimit, name } = provider;
      const errorContext = { name, model, redaction: this.#parts.redaction };
      const access: ModelAccess = { kind, baseUrl, model, key: null, contextLimit, errorContext };
      const { rules, image } = own;
      const panelTools = [...skillTools(rules.skills), ...(await this.#parts.serverTools())];
      const offered = { sets: this.#parts.toolSets(), rules, image, panelTools, reading: readingOf(live) };
      const requests = createTurnRequests({ live, tools: await own.engine.tools(), ...offered, access });
      const sent = resolved.filter(({ size }) => size.failure === null);
      const undone = this.#parts.store.undone(id);
      const turn = questionTurn("", sent, { model, undone: undone.length });
      const alone = contextOf(await this.#alone(live, chips, sent, sources));
      const size = await requests.size(recordsInRequest(live.records()), recordOf(turn, sent, undone), alone);
      const costs = size.chips.values();
      return {
        sizes,
        request: { ...size, chips: resolved.map((each) => (sent.includes(each) ? (costs.next().value ?? 0) : 0)) },
      };
    } finally {
      own.engine.forget(sources.caller.id);
    }
  }

  /** The chips for a model that knows nothing of earlier turns. */
  async #alone(
    live: LiveConversation,
    chips: readonly ContextChip[],
    resolved: ResolvedChip[],
    sources: ChipSources,
  ): Promise<ResolvedChip[]> {
    const isSame = live.now.turns.length === 0 || !chips.some(({ kind }) => kind === "front");
    const found = isSame ? resolved : await resolveChips(chips, sources);
    return found.filter(({ size }) => size.failure === null);
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
      parts: [toolPart(turnId, tool, input, await engine.tools())],
      state: { status: "running" },
      model: null,
      usage: noUsage,
      undone: 0,
      leftOut: 0,
    };
    const caller: Caller = { ...this.#parts.sources.caller(live, assistantMessages.byCommand, []), isUser: true };
    this.#parts.conversations.idle(id);
    beginTurn(this.#parts, { live, turn, stop, caller, context: [], undone: [] }, () =>
      this.#runOwn(live, turn, { tool, input }, { engine, caller, signal: stop.signal }),
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

  async #answer(live: LiveConversation, turn: string, asked: AnsweredQuestion): Promise<void> {
    const { provider, access, caller, signal, requests, panelTools } = asked;
    const engine = await this.#parts.engine();
    const { idleSeconds, calls } = this.#parts.setup.limits;
    const limit = provider.contextLimit;
    let budget = await requests.budget();
    let isShortened = false;
    const ask = (question: ModelQuestion): AsyncGenerator<ModelEvent, void> =>
      askModel(access, question, { idleMs: idleSeconds * (this.#parts.secondMs ?? 1000), signal });
    const show = (approval: Approval): void => {
      live.change({ kind: "state", turn, state: { status: "approving", approval }, usage: live.turn(turn).usage });
      this.#parts.listed(live.now.folder);
    };
    const approvals = { store: this.#parts.approvals, engine, live, caller, signal, show };
    let isFull = asked.isFull;
    await runTurn(turn, {
      live,
      tools: await engine.tools(),
      provider,
      signal,
      limits: { calls },
      redaction: this.#parts.redaction,
      ...(this.#parts.random === undefined ? {} : { random: this.#parts.random }),
      question: async () => {
        if (isFull) await this.#compact(live, turn, "full", { ...asked, ask });
        isFull = false;
        const { records, leftOut } = fitToContext(recordsInRequest(live.records()), budget);
        if (leftOut > live.turn(turn).leftOut) live.change({ kind: "turn", turn: { ...live.turn(turn), leftOut } });
        const cost = limit === null ? 0 : await requests.cost(records);
        if (limit !== null && cost > limit * costOfToken) {
          const { message, hint = "" } = tooLong(provider, cost);
          throw new ProviderError(message, { hint, isTooLong: true });
        }
        return requests.question(records);
      },
      ask,
      shorten: async () => {
        if (isShortened) return false;
        isShortened = true;
        const records = recordsInRequest(live.records());
        if (records.length > 1) await this.#compact(live, turn, "refused", { ...asked, ask });
        // The real context is smaller than thought: half of what was rejected is tried.
        const sent = tokensOf((await requests.cost(records)) - (await requests.cost([])));
        budget = Math.min(budget ?? Number.POSITIVE_INFINITY, Math.floor(sent / 2));
        return records.length > 1 || fitToContext(records, budget).leftOut > 0;
      },
      panelTools,
      call: (call, card, setState) => {
        const panelTool = panelTools.find(({ name }) => name === call.tool);
        const approve = toolApproval({ card, setState }, approvals);
        if (panelTool?.isForeign && readingOf(live) !== null) return Promise.resolve(notInReading(call.tool));
        if (panelTool) return panelTool.run(call.input, { card, signal, setState, approve });
        const asking = asked.isByCommand
          ? nothingApproved
          : unlessReadOnly(live, callApprovals({ card, input: call.input }, approvals));
        return runCall(call, { engine, caller, signal, setState, limited: this.#limitedIn(live), ...asking });
      },
    });
  }

  /** Puts a summary in the place of the turns before this one. They stay stored and shown. */
  async #compact(
    live: LiveConversation,
    turn: string,
    why: TurnSummary["why"],
    {
      requests,
      provider,
      alone,
      ask,
    }: AnsweredQuestion & { ask(question: ModelQuestion): AsyncGenerator<ModelEvent, void> },
  ): Promise<void> {
    const earlier = recordsInRequest(live.records()).slice(0, -1);
    const { usage } = live.turn(turn);
    live.change({ kind: "state", turn, state: { status: "compacting" }, usage });
    const sent = tokensOf(await requests.cost(earlier));
    // What was rejected tells only that the context is smaller; half of it fits most probably.
    const available = why === "refused" ? Math.floor(sent / 2) : (provider.contextLimit ?? sent);
    const found = await summarise(earlier, {
      limits: {
        transcript: Math.min(maxTranscript, Math.floor(available / 2)),
        summary: Math.max(100, Math.min(maxSummary, Math.floor(available / 8))),
      },
      fence: requests.fence,
      ask: (question) => redactedEvents(ask(question), this.#parts.redaction),
    });
    const turns = live.now.turns.findIndex(({ id }) => id === turn);
    live.compact(turn, { text: found.text, turns, why }, alone);
    live.change({
      kind: "state",
      turn,
      state: { status: "asking" },
      usage: addRequest(usage, found.usage, provider.price),
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

/** A question that is being answered. `alone`: its attachments for a model that knows nothing of earlier turns. */
type AnsweredQuestion = {
  provider: Provider;
  access: ModelAccess;
  caller: Caller;
  signal: AbortSignal;
  requests: TurnRequests;
  panelTools: readonly PanelTool[];
  alone: TurnRecord["context"];
  /** Earlier turns have to be summarised first. */
  isFull: boolean;
  /** Nothing is written, and no file of secrets is shown to the model. */
  isByCommand: boolean;
};

/** Denies whatever the user would have to be asked for, also what they allowed in conversations of the panel. */
type Approvals = Pick<CallContext, "isAgreed" | "mayReveal" | "decide">;

const readingOf = ({ now }: LiveConversation): Reading => (now.isReadOnly ? "conversation" : null);

/** What the tools of other servers do is not known. */
const notInReading = (tool: string): CallOutcome => ({
  state: "denied",
  summary: tool,
  place: null,
  writes: [],
  text: "denied: the user has made this conversation read-only, in which tools of other servers are not called.",
  isError: true,
});

/** The user may make the conversation read-only while it is answered. */
function unlessReadOnly(live: LiveConversation, approvals: Approvals): Approvals {
  const isRefused = ({ kind }: CallEffects) => kind !== "secrets" && readingOf(live) !== null;
  return {
    ...approvals,
    isAgreed: async (wanted) => !isRefused(wanted) && approvals.isAgreed(wanted),
    decide: async (tool, wanted, prompt) =>
      isRefused(wanted)
        ? { allow: false, note: "This conversation is read-only." }
        : approvals.decide(tool, wanted, prompt),
  };
}

const nothingApproved: Approvals = {
  isAgreed: async () => false,
  mayReveal: () => false,
  decide: async () => ({ allow: false, note: "This question comes from the command line, which only reads." }),
};

const contextOf = (resolved: readonly ResolvedChip[]): TurnRecord["context"] => resolved.map(({ context }) => context);

const recordOf = (turn: Turn, resolved: readonly ResolvedChip[], undone: string[]): TurnRecord => ({
  turn,
  context: contextOf(resolved),
  undone,
  steps: [],
});

function tooLong({ model, contextLimit }: Provider, cost: number): ToolError {
  const { full, fullHint } = assistantMessages.errors;
  return new ToolError("too_large", full(model ?? "", tokensOf(cost), contextLimit ?? 0), { hint: fullHint });
}
