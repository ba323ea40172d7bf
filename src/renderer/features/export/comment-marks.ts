import type { Text } from "@codemirror/state";
import { type PassageFinder, passageFinder } from "../../rendering/page/passage-ranges";
import type { PlacedThread } from "../../workbench/api/feature-stores";

/** A block of the page, with the first and last line of its source. */
export type SourcedBlock = { element: HTMLElement; first: number; last: number };

/** How many lines above a passage the definition of its footnote may begin. */
const MAX_NOTE_LINES = 50;

/**
 * Puts an empty mark where the words of each thread begin and where they end, with the thread's index. Nothing is put for words that the page does not
 * show. `notes`: Word has no comments in footnotes, so those are at the number of the note.
 */
export function markThreads(
  blocks: readonly SourcedBlock[],
  text: Text,
  threads: readonly PlacedThread[],
  notes: "in the note" | "at its number",
): void {
  const find = passagesIn(blocks, text);
  // All are found before anything is inserted, which splits texts.
  const ranges = threads.map(({ place }) => place && find(place));
  for (const [index, found] of ranges.entries()) {
    const range = found && notes === "at its number" ? atNoteNumber(found) : found;
    if (!range) continue;
    for (const edge of ["end", "start"] as const) {
      const at = range.cloneRange();
      at.collapse(edge === "start");
      at.insertNode(edgeMark(range.startContainer.ownerDocument as Document, edge, index));
    }
  }
}

/** No document can forge these: rendered HTML keeps neither such classes nor such attributes. */
function edgeMark(page: Document, edge: "start" | "end", thread: number): HTMLElement {
  const mark = page.createElement("span");
  mark.className = "comment-edge";
  mark.dataset["edge"] = edge;
  mark.dataset["thread"] = String(thread);
  return mark;
}

/** The edge of a thread's words that an element marks; null for any other element. */
export function edgeOf(element: Element): { edge: "start" | "end"; thread: number } | null {
  if (element.className !== "comment-edge") return null;
  const edge = element.getAttribute("data-edge") === "start" ? "start" : "end";
  return { edge, thread: Number(element.getAttribute("data-thread")) };
}

/** Finds passages of the source in the page, from the first of their words that is shown to the last. */
function passagesIn(blocks: readonly SourcedBlock[], text: Text) {
  const finders = new Map<SourcedBlock, { from: number; find: PassageFinder["find"] }>();
  const isNotes = ({ element }: SourcedBlock) => element.querySelector(":scope > .footnotes") !== null;
  const notes = blocks.find(isNotes);
  const finderOf = (block: SourcedBlock) => {
    const known = finders.get(block);
    if (known) return known;
    const from = text.line(clampLine(text, block.first)).from;
    const to = text.line(clampLine(text, block.last)).to;
    const made = { from, find: passageFinder(block.element, text.sliceString(from, to)).find };
    finders.set(block, made);
    return made;
  };
  return ({ from, to }: { from: number; to: number }): Range | null => {
    const [first, last] = [text.lineAt(from).number, text.lineAt(to).number];
    const touched = blocks.filter((block) => block.first <= last && block.last >= first && !isNotes(block));
    const ranges = touched.flatMap((block) => {
      const finder = finderOf(block);
      return finder.find({ from: from - finder.from, to: to - finder.from }) ?? [];
    });
    const [begin, end] = [ranges[0], ranges.at(-1)];
    if (!begin || !end) return notes ? inNotes(notes.element, text, { from, to }) : null;
    const range = begin.cloneRange();
    range.setEnd(end.endContainer, end.endOffset);
    return range;
  };
}

const clampLine = (text: Text, line: number): number => Math.min(Math.max(1, line), text.lines);

/** The passage in the note that is defined around it. */
function inNotes(notes: Element, text: Text, { from, to }: { from: number; to: number }): Range | null {
  const last = text.lineAt(to);
  for (let number = text.lineAt(from).number, left = MAX_NOTE_LINES; number > 0 && left > 0; number--, left--) {
    const line = text.line(number);
    const label = /^ {0,3}\[\^[^\]\s]+\]:/.exec(line.text)?.[0];
    if (label === undefined) continue;
    const start = line.from + label.length;
    const source = text.sliceString(start, last.to);
    for (const item of notes.querySelectorAll("li")) {
      const { find } = passageFinder(item, source);
      const whole = find({ from: 0, to: source.length });
      const shown = squeezed(item.textContent ?? "");
      if (!whole || !shown.startsWith(squeezed(whole.toString())) || whole.toString().length < to - from) continue;
      const found = find({ from: from - start, to: to - start });
      if (found) return found;
    }
    return null;
  }
  return null;
}

const squeezed = (text: string): string => text.replace(/\s+/g, "");

/** The number in the text that leads to the note in which the range is; the range itself if it is in none. */
function atNoteNumber(range: Range): Range | null {
  const { startContainer: node } = range;
  const item = (node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement)?.closest(".footnotes li");
  if (!item) return range;
  const references = item.closest("main")?.querySelectorAll(".footnote-ref") ?? [];
  const number = [...references].find((each) => each.querySelector("a")?.getAttribute("href") === `#${item.id}`);
  if (!number) return null;
  const at = item.ownerDocument.createRange();
  at.setStartBefore(number);
  at.setEndAfter(number);
  return at;
}
