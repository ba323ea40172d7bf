import type { Text } from "@codemirror/state";

/** A marker at the start of a line: of a quote, or of a bullet or numbered item. Positions are within the line. */
export type Opener = {
  kind: "quote" | "bullet" | "number";
  /** The start and end of the marker, and the start of its content. */
  at: number;
  end: number;
  inner: number;
  /** `>`, `-`, `*`, `+`, or the delimiter after a number. */
  sign: string;
  /** The number of a numbered item; otherwise 0. */
  number: number;
};

/** The parsed start of a line. `contentStart` is where its text begins, after markers and checkbox. */
export type Opening = { openers: readonly Opener[]; box: { from: number; to: number } | null; contentStart: number };

const LIMITS = { openers: 20, characters: 500 };
const ITEM = /^(?:([-*+])|(\d{1,9})([.)]))(?=[ \t]|$)/;
const RULE = /^([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const BOX = /^\[[ xX]\](?=[ \t]|$)[ \t]*/;

/** Parses all markers at the start of a line. A thematic break (`* * *`) has none. */
export function readOpening(line: string): Opening {
  const text = line.length > LIMITS.characters ? line.slice(0, LIMITS.characters) : line;
  const openers: Opener[] = [];
  let at = 0;
  for (;;) {
    const start = at + blanksAt(text, at);
    const rest = text.slice(start);
    const item = openers.length < LIMITS.openers && !RULE.test(rest) ? ITEM.exec(rest) : null;
    if (rest.startsWith(">") && openers.length < LIMITS.openers) {
      at = start + (text[start + 1] === " " || text[start + 1] === "\t" ? 2 : 1);
      openers.push({ kind: "quote", at: start, end: start + 1, inner: at, sign: ">", number: 0 });
    } else if (item) {
      const end = start + item[0].length;
      const gap = blanksAt(text, end);
      // Five or more spaces begin indented code within the item.
      at = gap > 4 ? end + 1 : end + gap;
      const isNumber = item[2] !== undefined;
      openers.push({
        kind: isNumber ? "number" : "bullet",
        at: start,
        end,
        inner: at,
        sign: (isNumber ? item[3] : item[1]) ?? "-",
        number: Number(item[2] ?? 0),
      });
    } else break;
  }
  const last = openers.at(-1);
  const box = last && last.kind !== "quote" ? BOX.exec(text.slice(at)) : null;
  if (box) return { openers, box: { from: at, to: at + 3 }, contentStart: at + box[0].length };
  return { openers, box: null, contentStart: openers.length > 0 ? at : blanksAt(text, 0) };
}

/** The outermost item that a line opens; undefined if there is none. */
export const firstItem = ({ openers }: Opening): Opener | undefined => openers.find(({ kind }) => kind !== "quote");

/** The innermost item that a line opens; undefined if there is none, or a quote inside it. */
export function itemOf({ openers }: Opening): Opener | undefined {
  const last = openers.at(-1);
  return last?.kind === "quote" ? undefined : last;
}

/** The continuation of the line before a marker: quotes are repeated, item markers become spaces. */
export const goingOn = (line: string, opener: Opener | undefined): string =>
  line.slice(0, opener ? opener.at : 0).replace(/[^>\s]/g, " ");

/** The marker of an item as written: `-`, `3.`. */
export const markOf = ({ kind, sign, number }: Pick<Opener, "kind" | "sign" | "number">): string =>
  kind === "number" ? `${number}${sign}` : sign;

/** In columns; a tab extends to the next multiple of four. */
export const widthOf = (text: string): number => {
  let width = 0;
  for (const character of text) width += character === "\t" ? 4 - (width % 4) : 1;
  return width;
};

/** Whether a line has text, besides the markers of quotes. */
export const isText = (text: string) => /[^\s>]/.test(text);

/** How many lines are searched backwards for the item that a line is in. */
const REACH = 500;

/** The start of a line that continues the list around a nested item, whose marker is in `column`; null if there is none. */
export function enclosingItem(doc: Text, line: number, column: number): string | null {
  const found = itemAbove(doc, line, (text, { at }) => widthOf(text.slice(0, at)) < column);
  if (!found) return null;
  const { text, item, opening } = found;
  const mark = markOf(item.kind === "number" ? { ...item, number: item.number + 1 } : item);
  const isLast = item === opening.openers.at(-1);
  return `${goingOn(text, item)}${mark}${text.slice(item.end, item.inner) || " "}${isLast && opening.box ? "[ ] " : ""}`;
}

/** The start of a line outside the item whose text a line continues with `column` columns of blanks; null if there is none. */
export function indentAround(doc: Text, line: number, column: number): string | null {
  const found = itemAbove(doc, line, (text, { inner }) => widthOf(text.slice(0, inner)) <= column);
  return found && goingOn(found.text, found.item);
}

/** The nearest item above a line for which `isWanted` holds, up to text that is in no item. */
function itemAbove(doc: Text, line: number, isWanted: (text: string, item: Opener) => boolean) {
  for (let n = line - 1; n >= Math.max(1, line - REACH); n--) {
    const { text } = doc.line(n);
    if (text.trim() === "") continue;
    const opening = readOpening(text);
    const item = opening.openers.findLast((opener) => opener.kind !== "quote" && isWanted(text, opener));
    if (item) return { text, opening, item };
    if (opening.openers.length === 0 && widthOf(text.slice(0, opening.contentStart)) === 0) return null;
  }
  return null;
}

function blanksAt(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at++;
  return at - from;
}
