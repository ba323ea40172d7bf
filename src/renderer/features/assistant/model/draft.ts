import {
  type ContextChip,
  type Conversation,
  type ConversationId,
  isEnded,
  type Recipient,
  recipientKey,
  type Turn,
} from "../../../../shared/conversation";
import { MAX_RECIPIENTS } from "../../../../shared/limits";
import { chipKey, joinedChips, joinedTexts } from "../../../../shared/question-drafts";

/** The unsent question of a conversation and the context that the user chose for it. */
export type Draft = {
  text: string;
  /** Added by the user: mentions, files. */
  chips: readonly ContextChip[];
  /** Keys (`chipKey`) of chips that the user removed. */
  removedKeys: readonly string[];
  /** Whom the user asks; nobody for whoever answers in the conversation. At most `MAX_RECIPIENTS`. */
  recipients: readonly Recipient[];
  /** In a question to a comparison, the members that are not asked. */
  notAsked: readonly ConversationId[];
};

export const emptyDraft: Draft = Object.freeze({ text: "", chips: [], removedKeys: [], recipients: [], notAsked: [] });

/**
 * The chips of a question: the automatic ones that were not removed, then the added ones, without duplicates. A document that was added
 * whole needs no other.
 */
export function chipsOf(draft: Draft, automatic: readonly ContextChip[]): ContextChip[] {
  const seen = new Set(draft.removedKeys);
  const whole = new Set(draft.chips.flatMap((chip) => (chip.kind === "document" ? [chip.doc] : [])));
  return [...automatic, ...draft.chips].filter((chip) => {
    if (chip.kind === "front" && whole.has(chip.doc)) return false;
    const key = chipKey(chip);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Adds a chip, even if it was removed before. */
export const withChip = (draft: Draft, chip: ContextChip): Draft => ({
  ...draft,
  chips: [...draft.chips.filter((each) => chipKey(each) !== chipKey(chip)), chip],
  removedKeys: draft.removedKeys.filter((key) => key !== chipKey(chip)),
});

/** Removes a chip, automatic or added. */
export const withoutChip = (draft: Draft, chip: ContextChip): Draft => ({
  ...draft,
  chips: draft.chips.filter((each) => chipKey(each) !== chipKey(chip)),
  removedKeys: [...new Set([...draft.removedKeys, chipKey(chip)])].slice(-200),
});

/** Adds a recipient, unless it is there or there are too many. */
export const withRecipient = (draft: Draft, recipient: Recipient): Draft =>
  draft.recipients.length >= MAX_RECIPIENTS || draft.recipients.some(isSame(recipient))
    ? draft
    : { ...draft, recipients: [...draft.recipients, recipient] };

export const withoutRecipient = (draft: Draft, recipient: Recipient): Draft => ({
  ...draft,
  recipients: draft.recipients.filter((each) => !isSame(recipient)(each)),
});

const isSame = (recipient: Recipient) => (other: Recipient) => recipientKey(recipient) === recipientKey(other);

/** The members of a comparison that the draft is for: all, unless the user has left some out. */
export function askedMembers<T extends { id: ConversationId }>(
  members: readonly T[],
  { notAsked }: Draft,
): readonly T[] {
  const asked = members.filter(({ id }) => !notAsked.includes(id));
  return asked.length > 0 ? asked : members;
}

/** One draft below another: that of a comparison goes on in one of its conversations, or the other way round. */
export function joinedDrafts(draft: Draft, other: Draft): Draft {
  const chips = joinedChips(draft.chips, other.chips);
  const keys = new Set(chips.map(chipKey));
  const removed = new Set([...draft.removedKeys, ...other.removedKeys]);
  return {
    ...draft,
    chips,
    text: joinedTexts(draft.text, other.text),
    // What one of them has added is not removed by the other.
    removedKeys: [...removed].filter((key) => !keys.has(key)).slice(-200),
  };
}

/** The draft after sending: text, added chips and recipients are cleared, removed automatic chips stay removed, and the same members are asked next. */
export const sentDraft = (draft: Draft): Draft => ({ ...draft, text: "", chips: [], recipients: [] });

/** The turn that is running; null if none is. */
export function runningTurn(conversation: Conversation | null): Turn | null {
  const last = conversation?.turns.at(-1);
  return last && !isEnded(last.state) ? last : null;
}
