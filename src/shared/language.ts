import type { Money } from "./conversation";

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

/** Formats numbers, counts and money in a language: `1,204`, `1 word`, `3 words`, `$0.12`. */
export function counting(language: Language): {
  number(value: number): string;
  /** Picks the form by `Intl.PluralRules`; Chinese has only `other`. */
  many(count: number, forms: { one?: string; other: string }): string;
  /** An amount below the currency's smallest coin keeps two digits: `$0.0042`. */
  money(value: Money): string;
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
    money({ amount, currency }) {
      try {
        const format = (options: Intl.NumberFormatOptions = {}) =>
          new Intl.NumberFormat(language, { style: "currency", currency, ...options });
        const usual = format();
        if (amount === 0) return format({ maximumFractionDigits: 0 }).format(0);
        const isTiny = amount < 10 ** -(usual.resolvedOptions().maximumFractionDigits ?? 2);
        return (isTiny ? format({ maximumSignificantDigits: 2 }) : usual).format(amount);
      } catch {
        // Not a currency code: somebody has edited the stored conversation.
        return `${number(amount)} ${currency}`;
      }
    },
    many(count, forms) {
      plurals ??= new Intl.PluralRules(language);
      const isOne = plurals.select(count) === "one";
      return `${number(count)} ${(isOne ? forms.one : undefined) ?? forms.other}`;
    },
  };
}
