/** Who wrote a word: a window, an agent's server, the command line, or another program. */
export type Author = `window ${number}` | `server ${number}` | "command line" | "program";

/** A word that must be found at the end, wherever it is stored. */
export type Word = { word: string; by: Author; at: number };

/** The first and last letters occur nowhere else in a word: so it is found even beside the rest of a word that a kill has cut. */
const anyWord = /w\d+[a-pr-vx-z]+q/g;

/** The words in a text, whoever wrote them. A cut word does not count. */
export const wordsIn = (text: string): string[] => text.match(anyWord) ?? [];

/** All words written, each unique, and which of them must be found: confirmed, and not typed just before a kill. */
export class ExpectedWords {
  readonly #owed = new Map<string, Word>();
  #count = 0;

  /** A new word; its letters belong to this run. */
  next(): string {
    const letters = Math.random()
      .toString(36)
      .replace(/[^a-pr-vx-z]/g, "");
    return `w${++this.#count}a${letters.slice(0, 5)}q`;
  }

  /** The word was written, and its author got a confirmation. */
  confirm(by: Author, ...all: readonly string[]): void {
    for (const word of all) this.#owed.set(word, { word, by, at: Date.now() });
  }

  /** Words that these windows' users typed since a moment (milliseconds since 1970) may be lost: the windows were killed right after. */
  forgive(isTheirs: (by: Author) => boolean, since: number): void {
    for (const { word, by, at } of this.#owed.values()) if (isTheirs(by) && at >= since) this.#owed.delete(word);
  }

  /** The words of a text that must be saved: confirmed to an agent or a program. What a user typed may still be unsaved. */
  savedIn(text: string): string[] {
    return wordsIn(text).filter((word) => this.#owed.get(word)?.by.startsWith("window") === false);
  }

  get expected(): number {
    return this.#owed.size;
  }

  /** The expected words that none of the texts contains, oldest first. */
  lostIn(texts: Iterable<string>): Word[] {
    const lost = new Map(this.#owed);
    for (const text of texts) for (const word of wordsIn(text)) lost.delete(word);
    return [...lost.values()].sort((a, b) => a.at - b.at);
  }
}
