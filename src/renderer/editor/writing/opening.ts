/** What a line opens before its words: a quote, an item with a bullet or a number. Places count within the line. */
export type Opener = {
  kind: "quote" | "bullet" | "number";
  /** Where its mark stands, where that ends, and where what is in it begins. */
  at: number;
  end: number;
  inner: number;
  /** `>`, `-`, `*`, `+`, or what stands after a number. */
  sign: string;
  /** Of an item with a number; else 0. */
  number: number;
};

/** The start of a line, taken apart: `words` is where its words begin, behind the box of a task. */
export type Opening = { openers: readonly Opener[]; box: { from: number; to: number } | null; words: number };

const LIMITS = { openers: 20, characters: 500 };
const ITEM = /^(?:([-*+])|(\d{1,9})([.)]))(?=[ \t]|$)/;
const RULE = /^([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const BOX = /^\[[ xX]\](?=[ \t]|$)[ \t]*/;

/** Reads the marks at the start of a line, as deep as they go. What is a rule (`* * *`) opens nothing. */
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
      // Five blanks and more are code within the item.
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
  if (box) return { openers, box: { from: at, to: at + 3 }, words: at + box[0].length };
  return { openers, box: null, words: openers.length > 0 ? at : blanksAt(text, 0) };
}

/** The item that a line opens first; undefined where it opens none. */
export const firstItem = ({ openers }: Opening): Opener | undefined => openers.find(({ kind }) => kind !== "quote");

/** The item that a line opens last; undefined where it opens none, or a quote in it. */
export function itemOf({ openers }: Opening): Opener | undefined {
  const last = openers.at(-1);
  return last?.kind === "quote" ? undefined : last;
}

/** What goes on in the next line before an opener: quotes as they are, blanks under the marks of items. */
export const goingOn = (line: string, opener: Opener | undefined): string =>
  line.slice(0, opener ? opener.at : 0).replace(/[^>\s]/g, " ");

/** The mark of an item as it is written: `-`, `3.`. */
export const markOf = ({ kind, sign, number }: Pick<Opener, "kind" | "sign" | "number">): string =>
  kind === "number" ? `${number}${sign}` : sign;

/** In columns, a tab going to the next fourth. */
export const widthOf = (text: string): number => {
  let width = 0;
  for (const character of text) width += character === "\t" ? 4 - (width % 4) : 1;
  return width;
};

function blanksAt(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at++;
  return at - from;
}
