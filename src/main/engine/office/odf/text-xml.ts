import { escapedText } from "../../../../core/text/escape-xml";

/** Whether a blank after this text would be ignored. */
export const isBlankEnd = (text: string): boolean => text === "" || text.endsWith(" ") || text.endsWith("\n");

/**
 * The XML of a text between these neighbours: tabs and line breaks are elements, and so are blanks that would be ignored, after another
 * blank or at either end.
 */
export function odtText(prefix: string, text: string, before = "", following = ""): string {
  let written = "";
  let isAfterBlank = isBlankEnd(before);
  for (const { 0: piece, index } of text.matchAll(/ +|\t|\n|[^ \t\n]+/g)) {
    const isLast = index + piece.length === text.length && /^[ \n]?$/.test(following.slice(0, 1));
    if (piece === "\t") written += `<${prefix}tab/>`;
    else if (piece === "\n") written += `<${prefix}line-break/>`;
    else if (piece.startsWith(" ")) {
      // Written as an element if a reader would ignore it.
      const first = isAfterBlank || isLast ? "" : " ";
      const more = piece.length - first.length;
      written +=
        first + (more === 0 ? "" : more === 1 ? `<${prefix}s/>` : `<${prefix}s ${attribute(prefix)}c="${more}"/>`);
    } else written += escapedText(piece);
    isAfterBlank = piece === "\n";
  }
  return written;
}

/** Attributes have no default namespace. */
const attribute = (prefix: string): string => (prefix === "" ? "text:" : prefix);
