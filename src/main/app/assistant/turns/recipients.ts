import { randomUUID } from "node:crypto";
import type { MovedDraft } from "../../../../shared/assistant-requests";
import {
  type ChipSize,
  type Comparison,
  type ContextChip,
  type Conversation,
  type ConversationId,
  type Recipient,
  recipientKey,
  type SentChip,
  sideBySide,
  type Turn,
} from "../../../../shared/conversation";
import { joinedChips, joinedTexts } from "../../../../shared/question-drafts";
import { ToolError } from "../../../engine/ports/tool-error";
import type { ConversationStore } from "../conversations/conversation-store";
import type { LiveConversation } from "../conversations/live-conversation";
import type { LiveConversations } from "../conversations/live-conversations";
import { assistantMessages } from "../core/messages";
import { questionTurn, titleOf } from "./begin-turn";
import type { QuestionQueue } from "./question-queue";

type Question = { text: string; chips: readonly ContextChip[] };

type Deps = {
  conversations: LiveConversations;
  store: Pick<ConversationStore, "copyImages" | "has" | "draft" | "saveDraft">;
  measure(id: ConversationId, chips: readonly ContextChip[]): Promise<{ sizes: ChipSize[] }>;
  /** `recipient` is null for whoever answers in the conversation. */
  send(id: ConversationId, question: Question, recipient: Recipient | null): Promise<string>;
  queue: Pick<QuestionQueue, "add" | "sendNow" | "checkCapacity">;
  /** Throws if there is no such recipient. */
  nameOf(recipient: Recipient): string;
  listed(folder: string | null): void;
  draftMoved(moved: MovedDraft): void;
  reportError(error: unknown): void;
};

