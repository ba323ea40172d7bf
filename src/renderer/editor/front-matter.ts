import { StateField, type Text } from "@codemirror/state";

/** An edit below so many lines never makes front matter: it need not be looked for again. */
const MOST_LINES = 5000;

/**
 * Where the front matter ends: the end of the line that closes the block of `---` at the very start, or 0 where there
 * is none. What is front matter for the engine is it here, also an empty one; only one of more than 5,000 lines is none.
 */
export function findFrontMatter(doc: Text): number {
  if (!/^---[ \t]*$/.test(doc.line(1).text)) return 0;
  const last = Math.min(doc.lines, MOST_LINES);
  for (let n = 2; n <= last; n++) {
    const line = doc.line(n);
    if (/^(?:---|\.\.\.)[ \t]*$/.test(line.text)) return line.to;
  }
  return 0;
}

/** Where the text begins: at its start, or behind the front matter and the empty lines after it. */
export function startOfText(doc: Text): number {
  const front = findFrontMatter(doc);
  if (front === 0) return 0;
  let line = doc.lineAt(front);
  while (line.number < doc.lines && (line.to === front || line.length === 0)) line = doc.line(line.number + 1);
  return line.from;
}

/** Keeps the end of the front matter, looking again only where an edit could have changed it. */
export const frontMatter = StateField.define<number>({
  create: (state) => findFrontMatter(state.doc),
  update(end, transaction) {
    if (!transaction.docChanged) return end;
    let touches = false;
    const reach =
      end > 0 ? end + 1 : transaction.startState.doc.line(Math.min(MOST_LINES, transaction.startState.doc.lines)).to;
    transaction.changes.iterChangedRanges((from) => {
      touches ||= from <= reach;
    });
    return touches ? findFrontMatter(transaction.newDoc) : end;
  },
});
