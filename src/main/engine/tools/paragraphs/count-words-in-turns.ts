import { setImmediate as nextTurn } from "node:timers/promises";
import { countWords } from "../../../../core/text/words";

/** How many characters are counted before yielding: some milliseconds of work. */
const CHARACTERS_PER_TURN = 1_000_000;

/** The same as `countWords`; yields regularly in a long text. */
export async function countWordsInTurns(text: string): Promise<number> {
  let count = 0;
  for (let from = 0; from < text.length; ) {
    if (from > 0) await nextTurn();
    const to = afterBlank(text, from + CHARACTERS_PER_TURN);
    count += countWords(text, from, to);
    from = to;
  }
  return count;
}

/** After the first blank or break at `from` or later, because no word contains one. */
function afterBlank(text: string, from: number): number {
  if (from >= text.length) return text.length;
  for (let at = from; at < text.length; at++) if (text[at] === " " || text[at] === "\n") return at + 1;
  return text.length;
}
