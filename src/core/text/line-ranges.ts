/** Lines `from`–`to`, 1-based, inclusive. */
export type LineRange = { from: number; to: number };

/** The same lines, sorted and without overlaps. Adjacent ranges are joined, empty ones dropped. */
export function joinLineRanges(ranges: readonly LineRange[]): LineRange[] {
  const joined: LineRange[] = [];
  for (const next of ranges.filter(({ from, to }) => from <= to).sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && next.from <= last.to + 1) last.to = Math.max(last.to, next.to);
    else joined.push({ ...next });
  }
  return joined;
}

/** The lines of `ranges` that are in none of `others`; both must be sorted and without overlaps. */
export function withoutLineRanges(ranges: readonly LineRange[], others: readonly LineRange[]): LineRange[] {
  const left: LineRange[] = [];
  let next = 0;
  for (const range of ranges) {
    let { from } = range;
    while (next > 0 && (others[next - 1]?.to ?? 0) >= from) next--;
    while ((others[next]?.to ?? Number.POSITIVE_INFINITY) < from) next++;
    for (; from <= range.to; next++) {
      const other = others[next];
      if (other === undefined || other.from > range.to) {
        left.push({ from, to: range.to });
        break;
      }
      if (other.from > from) left.push({ from, to: other.from - 1 });
      from = other.to + 1;
    }
  }
  return left;
}

/** The index of the first of `ranges` (sorted, without overlaps) that ends at `line` or after it; their count if none does. */
function firstRangeUpTo(ranges: readonly LineRange[], line: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle] as LineRange).to < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether any line of a range is in one of `ranges` (sorted, without overlaps). */
export function touchesLines(ranges: readonly LineRange[], { from, to }: LineRange): boolean {
  const range = ranges[firstRangeUpTo(ranges, from)];
  return range !== undefined && range.from <= to;
}

/** Whether one of `ranges` (sorted, without overlaps) contains all lines of a range. */
export function coversLines(ranges: readonly LineRange[], { from, to }: LineRange): boolean {
  const range = ranges[firstRangeUpTo(ranges, from)];
  return range !== undefined && range.from <= from && range.to >= to;
}
