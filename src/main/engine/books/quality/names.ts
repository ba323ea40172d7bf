/** What a name of the source is called in the translations. */
export type NameForm = {
  name: string;
  /** As most translations have it. */
  form: string;
  /** Other forms that are right, too. */
  others: readonly string[];
  /** Without the ending that it may have in other cases. */
  stem: string;
  script: "dense" | "spaced";
  /** Forms that several translations have instead, and no others. */
  rivals: readonly string[];
};

/** A name is in at least this many paragraphs. */
const FEWEST_PARAGRAPHS = 4;
const FEWEST_LETTERS = 3;
/** The share of translations that have the usual form, and of those without the name that may have it. */
const USUAL = 0.6;
const ELSEWHERE = 0.05;
/** At least so many translations of paragraphs without the name are needed to conclude that a form belongs to the name. */
const FEWEST_OTHERS = 12;
/** A form that this many translations have, and none of the others, is a form of the name, too. */
const FEWEST_RIVALS = 3;
const LONGEST_FORM = 10;
/** Texts are examined only so far, in characters. */
const MAX_LENGTH = 3000;

/** Accents may be stored as signs of their own. */
const examined = (text: string): string => text.slice(0, MAX_LENGTH).normalize("NFC");

/** Titles are capitalised, and are translated by what they mean in their place. */
const titles = new Set(
  "mr mrs ms miss sir lady lord captain colonel major general lieutenant sergeant doctor dr professor king queen prince princess count countess duke duchess baron father mother uncle aunt brother sister saint monsieur madame mademoiselle herr frau señor señora god christmas sunday monday tuesday wednesday thursday friday saturday january february march april may june july august september october november december english french german chinese".split(
    " ",
  ),
);
/** Titles that follow a name without a blank. */
const denseTitle =
  /(?:先生|太太|小姐|夫人|女士|博士|教授|医生|醫生|上校|上尉|船长|船長|爵士|公爵|伯爵|老师|老師|大人|さん|さま|様|ちゃん|くん|君|氏|씨|님)+$/u;

const longTitle = /(?:先生|太太|小姐|夫人|女士|博士|教授|医生|醫生|老师|老師|大人|さん|さま)$/u;

const word = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;
const withoutGenitive = (text: string): string => text.replace(/['’]s?$/u, "");

/** Finds the names in a source: capitalised words in mid-sentence that are never written otherwise. */
export function createNameFinder() {
  const paragraphs = new Map<string, Set<string>>();
  const within = new Map<string, number>();
  const lower = new Map<string, number>();
  let [words, capitals] = [0, 0];
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

  return {
    /** Reads a paragraph. */
    add(id: string, text: string): void {
      const read = examined(text);
      let end = 0;
      let isFirst = true;
      for (const match of read.matchAll(word)) {
        const between = read.slice(end, match.index);
        end = match.index + match[0].length;
        const isWithin = !isFirst && /^[\s,、]*$/u.test(between);
        isFirst = false;
        if (isWithin) words++;
        const found = withoutGenitive(match[0]);
        if (!/^\p{Lu}\p{L}*\p{Ll}/u.test(found)) {
          if (/^\p{Ll}/u.test(found)) count(lower, found);
          continue;
        }
        if (found.length < FEWEST_LETTERS || titles.has(found.toLowerCase())) continue;
        if (isWithin) {
          capitals++;
          count(within, found);
        }
        const ids = paragraphs.get(found) ?? new Set();
        paragraphs.set(found, ids.add(id));
      }
    },
    /** The names with the paragraphs that have them. None if the language capitalises all its nouns. */
    names(): Map<string, string[]> {
      if (capitals > words * 0.15) return new Map();
      const found = new Map<string, string[]>();
      for (const [name, ids] of paragraphs) {
        const times = within.get(name) ?? 0;
        const isName = times >= 2 && (lower.get(name.toLowerCase()) ?? 0) <= times / 10;
        if (isName && ids.size >= FEWEST_PARAGRAPHS) found.set(name, [...ids]);
      }
      return found;
    },
  };
}

/**
 * The form that a name has in most of the translations of sources that have it, and seldom in others. Null if there is none, or if these are too few
 * to tell.
 */
export function nameForm(name: string, having: readonly string[], lacking: readonly string[]): NameForm | null {
  if (having.length < FEWEST_PARAGRAPHS || lacking.length < FEWEST_OTHERS) return null;
  const [texts, others] = [having, lacking].map((each) => each.map(examined));
  if (texts === undefined || others === undefined) return null;
  return isDense(texts) ? denseForm(name, texts, others) : spacedForm(name, texts, others);
}

/** The form of a name that the glossary has, with the others that it allows. */
export function givenForm(given: string, [first = "", ...more]: readonly string[]): NameForm {
  const [name, form, ...others] = [given, first, ...more].map((each) => each.normalize("NFC")) as [string, string];
  const script = isDense([form]) ? "dense" : "spaced";
  return { name, form, others, stem: script === "dense" ? form : stemOf(fold(form)), script, rivals: [] };
}

const denseSign = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}ー々]/u;
const denseRuns = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}ー々]+/gu;

