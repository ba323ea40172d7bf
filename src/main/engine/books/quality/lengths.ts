import { splitSentences } from "../book/split-sentences";
import { allChecked, type IsChecked } from "./checks";
import { type Flag, type Pair, shortened } from "./flags";

/** Characters of scripts that say more with one sign than a Latin letter does, by how much: rough figures of ordinary prose. */
const weights: readonly [RegExp, number][] = [
  [/\p{Script=Han}/gu, 2.8],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 1.7],
  [/\p{Script=Hangul}/gu, 2.2],
  [/\p{Script=Thai}/gu, 1.1],
];

/** About how long a text would be in Latin letters, without its addresses and marks. */
export function weightOf(text: string): number {
  const plain = text.replace(/\]\([^)\n]{0,2000}\)|<[^<>\n]{0,500}>|https?:\S+|[*_`#~[\]]/g, "");
  let weight = plain.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  for (const [script, more] of weights) weight += (plain.match(script)?.length ?? 0) * (more - 1);
  return weight;
}

/** The shortest source whose length counts; below it, translations differ too much. */
const SHORTEST = 16;
/** The share of the source's length that a translation has at least and at most, for short and for longer sources. */
const shares = (weight: number): { least: number; most: number } =>
  weight < 40 ? { least: 0.3, most: 3.2 } : weight < 100 ? { least: 0.42, most: 2.3 } : { least: 0.5, most: 2 };

/** Footnote marks, quotation marks, brackets and marks of Markdown behind the last sign of a sentence. */
const closing = /(?:\[\^[^\]\s]{1,60}\]|<[^<>\n]{1,40}>|["'“”’»›」』）)\]*_~`=|\s])+$/u;
const endsSentence = (text: string): boolean => /[.!?…。！？।؟۔⁈‼]$/u.test(text.replace(closing, ""));
/** Besides, a translation may end in a dash, a colon, a tag or Japanese speech. */
const isWhole = (text: string): boolean =>
  endsSentence(text) || /[—–－：:>]$/u.test(text.replace(closing, "")) || /[」』]\s*$/.test(text);

const END_LENGTH = 30;
const endOf = (text: string): string => (text.length > END_LENGTH ? `…${text.slice(-END_LENGTH)}` : text);

/** Texts that are too short or too long for their source, lack sentences, end in mid-sentence, or say something twice. */
export function lengthFlags({ source, translation }: Pair, isChecked: IsChecked = allChecked): Flag[] {
  const repeated = isChecked("repeated") ? repetition(source, translation) : null;
  if (repeated !== null) return [{ kind: "repeated", detail: shortened(repeated) }];
  if (!["short", "long", "sentences", "cut"].some((kind) => isChecked(kind as Flag["kind"]))) return [];
  const [of, own] = [weightOf(source), weightOf(translation)];
  const share = of === 0 ? 1 : own / of;
  const { least, most } = shares(of);
  const percent = `${Math.round(share * 100)} %`;
  const flags: Flag[] = [];
  if (of >= SHORTEST && share < least) flags.push({ kind: "short", detail: percent });
  else if (of >= SHORTEST && share > most) flags.push({ kind: "long", detail: percent });
  else if (of > 0 && of < SHORTEST && own > 30 + of * 3) flags.push({ kind: "long", detail: shortened(translation) });
  else if (isChecked("sentences")) {
    const [before, after] = [splitSentences(source).length, splitSentences(translation).length];
    const isFewer =
      (before >= 3 && after < before && share < 0.62) || (before >= 4 && after <= before - 2 && share < 1);
    const isMore = after >= 3 && after >= before * 2 && share > 1.7;
    if (isFewer || isMore) flags.push({ kind: "sentences", detail: `${before} → ${after}` });
  }
  if (of >= SHORTEST && endsSentence(source) && !isWhole(translation))
    flags.push({ kind: "cut", detail: shortened(endOf(translation.trim())) });
  return flags.filter(({ kind }) => isChecked(kind));
}

const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, "");

const isDoubled = (text: string): boolean => {
  const half = text.length / 2;
  return half >= 5 && text.slice(0, half) === text.slice(half);
};

/** What a translation says twice in a row, or what it repeats over and over, though the source does not. */
function repetition(source: string, translation: string): string | null {
  if (isDoubled(plain(translation)) && !isDoubled(plain(source))) return translation;
  const own = splitSentences(translation);
  const counts = new Map<string, number>();
  const times = (sentences: readonly string[]): number => {
    counts.clear();
    let most = 0;
    for (const each of sentences.map(plain)) {
      if (each.length < 6) continue;
      counts.set(each, (counts.get(each) ?? 0) + 1);
      most = Math.max(most, counts.get(each) ?? 0);
    }
    return most;
  };
  const before = times(splitSentences(source));
  const after = times(own);
  if (after > Math.max(1, before) && weightOf(translation) > weightOf(source) * 0.9)
    return own.find((each) => counts.get(plain(each)) === after) ?? null;
  const loop = /(\S.{3,60}?)(?:\s*\1){3,}/u;
  return loop.test(source) ? null : (loop.exec(translation)?.[1] ?? null);
}
