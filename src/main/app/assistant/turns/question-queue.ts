import { randomUUID } from "node:crypto";
import type { Notice } from "../../../../shared/contract";
import type { ContextChip, ConversationId, QueuedQuestion } from "../../../../shared/conversation";
import { ToolError } from "../../../engine/ports/tool-error";
import type { LiveConversation } from "../conversations/live-conversation";
import type { LiveConversations } from "../conversations/live-conversations";
import { assistantMessages } from "../core/messages";

const MAX_QUEUED = 20;

type Question = { text: string; chips: readonly ContextChip[] };

type Deps = {
  conversations: LiveConversations;
  send(id: ConversationId, question: Question): Promise<string>;
  stop(id: ConversationId): Promise<void>;
  /** Whether the document of an automatic chip is still open. */
  isOpen(chip: ContextChip): Promise<boolean>;
  reportError(error: unknown): void;
};

/**
 * Questions that wait for the end of an answer. The next one is sent when an answer is complete; after an answer that the user
 * stopped, or that failed, they wait until the user sends one. They are stored, and sent whichever conversation is shown.
 */
export class QuestionQueue {
  readonly #deps: Deps;
  /** Questions that are being sent, by their ids. */
  readonly #sending = new Set<string>();
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The id of the queued question; null if it was sent at once, because nothing is being answered. */
  async add(id: ConversationId, question: Question): Promise<string | null> {
    const live = this.#deps.conversations.of(id);
    const text = question.text.trim();
    if (text === "") throw new ToolError("bad_arguments", assistantMessages.emptyQuestion);
    if (live.running === null && live.queue.length === 0) {
      await this.#deps.send(id, question);
      return null;
    }
    this.checkCapacity(id);
    const queued = { id: randomUUID(), text, chips: [...question.chips], problem: null };
    live.setQueue([...live.queue, queued]);
    return queued.id;
  }

  /** Throws if no other question can wait in this conversation. */
  checkCapacity(id: ConversationId): void {
    if (this.#deps.conversations.of(id).queue.length >= MAX_QUEUED)
      throw new ToolError("too_large", assistantMessages.queue.full(MAX_QUEUED));
  }

  /** Takes a question back, to be edited or thrown away. */
  take(id: ConversationId, question: string): QueuedQuestion {
    const live = this.#deps.conversations.of(id);
    const found = this.#find(live, question);
    live.setQueue(live.queue.filter((each) => each.id !== question));
    return found;
  }

  /** Stops what is being answered and sends this question. */
  async sendNow(id: ConversationId, question: string): Promise<void> {
    const live = this.#deps.conversations.of(id);
    const found = this.#find(live, question);
    // It is the next one, whatever ends the answer first.
    live.setQueue([found, ...live.queue.filter((each) => each.id !== question)]);
    this.#sending.add(question);
    try {
      await this.#deps.stop(id);
    } finally {
      this.#sending.delete(question);
    }
    await this.#sendNext(live);
  }

  /** An answer has ended. */
  ended(live: LiveConversation): void {
    if (this.#isClosed || live.now.turns.at(-1)?.state.status !== "done") return;
    this.#sendNext(live).catch((error: unknown) => this.#deps.reportError(error));
  }

  close(): void {
    this.#isClosed = true;
  }

  /** A question that cannot be sent stays, with the reason. */
  async #sendNext(live: LiveConversation): Promise<void> {
    const [next] = live.queue;
    if (next === undefined || live.running !== null || this.#sending.has(next.id)) return;
    this.#sending.add(next.id);
    try {
      const isOpen = await Promise.all(next.chips.map((chip) => this.#deps.isOpen(chip)));
      await this.#deps.send(live.now.id, { text: next.text, chips: next.chips.filter((_, at) => isOpen[at]) });
      live.setQueue(live.queue.filter(({ id }) => id !== next.id));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      // The user asked something else meanwhile: the end of that answer sends it.
      if (live.running !== null) return;
      const { code, message, hint } = error;
      const problem: Notice = { code, message, ...(hint === undefined ? {} : { hint }) };
      live.setQueue(live.queue.map((each) => (each.id === next.id ? { ...each, problem } : each)));
    } finally {
      this.#sending.delete(next.id);
    }
  }

  #find(live: LiveConversation, question: string): QueuedQuestion {
    const found = live.queue.find(({ id }) => id === question);
    if (found === undefined || this.#sending.has(question))
      throw new ToolError("not_found", assistantMessages.queue.gone);
    return found;
  }
}
