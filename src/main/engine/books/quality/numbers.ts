import { type Flag, type Pair, shortened } from "./flags";
import { monthsIn } from "./months";

const digits = "零一二三四五六七八九";
const others: Readonly<Record<string, string>> = { 〇: "零", 两: "二", 兩: "二", 壹: "一", 贰: "二", 叁: "三" };
const units: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8 };
const chinese = /[零〇一二两兩三四五六七八九十百千万萬亿億]+/g;

/** Numbers up to this may well be written in words. */
const SMALL = 100;

/** Times of day: languages differ in their hours and signs. */
const times = /\d{1,2}[:：]\d{2}|\d{1,2}(?:[.:h]\s?\d{2})?\s?(?:[ap]\.?\s?m\b\.?|Uhr\b|h\b|часов|[点點时時])/giu;

/** The numbers of a text in digits, without signs for thousands: `1,234.50` and `1.234,50` are `1234.5`. */
export function numbersIn(text: string): string[] {
  const plain = text
    .normalize("NFKC")
    .replace(/\]\([^)\n]{0,2000}\)|<[^<>\n]{0,500}>|https?:\S+|\[\^[^\]\n]{0,60}\]/g, " ")
    .replace(/^\s*\d{1,9}[.)]\s/gm, " ")
    .replace(times, " ");
  return [...plain.matchAll(/\d+(?:[.,'’ \u00a0\u202f]\d+)*(?:[万萬亿億千])?/g)].flatMap(([found]) => valuesOf(found));
}

function valuesOf(found: string): string[] {
  const unit = units[found.at(-1) ?? ""];
  const figure = unit === undefined ? found : found.slice(0, -1);
  // `1,234`, `1.234.567` and `1 234`: groups of three.
  const grouped = /^\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?$/.test(figure);
  const parts = grouped
    ? [
        figure
          .replace(/[.,](\d{1,2})$/, "#$1")
          .replace(/[^\d#]/g, "")
          .replace("#", "."),
      ]
    : figure.split(/['’ \u00a0\u202f]|[,.](?=\d*[,.])/).map((part) => part.replace(",", "."));
  return parts.filter((part) => part !== "").map((part) => String(Number(part) * (unit ?? 1)));
}

/** The numbers that a text has in Chinese signs: `一千八百四十七` and `一八四七` are 1847. */
function chineseNumbers(text: string): Set<string> {
  const found = new Set<string>();
  for (const [run] of text.matchAll(chinese)) {
    const signs = [...run].map((sign) => others[sign] ?? sign);
    if (!signs.some((sign) => sign in units))
      found.add(String(Number(signs.map((sign) => digits.indexOf(sign)).join(""))));
    let [total, section, digit] = [0, 0, 0];
    for (const sign of signs) {
      const unit = units[sign];
      if (unit === undefined) digit = digits.indexOf(sign);
      else if (unit < 1e4) {
        section += (digit === 0 ? 1 : digit) * unit;
        digit = 0;
      } else {
        total += (section + digit) * unit;
        [section, digit] = [0, 0];
      }
    }
    found.add(String(total + section + digit));
  }
  return found;
}

/** Numbers of three signs and more that are spelled sign by sign, as years are in Chinese: `一八四七`. */
const yearsIn = (text: string): string[] =>
  (text.match(/[零〇一二三四五六七八九]{3,}/g) ?? []).flatMap((run) => [...chineseNumbers(run)].slice(0, 1));

/** Numbers of the source that the translation lacks, or has instead. */
export function numberFlags({ source, translation }: Pair): Flag[] {
  const [before, after] = [[...numbersIn(source), ...yearsIn(source)], numbersIn(translation)];
  const inWords = chineseNumbers(translation);
  const joined = after.join("");
  const missing = before.filter((each) => !after.includes(each) && !inWords.has(each) && !joined.includes(each));
  const wordsBefore = chineseNumbers(source);
  const known = before.join("");
  const added = after.filter((each) => !before.includes(each) && !wordsBefore.has(each) && !known.includes(each));
  // A number in words may become digits; a missing one with another in its place may not.
  const isOther = missing.some((each) => Number(each) > SMALL) || (missing.length > 0 && added.length > 0);
  const isExtra = missing.length === 0 && before.length > 0 && added.some((each) => Number(each) > 99);
  if (!isOther && !isExtra) return otherMonths(source, translation);
  const detail = `${missing.join(", ") || "–"} → ${added.join(", ") || "–"}`;
  return [{ kind: "numbers", detail: shortened(detail) }];
}

/** A month of a date, if the translation names another and not this one. */
function otherMonths(source: string, translation: string): Flag[] {
  const [before, after] = [monthsIn(source), monthsIn(translation)];
  const missing = [...before].filter(([month]) => !after.has(month));
  const added = [...after].filter(([month]) => !before.has(month));
  if (missing.length === 0 || added.length === 0) return [];
  const named = (months: typeof missing): string => months.map(([, name]) => name).join(", ");
  return [{ kind: "numbers", detail: shortened(`${named(missing)} → ${named(added)}`) }];
}
