/**
 * Splits a growing text into pieces that can be parsed one by one. All pieces but the last are final while the text
 * grows. It splits outside fences, after a blank line and before a line that starts a block of its own, so that each
 * piece parses as it does in the whole text.
 */
export function answerPieces(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let fence: string | null = null;
  let isAfterBlank = false;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at);
    const next = end < 0 ? text.length : end + 1;
    const first = text.charCodeAt(at);
    const isBlank = end === at || (next - at < 200 && text.slice(at, next).trim() === "");
    if (fence === null && isAfterBlank && !isBlank && startsBlock(text, at, first)) {
      pieces.push(text.slice(start, at));
      start = at;
    }
    fence = fenceAfter(fence, text, at, next);
    isAfterBlank = isBlank;
    at = next;
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}

/** True if the line is not indented and is not an item of a list that may continue. */
function startsBlock(text: string, at: number, first: number): boolean {
  if (first === 0x20 || first === 0x09) return false;
  return !/^(?:[-+*]|\d{1,9}[.)])(?:\s|$)/.test(text.slice(at, at + 12));
}

function fenceAfter(open: string | null, text: string, at: number, next: number): string | null {
  const marks = /^ {0,3}(`{3,}|~{3,})/.exec(text.slice(at, Math.min(next, at + 100)))?.[1];
  if (marks === undefined) return open;
  const line = text.slice(at, next).trim();
  if (open === null) return marks.startsWith("`") && line.slice(marks.length).includes("`") ? null : marks;
  const isClosing = line === marks && marks[0] === open[0] && marks.length >= open.length;
  return isClosing ? null : open;
}
