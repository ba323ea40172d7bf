import { ToolError } from "../../ports/tool-error";
import { rawOffset } from "../package/raw-offset";
import { type EditedPart, elementsIn, prefixOf, type XmlElement } from "../package/splice-xml";
import { type DocxPiece, docxPieces } from "./pieces";

type Insertion = {
  /** In the text of the paragraph. */
  offset: number;
  /** Before the character at the offset, or after the one that ends there. */
  side: "start" | "end";
  mark: string;
  /** The texts that were split already, by offset. */
  split: Set<number>;
};

/** Inserts a mark between two characters of a paragraph. A run is split if it must be, into two of the same formatting; nothing else changes. */
export function insertMark(part: EditedPart, paragraph: XmlElement, { offset, side, mark, split }: Insertion): void {
  const pieces = docxPieces(paragraph);
  let at = 0;
  for (const piece of pieces) {
    const end = at + piece.text.length;
    const isHere = side === "start" ? at <= offset && offset < end : at < offset && offset <= end;
    if (isHere) {
      const within = offset - at;
      const isEdge = within === 0 || within === piece.text.length;
      if (isEdge || piece.element.name !== "w:t") besidePiece(part, piece, side, mark);
      else insideText(part, piece, within, mark, split);
      return;
    }
    at = end;
  }
  throw new ToolError("unsupported", "a comment cannot be put at this place of the document");
}

/** Before or after a piece: beside its run if it is the first or last of it, else between two halves of the run. */
function besidePiece(part: EditedPart, { element, run }: DocxPiece, side: "start" | "end", mark: string): void {
  const children = elementsIn(run).filter(({ name }) => name !== "w:rPr");
  const isDirect = element.parent === run;
  if (side === "start") {
    if (!isDirect || children[0] === element) part.splice(run.from, run.from, mark);
    else part.splice(element.from, element.from, between(part.xml, run, mark));
  } else if (!isDirect || children.at(-1) === element) part.splice(run.to, run.to, mark);
  else part.splice(element.to, element.to, between(part.xml, run, mark));
}

function insideText(
  part: EditedPart,
  { element, run, text }: DocxPiece,
  within: number,
  mark: string,
  split: Set<number>,
): void {
  const { xml } = part;
  const at = rawOffset(xml, element, within);
  if (at === null || element.parent !== run)
    throw new ToolError("unsupported", "a comment cannot begin or end inside this word of the document", {
      hint: "Name the whole sentence.",
    });
  const prefix = prefixOf(xml, element);
  const start = xml.slice(element.from, element.insideFrom);
  // A blank at the end of a text is ignored without this.
  if (/\s$/.test(text.slice(0, within)) && !start.includes("xml:space") && !split.has(element.from)) {
    const nameEnd = element.from + 1 + prefix.length + 1;
    part.splice(nameEnd, nameEnd, ' xml:space="preserve"');
  }
  split.add(element.from);
  const again = `<${prefix}t xml:space="preserve">`;
  part.splice(at, at, `</${prefix}t>${between(xml, run, mark)}${again}`);
}

/** Ends a run, and begins another one of the same formatting behind the mark. */
function between(xml: string, run: XmlElement, mark: string): string {
  const prefix = prefixOf(xml, run);
  const properties = elementsIn(run, "w:rPr").map(({ from, to }) => xml.slice(from, to));
  return `</${prefix}r>${mark}<${prefix}r>${properties.join("")}`;
}
