import { languageOf } from "../../editor/text-language";
import { $language } from "../../ui/language";

/** Languages that are offered, as BCP 47 tags. Any other name can be written. */
const OFFERED = [
  ..."en zh-CN zh-TW ja ko de fr es pt pt-BR it nl pl ru uk cs sk hu ro bg el tr ar he fa hi bn th vi id ms sv da nb fi et lv lt".split(
    " ",
  ),
];

const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

const names = (of: string) => new Intl.DisplayNames([of], { type: "language", fallback: "none" });

/** A language as the page's own names it, such as `Chinese (China)`; as it is written where it is no tag. */
export function languageName(language: string): string {
  if (!TAG.test(language)) return language;
  try {
    return names($language.get()).of(language) ?? language;
  } catch {
    return language;
  }
}

/** What is offered, by the names of the page's language. */
export const offeredLanguages = (): { tag: string; name: string }[] =>
  OFFERED.map((tag) => ({ tag, name: languageName(tag) })).sort((a, b) =>
    a.name.localeCompare(b.name, $language.get()),
  );

/** The tag of a language for `lang`; of one that was written by its name, that of the name. Null where nothing tells. */
export function languageTag(language: string): string | null {
  const said = language.trim();
  if (TAG.test(said) && (said.length < 4 || said.includes("-"))) return said;
  const wanted = said.toLowerCase();
  for (const of of [$language.get(), "en", "zh-CN"]) {
    const known = names(of);
    const tag = OFFERED.find((each) => known.of(each)?.toLowerCase() === wanted);
    if (tag !== undefined) return tag;
  }
  return OFFERED.find((each) => names(each).of(each)?.toLowerCase() === wanted) ?? null;
}

/** The language that a text is written in, for `lang`; undefined where its letters do not tell. */
export const languageOfSource = (text: string): string | undefined => languageOf(text.slice(0, 4000)) ?? undefined;
