import { homedir } from "node:os";
import { reasonParts } from "../../../core/review/reason-note";
import { type ToolSet, toolSets } from "../../../core/tools/tool-sets";
import type { AssistantEvents, DraftOwner } from "../../../shared/assistant-requests";
import type { AssistantSetup } from "../../../shared/assistant-setup";
import type { DocumentId } from "../../../shared/contract";
import type {
  AgentPastSession,
  ApprovalKind,
  ContextChip,
  Conversation,
  ConversationEntry,
  ConversationId,
  ParagraphEntry,
  QuestionDraft,
  Reader,
  Recipient,
  ToolForm,
} from "../../../shared/conversation";
import { sideBySide } from "../../../shared/conversation";
import { escapeInvisibles } from "../../../shared/escape-invisibles";
import type { ModelRule, SlashCommand } from "../../../shared/model-rules";
import type { Engine } from "../../engine";
import type { Caller } from "../../engine/ports/caller";
import type { Decision } from "../../engine/ports/review";
import { ToolError } from "../../engine/ports/tool-error";
import { locatePath } from "../../engine/storage";
import type { AcpService, AgentSession } from "../acp";
import type { KeySafe } from "../core/key-safe";
import {
  type AgentInstructionService,
  createAgentInstructions,
  createModelRules,
  type ModelRules,
} from "../model-rules";
import { createToolServers, type ToolServers } from "../tool-servers";
import { type ApprovalStore, createApprovalStore } from "./approvals/approval-store";
import type { OpenText } from "./context/chips";
import { listParagraphs } from "./context/list-paragraphs";
import { offerFor } from "./context/offer";
import { callerId, createTurnSources, type TurnSources } from "./context/turn-sources";
import { BranchService } from "./conversations/branch-service";
import { type ConversationStore, openConversations } from "./conversations/conversation-store";
import { addImage } from "./conversations/images";
import type { LiveConversation } from "./conversations/live-conversation";
import { LiveConversations } from "./conversations/live-conversations";
import { createWindowDrafts, type WindowDrafts } from "./conversations/window-drafts";
import type { ModelCall, ModelEvent } from "./core/message";
import { assistantMessages } from "./core/messages";
import { redactedEvents } from "./core/redacted-events";
import { createRedaction, type Redaction } from "./core/redaction";
import { createKeys, type Keys } from "./providers/keys";
import { askModel, type ModelAccess, type ModelQuestion } from "./providers/model";
import { createModelService, type ModelService } from "./providers/model-service";
import { createSetup, type Setup } from "./providers/setup";
import { Readers } from "./readers/readers";
import { createRewriteService, type RewriteService } from "./rewrite/rewrite-service";
import { AgentTurnService } from "./turns/agent-turn-service";
import { type AnswerCommand, createAnswerCommand } from "./turns/command-question";
import { createEndedAnswers, type EndedAnswers } from "./turns/ended-answers";
import { QuestionQueue } from "./turns/question-queue";
import { Recipients, sharedDraftKey } from "./turns/recipients";
import { serverKey, serverTools } from "./turns/server-tools";
import { skillTools } from "./turns/skill-tool";
import { TurnService } from "./turns/turn-service";

/** A pending approval as shown in a notification: who asks, for what, on which files. `folder` is a real path. */
export type PendingApproval = {
  key: string;
  agent: string;
  /** `instructions`: an agent would take instructions from the files. */
  kinds: readonly (ApprovalKind | "instructions")[];
  names: string[];
  conversation: ConversationId;
  folder: string | null;
  /** Identifies the comparison in which the conversation is shown side by side with others; null if it is shown alone. */
  comparison: string | null;
};

