/** A number formatted approximately as in English Excel; dates are ISO 8601, which is unambiguous in every locale. */
export type FormattedNumber = { kind: "number" | "date"; shown: string };

/** The format codes that files refer to only by number. */
const builtIn = new Map<number, string>([
  ...[
    [1, "0"],
    [2, "0.00"],
    [3, "#,##0"],
    [4, "#,##0.00"],
    [9, "0%"],
    [10, "0.00%"],
    [11, "0.00E+00"],
    [14, "yyyy-mm-dd"],
    [18, "h:mm"],
    [19, "h:mm:ss"],
    [20, "h:mm"],
    [21, "h:mm:ss"],
    [22, "yyyy-mm-dd h:mm"],
    [37, "#,##0"],
    [38, "#,##0"],
    [39, "#,##0.00"],
    [40, "#,##0.00"],
    [45, "mm:ss"],
    [46, "[h]:mm:ss"],
    [47, "mm:ss"],
    [48, "0.0E+0"],
    [49, "@"],
  ].map(([id, code]) => [Number(id), String(code)] as const),
  // East Asian dates, and day and month alone.
  ...[15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, "yyyy-mm-dd"] as const),
]);

/** The code of a built-in format; `General` for an unknown number. */
export const builtInFormat = (id: number): string => builtIn.get(id) ?? "General";

/** Whether a format code is for dates or times. */
export const isDateFormat = (code: string): boolean => /[ymdhsg年月日時分秒]/i.test(bare(firstSection(code)));

/** Whether it shows hours or smaller units. */
const hasTime = (code: string): boolean => /[hs]/i.test(bare(firstSection(code))) || /\[[hms]+\]/i.test(code);

/** Formats a number with a format code. `epoch` is the year from which the file counts days. */
export function formatNumber(value: number, code: string, epoch: 1900 | 1904): FormattedNumber {
  if (/\[[hms]+\]/i.test(code)) return { kind: "date", shown: elapsed(value, code) };
  if (isDateFormat(code)) {
    const shown = dateOf(value, code, epoch);
    return shown === null ? { kind: "number", shown: plain(value) } : { kind: "date", shown };
  }
  const sections = sectionsOf(code);
  const isNegative = value < 0 && sections[1] !== undefined;
  const section = (isNegative ? sections[1] : value === 0 ? sections[2] : undefined) ?? sections[0] ?? "General";
  return { kind: "number", shown: inSection(isNegative ? -value : value, section) };
}

/** A number as typed: at most fifteen digits, which is what spreadsheets keep. */
export function plain(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  return String(Number(value.toPrecision(15)));
}

function inSection(value: number, section: string): string {
  const unmarked = section.replaceAll(/\[(?!\$)[^\]]*\]/g, "");
  const [, before = "", digits = "", after = ""] =
    /^((?:"[^"]*"|\\.|\[\$[^\]]*\]|_.|\*.|[^0#?."\\[_*])*)([0#?][0#?,.]*|\.[0#?]+)?([\s\S]*)$/.exec(unmarked) ?? [];
  if (/general/i.test(unmarked)) return plain(value);
  if (digits === "")
    return before.includes("@") || before === "" ? plain(value) : literal(before).trim() || plain(value);
  if (/[?#0]\s*\/\s*[?#0\d]/.test(unmarked)) return plain(value);
  const decimals = /\.([0#?]*)/.exec(digits)?.[1]?.length ?? 0;
  const scaled = value / 1000 ** (/,+$/.exec(digits)?.[0].length ?? 0);
  const scientific = /^E[+-]0+/i.exec(after);
  const percent = `${before}${after}`.replaceAll(/"[^"]*"|\\./g, "").includes("%") ? 100 : 1;
  const shown =
    scientific !== null
      ? scaled
          .toExponential(Math.min(decimals, 20))
          .replace(/e([+-])(\d)$/, "E$10$2")
          .replace("e", "E")
      : fixed(scaled * percent, digits);
  return `${literal(before)}${shown}${literal(after.slice(scientific?.[0].length ?? 0))}`.trim();
}

function fixed(value: number, digits: string): string {
  if (Math.abs(value) >= 1e21) return plain(value);
  const [whole = "", fraction = ""] = digits.replaceAll(",", "").split(".");
  // Restores a cent that was lost in a binary fraction.
  const text = Number(value.toPrecision(15)).toFixed(Math.min(fraction.length, 30));
  const least = whole.match(/0/g)?.length ?? 0;
  const padded = text.replace(/\d+/, (figures) => figures.padStart(least, "0"));
  const short = fraction.includes("#") ? padded.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "") : padded;
  return /[0#?],[0#?]/.test(digits) ? short.replace(/\d(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, "$&,") : short;
}

/** Literal text beside the digits: quoted texts, currencies, signs. */
function literal(written: string): string {
  return written.replaceAll(/"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|_.|\*./g, (_, quoted, escaped, currency) =>
    String(quoted ?? escaped ?? currency ?? " "),
  );
}

const day = 86_400_000;

/** The date for a number of days; null outside the years that files can express. */
function dateOf(value: number, code: string, epoch: 1900 | 1904): string | null {
  if (value < 0 || value >= 2_958_466) return null;
  // For the first two months of 1900, files count a day that never existed.
  const days = epoch === 1904 ? value + 1462 : value < 60 ? value + 1 : value;
  const iso = new Date(Math.round(((days - 25_569) * day) / 1000) * 1000).toISOString();
  const shown = bare(firstSection(code));
  const isDate = /[yd年月日]/i.test(shown) || (/m/i.test(shown) && !/[hs]/i.test(shown));
  const time = iso.slice(11, 19);
  const short = /s/i.test(shown) || !time.endsWith(":00") ? time : time.slice(0, 5);
  if (!isDate) return short;
  return hasTime(code) || value % 1 !== 0 ? `${iso.slice(0, 10)} ${short}` : iso.slice(0, 10);
}

function elapsed(value: number, code: string): string {
  const seconds = Math.round(Math.abs(value) * 86_400);
  const two = (number: number): string => String(number).padStart(2, "0");
  const sign = value < 0 ? "-" : "";
  const hours = Math.floor(seconds / 3600);
  const withSeconds = /s/i.test(code) ? `:${two(seconds % 60)}` : "";
  return `${sign}${hours}:${two(Math.floor(seconds / 60) % 60)}${withSeconds}`;
}

const sectionsOf = (code: string): string[] => code.match(/(?:"[^"]*"|\\.|[^;])+/g) ?? [code];

const firstSection = (code: string): string => sectionsOf(code)[0] ?? "";

/** Without literal text, colours and conditions. */
const bare = (section: string): string =>
  /general/i.test(section) ? "" : section.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*.|E[+-]/gi, "");

/** The number of days for an ISO date, with or without a time; null if it is not one. */
export function daysOfIso(text: string, epoch: 1900 | 1904): number | null {
  const [, date, time = "00:00", seconds = "00"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d))?)?$/.exec(text.trim()) ?? [];
  if (date === undefined) return null;
  const at = Date.parse(`${date}T${time}:${seconds}Z`);
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(date)) return null;
  const days = at / day + 25_569;
  // Before March 1900, the count in files differs from the calendar's.
  if (days < 61) return null;
  return epoch === 1904 ? days - 1462 : days;
}
