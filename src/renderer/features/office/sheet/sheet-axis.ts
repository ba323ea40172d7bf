/** A range of rows or columns, both ends included, of `size` pixels each; 0 if hidden. */
export type Stretch = { from: number; to: number; size: number };

/**
 * The positions of a sheet's rows or columns in pixels. All have the usual size except some ranges, so that the cost depends on
 * the ranges only, not on a million rows.
 */
export class SheetAxis {
  readonly count: number;
  readonly #usual: number;
  readonly #stretches: readonly Stretch[];
  /** The cumulated offset after each range, relative to the usual size. */
  readonly #shifts: readonly number[];

  constructor(count: number, usual: number, stretches: readonly Stretch[]) {
    this.count = count;
    this.#usual = usual;
    this.#stretches = apart(stretches, count);
    let shift = 0;
    this.#shifts = this.#stretches.map(({ from, to, size }) => {
      shift += (to - from + 1) * (size - usual);
      return shift;
    });
  }

  /** The total length. */
  get length(): number {
    return this.start(this.count + 1);
  }

  /** The start of a row or column, from 1; the one after the last is the end. */
  start(index: number): number {
    const before = this.#stretchAt(index);
    const stretch = this.#stretches[before];
    const base = (index - 1) * this.#usual;
    if (!stretch) return base;
    if (index > stretch.to) return base + (this.#shifts[before] ?? 0);
    return base + (this.#shifts[before - 1] ?? 0) + (index - stretch.from) * (stretch.size - this.#usual);
  }

  size(index: number): number {
    const stretch = this.#stretches[this.#stretchAt(index)];
    return stretch && index <= stretch.to ? stretch.size : this.#usual;
  }

  /** The row or column at an offset. */
  at(offset: number): number {
    let [low, high] = [1, this.count];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.start(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The next visible one from `index` on, in either direction; `index` itself if there is none. */
  nextVisible(index: number, by: 1 | -1): number {
    const within = Math.max(1, Math.min(this.count, index));
    for (let at = within; at >= 1 && at <= this.count; ) {
      if (this.size(at) > 0) return at;
      const stretch = this.#stretches[this.#stretchAt(at)];
      at = by > 0 ? (stretch?.to ?? at) + 1 : (stretch?.from ?? at) - 1;
    }
    return within;
  }

  /** The index of the last range that starts at `index` or before; -1 for none. */
  #stretchAt(index: number): number {
    let [low, high] = [0, this.#stretches.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#stretches[middle]?.from ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** Sorted and without overlaps: the first of two overlapping ranges wins. */
function apart(stretches: readonly Stretch[], count: number): Stretch[] {
  let free = 1;
  return [...stretches]
    .sort((a, b) => a.from - b.from)
    .flatMap(({ from, to, size }) => {
      const stretch = { from: Math.max(free, from), to: Math.min(to, count), size: Math.max(0, size) };
      if (stretch.to < stretch.from) return [];
      free = stretch.to + 1;
      return [stretch];
    });
}