/** What the assistant needs from the app. */
export type AssistantDeps = {
  dataDir: string;
  /** The user's own folder, where skills of theirs are. */
  home: string;
  keySafe: KeySafe;
  engine(): Promise<Engine>;
  broadcast<K extends keyof AssistantEvents>(name: K, event: AssistantEvents[K]): void;
  /** A problem that was fixed, as a sentence. */
  notice(sentence: string): void;
  /** Logs an unexpected error, without keys. */
  log(line: string): void;
  /** The text of an open document including unsaved edits; null if it is no longer open. */
  openText(doc: DocumentId): Promise<OpenText | null>;
  /** Real paths of the open documents. */
  openPaths(): string[];
  /** Agents that run as programs of their own. */
  acp: AcpService;
  /** Compares files with the disk; resolves once what was written in them is known. */
  compareFiles(realPaths: readonly string[]): Promise<void>;
  /** Galley's version, and the environment of programs that it starts. */
  version: string;
  env: NodeJS.ProcessEnv;
  /** Whether the user holds this agent back. */
  isHeld?(agent: Pick<Caller, "id" | "name" | "roots">): boolean;
  /** Lists who answers as an agent for as long as it does; `acp`: a program of its own. */
  connected(agent: Pick<Caller, "id" | "name" | "roots"> & { kind?: "acp" }): void;
  disconnected(id: string): void;
  /** The sets of tools that models are offered. Default: all. */
  toolSets?(): readonly ToolSet[];
  /** Limits the arguments of a call to what the user has switched on in a folder. */
  limited?(call: { name: string; arguments: unknown }, folder: string | null): Promise<unknown>;
  /** An approval is needed. */
  approvalRequested?(question: PendingApproval): void;
  approvalResolved?(key: string): void;
  /** An answer has ended by itself, and no other question waits for it; or those of a comparison have. */
  answered?(answers: EndedAnswers): void;
  /** The conversation was deleted: its read log is obsolete. */
  forgotten(id: string): void;
  /** The usual URL of Ollama; tests use their own. */
  ollamaUrl?: string;
  /** Tests use a shorter second and a fixed random source. */
  secondMs?: number;
  random?: () => number;
};

const maxUndone = 200;
/** Limit for a list that is shown while the user types. */
const mentionPatienceMs = 5000;

/** Everything behind the side panel: models, conversations, turns and approvals. One instance for all windows. */
export class Assistant {
  readonly setup: Setup;
  readonly keys: Keys;
  readonly models: ModelService;
  readonly rewrites: RewriteService;
  readonly approvals: ApprovalStore;
  /** Answers a question from the command line. The model can only read: whoever runs a command line is not known to be the user. */
  readonly answerCommand: AnswerCommand;
  readonly rules: ModelRules;
  /** What agents take instructions from by themselves. */
  readonly instructions: AgentInstructionService;
  /** Servers of tools that the user has added. */
  readonly toolServers: ToolServers;
  readonly queue: QuestionQueue;
  readonly branches: BranchService;
  /** Questions to recipients that the user has named. */
  readonly recipients: Recipients;
  readonly #deps: AssistantDeps;
  readonly #redaction: Redaction = createRedaction();
  readonly #store: ConversationStore;
  readonly #conversations: LiveConversations;
  readonly #drafts: WindowDrafts;
  readonly #sources: TurnSources;
  readonly #turns: TurnService;
  readonly #readers: Readers;
  readonly #agentTurns: AgentTurnService;
  readonly #followers = new Set<(event: AssistantEvents["assistant:changed"]) => void>();
  #loaded: Promise<void> | null = null;

