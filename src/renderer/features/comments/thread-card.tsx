import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { CommentDraft, ShownMessage, ShownThread } from "../../../shared/comments";
import { Button, LinkButton } from "../../ui/kit/button";
import { Check } from "../../ui/kit/field";
import { Quoted } from "../../ui/kit/quoted";
import { shortTime } from "../../ui/time";
import { useComments, useTabs } from "../../workbench/api/parts";
import "./comments.css";
import { DraftField } from "./draft-field";
import { focusCard as focusUnscrolled } from "./focus-card";
import { MessageText } from "./message-text";
import { commentMessages } from "./messages";
import { subjectOf } from "./subject";
import { ThreadEdits } from "./thread-edits";
import { hasWords } from "./unsent-comments";

type Props = {
  thread: ShownThread;
  /** Those of this thread. */
  drafts: readonly CommentDraft[];
  /** Beside the text, the words themselves are marked and need not be repeated. */
  place: "pane" | "margin";
  /** Whether all of it is shown, with a field to answer; else the beginning. */
  isActive: boolean;
  /** Whether it is chosen to be sent to an agent, and what changes that. */
  choice?: { isChosen: boolean; choose(isChosen: boolean): void };
};

/** A thread: the words, what was written about them, and a field to answer. */
export function ThreadCard({ thread, drafts, place, isActive, choice }: Props) {
  const comments = useComments();
  const card = useRef<HTMLElement>(null);
  const t = commentMessages;
  const { thread: id, state, status, needsMe, messages, isUnread } = thread;
  const wanted = useStore(comments.$focus);
  const isWanted = wanted !== null && wanted !== "list" && "thread" in wanted && wanted.thread === id;
  const isWhole = isActive || drafts.some(hasWords);
  const shown = isWhole ? messages : messages.slice(0, 1);
  useEffect(() => {
    if (!isWanted) return;
    comments.$focus.set(null);
    if (card.current) focusUnscrolled(card.current);
  }, [isWanted, comments]);
  const answer = drafts.find(({ kind }) => kind === "reply");
  const focusCard = () => card.current?.focus();

  /** What takes the focus once this card is gone. */
  const neighbour = () => {
    const list = card.current?.closest<HTMLElement>(".comment-list, .cm-comment-margin");
    const cards = [...(list?.querySelectorAll<HTMLElement>("[data-thread]") ?? [])];
    const at = card.current === null ? -1 : cards.indexOf(card.current);
    return cards[at + 1] ?? cards[at - 1] ?? (place === "pane" ? list : undefined);
  };
  const setStatus = async () => {
    const next = neighbour();
    if (!(await comments.set(id, { status: status === "open" ? "resolved" : "open" }))) return;
    // Lists show either what is open or what is resolved: the button is gone with its card.
    if (next) next.focus();
    else comments.backToText();
  };
  const remove = async (message?: ShownMessage) => {
    const next = neighbour();
    const hasDraft = drafts.some(hasWords);
    if (!(await comments.remove(id, message))) return;
    // The button is gone with what it deleted.
    if (message !== undefined) card.current?.focus();
    // What the user began to answer is shown in the side bar.
    else if (hasDraft && place === "margin") comments.show();
    else if (next) next.focus();
    else comments.backToText();
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
      className="comment-card card stack inset"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the cards of a list are walked through by the keyboard
      tabIndex={0}
      aria-label={t.on(subjectOf(thread).slice(0, 80), isUnread)}
      data-thread={id}
      data-status={status}
      data-unread={isUnread}
      data-active={place === "margin" ? isActive : undefined}
      onFocus={() => comments.activate(id)}
      onKeyDown={handleKeyDown}
    >
      {place === "margin" ? null : (
        <Quoted
          text={subjectOf(thread).slice(0, 200)}
          hint={t.goTo}
          isDisabled={state === "orphaned"}
          go={() => comments.goTo(thread)}
        />
      )}
      {state === "anchored" ? null : <p className="soft small">{state === "moved" ? t.moved : t.orphaned}</p>}
      {needsMe && status === "open" ? <p className="soft small">{t.needed}</p> : null}
      <ol className="spread">
        {shown.map((message, index) => (
          <Message
            key={`${message.at} ${index}`}
            thread={id}
            message={message}
            draft={drafts.find(
              (each) => each.kind === "edit" && each.at === message.at && each.before === message.text,
            )}
            onLeave={focusCard}
            canChange={isWhole}
            remove={index === 0 ? undefined : () => void remove(message)}
          />
        ))}
      </ol>
      {isWhole || messages.length === 1 ? null : <p className="soft small">{t.replies(messages.length - 1)}</p>}
      <ThreadEdits thread={thread} isWhole={isWhole} onDecided={focusCard} />
      {drafts
        .filter(
          (each) => each.kind === "edit" && !messages.some(({ at, text }) => at === each.at && text === each.before),
        )
        .map((draft) => (
          <LostDraft key={draft.text} draft={draft} />
        ))}
      {isWhole && (status === "open" || answer !== undefined) ? (
        <DraftField
          draft={answer ?? { kind: "reply", thread: id, text: "" }}
          label={t.reply}
          send={t.sendReply}
          onLeave={focusCard}
        />
      ) : null}
      {isWhole ? (
        <div className="wraps">
          <Button size="small" onClick={() => void setStatus()}>
            {status === "open" ? t.resolve : t.reopen}
          </Button>
          <Button size="small" kind="dangerous" onClick={() => void remove()}>
            {t.removeThread}
          </Button>
          {choice === undefined ? null : (
            <Check checked={choice.isChosen} onChange={(event) => choice.choose(event.target.checked)}>
              {t.choose}
            </Check>
          )}
        </div>
      ) : null}
    </article>
  );
}

type MessageProps = {
  thread: string;
  message: ShownMessage;
  /** What the user makes of it. */
  draft: CommentDraft | undefined;
  onLeave(): void;
  /** Whether messages can be changed here at all; only the user's own can. */
  canChange: boolean;
  remove: (() => void) | undefined;
};

function Message({ thread, message, draft, onLeave, canChange, remove }: MessageProps) {
  const comments = useComments();
  const front = useStore(useTabs().$front);
  /** A draft from before must not take the focus. */
  const [isBegun, setBegun] = useState(false);
  const t = commentMessages;
  const { name, kind, text, at, isMine } = message;
  const begin = () => {
    setBegun(true);
    comments.type({ kind: "edit", thread, at, before: text, text });
  };
  return (
    <li data-kind={kind}>
      <p className="small">
        <b dir="auto">{name}</b> <time dateTime={at}>{shortTime(at)}</time>
      </p>
      {draft === undefined ? (
        <MessageText text={text} isPlain={front?.editor.kind === "office"} />
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
      {isMine && canChange && draft === undefined ? (
        <span className="wraps">
          <LinkButton className="flush small" onClick={begin}>
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
    <section className="comment-lost card stack inset" aria-label={t.unsentAnswer}>
      <p className="soft small">{t.unsentAnswer}</p>
      <p className="comment-text breaks pre-wrap" dir="auto">
        {draft.text}
      </p>
      <div className="wraps">
        <Button size="small" onClick={() => comments.discard(draft)}>
          {t.discard}
        </Button>
      </div>
    </section>
  );
}
