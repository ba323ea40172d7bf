/** A stretch of rows or columns, both ends included, that are `size` pixels each; 0 where they are hidden. */
export type Stretch = { from: number; to: number; size: number };

/**
 * Where the rows or the columns of a sheet lie, in pixels from its edge. All are `usual` but for some stretches, so that a
 * million rows cost as much as the stretches that are told.
 */
export class SheetAxis {
  readonly count: number;
  readonly #usual: number;
  readonly #stretches: readonly Stretch[];
  /** What each stretch, and all before it, make the ones after begin later or earlier. */
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

  /** All of them together. */
  get length(): number {
    return this.start(this.count + 1);
  }

  /** Where one begins, from 1; the one after the last is where all end. */
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

  /** Which one lies there. */
  at(offset: number): number {
    let [low, high] = [1, this.count];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.start(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The next one that is not hidden, from `index` on, forward or back; itself where there is none. */
  shown(index: number, by: 1 | -1): number {
    const within = Math.max(1, Math.min(this.count, index));
    for (let at = within; at >= 1 && at <= this.count; ) {
      if (this.size(at) > 0) return at;
      const stretch = this.#stretches[this.#stretchAt(at)];
      at = by > 0 ? (stretch?.to ?? at) + 1 : (stretch?.from ?? at) - 1;
    }
    return within;
  }

  /** The last stretch that begins at `index` or before; -1 for none. */
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

/** In order and without overlaps: of two that overlap the first keeps what both want. */
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
