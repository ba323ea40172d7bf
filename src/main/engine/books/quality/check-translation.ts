import { MAX_EXAMINED_TEXT } from "../../ports/limits";
import { allChecked, type IsChecked } from "./checks";
import type { Flag, Pair } from "./flags";
import { intrusions } from "./intrusions";
import { type Detect, languageFlags } from "./languages";
import { lengthFlags } from "./lengths";
import { markFlags } from "./marks";
import { numberFlags } from "./numbers";

/**
 * Compares one translation with its source. Errors of a model and slips of a person are found by signs, never by judging the words, so a flag is a
 * doubt and not a verdict. What cannot be a translation has only the flags that show it. Only the checks of `isChecked` are made.
 */
export function checkTranslation(pair: Pair, detect: Detect | null, isChecked: IsChecked = allChecked): Flag[] {
  const { source, translation, language } = pair;
  const examined = {
    source: source.slice(0, MAX_EXAMINED_TEXT),
    translation: translation.slice(0, MAX_EXAMINED_TEXT),
    language,
  };
  const found = intrusions(examined, isChecked);
  if (found.some(({ kind }) => kind !== "commentary")) return found;
  const spoken = languageFlags(examined, detect, isChecked);
  if (spoken.some(({ kind, detail }) => kind === "untranslated" && detail === "")) return [...found, ...spoken];
  return [
    ...found,
    ...spoken,
    ...lengthFlags(examined, isChecked),
    ...(isChecked("numbers") ? numberFlags(examined) : []),
    ...markFlags(examined, isChecked),
  ];
}
