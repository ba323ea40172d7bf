import type { ReviewedWrite } from "../../../shared/contract";
import type { ReviewedDocument } from "../../../shared/review";
import { editsOf, type ListedEdit } from "../../editor/review/listed-edits";

/** How edits are grouped: by document, or by the answer that made them. */
export type Grouping = "documents" | "turns";

/** A row of the list: a group, or an edit. */
export type ReviewRow =
  | { kind: "document"; key: string; document: ReviewedDocument; edits: ListedEdit[]; isOpen: boolean }
  | { kind: "turn"; key: string; writes: ReviewedWrite[]; edits: ListedEdit[]; isOpen: boolean }
  | { kind: "edit"; key: string; edit: ListedEdit; parent: string };

/** Writes of one agent within this time are grouped as one answer if no answer is recorded; milliseconds. */
const GROUPING_MS = 5 * 60_000;

/** The rows of the list; `closed` has the keys of collapsed groups. */
export function reviewRows(
  documents: readonly ReviewedDocument[],
  grouping: Grouping,
  closed: ReadonlySet<string>,
): ReviewRow[] {
  const edits = documents.flatMap(editsOf);
  const heads: Extract<ReviewRow, { kind: "document" | "turn" }>[] =
    grouping === "documents"
      ? documents.map((document) => {
          const key = `document ${document.path}`;
          const own = edits.filter((edit) => edit.document === document);
          return { kind: "document", key, document, edits: own, isOpen: !closed.has(key) };
        })
      : turnsOf(edits).map(({ writes, edits: own }) => {
          const key = `turn ${writes[0]?.id}`;
          return { kind: "turn", key, writes, edits: own, isOpen: !closed.has(key) };
        });
  return heads
    .filter((head) => head.edits.length > 0)
    .flatMap((head): ReviewRow[] => [
      head,
      ...(head.isOpen
        ? head.edits.map((edit): ReviewRow => ({ kind: "edit", key: `edit ${edit.hunk.id}`, edit, parent: head.key }))
        : []),
    ]);
}

/** The edits grouped by answer, latest first. */
function turnsOf(edits: readonly ListedEdit[]): { writes: ReviewedWrite[]; edits: ListedEdit[] }[] {
  const writes = [...new Map(edits.map(({ write }) => [write.id, write])).values()].sort((a, b) =>
    a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
  );
  const turns: ReviewedWrite[][] = [];
  for (const write of writes) {
    const turn = turns.findLast(([first]) => first?.by === write.by);
    const last = turn?.at(-1);
    const isSame =
      last !== undefined &&
      last.request === write.request &&
      (write.request !== undefined || Date.parse(write.at) - Date.parse(last.at) <= GROUPING_MS);
    if (turn && isSame) turn.push(write);
    else turns.push([write]);
  }
  return turns.reverse().map((turn) => {
    const ids = new Set(turn.map(({ id }) => id));
    return { writes: turn, edits: edits.filter(({ write }) => ids.has(write.id)) };
  });
}
