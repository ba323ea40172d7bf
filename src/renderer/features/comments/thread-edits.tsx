import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import type { ShownThread } from "../../../shared/comments";
import { type Decision, editsOf, type ListedEdit } from "../../editor/review/listed-edits";
import { reviewMessages } from "../../editor/review/messages";
import { Button } from "../../ui/kit/button";
import { WordDifference } from "../../ui/kit/word-difference";
import { shownAuthor } from "../../ui/writer-name";
import { useShell } from "../../workbench/api/shell-context";
import { decidedEdits } from "./decided-edits";
import { commentMessages } from "./messages";

/** The maximum number of edits that a card shows; the newest ones. */
const MAX_EDITS = 20;

type Props = {
  thread: ShownThread;
  /** Whether all is shown, with buttons; else how many edits wait. */
  isWhole: boolean;
  /** The button that was pressed is gone: the focus goes to the card. */
  onDecided(): void;
};

/** The agents' edits that answered a thread: those that wait can be kept or undone here. */
export function ThreadEdits({ thread, isWhole, onDecided }: Props) {
  const { pending, review, notices } = useShell();
  const documents = useStore(pending.$documents);
  const hasWrites = thread.writes.length > 0;
  useEffect(() => (hasWrites ? pending.show() : undefined), [pending, hasWrites]);
  if (!hasWrites) return null;
  const t = commentMessages;
  const waiting = documents
    .flatMap(editsOf)
    .filter(({ writes }) => writes.some(({ id }) => thread.writes.includes(id)));
  const decided = decidedEdits(thread.edits, waiting);
  if (waiting.length + decided.length === 0) return null;
  if (!isWhole) return waiting.length > 0 ? <p className="soft small">{t.waitingEdits(waiting.length)}</p> : null;
  const decide = (what: Decision, edit: ListedEdit) =>
    void review()
      .then((store) => store.decideOnEdits(what, [edit]))
      .then(onDecided)
      .catch((error: unknown) => notices.error(String(error)));
  return (
    <ul className="comment-edits card inset-small stack" aria-label={t.edits}>
      {decided.slice(-MAX_EDITS).map((edit) => (
        <li className="stack" key={`${edit.at} ${edit.removed} ${edit.inserted}`} data-outcome={edit.outcome}>
          <p className="soft small">{t.outcomes[edit.outcome](shownAuthor(edit.by))}</p>
          <Changed {...edit} />
        </li>
      ))}
      {waiting.slice(0, MAX_EDITS).map((edit) => (
        <li className="stack" key={edit.hunk.id} data-outcome="pending">
          <p className="soft small">{t.outcomes.pending(shownAuthor(edit.write.by))}</p>
          <Changed {...edit.hunk} />
          <div className="wraps">
            <Button size="small" onClick={() => decide("keep", edit)}>
              {reviewMessages.keep}
            </Button>
            <Button size="small" onClick={() => decide("undo", edit)}>
              {reviewMessages.undo}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Changed({ removed, inserted }: { removed: string; inserted: string }) {
  return (
    <p className="comment-change capped changes breaks pre-wrap" dir="auto">
      <WordDifference before={removed} after={inserted} />
    </p>
  );
}
