import { useStore } from "@nanostores/react";
import { useId } from "react";
import { Button } from "../ui/kit/button";
import { Dialog, DialogChoices } from "../ui/kit/dialog";
import { messages } from "../ui/messages";
import { useModal } from "../ui/use-modal";
import { useQuestions } from "./api/parts";

/** Shows the oldest pending question as a modal dialog. Escape cancels; the focus returns to where it was. */
export function QuestionDialog() {
  const questions = useQuestions();
  const pending = useStore(questions.$pending)[0];
  return pending ? <Question key={pending.id} pending={pending} /> : null;
}

type PendingQuestion = ReturnType<ReturnType<typeof useQuestions>["$pending"]["get"]>[number];

function Question({ pending: { question, answer } }: { pending: PendingQuestion }) {
  const dialog = useModal();
  const id = useId();

  return (
    <Dialog
      ref={dialog}
      className="question"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-detail`}
      close={() => answer(null)}
    >
      <h2 id={`${id}-title`}>{question.title}</h2>
      <p id={`${id}-detail`}>{question.detail}</p>
      <DialogChoices>
        {question.choices.map((choice, index) => (
          <Button key={choice.id} kind={choice.kind} autoFocus={index === 0} onClick={() => answer(choice.id)}>
            {choice.label}
          </Button>
        ))}
        <Button onClick={() => answer(null)}>{messages.cancel}</Button>
      </DialogChoices>
    </Dialog>
  );
}
