import { describeHunk, excerpt, writerNames } from "../../editor/review/describe-hunk";
import { reasonAndNote } from "../../editor/review/describe-reason";
import type { Decision, ListedEdit } from "../../editor/review/listed-edits";
import { reviewMessages } from "../../editor/review/messages";
import { DocumentIcon } from "../../ui/icons";
import { Badge } from "../../ui/kit/badge";
import { TreeChevron, TreeLine } from "../../ui/kit/tree";
import { formatTime } from "../../ui/time";
import { useHint } from "../../ui/use-hint";
import { shownAuthor } from "../../ui/writer-name";
import type { ReviewRow } from "./review-rows";

type ReviewLineProps = {
  id: string;
  index: number;
  row: ReviewRow;
  top: number;
  isSelected: boolean;
  measure(element: HTMLElement | null): void;
  onPick(): void;
  onPickTwice(): void;
  onDecide(what: Decision): void;
};

/** A row of the edits list. The list handles keys; the buttons are for the pointer. */
export function ReviewLine({
  id,
  index,
  row,
  top,
  isSelected,
  measure,
  onPick,
  onPickTwice,
  onDecide,
}: ReviewLineProps) {
  const isEdit = row.kind === "edit";
  return (
    <TreeLine
      ref={measure}
      id={id}
      data-index={index}
      data-kind={row.kind}
      data-lane={isEdit ? row.edit.lane : undefined}
      className="review-row"
      aria-level={isEdit ? 2 : 1}
      aria-selected={isSelected}
      aria-expanded={isEdit ? undefined : row.isOpen}
      data-focused={isSelected}
      style={{ position: "absolute", top: 0, insetInline: 0, transform: `translateY(${top}px)` }}
      onClick={(event) => {
        const what = actAt(event.target);
        if (what) onDecide(what);
        else if (event.detail < 2) onPick();
      }}
      onDoubleClick={(event) => {
        if (!actAt(event.target)) onPickTwice();
      }}
    >
      <span className="visually-hidden">{describeRow(row)}</span>
      {isEdit ? <Edit row={row} /> : <Head row={row} />}
      <Actions count={isEdit ? 1 : row.edits.length} />
    </TreeLine>
  );
}

function Head({ row }: { row: Exclude<ReviewRow, { kind: "edit" }> }) {
  return (
    <>
      <TreeChevron isOpen={row.isOpen} />
      {row.kind === "document" ? (
        <>
          <span className="tree-icon">
            <DocumentIcon />
          </span>
          <span className="clip breaks grow wraps" aria-hidden="true" title={row.document.shown}>
            <bdi>{row.document.name.slice(row.document.name.lastIndexOf("/") + 1)}</bdi>
            {row.document.name.includes("/") ? (
              <bdi className="grow clip faint small">
                {row.document.name.slice(0, row.document.name.lastIndexOf("/"))}
              </bdi>
            ) : null}
          </span>
        </>
      ) : (
        <span className="clip breaks grow wraps" aria-hidden="true">
          <bdi>{turnName(row)}</bdi>
          <bdi className="grow clip faint small">{turnTimes(row)}</bdi>
        </span>
      )}
      <Badge className="found-count before" aria-hidden="true">
        {row.edits.length}
      </Badge>
    </>
  );
}

function Edit({ row }: { row: Extract<ReviewRow, { kind: "edit" }> }) {
  const { hunk, write, document } = row.edit;
  const stacked = isLong(hunk) ? "clip-lines" : undefined;
  const isInTurn = row.parent.startsWith("turn");
  return (
    <span className="stack grow" aria-hidden="true">
      <span className="review-excerpt changes clip-lines" dir="auto" data-stacked={isLong(hunk)}>
        {hunk.isWhole ? reviewMessages.wholeDocument : null}
        {hunk.cells ? <bdi className="review-cells faint">{hunk.cells}</bdi> : null}
        {hunk.removed === "" ? null : <del className={stacked}>{excerpt(hunk.removed)}</del>}
        {hunk.inserted === "" ? null : <ins className={stacked}>{excerpt(hunk.inserted)}</ins>}
      </span>
      <span className="clip faint">
        {isInTurn
          ? `${document.name} · ${reasonAndNote(write)}`
          : reviewMessages.writtenBy(writersOf(row.edit), reasonAndNote(write), formatTime(write.at))}
      </span>
    </span>
  );
}

/** Texts that are too long for one or two lines are stacked, so that the beginning of both is visible. */
const isLong = ({ removed, inserted }: { removed: string; inserted: string }) =>
  removed !== "" && inserted !== "" && columnsOf(removed) + columnsOf(inserted) > 50;

/** The approximate width in narrow characters; CJK characters count as two. */
const columnsOf = (text: string): number =>
  text.length + (text.match(/[\u1100-\u11ff\u2e80-\ud7ff\uff00-\uff60]/g)?.length ?? 0);

const writersOf = ({ hunk, writes }: ListedEdit): string =>
  hunk.isMixed ? reviewMessages.withYou(writerNames(writes)) : writerNames(writes);

/** The action of the clicked element; null for the row itself. */
function actAt(target: EventTarget): Decision | null {
  const act = target instanceof Element ? target.closest<HTMLElement>("[data-act]")?.dataset["act"] : undefined;
  return act === "keep" || act === "undo" ? act : null;
}

function Actions({ count }: { count: number }) {
  const hint = useHint();
  const t = reviewMessages;
  const act = (what: Decision, label: string) => (
    <span
      className="review-act quiet-button medium"
      data-act={what}
      title={hint(label, what === "keep" ? "keep-edit" : "undo-edit")}
    >
      {label}
    </span>
  );
  return (
    <span className="review-actions" aria-hidden="true">
      {act("keep", count === 1 ? t.keep : t.keepAll)}
      {act("undo", count === 1 ? t.undo : t.undoAll)}
    </span>
  );
}

const turnName = ({ writes: [first] }: Extract<ReviewRow, { kind: "turn" }>): string =>
  first?.request ? `${first.by}: ${first.request.replace(/\s+/g, " ")}` : shownAuthor(first?.by ?? "");

function turnTimes({ writes }: Extract<ReviewRow, { kind: "turn" }>): string {
  const [from, to] = [formatTime(writes[0]?.at ?? ""), formatTime(writes.at(-1)?.at ?? "")];
  return from === to ? from : `${from}–${to}`;
}

function describeRow(row: ReviewRow): string {
  const t = reviewMessages;
  if (row.kind === "document") return `${row.document.name}, ${t.edits(row.edits.length)}`;
  if (row.kind === "turn") return `${turnName(row)}, ${turnTimes(row)}, ${t.edits(row.edits.length)}`;
  const { hunk, write, document } = row.edit;
  return `${describeHunk(hunk)}, ${document.name}, ${t.writtenBy(writersOf(row.edit), reasonAndNote(write), formatTime(write.at))}`;
}
