import { useStore } from "@nanostores/react";
import { useState } from "react";
import { Button, LinkButton } from "../../../ui/kit/button";
import { CopyButton } from "../../../ui/kit/copy-button";
import { languageTag } from "../book-languages";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";

/** Warnings about the book: hard-wrapped lines, unreadable files, translations without a paragraph. */
export function BookNotices() {
  const { model } = useBook();
  const { looksHardWrapped, unit, warnings } = useStore(model.$shown);
  const detached = useStore(model.$detached);
  const all = useStore(model.unsaved.$all);
  const [isKept, setKept] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const t = bookMessages.wraps;
  const set = async (next: typeof unit) => {
    setBusy(true);
    await model.setUnit(next).finally(() => setBusy(false));
  };
  const isOffered = looksHardWrapped && unit === "lines" && !isKept;
  const lost = detached.flatMap((id) => (all[id] ? [{ id, ...all[id] }] : []));
  if (!isOffered && warnings.length === 0 && lost.length === 0) return null;
  return (
    <div className="book-notices warned keeps line-below inset small">
      {isOffered ? (
        <p className="actions" role="status">
          <span>{t.offer}</span>
          <Button size="small" disabled={isBusy} onClick={() => void set("blocks")}>
            {t.blocks}
          </Button>
          <LinkButton onClick={() => setKept(true)}>{t.keep}</LinkButton>
        </p>
      ) : null}
      {lost.length === 0 ? null : (
        <div role="status">
          <p>{bookMessages.detached.explain(lost.length)}</p>
          <ul className="capped sides">
            {lost.map(({ id, text, language }) => (
              <li key={id} className="actions">
                <span lang={languageTag(language) ?? undefined} dir="auto">
                  {text}
                </span>
                <CopyButton text={() => text} label={bookMessages.detached.copy} />
                <LinkButton onClick={() => model.unsaved.discard(id)}>{bookMessages.detached.discard}</LinkButton>
              </li>
            ))}
          </ul>
        </div>
      )}
      {warnings.length === 0 ? null : (
        <details>
          <summary>{bookMessages.warnings(warnings.length)}</summary>
          <ul className="capped sides">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
