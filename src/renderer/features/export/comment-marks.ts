import type { Text } from "@codemirror/state";
import { type InsertedMark, type PassageFinder, passageFinder } from "../../rendering/page/passage-ranges";
import type { PlacedThread } from "../../workbench/api/feature-stores";

/** A block of the page, with the first and last line of its source. */
export type SourcedBlock = { element: HTMLElement; first: number; last: number };

/** How many lines above a passage the definition of its footnote may begin. */
const MAX_NOTE_LINES = 50;

/**
 * Puts an empty mark where the words of each thread begin and where they end, with the thread's index. Nothing is put for words that the page does not
 * show. `notes`: Word has no comments in footnotes, so those are at the number of the note. Takes linear time.
 */
export function markThreads(
  blocks: readonly SourcedBlock[],
  text: Text,
  threads: readonly PlacedThread[],
  notes: "in the note" | "at its number",
): void {
  const find = passagesIn(blocks, text);
  const marks = new Map<PassageFinder, InsertedMark[]>();
  const add = (finder: PassageFinder, offset: number, side: "start" | "end", thread: number) => {
    const element = edgeMark(blocks[0]?.element.ownerDocument ?? document, side, thread);
    marks.set(finder, [...(marks.get(finder) ?? []), { offset, side, element }]);
  };
  // All are found before anything is inserted, which splits texts.
  for (const [index, { place }] of threads.entries()) {
    const found = place && find(place);
    if (!found) continue;
    const number = found.item && notes === "at its number" ? numberOf(found.item) : null;
    if (number) {
      number.before(edgeMark(number.ownerDocument, "start", index));
      number.after(edgeMark(number.ownerDocument, "end", index));
    } else if (!found.item || notes === "in the note") {
      add(found.first, found.from, "start", index);
      add(found.last, found.to, "end", index);
    }
  }
  for (const [finder, own] of marks) finder.insert(own);
}

/** Where a passage is in the page: the offsets in the texts of its first and last block. `item` is the note that it is in. */
type FoundPassage = { first: PassageFinder; from: number; last: PassageFinder; to: number; item?: Element };

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
  const finders = new Map<SourcedBlock, { from: number; finder: PassageFinder }>();
  const isNotes = ({ element }: SourcedBlock) => element.querySelector(":scope > .footnotes") !== null;
  const notes = blocks.find(isNotes);
  const findInNotes = notes && notesFinder(notes.element, text);
  const others = blocks.filter((block) => block !== notes);
  const finderOf = (block: SourcedBlock) => {
    const known = finders.get(block);
    if (known) return known;
    const from = text.line(clampLine(text, block.first)).from;
    const to = text.line(clampLine(text, block.last)).to;
    const made = { from, finder: passageFinder(block.element, text.sliceString(from, to)) };
    finders.set(block, made);
    return made;
  };
  return ({ from, to }: { from: number; to: number }): FoundPassage | null => {
    const [first, last] = [text.lineAt(from).number, text.lineAt(to).number];
    const found = touching(others, first, last).flatMap((block) => {
      const { from: start, finder } = finderOf(block);
      const range = finder.inText({ from: from - start, to: to - start });
      return range ? [{ finder, ...range }] : [];
    });
    const [begin, end] = [found[0], found.at(-1)];
    if (begin && end) return { first: begin.finder, from: begin.from, last: end.finder, to: end.to };
    return findInNotes?.({ from, to }) ?? null;
  };
}

/** The blocks that have any of these lines. Blocks are in the order of their lines. */
function touching(blocks: readonly SourcedBlock[], first: number, last: number): SourcedBlock[] {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.last ?? 0) < first) low = middle + 1;
    else high = middle;
  }
  const found: SourcedBlock[] = [];
  for (let at = low; at < blocks.length && (blocks[at]?.first ?? 0) <= last; at++)
    found.push(blocks[at] as SourcedBlock);
  return found;
}

const clampLine = (text: Text, line: number): number => Math.min(Math.max(1, line), text.lines);

/** Finds passages in the notes, by the definition that is around them. */
function notesFinder(notes: Element, text: Text) {
  const finders = new Map<number, { start: number; item: Element; finder: PassageFinder } | null>();

  /** The note that is defined from this line on. */
  function defined(number: number, label: string, last: number) {
    const start = text.line(number).from + label.length;
    const source = text.sliceString(start, text.line(last).to);
    for (const item of notes.querySelectorAll("li")) {
      const finder = passageFinder(item, source);
      const whole = finder.find({ from: 0, to: source.length })?.toString() ?? "";
      const shown = squeezed(item.textContent ?? "").replace(/↩.*$/, "");
      if (whole !== "" && shown.startsWith(squeezed(whole)) && squeezed(whole).length * 2 > shown.length)
        return { start, item, finder };
    }
    return null;
  }

  return ({ from, to }: { from: number; to: number }): FoundPassage | null => {
    const last = text.lineAt(to).number;
    for (let number = text.lineAt(from).number, left = MAX_NOTE_LINES; number > 0 && left > 0; number--, left--) {
      const label = /^ {0,3}\[\^[^\]\s]+\]:/.exec(text.line(number).text)?.[0];
      if (label === undefined) continue;
      const note = finders.get(number) ?? defined(number, label, last);
      finders.set(number, note);
      const found = note?.finder.inText({ from: from - note.start, to: to - note.start });
      return note && found ? { first: note.finder, last: note.finder, ...found, item: note.item } : null;
    }
    return null;
  };
}

const squeezed = (text: string): string => text.replace(/\s+/g, "");

/** The number in the text that leads to a note; null if there is none. */
function numberOf(item: Element): Element | null {
  const references = item.closest("main")?.querySelectorAll(".footnote-ref") ?? [];
  return [...references].find((each) => each.querySelector("a")?.getAttribute("href") === `#${item.id}`) ?? null;
}
