import { alignRendered, type CharacterRange } from "../align-rendered";

/** What the renderer adds to the text of a document. */
const ADDED = ".footnote-ref, .footnote-backref, .contents, .cropped, .embed";
/** Elements that are marked as a whole: drawings replace their text. */
const WHOLE = "code.math, pre.diagram, img, math, a.wiki-embed";

type Piece = { node: Node; from: number; to: number };

/** Finds ranges of a block's source in its element; positions are in the source. Null where none of the words is shown. */
export function passageFinder(block: Element, source: string): (passage: CharacterRange) => Range | null {
  const { text, pieces } = textOf(block);
  const kind = block.firstElementChild?.matches("pre:only-child") ? "code" : "text";
  const find = alignRendered(source, text, kind);
  return (passage) => {
    const found = find(passage);
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
  };
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
