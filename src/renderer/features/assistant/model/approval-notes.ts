import { atom, type ReadableAtom } from "nanostores";
import type { Conversation, ConversationId } from "../../../../shared/conversation";
import type { Draft } from "./draft";

/** A reason for a rejection that the user is typing on the card of a call. `isSent`: the card was answered here. */
type ApprovalNote = { conversation: ConversationId; text: string; isSent: boolean };

/**
 * The half-typed reasons on cards, by the id of their call. They stay when the card is drawn again or the panel is closed. If a card goes without
 * an answer from here (the turn was stopped, or another window answered), its reason is put below the draft of the question.
 */
export function createApprovalNotes(
  $conversation: ReadableAtom<Pick<Conversation, "id" | "turns"> | null>,
  change: (edit: (draft: Draft) => Draft) => void,
) {
  const $notes = atom<ReadonlyMap<string, ApprovalNote>>(new Map());

  const put = (call: string, note: ApprovalNote | null): void => {
    const notes = new Map($notes.get());
    if (note === null) notes.delete(call);
    else notes.set(call, note);
    $notes.set(notes);
  };

  $conversation.listen((conversation) => {
    const state = conversation?.turns.at(-1)?.state;
    const waiting = state?.status === "approving" ? state.approval.call : null;
    for (const [call, { conversation: id, text, isSent }] of $notes.get()) {
      if (id !== conversation?.id || call === waiting) continue;
      put(call, null);
      if (isSent || text.trim() === "") continue;
      change((draft) => ({ ...draft, text: draft.text.trim() === "" ? text : `${draft.text}\n\n${text}` }));
    }
  });

  const setSent = (call: string, isSent: boolean): void => {
    const note = $notes.get().get(call);
    if (note) put(call, { ...note, isSent });
  };

  return {
    $notes,
    type(call: string, text: string): void {
      const conversation = $conversation.get()?.id;
      if (conversation !== undefined) put(call, { conversation, text, isSent: false });
    },
    /** The card is being answered; false if that failed and the reason is still needed. */
    setSent,
  };
}
