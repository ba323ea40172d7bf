import { escapeInvisibles } from "../../../shared/escape-invisibles";
import type { Desktop, Send } from "../core/desktop";
import { t } from "../core/messages";
import type { EndedAnswers } from "./turns/ended-answers";

/** Notifications by the desktop while no window has the focus, each under a key until it is withdrawn. */
type Notices = {
  show(key: string, notification: Parameters<Desktop["notify"]>[0], clicked: () => void): void;
  withdraw(key: string): void;
};

/** Notifies of answers that have ended. The notification leads to the conversation; the focus stays where it is in the window. */
export const createAnswerNotices =
  (notices: Notices, windowOf: (folder: string | null) => { bringToFront(): void; send: Send }) =>
  ({ conversation, folder, title, answers }: EndedAnswers): void => {
    const key = `answer ${conversation}`;
    // The answer before this one has been seen, or its notification would name the same conversation.
    notices.withdraw(key);
    notices.show(key, { title: headingOf(answers), body: escapeInvisibles(title) }, () => {
      const window = windowOf(folder);
      window.bringToFront();
      window.send("assistant:show", { conversation, focus: false });
    });
  };

function headingOf(answers: EndedAnswers["answers"]): string {
  const [only] = answers;
  if (answers.length > 1 || only === undefined)
    return t.waiting.answers(answers.filter(({ isComplete }) => isComplete).length, answers.length);
  const name = escapeInvisibles(only.agent);
  return only.isComplete ? t.waiting.answered(name) : t.waiting.stopped(name);
}
