import { useMemo, useState } from "react";
import { LinkButton } from "../../../ui/kit/button";
import { messages } from "../../../ui/messages";
import { panelMessages } from "../messages";
import { type DiffRow, diffRows } from "./diff-rows";

/** Rows shown before the user asks for all. */
const INITIAL_ROWS = 60;

/** The maximum number of rows that are rendered. */
const MAX_ROWS = 3000;

/** The changes of a write, line by line, with the changed words marked. */
export function DiffView({ diff, label, isCut }: { diff: string; label: string; isCut: boolean }) {
  const rows = useMemo(() => diffRows(diff), [diff]);
  const [isWhole, setWhole] = useState(false);
  const shown = rows.slice(0, isWhole ? MAX_ROWS : INITIAL_ROWS);
  const t = panelMessages.approval;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard */}
      <section className="diff capped above-small selectable mono card" tabIndex={0} aria-label={label} dir="auto">
        {shown.map((row, at) => (
          <Row key={at} row={row} />
        ))}
      </section>
      {rows.length > INITIAL_ROWS && !isWhole ? (
        <LinkButton onClick={() => setWhole(true)}>{t.showAll}</LinkButton>
      ) : null}
      {isCut || (isWhole && rows.length > MAX_ROWS) ? <p className="soft">{t.cut}</p> : null}
    </>
  );
}

function Row({ row }: { row: DiffRow }) {
  if (row.kind === "gap") return <p className="diff-gap" aria-hidden="true" />;
  const { kind, pieces } = row;
  const spokenKind = { same: null, added: messages.history.added, removed: messages.history.removed }[kind];
  const Word = kind === "added" ? "ins" : "del";
  return (
    <p className="diff-line breaks pre-wrap" data-kind={kind}>
      {spokenKind === null ? null : <span className="visually-hidden">{spokenKind} </span>}
      {pieces.map(({ text, isChanged }, at) =>
        isChanged ? <Word key={at}>{text}</Word> : <span key={at}>{text}</span>,
      )}
    </p>
  );
}
