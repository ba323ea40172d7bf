import { useStore } from "@nanostores/react";
import { useEffect, useId, useRef } from "react";
import type { ShownLock } from "../../../shared/comments";
import { Button } from "../../ui/kit/button";
import { Select } from "../../ui/kit/field";
import { Quoted } from "../../ui/kit/quoted";
import { useComments, useGuest, useTabs } from "../../workbench/api/parts";
import { commentMessages } from "./messages";
import { subjectOf } from "./subject";

/** The passages of the document in front that agents may not change, in its order, then protections whose words are gone; nothing if there are none. */
export function ProtectedPassages() {
  const comments = useComments();
  const found = useStore(comments.$locks);
  const lost = useStore(comments.$lostLocks);
  const protecting = found.filter(({ share }) => share === null);
  return (
    <>
      <Passages locks={protecting} title={commentMessages.locks(protecting.length)} />
      <Passages locks={found.filter(({ share }) => share !== null)} title={commentMessages.limited} />
      <Passages locks={lost} title={commentMessages.lostLocks(lost.length)} />
    </>
  );
}

function Passages({ locks, title }: { locks: readonly ShownLock[]; title: string }) {
  const heading = useId();
  if (locks.length === 0) return null;
  return (
    <section className="comment-list" aria-labelledby={heading}>
      <h3 id={heading} className="soft small sides ends-small breaks">
        {title}
      </h3>
      {locks.map((lock) => (
        <ProtectedPassage key={lock.lock} lock={lock} />
      ))}
    </section>
  );
}

function ProtectedPassage({ lock }: { lock: ShownLock }) {
  const comments = useComments();
  const guest = useGuest();
  const card = useRef<HTMLElement>(null);
  const wanted = useStore(comments.$focus);
  const isWanted = wanted !== null && wanted !== "list" && "lock" in wanted && wanted.lock === lock.lock;
  const t = commentMessages;
  useEffect(() => {
    if (!isWanted) return;
    comments.$focus.set(null);
    card.current?.focus();
  }, [isWanted, comments]);
  const end = async () => {
    const beside = card.current?.nextElementSibling ?? card.current?.previousElementSibling;
    await comments.unprotect(lock);
    // The button is gone with its card.
    if (beside instanceof HTMLElement && beside.matches("article")) beside.querySelector("button")?.focus();
    else comments.$focus.set("list");
  };
  const subject = lock.kind === "document" ? t.wholeDocument : subjectOf(lock);
  return (
    <article
      ref={card}
      className="comment-card card stack inset"
      // Not on the way of Tab: its buttons are.
      tabIndex={-1}
      aria-label={subject.slice(0, 80)}
    >
      <Quoted
        text={subject}
        hint={t.goTo}
        go={lock.isLost || (lock.isGoing && lock.page === null) ? null : () => comments.goToLock(lock)}
      />
      {lock.isLost ? <p className="soft small">{t.lostLock}</p> : null}
      {lock.isGoing ? <p className="soft small">{t.goingLock}</p> : null}
      {lock.share === null ? null : <Share share={lock.share} />}
      {lock.isLost || lock.share !== null ? null : <Mode lock={lock} />}
      {guest === null ? (
        <div className="wraps">
          <Button size="small" onClick={() => void end()}>
            {lock.share === null ? t.unprotect : t.endLimit}
          </Button>
        </div>
      ) : null}
    </article>
  );
}

/** What agents may do with a passage, which the user can set for words: in Word documents agents may suggest edits, in other Office documents not. */
function Mode({ lock }: { lock: ShownLock }) {
  const comments = useComments();
  const guest = useGuest();
  const front = useStore(useTabs().$front);
  const t = commentMessages;
  if (guest !== null || (front?.editor.kind !== "text" && lock.page === null && !lock.isGoing))
    return lock.mode === "suggest" ? <p className="soft small">{t.onlySuggest}</p> : null;
  return (
    <Select
      aria-label={t.agentsCan}
      value={lock.mode}
      onChange={(event) => void comments.setLockMode(lock, event.target.value === "suggest" ? "suggest" : "locked")}
    >
      <option value="locked">{t.cannotChange}</option>
      <option value="suggest">{t.onlySuggest}</option>
    </Select>
  );
}

const SHARES = [1, 5, 10, 20, 50];

/** How many of the words agents may change, which the user can set. */
function Share({ share }: { share: number }) {
  const comments = useComments();
  const guest = useGuest();
  const t = commentMessages;
  if (guest !== null) return <p className="soft small">{`${t.share} ${t.ofTheWords(share)}`}</p>;
  return (
    <label className="stack small">
      <span className="soft">{t.share}</span>
      <Select value={share} onChange={(event) => void comments.limit(Number(event.target.value))}>
        {[...new Set([...SHARES, share])]
          .sort((a, b) => a - b)
          .map((each) => (
            <option key={each} value={each}>
              {t.ofTheWords(each)}
            </option>
          ))}
      </Select>
    </label>
  );
}
