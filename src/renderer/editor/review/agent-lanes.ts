import { isSuggestion } from "../../../core/review/suggestions";
import type { ReviewedWrite } from "../../../shared/contract";

/** The number of agents with a colour of their own, as in the outline; later ones share the last. */
const LANES = 4;

/** The writes that contributed to a hunk, earliest first. */
export const writesOfHunk = (writes: readonly ReviewedWrite[], hunk: { writes: readonly string[] }): ReviewedWrite[] =>
  writes.filter(({ id }) => hunk.writes.includes(id));

/** For each hunk its writes and the index of its agent's colour, or `you` for a suggestion; of several writers that of the last one. */
export function lanesOf({
  hunks,
  writes,
}: {
  hunks: readonly { id: string; writes: readonly string[] }[];
  writes: readonly ReviewedWrite[];
}): Map<string, { writes: ReviewedWrite[]; lane: string }> {
  const names = [...new Set(writes.filter(({ id }) => !isSuggestion(id)).map(({ by }) => by))].sort();
  return new Map(
    hunks.map((hunk) => {
      const own = writesOfHunk(writes, hunk);
      const last = own.at(-1);
      if (last && isSuggestion(last.id)) return [hunk.id, { writes: own, lane: "you" }];
      const lane = Math.min(Math.max(0, names.indexOf(last?.by ?? "")), LANES - 1);
      return [hunk.id, { writes: own, lane: String(lane) }];
    }),
  );
}
