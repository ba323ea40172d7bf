import { useStore } from "@nanostores/react";
import { useState } from "react";
import type { OfficeComment, OfficeParagraph, OfficeSuggestion } from "../../../../shared/office";
import { writesOfHunk } from "../../../editor/review/agent-lanes";
import { writerNames } from "../../../editor/review/describe-hunk";
import { reviewMessages } from "../../../editor/review/messages";
import { QuietButton } from "../../../ui/kit/button";
import { moment } from "../../../ui/time";
import { useComments } from "../../../workbench/api/parts";
import { officeMessages } from "../messages";
import type { OfficeModel } from "../model/office-model";
import type { ThreadsByComment } from "./commented-passages";

/**
 * The pending hunks of a paragraph with Keep and Undo. A hunk that spans paragraphs appears at the first of them, and at the
 * current one.
 */
export function HunkCards({
  model,
  paragraph,
  isCurrent,
}: {
  model: OfficeModel;
  paragraph: string;
  isCurrent: boolean;
}) {
  const { hunks, writes } = useStore(model.review.$pending);
  const current = useStore(model.review.$current);
  const own = hunks.filter(({ parts }) => {
    const paragraphs = parts.flatMap((part) => ("paragraph" in part ? [part.paragraph] : []));
    return isCurrent ? paragraphs.includes(paragraph) : paragraphs[0] === paragraph;
  });
  return own.map(({ id, writes: parts, isMixed }) => {
    const who = writerNames(writesOfHunk(writes, { writes: parts }));
    const by = isMixed ? reviewMessages.withYou(who) : who;
    return (
      <span key={id} className="office-card card ui-font small" data-kind="hunk" data-current={id === current}>
        <span className="office-card-who clip soft">{by}</span>
        <QuietButton onClick={() => void model.review.decide("keep", [id])}>{reviewMessages.keep}</QuietButton>
        <QuietButton onClick={() => void model.review.decide("undo", [id])}>{reviewMessages.undo}</QuietButton>
      </span>
    );
  });
}

/** The tracked changes of a paragraph with Accept and Reject. */
export function SuggestionCards({ model, paragraph }: { model: OfficeModel; paragraph: OfficeParagraph }) {
  const suggestions = useStore(model.$suggestions);
  const named = new Set(paragraph.runs.flatMap(({ suggestion }) => (suggestion ? [suggestion.id] : [])));
  const own = suggestions.filter((each) => named.has(each.id) || each.paragraph === paragraph.id);
  return own.map((suggestion) => (
    <span key={suggestion.id} className="office-card card ui-font small" data-kind="suggestion">
      <span className="office-card-who clip soft">{describeSuggestion(suggestion)}</span>
      <QuietButton onClick={() => void model.resolve([suggestion.id], "accept")}>{officeMessages.accept}</QuietButton>
      <QuietButton onClick={() => void model.resolve([suggestion.id], "reject")}>{officeMessages.reject}</QuietButton>
    </span>
  ));
}

function describeSuggestion({ kind, author, at, text }: OfficeSuggestion): string {
  const who = author || officeMessages.somebody;
  const when = at ? moment(at, new Date()) : "";
  const words = text.trim();
  return [officeMessages.suggestion(officeMessages.kinds[kind], who), when, words === "" ? "" : `“${words}”`]
    .filter(Boolean)
    .join(" · ");
}

/** The threads on a paragraph that are not resolved, each collapsed to its author's name. */
export function CommentCards({
  comments,
  threads,
  paragraph,
  isBeside,
}: {
  comments: readonly OfficeComment[];
  threads: ThreadsByComment;
  paragraph: OfficeParagraph;
  /** Whether threads have cards beside the paper: then only those are here that are not known as threads. */
  isBeside: boolean;
}) {
  const isLoading = useStore(useComments().$state) === "loading";
  const named = new Set(paragraph.runs.flatMap((run) => run.comments ?? []));
  const own = comments.filter(({ id, parent }) => named.has(id) || (parent !== null && named.has(parent)));
  const byThread = Map.groupBy(own, ({ id }) => threads.get(id));
  const found = [...byThread.keys()].flatMap((thread) => (thread?.status === "open" ? [thread] : []));
  return (
    <>
      {(isBeside ? [] : found).map((thread) => (
        <CommentCard key={thread.thread} messages={thread.messages} thread={thread.thread} />
      ))}
      {(isBeside && isLoading ? [] : (byThread.get(undefined) ?? [])).map(({ id, author, at, text }) => (
        <CommentCard key={id} messages={[{ name: author, at, text }]} thread={null} />
      ))}
    </>
  );
}

type CommentCardProps = {
  messages: readonly { name: string; at: string | null; text: string }[];
  /** Null until the threads are known: then it cannot be answered. */
  thread: string | null;
};

function CommentCard({ messages, thread }: CommentCardProps) {
  const [isOpen, setOpen] = useState(false);
  const comments = useComments();
  const answers = messages.length - 1;
  const nameOf = (name: string | undefined) => name || officeMessages.somebody;
  return (
    <span className="office-card card ui-font small" data-kind="comment">
      <QuietButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {officeMessages.commentBy(nameOf(messages[0]?.name))}
        {answers > 0 ? ` · ${officeMessages.answers(answers)}` : ""}
      </QuietButton>
      {isOpen
        ? messages.map(({ name, at, text }, index) => (
            <span key={`${at} ${index}`} className="sides-small breaks pre-wrap" dir="auto">
              <b>{nameOf(name)}</b> {text} {at ? <span className="faint small">{moment(at, new Date())}</span> : null}
            </span>
          ))
        : null}
      {isOpen && thread !== null ? (
        <span className="wraps">
          <QuietButton
            onClick={() => {
              comments.show();
              comments.$focus.set({ thread });
            }}
          >
            {officeMessages.answerComment}
          </QuietButton>
          <QuietButton onClick={() => void comments.set(thread, { status: "resolved" })}>
            {officeMessages.resolveComment}
          </QuietButton>
        </span>
      ) : null}
    </span>
  );
}
