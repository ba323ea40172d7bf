import { detectedCode, languageCode } from "../../../../core/text/language-codes";
import { allChecked, type IsChecked } from "./checks";
import { type Flag, type Pair, shortened } from "./flags";
import { weightOf } from "./lengths";

/** Scores languages for a text, best first: ISO 639-3 codes with a share of the best score. */
export type Detect = (text: string) => readonly [code: string, score: number][];

const scripts: Readonly<Record<string, RegExp>> = {
  Latin: /\p{Script=Latin}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Greek: /\p{Script=Greek}/gu,
  Arabic: /\p{Script=Arabic}/gu,
  Hebrew: /\p{Script=Hebrew}/gu,
  Devanagari: /\p{Script=Devanagari}/gu,
  Bengali: /\p{Script=Bengali}/gu,
  Thai: /\p{Script=Thai}/gu,
  Hangul: /\p{Script=Hangul}/gu,
  Kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Han: /\p{Script=Han}/gu,
};

/** The scripts of the languages that are not written in Latin letters. */
const scriptsByLanguage: ReadonlyMap<string, readonly string[]> = new Map(
  "zh:Han ja:Kana+Han ko:Hangul+Han th:Thai el:Greek he:Hebrew ru:Cyrillic uk:Cyrillic bg:Cyrillic sr:Cyrillic+Latin ar:Arabic fa:Arabic ur:Arabic hi:Devanagari mr:Devanagari bn:Bengali"
    .split(" ")
    .map((entry) => entry.split(":"))
    .map(([code = "", of = ""]) => [code, of.split("+")]),
);

const scriptsOf = (code: string): readonly string[] => scriptsByLanguage.get(code) ?? ["Latin"];

/** Fewer letters say too little about a language. */
const FEWEST_LETTERS = 8;
const FEWEST_FOR_DETECTION = 40;
/** The share of the best score that the wanted language has at least, for a short and for a longer text. */
const leastScore = (letters: number): number => (letters < 90 ? 0.8 : 0.9);

