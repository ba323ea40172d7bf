import { checkTranslation } from "../src/main/engine/books/quality/check-translation";
import { isRejected } from "../src/main/engine/books/quality/checks";
import type { Flag } from "../src/main/engine/books/quality/flags";
import type { Detect } from "../src/main/engine/books/quality/languages";
import { neighbourFlags } from "../src/main/engine/books/quality/neighbours";
import { freeTranslations } from "./free-translations";
import { type NameResult, nameResults } from "./name-faults";
import { type BookPair, directions, goodPairs, type Language, paragraphIn } from "./translation-pairs";

/** Makes a faulty translation of the paragraph at `at`; null if that paragraph can't have the fault. */
type Spoil = (pair: BookPair, at: number, into: Language) => string | null;

const third = (into: Language): Language => (into === "fr" ? "de" : "fr");
const half = (text: string, into: Language): string => {
  const signs = [...text];
  const cut = signs.slice(0, Math.floor(signs.length * 0.55)).join("");
  return into === "zh" ? cut : cut.replace(/\s+\S*$/, "");
};
const sentences = (text: string): string[] => text.match(/[^.!?。！？]+[.!?。！？]+["”»“]*(?:\[\^1\])?\s*/g) ?? [];
const replaced = (text: string, pattern: RegExp, by: string | ((found: string) => string)): string | null => {
  const result = typeof by === "string" ? text.replace(pattern, by) : text.replace(pattern, by);
  return result === text ? null : result;
};
const isLong = (text: string): boolean => text.length > 30;

/** Twenty faults that models and people make, each as a change of a good translation. */
const faults: Readonly<Record<string, Spoil>> = {
  "source left as it was": ({ source }) => (isLong(source) ? source : null),
  "second half left as it was": ({ source, translation }, _, into) => {
    const parts = sentences(source);
    const last = parts.at(-1)?.trim() ?? "";
    if (parts.length < 2 || last.length < 30) return null;
    return `${half(translation, into)} ${last}`;
  },
  "another language": (_, at, into) => (isLong(paragraphIn("en", at)) ? paragraphIn(third(into), at) : null),
  "remark before it": ({ translation }, at, into) =>
    `${(into === "zh" ? ["以下是翻译：", "译文：", "好的，翻译如下："] : ["Here is the translation:", "Translation:", "Sure, here you go:"])[at % 3]}\n\n${translation}`,
  "note behind it": ({ translation }, at, into) =>
    `${translation}${(into === "zh" ? ["\n\n注：这里意译。", "（译注：原文为双关。）", "\n\n说明：保留了原文的语气。"] : ["\n\nNote: the idiom was adapted.", " (Translator’s note: a pun.)", "\n\nI hope this helps!"])[at % 3]}`,
  "thinking of the model": ({ translation }) =>
    `<think>The user wants a translation. Let me see.</think>${translation}`,
  "echoed id": ({ translation }, at) => `[${at}] [ID: p7q2m${at}] ${translation}`,
  JSON: ({ translation }, at) => JSON.stringify([{ paragraph_id: `p${at}`, translated_text: translation }]),
  "code fence": ({ translation }) => `\`\`\`markdown\n${translation}\n\`\`\``,
  "refusal of the model": (_, __, into) =>
    into === "zh" ? "抱歉，我无法翻译这段内容。" : "I’m sorry, but I can’t help with translating this text.",
  "cut off": ({ translation }, _, into) =>
    isLong(translation) && sentences(translation).length > 0 ? half(translation, into) : null,
  "sentences missing": ({ translation }) => {
    const parts = sentences(translation);
    return parts.length >= 3 ? (parts[0] ?? "").trim() : null;
  },
  doubled: ({ translation }) => (translation.startsWith("#") ? null : `${translation} ${translation}`),
  "a phrase in a loop": ({ translation }, _, into) => {
    const words = into === "zh" ? translation.slice(0, 8) : translation.split(" ").slice(0, 4).join(" ");
    return translation.startsWith("#") || !isLong(translation) ? null : `${translation} ${`${words} `.repeat(6)}`;
  },
  "wrong number": ({ translation }) =>
    replaced(translation, /\d{2,}/, (found) => String(Number(found) + 7)) ??
    replaced(translation, /一八四七/, "一八七四"),
  "emphasis lost": ({ translation }) => replaced(translation, /\*\*?([^*]+)\*\*?/, "$1"),
  "code lost": ({ translation }) => replaced(translation, /`/g, ""),
  "link lost": ({ translation }) => replaced(translation, /\[([^\]]+)\]\([^)]+\)/, "$1"),
  "footnote lost": ({ translation }) => replaced(translation, /\[\^1\]/, ""),
  "bracket or quotation mark lost": ({ translation }) =>
    replaced(translation, /[)）]|[«“„][^«»“”„]*[»”“]/, (found) => (found.length === 1 ? "" : found.slice(1, -1))),
  "merged with the next": ({ translation }, at, into) => {
    const next = paragraphIn(into, at + 1);
    return isLong(next) && at < 14 ? `${translation} ${next}` : null;
  },
  "one on from it": (_, at, into) => paragraphIn(into, at + 1),
};

type FaultResult = { fault: string; made: number; flagged: number; refused: number; missed: string[] };

/** The flags of a run of paragraphs, as the book has them. */
function flagsOf(pairs: readonly BookPair[], language: string, detect: Detect | null): Flag[][] {
  const rows = pairs.map(({ source, translation }, at) => ({ id: String(at), source, translation }));
  const beside = neighbourFlags(rows);
  return pairs.map((pair, at) => {
    const own = checkTranslation({ ...pair, language }, detect);
    const other = beside.get(String(at));
    return other === undefined ? own : [...own, other];
  });
}

/** The flags of one faulty translation between good ones. */
function flagsAmong(
  good: readonly BookPair[],
  { at, translation, into, detect }: { at: number; translation: string; into: Language; detect: Detect },
): Flag[] {
  const from = Math.max(0, at - 1);
  const near = good.slice(from, at + 2).map((pair, each) => (from + each === at ? { ...pair, translation } : pair));
  return flagsOf(near, into, detect)[at - from] ?? [];
}

type GoodResult = { examined: number; flagged: string[] };

/** Makes every fault in every direction and counts what the checks find. A shift goes through the whole run, any other fault is alone in it. */
function faultResults(detect: Detect): FaultResult[] {
  return Object.entries(faults).map(([fault, spoil]) => {
    const result: FaultResult = { fault, made: 0, flagged: 0, refused: 0, missed: [] };
    for (const [from, into] of directions) {
      const good = goodPairs(from, into);
      const spoilt = good.map((pair, at) => spoil(pair, at, into));
      const isRun = fault === "one on from it";
      const run = good.map((pair, at) => ({ ...pair, translation: spoilt[at] ?? pair.translation }));
      const inRun = isRun ? flagsOf(run, into, detect) : null;
      for (const [at, translation] of spoilt.entries()) {
        if (translation === null || translation === good[at]?.translation) continue;
        const flags = inRun?.[at] ?? flagsAmong(good, { at, translation, into, detect });
        result.made++;
        if (flags.length > 0) result.flagged++;
        else result.missed.push(`${from}→${into} ${at}: ${translation}`);
        if (flags.some((flag) => isRejected(flag))) result.refused++;
      }
    }
    return result;
  });
}

/** The good translations that are flagged all the same. */
function falseFlags(detect: Detect): GoodResult {
  const flagged: string[] = [];
  let examined = 0;
  for (const [from, into] of directions) {
    const pairs = goodPairs(from, into);
    for (const [at, flags] of flagsOf(pairs, into, detect).entries()) {
      examined++;
      if (flags.length > 0)
        flagged.push(`${from}→${into} ${at}: ${flags.map(({ kind, detail }) => `${kind} ${detail}`).join("; ")}`);
    }
  }
  return { examined, flagged };
}

/** The same for the second corpus, whose paragraphs stand alone. */
function freeResults(detect: Detect): { faulty: FaultResult[]; good: GoodResult } {
  const results = new Map<string, FaultResult>();
  const wrongly: string[] = [];
  for (const { source, into: language, good, faulty } of freeTranslations) {
    if (checkTranslation({ source, translation: good, language }, detect).length > 0) wrongly.push(good);
    for (const { fault, text } of faulty) {
      const result = results.get(fault) ?? { fault, made: 0, flagged: 0, refused: 0, missed: [] };
      const flags = checkTranslation({ source, translation: text, language }, detect);
      result.made++;
      if (flags.length > 0) result.flagged++;
      else result.missed.push(text);
      if (flags.some((flag) => isRejected(flag))) result.refused++;
      results.set(fault, result);
    }
  }
  return { faulty: [...results.values()], good: { examined: freeTranslations.length, flagged: wrongly } };
}

const rowsOf = (results: readonly FaultResult[]): string =>
  results
    .map(({ fault, made, flagged, refused }) => `| ${fault} | ${made} | ${flagged} | ${refused === 0 ? "" : refused} |`)
    .join("\n");

const languages = { zh: "Chinese", de: "German", ru: "Russian" };
const nameRow = ({ into, made, flagged }: NameResult): string => `| ${languages[into]} | ${made} | ${flagged} |`;

const sum = (results: readonly Pick<FaultResult, "made" | "flagged">[], of: "made" | "flagged"): number =>
  results.reduce((total, each) => total + each[of], 0);

const share = (part: number, whole: number): string => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;

export type QualityResults = {
  faulty: FaultResult[];
  good: GoodResult;
  free: ReturnType<typeof freeResults>;
  names: ReturnType<typeof nameResults>;
};

/** Runs the checks over both corpora. */
export const qualityResults = (detect: Detect): QualityResults => ({
  faulty: faultResults(detect),
  good: falseFlags(detect),
  free: freeResults(detect),
  names: nameResults(),
});

/** docs/quality.md. */
export function qualityPage({ faulty, good, free, names }: QualityResults): string {
  const head = "| fault | faulty translations | flagged | refused |\n|---|--:|--:|--:|";
  return `# Checks of translations

What an agent, a job or a person hands in for a paragraph of a book is compared with its source, the paragraphs beside it, repeated sources, the names of the book and the glossary, whose notes can forbid words (\`not: …\`). A flag is a doubt: the translation is stored, the agent reads the reasons in the
answer, and the table shows them with a filter. What cannot be a translation (a model's thinking, ids, JSON, a fence) is refused to agents. The user can switch each check off or have agents refused for it. This page is written by \`bench/translation-faults.test.ts\`.

## A book of ${goodPairs("en", "zh").length} paragraphs in ${directions.length} directions

${share(sum(faulty, "flagged"), sum(faulty, "made"))} faulty translations are flagged, and ${share(good.flagged.length, good.examined)} good ones. The checks were made with this corpus at hand.

${head}
${rowsOf(faulty)}

## Single paragraphs, written without knowing the checks

${share(sum(free.faulty, "flagged"), sum(free.faulty, "made"))} faulty translations are flagged, and ${share(free.good.flagged.length, free.good.examined)} good ones. At first it was 228 of 288 and 5 of 72; then the checks were changed by what the first half and the five showed.
What is missed most are a word for a number or a day, one sentence among many, a related language in a few words, and a heading without its \`#\`, which exports put back.

${head}
${rowsOf(free.faulty)}

## Names

A name of the source is a capitalised word in mid-sentence that is never written otherwise, in four paragraphs or more; in languages that capitalise all nouns, and for names without capitals, those that the glossary marks. Its usual form is the one that most
translations have and others do not. A translation without it is flagged only if it has another form: one that differs in a letter or sign but hardly in its first letter, the name as in the source, or one that several other translations have. A pronoun is no doubt.

These figures are no independent measure: the sentences, the names and their other forms were written with the check at hand.
In ${sum(names.faulty, "made")} translations from English, one name has another form that a second translator or a model might choose; ${share(sum(names.faulty, "flagged"), sum(names.faulty, "made"))} are flagged, and ${share(names.good.flagged.length, names.good.examined)} good ones, those of the two corpora above among them. Nicknames and other
stems are missed (*Elizabeth* and *Lisbeth*, *Johnson* and 詹森), as are endings that may be those of another case (*Margarete* and *Margaret*).

| into | faulty translations | flagged |
|---|--:|--:|
${names.faulty.map(nameRow).join("\n")}
`;
}
