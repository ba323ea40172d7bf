import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { CommentDraft, ShownThread } from "../../../shared/comments";
import { Callout } from "../../ui/kit/callout";
import { EmptyState } from "../../ui/kit/empty-state";
import { Check } from "../../ui/kit/field";
import { SegmentedControl } from "../../ui/kit/toolbar";
import { useComments } from "../../workbench/api/parts";
import "./comments-pane.css";
import { DraftField } from "./draft-field";
import { commentMessages } from "./messages";
import { LostDraft, ThreadCard } from "./thread-card";
import { draftKey, hasWords } from "./unsent-comments";

const FILTERS = ["open", "mine", "agents", "resolved"] as const;
type Filter = (typeof FILTERS)[number];
type NewDraft = CommentDraft & { kind: "new" };

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
  const drafts = useStore(comments.$drafts);
  const state = useStore(comments.$state);
  const wanted = useStore(comments.$focus);
  const [filter, setFilter] = useState<Filter>("open");
  const list = useRef<HTMLDivElement>(null);
  const t = commentMessages;
  const draftsOf = (thread: string) => drafts.filter((draft) => draft.kind !== "new" && draft.thread === thread);
  // Whatever the filter: a thread stays in view while the user writes about it.
  const shown = threads.filter((thread) => shows[filter](thread) || draftsOf(thread.thread).some(hasWords));
  const begun = drafts.filter((draft): draft is NewDraft => draft.kind === "new");
  const lost = drafts.filter(
    (draft) => draft.kind !== "new" && hasWords(draft) && !threads.some(({ thread }) => thread === draft.thread),
  );
  useEffect(() => {
    if (wanted !== "list") return;
    comments.$focus.set(null);
    (list.current?.querySelector<HTMLElement>("article") ?? list.current)?.focus();
  }, [wanted, comments]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
    if (event.key === "Escape") comments.backToText();
    if (event.target instanceof HTMLTextAreaElement) return;
    if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      void comments.undo();
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || event.target.tagName !== "ARTICLE") return;
    const cards = [...(list.current?.querySelectorAll<HTMLElement>("article") ?? [])];
    cards[cards.indexOf(event.target) + step]?.focus();
    event.preventDefault();
  };
  return (
    <section className="comments-pane pane" aria-label={t.heading} data-own-keys="Mod+Z" onKeyDown={handleKeyDown}>
      <header className="toolbar comments-head">
        <h2>{t.count(shown.length)}</h2>
        <SegmentedControl<Filter>
          label={t.filter}
          value={filter}
          choices={FILTERS.map((id) => ({ id, label: t.filters[id] }))}
          pick={setFilter}
        />
      </header>
      {typeof state === "object" ? (
        <Callout tone="bad" aria-label={t.unread}>
          {state.error}
        </Callout>
      ) : null}
      {begun.map((draft) => (
        <NewComment key={draft.id} draft={draft} />
      ))}
      {state === "ready" ? lost.map((draft) => <LostDraft key={draftKey(draft)} draft={draft} />) : null}
      <div ref={list} className="comment-list" tabIndex={-1}>
        {shown.map((thread) => (
          <ThreadCard key={thread.thread} thread={thread} drafts={draftsOf(thread.thread)} />
        ))}
      </div>
      {threads.length === 0 && drafts.length === 0 && state === "ready" ? (
        <EmptyState heading={t.none}>{t.lead}</EmptyState>
      ) : null}
    </section>
  );
}

function NewComment({ draft }: { draft: NewDraft }) {
  const comments = useComments();
  const wanted = useStore(comments.$focus);
  const takesFocus = wanted !== null && wanted !== "list" && wanted.draft === draft.id;
  const t = commentMessages;
  useEffect(() => {
    if (takesFocus) comments.$focus.set(null);
  }, [takesFocus, comments]);
  return (
    <section className="comment-card" aria-label={t.on(draft.words)}>
      <blockquote dir="auto">{draft.words.slice(0, 200)}</blockquote>
      <DraftField
        draft={draft}
        label={t.write}
        send={t.send}
        takesFocus={takesFocus}
        onSent={comments.backToText}
        onLeave={comments.backToText}
      >
        <Check checked={draft.needsMe} onChange={(event) => comments.type({ ...draft, needsMe: event.target.checked })}>
          {t.needsMe}
        </Check>
      </DraftField>
    </section>
  );
}
