import { alignRendered, type CharacterRange } from "../align-rendered";

/** What the renderer adds to the text of a document. */
const ADDED = ".footnote-ref, .footnote-backref, .contents, .cropped, .embed";
/** Elements that are marked as a whole: drawings replace their text. */
const WHOLE = "code.math, pre.diagram, img, math, a.wiki-embed";

type Piece = { node: Node; from: number; to: number };

/** Finds ranges of a block's source in its element, and the other way round. Null where none of the words is in the other. */
export type PassageFinder = {
  find(passage: CharacterRange): Range | null;
  /** The same in the block's text, for `insert`. */
  inText(passage: CharacterRange): CharacterRange | null;
  /** Puts elements before or behind characters of the block's text. To be called once: texts are split. */
  insert(marks: readonly InsertedMark[]): void;
  /** The part of the source that the user has selected. */
  sourceOf(selected: Range): CharacterRange | null;
};

/** `start`: before the character at this offset of a block's text; `end`: behind the one before it. */
export type InsertedMark = { offset: number; side: "start" | "end"; element: Element };

/** Compares a block with its source, in which all positions are. */
export function passageFinder(block: Element, source: string): PassageFinder {
  const { text, pieces } = textOf(block);
  const kind = block.firstElementChild?.matches("pre:only-child") ? "code" : "text";
  const { inRendered, inSource } = alignRendered(source, text, kind);
  return {
    find(passage) {
      const found = inRendered(passage);
      const first = found && pieces.find(({ to }) => to > found.from);
      const last = found && pieces.findLast(({ from }) => from < found.to);
      if (!found || !first || !last) return null;
      const range = block.ownerDocument.createRange();
      const [before, after] = [wholeOf(first.node), wholeOf(last.node)];
      if (before) range.setStartBefore(before);
      else range.setStart(first.node, found.from - first.from);
      if (after) range.setEndAfter(after);
      else range.setEnd(last.node, found.to - last.from);
      return range;
    },
    inText: inRendered,
    insert(marks) {
      // From the end, so that what comes before keeps its place; at one place, ends come before starts.
      const sides = { start: 0, end: 1 };
      const order = marks.toSorted((a, b) => b.offset - a.offset || sides[a.side] - sides[b.side]);
      for (const { offset, side, element } of order) {
        const piece =
          side === "start" ? pieces.find(({ to }) => to > offset) : pieces.findLast(({ from }) => from < offset);
        if (piece) insertAt(piece.node, offset - piece.from, side, element);
      }
    },
    sourceOf(selected) {
      const within = pieces.filter(({ node }) => selected.intersectsNode(node));
      const [first, last] = [within[0], within.at(-1)];
      if (!first || !last) return null;
      const from = first.node === selected.startContainer ? first.from + selected.startOffset : first.from;
      const to = last.node === selected.endContainer ? last.from + selected.endOffset : last.to;
      return inSource({ from, to });
    },
  };
}

function insertAt(node: Node, offset: number, side: "start" | "end", element: Element): void {
  const whole = wholeOf(node);
  if (whole) whole[side === "start" ? "before" : "after"](element);
  else if (offset === 0) (node as Text).before(element);
  else if (offset >= (node as Text).length) (node as Text).after(element);
  else (node as Text).splitText(offset).before(element);
}

/** The element that a node belongs to, if that is marked as a whole. */
const wholeOf = (node: Node): Element | null =>
  (node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement)?.closest(WHOLE) ?? null;

/** The text of a block that comes from the document, with the nodes it is in. An image has its description. */
function textOf(block: Element): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  let text = "";
  const walk = (node: Node): void => {
    const isElement = node.nodeType === Node.ELEMENT_NODE;
    const element = isElement ? (node as Element) : null;
    if (element?.matches(ADDED)) return;
    const own = element ? (element.localName === "img" ? (element.getAttribute("alt") ?? "") : "") : node.nodeValue;
    if (own && (element || node.nodeType === Node.TEXT_NODE)) {
      pieces.push({ node, from: text.length, to: text.length + own.length });
      text += own;
    }
    for (const child of node.childNodes) walk(child);
  };
  walk(block);
  return { text, pieces };
}
