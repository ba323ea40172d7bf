import type { Piece } from "../../../core/diff/word-pieces";
import { LinkButton } from "../../ui/kit/button";
import type { ComparedHunk, SectionName } from "./compare-versions";
import { historyMessages as t } from "./messages";

type Props = {
  hunks: readonly ComparedHunk[];
  more: number;
  rest: number;
  layout: "inline" | "beside";
  /** Titles of the two columns. */
  sides: { before: string; after: string };
  at: number;
  /** Absent if changes cannot be reverted. */
  revert?: { label: string; act(index: number): void } | undefined;
  restoreSection?: ((section: SectionName) => void) | undefined;
  copy(text: string): void;
};

/** The changes of a text with their context, inline or in two columns. */
export function ComparedText({ hunks, more, rest, layout, sides, at, ...acts }: Props) {
  return (
    <div className="compared" data-manner={layout}>
      {layout === "beside" ? (
        <div className="compared-sides soft small" aria-hidden="true">
          <span className="sides ends-small">{sides.before}</span>
          <span className="sides ends-small">{sides.after}</span>
        </div>
      ) : null}
      {hunks.map((hunk) => (
        <Hunk
          key={hunk.index}
          hunk={hunk}
          of={hunks.length + more}
          layout={layout}
          isAt={hunk.index === at}
          {...acts}
        />
      ))}
      {rest > 0 ? <p className="bar sides ends-small faint small">{t.skipped(rest)}</p> : null}
      {more > 0 ? <p className="bar sides ends-small faint small">{t.more(more)}</p> : null}
    </div>
  );
}

type HunkProps = Pick<Props, "layout" | "revert" | "restoreSection" | "copy"> & {
  hunk: ComparedHunk;
  of: number;
  isAt: boolean;
};

function Hunk({ hunk, of, layout, isAt, revert, restoreSection, copy }: HunkProps) {
  const { pieces, index, line, section, skipped, isCut } = hunk;
  const then = pieces
    .filter(({ kind }) => kind !== "added")
    .map(({ text }) => text)
    .join("");
  return (
    <>
      {skipped > 0 ? <p className="bar sides ends-small faint small">{t.skipped(skipped)}</p> : null}
      {/* biome-ignore lint/a11y/useSemanticElements: a changed passage is not a set of fields */}
      <div
        role="group"
        className="compared-place"
        tabIndex={-1}
        data-place={index}
        data-at={isAt}
        aria-label={t.hunkAtLine(index + 1, of, line)}
      >
        {layout === "inline" ? (
          <p className="inset changes breaks pre-wrap">
            <Pieces pieces={pieces} />
          </p>
        ) : (
          <div className="compared-columns">
            <p className="inset changes breaks pre-wrap">
              <Pieces pieces={pieces.filter(({ kind }) => kind !== "added")} />
            </p>
            <p className="inset changes breaks pre-wrap">
              <Pieces pieces={pieces.filter(({ kind }) => kind !== "removed")} />
            </p>
          </div>
        )}
        {isCut ? <p className="compared-cut sides ends-small faint small">{t.cutHunk}</p> : null}
        <div className="sides-small below-small small wraps">
          {revert ? <LinkButton onClick={() => revert.act(index)}>{revert.label}</LinkButton> : null}
          {section && restoreSection ? (
            <LinkButton onClick={() => restoreSection(section)}>{t.restoreOneSection(section.title)}</LinkButton>
          ) : null}
          {isCut ? null : <LinkButton onClick={() => copy(then)}>{t.copyOldText}</LinkButton>}
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
        <span className="visually-hidden">{t.added} </span>
        {shown}
      </ins>
    ) : (
      <del key={index}>
        <span className="visually-hidden">{t.removed} </span>
        {shown}
      </del>
    );
  });
}