/** A text without addresses, tags and code. */
const wordsOnly = (text: string): string =>
  text.replace(/\]\([^)\n]{0,2000}\)|<[^<>\n]{0,500}>|https?:\S+|`[^`\n]*`|[*_#]/g, " ");

/** How many letters a text has in each script that it uses. */
function lettersIn(text: string): Map<string, number> {
  const plain = wordsOnly(text);
  const counts = new Map<string, number>();
  for (const [name, pattern] of Object.entries(scripts)) {
    const count = plain.match(pattern)?.length ?? 0;
    if (count > 0) counts.set(name, count);
  }
  return counts;
}

const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, each) => sum + each, 0);

/** A translation that is the source, has parts of it, or is in a language other than the wanted one. */
export function languageFlags(
  { source, translation, language }: Pair,
  detect: Detect | null,
  isChecked: IsChecked = allChecked,
): Flag[] {
  const code = languageCode(language);
  const same = isChecked("untranslated") ? untranslated(source, translation, code) : null;
  if (same !== null) return [{ kind: "untranslated", detail: shortened(same) }];
  if (code === null || !isChecked("language")) return [];
  const counts = lettersIn(translation);
  const letters = total(counts);
  if (letters < FEWEST_LETTERS) return [];
  const expected = scriptsOf(code);
  const fitting = expected.reduce((sum, each) => sum + (counts.get(each) ?? 0), 0);
  const [most = ""] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (fitting < letters * 0.4 && !isMostlyNames(translation)) return [{ kind: "language", detail: most }];
  const kana = counts.get("Kana") ?? 0;
  if (code === "zh" && kana > letters * 0.12) return [{ kind: "language", detail: "ja" }];
  if (code === "ja" && kana === 0 && letters >= 12) return [{ kind: "language", detail: "zh" }];
  if (code === "ko" && (counts.get("Hangul") ?? 0) < letters * 0.3) return [{ kind: "language", detail: most }];
  return otherLanguage(translation, code, { fitting, detect });
}

/** Only capitalised words: names are often kept in their own script. */
const isMostlyNames = (text: string): boolean => {
  const words = text.match(/\p{L}+/gu) ?? [];
  return words.length <= 6 && words.every((word) => /^\p{Lu}/u.test(word));
};

/** Asks the detection about languages that share a script. */
function otherLanguage(
  translation: string,
  code: string,
  { fitting, detect }: { fitting: number; detect: Detect | null },
): Flag[] {
  const wanted = detectedCode(code);
  if (detect === null || wanted === null || fitting < FEWEST_FOR_DETECTION) return [];
  const scores = detect(wordsOnly(translation).slice(0, 2000));
  const own = scores.find(([each]) => each === wanted)?.[1] ?? 0;
  const best = scores[0]?.[0] ?? "und";
  return best === "und" || own >= leastScore(fitting) ? [] : [{ kind: "language", detail: best }];
}

const fold = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{P}\p{S}]+/gu, " ")
    .trim();

/** The words of the source that stand in the translation as they were; empty if it is all of them, null if none do. */
function untranslated(source: string, translation: string, code: string | null): string | null {
  const [before, after] = [fold(source), fold(translation)];
  const words = before.match(/\p{L}+/gu) ?? [];
  if (before === after) return words.length >= 3 || hasScriptsOfOthers(source, code) ? "" : null;
  const han = longestHan(source, translation, code);
  if (han !== null) return han;
  const run = longestRun(source, translation);
  if (run === null) return null;
  const length = run.match(/\p{L}/gu)?.length ?? 0;
  return length >= 25 && (length >= 60 || length > weightOf(source) * 0.2) ? run : null;
}

/** A name may stay as it is; three Chinese signs in a French text may not. */
function hasScriptsOfOthers(source: string, code: string | null): boolean {
  if (code === null) return false;
  const counts = lettersIn(source);
  const expected = scriptsOf(code);
  const fitting = expected.reduce((sum, each) => sum + (counts.get(each) ?? 0), 0);
  const hasHan = (counts.get("Han") ?? 0) > 2;
  return fitting === 0 && (hasHan || (source.match(/(?<!\p{L})\p{Ll}\p{L}+/gu)?.length ?? 0) >= 2);
}

/** At least this many signs of a Chinese source in a row, in a language that is not written with them. */
const FEWEST_HAN = 6;

function longestHan(source: string, translation: string, code: string | null): string | null {
  if (code === null || scriptsOf(code).includes("Han")) return null;
  const runs = translation.match(/[\p{Script=Han}、，。]+/gu) ?? [];
  return runs.find((run) => run.length >= FEWEST_HAN && source.includes(run)) ?? null;
}

/** The longest run of at least five words of the source that the translation has, too, not only of names. */
function longestRun(source: string, translation: string): string | null {
  const words = (text: string): string[] => wordsOnly(text).match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  const own = words(translation);
  const before = words(source);
  if (own.length < 5 || before.length < 5) return null;
  const places = new Map<string, number[]>();
  for (const [at, word] of before.entries()) places.set(word, [...(places.get(word) ?? []), at]);
  let best: { from: number; length: number } = { from: 0, length: 0 };
  let lengths = new Map<number, number>();
  for (const [at, word] of own.entries()) {
    const next = new Map<number, number>();
    for (const place of (places.get(word) ?? []).slice(0, 50)) {
      const length = (lengths.get(place - 1) ?? 0) + 1;
      next.set(place, length);
      if (length > best.length) best = { from: at - length + 1, length };
    }
    lengths = next;
  }
  const run = own.slice(best.from, best.from + best.length);
  const common = run.filter((word) => /^\p{Ll}/u.test(word)).length;
  return best.length >= 5 && common >= 3 ? run.join(" ") : null;
}

let loading: Promise<Detect> | null = null;

/** Loads the detection of languages that share a script. */
export function loadDetection(): Promise<Detect> {
  loading ??= import("franc-min").then(
    ({ francAll }) =>
      (text: string) =>
        francAll(text, { minLength: 10 }),
  );
  return loading;
}
