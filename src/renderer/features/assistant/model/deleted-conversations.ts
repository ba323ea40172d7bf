import { atom } from "nanostores";
import type { Bridge } from "../../../../shared/contract";
import type { ConversationEntry, ConversationId } from "../../../../shared/conversation";
import { lazyStore } from "../../../ui/lazy-store";
import type { Notices } from "../../../ui/notices";
import { conversationListMessages } from "../conversation-list-messages";

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
  const byNotice = new Map<number, readonly ConversationId[]>();

  const unhide = (ids: readonly ConversationId[]) =>
    $hidden.set(new Set([...$hidden.get()].filter((each) => !ids.includes(each))));

  const deleteForGood = async (id: ConversationId): Promise<void> => {
    const answer = await bridge
      .request("assistant:delete", id)
      .catch((error: unknown) => ({ ok: false as const, error: { code: "failed", message: String(error) } }));
    unhide([id]);
    if (!answer.ok) notices.error(answer.error.message);
  };

  notices.$notices.listen((shown) => {
    for (const [notice, ids] of [...byNotice]) {
      if (shown.some((each) => each.id === notice)) continue;
      byNotice.delete(notice);
      // The notice closes before its action runs; only afterwards is it known whether the deletion was undone.
      queueMicrotask(() => {
        for (const id of ids) if ($hidden.get().has(id)) void deleteForGood(id);
      });
    }
  });
  if (typeof window !== "undefined")
    window.addEventListener("pagehide", () => {
      for (const id of [...byNotice.values()].flat()) void bridge.request("assistant:delete", id).catch(() => {});
      byNotice.clear();
    });

  return {
    /** Conversations that are hidden but not deleted yet. */
    $hidden,
    /** Deletes a conversation, or all of a comparison; empty ones immediately, without undo. `onRestore` runs if the user undoes it. */
    async remove(entries: readonly ConversationEntry[], onRestore: () => void): Promise<void> {
      const ids = entries.map(({ id }) => id);
      const title = entries[0]?.title ?? "";
      $hidden.set(new Set([...$hidden.get(), ...ids]));
      const t = conversationListMessages;
      if (entries.every(({ turns }) => turns === 0)) {
        await Promise.all(ids.map(deleteForGood));
        return;
      }
      const running = entries.filter(({ state }) => state !== "idle");
      await Promise.all(running.map(({ id }) => bridge.request("assistant:stop", id).catch(() => {})));
      const notice = notices.info(t.deleted(title, ids.length), {
        action: {
          label: t.undo,
          run: () => {
            unhide(ids);
            notices.announce(t.back(title, ids.length));
            onRestore();
          },
        },
      });
      byNotice.set(notice, ids);
    },
  };
}
