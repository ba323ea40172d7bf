import { atom } from "nanostores";
import type { Bridge } from "../../../shared/contract";
import type { ConversationEntry, ConversationId } from "../../../shared/conversation";
import type { Notices } from "../../ui/notices";
import { conversationListWords } from "./conversation-list-messages";

export type LeavingConversations = ReturnType<typeof createLeavingConversations>;

const made = new WeakMap<Bridge, LeavingConversations>();

/** The conversations that are about to go, of this page. */
export function leavingConversations(world: { bridge: Bridge; notices: Notices }): LeavingConversations {
  const known = made.get(world.bridge) ?? createLeavingConversations(world);
  made.set(world.bridge, known);
  return known;
}

/**
 * Conversations that were deleted and can still be brought back: hidden at once, gone for good when the notice that offers
 * to undo it leaves, or the page does. What runs in one is stopped at once.
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
      // The notice goes before what it offers is done: whether it was undone is known afterwards.
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
    /** Hidden, and not gone yet. */
    $leaving,
    /** One that nothing was said in goes at once. `broughtBack` is called where the person undoes it. */
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
