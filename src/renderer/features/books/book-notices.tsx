import { useStore } from "@nanostores/react";
import { useState } from "react";
import { bookWords } from "./messages";
import { useBook } from "./use-book";

/** Warnings about the book: hard-wrapped lines, unreadable files. */
export function BookNotices() {
  const { model } = useBook();
  const { looksHardWrapped, unit, warnings } = useStore(model.$shown);
  const [isKept, setKept] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const say = bookWords.wraps;
  const set = async (next: typeof unit) => {
    setBusy(true);
    await model.setUnit(next).finally(() => setBusy(false));
  };
  const isOffered = looksHardWrapped && unit === "lines" && !isKept;
  if (!isOffered && warnings.length === 0) return null;
  return (
    <div className="book-notices">
      {isOffered ? (
        <p role="status">
          <span>{say.offer}</span>
          <button type="button" className="button book-small" disabled={isBusy} onClick={() => void set("blocks")}>
            {say.blocks}
          </button>
          <button type="button" className="link" onClick={() => setKept(true)}>
            {say.keep}
          </button>
        </p>
      ) : null}
      {warnings.length === 0 ? null : (
        <details>
          <summary>{bookWords.warnings(warnings.length)}</summary>
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
