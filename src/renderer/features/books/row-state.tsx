import { useStore } from "@nanostores/react";
import type { BookRow } from "../../../shared/book";
import { SendBackIcon, TickIcon } from "./book-icons";
import { bookWords } from "./messages";
import { useBook } from "./use-book";
import { VersionsButton } from "./versions-button";

/** The state of a paragraph as a coloured label, with its actions. */
export function RowState({ row }: { row: BookRow }) {
  const { model } = useBook();
  const typed = useStore(model.unsaved.$all, { keys: [row.id] })[row.id];
  const say = bookWords.row;
  const { id, state, task } = row;
  const isInReview = task?.status === "review" && task.isDone && state !== "accepted";
  const holder = task && state !== "accepted" && task.holder !== "" ? say.by(task.holder) : null;
  const badge = isInReview ? say.inReview : say.states[state];
  return (
    <>
      <span
        className="book-badge"
        data-state={typed ? "unsaved" : isInReview ? "in review" : state}
        title={holder ?? undefined}
      >
        {typed ? (typed.saving === null ? say.unsaved : say.saving) : badge}
      </span>
      {holder !== null && (state === "in work" || state === "sent back") ? (
        <span className="book-holder">{holder}</span>
      ) : null}
      {row.sourceChanged ? (
        <span className="book-badge" data-state="source changed" title={say.sourceChangedHint}>
          {say.sourceChanged}
        </span>
      ) : null}
      <span className="book-row-acts">
        {row.translation === null ? null : state === "accepted" ? (
          <button
            type="button"
            className="icon-button"
            aria-pressed="true"
            aria-label={say.unaccept}
            title={say.unaccept}
            onClick={() => void model.unaccept([id])}
          >
            <TickIcon />
          </button>
        ) : (
          <button
            type="button"
            className="icon-button"
            aria-pressed="false"
            aria-label={say.accept}
            title={say.accept}
            onClick={() => void model.confirm(id)}
          >
            <TickIcon />
          </button>
        )}
        {task && row.translation !== null ? (
          <button
            type="button"
            className="icon-button"
            aria-label={say.sendBack}
            title={say.sendBack}
            onClick={() => model.$sendingBack.set({ paragraphs: [id] })}
          >
            <SendBackIcon />
          </button>
        ) : null}
        {row.versions > 0 ? <VersionsButton row={row} /> : null}
      </span>
    </>
  );
}
