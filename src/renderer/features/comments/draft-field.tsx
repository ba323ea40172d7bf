import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { MAX_COMMENT } from "../../../core/limits";
import type { CommentDraft } from "../../../shared/comments";
import { Button } from "../../ui/kit/button";
import { TextArea } from "../../ui/kit/field";
import { useComments } from "../../workbench/api/parts";
import { focusCard } from "./focus-card";
import { useMentions } from "./mention-list";
import { commentMessages } from "./messages";
import { hasWords } from "./unsent-comments";

type Props = {
  draft: CommentDraft;
  /** The name of the field, and of the button that sends it. */
  label: string;
  send: string;
  /** Whether the field takes the focus when it appears. */
  takesFocus?: boolean;
  /** The draft was sent. */
  onSent?(): void;
  /** Escape, or the draft was given up. Its words are kept after Escape. */
  onLeave(): void;
  /** Below the field. */
  children?: ReactNode;
};

/** What the user is writing: a new comment, an answer, or a message that they change. Its words are in the store, so they outlive the view. */
export function DraftField({ draft, label, send, takesFocus = false, onSent, onLeave, children }: Props) {
  const comments = useComments();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const t = commentMessages;
  const { text } = draft;
  const excess = text.trim().length - MAX_COMMENT;
  const isEmpty = text.trim() === "";
  useEffect(() => {
    if (!takesFocus) return;
    if (field.current) focusCard(field.current);
    // After what was typed before the field appeared.
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [takesFocus]);

  /** Where the cursor goes once a mention is in the field. */
  const cursor = useRef<number | null>(null);
  const mentions = useMentions({
    field,
    replace(changed, to) {
      cursor.current = to;
      comments.type({ ...draft, text: changed });
    },
  });
  useLayoutEffect(() => {
    if (cursor.current === null) return;
    field.current?.setSelectionRange(cursor.current, cursor.current);
    cursor.current = null;
  });

  const submit = async () => {
    if (isEmpty || excess > 0 || isBusy) return;
    setBusy(true);
    const isSent = await comments.send(draft);
    setBusy(false);
    if (isSent) onSent?.();
  };
  const discard = () => {
    comments.discard(draft);
    onLeave();
  };
  return (
    <form
      className="comment-draft stack"
      data-own-keys=""
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || mentions.handleKeyDown(event)) return;
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void submit();
        }
        if (event.key === "Escape") {
          event.preventDefault();
          if (hasWords(draft)) onLeave();
          else discard();
        }
      }}
    >
      <TextArea
        ref={field}
        aria-label={label}
        placeholder={label}
        dir="auto"
        rows={text === "" && draft.kind === "reply" ? 1 : 3}
        value={text}
        readOnly={isBusy}
        aria-invalid={excess > 0 || undefined}
        {...mentions.attributes}
        onChange={(event) => {
          comments.type({ ...draft, text: event.target.value });
          mentions.update();
        }}
        onBlur={mentions.close}
      />
      {mentions.list}
      {excess > 0 ? (
        <p className="small" role="alert">
          {t.tooLong(excess)}
        </p>
      ) : null}
      {children}
      {isEmpty && draft.kind === "reply" ? null : (
        <div className="wraps">
          <Button size="small" kind="main" type="submit" isBusy={isBusy} disabled={isEmpty || excess > 0}>
            {send}
          </Button>
          <Button size="small" onClick={discard}>
            {hasWords(draft) ? t.discard : t.cancel}
          </Button>
        </div>
      )}
    </form>
  );
}
