import { languageCode } from "../../../core/text/language-codes";
import { languageOf } from "../../editor/text/text-language";
import { $language } from "../../ui/language";

/** Suggested languages, as BCP 47 tags; any other name can be typed. */
const COMMON_LANGUAGES = [
  ..."en zh-CN zh-TW ja ko de fr es pt pt-BR it nl pl ru uk cs sk hu ro bg el tr ar he fa hi bn th vi id ms sv da nb fi et lv lt".split(
    " ",
  ),
];

const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

const names = (of: string) => new Intl.DisplayNames([of], { type: "language", fallback: "none" });

/** The display name of a language tag, such as `Chinese (China)`; any other text is returned unchanged. */
export function languageName(language: string): string {
  if (!TAG.test(language)) return language;
  try {
    return names($language.get()).of(language) ?? language;
  } catch {
    return language;
  }
}

/** The suggested languages with their names in the interface language. */
export const offeredLanguages = (): { tag: string; name: string }[] =>
  COMMON_LANGUAGES.map((tag) => ({ tag, name: languageName(tag) })).sort((a, b) =>
    a.name.localeCompare(b.name, $language.get()),
  );

/** The BCP 47 tag for a `lang` attribute, from a tag or a name; null if unknown. A name with a region, such as `Chinese (China)`, gives a tag with it. */
export function languageTag(language: string): string | null {
  const typed = language.trim();
  if (TAG.test(typed) && (typed.length < 4 || typed.includes("-"))) return typed;
  const wanted = typed.toLowerCase();
  for (const of of [$language.get(), "en", "zh-CN"]) {
    const known = names(of);
    const tag = COMMON_LANGUAGES.find((each) => known.of(each)?.toLowerCase() === wanted);
    if (tag !== undefined) return tag;
  }
  return languageCode(typed);
}

/** The language of a text for a `lang` attribute, guessed from its script; undefined if the script does not tell. */
export const languageOfSource = (text: string): string | undefined => languageOf(text.slice(0, 4000)) ?? undefined;
