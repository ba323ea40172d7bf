/** The languages of Galley, as BCP 47 tags. To add one, extend this type and the message tables that no longer compile. */
export type Language = "en" | "zh-CN";

/** The first supported language of the user's (BCP 47 tags, preferred first); English if there is none. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [name = "", ...rest] = tag.toLowerCase().split(/[-_]/);
    if (name === "en") return "en";
    const isTraditional = rest.some((part) => ["hant", "tw", "hk", "mo"].includes(part)) && !rest.includes("hans");
    if (name === "zh" && !isTraditional) return "zh-CN";
  }
  return "en";
}

/** Formats numbers and counts in a language: `1,204`, `1 word`, `3 words`. */
export function counting(language: Language): {
  number(value: number): string;
  /** Picks the form by `Intl.PluralRules`; Chinese has only `other`. */
  many(count: number, forms: { one?: string; other: string }): string;
} {
  // Created on first use, because loading the tables would delay the renderer's start.
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
