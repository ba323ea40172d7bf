import type { AssistantEvents } from "../../../shared/assistant-requests";
import type { AssistantSetup } from "../../../shared/assistant-setup";
import type { DocumentId } from "../../../shared/contract";
import type {
  ContextChip,
  Conversation,
  ConversationEntry,
  ConversationId,
  KeptDraft,
  ParagraphEntry,
  ToolForm,
} from "../../../shared/conversation";
import { plainly } from "../../../shared/plainly";
import type { Engine } from "../../engine";
import type { Caller } from "../../engine/ports/caller";
import type { Decision } from "../../engine/ports/review";
import { ToolError } from "../../engine/ports/tool-error";
import type { KeySafe } from "../core/key-safe";
import { type ApprovalDesk, createApprovalDesk } from "./approval-store";
import { type OpenText, resolveChips } from "./chips";
import { type ConversationStore, openConversations } from "./conversation-store";
import { createKeys, type Keys } from "./keys";
import { listParagraphs } from "./list-paragraphs";
import { LiveConversations } from "./live-conversations";
import type { ModelCall, ModelEvent } from "./message";
import { assistantTold } from "./messages";
import { askModel, type ModelAccess, type ModelQuestion } from "./model";
import { createModelDesk, type ModelDesk } from "./model-service";
import { redactedEvents } from "./redacted-events";
import { createRedaction, type Redaction } from "./redaction";
import { createRewriteDesk, type RewriteDesk } from "./rewrite-service";
import { createSetup, type Setup } from "./setup";
import { systemPrompt } from "./system-prompt";
import { TurnDesk } from "./turn-service";
import { callerId, createTurnSources, type TurnSources } from "./turn-sources";

/** What the user is asked: by whom, what would be done, to which files. `folder` is the real path of the conversation's. */
export type WaitingQuestion = {
  key: string;
  agent: string;
  action: string;
  names: string[];
  conversation: ConversationId;
  folder: string | null;
};

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
  /** A card waits for the user's answer. */
  waits?(question: WaitingQuestion): void;
  waitsNoLonger?(key: string): void;
  /** What it has read counts no more: its conversation is gone. */
  forgotten(id: string): void;
  /** Where Ollama usually is; tests have their own place. */
  ollamaUrl?: string;
  /** What tests make shorter: a second of waiting for a provider, and chance. */
  secondMs?: number;
  random?: () => number;
};

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
  readonly #sources: TurnSources;
  readonly #turns: TurnDesk;
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
    this.approvals = createApprovalDesk(around.dataDir, (grants) => around.tell("assistant:grants-changed", grants), {
      asked: ({ call, title, writes, reads }, { conversation, folder }, agent) => {
        const names = [...writes.map(({ target }) => target), ...reads].map(({ name }) => name);
        around.waits?.({
          key: `${conversation.id} ${call}`,
          agent,
          action: title,
          names,
          conversation: conversation.id,
          folder,
        });
      },
      settled: ({ call }, { conversation }) => around.waitsNoLonger?.(`${conversation.id} ${call}`),
    });
    this.#store = openConversations(around.dataDir, around.notice);
    this.#conversations = new LiveConversations({
      store: this.#store,
      tell: (event) => around.tell("assistant:changed", event),
      surprise: (error) => this.#log(error),
    });
    this.#sources = createTurnSources(around);
    this.#turns = new TurnDesk({
      ...{ setup, store: this.#store, conversations: this.#conversations, sources: this.#sources },
      ...{ models: this.models, approvals: this.approvals, redaction: this.#redaction },
      engine: () => around.engine(),
      connected: (agent) => around.connected(agent),
      disconnected: (id) => around.disconnected(id),
      listed: (folder) => this.#listed(folder),
      limited: around.limited,
      surprise: (error) => this.#log(error),
      ...{ secondMs: around.secondMs, random: around.random },
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
    const caller = this.#sources.caller(live, "mentioning", []);
    const signal = AbortSignal.timeout(mentionPatienceMs);
    return listParagraphs({ path, sought }, { engine: await this.#around.engine(), caller, signal });
  }

  async measure(id: ConversationId, chips: readonly ContextChip[]) {
    const live = this.#conversations.of(id);
    const { caller, ...sources } = await this.#sources.of(live, chips, "measuring", new AbortController().signal);
    // What is only measured has not been read by the model.
    const measuring = { ...caller, id: `measure-${id}` };
    const resolved = await resolveChips(chips, { ...sources, caller: measuring });
    sources.engine.forget(measuring.id);
    return resolved.map(({ size }) => size);
  }

  /** Begins a turn and answers with its id; refuses where there is nobody to ask. */
  send(id: ConversationId, text: string, chips: readonly ContextChip[]): Promise<string> {
    return this.#turns.send(id, text, chips);
  }

  /** Runs a tool for the person themself: what they ask for needs nobody's yes. */
  runTool(id: ConversationId, tool: string, args: Record<string, unknown>): Promise<string> {
    return this.#turns.runTool(id, tool, args);
  }

  /** Ends what runs; resolves when its end has been told. */
  stop(id: ConversationId): Promise<void> {
    return this.#turns.stop(id);
  }

  /** Ends what runs in every conversation. */
  async stopAll(): Promise<void> {
    await Promise.all(this.#conversations.ids().map((id) => this.stop(id)));
  }

  /** Asks a model outside of any conversation, as a job does. No key is in what comes. */
  ask(access: ModelAccess, question: ModelQuestion, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    const idleMs = this.setup.limits.idleSeconds * (this.#around.secondMs ?? 1000);
    return redactedEvents(askModel(access, question, { idleMs, signal }), this.#redaction);
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
    await this.stopAll();
    this.rewrites.close();
    this.#conversations.close();
    this.#store.close();
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
