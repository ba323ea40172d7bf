import { computed, type ReadableAtom } from "nanostores";
import { type Conversation, type ConversationId, sideBySide } from "../../../../shared/conversation";
import { ownerOf } from "./drafts";

/** What the panel's question is about: the conversation that is shown, or all that are side by side with it. `$hidden`: those that are being deleted. */
export function createSubject(
  $conversation: ReadableAtom<Conversation | null>,
  $hidden: ReadableAtom<ReadonlySet<ConversationId>>,
) {
  const keepSame = keepingSame<ConversationId>();
  /** The members of the comparison that is shown side by side; null if one conversation is shown alone. */
  const $comparing = computed([$conversation, $hidden], (conversation, hidden) => {
    const members = conversation && sideBySide(conversation)?.filter((id) => !hidden.has(id));
    return keepSame(members?.includes(conversation?.id ?? "") && members.length > 1 ? members : null);
  });
  return {
    $comparing,
    /** A conversation that is side by side with the one that is shown, and none of these. */
    otherThan(ids: readonly ConversationId[]): ConversationId | undefined {
      const conversation = $conversation.get();
      const members = conversation && sideBySide(conversation);
      return members?.find((id) => !ids.includes(id) && !$hidden.get().has(id));
    },
    /** Where what is added to the draft is stored: the same conversation whichever answer of a comparison is in front. */
    $subject: computed([$conversation, $comparing], (conversation, comparing) => {
      const id = comparing?.[0] ?? conversation?.id;
      return id === undefined ? null : { id };
    }),
    /** Whose draft it is. */
    $owner: computed([$conversation, $comparing], (conversation, comparing) =>
      conversation === null ? null : ownerOf(conversation, comparing !== null),
    ),
  };
}

/** Gives the list before in place of an equal one, so that nothing is computed again. */
function keepingSame<T>(): (list: readonly T[] | null) => readonly T[] | null {
  let last: readonly T[] | null = null;
  return (list) => {
    const isSame = list?.length === last?.length && list?.every((each, at) => each === last?.[at]) !== false;
    if (!isSame) last = list;
    return last;
  };
}
