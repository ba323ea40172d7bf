/** Whose words: a window, an agent's server, the command line, another program. */
export type Author = `window ${number}` | `server ${number}` | "command line" | "program";

/** A word that must be found at the end, wherever it is kept. */
export type Word = { word: string; by: Author; at: number };

/** Begins with the one letter and ends with the other, and has neither within: beside the rest of a word that a kill cut it is still found. */
const anyWord = /w\d+[a-pr-vx-z]+q/g;

/** The words in a text, whoever wrote them; one that is cut does not count. */
export const wordsIn = (text: string): string[] => text.match(anyWord) ?? [];

/** Every word that was written, each one of its kind, and which of them are owed: confirmed, and not typed in the last moment before a kill. */
export class WordLedger {
  readonly #owed = new Map<string, Word>();
  #count = 0;

  /** A word that nobody has written yet; its letters are of this run. */
  next(): string {
    const letters = Math.random()
      .toString(36)
      .replace(/[^a-pr-vx-z]/g, "");
    return `w${++this.#count}a${letters.slice(0, 5)}q`;
  }

  /** The word was written, and its author was told so. */
  confirm(by: Author, ...words: readonly string[]): void {
    for (const word of words) this.#owed.set(word, { word, by, at: Date.now() });
  }

  /** What these windows' people typed since a moment (milliseconds since 1970) need not be back: they were killed right after. */
  forgive(isTheirs: (by: Author) => boolean, since: number): void {
    for (const { word, by, at } of this.#owed.values()) if (isTheirs(by) && at >= since) this.#owed.delete(word);
  }

  get owed(): number {
    return this.#owed.size;
  }

  /** Those that none of the texts holds, oldest first. */
  lostIn(texts: Iterable<string>): Word[] {
    const lost = new Map(this.#owed);
    for (const text of texts) for (const word of wordsIn(text)) lost.delete(word);
    return [...lost.values()].sort((a, b) => a.at - b.at);
  }
}
