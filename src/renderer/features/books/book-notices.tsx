import { useStore } from "@nanostores/react";
import { useState } from "react";
import { Button, LinkButton } from "../../ui/kit/button";
import { bookMessages } from "./messages";
import { useBook } from "./use-book";

/** Warnings about the book: hard-wrapped lines, unreadable files. */
export function BookNotices() {
  const { model } = useBook();
  const { looksHardWrapped, unit, warnings } = useStore(model.$shown);
  const [isKept, setKept] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const t = bookMessages.wraps;
  const set = async (next: typeof unit) => {
    setBusy(true);
    await model.setUnit(next).finally(() => setBusy(false));
  };
  const isOffered = looksHardWrapped && unit === "lines" && !isKept;
  if (!isOffered && warnings.length === 0) return null;
  return (
    <div className="book-notices small">
      {isOffered ? (
        <p className="actions" role="status">
          <span>{t.offer}</span>
          <Button size="small" disabled={isBusy} onClick={() => void set("blocks")}>
            {t.blocks}
          </Button>
          <LinkButton onClick={() => setKept(true)}>{t.keep}</LinkButton>
        </p>
      ) : null}
      {warnings.length === 0 ? null : (
        <details>
          <summary>{bookMessages.warnings(warnings.length)}</summary>
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
