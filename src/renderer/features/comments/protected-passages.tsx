import { useStore } from "@nanostores/react";
import { useId, useRef } from "react";
import type { ShownLock } from "../../../shared/comments";
import { Button } from "../../ui/kit/button";
import { Quoted } from "../../ui/kit/quoted";
import { useComments, useGuest } from "../../workbench/api/parts";
import { commentMessages } from "./messages";
import { subjectOf } from "./subject";

/** The passages of the document in front that agents may not change, in its order, then protections whose words are gone; nothing if there are none. */
export function ProtectedPassages() {
  const comments = useComments();
  const found = useStore(comments.$locks);
  const lost = useStore(comments.$lostLocks);
  return (
    <>
      <Passages locks={found} title={commentMessages.locks(found.length)} />
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
  const t = commentMessages;
  const end = async () => {
    const beside = card.current?.nextElementSibling ?? card.current?.previousElementSibling;
    await comments.unprotect(lock);
    // The button is gone with its card.
    if (beside instanceof HTMLElement && beside.matches("article")) beside.querySelector("button")?.focus();
    else comments.$focus.set("list");
  };
  const subject = lock.kind === "document" ? t.wholeDocument : subjectOf(lock);
  return (
    <article ref={card} className="comment-card card stack inset" aria-label={subject.slice(0, 80)}>
      <Quoted text={subject} hint={t.goTo} go={lock.isLost ? null : () => comments.goToLock(lock)} />
      {lock.isLost ? <p className="soft small">{t.lostLock}</p> : null}
      {lock.mode === "suggest" && !lock.isLost ? <p className="soft small">{t.onlySuggest}</p> : null}
      {guest === null ? (
        <div className="wraps">
          <Button size="small" onClick={() => void end()}>
            {t.unprotect}
          </Button>
        </div>
      ) : null}
    </article>
  );
}
