import { allChecked, type IsChecked } from "./checks";
import { type Flag, type FlagKind, type Pair, shortened } from "./flags";

/** The signs of a kind in a text, in any order. */
type Signs = (text: string) => string[];

const all =
  (pattern: RegExp, group = 0): Signs =>
  (text) =>
    [...text.matchAll(pattern)].map((match) => match[group] ?? "");

/** Addresses of links and images, autolinks and wiki links. */
const links: Signs = (text) => [
  ...all(/\]\(\s*<?([^)\s>]+)/g, 1)(text),
  ...all(/(?<!\]\(\s*<?)\bhttps?:\/\/[^\s<>()（）「」。，]+/g)(text).map((each) => each.replace(/[.,;:!?]+$/, "")),
  ...all(/!\[/g)(text),
];

const notes = all(/\[\^[^\]\s]{1,60}\]/g);

/** Tags, and the placeholders of software texts: `{name}`, `%s`, `%1$d`, `$t(…)`. */
const tags = all(/<\/?[a-z][a-z0-9-]{0,20}(?:\s[^<>]{0,200})?\/?>|\{\{?[\w.]{1,40}\}?\}|%(?:\d\$)?[sd@]/gi);

/** Marks of Markdown for emphasis, code, and deleted or highlighted words, as pairs. */
function marks(text: string): string[] {
  const found: string[] = [];
  const rest = text
    // A heading stays a heading in exports, with or without its marks.
    .replace(/^ {0,3}#{1,6}\s/, "")
    .replace(/\\[*_`~=]/g, "")
    .replace(/(`+)[^`\n]+\1/g, () => {
      found.push("`");
      return "";
    })
    .replace(/\]\([^)\n]{0,2000}\)|<[^<>\n]{0,500}>|https?:\S+/g, "");
  const pairs: readonly [string, RegExp][] = [
    ["**", /\*\*(?=\S)[^\n]+?\*\*|(?<![\p{L}\p{N}])__(?=\S)[^\n]+?__(?![\p{L}\p{N}])/gu],
    ["~~", /~~(?=\S)[^\n]+?~~/g],
    ["==", /==(?=\S)[^\n]+?==/g],
    ["*", /(?<!\*)\*(?=[^\s*])[^\n*]+?\*(?!\*)|(?<![\p{L}\p{N}_])_(?=[^\s_])[^\n_]+?_(?![\p{L}\p{N}_])/gu],
  ];
  let left = rest;
  for (const [mark, pattern] of pairs) {
    left = left.replace(pattern, (pair) => {
      found.push(mark);
      return mark === "**" || mark === "~~" || mark === "==" ? pair.slice(2, -2) : "";
    });
  }
  return found;
}

/** In Chinese, titles and stressed words that are in italics elsewhere stand in 《》. */
const withItalics = (text: string): string => text.replace(/(?<!\*)《([^《》\n]+)》(?!\*)/g, "*$1*");

