import { randomUUID } from "node:crypto";
import type { DocumentId } from "../../../shared/contract";
import type {
  Approval,
  AssistantEvents,
  AssistantSetup,
  ContextChip,
  Conversation,
  ConversationEntry,
  ConversationId,
  KeptDraft,
  ParagraphEntry,
  Provider,
  ToolForm,
  Turn,
} from "../../../shared/conversation";
import { estimateTokens } from "../../engine/document/tokens";
import type { Caller, Engine } from "../../engine/engine";
import type { Decision } from "../../engine/review/review";
import { ToolError } from "../../engine/tool-error";
import type { KeySafe } from "../key-safe";
import { type ApprovalDesk, createApprovalDesk } from "./approval-desk";
import { callApprovals } from "./call-approvals";
import { type OpenText, resolveChips, sentChips } from "./chips";
import { type ConversationStore, openConversations } from "./conversation-store";
import { createFence } from "./fence";
import { fitting } from "./fitting";
import { createKeys, type Keys } from "./keys";
import { listParagraphs } from "./list-paragraphs";
import type { LiveConversation } from "./live-conversation";
import { LiveConversations } from "./live-conversations";
import type { ModelCall } from "./message";
import { askModel, type ModelAccess } from "./model";
import { createModelDesk, type ModelDesk } from "./model-desk";
import { modelPrompt } from "./model-prompt";
import { plainly } from "./real-target";
import { createRedaction, type Redaction } from "./redaction";
import { createRewriteDesk, type RewriteDesk } from "./rewrite-desk";
import { type CallSurroundings, runCall } from "./run-call";
import { runTurn, toolPart } from "./run-turn";
import { createSetup, type Setup } from "./setup";
import { systemPrompt } from "./system-prompt";
import { noUsage } from "./usage";
import { assistantTold } from "./words";

/** What the assistant needs of the app around it. */
export type AssistantSurroundings = {
  dataDir: string;
  keySafe: KeySafe;
  engine(): Promise<Engine>;
  tell<K extends keyof AssistantEvents>(name: K, event: AssistantEvents[K]): void;
  /** What was mended, in a sentence. */
  notice(sentence: string): void;
  /** A surprise: to the log, with no key in it. */
  log(line: string): void;
  /** The text of an open document, with what is typed in it; null where it is not open any more. */
  openText(doc: DocumentId): Promise<OpenText | null>;
  /** The real paths of the documents that are open. */
  openPaths(): string[];
  /** The panel's model is an agent among others while it answers. */
  connected(agent: Pick<Caller, "id" | "name" | "roots">): void;
  disconnected(id: string): void;
  /** A call's arguments as they hold in a folder, where the person limits a tool there. */
  limited?(call: { name: string; arguments: unknown }, folder: string | null): Promise<unknown>;
  /** What it has read counts no more: its conversation is gone. */
  forgotten(id: string): void;
  /** Where Ollama usually is; tests have their own place. */
  ollamaUrl?: string;
  /** What tests make shorter: a second of waiting for a provider, and chance. */
  secondMs?: number;
  random?: () => number;
};

const mostTitle = 60;
const mostUndone = 200;
/** Nobody waits longer for a list under what is being typed. */
const mentionPatienceMs = 5000;

/** Everything behind the side panel: models, conversations, turns, approvals. One for the app, whatever window asks. */
export class Assistant {
  readonly setup: Setup;
  readonly keys: Keys;
  readonly models: ModelDesk;
  readonly rewrites: RewriteDesk;
  readonly approvals: ApprovalDesk;
  readonly #around: AssistantSurroundings;
  readonly #redaction: Redaction = createRedaction();
  readonly #store: ConversationStore;
  readonly #conversations: LiveConversations;
  #loaded: Promise<void> | null = null;

