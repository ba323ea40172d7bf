import type { ConversationId } from "../../../shared/conversation";
import { plainly } from "../../../shared/plainly";
import type { Desktop, Send } from "../core/desktop";
import { told } from "../core/messages";
import type { WaitingQuestion } from "./assistant";

/** Notifications by the desktop while no window has the focus, each under a key until it is withdrawn. */
type Notices = {
  show(key: string, notification: Parameters<Desktop["notify"]>[0], clicked: () => void): void;
  withdraw(key: string): void;
};

/** A window that can show a conversation. */
type ConversationWindow = { comeForward(): void; send: Send };

/** The assistant's questions that wait for the user, oldest first: told to every page, and by the desktop while the user is away. */
export type PendingApprovals = {
  waits(question: WaitingQuestion): void;
  waitsNoLonger(key: string): void;
  conversations(): ConversationId[];
  /** The user wants to answer: the conversation is shown where its folder is open, with the focus in its card. */
  goTo(conversation: ConversationId): void;
};

export function createPendingApprovals(
  notices: Notices,
  { tellAll, windowOf }: { tellAll: Send; windowOf(folder: string | null): ConversationWindow },
): PendingApprovals {
  const pending = new Map<string, Pick<WaitingQuestion, "conversation" | "folder">>();
  const conversations = () => [...new Set([...pending.values()].map(({ conversation }) => conversation))];

  function show({ conversation, folder }: Pick<WaitingQuestion, "conversation" | "folder">, focus: boolean): void {
    const window = windowOf(folder);
    window.comeForward();
    window.send("assistant:show", { conversation, focus });
  }

  return {
    conversations,
    waits({ key, agent, action, names, conversation, folder }) {
      pending.set(key, { conversation, folder });
      tellAll("assistant:pending", conversations());
      const title = told.waiting.approval(plainly(agent));
      notices.show(key, { title, body: told.waiting.action(action, names) }, () =>
        show({ conversation, folder }, false),
      );
    },
    waitsNoLonger(key) {
      notices.withdraw(key);
      if (pending.delete(key)) tellAll("assistant:pending", conversations());
    },
    goTo(conversation) {
      const question = [...pending.values()].find((each) => each.conversation === conversation);
      if (question) show(question, true);
    },
  };
}
