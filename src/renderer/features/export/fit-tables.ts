/** Longer words, such as addresses, may break in a cell; shorter ones stay whole. */
const MAX_WHOLE = 24;

/** The space between two columns, in characters. */
const GAP = 3;

/** The smallest text of a table, relative to the text around it. */
const SMALLEST = 0.65;

/** The least width of a column with a word that breaks, in the widths of a digit. */
const LEAST_BROKEN = 14;

/** Where a word ends or may break anyway. Chromium breaks no address after a slash. */
const BREAKS =
  /[\s\-\u00ad\u200b\u2010\u2013\u2014?]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * How the table with these rows of texts fits on paper that is `across` characters wide: the size of its text, relative to the text
 * around it, and whether even short words must break.
 */
export function tableFit(rows: readonly (readonly string[])[], across: number): { size: number; breaks: boolean } {
  const columns: number[] = [];
  for (const row of rows)
    for (const [at, text] of row.entries()) columns[at] = Math.max(columns[at] ?? 1, longestWord(text));
  const needed = columns.reduce((sum, word) => sum + Math.min(word, MAX_WHOLE) + GAP, 0);
  const size = Math.min(1, across / needed);
  return { size: Math.max(SMALLEST, size), breaks: size < SMALLEST };
}

function longestWord(text: string): number {
  return text.split(BREAKS).reduce((most, word) => Math.max(most, word?.length ?? 0), 0);
}

/** Prepares the tables of a page for paper that is `across` characters wide, on which nothing can be scrolled. */
export function fitTables(body: HTMLElement, across: number): void {
  for (const table of body.querySelectorAll("table")) {
    const rows = [...table.rows].map(({ cells }) => [...cells].map((cell) => cell.textContent ?? ""));
    const { size, breaks } = tableFit(rows, across);
    if (size < 1) table.style.fontSize = `${size.toFixed(2)}em`;
    if (breaks) for (const cell of table.querySelectorAll<HTMLElement>("th, td")) cell.style.overflowWrap = "anywhere";
    else breakLongWords(table);
  }
}

/** Lets the words break that are too long to stay whole. */
function breakLongWords(table: HTMLTableElement): void {
  const texts = table.ownerDocument.createTreeWalker(table, 4);
  const long: Text[] = [];
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
    if (longestWord(node.nodeValue ?? "") > MAX_WHOLE) long.push(node as Text);
  for (const node of long) {
    const words = (node.nodeValue ?? "").split(/(\s+)/).map((word) => {
      if (longestWord(word) <= MAX_WHOLE) return word;
      const span = table.ownerDocument.createElement("span");
      span.className = "long-word";
      span.textContent = word;
      return span;
    });
    const cell = node.parentElement?.closest<HTMLElement>("th, td");
    // A word that may break anywhere would leave its column the width of a letter.
    if (cell) cell.style.minWidth = `${LEAST_BROKEN}ch`;
    node.replaceWith(...words);
  }
}
