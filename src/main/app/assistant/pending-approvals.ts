import type { ConversationId } from "../../../shared/conversation";
import { escapeInvisibles } from "../../../shared/escape-invisibles";
import type { Desktop, Send } from "../core/desktop";
import { t } from "../core/messages";
import type { PendingApproval } from "./assistant";

/** Notifications by the desktop while no window has the focus, each under a key until it is withdrawn. */
type Notices = {
  show(key: string, notification: Parameters<Desktop["notify"]>[0], clicked: () => void): void;
  withdraw(key: string): void;
};

/** A window that can show a conversation. */
type ConversationWindow = { bringToFront(): void; send: Send };

/** The assistant's approvals that wait for the user, oldest first: broadcast to every window, and as desktop notifications while the user is away. */
export type PendingApprovals = {
  approvalRequested(question: PendingApproval): void;
  approvalResolved(key: string): void;
  conversations(): ConversationId[];
  /** The user wants to answer: the conversation is shown where its folder is open, with the focus in its card. */
  goTo(conversation: ConversationId): void;
};

export function createPendingApprovals(
  notices: Notices,
  { broadcast, windowOf }: { broadcast: Send; windowOf(folder: string | null): ConversationWindow },
): PendingApprovals {
  const pending = new Map<string, PendingApproval>();
  /** The approval of which the user was notified, for each comparison: one notification is enough for all of its members. */
  const notified = new Map<string, string>();
  const conversations = () => [...new Set([...pending.values()].map(({ conversation }) => conversation))];

  function show({ conversation, folder }: Pick<PendingApproval, "conversation" | "folder">, focus: boolean): void {
    const window = windowOf(folder);
    window.bringToFront();
    window.send("assistant:show", { conversation, focus });
  }

  function notify(approval: PendingApproval): void {
    const { key, agent, kinds, names, comparison } = approval;
    if (comparison !== null) {
      if (pending.has(notified.get(comparison) ?? "")) return;
      notified.set(comparison, key);
    }
    const title = t.waiting.approval(escapeInvisibles(agent));
    notices.show(key, { title, body: t.waiting.wanted(kinds, names) }, () => show(approval, false));
  }

  return {
    conversations,
    approvalRequested(approval) {
      const { key, comparison } = approval;
      // The same card may ask again.
      const isNotified = comparison !== null && notified.get(comparison) === key && pending.has(key);
      pending.set(key, approval);
      broadcast("assistant:pending", conversations());
      if (!isNotified) notify(approval);
    },
    approvalResolved(key) {
      notices.withdraw(key);
      const resolved = pending.get(key);
      if (resolved === undefined) return;
      pending.delete(key);
      broadcast("assistant:pending", conversations());
      const { comparison } = resolved;
      if (comparison === null || notified.get(comparison) !== key) return;
      notified.delete(comparison);
      const next = [...pending.values()].find((each) => each.comparison === comparison);
      if (next) notify(next);
    },
    goTo(conversation) {
      const question = [...pending.values()].find((each) => each.conversation === conversation);
      if (question) show(question, true);
    },
  };
}
