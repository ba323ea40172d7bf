import type { ComparedHunk, Piece, SectionName } from "./compare-versions";
import { historyWords as say } from "./messages";

type Props = {
  hunks: readonly ComparedHunk[];
  more: number;
  rest: number;
  manner: "inline" | "beside";
  /** Titles of the two columns. */
  sides: { before: string; after: string };
  at: number;
  /** Absent if changes cannot be reverted. */
  putBack?: { label: string; act(index: number): void } | undefined;
  restoreSection?: ((section: SectionName) => void) | undefined;
  copy(text: string): void;
};

/** The changes of a text with their context, inline or in two columns. */
export function ComparedText({ hunks, more, rest, manner, sides, at, ...acts }: Props) {
  return (
    <div className="compared" data-manner={manner}>
      {manner === "beside" ? (
        <div className="compared-sides" aria-hidden="true">
          <span>{sides.before}</span>
          <span>{sides.after}</span>
        </div>
      ) : null}
      {hunks.map((hunk) => (
        <Place
          key={hunk.index}
          hunk={hunk}
          of={hunks.length + more}
          manner={manner}
          isAt={hunk.index === at}
          {...acts}
        />
      ))}
      {rest > 0 ? <p className="compared-skipped">{say.skipped(rest)}</p> : null}
      {more > 0 ? <p className="compared-skipped">{say.more(more)}</p> : null}
    </div>
  );
}

type PlaceProps = Pick<Props, "manner" | "putBack" | "restoreSection" | "copy"> & {
  hunk: ComparedHunk;
  of: number;
  isAt: boolean;
};

function Place({ hunk, of, manner, isAt, putBack, restoreSection, copy }: PlaceProps) {
  const { pieces, index, line, section, skipped, isCut } = hunk;
  const then = pieces
    .filter(({ kind }) => kind !== "added")
    .map(({ text }) => text)
    .join("");
  return (
    <>
      {skipped > 0 ? <p className="compared-skipped">{say.skipped(skipped)}</p> : null}
      {/* biome-ignore lint/a11y/useSemanticElements: a changed place is no set of fields */}
      <div
        role="group"
        className="compared-place"
        tabIndex={-1}
        data-place={index}
        data-at={isAt}
        aria-label={say.placeAt(index + 1, of, line)}
      >
        {manner === "inline" ? (
          <p className="compared-words">
            <Pieces pieces={pieces} />
          </p>
        ) : (
          <div className="compared-columns">
            <p className="compared-words">
              <Pieces pieces={pieces.filter(({ kind }) => kind !== "added")} />
            </p>
            <p className="compared-words">
              <Pieces pieces={pieces.filter(({ kind }) => kind !== "removed")} />
            </p>
          </div>
        )}
        {isCut ? <p className="compared-cut">{say.cutPlace}</p> : null}
        <div className="compared-acts">
          {putBack ? (
            <button type="button" className="link" onClick={() => putBack.act(index)}>
              {putBack.label}
            </button>
          ) : null}
          {section && restoreSection ? (
            <button type="button" className="link" onClick={() => restoreSection(section)}>
              {say.restoreOneSection(section.title)}
            </button>
          ) : null}
          {isCut ? null : (
            <button type="button" className="link" onClick={() => copy(then)}>
              {say.copyPlace}
            </button>
          )}
        </div>
      </div>
    </>
  );
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ kind, text }, index) => {
    if (kind === "same") return <span key={index}>{text}</span>;
    // Show added and removed empty lines as a pilcrow, since they would be invisible.
    const shown = /^\n+$/.test(text) ? text.replaceAll("\n", "¶\n") : text;
    return kind === "added" ? (
      <ins key={index}>
        <span className="heard-only">{say.added} </span>
        {shown}
      </ins>
    ) : (
      <del key={index}>
        <span className="heard-only">{say.removed} </span>
        {shown}
      </del>
    );
  });
}
