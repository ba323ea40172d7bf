import type { RowPosition, TargetReplacements } from "../../../../shared/book";
import type { TableItem } from "./row-items";

/** A match: the index of its paragraph in what was found, and its own there. */
export type MatchPosition = { place: number; match: number };

/** More matches of one translation are not marked. */
const MAX_MARKED = 200;

/** The matches of one translation, of the version with this id: those that are marked, and the index of the current one among them. */
export type TargetMatches = { version: string; spans: { from: number; to: number }[]; current: number | null };

/** The matches of each paragraph, by its id. */
export function matchesById(
  found: TargetReplacements | null,
  current: MatchPosition | null,
): Map<string, TargetMatches> {
  return new Map(
    found?.places.map(({ id, version, spans }, place) => {
      const at = current?.place === place ? current.match : null;
      // Those around the current one.
      const first = Math.max(0, (at ?? 0) - MAX_MARKED / 2);
      const marked = pairs(spans.slice(2 * first, 2 * (first + MAX_MARKED)));
      return [id, { version, spans: marked, current: at === null ? null : at - first }];
    }),
  );
}

const pairs = (spans: readonly number[]): { from: number; to: number }[] =>
  spans.flatMap((from, at) => (at % 2 === 0 ? [{ from, to: spans[at + 1] ?? from }] : []));

/** The paragraph of a match, and its number there. */
export const matchAt = (found: TargetReplacements | null, position: MatchPosition | null) => {
  const place = position && found?.places[position.place];
  return place ? { id: place.id, match: position.match } : null;
};

/** Where a match is in other results: in the same paragraph, if that has any. */
export function positionOf(
  found: TargetReplacements | null,
  { id, match }: { id: string; match: number },
): MatchPosition | null {
  const place = found?.places.findIndex((each) => each.id === id) ?? -1;
  const count = (found?.places[place]?.spans.length ?? 0) / 2;
  return place < 0 ? null : { place, match: Math.min(match, count - 1) };
}

/** The first match from the paragraph with the cursor on, or the last one before it. */
export function firstFrom(
  { places }: TargetReplacements,
  items: readonly TableItem[],
  active: RowPosition | null,
  by: 1 | -1,
): MatchPosition {
  const order = new Map(items.map((item, index) => [item.id, index]));
  const from = (active && order.get(active.id)) ?? 0;
  const isFurther = ({ id }: { id: string }): boolean => by * ((order.get(id) ?? 0) - from) >= 0;
  const found = by === 1 ? places.findIndex(isFurther) : places.findLastIndex(isFurther);
  const place = found < 0 ? (by === 1 ? 0 : places.length - 1) : found;
  return { place, match: by === 1 ? 0 : (places[place]?.spans.length ?? 2) / 2 - 1 };
}

/** The match after a replaced one, which ended at `end`; of the first paragraph if it was the last. */
export function followingMatch(
  found: TargetReplacements | null,
  { id, place: before, end }: MatchPosition & { id: string; end: number },
): MatchPosition | null {
  if (found === null || found.places.length === 0) return null;
  const place = found.places.findIndex((each) => each.id === id);
  if (place < 0) return { place: before % found.places.length, match: 0 };
  const match = pairs(found.places[place]?.spans ?? []).findIndex(({ from }) => from >= end);
  return match < 0 ? { place: (place + 1) % found.places.length, match: 0 } : { place, match };
}

/** The match after or before one, wrapping around. */
export function stepFrom({ places }: TargetReplacements, now: MatchPosition, by: 1 | -1): MatchPosition {
  const match = now.match + by;
  const count = (place: number): number => (places[place]?.spans.length ?? 0) / 2;
  if (match >= 0 && match < count(now.place)) return { ...now, match };
  const place = (now.place + by + places.length) % places.length;
  return { place, match: by === 1 ? 0 : count(place) - 1 };
}
