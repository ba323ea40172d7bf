import { isWhole } from "../../../core/text/whole-words";
import { MAX_EXAMINED_TEXT } from "../ports/limits";
import type { Book } from "./book/book";
import { alternatives, type GlossaryTerm, termMarks } from "./book/glossary";
import { paragraphAt } from "./book/neighbours";
import type { OpenBook } from "./books";
import { type Flag, shortened } from "./quality/flags";
import { createNameFinder, givenForm, type NameForm, nameForm, otherForm } from "./quality/names";
import { timeSlice } from "./time-slice";
import type { WorkStore } from "./work/work-store";

/** Checks whether a translation writes a name of its paragraph differently from most others; null if not. */
export type NameCheck = (paragraph: string, translation: string) => Flag | null;

/** So many translations show how a name is usually written, and so many others that it is the name. */
const MAX_EXAMPLES = 60;
/** This many paragraphs are looked up for a name, and of the whole book. */
const MAX_READ = 400;
/** With this many accepted translations of a name, only these count. */
const FEWEST_ACCEPTED = 4;
/** The books whose forms are kept. */
const MAX_BOOKS = 4;

/** The names of a book's source: the paragraphs of each, and the names of each paragraph. */
type BookNames = { paragraphs: Map<string, string[]>; byParagraph: Map<string, string[]> };

const namesOfBooks = new WeakMap<Book["chapters"], { given: string; names: Promise<BookNames> }>();
/** The form of each name, with what it was found in. */
const forms = new Map<string, Map<string, { examined: string; form: NameForm | null }>>();

/**
 * Looks at how the translations of a book write the names of its source, or those of some paragraphs. The result can be asked about translations that
 * are not stored yet, too.
 */
export async function nameCheck(
  open: OpenBook,
  only: readonly string[] | null,
  signal?: AbortSignal | undefined,
): Promise<NameCheck> {
  const { book } = open;
  const given = open.notes.glossary.filter(({ note }) => termMarks(note).isName);
  const names = await namesOf(book, given);
  const wanted = only === null ? [...names.paragraphs.keys()] : only.flatMap((id) => names.byParagraph.get(id) ?? []);
  if (wanted.length === 0) return () => null;
  const found = await formsIn(open, { names, given, wanted: new Set(wanted), isWhole: only === null, signal });
  return (paragraph, translation) => {
    const own = (names.byParagraph.get(paragraph) ?? []).flatMap((name) => found.get(name) ?? []);
    const at = book.positions.get(paragraph);
    if (own.length === 0 || at === undefined) return null;
    const source = paragraphAt(book, at).text;
    for (const form of own) {
      const others = own.flatMap((each) => (each === form || each.form === form.form ? [] : [each.form]));
      const other = otherForm(form, { source, translation, known: others });
      if (other !== null) return { kind: "names", detail: shortened(`${form.name}: ${other} ≠ ${form.form}`) };
    }
    return null;
  };
}

/** The names in the source of a book, with those that the glossary gives. */
function namesOf(book: Book, given: readonly GlossaryTerm[]): Promise<BookNames> {
  const key = JSON.stringify(given.map(({ term }) => term));
  const before = namesOfBooks.get(book.chapters);
  if (before?.given === key) return before.names;
  const names = findNames(book, given);
  namesOfBooks.set(book.chapters, { given: key, names });
  return names;
}

async function findNames({ chapters }: Book, given: readonly GlossaryTerm[]): Promise<BookNames> {
  const slice = timeSlice(undefined);
  const finder = createNameFinder();
  const paragraphs = new Map<string, string[]>(given.map(({ term }) => [term, []]));
  const wanted = given.map(({ term }) => ({ term, sought: term.normalize("NFC") }));
  for (const chapter of chapters)
    for (const { id, text, isBlank } of chapter.paragraphs) {
      if (isBlank) continue;
      finder.add(id, text);
      const read = text.slice(0, MAX_EXAMINED_TEXT).normalize("NFC");
      for (const { term, sought } of wanted) if (hasName(read, sought)) paragraphs.get(term)?.push(id);
      await slice();
    }
  for (const [name, ids] of finder.names()) if (!paragraphs.has(name)) paragraphs.set(name, ids);
  const byParagraph = new Map<string, string[]>();
  for (const [name, ids] of paragraphs)
    for (const id of ids) byParagraph.set(id, [...(byParagraph.get(id) ?? []), name]);
  return { paragraphs, byParagraph };
}

