import { useStore } from "@nanostores/react";
import { useMemo } from "react";
import type { ShownLock } from "../../../../shared/comments";
import type { OfficeComment, OfficeParagraph } from "../../../../shared/office";
import { classes } from "../../../ui/kit/classes";
import { officeMessages } from "../messages";
import type { OfficeModel } from "../model/office-model";
import type { ThreadsByComment } from "./commented-passages";
import { CommentCards, HunkCards, SuggestionCards } from "./paragraph-cards";
import { DraftCard, DraftConflict, ParagraphEditor } from "./paragraph-editor";
import { type Removed, runPieces, type TextMark } from "./run-pieces";
import { RunView } from "./run-view";

type Props = {
  model: OfficeModel;
  /** Its index in the list. */
  index: number;
  paragraph: OfficeParagraph;
  /** What agents may do with it, if the user protects it. */
  lock?: ShownLock["mode"] | null;
  /** Whether it is the current paragraph for keyboard navigation. */
  isCurrent: boolean;
  isEditing: boolean;
  comments: readonly OfficeComment[];
  threads: ThreadsByComment;
  /** Whether threads have cards beside the paper; then they are not repeated below the paragraph. */
  isBeside: boolean;
  edit(): void;
  leave(focus: "back" | "stays"): void;
  cursorAt?: ((id: string) => number | null) | undefined;
  split?: ((text: string, rest: string) => void) | undefined;
  remove?: (() => void) | undefined;
};

/** A paragraph of the document, or its editor while it is edited. */
export function ParagraphView(props: Props) {
  const { model, index, paragraph, lock = null, isCurrent, isEditing, comments, threads, isBeside, edit } = props;
  const { kind, level, marker, align, isRightToLeft, label, locked } = paragraph;
  const pieces = usePieces(model, paragraph);
  const draft = useStore(model.drafts.$drafts).get(paragraph.id);
  const unsaved = draft && draft.now === undefined && draft.text !== draft.before ? draft.text : null;
  const isHeading = kind === "heading" || kind === "title";
  const isEmpty = paragraph.runs.length === 0 && pieces.length === 0;
  const sign = marker ?? label;
  return (
    <div
      className="office-paragraph"
      data-kind={kind}
      data-level={level}
      data-locked={locked !== null}
      data-protected={lock ?? undefined}
      style={kind === "list item" ? { marginInlineStart: `${2.2 + level * 1.6}em` } : {}}
    >
      {lock === null ? null : <span className="office-lock-bar" title={officeMessages.protection[lock]} />}
      {isEditing ? (
        <div className={classes("office-line pre-wrap", ALIGNED[align ?? ""])} data-align={align} data-edited={index}>
          {sign === null ? null : <span className="office-marker soft">{sign}</span>}
          <ParagraphEditor {...props} />
        </div>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the list it stands in has the keys
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter does the same, as the list has the keys
        <div
          className={classes("office-line pre-wrap", ALIGNED[align ?? ""])}
          role={isHeading ? "heading" : "paragraph"}
          {...(isHeading ? { "aria-level": Math.min(6, Math.max(2, level + 1)) } : {})}
          aria-description={locked ?? (lock === null ? undefined : officeMessages.protection[lock])}
          tabIndex={isCurrent ? 0 : -1}
          data-at={index}
          data-align={align}
          dir={isRightToLeft ? "rtl" : "auto"}
          title={locked ?? undefined}
          onClick={() => {
            // A drag selects text and does not start editing.
            if ((document.getSelection()?.toString() ?? "") === "") edit();
          }}
        >
          {sign === null ? null : <span className="office-marker soft">{sign}</span>}
          {unsaved !== null ? (
            <span className="warned">{unsaved}</span>
          ) : isEmpty ? (
            <br />
          ) : (
            pieces.map((piece, pieceIndex) => <RunView key={`${pieceIndex}`} piece={piece} model={model} />)
          )}
        </div>
      )}
      {unsaved !== null && !isEditing ? <DraftCard model={model} id={paragraph.id} /> : null}
      <DraftConflict model={model} id={paragraph.id} />
      <div className="office-cards spaced-small wraps">
        <HunkCards model={model} paragraph={paragraph.id} isCurrent={isCurrent} />
        {isCurrent ? <SuggestionCards model={model} paragraph={paragraph} /> : null}
        <CommentCards comments={comments} threads={threads} paragraph={paragraph} isBeside={isBeside} />
      </div>
      {isCurrent && locked !== null ? (
        <p className="ui-font soft small">{officeMessages.lockedBecause(locked)}</p>
      ) : null}
    </div>
  );
}

/** The classes of alignments; justified text has its own style. */
const ALIGNED: Partial<Record<string, string>> = { center: "centred", right: "end-aligned" };

/** The runs, split at search matches and agents' edits. */
function usePieces(model: OfficeModel, { id, runs }: OfficeParagraph) {
  const { matches, at } = useStore(model.find.$found);
  const { hunks } = useStore(model.review.$pending);
  return useMemo(() => {
    const marks: TextMark[] = [];
    const removed: Removed[] = [];
    for (const [index, match] of matches.entries())
      if ("paragraph" in match && match.paragraph === id)
        marks.push({ from: match.from, to: match.to, kind: index === at ? "current" : "found" });
    for (const { parts } of hunks)
      for (const part of parts) {
        if (!("paragraph" in part) || part.paragraph !== id) continue;
        if (part.to > part.from) marks.push({ from: part.from, to: part.to, kind: "inserted" });
        // Text that is suggested to be deleted is already struck through.
        if (part.removed !== "" && !isStruck(runs, part.removed)) removed.push({ at: part.from, text: part.removed });
      }
    return runPieces(runs, marks, removed);
  }, [matches, at, hunks, id, runs]);
}

const isStruck = (runs: OfficeParagraph["runs"], text: string): boolean =>
  runs
    .flatMap((run) => (run.kind === "text" && run.suggestion?.kind === "deleted" ? [run.text] : []))
    .join("")
    .includes(text);
