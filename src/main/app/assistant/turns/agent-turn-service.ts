import { setTimeout as wait } from "node:timers/promises";
import type { ContextChip, ConversationId, Turn } from "../../../../shared/conversation";
import type { Engine } from "../../../engine";
import type { Caller } from "../../../engine/ports/caller";
import { ToolError } from "../../../engine/ports/tool-error";
import type { AcpService } from "../../acp";
import type { AgentInstructionService } from "../../model-rules";
import { askPermission, wouldWrite } from "../approvals/agent-permission";
import { AnswerPermissions } from "../approvals/answer-permissions";
import type { ApprovalStore } from "../approvals/approval-store";
import { askInstructions } from "../approvals/ask-instructions";
import { agentBlocks } from "../context/agent-blocks";
import { type ResolvedChip, resolveChips } from "../context/chips";
import type { TurnSources } from "../context/turn-sources";
import type { ConversationStore } from "../conversations/conversation-store";
import type { LiveConversation } from "../conversations/live-conversation";
import { assistantMessages } from "../core/messages";
import { AgentTurnView } from "./agent-turn-view";
import { beginTurn, questionTurn, type TurnStart, titleOf } from "./begin-turn";

/** What running the turns of agents needs from the assistant. */
export type AgentTurnParts = TurnStart & {
  store: ConversationStore;
  sources: TurnSources;
  approvals: ApprovalStore;
  acp: AcpService;
  instructions: AgentInstructionService;
  engine(): Promise<Engine>;
  /** Compares files with the disk; resolves once what was written in them is known. */
  compareFiles(realPaths: readonly string[]): Promise<void>;
  /** Whether the user holds this agent back. */
  isHeld(agent: Pick<Caller, "id" | "name" | "roots">): boolean;
};

/** The longest that the end of an answer waits for the files that the agent has edited. */
const MAX_COMPARE_MS = 2000;

/** A question to an agent. */
type AgentQuestion = {
  agent: string;
  name: string;
  caller: Caller;
  signal: AbortSignal;
  chips: readonly ResolvedChip[];
  undone: readonly string[];
};

/** Starts and runs the turns that an agent answers. Its process does the work; Galley shows it and reviews its edits. */
export class AgentTurnService {
  readonly #parts: AgentTurnParts;

  constructor(parts: AgentTurnParts) {
    this.#parts = parts;
  }

