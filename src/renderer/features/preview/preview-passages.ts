import type { Text } from "@codemirror/state";
import { type PassageFinder, passageFinder } from "../../rendering/page/passage-ranges";
import type { MarkedPassage, PreviewPassages } from "../../workbench/api/feature-stores";
import type { PreviewBlocks } from "./preview-blocks";

/** The maximum number of passages that are marked, the first ones. */
const MAX_MARKED = 1000;
/** Debounce while blocks are put into the page, in milliseconds. */
const DEBOUNCE_MS = 60;
/** How far from the visible part a passage may be that has a card, in pixels. */
const NEAR_PX = 600;

type Deps = {
  inner: Window;
  paper: HTMLElement;
  sheet: Pick<PreviewBlocks, "filledBlocks" | "indexOf" | "linesOf">;
  text(): Text | null;
};

type Listener = Parameters<PreviewPassages["onChange"]>[0];
type Marks = { set(name: string, highlight: unknown): void; delete(name: string): void };
type PassageRange = { id: string; range: Range; length: number };

/** Marks passages of the source in a preview, without changing its DOM. */
export function createPreviewPassages({ inner, paper, sheet, text }: Deps) {
  const { Highlight, CSS } = inner as Window & typeof globalThis;
  const highlights = CSS.highlights as unknown as Marks;
  const listeners = new Set<Listener>();
  let passages: readonly MarkedPassage[] = [];
  let active: string | null = null;
  let placed: PassageRange[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;

  const notify = (what: Parameters<Listener>[0]) => {
    for (const listener of listeners) listener(what);
  };

  /** The finder of a block, with where its source begins. */
  const finderOf = (block: HTMLElement, now: Text): PassageFinder & { from: number } => {
    const [first, last] = sheet.linesOf(sheet.indexOf(block));
    const line = (number: number) => now.line(Math.min(Math.max(1, number), now.lines));
    const [from, to] = [line(first).from, line(last).to];
    return { from, ...passageFinder(block, now.sliceString(from, to)) };
  };

  function rangeOf({ from, to }: MarkedPassage, now: Text, finderIn: typeof finderOf): Range | null {
    if (to > now.length) return null;
    const blocks = sheet.filledBlocks(now.lineAt(from).number, now.lineAt(to).number);
    const ranges = blocks.flatMap((block) => {
      const finder = finderIn(block, now);
      return finder.find({ from: from - finder.from, to: to - finder.from }) ?? [];
    });
    const [begin, end] = [ranges[0], ranges.at(-1)];
    if (begin === undefined || end === undefined) return null;
    const range = begin.cloneRange();
    range.setEnd(end.endContainer, end.endOffset);
    return range;
  }

  function update(): void {
    const now = text();
    const known = new Map<HTMLElement, ReturnType<typeof finderOf>>();
    const finderIn: typeof finderOf = (block, shown) => {
      const finder = known.get(block) ?? finderOf(block, shown);
      known.set(block, finder);
      return finder;
    };
    placed = passages.flatMap((passage) => {
      const range = now && rangeOf(passage, now, finderIn);
      return range ? [{ id: passage.id, range, length: passage.to - passage.from }] : [];
    });
    highlights.delete("commented");
    highlights.delete("commented-here");
    if (placed.length > 0) highlights.set("commented", new Highlight(...placed.map(({ range }) => range)));
    const here = placed.filter(({ id }) => id === active).map(({ range }) => range);
    if (here.length > 0) highlights.set("commented-here", new Highlight(...here));
  }

  const shortest = (found: readonly PassageRange[]): string | null =>
    found.toSorted((a, b) => a.length - b.length)[0]?.id ?? null;
  const tops = (): Map<string, number> => {
    const found = new Map<string, number>();
    for (const { id, range } of placed) {
      const { top, bottom, height } = range.getClientRects()[0] ?? { top: 0, bottom: 0, height: 0 };
      if (height > 0 && bottom > -NEAR_PX && top < inner.innerHeight + NEAR_PX) found.set(id, top);
    }
    return found;
  };

  const handle: PreviewPassages = {
    text,
    mark(next, nextActive) {
      passages = next.slice(0, MAX_MARKED);
      active = nextActive;
      update();
    },
    tops,
    selection() {
      const now = text();
      const selection = inner.document.getSelection();
      if (now === null || selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
      const selected = selection.getRangeAt(0);
      const found = [...paper.querySelectorAll<HTMLElement>(".block")]
        .filter((block) => selected.intersectsNode(block))
        .flatMap((block) => {
          const finder = finderOf(block, now);
          const range = finder.sourceOf(selected);
          return range ? [{ from: finder.from + range.from, to: finder.from + range.to }] : [];
        });
      const [first, last] = [found[0], found.at(-1)];
      return first && last ? { from: first.from, to: last.to } : null;
    },
    nearest() {
      const at = inner.document.getSelection();
      const node = at?.focusNode;
      const here = node ? placed.filter(({ range }) => range.isPointInRange(node, at.focusOffset)) : [];
      const visible = [...tops()]
        .filter(([, top]) => top >= 0 && top < inner.innerHeight)
        .sort(([, a], [, b]) => a - b);
      return shortest(here) ?? visible[0]?.[0] ?? null;
    },
    scrollBy: (pixels) => inner.document.scrollingElement?.scrollBy({ top: pixels, behavior: "instant" }),
    setMargin(width) {
      paper.classList.toggle("with-cards", width > 0);
      paper.style.setProperty("--cards", `${width}px`);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return {
    handle,
    /** Other blocks are in the page, or the text is another one. */
    blocksChanged(): void {
      if (listeners.size === 0) return;
      clearTimeout(timer);
      timer = setTimeout(() => notify("changed"), DEBOUNCE_MS);
    },
    /** The page was scrolled, or has another size. */
    moved(): void {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => notify("moved"));
    },
    stop(): void {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      listeners.clear();
    },
    /** Whether a click at this point is on a passage, which is then picked. */
    pick(x: number, y: number): boolean {
      const isAt = ({ range }: PassageRange) =>
        [...range.getClientRects()].some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
      const picked = shortest(placed.filter(isAt));
      if (picked !== null) notify({ picked });
      return picked !== null;
    },
  };
}
