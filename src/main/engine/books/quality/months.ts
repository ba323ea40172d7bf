/** Languages whose names of months are known, beside those that write them as numbers. */
const languages = "en de fr es pt it nl pl cs ru uk sv da nb fi tr".split(" ");

let byName: ReadonlyMap<string, number> | null = null;

/** Names of months in dates, such as `mai` and `мая`. A name that means different months in two languages is left out. */
function monthNames(): ReadonlyMap<string, number> {
  if (byName !== null) return byName;
  const names = new Map<string, number>();
  for (const language of languages) {
    for (const form of [{ day: "numeric", month: "long" }, { month: "long" }] as const) {
      const format = new Intl.DateTimeFormat(language, { ...form, timeZone: "UTC" });
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(Date.UTC(2024, month - 1, 15));
        const name = parts.find(({ type }) => type === "month")?.value.toLowerCase() ?? "";
        if (/^\p{L}{3,}$/u.test(name)) names.set(name, names.has(name) && names.get(name) !== month ? 0 : month);
      }
    }
  }
  byName = names;
  return names;
}

const chinese = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"];

/** The months of the dates in a text, each with how it is written. A name counts only beside a number: `May 9`, `9. Mai`, `9 de mayo`. */
export function monthsIn(text: string): Map<number, string> {
  const found = new Map<number, string>();
  const dates =
    /(?<=\d(?:st|nd|rd|th|º|er|ro|-го)?\.?\s{1,3}(?:de\s{1,3}|of\s{1,3})?)\p{L}{3,12}|(?<![\p{L}])\p{L}{3,12}(?=\s{1,3}\d)/gu;
  for (const [name] of text.matchAll(dates)) {
    const month = monthNames().get(name.toLowerCase()) ?? 0;
    if (month > 0) found.set(month, name);
  }
  for (const [whole, digits, signs] of text.matchAll(
    /(?:(\d{1,2})|([一二三四五六七八九十]{1,2}))月(?=[\d初一二三四五六七八九十])/g,
  )) {
    const month = digits === undefined ? chinese.indexOf(signs ?? "") + 1 : Number(digits);
    if (month >= 1 && month <= 12) found.set(month, whole);
  }
  return found;
}
