import type { Book } from "./book/book";
import type { GlossaryTerm } from "./book/glossary";
import { paragraphAt } from "./book/neighbours";
import type { NameCheck } from "./book-names";
import type { OpenBook } from "./books";
import { flagsOf } from "./flagged-rows";
import { type Checks, isCheckedIn, isRejected } from "./quality/checks";
import { describeFlag, type Flag, type FlagKind } from "./quality/flags";
import { type Detect, loadDetection } from "./quality/languages";
import { neighbourFlags } from "./quality/neighbours";
import type { WorkStore } from "./work/work-store";

/** A paragraph of a batch with its flags, as kinds and as sentences for the agent. */
type FlaggedText = { id: string; kinds: FlagKind[]; sentences: string[] };

/** `rejected` have a flag for which the book takes nothing from agents; `doubtful` have others. */
export type BatchFlags = { rejected: FlaggedText[]; doubtful: FlaggedText[] };

/** Why the book would reject texts of a batch from an agent, by paragraph. */
export async function rejectedTexts(
  open: OpenBook,
  batch: readonly { id: string; text: string }[],
  language: string,
): Promise<Map<string, string[]>> {
  const { book, notes, read } = open;
  const detect = await loadDetection();
  const { checks, isIgnored } = read((work) => ({
    checks: work.checks(),
    isIgnored: ignoredIn(work, batch, language),
  }));
  const { rejected } = batchFlags(batch, {
    book,
    language,
    glossary: notes.glossary,
    detect,
    checks,
    isIgnored,
    names: null,
  });
  return new Map(rejected.map(({ id, sentences }) => [id, sentences]));
}

/** Whether the user has put a flag aside. */
export type IsIgnored = (paragraph: string, kind: FlagKind) => boolean;

/** What the user has put aside for the very texts of a batch. */
export function ignoredIn(
  work: WorkStore,
  batch: readonly { id: string; text: string }[],
  language: string,
): IsIgnored {
  const ids = batch.map(({ id }) => id);
  const ignored = work.ignored(ids);
  if (ignored.length === 0) return () => false;
  const { selected } = work.rowFacts(language, { paragraphs: ids });
  const texts = new Map(batch.map(({ id, text }) => [id, text]));
  const own = ignored.filter(({ paragraph, version }) => {
    const stored = selected.get(paragraph);
    return stored?.id === version && stored.text === texts.get(paragraph);
  });
  return (id, kind) => own.some((each) => each.paragraph === id && each.kind === kind);
}

/**
 * Checks what is handed in, paragraph by paragraph and each beside its neighbours in the batch. Paragraphs that the book lacks are left out, and so
 * are flags that the user ignores.
 */
export function batchFlags(
  batch: readonly { id: string; text: string }[],
  {
    book,
    checks,
    names,
    isIgnored,
    ...context
  }: {
    book: Book;
    language: string;
    glossary: readonly GlossaryTerm[];
    detect: Detect | null;
    checks: Checks;
    isIgnored: IsIgnored;
    /** Null leaves names out. */
    names: NameCheck | null;
  },
): BatchFlags {
  const rows = batch
    .flatMap(({ id, text }) => {
      const position = book.positions.get(id);
      return position === undefined
        ? []
        : [{ id, position, source: paragraphAt(book, position).text, translation: text }];
    })
    .sort((a, b) => a.position.chapter - b.position.chapter || a.position.index - b.position.index);
  const isChecked = isCheckedIn(checks);
  const beside = neighbourFlags(rows, isChecked);
  const flagged = rows.map(({ id, source, translation }) => {
    const own = flagsOf({ id, text: source }, translation, { ...context, isChecked });
    const flags = [own, beside.get(id) ?? [], names?.(id, translation) ?? []].flat();
    return { id, flags: flags.filter(({ kind }) => !isIgnored(id, kind)) };
  });
  const named = (which: (flag: Flag) => boolean): FlaggedText[] =>
    flagged.flatMap(({ id, flags }) => {
      const own = flags.filter(which);
      return own.length === 0 ? [] : [{ id, kinds: own.map((flag) => flag.kind), sentences: own.map(describeFlag) }];
    });
  return { rejected: named((flag) => isRejected(flag, checks)), doubtful: named((flag) => !isRejected(flag, checks)) };
}
