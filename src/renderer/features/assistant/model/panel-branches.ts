import type { ReadableAtom } from "nanostores";
import type { Bridge } from "../../../../shared/contract";
import type { ContextChip, Conversation, PutBack, Turn } from "../../../../shared/conversation";
import type { Notices } from "../../../ui/notices";
import { panelMessages } from "../messages";
import { withError } from "./conversation-client";
import type { Draft } from "./draft";

type Deps = {
  bridge: Pick<Bridge, "request">;
  notices: Pick<Notices, "error" | "info">;
  $conversation: ReadableAtom<Conversation | null>;
  change(edit: (draft: Draft) => Draft): void;
  /** Shows a conversation that main has just made. */
  adopt(conversation: Conversation): void;
  /** The chips of a question that still exist. */
  existingChips(sent: readonly { chip: ContextChip }[]): ContextChip[];
};

/** Edits an earlier question in a branch of the conversation. */
export function createPanelBranches({ bridge, notices, $conversation, change, adopt, existingChips }: Deps) {
  const showPutBack = ({ done, left }: PutBack, undo: (() => void) | null): void => {
    const t = panelMessages.branch;
    if (done.length > 0) notices.info(t.done(done), undo ? { action: { label: t.undo, run: undo }, stay: 20_000 } : {});
    if (left.length > 0) notices.error(t.left(left.map(({ name }) => name)), { hint: left[0]?.why ?? null });
  };

  return {
    /** How many documents were written in from this question on. */
    writtenSince({ id }: Turn): number {
      const turns = $conversation.get()?.turns ?? [];
      const later = turns.slice(
        Math.max(
          0,
          turns.findIndex((turn) => turn.id === id),
        ),
      );
      const writes = later.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "call" ? part.writes : [])));
      return new Set(writes.map(({ realPath }) => realPath)).size;
    },
    /** Puts the question into the draft of a new branch; `documents`: what was written from it on is taken back. False if there is none. */
    async branch({ id: turn, ask }: Turn, { documents }: { documents: boolean }): Promise<boolean> {
      const conversation = $conversation.get()?.id;
      if (conversation === undefined || ask.kind !== "words") return false;
      const answer = await withError(bridge.request("assistant:branch", { conversation, turn, documents }));
      if (!answer.ok) {
        notices.error(answer.error.message, { hint: answer.error.hint ?? null });
        return false;
      }
      const { checkpoint } = answer;
      adopt(answer.conversation);
      change((draft) => ({ ...draft, text: ask.text, chips: existingChips(ask.chips) }));
      const undo = async (id: string): Promise<void> => {
        const undone = await withError(bridge.request("assistant:undo-branch", id));
        if (!undone.ok) notices.error(undone.error.message, { hint: undone.error.hint ?? null });
        else showPutBack(undone.putBack, null);
      };
      showPutBack(answer.putBack, checkpoint === null ? null : () => void undo(checkpoint));
      return true;
    },
  };
}
