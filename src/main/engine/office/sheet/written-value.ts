import { daysOfIso } from "./sheet-number-format";

/** A value that people write with signs: a date, a time, a percentage, an amount, a number with separators. */
export type WrittenValue = {
  kind: "date" | "time" | "percentage" | "currency" | "number";
  /** Dates as days from 1900, times as a part of a day, percentages as a fraction. */
  value: number;
  /** A format for workbook files that shows it as written. */
  format: string;
  /** ISO 4217, for amounts. */
  currency?: string;
  /** ISO 8601 for dates and times, without a zone. */
  iso?: string;
};

/**
 * The value that a text is, in every language; null for any other text. A form that languages read in different ways stays text, such as
 * 04/05/2026 and 1,234; so do numbers without signs, and what may be an identifier: 007, 1.2.3, 555 123 4567, more than 15 digits.
 */
export function writtenValue(text: string): WrittenValue | null {
  const plain = text.trim();
  if (plain.length > 40 || !/\d/.test(plain) || !/[^\d.]/.test(plain.replace(/^\d{1,2}\.\d{1,2}\.\d{4}$/, "-")))
    return null;
  return dateIn(plain) ?? timeIn(plain) ?? percentageIn(plain) ?? currencyIn(plain) ?? separatedIn(plain);
}

/** Why a text that looks like a value stays text, and what to write; null if it does not. */
export function ambiguityOf(text: string): string | null {
  const plain = text.trim();
  const [, one = "", other = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(plain) ?? [];
  if (one !== "" && writtenValue(plain) === null && Number(one) <= 31 && Number(other) <= 31)
    return `${plain} stays text, since programs read its day and month in different orders; write ${year}-${two(one)}-${two(other)} or ${year}-${two(other)}-${two(one)}`;
  const [, whole, thousands] = /^-?([1-9]\d{0,2}),(\d{3})$/.exec(plain) ?? [];
  if (whole !== undefined)
    return `${plain} stays text, since its comma separates thousands in some languages and decimals in others; write ${whole}${thousands} or ${whole}.${thousands} as a number`;
  return null;
}

const two = (digits: string | number): string => String(digits).padStart(2, "0");

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const month = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|t|ober|ember)?\\.?";
const dayFirst = new RegExp(`^(\\d{1,2})\\.? ${month},? (\\d{4})$`, "i");
const monthFirst = new RegExp(`^${month} (\\d{1,2}),? (\\d{4})$`, "i");

