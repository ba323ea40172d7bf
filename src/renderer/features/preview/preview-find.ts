/** The maximum number of matches that are highlighted. */
const MAX_MATCHES = 5000;

type Marks = { set(name: string, highlight: unknown): void; delete(name: string): void };

/** Finds text in the blocks of a preview, across inline elements. Matches are highlighted without changing the DOM. */
export function createPreviewFind(inner: Window, blocks: () => Iterable<HTMLElement>) {
  const { Highlight, CSS } = inner as Window & typeof globalThis;
  const marks = CSS.highlights as unknown as Marks;
  let found: Range[] = [];
  let here = -1;

  const mark = () => {
    marks.delete("found");
    marks.delete("found-here");
    if (found.length > 0) marks.set("found", new Highlight(...found));
    const range = found[here];
    if (range) marks.set("found-here", new Highlight(range));
  };

  const reveal = () => {
    const box = found[here]?.getBoundingClientRect();
    const page = inner.document.scrollingElement;
    if (!box || !page) return;
    if (box.top < 40 || box.bottom > inner.innerHeight - 40) page.scrollTop += box.top - inner.innerHeight / 3;
  };

  return {
    get count() {
      return found.length;
    },
    /** The number of the current match, from 1; 0 for none. */
    get position() {
      return here + 1;
    },
    /** Searches for text, ignoring case. With "to the next", it goes to the first match below the top of the viewport. */
    search(text: string, move: "to the next" | "stays"): void {
      found = [];
      here = -1;
      const wanted = text.toLowerCase();
      if (wanted !== "") {
        for (const block of blocks()) {
          if (found.length >= MAX_MATCHES) break;
          found.push(...matchesIn(block, wanted, MAX_MATCHES - found.length));
        }
      }
      if (move === "to the next" && found.length > 0) {
        here = found.findIndex((range) => range.getBoundingClientRect().bottom > 0);
        if (here < 0) here = 0;
        reveal();
      }
      mark();
    },
    step(by: 1 | -1): void {
      if (found.length === 0) return;
      here = (here + by + found.length) % found.length;
      // The first scroll lays out the match's piece, which may move it; the second reaches the final position.
      reveal();
      reveal();
      mark();
    },
    stop(): void {
      found = [];
      here = -1;
      mark();
    },
  };
}

function matchesIn(block: HTMLElement, wanted: string, most: number): Range[] {
  const page = block.ownerDocument;
  const walker = page.createTreeWalker(block, 4);
  const nodes: { node: Text; from: number }[] = [];
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node: node as Text, from: text.length });
    // Keep the length: letters whose lower case is longer stay.
    const data = (node as Text).data;
    const lower = data.toLowerCase();
    text += lower.length === data.length ? lower : data;
  }
  const ranges: Range[] = [];
  let start = 0;
  for (let at = text.indexOf(wanted); at >= 0 && ranges.length < most; at = text.indexOf(wanted, at + wanted.length)) {
    while (nodes[start + 1] && (nodes[start + 1]?.from ?? 0) <= at) start++;
    const end = at + wanted.length;
    let last = start;
    while (nodes[last + 1] && (nodes[last + 1]?.from ?? 0) < end) last++;
    const [first, final] = [nodes[start], nodes[last]];
    if (!first || !final) break;
    const range = page.createRange();
    range.setStart(first.node, at - first.from);
    range.setEnd(final.node, end - final.from);
    ranges.push(range);
  }
  return ranges;
}
