const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const digits: Record<string, number> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const units: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };
const numeral = /(第)([零〇一二两兩三四五六七八九十百千]{1,9})/g;
/** Names of parts that imply an order. */
const partNumbers: Record<string, string> = { 上: "1", 中: "2", 下: "3" };

/** Compares names in reading order: `chapter 2` before `chapter 10`, `第二章` before `第十章`, `上` before `下`. */
export function compareNames(a: string, b: string): number {
  return collator.compare(spelled(a), spelled(b)) || (a < b ? -1 : a > b ? 1 : 0);
}

const spelled = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(numeral, (_, mark: string, written: string) => mark + numberOf(written))
    .replace(/^([上中下])(?=[卷部册冊篇]|\.|$)/, (sign) => partNumbers[sign] ?? sign);

/** `十二` is 12, `一百零三` 103, `二〇` 20. */
function numberOf(written: string): number {
  let total = 0;
  let last = 0;
  for (const sign of written) {
    const unit = units[sign];
    if (unit === undefined) last = last * 10 + (digits[sign] ?? 0);
    else {
      total += (last || 1) * unit;
      last = 0;
    }
  }
  return total + last;
}
