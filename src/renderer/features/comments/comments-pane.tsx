import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { ShownThread } from "../../../shared/contract";
import { Button } from "../../ui/kit/button";
import { EmptyState } from "../../ui/kit/empty-state";
import { Check, TextArea } from "../../ui/kit/field";
import { SegmentedControl } from "../../ui/kit/toolbar";
import { useComments } from "../../workbench/api/parts";
import "./comments-pane.css";
import { commentMessages } from "./messages";
import { ThreadCard } from "./thread-card";

const FILTERS = ["open", "mine", "agents", "resolved"] as const;
type Filter = (typeof FILTERS)[number];

const shows: Record<Filter, (thread: ShownThread) => boolean> = {
  open: ({ status }) => status === "open",
  mine: ({ status, messages }) => status === "open" && messages[0]?.kind === "user",
  agents: ({ status, messages }) => status === "open" && messages.some(({ kind }) => kind === "agent"),
  resolved: ({ status }) => status === "resolved",
};

/** The comments of the document in front, in its order. */
export default function CommentsPane() {
  const comments = useComments();
  const threads = useStore(comments.$threads);
  const draft = useStore(comments.$draft);
  const wanted = useStore(comments.$focus);
  const [filter, setFilter] = useState<Filter>("open");
  const list = useRef<HTMLDivElement>(null);
  const t = commentMessages;
  const shown = threads.filter(shows[filter]);
  useEffect(() => {
    if (!wanted || draft !== null) return;
    comments.$focus.set(false);
    (list.current?.querySelector<HTMLElement>("article") ?? list.current)?.focus();
  }, [wanted, draft, comments]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (event.key === "Escape") comments.backToText();
    if (!(event.target instanceof HTMLElement) || event.target.tagName !== "ARTICLE") return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    const cards = [...(list.current?.querySelectorAll<HTMLElement>("article") ?? [])];
    cards[cards.indexOf(event.target) + step]?.focus();
    event.preventDefault();
  };
  return (
    <section className="comments-pane pane" aria-label={t.heading} onKeyDown={handleKeyDown}>
      <header className="toolbar comments-head">
        <h2>{t.count(shown.length)}</h2>
        <SegmentedControl<Filter>
          label={t.filter}
          value={filter}
          choices={FILTERS.map((id) => ({ id, label: t.filters[id] }))}
          pick={setFilter}
        />
      </header>
      {draft === null ? null : <NewComment words={draft.words} />}
      <div ref={list} className="comment-list" tabIndex={-1}>
        {shown.map((thread) => (
          <ThreadCard key={thread.thread} thread={thread} />
        ))}
      </div>
      {threads.length === 0 && draft === null ? <EmptyState heading={t.none}>{t.lead}</EmptyState> : null}
    </section>
  );
}

function NewComment({ words }: { words: string }) {
  const comments = useComments();
  const [text, setText] = useState("");
  const [needsMe, setNeedsMe] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const t = commentMessages;
  useEffect(() => {
    comments.$focus.set(false);
    field.current?.focus();
  }, [comments]);
  const send = async () => {
    if (text.trim() === "" || isBusy) return;
    setBusy(true);
    const isDone = await comments.add(text.trim(), needsMe);
    setBusy(false);
    if (isDone) comments.backToText();
  };
  return (
    <form
      className="comment-card"
      aria-label={t.on(words)}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void send();
        }
        if (event.key === "Escape") {
          event.preventDefault();
          comments.cancel();
          comments.backToText();
        }
      }}
    >
      <blockquote dir="auto">{words.slice(0, 200)}</blockquote>
      <TextArea
        ref={field}
        aria-label={t.write}
        dir="auto"
        rows={3}
        maxLength={10_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Check checked={needsMe} onChange={(event) => setNeedsMe(event.target.checked)}>
        {t.needsMe}
      </Check>
      <div className="comment-actions">
        <Button size="small" kind="main" type="submit" isBusy={isBusy} disabled={text.trim() === ""}>
          {t.send}
        </Button>
        <Button
          size="small"
          onClick={() => {
            comments.cancel();
            comments.backToText();
          }}
        >
          {t.cancel}
        </Button>
      </div>
    </form>
  );
}
