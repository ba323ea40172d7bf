import { useStore } from "@nanostores/react";
import type { BookRow } from "../../../../shared/book";
import { IconButton, QuietButton } from "../../../ui/kit/button";
import { SendBackIcon, TickIcon } from "../book-icons";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";
import { FlagButton } from "./flag-button";
import { VersionsButton } from "./versions-button";

/** The state of a paragraph as a coloured label, with its actions. */
export function RowState({ row }: { row: BookRow }) {
  const { model } = useBook();
  const typed = useStore(model.unsaved.$all, { keys: [row.id] })[row.id];
  const threads = useStore(model.comments.$threads);
  const locked = useStore(model.comments.$locked);
  const comments = threads.filter(({ paragraph, status }) => paragraph === row.id && status === "open").length;
  const t = bookMessages.row;
  const { id, state, task } = row;
  const isInReview = task?.status === "review" && task.isDone && state !== "accepted";
  const holder = task && state !== "accepted" && task.holder !== "" ? t.by(task.holder) : null;
  const badge = isInReview ? t.inReview : t.states[state];
  return (
    <>
      <span
        className="book-badge in-line nowrap soft small"
        data-state={typed ? "unsaved" : isInReview ? "in review" : state}
        title={holder ?? undefined}
      >
        {typed ? (typed.saving === null ? t.unsaved : t.saving) : badge}
      </span>
      {holder !== null && (state === "in work" || state === "sent back") ? (
        <span className="clip soft">{holder}</span>
      ) : null}
      {row.sourceChanged ? (
        <span className="book-badge in-line nowrap soft small" data-state="source changed" title={t.sourceChangedHint}>
          {t.sourceChanged}
        </span>
      ) : null}
      {locked.has(id) ? (
        <span className="book-badge in-line nowrap soft small" data-state="protected">
          {bookMessages.comments.protectedMark}
        </span>
      ) : null}
      {comments === 0 ? null : (
        <QuietButton
          className="small"
          onClick={() => {
            model.$aside.set("comments");
            void model.goTo(row);
          }}
        >
          {bookMessages.comments.count(comments)}
        </QuietButton>
      )}
      {typed ? null : <FlagButton row={row} />}
      <span className="book-row-acts in-line">
        {row.translation === null ? null : state === "accepted" ? (
          <IconButton aria-pressed="true" label={t.unaccept} onClick={() => void model.unaccept([id])}>
            <TickIcon />
          </IconButton>
        ) : (
          <IconButton aria-pressed="false" label={t.accept} onClick={() => void model.confirm(row)}>
            <TickIcon />
          </IconButton>
        )}
        {task && row.translation !== null ? (
          <IconButton label={t.sendBack} onClick={() => model.$sendingBack.set({ paragraphs: [id] })}>
            <SendBackIcon />
          </IconButton>
        ) : null}
        {row.versions > 0 ? <VersionsButton row={row} /> : null}
      </span>
    </>
  );
}
