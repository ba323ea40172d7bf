import { useStore } from "@nanostores/react";
import type { QueuedQuestion } from "../../../../shared/conversation";
import { CloseIcon } from "../../../ui/icons";
import { IconButton } from "../../../ui/kit/button";
import { useNotices } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import { usePanel } from "../model/use-panel";
import { EditIcon, SendIcon } from "../panel-icons";

/** The questions that wait for the end of the answer. `leave` moves the focus to the question field. */
export function QueueList({ leave }: { leave(): void }) {
  const panel = usePanel();
  const notices = useNotices();
  const queue = useStore(panel.$conversation)?.queue ?? [];
  const running = useStore(panel.$running);
  const t = panelMessages.queue;
  // Side by side, each answer has its own.
  if (queue.length === 0 || panel.asking !== null) return null;
  const takeBack = async (question: QueuedQuestion, edit: boolean) => {
    leave();
    if ((await panel.takeBack(question, { edit })) && !edit) notices.announce(t.removed);
  };
  return (
    <section className="queue card inset-small" aria-label={t.label}>
      <p className="soft small">{running ? t.next : t.held}</p>
      <ol className="column spaced-small capped">
        {queue.map((question) => (
          <li key={question.id}>
            <div className="spaced-small in-line">
              <span className="clip grow" dir="auto" title={question.text}>
                {question.text}
              </span>
              <IconButton
                label={running ? t.now : t.send}
                onClick={() => {
                  leave();
                  void panel.sendQueued(question);
                }}
              >
                <SendIcon />
              </IconButton>
              <IconButton label={t.edit} onClick={() => void takeBack(question, true)}>
                <EditIcon />
              </IconButton>
              <IconButton label={t.remove} onClick={() => void takeBack(question, false)}>
                <CloseIcon />
              </IconButton>
            </div>
            {question.problem === null ? null : (
              <p className="bad small" role="alert">
                {question.problem.message}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
