import { scanXml } from "./scan-xml";

/** An element around another one, with its direct children in order. */
export type ElementFrame = {
  name: string;
  from: number;
  to: number;
  /** The range between its tags. */
  insideFrom: number;
  insideTo: number;
  children: ElementFrame[];
};

/** The range of an element. */
export type ElementSpan = { name: string; from: number; to: number };

/** An element with those around it, the outermost first. */
export type ElementContext = ElementSpan & { ancestors: readonly ElementFrame[] };

/** The elements of a part that begin at these offsets, by offset, with everything around them and beside them. */
export function contextsAt(
  xml: string,
  prefixes: Readonly<Record<string, string>>,
  offsets: ReadonlySet<number>,
): Map<number, ElementContext> {
  const found = new Map<number, ElementContext>();
  const open: ElementFrame[] = [];
  const around = new Set<ElementFrame>();
  scanXml(xml, prefixes, {
    open(name, { from, to }) {
      const frame: ElementFrame = { name, from, to, insideFrom: to, insideTo: to, children: [] };
      if (offsets.has(from)) {
        found.set(from, { name, from, to, ancestors: [...open] });
        for (const each of open) around.add(each);
      }
      open.at(-1)?.children.push(frame);
      open.push(frame);
    },
    close(_name, from, to) {
      const frame = open.pop();
      if (frame === undefined) return;
      frame.to = to;
      frame.insideTo = from;
      const own = found.get(frame.from);
      if (own !== undefined) own.to = to;
      if (!around.has(frame)) frame.children = nothing;
    },
    text() {},
  });
  return found;
}

const nothing: ElementFrame[] = [];

/** The ranges that are in no other one of them, each once. */
export function outermostRanges<Range extends { from: number; to: number }>(ranges: readonly Range[]): Range[] {
  const kept: Range[] = [];
  for (const range of ranges.toSorted((one, other) => one.from - other.from || other.to - one.to))
    if (range.from >= (kept.at(-1)?.to ?? 0)) kept.push(range);
  return kept;
}

/** Whether an offset is in one of these ranges; quick for many of them. */
export function offsetsWithin(ranges: readonly { from: number; to: number }[]): (offset: number) => boolean {
  const sorted: { from: number; to: number }[] = [];
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = sorted.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else sorted.push({ from, to });
  }
  return (offset) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.to ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return (sorted[low]?.from ?? Number.POSITIVE_INFINITY) <= offset;
  };
}
