import type { Book } from "./book/book";
import type { GlossaryTerm } from "./book/glossary";
import { paragraphAt } from "./book/neighbours";
import { flagsOf } from "./flagged-rows";
import { describeFlag, type Flag, type FlagKind, isRefused } from "./quality/flags";
import { intrusions } from "./quality/intrusions";
import type { Detect } from "./quality/languages";
import { neighbourFlags } from "./quality/neighbours";

/** A paragraph of a batch with its flags, as kinds and as sentences for the agent. */
type FlaggedText = { id: string; kinds: FlagKind[]; sentences: string[] };

/** `refused` cannot be translations; `doubtful` may be right all the same. */
export type BatchFlags = { refused: FlaggedText[]; doubtful: FlaggedText[] };

/** Why a text cannot be the translation of a source; empty if it can. */
export const refusedTexts = (source: string, translation: string): string[] =>
  intrusions({ source, translation, language: "" }).filter(isRefused).map(describeFlag);

/** Checks what is handed in, paragraph by paragraph and each beside its neighbours in the batch. Paragraphs that the book lacks are left out. */
export function batchFlags(
  batch: readonly { id: string; text: string }[],
  { book, ...checks }: { book: Book; language: string; glossary: readonly GlossaryTerm[]; detect: Detect | null },
): BatchFlags {
  const rows = batch
    .flatMap(({ id, text }) => {
      const position = book.positions.get(id);
      return position === undefined
        ? []
        : [{ id, position, source: paragraphAt(book, position).text, translation: text }];
    })
    .sort((a, b) => a.position.chapter - b.position.chapter || a.position.index - b.position.index);
  const beside = neighbourFlags(rows);
  const flagged = rows.map(({ id, source, translation }) => {
    const other = beside.get(id);
    return { id, flags: [...flagsOf({ id, text: source }, translation, checks), ...(other ? [other] : [])] };
  });
  const named = (which: (flag: Flag) => boolean): FlaggedText[] =>
    flagged.flatMap(({ id, flags }) => {
      const own = flags.filter(which);
      return own.length === 0 ? [] : [{ id, kinds: own.map((flag) => flag.kind), sentences: own.map(describeFlag) }];
    });
  return { refused: named(isRefused), doubtful: named((flag) => !isRefused(flag)) };
}
