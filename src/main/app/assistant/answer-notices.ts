import type { ConversationId } from "../../../shared/conversation";
import { escapeInvisibles } from "../../../shared/escape-invisibles";
import type { Desktop, Send } from "../core/desktop";
import { t } from "../core/messages";

/** An answer that has ended by itself; `agent`: the name of who answered. */
export type EndedAnswer = {
  conversation: ConversationId;
  folder: string | null;
  agent: string;
  title: string;
  isComplete: boolean;
};

/** Notifications by the desktop while no window has the focus, each under a key until it is withdrawn. */
type Notices = {
  show(key: string, notification: Parameters<Desktop["notify"]>[0], clicked: () => void): void;
  withdraw(key: string): void;
};

/** Notifies of an answer that has ended. The notification leads to the conversation; the focus stays where it is in the window. */
export const createAnswerNotices =
  (notices: Notices, windowOf: (folder: string | null) => { bringToFront(): void; send: Send }) =>
  ({ conversation, folder, agent, title, isComplete }: EndedAnswer): void => {
    const key = `answer ${conversation}`;
    // The answer before this one has been seen, or its notification would name the same conversation.
    notices.withdraw(key);
    const name = escapeInvisibles(agent);
    const heading = isComplete ? t.waiting.answered(name) : t.waiting.stopped(name);
    notices.show(key, { title: heading, body: escapeInvisibles(title) }, () => {
      const window = windowOf(folder);
      window.bringToFront();
      window.send("assistant:show", { conversation, focus: false });
    });
  };
