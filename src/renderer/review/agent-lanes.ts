import { writeOf } from "../../main/engine/document/pending-hunks";
import type { ReviewedWrite } from "../../shared/contract";
import type { PageReview } from "../canvas/page-review";

/** So many agents have a colour of their own, as in the outline; later ones share the last. */
const LANES = 4;

/** The write that a hunk is part of. */
export const writerOf = (writes: readonly ReviewedWrite[], hunk: string): ReviewedWrite | null =>
  writes.find(({ id }) => id === writeOf(hunk)) ?? null;

/** For each write its name and the place of its agent's colour, from 0. */
export function lanesOf({ writes }: Pick<PageReview, "writes">): Map<string, { write: ReviewedWrite; lane: string }> {
  const names = [...new Set(writes.map(({ by }) => by))].sort();
  return new Map(
    writes.map((write) => [write.id, { write, lane: String(Math.min(names.indexOf(write.by), LANES - 1)) }]),
  );
}
