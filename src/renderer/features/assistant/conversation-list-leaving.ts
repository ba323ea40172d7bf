import { atom } from "nanostores";
import type { Bridge } from "../../../shared/contract";
import type { ConversationEntry, ConversationId } from "../../../shared/conversation";
import type { Notices } from "../../ui/notices";
import { conversationListWords } from "./conversation-list-messages";

export type LeavingConversations = ReturnType<typeof createLeavingConversations>;

const made = new WeakMap<Bridge, LeavingConversations>();

/** The deleted conversations of this window that can still be restored. */
export function leavingConversations(world: { bridge: Bridge; notices: Notices }): LeavingConversations {
  const known = made.get(world.bridge) ?? createLeavingConversations(world);
  made.set(world.bridge, known);
  return known;
}

/**
 * Hides deleted conversations at once and deletes them for good when the undo notice or the window closes. A running turn is
 * stopped immediately.
 */
function createLeavingConversations({
  bridge,
  notices,
}: {
  bridge: Pick<Bridge, "request">;
  notices: Pick<Notices, "tell" | "problem" | "announce" | "$notices">;
}) {
  const $leaving = atom<ReadonlySet<ConversationId>>(new Set());
  const byNotice = new Map<number, ConversationId>();

  const without = (id: ConversationId) => $leaving.set(new Set([...$leaving.get()].filter((each) => each !== id)));

  const remove = async (id: ConversationId): Promise<void> => {
    const answer = await bridge
      .request("assistant:delete", id)
      .catch((error: unknown) => ({ ok: false as const, error: { code: "failed", message: String(error) } }));
    without(id);
    if (!answer.ok) notices.problem(answer.error.message);
  };

  notices.$notices.listen((shown) => {
    for (const [notice, id] of [...byNotice]) {
      if (shown.some((each) => each.id === notice)) continue;
      byNotice.delete(notice);
      // The notice closes before its action runs; only afterwards is it known whether the deletion was undone.
      queueMicrotask(() => {
        if ($leaving.get().has(id)) void remove(id);
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
    $leaving,
    /** Deletes a conversation; an empty one immediately, without undo. `onRestore` runs if the user undoes it. */
    async leave({ id, title, turns, state }: ConversationEntry, broughtBack: () => void): Promise<void> {
      $leaving.set(new Set([...$leaving.get(), id]));
      const say = conversationListWords;
      if (turns === 0) return remove(id);
      if (state !== "idle") await bridge.request("assistant:stop", id).catch(() => {});
      const notice = notices.tell(say.deleted(title), {
        action: {
          label: say.undo,
          run: () => {
            without(id);
            notices.announce(say.back(title));
            broughtBack();
          },
        },
      });
      byNotice.set(notice, id);
    },
  };
}
