import { isSuggestion } from "../../../core/review/suggestions";
import type { ReviewedWrite } from "../../../shared/contract";

/** The number of agents with a colour of their own, as in the outline; later ones share the last. */
const LANES = 4;

/** The writes that contributed to a hunk, earliest first. */
export const writesOfHunk = (writes: readonly ReviewedWrite[], hunk: { writes: readonly string[] }): ReviewedWrite[] =>
  writes.filter(({ id }) => hunk.writes.includes(id));

type Lane = { writes: ReviewedWrite[]; lane: string };

/** For a hunk its writes and the index of its agent's colour, or `you` for a suggestion; of several writers that of the last one. */
export function lanesOf({
  hunks,
  writes,
}: {
  hunks: readonly { id: string; writes: readonly string[] }[];
  writes: readonly ReviewedWrite[];
}): { get(hunk: string): Lane | undefined } {
  const names = [...new Set(writes.filter(({ id }) => !isSuggestion(id)).map(({ by }) => by))].sort();
  const byId = new Map(hunks.map((hunk) => [hunk.id, hunk]));
  // Only those in view are asked for.
  return {
    get(id) {
      const hunk = byId.get(id);
      if (hunk === undefined) return undefined;
      const own = writesOfHunk(writes, hunk);
      const last = own.at(-1);
      if (last && isSuggestion(last.id)) return { writes: own, lane: "you" };
      const lane = Math.min(Math.max(0, names.indexOf(last?.by ?? "")), LANES - 1);
      return { writes: own, lane: String(lane) };
    },
  };
}
