import { useStore } from "@nanostores/react";
import { useId } from "react";

import { Button } from "../ui/kit/button";
import { messages } from "../ui/messages";
import { useModal } from "../ui/use-modal";
import { useShell } from "./api/shell-context";

/** Shows the oldest pending question as a modal dialog. Escape cancels; the focus returns to where it was. */
export function QuestionDialog() {
  const { questions } = useShell();
  const pending = useStore(questions.$pending)[0];
  return pending ? <Dialog key={pending.id} pending={pending} /> : null;
}

type PendingQuestion = ReturnType<ReturnType<typeof useShell>["questions"]["$pending"]["get"]>[number];

function Dialog({ pending: { question, answer } }: { pending: PendingQuestion }) {
  const dialog = useModal();
  const id = useId();

  return (
    <dialog
      ref={dialog}
      className="dialog question"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-detail`}
      onCancel={(event) => {
        event.preventDefault();
        answer(null);
      }}
    >
      <h2 id={`${id}-title`}>{question.title}</h2>
      <p id={`${id}-detail`}>{question.detail}</p>
      <div className="dialog-choices">
        {question.choices.map((choice, index) => (
          <Button key={choice.id} kind={choice.kind} autoFocus={index === 0} onClick={() => answer(choice.id)}>
            {choice.label}
          </Button>
        ))}
        <Button onClick={() => answer(null)}>{messages.cancel}</Button>
      </div>
    </dialog>
  );
}
