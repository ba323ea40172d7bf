import { useMemo, useState } from "react";
import { words } from "../../ui/messages";
import { type DiffRow, diffRows } from "./diff-rows";
import { panelWords } from "./messages";

/** Rows shown before the user asks for all. */
const FIRST = 60;

/** The most rows that are rendered. */
const MOST = 3000;

/** The changes of a write, line by line, with the changed words marked. */
export function DiffView({ diff, label, isCut }: { diff: string; label: string; isCut: boolean }) {
  const rows = useMemo(() => diffRows(diff), [diff]);
  const [isWhole, setWhole] = useState(false);
  const shown = rows.slice(0, isWhole ? MOST : FIRST);
  const say = panelWords.approval;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard */}
      <section className="diff" tabIndex={0} aria-label={label} dir="auto">
        {shown.map((row, at) => (
          <Row key={at} row={row} />
        ))}
      </section>
      {rows.length > FIRST && !isWhole ? (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {say.whole}
        </button>
      ) : null}
      {isCut || (isWhole && rows.length > MOST) ? <p className="diff-cut">{say.cut}</p> : null}
    </>
  );
}

function Row({ row }: { row: DiffRow }) {
  if (row.kind === "gap") return <p className="diff-gap" aria-hidden="true" />;
  const { kind, pieces } = row;
  const said = { same: null, added: words.history.added, removed: words.history.removed }[kind];
  const Word = kind === "added" ? "ins" : "del";
  return (
    <p className="diff-line" data-kind={kind}>
      {said === null ? null : <span className="heard-only">{said} </span>}
      {pieces.map(({ text, isChanged }, at) =>
        isChanged ? <Word key={at}>{text}</Word> : <span key={at}>{text}</span>,
      )}
    </p>
  );
}