  /** Starts a turn and returns its id. */
  async send(id: ConversationId, agent: string, text: string, chips: readonly ContextChip[]): Promise<string> {
    const { conversations, sources: turnSources, store, acp } = this.#parts;
    const live = conversations.idle(id);
    if (text.trim() === "") throw new ToolError("bad_arguments", assistantMessages.emptyQuestion);
    const name = acp.name(agent);
    const stop = new AbortController();
    const sources = await turnSources.of(live, chips, name, stop.signal);
    const { folder } = live.now;
    // The agent works in its folder; documents elsewhere are only quoted to it.
    const roots = folder === null ? [] : [folder];
    const caller: Caller = { ...sources.caller, roots, request: text.trim(), session: id };
    const { heldBack, heldBackHint } = assistantMessages.agents;
    if (this.#parts.isHeld(caller)) throw new ToolError("denied", heldBack(caller.name), { hint: heldBackHint });
    const resolved = await resolveChips(chips, sources);
    const failure = resolved.find(({ size }) => size.failure !== null)?.size.failure;
    if (failure)
      throw new ToolError("not_found", failure.message, failure.hint === undefined ? {} : { hint: failure.hint });
    const undone = store.undone(id);
    const turn: Turn = { ...questionTurn(text, resolved, { model: caller.name, undone: undone.length }), agent };
    conversations.idle(id);
    if (undone.length > 0) store.saveUndone(id, []);
    const context = resolved.map((each) => each.context);
    const asked: AgentQuestion = { agent, name: caller.name, caller, signal: stop.signal, chips: resolved, undone };
    beginTurn(this.#parts, { live, turn, stop, caller, context, undone }, () => this.#answer(live, turn, asked));
    if (live.now.turns.length === 1) live.rename(titleOf(text), "words");
    return turn.id;
  }

  async #answer(live: LiveConversation, turn: Turn, asked: AgentQuestion): Promise<void> {
    const { name, caller, signal } = asked;
    const engine = await this.#parts.engine();
    const tools = await engine.tools();
    const view = new AgentTurnView(live, turn.id, { name, folder: live.now.folder, tools });
    const inAnswer = new AnswerPermissions(turn.ask.kind === "words" ? turn.ask.text : "", tools);
    const stopWatching = view.watchWrites(engine);
    try {
      await this.#agreed(live, asked, view);
      const session = await this.#session(live, asked, view);
      const end = await session.prompt({
        blocks: agentBlocks(turn, asked, {
          folder: live.now.folder,
          token: live.token,
          isReadOnly: live.now.isReadOnly === true,
          capabilities: session.connection.capabilities,
          image: (id) => this.#parts.store.image(live.now.id, id),
        }),
        caller,
        signal,
        update: (update) => view.update(update),
        permission: (permission, until) =>
          view.serially(async () => {
            if (live.now.isReadOnly && wouldWrite(permission, tools)) return view.refuse(permission);
            const free = inAnswer.freeOption(permission, until);
            if (free !== null) return free;
            const show = view.showApproval(permission.call.id, () => this.#parts.listed(live.now.folder));
            const context = { store: this.#parts.approvals, engine, live, caller, signal: until };
            const options = inAnswer.offered(permission);
            const option = await askPermission({ ...permission, options }, { ...context, ...show });
            return option === null ? null : inAnswer.chosen(permission, option);
          }),
      });
      // What it has just written with tools of its own belongs to this answer, although the file watcher may not have seen it yet.
      const compared = this.#parts.compareFiles(view.unseenEdits()).catch(() => undefined);
      await Promise.race([compared, wait(MAX_COMPARE_MS, undefined, { signal, ref: false }).catch(() => undefined)]);
      view.end(signal.aborted ? "cancelled" : end);
    } catch (error) {
      if (signal.aborted) view.end("cancelled");
      else if (error instanceof ToolError) view.fail(error);
      else throw error;
    } finally {
      stopWatching();
    }
  }

  /** Before the agent is started, and before each question to it: it takes instructions from files of the folder by itself. Rejects if the user does not agree. */
  async #agreed(
    live: LiveConversation,
    { agent, name, caller, signal }: AgentQuestion,
    view: AgentTurnView,
  ): Promise<void> {
    const { acp, approvals: store, instructions } = this.#parts;
    const show = view.showApproval("", () => this.#parts.listed(live.now.folder));
    const context = { instructions, store, live, caller, signal, agent: acp.knownAs(agent) };
    const isAgreed = await askInstructions({ ...context, ...show });
    signal.throwIfAborted();
    const { refused, refusedHint } = assistantMessages.agents.instructions;
    if (!isAgreed) throw new ToolError("denied", refused(name), { hint: refusedHint });
  }

  /** The session of this conversation, once the agent has opened it; rejects as soon as the turn is stopped. */
  async #session(live: LiveConversation, { agent, name, caller, signal }: AgentQuestion, view: AgentTurnView) {
    const { store, acp } = this.#parts;
    const { id: conversation, folder, turns } = live.now;
    const former = store.agentSession(conversation);
    const opening = acp.session({
      agent,
      conversation,
      folder,
      caller,
      former: former?.agent === agent ? former.session : null,
      changed: (state) => live.change({ kind: "agent", agent: state }),
      isReadOnly: () => live.now.isReadOnly === true,
    });
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    stopped.catch(() => undefined);
    opening.catch(() => undefined);
    const { session, isContinued } = await Promise.race([opening, stopped]);
    if (former?.agent !== agent || former.session !== session.id)
      store.saveAgentSession(conversation, { agent, session: session.id });
    live.change({ kind: "agent", agent: session.state });
    const { startsFresh, continues } = assistantMessages.agents;
    if (!isContinued && turns.length > 1) view.note(startsFresh(name));
    // The user chose it from the agent's own list.
    if (turns.length === 1 && former !== null) view.note(isContinued ? continues(name) : startsFresh(name));
    return session;
  }
}