/** Whether texts are mostly in a script whose words have no blanks between them, or whose particles follow without one. */
function isDense(texts: readonly string[]): boolean {
  const all = texts.join(" ").slice(0, MAX_LENGTH);
  return (
    (all.match(/[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}]/gu)?.length ?? 0) * 2 >
    (all.match(/\p{L}/gu)?.length ?? 0)
  );
}

const shareWith = (texts: readonly string[], form: string): number =>
  texts.length === 0 ? 0 : texts.filter((text) => text.includes(form)).length / texts.length;

/** How many texts have each pair of signs. */
function pairsIn(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const own = new Set<string>();
    for (const [run] of text.matchAll(denseRuns))
      for (let at = 0; at + 1 < run.length; at++) own.add(run.slice(at, at + 2));
    for (const pair of own) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

/** With this many texts, what nearly always is beside a name is part of it. With fewer it may be any word, unless its sign is rare elsewhere. */
const ENOUGH_TEXTS = 8;
/** A sign in more texts without the name is a word of its own. */
const COMMON_SIGN = 0.3;

/** The longest text around a pair of signs that at least this many texts have. */
function grown(
  pair: string,
  { texts, others, least }: { texts: readonly string[]; others: readonly string[]; least: number },
): string {
  let form = pair;
  let current = texts.filter((text) => text.includes(pair)).length;
  while (form.length < LONGEST_FORM) {
    const longer = new Map<string, number>();
    for (const text of texts) {
      const own = new Set<string>();
      for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
        const [before = "", after = ""] = [text[at - 1], text[at + form.length]];
        if (denseSign.test(before)) own.add(before + form);
        if (denseSign.test(after)) own.add(form + after);
      }
      for (const each of own) longer.set(each, (longer.get(each) ?? 0) + 1);
    }
    const [best, times] =
      [...longer]
        .filter(([each, found]) => {
          const sign = each.startsWith(form) ? each.slice(form.length) : each.slice(0, 1);
          const isConstant = texts.length >= ENOUGH_TEXTS && found >= current * 0.9;
          return found >= least && shareWith(others, sign) <= (isConstant ? COMMON_SIGN : ELSEWHERE);
        })
        .sort((a, b) => b[1] - a[1])[0] ?? [];
    if (best === undefined || times === undefined) break;
    form = best;
    current = times;
  }
  const bare = form.replace(denseTitle, "");
  return bare.length >= 2 ? bare : form;
}

function denseForm(name: string, texts: readonly string[], others: readonly string[]): NameForm | null {
  const least = texts.length * USUAL;
  const [pair] =
    [...pairsIn(texts)]
      .filter(([each, times]) => times >= least && shareWith(others, each) <= ELSEWHERE)
      .sort((a, b) => b[1] - a[1])[0] ?? [];
  if (pair === undefined) return null;
  const form = grown(pair, { texts, others, least });
  const without = texts.filter((text) => !text.includes(form));
  const elsewhere = [...texts.filter((text) => text.includes(form)), ...others];
  const most = Math.max(FEWEST_RIVALS, without.length / 2);
  const rivals = [...pairsIn(without)]
    .filter(([each, times]) => times >= most && !form.includes(each) && shareWith(elsewhere, each) === 0)
    .map(([each]) => grown(each, { texts: without, others: elsewhere, least: most }))
    // A short form of the same name.
    .filter((each) => !form.includes(each) && !each.includes(form));
  return { name, form, others: [], stem: form, script: "dense", rivals: [...new Set(rivals)] };
}

const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
const stemOf = (folded: string): string => folded.slice(0, Math.max(FEWEST_LETTERS, folded.length - 2));

/** The capitalised words of a text. */
const capitalised = (text: string): string[] =>
  (text.match(word) ?? [])
    .filter((each) => /^\p{Lu}/u.test(each) && each.length >= FEWEST_LETTERS)
    .map(withoutGenitive);

/** How many texts have each capitalised word, and how each is written. */
function wordsIn(texts: readonly string[]): Map<string, { times: number; written: string }> {
  const counts = new Map<string, { times: number; written: string }>();
  for (const text of texts) {
    for (const [folded, written] of new Map(capitalised(text).map((each) => [fold(each), each]))) {
      const times = (counts.get(folded)?.times ?? 0) + 1;
      counts.set(folded, { times, written: counts.get(folded)?.written ?? written });
    }
  }
  return counts;
}

const hasStem = (text: string, stem: string): boolean => capitalised(text).some((each) => fold(each).startsWith(stem));

