import { useStore } from "@nanostores/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { MAX_COMMENT } from "../../../../core/limits";
import type { BookThread } from "../../../../shared/book";
import { Button, LinkButton } from "../../../ui/kit/button";
import { EmptyState } from "../../../ui/kit/empty-state";
import { Check, TextArea } from "../../../ui/kit/field";
import { Actions } from "../../../ui/kit/toolbar";
import { shortTime } from "../../../ui/time";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";

/** The comments on the paragraphs of the chapter, those on the paragraph with the cursor first. */
export function CommentsPane() {
  const { model } = useBook();
  const { comments } = model;
  const threads = useStore(comments.$threads);
  const active = useStore(model.$active);
  const [isAll, setAll] = useState(false);
  const t = bookMessages.comments;
  const listed = threads.filter(({ status }) => isAll || status === "open");
  const isHere = ({ paragraph }: BookThread): boolean => active !== null && paragraph === active.id;
  const sorted = [...listed.filter(isHere), ...listed.filter((thread) => !isHere(thread))];
  return (
    <div className="book-pane stack spaced inset">
      {active === null ? (
        <p className="soft small">{t.start}</p>
      ) : (
        <NewComment paragraph={active.id} index={active.index} />
      )}
      <Check checked={isAll} onChange={(event) => setAll(event.target.checked)}>
        {t.showResolved}
      </Check>
      {sorted.length === 0 ? (
        <EmptyState>{t.none}</EmptyState>
      ) : (
        <ol className="lines" aria-label={t.label}>
          {sorted.map((thread) => (
            <Thread key={thread.thread} thread={thread} isHere={isHere(thread)} />
          ))}
        </ol>
      )}
    </div>
  );
}

function NewComment({ paragraph, index }: { paragraph: string; index: number }) {
  const { model } = useBook();
  const { comments } = model;
  const wanted = useStore(comments.$focus);
  const answered = useRef(0);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (wanted <= answered.current) return;
    answered.current = wanted;
    field.current?.focus();
  }, [wanted]);
  return (
    <Writing
      field={field}
      name={paragraph}
      label={bookMessages.comments.on(index)}
      button={bookMessages.comments.add}
      send={() => comments.add(paragraph)}
    />
  );
}

type WritingProps = {
  field?: React.RefObject<HTMLTextAreaElement | null>;
  /** The name of what is written in `$unsent`. */
  name: string;
  label: string;
  button: string;
  send(): Promise<boolean>;
};

/** A field for a comment or an answer. Ctrl+Enter sends it. */
function Writing({ field, name, label, button, send }: WritingProps) {
  const { model } = useBook();
  const { comments } = model;
  const text = useStore(comments.$unsent)[name] ?? "";
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    void send();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <TextArea
        ref={field}
        rows={2}
        maxLength={MAX_COMMENT}
        aria-label={label}
        placeholder={label}
        dir="auto"
        value={text}
        onChange={(event) => comments.write(name, event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
          event.stopPropagation();
          submit(event);
        }}
      />
      {text.trim() === "" ? null : (
        <Button type="submit" size="small">
          {button}
        </Button>
      )}
    </form>
  );
}

function Thread({ thread, isHere }: { thread: BookThread; isHere: boolean }) {
  const { model } = useBook();
  const { comments } = model;
  const rows = useStore(model.$rows);
  const chapter = useStore(model.$chapter);
  const t = bookMessages.comments;
  const { thread: id, paragraph, words, messages, status } = thread;
  const row = chapter === null ? undefined : rows.get(chapter)?.find((each) => each.id === paragraph);
  return (
    <li className="stack ends" data-thread={id} data-status={status} aria-current={isHere || undefined}>
      <p className="soft small clip" dir="auto" title={words.slice(0, 300)}>
        {row === undefined ? (
          t.lost(words.slice(0, 80))
        ) : (
          <LinkButton className="flush" title={t.goTo} onClick={() => void model.goTo(row)}>
            {t.place(row.index, words.slice(0, 80))}
          </LinkButton>
        )}
      </p>
      {messages.map(({ name, text, at }, index) => (
        <div key={`${at} ${index}`}>
          <p className="small">
            <b dir="auto">{name}</b> <time dateTime={at}>{shortTime(at)}</time>
          </p>
          <p className="breaks pre-wrap" dir="auto">
            {text}
          </p>
        </div>
      ))}
      {status === "open" ? (
        <Writing name={id} label={t.reply} button={t.reply} send={() => comments.reply(id)} />
      ) : null}
      <Actions>
        <Button size="small" onClick={() => void comments.setStatus(id, status === "open" ? "resolved" : "open")}>
          {status === "open" ? t.resolve : t.reopen}
        </Button>
        <LinkButton className="small" onClick={() => void comments.remove(id)}>
          {t.remove}
        </LinkButton>
      </Actions>
    </li>
  );
}
