import { countWords } from "../../../core/text/words";
import { countCharacters, wholeProse } from "../../editor/text/text-counter";

/** Statistics of a text; `minutes` is the time for silent reading, at least one for any text. */
export type Statistics = {
  words: number;
  characters: number;
  withoutBlanks: number;
  paragraphs: number;
  minutes: number;
};

/** Reading speed per minute, in words and in ideographs. */
const READING_SPEED = { words: 238, ideographs: 400 };

/** Counts a whole text: the words of its prose, and all characters; some megabytes take a fraction of a second. */
export function statisticsOf(text: string): Statistics {
  const prose = wholeProse(text);
  const words = countWords(prose);
  const ideographs = (prose.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu) ?? []).length;
  const blanks = (text.match(/[^\S\n]/g) ?? []).length;
  const characters = countCharacters(text);
  const minutes = Math.max(0, words - ideographs) / READING_SPEED.words + ideographs / READING_SPEED.ideographs;
  return {
    words,
    characters,
    withoutBlanks: characters - blanks,
    paragraphs: (text.match(/(?:^|\n[ \t]*\n)[\s]*\S/g) ?? []).length,
    minutes: words === 0 ? 0 : Math.max(1, Math.round(minutes)),
  };
}
