import { directionOf } from "../../../core/text/direction";

/** Blocks that contain text directly: `dir="auto"` lets the browser detect its direction. */
const LINES = "p, h1, h2, h3, h4, h5, h6, dt, summary, figcaption, caption";

/** Blocks that contain other blocks. `dir="auto"` would skip those, so the direction of bars, bullets and columns is set from the first letter. */
const HOLDERS = "blockquote, ul, ol, li, dl, dd, table, th, td, details, div";

/** Gives every block of sanitised HTML the direction of its text, unless the document says one. */
export function setDirections(root: ParentNode & Node): void {
  // An alert's title is the interface's word, not the document's.
  for (const line of root.querySelectorAll(`:is(${LINES}):not(.alert-title)`))
    if (!line.hasAttribute("dir") && directionOf(line.textContent ?? "") !== null) line.setAttribute("dir", "auto");
  for (const holder of root.querySelectorAll(HOLDERS)) {
    if (holder.hasAttribute("dir")) continue;
    const direction = firstDirection(holder);
    if (direction !== null) holder.setAttribute("dir", direction);
  }
  // Code reads from left to right, also beside Arabic.
  for (const code of root.querySelectorAll("pre")) code.setAttribute("dir", "ltr");
}

/** The direction of an element's first letter; text is read only up to it. */
function firstDirection(element: Element): "ltr" | "rtl" | null {
  const texts = element.ownerDocument.createTreeWalker(element, 4);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (node.parentElement?.className === "alert-title") continue;
    const direction = directionOf(node.nodeValue ?? "");
    if (direction !== null) return direction;
  }
  return null;
}