function spacedForm(name: string, texts: readonly string[], others: readonly string[]): NameForm | null {
  // Most names keep their beginning; other words may well be beside the name each time.
  const isLike = (folded: string): number => (folded.startsWith(fold(name).slice(0, FEWEST_LETTERS)) ? 1 : 0);
  const usual = [...wordsIn(texts)]
    .sort((a, b) => isLike(b[0]) - isLike(a[0]) || b[1].times - a[1].times)
    .slice(0, 8)
    .find(([folded]) => {
      const stem = stemOf(folded);
      const outside = others.filter((text) => hasStem(text, stem)).length;
      const inside = texts.filter((text) => hasStem(text, stem)).length;
      return inside >= texts.length * USUAL && outside <= others.length * ELSEWHERE;
    });
  if (usual === undefined) return null;
  const [folded, { written }] = usual;
  const stem = stemOf(folded);
  const without = texts.filter((text) => !hasStem(text, stem));
  const elsewhere = [...texts.filter((text) => hasStem(text, stem)), ...others];
  const rivals = [...wordsIn(without)]
    .filter(([, { times }]) => times >= Math.max(FEWEST_RIVALS, without.length / 2))
    .filter(([each]) => !elsewhere.some((text) => fold(text).includes(each)))
    .map(([, each]) => each.written);
  return { name, form: written, others: [], stem, script: "spaced", rivals };
}

/**
 * What a translation calls a name that it does not call as usual: a rival form, one that differs in a letter or sign, or the name as the source has it.
 * Null if it has the usual form or none: a pronoun may stand for it. `known` are the forms of other names of this source.
 */
export function otherForm(
  named: NameForm,
  { source, translation, known }: { source: string; translation: string; known: readonly string[] },
): string | null {
  const { name, form, script, rivals } = named;
  const text = examined(translation);
  if (isUsual(text, named)) return null;
  const rival = rivals.find((each) => text.includes(each));
  if (rival !== undefined) return rival;
  if (fold(name) !== fold(form) && hasLetters(text, name)) return name;
  return script === "dense" ? denseVariant(form, text, known) : spacedVariant(form, { text, source, known });
}

/** Whether a text has the usual form or another right one. */
function isUsual(text: string, { form, others, stem, script }: NameForm): boolean {
  if (script === "dense" ? text.includes(form) : hasStem(text, stem)) return true;
  // A form may have several words, or be in another script.
  const all = [...others, ...(/[\s·・]/u.test(form) || form.length < FEWEST_LETTERS ? [form] : [])];
  if (all.length === 0) return false;
  const folded = fold(text);
  return all.some((each) => folded.includes(stemOf(fold(each))));
}

const isCased = (sign: string | undefined): boolean => /^[\p{Lu}\p{Ll}]/u.test(sign ?? "");

/** Whether a text has a word as it is, even without blanks beside it, as in Chinese. */
function hasLetters(text: string, sought: string): boolean {
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1))
    if (!isCased(text[at - 1]) && !isCased(text[at + sought.length])) return true;
  return false;
}

/** A part of a text that differs from a form in one sign. */
function denseVariant(form: string, text: string, known: readonly string[]): string | null {
  const signs = [...form];
  if (signs.length < 3) return null;
  const all = [...text];
  for (let at = 0; at + signs.length <= all.length; at++) {
    const differing = signs.flatMap((sign, index) => (all[at + index] === sign ? [] : [index]));
    const [only] = differing;
    if (only === undefined || differing.length > 1 || !denseSign.test(all[at + only] ?? "")) continue;
    const found = all.slice(at, at + signs.length).join("");
    // 王小姐 is a title of 王小明.
    if (longTitle.test(found) && !longTitle.test(form)) continue;
    if (!known.some((each) => found.includes(each) || each.includes(found) || form.includes(each))) return found;
  }
  return null;
}

/** A capitalised word that differs from a form in its stem, by one letter or, if it is long, two. */
function spacedVariant(
  form: string,
  { text, source, known }: { text: string; source: string; known: readonly string[] },
): string | null {
  const folded = fold(form);
  if (folded.length < 5) return null;
  const others = new Set([...capitalised(source), ...known].map(fold));
  const found = capitalised(text).find((each) => {
    const own = fold(each);
    if (others.has(own) || own.length < folded.length - 2 || own.length > folded.length + 3) return false;
    if (!mayBegin(own, folded)) return false;
    // It may have the ending of another case.
    const lengths = [folded.length - 1, folded.length, folded.length + 1];
    return lengths.some((length) => distance(own.slice(0, length), folded) <= (folded.length >= 8 ? 2 : 1));
  });
  return found ?? null;
}

/** Letters that stand for each other at the beginning of a name. With any other letter it is a word of its own, as *Meter* is beside *Peter*. */
const likeLetters = "ckqg ijyg vwfu szc fp td bp ea ou екхг эеий аоя вую дт вф гх зсц жш".split(" ");

const mayBegin = (word: string, name: string): boolean => {
  const [own = "", other = ""] = [word[0], name[0]];
  return own === other || likeLetters.some((letters) => letters.includes(own) && letters.includes(other));
};

/** How many letters have to be changed, added or left out. */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const now = [row];
    for (let at = 1; at <= b.length; at++) {
      const same = (before[at - 1] ?? 0) + (a[row - 1] === b[at - 1] ? 0 : 1);
      now.push(Math.min(same, (before[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1));
    }
    before = now;
  }
  return before[b.length] ?? 0;
}
