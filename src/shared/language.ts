/**
 * A language that Galley speaks, as a BCP 47 tag. Another one is a word here, and a table of words wherever the compiler then
 * asks.
 */
export type Language = "en" | "zh-CN";

/** The first of the person's languages (BCP 47 tags, best first) that Galley speaks; English where there is none. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [name = "", ...rest] = tag.toLowerCase().split(/[-_]/);
    if (name === "en") return "en";
    const isTraditional = rest.some((part) => ["hant", "tw", "hk", "mo"].includes(part)) && !rest.includes("hans");
    if (name === "zh" && !isTraditional) return "zh-CN";
  }
  return "en";
}

/** Numbers and counted things as a language writes them: `1,204`, `1 word`, `3 words`. */
export function counting(language: Language): {
  number(value: number): string;
  /** The forms that `Intl.PluralRules` tells apart in this language; Chinese has only `other`. */
  many(count: number, forms: { one?: string; other: string }): string;
} {
  // Made when first asked for: the page's start must not wait for tables of numbers.
  let numbers: Intl.NumberFormat | null = null;
  let plurals: Intl.PluralRules | null = null;
  const number = (value: number) => {
    numbers ??= new Intl.NumberFormat(language);
    return numbers.format(value);
  };
  return {
    number,
    many(count, forms) {
      plurals ??= new Intl.PluralRules(language);
      const isOne = plurals.select(count) === "one";
      return `${number(count)} ${(isOne ? forms.one : undefined) ?? forms.other}`;
    },
  };
}