/** What the unsent question to all members of a comparison is stored under. It is not the id of a conversation, because any of those may be deleted. */
export const sharedDraftKey = ({ id, comparison }: Pick<Conversation, "id" | "comparison">): string =>
  `comparison ${comparison?.members[0] ?? id}`;

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
    const beside = sideBySide(this.#deps.conversations.of(id).now) ?? [];
    for (const member of new Set([id, ...beside.filter((each) => this.#deps.store.has(each))]))
      this.#deps.conversations.of(member).head({ isReadOnly });
  }

  /** `isChosen`: the members of this comparison are shown alone from now on; else all are side by side. */
  choose(id: ConversationId, isChosen: boolean): void {
    const { now, comparison } = this.#compared(id);
    const { members } = comparison;
    const gone = members.filter((member) => !this.#deps.store.has(member));
    const next = this.#withClosed({ members, isChosen }, gone);
    this.#change(now, { ...next, isChosen: isChosen || next.isChosen }, isChosen ? id : undefined);
  }

  /** `isClosed`: this member is shown alone from now on. With one other left, that one is, too. */
  close(id: ConversationId, isClosed: boolean): void {
    const { now, comparison } = this.#compared(id);
    const others = comparison.closed?.filter((each) => each !== id) ?? [];
    this.#change(now, this.#withClosed(comparison, isClosed ? [...others, id] : others));
  }

  /** A conversation was deleted: the others of its comparison stay. The last one of them is a conversation like any other. */
  removed(gone: Conversation): void {
    const { comparison } = gone;
    if (comparison === undefined) return;
    const left = comparison.members.filter((member) => this.#deps.store.has(member));
    if (left.length > 1) {
      const next = this.#withClosed(comparison, [...new Set([...(comparison.closed ?? []), gone.id])]);
      this.#change(gone, { ...next, isChosen: next.isChosen || comparison.isChosen });
    } else if (left.length === 1) this.#change(gone, undefined);
    else this.#deps.store.saveDraft(sharedDraftKey(gone), null);
  }

  /**
   * Sends a question to members of the comparison of this conversation. A member that is answering gets it afterwards, or `now`. Throws, and sends nothing,
   * if a chip cannot be read or one of them is not a member or has no room for another question.
   */
  async askMembers(
    id: ConversationId,
    question: Question,
    { members, now }: { members: readonly ConversationId[]; now: boolean },
  ): Promise<void> {
    const { comparison, live } = this.#compared(id);
    if (question.text.trim() === "") throw new ToolError("bad_arguments", assistantMessages.emptyQuestion);
    const asked = [...new Set(members)];
    if (!asked.every((member) => comparison.members.includes(member)))
      throw new ToolError("wrong_state", assistantMessages.recipients.noComparison);
    for (const member of asked) if (this.#deps.conversations.of(member).running) this.#deps.queue.checkCapacity(member);
    const chips = await this.#sentChips(id, question.chips);
    if (chips.some(({ chip }) => chip.kind === "image"))
      for (const member of asked) if (member !== id) this.#deps.store.copyImages(id, member);
    await Promise.all(asked.map((member) => this.#askMember(member, question, { chips, now })));
    this.#deps.listed(live.now.folder);
  }

  async #askMember(
    id: ConversationId,
    question: Question,
    { chips, now }: { chips: SentChip[]; now: boolean },
  ): Promise<void> {
    const { running, now: conversation } = this.#deps.conversations.of(id);
    if (running === null) return this.#begin({ id, recipient: conversation.recipient ?? null }, question, chips);
    const queued = await this.#deps.queue.add(id, question);
    if (now && queued !== null) await this.#deps.queue.sendNow(id, queued);
  }

  /** The conversation and its comparison; throws if it has none. */
  #compared(id: ConversationId) {
    const live = this.#deps.conversations.of(id);
    const { comparison } = live.now;
    if (comparison === undefined) throw new ToolError("wrong_state", assistantMessages.recipients.noComparison);
    return { live, now: live.now, comparison };
  }

  /** The comparison with these members closed. With less than two others there is nothing to compare. */
  #withClosed({ members }: Comparison, closed: ConversationId[]): Comparison {
    const open = members.filter((member) => !closed.includes(member) && this.#deps.store.has(member));
    return { members, isChosen: open.length < 2, ...(closed.length > 0 ? { closed } : {}) };
  }

  /** Stores the comparison with all members of it that are left. When it has ended, what was typed to all goes on in `chosen`, or in one that was open. */
  #change(of: Conversation, next: Comparison | undefined, chosen?: ConversationId): void {
    const left = of.comparison?.members.filter((member) => this.#deps.store.has(member)) ?? [];
    const goesOn = chosen ?? left.find((member) => !next?.closed?.includes(member)) ?? left[0];
    // Before the renderers know of it: one that shows the conversation reads its draft.
    if (goesOn !== undefined && next?.isChosen !== false) this.#endSharedDraft(of, goesOn);
    for (const member of left) this.#deps.conversations.of(member).head({ comparison: next });
    this.#deps.listed(of.folder);
  }

  /** The question that was typed to all goes on in one of them, below what is typed there. */
  #endSharedDraft(of: Conversation, to: ConversationId): void {
    const { store } = this.#deps;
    const from = sharedDraftKey(of);
    const moved = store.draft(from);
    if (moved === null) return;
    const own = store.draft(to) ?? { ...moved, text: "", chips: [], notAsked: undefined };
    const draft = { ...own, text: joinedTexts(own.text, moved.text), chips: joinedChips(own.chips, moved.chips) };
    store.saveDraft(to, draft);
    store.saveDraft(from, null);
    this.#deps.draftMoved({ from, conversation: to, moved, draft });
  }

  async #askHere(live: LiveConversation, question: Question, recipient: Recipient): Promise<void> {
    if (live.running) await this.#deps.queue.add(live.now.id, question);
    else await this.#deps.send(live.now.id, question, recipient);
    live.head({ recipient });
  }

  /** Asks whoever answers in a conversation that has just been made. */
  begin(member: { id: ConversationId; recipient: Recipient }, text: string): Promise<void> {
    return this.#begin(member, { text, chips: [] }, []);
  }

  /** One that cannot be asked is a failed answer in its own conversation, and keeps no other from answering. */
  async #begin(
    { id, recipient }: { id: ConversationId; recipient: Recipient | null },
    question: Question,
    chips: SentChip[],
  ): Promise<void> {
    try {
      await this.#deps.send(id, question, recipient);
    } catch (error) {
      const live = this.#deps.conversations.of(id);
      // Another window has asked something meanwhile: this question is the next one.
      if (live.running) return void (await this.#deps.queue.add(id, question));
      const isExpected = error instanceof ToolError;
      if (!isExpected) this.#deps.reportError(error);
      const { failed, failedHint } = assistantMessages;
      const { code, message, hint } = isExpected ? error : { code: "failed", message: failed, hint: failedHint };
      const why = { code, message, ...(hint === undefined ? {} : { hint }) };
      const turn: Turn = {
        ...questionTurn(question.text, [], { model: recipient && this.#knownName(recipient), undone: 0 }),
        ask: { kind: "words", text: question.text, chips },
        state: { status: "failed", why },
        ...(recipient?.kind === "agent" ? { agent: recipient.agent } : {}),
      };
      live.begin(turn, { context: [], undone: [] });
      if (live.now.turns.length === 1) live.rename(titleOf(question.text), "words");
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
