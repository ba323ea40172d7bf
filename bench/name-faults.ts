import { createNameFinder, type NameForm, nameForm, otherForm } from "../src/main/engine/books/quality/names";
import { freeTranslations } from "./free-translations";
import { nameSentences, nameSets, otherForms } from "./name-sentences";
import { directions, goodPairs } from "./translation-pairs";

type Pair = { source: string; translation: string };
type Into = "zh" | "de" | "ru";

/** What the check of names finds in paragraphs that follow each other: a detail for each that has one. */
function nameFlagsIn(pairs: readonly Pair[]): Map<number, string> {
  const finder = createNameFinder();
  for (const [at, { source }] of pairs.entries()) finder.add(String(at), source);
  const names = finder.names();
  const forms = new Map<string, NameForm>();
  for (const [name, ids] of names) {
    const has = (at: number): boolean => ids.includes(String(at));
    const form = nameForm(
      name,
      pairs.filter((_, at) => has(at)).map(({ translation }) => translation),
      pairs.filter((_, at) => !has(at)).map(({ translation }) => translation),
    );
    if (form !== null) forms.set(name, form);
  }
  const found = new Map<number, string>();
  for (const [at, { source, translation }] of pairs.entries()) {
    const own = [...forms.values()].filter(({ name }) => names.get(name)?.includes(String(at)));
    for (const form of own) {
      const known = own.flatMap((each) => (each === form ? [] : [each.form]));
      const other = otherForm(form, { source, translation, known });
      if (other !== null) found.set(at, `${form.name}: ${other} ≠ ${form.form}`);
    }
  }
  return found;
}

const filled = (text: string, names: readonly string[]): string =>
  text.replace(/\{([a-d])\}/g, (_, letter: string) => names["abcd".indexOf(letter)] ?? "");

/** The sentences with all sets of names. */
const bookInto = (into: Into): (Pair & { names: readonly string[] })[] =>
  nameSets.flatMap((set) =>
    nameSentences.map((sentence) => ({
      source: filled(sentence.en, set.en),
      translation: filled(sentence[into], set[into]),
      names: set[into].filter((_, at) => sentence[into].includes(`{${"abcd"[at]}}`)),
    })),
  );

export type NameResult = { into: Into; made: number; flagged: number; missed: string[] };

/** Puts another form of a name into one translation at a time. */
export function nameResults(): { faulty: NameResult[]; good: { examined: number; flagged: string[] } } {
  const good = { examined: 0, flagged: [] as string[] };
  const examine = (pairs: readonly Pair[]): void => {
    good.examined += pairs.length;
    for (const [at, detail] of nameFlagsIn(pairs)) good.flagged.push(`${detail} in ${pairs[at]?.translation}`);
  };
  const faulty = (["zh", "de", "ru"] as const).map((into) => {
    const result: NameResult = { into, made: 0, flagged: 0, missed: [] };
    const pairs = bookInto(into);
    examine(pairs);
    for (const [at, pair] of pairs.entries())
      for (const name of pair.names)
        for (const other of otherForms[into][name] ?? []) {
          const translation = pair.translation.replace(name, other);
          result.made++;
          if (nameFlagsIn(pairs.with(at, { ...pair, translation })).has(at)) result.flagged++;
          else result.missed.push(`${name}: ${translation}`);
        }
    return result;
  });
  for (const [from, into] of directions) examine(goodPairs(from, into));
  examine(freeTranslations.map(({ source, good: translation }) => ({ source, translation })));
  return { faulty, good };
}