/** The signs that are in one list and not in the other, such as `−** +*`. Empty if there are none. */
function difference(before: readonly string[], after: readonly string[]): string {
  const rest = [...after];
  const missing = before.filter((each) => {
    const at = rest.indexOf(each);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return [...missing.map((each) => `−${each}`), ...rest.map((each) => `+${each}`)].join(" ");
}

const kinds: readonly [FlagKind, Signs][] = [
  ["marks", marks],
  ["links", links],
  ["notes", notes],
  ["tags", tags],
];

/** Marks, links, footnotes and tags that the translation lacks or adds, brackets that it leaves open, and other quotation marks and lines. */
export function markFlags({ source, translation }: Pair, isChecked: IsChecked = allChecked): Flag[] {
  const flags = kinds.flatMap(([kind, signs]): Flag[] => {
    if (!isChecked(kind)) return [];
    const detail = difference(signs(source), signs(kind === "marks" ? withItalics(translation) : translation));
    return detail === "" ? [] : [{ kind, detail: shortened(detail) }];
  });
  const open = isChecked("brackets") ? unclosed(translation) || lostBrackets(source, translation) : "";
  if (open !== "" && unclosed(source) === "") flags.push({ kind: "brackets", detail: open });
  const quotes = isChecked("quotes") ? quoteDifference(source, translation) : null;
  if (quotes !== null) flags.push({ kind: "quotes", detail: quotes });
  if (!isChecked("lines")) return flags;
  const [before = 1, after = 1] = [source, translation].map((text) => linesOf(text).length);
  // Of a letter in one paragraph, a line more or less is the translator's; of a stanza it is not.
  const isOther = isStanza(source) ? before !== after : Math.abs(before - after) > before / 3;
  if (before === 1 ? after > 1 : isOther) flags.push({ kind: "lines", detail: `${before} → ${after}` });
  return flags;
}

/** A break and the end of its line are one. */
const linesOf = (text: string): string[] => text.trim().split(/<br\s*\/?>\n?|\n/i);

/** A stanza: lines that are broken on purpose, or several short ones that begin with a capital letter and seldom end a sentence. */
function isStanza(source: string): boolean {
  const lines = linesOf(source);
  if (lines.length < 3) return false;
  const broken = source.trim().match(/(?: {2}|\\)\n|<br\s*\/?>/gi)?.length ?? 0;
  if (broken === lines.length - 1) return true;
  const ends = lines.filter((line) => /[.!?。！？]["”’»」]?\s*$/.test(line)).length;
  const isShort = lines.every((line) => line.trim().length > 12 && line.length <= 60);
  return (
    lines.length >= 4 && isShort && ends <= lines.length / 2 && lines.every((line) => /^\W*\p{Lu}/u.test(line.trim()))
  );
}

/** Opening brackets by the closing ones. */
const brackets = new Map(
  [")(", "][", "}{", "）（", "】【", "」「", "』『", "》《"].map((pair) => [pair[0] ?? "", pair[1] ?? ""]),
);
const opening = new Set(brackets.values());

/** The brackets that are not in pairs. `:)` and `1)` are none. */
function unclosed(text: string): string {
  const open: string[] = [];
  const alone: string[] = [];
  const plain = text.replace(/[:;]-?[()]/g, "").replace(/(^|\s)[\p{L}\p{N}]{1,3}\)/gu, "$1");
  for (const sign of plain) {
    if (opening.has(sign)) open.push(sign);
    else if (brackets.has(sign) && open.pop() !== brackets.get(sign)) alone.push(sign);
  }
  return [...alone, ...open].join("");
}

/** The brackets of the source, if the translation has neither brackets nor dashes. */
function lostBrackets(source: string, translation: string): string {
  const plain = (text: string) =>
    text.replace(/\]\([^)\n]{0,2000}\)/g, "]").replace(/!?\[[^\]\n]*\](?=[\]\s(]|$)|\[\^[^\]]*\]/g, "");
  const pair = /[([（［][^()[\]（）［］\n]{2,}[)\]）］]/;
  return pair.test(source) && !pair.test(plain(translation)) && !/[([（［]|[—–―]/.test(translation)
    ? (pair.exec(plain(source))?.[0].slice(0, 20) ?? "")
    : "";
}

const anyQuote = /["“”„‟«»「」『』‹›]|(?<![\p{L}])['‘]|['’](?![\p{L}])/u;
/** Speech without quotation marks: a dash or quotation mark at the beginning, as in French and Spanish. */
const spoken = /(?:^|\s)[—–―-]\s?\p{L}|["“”„‟«»「」『』‹›‘’']/u;

/** Speech marks that one of the two has and the other lacks, or that are not closed. */
function quoteDifference(source: string, translation: string): string | null {
  const pairs = /["“„«「『][^"“”„«»「」『』\n]{2,}["”“»」』]/u;
  if (pairs.test(source) && !spoken.test(translation)) return `${pairs.exec(source)?.[0].slice(0, 20)}… → –`;
  if (pairs.test(translation) && !anyQuote.test(source) && !/[—–―*_《]/.test(source))
    return `– → ${pairs.exec(translation)?.[0].slice(0, 20)}…`;
  const open = unclosedQuotes(translation);
  return open !== "" && unclosedQuotes(source) === "" ? open : null;
}

/** Quotation marks that are not in pairs. German closes with the mark that English opens with. */
function unclosedQuotes(text: string): string {
  const count = (mark: string): number => text.split(mark).length - 1;
  const pairs = count("„") > 0 ? ["„“"] : ["“”"];
  const uneven = [...pairs, "«»", "「」", "『』"].filter(([open = "", close = ""]) => count(open) !== count(close));
  return [...uneven, ...(count('"') % 2 === 1 ? ['"'] : [])].join(" ");
}