  constructor(around: AssistantSurroundings) {
    this.#around = around;
    this.keys = createKeys(around.dataDir, around.keySafe, this.#redaction);
    this.setup = createSetup(around.dataDir, this.keys);
    const { keys, setup } = this;
    this.models = createModelDesk({ setup, keys, redaction: this.#redaction, ollamaUrl: around.ollamaUrl });
    this.rewrites = createRewriteDesk({
      models: this.models,
      redaction: this.#redaction,
      tell: around.tell,
      log: (error) => this.#log(error),
      idleMs: () => setup.limits.idleSeconds * (around.secondMs ?? 1000),
      random: around.random,
    });
    this.approvals = createApprovalDesk(around.dataDir, (grants) => around.tell("assistant:grants-changed", grants));
    this.#store = openConversations(around.dataDir, around.notice);
    this.#conversations = new LiveConversations({
      store: this.#store,
      tell: (event) => around.tell("assistant:changed", event),
      surprise: (error) => this.#log(error),
    });
  }

  /** Reads what is kept, once. */
  ready(): Promise<void> {
    this.#loaded ??= this.#load();
    return this.#loaded;
  }

  async #load(): Promise<void> {
    const notices = [await this.keys.load(), await this.setup.load(), await this.approvals.load()].flat();
    for (const notice of notices) this.#around.notice(notice);
  }

  /** A hunk was decided on: the model that wrote one that was undone hears of it in its next turn. */
  decided({ outcome, write, realPath, inserted, removed }: Decision): void {
    try {
      const conversation = outcome === "undone" ? this.#store.ofWrite(write.id) : null;
      if (conversation === null) return;
      const sentence = `In ${realPath}, your edit (${write.reason}) was undone.\nYou had put: ${clipped(inserted)}\nIt is again: ${clipped(removed)}`;
      this.#store.saveUndone(conversation, [...this.#store.undone(conversation), sentence].slice(-mostUndone));
    } catch (error) {
      this.#log(error);
    }
  }

  list(folder: string | null, sought: string): ConversationEntry[] {
    return this.#conversations.list(folder, sought);
  }

  create(folder: string | null): Conversation {
    const conversation = this.#conversations.create(folder);
    this.#listed(folder);
    return conversation;
  }

  open(id: ConversationId): Conversation {
    const live = this.#conversations.of(id);
    live.flush();
    return live.now;
  }

  rename(id: ConversationId, title: string): void {
    const live = this.#conversations.of(id);
    live.rename(title.replace(/\s+/g, " ").trim().slice(0, 200) || assistantTold.newTitle, "person");
    this.#listed(live.now.folder);
  }

  async remove(id: ConversationId): Promise<void> {
    const live = this.#conversations.of(id);
    await this.stop(id);
    this.#conversations.forget(id);
    this.#store.remove(id);
    this.#around.forgotten(callerId(id));
    await this.approvals.forget(id);
    this.#listed(live.now.folder);
  }

  /** All of a call: its arguments, and what the model was told. */
  call(id: ConversationId, card: string): { arguments: string; result: string | null } {
    const records = this.#conversations.of(id).records();
    const steps = records.flatMap((record) => record.steps);
    const part = steps
      .flatMap(({ parts }) => parts)
      .find((each): each is ModelCall => each.kind === "call" && each.id === card);
    if (part === undefined) throw new ToolError("not_found", assistantTold.noTurn);
    const answer = steps.flatMap(({ answers }) => answers).find(({ call }) => call === card);
    return { arguments: part.input, result: answer?.text ?? null };
  }

  prompt(id: ConversationId): string {
    const { now, token } = this.#conversations.of(id);
    // The code of the marks is nobody's to know: whoever copies the prompt into a document would tell it.
    return systemPrompt({ folder: now.folder, token }).replaceAll(token, "…");
  }

  /** What is being written in a conversation, through restarts; null where nothing is. */
  draft(id: ConversationId): KeptDraft | null {
    return this.#store.draft(this.#conversations.of(id).now.id);
  }

  keepDraft(id: ConversationId, draft: KeptDraft | null): void {
    this.#store.saveDraft(this.#conversations.of(id).now.id, draft);
  }

