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
  const pending = new Map<string, Pick<PendingApproval, "conversation" | "folder">>();
  const conversations = () => [...new Set([...pending.values()].map(({ conversation }) => conversation))];

  function show({ conversation, folder }: Pick<PendingApproval, "conversation" | "folder">, focus: boolean): void {
    const window = windowOf(folder);
    window.bringToFront();
    window.send("assistant:show", { conversation, focus });
  }

  return {
    conversations,
    approvalRequested({ key, agent, kinds, names, conversation, folder }) {
      pending.set(key, { conversation, folder });
      broadcast("assistant:pending", conversations());
      const title = t.waiting.approval(escapeInvisibles(agent));
      notices.show(key, { title, body: t.waiting.wanted(kinds, names) }, () => show({ conversation, folder }, false));
    },
    approvalResolved(key) {
      notices.withdraw(key);
      if (pending.delete(key)) broadcast("assistant:pending", conversations());
    },
    goTo(conversation) {
      const question = [...pending.values()].find((each) => each.conversation === conversation);
      if (question) show(question, true);
    },
  };
}