function dateIn(text: string): WrittenValue | null {
  const [, iso, clock] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? [];
  if (iso !== undefined) {
    const [year, month, day] = iso.split("-");
    const time = clock === undefined ? "" : `\\ hh:mm${clock.length > 5 ? ":ss" : ""}`;
    return date(year, month, day, { format: `yyyy\\-mm\\-dd${time}`, clock });
  }
  const [, y, m, d] = /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/.exec(text) ?? [];
  if (y !== undefined) return date(y, m, d, { format: "yyyy/mm/dd" });
  const [, dotDay, dotMonth, dotYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  if (dotDay !== undefined) return date(dotYear, dotMonth, dotDay, { format: "dd\\.mm\\.yyyy" });
  const [, one = "", other = "", year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  if (year !== undefined) {
    if (Number(one) > 12) return date(year, other, one, { format: "dd/mm/yyyy" });
    if (Number(other) > 12 || Number(one) === Number(other)) return date(year, one, other, { format: "mm/dd/yyyy" });
    return null;
  }
  const [, day1, name1, year1] = dayFirst.exec(text) ?? [];
  if (name1 !== undefined) return date(year1, monthOf(name1), day1, { format: "d\\ mmm\\ yyyy" });
  const [, name2, day2, year2] = monthFirst.exec(text) ?? [];
  return name2 === undefined ? null : date(year2, monthOf(name2), day2, { format: "mmm\\ d\\,\\ yyyy" });
}

const monthOf = (name: string): string => String(months.indexOf(name.toLowerCase()) + 1);

function date(
  year = "",
  month = "",
  day = "",
  { format, clock }: { format: string; clock?: string | undefined },
): WrittenValue | null {
  const iso = `${year}-${two(month)}-${two(day)}${clock === undefined ? "" : `T${clock.length > 5 ? clock : `${clock}:00`}`}`;
  const value = daysOfIso(iso, 1900);
  return value === null ? null : { kind: "date", value, format, iso };
}

function timeIn(text: string): WrittenValue | null {
  const clock = text.replace(/^PT(\d\d)H(\d\d)M(\d\d)S$/, "$1:$2:$3");
  const [, hours = "", minutes = "", seconds, half] =
    /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(?: ?([ap])\.?m\.?)?$/i.exec(clock) ?? [];
  if (hours === "") return null;
  const isHalf = half !== undefined;
  if (Number(hours) > (isHalf ? 12 : 23) || (isHalf && Number(hours) === 0)) return null;
  const hour = isHalf ? (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hours);
  const value = (hour * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)) / 86_400;
  const format = `${isHalf ? "h" : "hh"}:mm${seconds === undefined ? "" : ":ss"}${isHalf ? "\\ AM/PM" : ""}`;
  return { kind: "time", value, format, iso: `PT${two(hour)}H${minutes}M${seconds ?? "00"}S` };
}

function percentageIn(text: string): WrittenValue | null {
  const amount = /^([+-]?[\d.,'\u00a0\u202f ]+?)[ \u00a0\u202f]?%$/.exec(text)?.[1];
  const number = amount === undefined ? null : amountIn(amount, false);
  if (number === null) return null;
  const value = Number((number.value / 100).toPrecision(15));
  return { kind: "percentage", value, format: `0${fraction(number.decimals)}%` };
}

const currencies: Record<string, string> = {
  $: "USD",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "￥": "CNY",
  "₹": "INR",
  "₩": "KRW",
};
const codes = "USD|EUR|GBP|JPY|CNY|CHF|INR|KRW|CAD|AUD|SEK|NOK|DKK|PLN|CZK|BRL|MXN";
const sign = `[$€£¥￥₹₩]|${codes}`;
const before = new RegExp(`^([+-]?)(${sign})[ \\u00a0\\u202f]?([+-]?)([\\d.,'\\u00a0\\u202f ]+)$`);
const after = new RegExp(`^([+-]?[\\d.,'\\u00a0\\u202f ]+?)[ \\u00a0\\u202f]?(${sign})$`);

function currencyIn(text: string): WrittenValue | null {
  const [, outer = "", first, inner = "", amount = ""] = before.exec(text) ?? [];
  const [, amountBefore = "", last] = after.exec(text) ?? [];
  const symbol = first ?? last;
  if (symbol === undefined || (outer !== "" && inner !== "")) return null;
  // Amounts after these signs are written as in English.
  const isEnglish = first !== undefined && /^[$£¥￥₹]$/.test(symbol);
  const number = amountIn(first === undefined ? amountBefore : `${outer}${inner}${amount}`, isEnglish);
  if (number === null) return null;
  const digits = `#,##0${fraction(number.decimals)}`;
  const shown = /^[A-Z]/.test(symbol) ? `"${symbol}"` : `[$${symbol}]`;
  const space = /[A-Z]/.test(symbol) || first === undefined ? "\\ " : "";
  const format = first === undefined ? `${digits}${space}${shown}` : `${shown}${space}${digits}`;
  return { kind: "currency", value: number.value, format, currency: currencies[symbol] ?? symbol };
}

/** A number with separators that is clear in every language. */
function separatedIn(text: string): WrittenValue | null {
  if (!/^[+-]?[\d.,'\u00a0\u202f ]+$/.test(text) || !/[,'\u00a0\u202f ]/.test(text)) return null;
  // A decimal comma alone may as well separate two numbers, and blanks alone are those of telephone numbers.
  if (/^[+-]?\d+,\d*$/.test(text) || (/[\u00a0\u202f ]/.test(text) && !/[.,]\d+$/.test(text))) return null;
  const number = amountIn(text, false);
  return number && { kind: "number", value: number.value, format: `#,##0${fraction(number.decimals)}` };
}

const fraction = (decimals: number): string => (decimals === 0 ? "" : `.${"0".repeat(Math.min(decimals, 10))}`);

/** `1234`, `1,234.5`, `1.234,5`, `1 234,5`, `1'234.5`; null if languages read it in different ways, unless it `isEnglish`. */
function amountIn(text: string, isEnglish: boolean): { value: number; decimals: number } | null {
  const read = (whole: string, decimals = ""): { value: number; decimals: number } | null => {
    const digits = whole.replaceAll(/[^\d+-]/g, "");
    if (digits.replace(/^[+-]/, "").length + decimals.length > 15 || /^[+-]?0\d/.test(digits)) return null;
    return { value: Number(`${digits}.${decimals || "0"}`), decimals: decimals.length };
  };
  const [, simple, decimals] = /^([+-]?\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  // 1.234 is more than a thousand in some languages.
  if (simple !== undefined)
    return decimals?.length === 3 && !isEnglish && !/^[+-]?0$/.test(simple) ? null : read(simple, decimals);
  const [, english, part] = /^([+-]?[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (english !== undefined)
    return part === undefined && !isEnglish && !/,.*,/.test(english) ? null : read(english, part);
  const [, dotted, rest] = /^([+-]?[1-9]\d{0,2}(?:\.\d{3})+),(\d+)$/.exec(text) ?? [];
  if (dotted !== undefined) return read(dotted, rest);
  const [, spaced, tail] = /^([+-]?[1-9]\d{0,2}(?:[ \u00a0\u202f']\d{3})+)(?:[.,](\d+))?$/.exec(text) ?? [];
  if (spaced !== undefined) return read(spaced, tail);
  const [, whole, comma] = /^([+-]?\d+),(\d{1,2}|\d{4,})$/.exec(text) ?? [];
  return whole === undefined || isEnglish ? null : read(whole, comma);
}
