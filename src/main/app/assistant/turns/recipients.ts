import { randomUUID } from "node:crypto";
import {
  type ChipSize,
  type ContextChip,
  type ConversationId,
  type Recipient,
  recipientKey,
  type SentChip,
  type Turn,
} from "../../../../shared/conversation";
import { ToolError } from "../../../engine/ports/tool-error";
import type { ConversationStore } from "../conversations/conversation-store";
import type { LiveConversation } from "../conversations/live-conversation";
import type { LiveConversations } from "../conversations/live-conversations";
import { assistantMessages } from "../core/messages";
import { questionTurn, titleOf } from "./begin-turn";

type Question = { text: string; chips: readonly ContextChip[] };

type Deps = {
  conversations: LiveConversations;
  store: Pick<ConversationStore, "copyImages" | "has">;
  measure(id: ConversationId, chips: readonly ContextChip[]): Promise<{ sizes: ChipSize[] }>;
  send(id: ConversationId, question: Question, recipient: Recipient): Promise<string>;
  /** Sends it when the answer that is running is complete. */
  queue(id: ConversationId, question: Question): Promise<unknown>;
  /** Throws if there is no such recipient. */
  nameOf(recipient: Recipient): string;
  listed(folder: string | null): void;
  reportError(error: unknown): void;
};

/**
 * Questions to recipients that the user has named. Each member of a comparison is a conversation like any other: only who answers in it, and the
 * others, are stored with it.
 */
export class Recipients {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Sends the question and returns the conversation to show. Throws, and sends nothing, if a chip cannot be read. */
  async ask(id: ConversationId, question: Question, recipients: readonly Recipient[]): Promise<ConversationId> {
    const live = this.#deps.conversations.of(id);
    if (question.text.trim() === "") throw new ToolError("bad_arguments", assistantMessages.emptyQuestion);
    const all = [...new Map(recipients.map((each) => [recipientKey(each), each])).values()];
    const [first] = all;
    if (first === undefined) throw new ToolError("bad_arguments", assistantMessages.recipients.none);
    if (all.length === 1 && isOwn(live, first)) {
      await this.#askHere(live, question, first);
      return id;
    }
    const chips = await this.#sentChips(id, question.chips);
    const ids = all.map(() => randomUUID());
    const members = all.map((recipient, at) => {
      const comparison = all.length === 1 ? {} : { comparison: { members: ids, isChosen: false } };
      const own = ids[at] ?? randomUUID();
      const { folder, isReadOnly } = live.now;
      const reading = isReadOnly ? { isReadOnly } : {};
      this.#deps.conversations.create(folder, { id: own, recipient, ...comparison, ...reading });
      if (chips.some(({ chip }) => chip.kind === "image")) this.#deps.store.copyImages(id, own);
      return { id: own, recipient };
    });
    await Promise.all(members.map((member) => this.#begin(member, question, chips)));
    this.#deps.listed(live.now.folder);
    return ids[0] ?? id;
  }

  /** From now on this recipient answers in the conversation. */
  set(id: ConversationId, recipient: Recipient): void {
    this.#deps.nameOf(recipient);
    this.#deps.conversations.of(id).head({ recipient });
  }

  /** Whether whoever answers in this conversation, and beside it in the same comparison, may only read. */
  setReadOnly(id: ConversationId, isReadOnly: boolean): void {
    const { comparison } = this.#deps.conversations.of(id).now;
    const beside = comparison === undefined || comparison.isChosen ? [] : comparison.members;
    for (const member of new Set([id, ...beside.filter((each) => this.#deps.store.has(each))]))
      this.#deps.conversations.of(member).head({ isReadOnly });
  }

  /** `isChosen`: the members of this comparison are shown alone from now on. */
  choose(id: ConversationId, isChosen: boolean): void {
    const { comparison, folder } = this.#deps.conversations.of(id).now;
    if (comparison === undefined) throw new ToolError("wrong_state", assistantMessages.recipients.noComparison);
    for (const member of comparison.members) {
      if (!this.#deps.store.has(member)) continue;
      this.#deps.conversations.of(member).head({ comparison: { ...comparison, isChosen } });
    }
    this.#deps.listed(folder);
  }

  async #askHere(live: LiveConversation, question: Question, recipient: Recipient): Promise<void> {
    if (live.running) await this.#deps.queue(live.now.id, question);
    else await this.#deps.send(live.now.id, question, recipient);
    live.head({ recipient });
  }

  /** One that cannot be asked is a failed answer in its own conversation, and keeps no other from answering. */
  async #begin(
    { id, recipient }: { id: ConversationId; recipient: Recipient },
    question: Question,
    chips: SentChip[],
  ): Promise<void> {
    try {
      await this.#deps.send(id, question, recipient);
    } catch (error) {
      const isExpected = error instanceof ToolError;
      if (!isExpected) this.#deps.reportError(error);
      const { failed, failedHint } = assistantMessages;
      const { code, message, hint } = isExpected ? error : { code: "failed", message: failed, hint: failedHint };
      const why = { code, message, ...(hint === undefined ? {} : { hint }) };
      const turn: Turn = {
        ...questionTurn(question.text, [], { model: this.#knownName(recipient), undone: 0 }),
        ask: { kind: "words", text: question.text, chips },
        state: { status: "failed", why },
        ...(recipient.kind === "agent" ? { agent: recipient.agent } : {}),
      };
      const live = this.#deps.conversations.of(id);
      live.begin(turn, { context: [], undone: [] });
      live.rename(titleOf(question.text), "words");
    }
  }

  async #sentChips(id: ConversationId, chips: readonly ContextChip[]): Promise<SentChip[]> {
    const { sizes } = await this.#deps.measure(id, chips);
    const failure = sizes.find((size) => size.failure !== null)?.failure;
    if (failure)
      throw new ToolError("not_found", failure.message, failure.hint === undefined ? {} : { hint: failure.hint });
    return chips.flatMap((chip, at) => {
      const size = sizes[at];
      return size === undefined ? [] : [{ chip, label: size.label, tokens: size.tokens, isCut: size.isCut }];
    });
  }

  #knownName(recipient: Recipient): string {
    try {
      return this.#deps.nameOf(recipient);
    } catch {
      return recipient.kind === "agent" ? recipient.agent : recipient.model;
    }
  }
}

/** Whether the recipient can answer in this conversation: it is empty, or the recipient is the one that answers in it. */
function isOwn({ now: { recipient, turns } }: LiveConversation, wanted: Recipient): boolean {
  if (recipient !== undefined && turns.length > 0) return recipientKey(recipient) === recipientKey(wanted);
  const last = turns.findLast(({ model }) => model !== null);
  if (last === undefined) return true;
  return wanted.kind === "agent"
    ? last.agent === wanted.agent
    : last.agent === undefined && last.model === wanted.model;
}
