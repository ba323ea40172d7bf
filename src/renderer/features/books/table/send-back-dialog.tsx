import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "../../../ui/kit/button";
import { Dialog, DialogChoices } from "../../../ui/kit/dialog";
import { TextArea } from "../../../ui/kit/field";
import { useModal } from "../../../ui/use-modal";
import { useNotices } from "../../../workbench/api/parts";
import { bookMessages } from "../messages";
import type { SendingBack } from "../model/book-decisions";
import { useBook } from "../model/use-book";

/** Asks what should be changed, then sends paragraphs or a whole task back to the assignee. */
export function SendBackDialog({ request }: { request: SendingBack }) {
  const { model } = useBook();
  const notices = useNotices();
  const field = useRef<HTMLTextAreaElement>(null);
  const dialog = useModal({ onShow: () => field.current?.focus() });
  const [comment, setComment] = useState("");
  const [isEmpty, setEmpty] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const t = bookMessages.sendBack;
  const amount = request.paragraphs.length;
  const close = () => model.$sendingBack.set(null);

  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (comment.trim() === "") {
      setEmpty(true);
      field.current?.focus();
      return;
    }
    setBusy(true);
    const isSent = await model.sendBack(request, comment.trim()).finally(() => setBusy(false));
    if (isSent) notices.info(request.task === undefined ? t.sent(amount) : t.taskSent);
  };

  return (
    <Dialog ref={dialog} className="book-dialog" aria-labelledby={`${id}-title`} close={close}>
      <h2 id={`${id}-title`}>{request.task === undefined ? t.heading(amount) : t.taskHeading}</h2>
      <p className="above-small soft">{t.lead}</p>
      <form className="above-large" method="dialog" onSubmit={send}>
        <label className="stack">
          <span>{t.label}</span>
          <TextArea
            ref={field}
            rows={4}
            maxLength={4000}
            value={comment}
            aria-invalid={isEmpty}
            aria-describedby={isEmpty ? `${id}-why` : undefined}
            onChange={(event) => {
              setComment(event.target.value);
              setEmpty(false);
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing)
                void send(event);
            }}
          />
        </label>
        {isEmpty ? (
          <p id={`${id}-why`} className="bad small" role="alert">
            {t.empty}
          </p>
        ) : null}
        <DialogChoices>
          <Button type="submit" kind="main" disabled={isBusy}>
            {t.send}
          </Button>
          <Button onClick={close}>{bookMessages.cancel}</Button>
        </DialogChoices>
      </form>
    </Dialog>
  );
}