  constructor(deps: AssistantDeps) {
    this.#deps = deps;
    for (const secret of secretsIn(deps.env)) this.#redaction.hide(secret);
    this.keys = createKeys(deps.dataDir, deps.keySafe, this.#redaction);
    this.setup = createSetup(deps.dataDir, this.keys, deps.acp);
    const { keys, setup } = this;
    this.models = createModelService({ setup, keys, redaction: this.#redaction, ollamaUrl: deps.ollamaUrl });
    this.rewrites = createRewriteService({
      models: this.models,
      redaction: this.#redaction,
      broadcast: deps.broadcast,
      log: (error) => this.#log(error),
      idleMs: () => setup.limits.idleSeconds * (deps.secondMs ?? 1000),
      random: deps.random,
    });
    this.approvals = createApprovalStore(deps.dataDir, (grants) => deps.broadcast("assistant:grants-changed", grants), {
      requested: ({ agent, call, kinds, title, writes, reads, instructions }, { conversation, folder }) => {
        const targets = [...writes.map(({ target }) => target), ...reads].map(({ name }) => name);
        const files = instructions?.files.map(({ path }) => path) ?? targets;
        const names = kinds.includes("tool") ? [title] : files;
        deps.approvalRequested?.({
          key: `${conversation.id} ${call}`,
          agent,
          kinds: instructions === undefined ? kinds : ["instructions"],
          names,
          conversation: conversation.id,
          folder,
          comparison: comparisonKey(this.#conversations.of(conversation.id).now),
        });
      },
      resolved: ({ call }, { conversation }) => deps.approvalResolved?.(`${conversation.id} ${call}`),
    });
    this.rules = createModelRules(deps.dataDir, deps.home);
    this.instructions = createAgentInstructions(deps.dataDir, deps.home);
    this.toolServers = createToolServers({
      dataDir: deps.dataDir,
      version: deps.version,
      cwd: homedir(),
      env: deps.env,
      keySafe: deps.keySafe,
      hide: (secret) => this.#redaction.hide(secret),
      changed: (servers) => deps.broadcast("assistant:tool-servers-changed", servers),
      forget: (server) => this.approvals.revokeBelow(serverKey(server)),
    });
    this.#store = openConversations(deps.dataDir, deps.notice);
    this.#drafts = createWindowDrafts(this.#store);
    this.#conversations = new LiveConversations({
      store: this.#store,
      notify: (event) => {
        deps.broadcast("assistant:changed", event);
        for (const follow of this.#followers) follow(event);
      },
      reportError: (error) => this.#log(error),
    });
    this.branches = new BranchService(this.#conversations, () => deps.engine());
    this.#sources = createTurnSources({
      engine: deps.engine,
      openText: (doc) => deps.openText(doc),
      openPaths: () => deps.openPaths(),
      rules: this.rules,
      image: (id, image) => this.#store.image(id, image),
    });
    const answered = createEndedAnswers({
      live: (id) => (this.#store.has(id) ? this.#conversations.of(id) : null),
      ended: (answers) => deps.answered?.(answers),
    });
    const turns = {
      setup,
      store: this.#store,
      conversations: this.#conversations,
      sources: this.#sources,
      approvals: this.approvals,
      engine: () => deps.engine(),
      connected: deps.connected,
      disconnected: (id: string) => deps.disconnected(id),
      ended: (live: LiveConversation) => {
        this.queue.ended(live);
        this.#readers.ended(live);
        answered(live);
      },
      listed: (folder: string | null) => this.#listed(folder),
      reportError: (error: unknown) => this.#log(error),
    };
    this.#turns = new TurnService({
      ...turns,
      models: this.models,
      redaction: this.#redaction,
      limited: deps.limited,
      toolSets: () => deps.toolSets?.() ?? toolSets,
      serverTools: async () => serverTools(await this.toolServers.tools()),
      secondMs: deps.secondMs,
      random: deps.random,
    });
    this.answerCommand = createAnswerCommand({
      check: async () => {
        const { agent, agentHint } = assistantMessages.command;
        if (this.setup.agent() !== null) throw new ToolError("wrong_state", agent, { hint: agentHint });
        await this.models.access();
      },
      create: (folder) => this.create(folder),
      send: (id, text, chips) => this.#turns.send(id, text, chips, { isByCommand: true }),
      open: (id) => this.open(id),
      stop: (id) => this.stop(id),
      remove: (id) => this.remove(id),
      follow: (listener) => {
        this.#followers.add(listener);
        return () => this.#followers.delete(listener);
      },
    });
    this.queue = new QuestionQueue({
      conversations: this.#conversations,
      send: (id, { text, chips }) => this.send(id, text, chips),
      stop: (id) => this.stop(id),
      isOpen: async (chip) => chip.kind !== "front" || (await deps.openText(chip.doc)) !== null,
      reportError: turns.reportError,
    });
    this.recipients = new Recipients({
      ...turns,
      measure: (id, chips) => this.measure(id, chips),
      send: (id, { text, chips }, recipient) => this.send(id, text, chips, recipient ?? undefined),
      queue: this.queue,
      nameOf: (recipient) => {
        if (recipient.kind === "agent") return deps.acp.name(recipient.agent);
        this.setup.provider(recipient.provider);
        return recipient.model;
      },
      draftMoved: (moved) => {
        for (const key of [moved.from, moved.conversation]) this.#drafts.forget(key);
        deps.broadcast("assistant:draft-moved", moved);
      },
    });
    this.#readers = new Readers({
      ...turns,
      begin: (member, text) => this.recipients.begin(member, text),
    });
    this.#agentTurns = new AgentTurnService({
      ...turns,
      acp: deps.acp,
      instructions: this.instructions,
      compareFiles: deps.compareFiles,
      isHeld: deps.isHeld ?? (() => false),
    });
  }

  /** The text without keys. */
  clean(text: string): string {
    return this.#redaction.clean(text);
  }

  /** Reads the stored state, once. */
  ready(): Promise<void> {
    this.#loaded ??= this.#load();
    return this.#loaded;
  }

  async #load(): Promise<void> {
    const stores = [
      this.keys,
      this.#deps.acp,
      this.setup,
      this.approvals,
      this.rules,
      this.instructions,
      this.toolServers,
    ];
    const notices: string[] = [];
    for (const store of stores) notices.push(...[await store.load()].flat());
    for (const notice of notices) this.#deps.notice(notice);
  }

  /** Reports an undone hunk of the model's own in its next turn. Returns whether it belongs to a conversation. */
  decided({ outcome, write, realPath, inserted, removed }: Decision): boolean {
    try {
      const conversation = outcome === "undone" ? this.#store.ofWrite(write.id) : null;
      if (conversation === null) return false;
      const { reason } = reasonParts(write.reason);
      // Written by an agent's own tool: no command of ours is its reason.
      const edit = reason === "found on disk" ? "your edit" : `your edit (${reason})`;
      const sentence = `In ${realPath}, ${edit} was undone.\nYou had written: ${clipped(inserted)}\nThe text is again: ${clipped(removed)}`;
      this.#store.saveUndone(conversation, [...this.#store.undone(conversation), sentence].slice(-maxUndone));
      return true;
    } catch (error) {
      this.#log(error);
      return false;
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
    live.rename(title.replace(/\s+/g, " ").trim().slice(0, 200) || assistantMessages.newTitle, "person");
    this.#listed(live.now.folder);
  }

  async remove(id: ConversationId): Promise<void> {
    const live = this.#conversations.of(id);
    await this.stop(id);
    this.#deps.acp.closeSession(id);
    this.#conversations.forget(id);
    this.#store.remove(id);
    this.#drafts.forget(id);
    this.#deps.forgotten(callerId(id));
    await this.approvals.forget(id);
    this.recipients.removed(live.now);
    this.#listed(live.now.folder);
  }

  /** The full arguments of a call, and the result that the model received. */
  call(id: ConversationId, card: string): { arguments: string; result: string | null } {
    const records = this.#conversations.of(id).records();
    const steps = records.flatMap((record) => record.steps);
    const part = steps
      .flatMap(({ parts }) => parts)
      .find((each): each is ModelCall => each.kind === "call" && each.id === card);
    if (part === undefined) throw new ToolError("not_found", assistantMessages.noTurn);
    const answer = steps.flatMap(({ answers }) => answers).find(({ call }) => call === card);
    return { arguments: part.input, result: answer?.text ?? null };
  }

  /** The exact instructions to the current model, with a question that has these chips. */
  async prompt(id: ConversationId, chips: readonly ContextChip[]): Promise<string> {
    const live = this.#conversations.of(id);
    const { now, token } = live;
    const sets = this.#deps.toolSets?.() ?? toolSets;
    const recipient = this.#recipient(id);
    const choice = recipient?.kind === "model" ? recipient : undefined;
    const limit = this.models.provider(choice)?.contextLimit ?? null;
    const rules = await this.rules.agreed(await this.#sources.rulesQuery(live, chips));
    const panelTools = skillTools(rules.skills);
    const engine = await this.#deps.engine();
    const tools = await engine.tools();
    const { system } = offerFor(limit, { tools, sets, folder: now.folder, token, rules, panelTools });
    // The fence token is secret: someone might copy the prompt into a document.
    return system.replaceAll(token, "…");
  }

  /** The rules, skills and slash commands for a question with these chips; none while an agent is asked, which reads its own. */
  async modelRules(
    id: ConversationId,
    chips: readonly ContextChip[],
  ): Promise<{ rules: ModelRule[]; commands: SlashCommand[] }> {
    const query = await this.#sources.rulesQuery(this.#conversations.of(id), chips);
    return this.#agent(id) === null ? this.rules.list(query) : { rules: [], commands: [] };
  }

  /** What the model would get of a rule or skill. */
  async ruleText(
    id: ConversationId,
    chips: readonly ContextChip[],
    rule: { id: string; hash: string },
  ): Promise<string> {
    return this.rules.text(await this.#sources.rulesQuery(this.#conversations.of(id), chips), rule);
  }

  /** The text of a file that the agent which waits for the user's yes in this conversation takes instructions from. */
  async instructionText(id: ConversationId, approval: string, file: { id: string; hash: string }): Promise<string> {
    const { turns, folder } = this.#conversations.of(id).now;
    const { state, agent } = turns.at(-1) ?? {};
    if (state?.status !== "approving" || state.approval.id !== approval || agent === undefined || folder === null)
      throw new ToolError("not_found", assistantMessages.approvalExpired);
    return this.instructions.text({ agent: this.#deps.acp.knownAs(agent), folder }, file);
  }

  /** Throws if the agent would be started in a folder with instructions that the user has not agreed to. */
  async #checkInstructions(agent: string, folder: string | null): Promise<void> {
    const { acp } = this.#deps;
    if (folder === null) return;
    const { files } = await this.instructions.open({ agent: acp.knownAs(agent), folder });
    const { notStarted, notStartedHint } = assistantMessages.agents.instructions;
    const name = acp.name(agent);
    if (files.length > 0) throw new ToolError("wrong_state", notStarted(name), { hint: notStartedHint(name) });
  }

  /** The unsent question of a conversation or a comparison, stored across restarts; null if there is none. */
  draft({ conversation, isShared }: DraftOwner, window = ""): QuestionDraft | null {
    const { now } = this.#conversations.of(conversation);
    return this.#drafts.read(isShared ? sharedDraftKey(now) : now.id, window);
  }

  /** `window`: its id; empty for what was recovered of an earlier run. */
  keepDraft({ conversation, isShared }: DraftOwner, draft: QuestionDraft | null, window = ""): void {
    const { now } = this.#conversations.of(conversation);
    this.#drafts.save(isShared ? sharedDraftKey(now) : now.id, window, draft);
  }

  /** What was typed in a window that is closed goes on in the next one that shows the conversation. */
  windowClosed(window: string): void {
    this.#drafts.closed(window);
  }

  /** Paragraphs of a document for a mention; see `listParagraphs`. */
  async paragraphs(id: ConversationId, path: string, sought: string): Promise<ParagraphEntry[]> {
    const live = this.#conversations.of(id);
    const caller = this.#sources.caller(live, "mentioning", []);
    const signal = AbortSignal.timeout(mentionPatienceMs);
    return listParagraphs({ path, sought }, { engine: await this.#deps.engine(), caller, signal });
  }

  /** What each chip would add to a question, and the request that would be sent. */
  measure(id: ConversationId, chips: readonly ContextChip[]) {
    return this.#turns.measure(id, chips, this.#recipient(id));
  }

  /** Stores an image for a question of this conversation, and of those that are shown side by side with it. */
  addImage(id: ConversationId, image: Parameters<typeof addImage>[2]): ContextChip {
    const { now } = this.#conversations.of(id);
    const chip = addImage(this.#store, now.id, image);
    for (const member of sideBySide(now) ?? [])
      if (member !== id && this.#store.has(member)) this.#store.copyImages(id, member);
    return chip;
  }

  /** The bytes of a PDF that the conversation reaches. Throws `unsupported` for other files. */
  async readPdf(id: ConversationId, path: string): Promise<Uint8Array> {
    const { roots } = this.#sources.caller(this.#conversations.of(id), "mentioning", []);
    const { documents } = await this.#deps.engine();
    const { bytes } = await documents.readBytes(await locatePath(path, roots), roots, "tool");
    if (!Buffer.from(bytes.subarray(0, 1024)).includes("%PDF-"))
      throw new ToolError("unsupported", assistantMessages.images.noPdf);
    return bytes;
  }

  /** Starts a turn and returns its id; throws if no model is set up. Default of `recipient`: whoever answers in this conversation. */
  send(
    id: ConversationId,
    text: string,
    chips: readonly ContextChip[],
    recipient: Recipient | null = this.#recipient(id),
  ): Promise<string> {
    return recipient?.kind === "agent"
      ? this.#agentTurns.send(id, recipient.agent, text, chips)
      : this.#turns.send(id, text, chips, { choice: recipient ?? undefined });
  }

  /** Who answers in this conversation; null if the model in use does. */
  #recipient(id: ConversationId): Recipient | null {
    const agent = this.setup.agent();
    return this.#conversations.of(id).now.recipient ?? (agent === null ? null : { kind: "agent", agent });
  }

  /** The id of the agent that answers in this conversation; null if a model does. */
  #agent(id: ConversationId): string | null {
    const recipient = this.#recipient(id);
    return recipient?.kind === "agent" ? recipient.agent : null;
  }

  /** The session of an agent in this conversation; throws if none is open. */
  agentSession(id: ConversationId): AgentSession {
    const session = this.#deps.acp.open(this.#conversations.of(id).now.id);
    if (session === null)
      throw new ToolError("wrong_state", assistantMessages.agents.notConnected, {
        hint: assistantMessages.agents.notConnectedHint,
      });
    return session;
  }

  /** Sessions of the chosen agent in this folder that no conversation has; null if it lists none. */
  async pastSessions(id: ConversationId): Promise<AgentPastSession[] | null> {
    const agent = this.#agent(id);
    const { folder } = this.#conversations.of(id).now;
    if (agent !== null) await this.#checkInstructions(agent, folder);
    const sessions = agent === null ? null : await this.#deps.acp.pastSessions(agent, folder);
    const known = this.#store.agentSessionIds();
    return sessions?.filter((session) => !known.has(session.id)) ?? null;
  }

  /** The next question of this conversation goes on in a session that the chosen agent has. */
  continueSession(id: ConversationId, { session, title }: { session: string; title: string }): void {
    const live = this.#conversations.idle(id);
    const agent = this.#agent(id);
    if (agent === null || live.now.turns.length > 0 || this.#store.agentSessionIds().has(session))
      throw new ToolError("wrong_state", assistantMessages.agents.cannotContinue);
    this.#store.saveAgentSession(id, { agent, session });
    this.rename(id, title);
  }

  /** Runs the line that installs an agent, which the user has seen and agreed to. */
  installAgent(agent: string, line: string): Promise<void> {
    return this.#deps.acp.install(agent, line);
  }

  removeAgent(agent: string): Promise<void> {
    return this.#deps.acp.remove(agent);
  }

  refreshRegistry(): Promise<void> {
    return this.#deps.acp.refreshRegistry();
  }

  async logIn(agent: string, folder: string, login: string): Promise<void> {
    await this.#checkInstructions(agent, folder);
    return this.#deps.acp.logIn(agent, folder, login);
  }

  /** Runs a tool for the user, without an approval. */
  runTool(id: ConversationId, tool: string, args: Record<string, unknown>): Promise<string> {
    return this.#turns.runTool(id, tool, args);
  }

  /** Stops a turn; resolves when its end has been sent. */
  stop(id: ConversationId): Promise<void> {
    return this.#turns.stop(id);
  }

  /** Stops the turns of all conversations. */
  async stopAll(): Promise<void> {
    await Promise.all(this.#conversations.ids().map((id) => this.stop(id)));
  }

  /** Sends a request outside of any conversation, for jobs. Keys are redacted from the events. */
  ask(access: ModelAccess, question: ModelQuestion, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    const idleMs = this.setup.limits.idleSeconds * (this.#deps.secondMs ?? 1000);
    return redactedEvents(askModel(access, question, { idleMs, signal }), this.#redaction);
  }

  /** The conversation as Markdown, and a suggested file name. */
  async exported(id: ConversationId): Promise<{ name: string; markdown: string }> {
    const { conversationMarkdown } = await import("./conversations/export-conversation");
    const conversation = this.open(id);
    const name =
      escapeInvisibles(conversation.title)
        .replace(/[\\/:*?"<>|{}]+/g, " ")
        .trim()
        .slice(0, 80) || "conversation";
    return { name: `${name}.md`, markdown: this.#redaction.clean(conversationMarkdown(conversation)) };
  }

  /** Every tool, for the renderer's forms. */
  async tools(): Promise<ToolForm[]> {
    const { tools } = await this.#deps.engine();
    return (await tools()).map(({ name, title, description, changes, inputSchema }) => ({
      name,
      title,
      description,
      changes,
      inputSchema,
    }));
  }

  /** Asks several readers of a document and returns the conversation to show. */
  async askReaders(folder: string | null, doc: DocumentId, readers: readonly Reader[]): Promise<ConversationId> {
    const path = (await this.#deps.openText(doc))?.path ?? null;
    if (path === null) throw new ToolError("wrong_state", assistantMessages.readers.unsaved);
    return this.#readers.ask(folder, path, readers);
  }

  /** Sends the current setup to every renderer. */
  async setupChanged(): Promise<AssistantSetup> {
    const setup = await this.setup.publicSetup();
    this.#deps.broadcast("assistant:setup-changed", setup);
    return setup;
  }

  /** Stops everything; no events are sent afterwards. */
  async close(): Promise<void> {
    this.queue.close();
    await this.stopAll();
    await Promise.all([this.#deps.acp.close(), this.toolServers.close()]);
    this.rewrites.close();
    this.#conversations.close();
    this.#store.close();
  }

  #listed(folder: string | null): void {
    this.#deps.broadcast("assistant:listed", { folder });
  }

  #log(error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#deps.log(this.#redaction.clean(text));
  }
}

/** Keys that agents get from the environment, which they may write to their standard error. */
const secretsIn = (env: NodeJS.ProcessEnv): string[] =>
  Object.entries(env).flatMap(([name, value]) =>
    /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD)(?:_|$)/i.test(name) && value !== undefined && value.length >= 16
      ? [value]
      : [],
  );

const comparisonKey = (conversation: Conversation): string | null =>
  sideBySide(conversation) && sharedDraftKey(conversation);

const clipped = (text: string): string =>
  text.length > 1000 ? `${text.slice(0, 1000).toWellFormed()}…` : text || "(nothing)";
