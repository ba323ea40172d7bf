import { type ChangeDesc, type EditorState, StateField, type Text } from "@codemirror/state";

/** Edits below this line cannot create front matter, so it is not searched for again. */
const MAX_LINES = 5000;

/**
 * The end of the front matter: of the line that closes the `---` block at the very start; 0 if there is none. Agrees
 * with the tools about what is front matter, even if it is empty, but ignores a block of more than 5,000 lines.
 */
export function findFrontMatter(doc: Text): number {
  if (!/^---[ \t]*$/.test(doc.line(1).text)) return 0;
  const last = Math.min(doc.lines, MAX_LINES);
  for (let n = 2; n <= last; n++) {
    const line = doc.line(n);
    if (/^(?:---|\.\.\.)[ \t]*$/.test(line.text)) return line.to;
  }
  return 0;
}

/** Where the body begins: at the start, or after the front matter and the empty lines below it. */
export function startOfText(doc: Text): number {
  const front = findFrontMatter(doc);
  if (front === 0) return 0;
  let line = doc.lineAt(front);
  while (line.number < doc.lines && (line.to === front || line.length === 0)) line = doc.line(line.number + 1);
  return line.from;
}

/** Keeps the end of the front matter, and searches again only after an edit that could have changed it. */
export const frontMatter = StateField.define<number>({
  create: (state) => findFrontMatter(state.doc),
  update(end, transaction) {
    if (!transaction.docChanged) return end;
    let touches = false;
    const reach =
      end > 0 ? end + 1 : transaction.startState.doc.line(Math.min(MAX_LINES, transaction.startState.doc.lines)).to;
    transaction.changes.iterChangedRanges((from) => {
      touches ||= from <= reach;
    });
    return touches ? findFrontMatter(transaction.newDoc) : end;
  },
});

/** Two states of a text, and the changes that lead from one to the other. */
export type Step = { startState: EditorState; state: EditorState; changes: ChangeDesc };

/** Whether front matter has only moved along with the text, and is still before `from`. */
export function isSameFrontMatter({ startState, state, changes }: Step, from: number): boolean {
  const [before, after] = [startState.field(frontMatter, false) ?? 0, state.field(frontMatter, false) ?? 0];
  return before === 0 ? after === 0 : after === changes.mapPos(before, -1) && after < from;
}
