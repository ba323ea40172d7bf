import { useState } from "react";
import type { ShownThread } from "../../../shared/contract";
import { Button, LinkButton } from "../../ui/kit/button";
import { TextArea } from "../../ui/kit/field";
import { formatTime } from "../../ui/time";
import { useComments } from "../../workbench/api/parts";
import { commentMessages } from "./messages";

/** A thread: the words, what was written about them, and a field to answer. */
export function ThreadCard({ thread }: { thread: ShownThread }) {
  const comments = useComments();
  const [editing, setEditing] = useState<number | null>(null);
  const t = commentMessages;
  const { thread: id, words, state, status, needsMe, messages } = thread;
  return (
    <article
      className="comment-card"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the cards of a list are walked through by the keyboard
      tabIndex={0}
      aria-label={t.on(words.slice(0, 80))}
      data-status={status}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.target !== event.currentTarget) return;
        event.preventDefault();
        comments.goTo(thread);
      }}
    >
      <blockquote dir="auto">
        <button type="button" title={t.goTo} disabled={state === "orphaned"} onClick={() => comments.goTo(thread)}>
          {words.slice(0, 200)}
        </button>
      </blockquote>
      {state === "anchored" ? null : <p className="soft small">{state === "moved" ? t.moved : t.orphaned}</p>}
      {needsMe && status === "open" ? <p className="soft small">{t.needed}</p> : null}
      <ol>
        {messages.map(({ name, kind, text, at }, index) => (
          <li key={`${at} ${index}`} data-kind={kind}>
            <p className="small">
              <b dir="auto">{name}</b> <time dateTime={at}>{formatTime(at)}</time>
            </p>
            {editing === index ? (
              <MessageField
                label={t.edit}
                send={t.save}
                first={text}
                done={async (changed) => {
                  if (changed !== null) await comments.edit(id, index, changed);
                  setEditing(null);
                  return true;
                }}
              />
            ) : (
              <p className="comment-text" dir="auto">
                {text}
              </p>
            )}
            {kind === "user" && editing !== index ? (
              <span className="comment-actions">
                <LinkButton className="small" onClick={() => setEditing(index)}>
                  {t.edit}
                </LinkButton>
                {index === 0 ? null : (
                  <LinkButton className="small" onClick={() => void comments.edit(id, index, null)}>
                    {t.remove}
                  </LinkButton>
                )}
              </span>
            ) : null}
          </li>
        ))}
      </ol>
      {status === "open" ? (
        <MessageField
          label={t.reply}
          send={t.sendReply}
          first=""
          done={async (text) => (text === null ? true : comments.reply(id, text))}
        />
      ) : null}
      <div className="comment-actions">
        <Button size="small" onClick={() => void comments.set(id, { status: status === "open" ? "resolved" : "open" })}>
          {status === "open" ? t.resolve : t.reopen}
        </Button>
        <Button size="small" kind="dangerous" onClick={() => void comments.edit(id, 0, null)}>
          {t.removeThread}
        </Button>
      </div>
    </article>
  );
}

type MessageFieldProps = {
  label: string;
  send: string;
  first: string;
  /** Null: the user gave up. True empties the field. */
  done(text: string | null): Promise<boolean>;
};

function MessageField({ label, send, first, done }: MessageFieldProps) {
  const [text, setText] = useState(first);
  const submit = async () => {
    if (text.trim() !== "" && (await done(text.trim()))) setText(first);
  };
  return (
    <form
      className="comment-reply"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void submit();
        }
        if (event.key === "Escape" && text !== first) {
          event.preventDefault();
          setText(first);
          void done(null);
        }
      }}
    >
      <TextArea
        aria-label={label}
        placeholder={label}
        dir="auto"
        rows={text === "" ? 1 : 3}
        maxLength={10_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {text === "" ? null : (
        <Button size="small" type="submit">
          {send}
        </Button>
      )}
    </form>
  );
}
