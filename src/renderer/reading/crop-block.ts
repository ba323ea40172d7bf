import { readingWords } from "./words";

/** As much of a paragraph, a cell or a line of code is shown, in characters: laying out more at once holds up the page. */
const MOST = 60_000;

/** As many cells of a row are shown: a table's layout looks at all of its columns for each. */
const COLUMNS = 300;

const PARAGRAPH = "p, li, td, th, dt, dd, h1, h2, h3, h4, h5, h6, summary, figcaption, div";

/** Cuts what a block has in one enormous run of text, or row of cells, and says there how much more of it stands in the source. */
export function cropBlock(block: HTMLElement): void {
  for (const row of block.querySelectorAll("tr")) {
    const cells = [...row.children];
    const last = cells[COLUMNS - 1];
    if (!last || cells.length === COLUMNS) continue;
    const hidden = cells.slice(COLUMNS).reduce((sum, cell) => sum + (cell.textContent?.length ?? 0), 0);
    row.replaceChildren(...cells.slice(0, COLUMNS));
    last.append(` … ${readingWords.cropped(hidden)}`);
  }
  if ((block.textContent?.length ?? 0) <= MOST) return;
  const nodes = block.ownerDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const cut = new Map<Element, { shown: number; hidden: number; last: Text | null }>();
  for (let node = nodes.nextNode() as Text | null; node; node = nodes.nextNode() as Text | null) {
    const paragraph = node.parentElement?.closest(PARAGRAPH) ?? block;
    const run = cut.get(paragraph) ?? { shown: 0, hidden: 0, last: null };
    cut.set(paragraph, run);
    if (node.parentElement?.closest("pre")) {
      // In code each line is a run of its own.
      if (longestLine(node.data) <= MOST) continue;
    }
    const room = MOST - run.shown;
    run.shown += Math.min(room, node.length);
    if (node.length <= room) continue;
    run.hidden += node.length - room;
    run.last ??= node;
    // A pair of units is one character: it is not taken apart.
    const end = room > 0 && /[\ud800-\udbff]/.test(node.data.charAt(room - 1)) ? room - 1 : room;
    node.data = node.data.slice(0, end);
  }
  for (const { hidden, last } of cut.values()) {
    if (!last) continue;
    const note = block.ownerDocument.createElement("em");
    note.textContent = ` … ${readingWords.cropped(hidden)}`;
    last.after(note);
  }
}

function longestLine(text: string): number {
  let longest = 0;
  for (let at = 0; at <= text.length; ) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    longest = Math.max(longest, end - at);
    at = end + 1;
  }
  return longest;
}
