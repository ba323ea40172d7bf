import type { Arrangement, GroupId } from "./arrangement";

/** Where a group stands, in parts of the page's room: 0 is its left or upper edge, 1 the other. */
export type Frame = { id: GroupId; left: number; top: number; width: number; height: number };

/** Two columns, of which the first has index `at` and each counts as `weights` say, or two groups of one column. */
export type Divided = { kind: "columns"; at: number; weights: [number, number] } | { kind: "groups"; upper: GroupId };

/** Between two neighbours that lie along `axis` from `from` to `to`: at `at`, and so long across. */
export type Divider = {
  divided: Divided;
  axis: "x" | "y";
  from: number;
  at: number;
  to: number;
  across: { from: number; to: number };
};

/**
 * Where groups and the dividers between them stand. In a narrow window the columns lie one below the other, each with
 * room for as many groups as are in it.
 */
export function framesOf({ columns }: Arrangement, room: "wide" | "narrow"): { frames: Frame[]; dividers: Divider[] } {
  const frames: Frame[] = [];
  const dividers: Divider[] = [];
  const axis = room === "wide" ? "x" : "y";
  const weightOf = (at: number) => (room === "wide" ? 1 : (columns[at]?.groups.length ?? 1));
  const ends = endsOf(columns.map(({ width }, at) => width * weightOf(at)));
  columns.forEach(({ groups }, at) => {
    const [from, to] = ends[at] ?? [0, 1];
    const rows = endsOf(groups.map(({ height }) => height));
    const place = (share: number) => (room === "wide" ? share : from + share * (to - from));
    const across = room === "wide" ? { from, to } : { from: 0, to: 1 };
    groups.forEach(({ id }, row) => {
      const [top, bottom] = rows[row] ?? [0, 1];
      const height = place(bottom) - place(top);
      frames.push({ id, left: across.from, top: place(top), width: across.to - across.from, height });
      const below = rows[row + 1];
      if (!below) return;
      const divided: Divided = { kind: "groups", upper: id };
      dividers.push({ divided, axis: "y", from: place(top), at: place(bottom), to: place(below[1]), across });
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

/** From where to where each of these shares goes, of 1. */
function endsOf(shares: readonly number[]): [number, number][] {
  const sum = shares.reduce((all, share) => all + share, 0) || 1;
  let end = 0;
  return shares.map((share) => {
    const from = end;
    end += share / sum;
    return [from, end];
  });
}
