import { type KeyboardEvent, useRef, useState } from "react";
import type { CommentDraft, ShownMessage, ShownThread } from "../../../shared/comments";
import { Button, LinkButton } from "../../ui/kit/button";
import { formatTime } from "../../ui/time";
import { useComments } from "../../workbench/api/parts";
import { DraftField } from "./draft-field";
import { commentMessages } from "./messages";

type Props = { thread: ShownThread; drafts: readonly CommentDraft[] };

/** A thread: the words, what was written about them, and a field to answer. `drafts` are those of this thread. */
export function ThreadCard({ thread, drafts }: Props) {
  const comments = useComments();
  const card = useRef<HTMLElement>(null);
  const t = commentMessages;
  const { thread: id, words, state, status, needsMe, messages } = thread;
  const answer = drafts.find(({ kind }) => kind === "reply");
  const focusCard = () => card.current?.focus();

  const remove = async (message?: ShownMessage) => {
    const next =
      card.current?.nextElementSibling ?? card.current?.previousElementSibling ?? card.current?.parentElement;
    if (!(await comments.remove(id, message))) return;
    // The button is gone with what it deleted.
    const target = message === undefined ? next : card.current;
    if (target instanceof HTMLElement) target.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (event.key !== "Enter" && event.key !== "Delete") return;
    event.preventDefault();
    if (event.key === "Enter") comments.goTo(thread);
    else void remove();
  };
  return (
    <article
      ref={card}
      className="comment-card"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the cards of a list are walked through by the keyboard
      tabIndex={0}
      aria-label={t.on(words.slice(0, 80))}
      data-status={status}
      onKeyDown={handleKeyDown}
    >
      <blockquote dir="auto">
        <button type="button" title={t.goTo} disabled={state === "orphaned"} onClick={() => comments.goTo(thread)}>
          {words.slice(0, 200)}
        </button>
      </blockquote>
      {state === "anchored" ? null : <p className="soft small">{state === "moved" ? t.moved : t.orphaned}</p>}
      {needsMe && status === "open" ? <p className="soft small">{t.needed}</p> : null}
      <ol>
        {messages.map((message, index) => (
          <Message
            key={`${message.at} ${index}`}
            thread={id}
            message={message}
            draft={drafts.find(
              (each) => each.kind === "edit" && each.at === message.at && each.before === message.text,
            )}
            onLeave={focusCard}
            remove={index === 0 ? undefined : () => void remove(message)}
          />
        ))}
      </ol>
      {drafts
        .filter(
          (each) => each.kind === "edit" && !messages.some(({ at, text }) => at === each.at && text === each.before),
        )
        .map((draft) => (
          <LostDraft key={draft.text} draft={draft} />
        ))}
      {status === "open" || answer !== undefined ? (
        <DraftField
          draft={answer ?? { kind: "reply", thread: id, text: "" }}
          label={t.reply}
          send={t.sendReply}
          onLeave={focusCard}
        />
      ) : null}
      <div className="comment-actions">
        <Button size="small" onClick={() => void comments.set(id, { status: status === "open" ? "resolved" : "open" })}>
          {status === "open" ? t.resolve : t.reopen}
        </Button>
        <Button size="small" kind="dangerous" onClick={() => void remove()}>
          {t.removeThread}
        </Button>
      </div>
    </article>
  );
}

type MessageProps = {
  thread: string;
  message: ShownMessage;
  /** What the user makes of it. */
  draft: CommentDraft | undefined;
  onLeave(): void;
  remove: (() => void) | undefined;
};

function Message({ thread, message, draft, onLeave, remove }: MessageProps) {
  const comments = useComments();
  /** A draft from before must not take the focus. */
  const [isBegun, setBegun] = useState(false);
  const t = commentMessages;
  const { name, kind, text, at } = message;
  const begin = () => {
    setBegun(true);
    comments.type({ kind: "edit", thread, at, before: text, text });
  };
  return (
    <li data-kind={kind}>
      <p className="small">
        <b dir="auto">{name}</b> <time dateTime={at}>{formatTime(at)}</time>
      </p>
      {draft === undefined ? (
        <p className="comment-text" dir="auto">
          {text}
        </p>
      ) : (
        <DraftField
          draft={draft}
          label={t.edit}
          send={t.save}
          takesFocus={isBegun}
          onSent={onLeave}
          onLeave={onLeave}
        />
      )}
      {kind === "user" && draft === undefined ? (
        <span className="comment-actions">
          <LinkButton className="small" onClick={begin}>
            {t.edit}
          </LinkButton>
          {remove === undefined ? null : (
            <LinkButton className="small" onClick={remove}>
              {t.remove}
            </LinkButton>
          )}
        </span>
      ) : null}
    </li>
  );
}

/** Words for a comment that is no longer there or has changed: they can be copied, and are never dropped unseen. */
export function LostDraft({ draft }: { draft: CommentDraft }) {
  const comments = useComments();
  const t = commentMessages;
  return (
    <section className="comment-lost" aria-label={t.unsentAnswer}>
      <p className="soft small">{t.unsentAnswer}</p>
      <p className="comment-text" dir="auto">
        {draft.text}
      </p>
      <div className="comment-actions">
        <Button size="small" onClick={() => comments.discard(draft)}>
          {t.discard}
        </Button>
      </div>
    </section>
  );
}
