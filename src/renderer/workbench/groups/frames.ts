import type { Arrangement, GroupId } from "../api/tabs";

/** The position of a group as a share of the whole area, from 0 to 1. */
export type Frame = { id: GroupId; left: number; top: number; width: number; height: number };

/** Either two columns (the first has index `at`; `weights` are their factors), or two groups of one column. */
export type DividerTarget =
  | { kind: "columns"; at: number; weights: [number, number] }
  | { kind: "groups"; upper: GroupId };

/**
 * A divider at `at` between two neighbours that extend along `axis` from `from` to `to`; `across` is its extent on the
 * other axis.
 */
export type Divider = {
  divided: DividerTarget;
  axis: "x" | "y";
  from: number;
  at: number;
  to: number;
  across: { from: number; to: number };
};

/**
 * Positions of all groups and dividers. In a narrow window the columns are stacked, each with a height in proportion to
 * its number of groups.
 */
export function framesOf(
  { columns }: Arrangement,
  layout: "wide" | "narrow",
): { frames: Frame[]; dividers: Divider[] } {
  const frames: Frame[] = [];
  const dividers: Divider[] = [];
  const axis = layout === "wide" ? "x" : "y";
  const weightOf = (at: number) => (layout === "wide" ? 1 : (columns[at]?.groups.length ?? 1));
  const ends = endsOf(columns.map(({ width }, at) => width * weightOf(at)));
  columns.forEach(({ groups }, at) => {
    const [from, to] = ends[at] ?? [0, 1];
    const rows = endsOf(groups.map(({ height }) => height));
    const absolute = (share: number) => (layout === "wide" ? share : from + share * (to - from));
    const across = layout === "wide" ? { from, to } : { from: 0, to: 1 };
    groups.forEach(({ id }, row) => {
      const [top, bottom] = rows[row] ?? [0, 1];
      const height = absolute(bottom) - absolute(top);
      frames.push({ id, left: across.from, top: absolute(top), width: across.to - across.from, height });
      const below = rows[row + 1];
      if (!below) return;
      const divided: DividerTarget = { kind: "groups", upper: id };
      dividers.push({ divided, axis: "y", from: absolute(top), at: absolute(bottom), to: absolute(below[1]), across });
    });
    const next = ends[at + 1];
    if (next)
      dividers.push({
        divided: { kind: "columns", at, weights: [weightOf(at), weightOf(at + 1)] },
        axis,
        from,
        at: to,
        to: next[1],
        across: { from: 0, to: 1 },
      });
  });
  return { frames, dividers };
}

/** The start and end of each share, as fractions of 1. */
function endsOf(shares: readonly number[]): [number, number][] {
  const sum = shares.reduce((all, share) => all + share, 0) || 1;
  let end = 0;
  return shares.map((share) => {
    const from = end;
    end += share / sum;
    return [from, end];
  });
}
