import nspell from "nspell";
import { commonEnglish } from "./common-words";
import { rankSuggestions } from "./rank-suggestions";
import type { DictionaryText } from "./worker-protocol";

/** The longest word that is checked, in letters, and how many corrections are suggested for one. */
const LIMITS = { letters: 60, suggestions: 6 };

/** Words of this program, and of keyboards, that no dictionary has. */
const OF_GALLEY = ["Alt", "Cmd", "Ctrl", "Esc", "Galley", "Markdown"];

type Dictionary = { language: string; scripts: readonly RegExp[]; words: ReturnType<typeof nspell> };

/**
 * Checks words against several dictionaries: a word in any of them is correct, and a word in a script that none covers
 * is not checked.
 */
export class Checker {
  readonly #dictionaries: readonly Dictionary[];
  readonly #own: Set<string>;

  constructor(dictionaries: readonly DictionaryText[], own: readonly string[]) {
    this.#dictionaries = dictionaries.map(({ language, aff, dic }) => ({
      language,
      scripts: scriptsOf(language),
      words: nspell(aff, dic),
    }));
    this.#own = new Set([...OF_GALLEY, ...own]);
  }

  isRight(word: string): boolean {
    const plain = word.replaceAll("’", "'");
    if (plain.length > LIMITS.letters || this.#own.has(word) || this.#own.has(word.toLowerCase())) return true;
    const [letter = ""] = plain;
    const languages = this.#dictionaries.filter(({ scripts }) => scripts.some((script) => script.test(letter)));
    return (
      languages.length === 0 ||
      languages.some(
        ({ language, words }) =>
          words.correct(plain) || isPossessive(plain, words) || (language.startsWith("en") && isAccented(plain, words)),
      )
    );
  }

  /** The likeliest corrections, the best first. */
  suggest(word: string): string[] {
    const plain = word.replaceAll("’", "'");
    const found = [...new Set(this.#dictionaries.flatMap(({ words }) => words.suggest(plain)))];
    const hasEnglish = this.#dictionaries.some(({ language }) => language.startsWith("en"));
    const ranked = rankSuggestions(plain, found, hasEnglish ? commonEnglish : new Map());
    const isCurly = word.includes("’");
    return ranked.slice(0, LIMITS.suggestions).map((each) => (isCurly ? each.replaceAll("'", "’") : each));
  }

  add(word: string): void {
    this.#own.add(word);
  }
}

/** The possessive 's, which dictionaries list for some words only. */
const isPossessive = (word: string, words: Dictionary["words"]) =>
  word.endsWith("'s") && words.correct(word.slice(0, -2));

/** English accepts words with accents (`naïve`, `café`) that its dictionary has without. */
const isAccented = (word: string, words: Dictionary["words"]) =>
  words.correct(word.normalize("NFD").replace(/\p{M}/gu, ""));

/** The scripts of a language whose words can be checked. */
function scriptsOf(language: string): RegExp[] {
  try {
    const script = new Intl.Locale(language).maximize().script ?? "Latn";
    const names: Record<string, string> = {
      Latn: "Latin",
      Cyrl: "Cyrillic",
      Grek: "Greek",
      Hebr: "Hebrew",
      Arab: "Arabic",
      Armn: "Armenian",
      Geor: "Georgian",
      Deva: "Devanagari",
    };
    return [new RegExp(`\\p{Script=${names[script] ?? "Latin"}}`, "u")];
  } catch {
    return [/\p{Script=Latin}/u];
  }
}
