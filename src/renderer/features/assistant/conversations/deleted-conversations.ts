import { atom } from "nanostores";
import type { Bridge } from "../../../../shared/contract";
import type { ConversationEntry, ConversationId } from "../../../../shared/conversation";
import { lazyStore } from "../../../ui/lazy-store";
import type { Notices } from "../../../ui/notices";
import { conversationListMessages } from "./conversation-list-messages";

/** The deleted conversations of a window that can still be restored. */
export const deletedConversationsOf = lazyStore(createDeletedConversations);

/**
 * Hides deleted conversations at once and deletes them for good when the undo notice or the window closes. A running turn is
 * stopped immediately.
 */
function createDeletedConversations({
  bridge,
  notices,
}: {
  bridge: Pick<Bridge, "request">;
  notices: Pick<Notices, "info" | "error" | "announce" | "$notices">;
}) {
  const $hidden = atom<ReadonlySet<ConversationId>>(new Set());
  const byNotice = new Map<number, ConversationId>();

  const unhide = (id: ConversationId) => $hidden.set(new Set([...$hidden.get()].filter((each) => each !== id)));

  const deleteForGood = async (id: ConversationId): Promise<void> => {
    const answer = await bridge
      .request("assistant:delete", id)
      .catch((error: unknown) => ({ ok: false as const, error: { code: "failed", message: String(error) } }));
    unhide(id);
    if (!answer.ok) notices.error(answer.error.message);
  };

  notices.$notices.listen((shown) => {
    for (const [notice, id] of [...byNotice]) {
      if (shown.some((each) => each.id === notice)) continue;
      byNotice.delete(notice);
      // The notice closes before its action runs; only afterwards is it known whether the deletion was undone.
      queueMicrotask(() => {
        if ($hidden.get().has(id)) void deleteForGood(id);
      });
    }
  });
  if (typeof window !== "undefined")
    window.addEventListener("pagehide", () => {
      for (const id of byNotice.values()) void bridge.request("assistant:delete", id).catch(() => {});
      byNotice.clear();
    });

  return {
    /** Conversations that are hidden but not deleted yet. */
    $hidden,
    /** Deletes a conversation; an empty one immediately, without undo. `onRestore` runs if the user undoes it. */
    async remove({ id, title, turns, state }: ConversationEntry, onRestore: () => void): Promise<void> {
      $hidden.set(new Set([...$hidden.get(), id]));
      const t = conversationListMessages;
      if (turns === 0) return deleteForGood(id);
      if (state !== "idle") await bridge.request("assistant:stop", id).catch(() => {});
      const notice = notices.info(t.deleted(title), {
        action: {
          label: t.undo,
          run: () => {
            unhide(id);
            notices.announce(t.back(title));
            onRestore();
          },
        },
      });
      byNotice.set(notice, id);
    },
  };
}