/** Whether a source has a name, not only inside a longer word. */
function hasName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0 && name !== ""; at = text.indexOf(name, at + 1))
    if (isWhole(text, at, at + name.length)) return true;
  return false;
}

/** The forms of the wanted names. They are found again only if other translations have the name by now. */
async function formsIn(
  open: OpenBook,
  {
    names,
    given,
    wanted,
    isWhole,
    signal,
  }: {
    names: BookNames;
    given: readonly GlossaryTerm[];
    wanted: ReadonlySet<string>;
    isWhole: boolean;
    signal: AbortSignal | undefined;
  },
): Promise<Map<string, NameForm>> {
  const { language, realPath, book } = open;
  const slice = timeSlice(signal);
  const cache = known(`${realPath} ${language}`);
  const byGlossary = new Map(given.map((each) => [each.term, alternatives(each)]));
  const { examples, others, texts, versionOf } = open.read((work) =>
    examplesIn(work, { names, wanted, book, language, isWhole }),
  );
  const found = new Map<string, NameForm>();
  for (const name of wanted) {
    const fixed = byGlossary.get(name);
    if (fixed !== undefined) {
      found.set(name, givenForm(name, fixed));
      continue;
    }
    const ids = examples.get(name) ?? [];
    const lacking = others.filter((id) => !(names.byParagraph.get(id) ?? []).includes(name));
    const textOf = (id: string): string => texts.get(id) ?? "";
    const examined = [...ids, "", ...lacking].map((id) => `${id} ${versionOf(id)}`).join(" ");
    const before = cache.get(name);
    const form = before?.examined === examined ? before.form : nameForm(name, ids.map(textOf), lacking.map(textOf));
    cache.set(name, { examined, form });
    if (form !== null) found.set(name, form);
    await slice();
  }
  return found;
}

/** Translations with each name, accepted ones if they are enough, and some of the whole book. For some names, not all paragraphs are looked at. */
function examplesIn(
  work: WorkStore,
  {
    names,
    wanted,
    book,
    language,
    isWhole,
  }: { names: BookNames; wanted: ReadonlySet<string>; book: Book; language: string; isWhole: boolean },
) {
  const all = isWhole ? [...book.positions.keys()] : spread([...book.positions.keys()], MAX_READ);
  const having = new Map([...wanted].map((name) => [name, spread(names.paragraphs.get(name) ?? [], MAX_READ)]));
  const paragraphs = isWhole ? null : [...new Set([...all, ...[...having.values()].flat()])];
  const { selected, accepted } = work.rowFacts(language, { paragraphs, texts: "states only" });
  const examples = new Map<string, string[]>();
  for (const [name, ids] of having) {
    const translated = ids.filter((id) => selected.has(id));
    const sure = translated.filter((id) => accepted.has(id));
    examples.set(name, spread(sure.length >= FEWEST_ACCEPTED ? sure : translated, MAX_EXAMPLES));
  }
  const others = spread(
    all.filter((id) => selected.has(id)),
    2 * MAX_EXAMPLES,
  );
  const ids = new Set([...[...examples.values()].flat(), ...others]);
  const texts = work.selected(language, [...ids]);
  return { examples, others, texts, versionOf: (id: string) => selected.get(id)?.id };
}

/** At most this many of a list, from all its parts. */
function spread<Item>(list: readonly Item[], most: number): Item[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)] as Item);
}

/** The forms that are kept of a book in a language. */
function known(key: string): Map<string, { examined: string; form: NameForm | null }> {
  const cache = forms.get(key) ?? new Map<string, { examined: string; form: NameForm | null }>();
  forms.delete(key);
  forms.set(key, cache);
  if (forms.size > MAX_BOOKS) forms.delete(forms.keys().next().value ?? "");
  return cache;
}