  /** The paragraphs of a document that a mention could mean; see `listParagraphs`. */
  async paragraphs(id: ConversationId, path: string, sought: string): Promise<ParagraphEntry[]> {
    const live = this.#conversations.of(id);
    const caller = this.#caller(live, "mentioning", []);
    const signal = AbortSignal.timeout(mentionPatienceMs);
    return listParagraphs({ path, sought }, { engine: await this.#around.engine(), caller, signal });
  }

  async measure(id: ConversationId, chips: readonly ContextChip[]) {
    const live = this.#conversations.of(id);
    const { caller, ...sources } = await this.#sources(live, chips, "measuring", new AbortController().signal);
    // What is only measured has not been read by the model.
    const measuring = { ...caller, id: `measure-${id}` };
    const resolved = await resolveChips(chips, { ...sources, caller: measuring });
    sources.engine.forget(measuring.id);
    return resolved.map(({ size }) => size);
  }

  /** Begins a turn and answers with its id; refuses where there is nobody to ask. */
  async send(id: ConversationId, text: string, chips: readonly ContextChip[]): Promise<string> {
    const live = this.#conversations.idle(id);
    if (text.trim() === "") throw new ToolError("bad_arguments", assistantTold.nothingAsked);
    const access = await this.models.access();
    const stop = new AbortController();
    const sources = await this.#sources(live, chips, access.provider.model ?? "", stop.signal);
    // What it writes is kept in history with what was asked.
    const caller: Caller = { ...sources.caller, request: text.trim() };
    const resolved = await resolveChips(chips, sources);
    const trouble = resolved.find(({ size }) => size.problem !== null)?.size.problem;
    if (trouble)
      throw new ToolError("not_found", trouble.message, trouble.hint === undefined ? {} : { hint: trouble.hint });
    // Two windows may have sent at once.
    this.#conversations.idle(id);
    const undone = this.#store.undone(id);
    if (undone.length > 0) this.#store.saveUndone(id, []);
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

  /** Runs a tool for the person themself: what they ask for needs nobody's yes. */
  async runTool(id: ConversationId, tool: string, args: Record<string, unknown>): Promise<string> {
    const live = this.#conversations.idle(id);
    const engine = await this.#around.engine();
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
    const caller = this.#caller(live, assistantTold.byCommand, []);
    this.#conversations.idle(id);
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

  /** Ends what runs; resolves when its end has been told. */
  async stop(id: ConversationId): Promise<void> {
    const running = this.#conversations.running(id);
    if (!running) return;
    running.stop.abort(new Error("stopped by the person"));
    await running.ended;
  }

  /** As Markdown, and what a file of it might be called. */
  async exported(id: ConversationId): Promise<{ name: string; markdown: string }> {
    const { conversationMarkdown } = await import("./export-conversation");
    const conversation = this.open(id);
    const name =
      plainly(conversation.title)
        .replace(/[\\/:*?"<>|{}]+/g, " ")
        .trim()
        .slice(0, 80) || "conversation";
    return { name: `${name}.md`, markdown: this.#redaction.clean(conversationMarkdown(conversation)) };
  }

  /** Every tool, for a page that makes a form of it. */
  async tools(): Promise<ToolForm[]> {
    const { tools } = await this.#around.engine();
    return tools.map(({ name, title, description, changes, inputSchema }) => ({
      ...{ name, title, description, changes, inputSchema },
    }));
  }

  /** Tells every page how things are set up now. */
  async setupChanged(): Promise<AssistantSetup> {
    const setup = await this.setup.shown();
    this.#around.tell("assistant:setup-changed", setup);
    return setup;
  }

  /** Ends everything that runs; nothing is told after that. */
  async close(): Promise<void> {
    await Promise.all(this.#conversations.ids().map((id) => this.stop(id)));
    this.rewrites.close();
    this.#conversations.close();
    this.#store.close();
  }

  #begin(
    live: LiveConversation,
    turn: Turn,
    stop: AbortController,
    work: () => Promise<void>,
    { caller, ...context }: Parameters<LiveConversation["begin"]>[1] & { caller: Caller },
  ): void {
    this.#around.connected(caller);
    let ended = () => {};
    live.running = { stop, ended: new Promise((resolve) => (ended = resolve)) };
    live.begin(turn, context);
    this.#listed(live.now.folder);
    work()
      .catch((error: unknown) => {
        this.#log(error);
        const why = { code: "failed", message: assistantTold.failed, hint: assistantTold.failedHint };
        live.change({
          kind: "state",
          turn: turn.id,
          state: { status: "failed", why },
          usage: live.turn(turn.id).usage,
        });
      })
      .finally(() => {
        live.running = null;
        this.#around.disconnected(caller.id);
        live.head({});
        ended();
        this.#listed(live.now.folder);
        this.#conversations.trim();
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
    const engine = await this.#around.engine();
    const fence = createFence(live.token);
    const system = systemPrompt({ folder: live.now.folder, token: live.token });
    const tools = engine.tools.map(({ name, description, inputSchema }) => ({
      ...{ type: "function" as const, name, description, inputSchema },
    }));
    const { idleSeconds, calls } = this.setup.limits;
    const fixed = estimateTokens(system) + estimateTokens(JSON.stringify(tools));
    const room = provider.contextLimit === null ? null : provider.contextLimit - fixed;
    const show = (approval: Approval): void => {
      live.change({ kind: "state", turn, state: { status: "approving", approval }, usage: live.turn(turn).usage });
      this.#listed(live.now.folder);
    };
    const approvals = { desk: this.approvals, engine, live, caller, signal, show };
    await runTurn(turn, {
      ...{ live, engine, provider, signal, limits: { calls }, redaction: this.#redaction },
      ...(this.#around.random === undefined ? {} : { random: this.#around.random }),
      question: async () => {
        const { records, leftOut } = fitting(live.records(), room);
        if (leftOut > live.turn(turn).leftOut) live.change({ kind: "turn", turn: { ...live.turn(turn), leftOut } });
        return { prompt: modelPrompt(system, records, fence), tools };
      },
      ask: (question) => askModel(access, question, { idleMs: idleSeconds * (this.#around.secondMs ?? 1000), signal }),
      call: (call, card, stands) =>
        runCall(call, {
          ...{ engine, caller, signal, stands, limited: this.#limitedIn(live) },
          ...callApprovals({ card, input: call.input }, approvals),
        }),
    });
  }

  async #runOwn(
    live: LiveConversation,
    turn: Turn,
    call: { tool: string; input: string },
    { engine, caller, signal }: Pick<CallSurroundings, "engine" | "caller" | "signal">,
  ): Promise<void> {
    const part = turn.parts[0];
    if (part?.kind !== "call") throw new RangeError("a tool's turn has one card");
    const own: ModelCall = { kind: "call", id: part.id, meta: null, ...call };
    live.step(turn.id, 0, { parts: [own], isWhole: true, answers: [] });
    const { text, isError, ...shown } = await runCall(call, {
      ...{ engine, caller, signal, limited: this.#limitedIn(live) },
      isAgreed: async () => true,
      decide: async () => null,
      stands: () => {},
    });
    live.change({ kind: "part", turn: turn.id, index: 0, part: { ...part, ...shown } });
    live.answer(turn.id, 0, { call: part.id, tool: call.tool, text, isError });
    const status = shown.state === "stopped" ? "stopped" : "done";
    live.change({ kind: "state", turn: turn.id, state: { status }, usage: turn.usage });
  }

  #limitedIn(live: LiveConversation): CallSurroundings["limited"] {
    const { limited } = this.#around;
    return limited && ((call) => limited(call, live.now.folder));
  }

  async #sources(live: LiveConversation, chips: readonly ContextChip[], name: string, signal: AbortSignal) {
    const extra: string[] = [];
    for (const chip of chips) {
      if (chip.kind !== "document" && chip.kind !== "selection") continue;
      const open = await this.#around.openText(chip.doc);
      if (open?.path) extra.push(open.path);
    }
    const caller = this.#caller(live, name, extra);
    return { engine: await this.#around.engine(), caller, signal, openText: this.#around.openText };
  }

  /** The folder, and the documents that the person sent along, this time or before; without a folder, what is open. */
  #caller(live: LiveConversation, name: string, extra: readonly string[]): Caller {
    const { id, folder } = live.now;
    const roots = [...new Set([...(folder === null ? this.#around.openPaths() : [folder]), ...extra])];
    return { id: callerId(id), name: plainly(name).slice(0, 100), roots };
  }

  #listed(folder: string | null): void {
    this.#around.tell("assistant:listed", { folder });
  }

  #log(error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#around.log(this.#redaction.clean(text));
  }
}

const clipped = (text: string): string =>
  text.length > 1000 ? `${text.slice(0, 1000).toWellFormed()}…` : text || "(nothing)";

const callerId = (id: ConversationId): string => `panel-${id}`;

function titleOf(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  const characters = Array.from(line.replace(/\s+/g, " "));
  return characters.length <= mostTitle ? characters.join("") : `${characters.slice(0, mostTitle - 1).join("")}…`;
}
