import type { Book, Chapter, ParagraphPosition } from "./book/book";
import { sourceHash } from "./book/source-hash";
import type { OpenBook } from "./books";
import type { Holding, RowFacts } from "./work/row-facts";

/**
 * The state of a paragraph. `in work`: an open task has it and no translation was submitted for it. `sent back`: as `in work`, and the user
 * has commented on it. `accepted` holds until another version is selected.
 */
export type RowState = "untranslated" | "in work" | "sent back" | "translated" | "accepted";

/** One row of the table of source and target. */
export type BookRow = {
  id: string;
  chapter: string;
  index: number;
  text: string;
  isBlank: boolean;
  translation: string | null;
  /** The selected version's id, and how many versions there are in this language. */
  version: string | null;
  versions: number;
  state: RowState;
  /** The source has changed since the selected translation was made. */
  sourceChanged: boolean;
  task: { id: string; kind: Holding["type"]; status: Holding["status"]; holder: string; isDone: boolean } | null;
  /** The user's last comment, while the paragraph is sent back. */
  comment: string | null;
};

/** How many paragraphs are in each state. Blank paragraphs are not counted. */
export type StateCounts = {
  paragraphs: number;
  translated: number;
  accepted: number;
  sentBack: number;
  inWork: number;
  sourceChanged: number;
};

/** A paragraph with everything that rows are filtered by. */
export type ParagraphState = {
  id: string;
  chapter: string;
  index: number;
  state: RowState;
  sourceChanged: boolean;
  inReview: boolean;
};

/** The rows of some paragraphs of a book, in one read of its work. */
export function tableRows(open: OpenBook, positions: readonly ParagraphPosition[]): BookRow[] {
  const { book, language } = open;
  const shown = positions.flatMap(({ chapter: at, index }) => {
    const chapter = book.chapters[at];
    const paragraph = chapter?.paragraphs[index];
    return chapter === undefined || paragraph === undefined ? [] : [{ chapter, index, paragraph }];
  });
  const ids = shown.flatMap(({ paragraph }) => (paragraph.isBlank ? [] : [paragraph.id]));
  // For more than half of the book, reading everything is faster than looking up each paragraph.
  const paragraphs = ids.length > book.positions.size / 2 ? null : ids;
  const facts = open.read((work) => work.rowFacts(language, { paragraphs }));
  return shown.map(({ chapter: found, index, paragraph }) => {
    const { id, text, isBlank } = paragraph;
    const selected = isBlank ? undefined : facts.selected.get(id);
    const held = isBlank ? undefined : facts.held.get(id);
    return {
      id,
      chapter: found.id,
      index,
      text,
      isBlank,
      translation: selected?.text ?? null,
      version: selected?.id ?? null,
      versions: selected?.versions ?? 0,
      state: stateOf(id, facts),
      sourceChanged: selected !== undefined && selected.source !== sourceHash(paragraph),
      task: held === undefined ? null : taskOf(held),
      comment: held?.comment ?? null,
    };
  });
}

const taskOf = ({ task, type, status, holder, isDone }: Holding): BookRow["task"] => ({
  id: task,
  kind: type,
  status,
  holder,
  isDone,
});

function stateOf(id: string, { selected, held, accepted }: RowFacts): RowState {
  const holding = held.get(id);
  if (holding !== undefined && !holding.isDone) return holding.comment === null ? "in work" : "sent back";
  if (!selected.has(id)) return "untranslated";
  return accepted.has(id) ? "accepted" : "translated";
}

/** The positions of a chapter's paragraphs, including blank ones. */
export const positionsInChapter = ({ chapters }: Book, chapter: number): ParagraphPosition[] =>
  (chapters[chapter]?.paragraphs ?? []).map((_, index) => ({ chapter, index }));

/** The state of every paragraph of a book that is not blank. */
export function paragraphStates({ book, language, read }: OpenBook): ParagraphState[] {
  const facts = read((work) => work.rowFacts(language, { texts: "states only" }));
  return book.chapters.flatMap(({ id: chapter, paragraphs }) =>
    paragraphs.flatMap((paragraph, index) => {
      const { id, isBlank } = paragraph;
      if (isBlank) return [];
      const held = facts.held.get(id);
      const source = facts.selected.get(id)?.source;
      const sourceChanged = source !== undefined && source !== sourceHash(paragraph);
      return [
        {
          id,
          chapter,
          index,
          state: stateOf(id, facts),
          sourceChanged,
          inReview: held?.isDone === true && held.status === "review",
        },
      ];
    }),
  );
}

/** The counts for each chapter that has paragraphs, and for the whole book. */
export function countStates(states: readonly ParagraphState[]): {
  book: StateCounts;
  chapters: Map<Chapter["id"], StateCounts>;
} {
  const none = (): StateCounts => ({
    paragraphs: 0,
    translated: 0,
    accepted: 0,
    sentBack: 0,
    inWork: 0,
    sourceChanged: 0,
  });
  const book = none();
  const chapters = new Map<string, StateCounts>();
  for (const { chapter, state, sourceChanged } of states) {
    const own = chapters.get(chapter) ?? none();
    chapters.set(chapter, own);
    for (const counts of [book, own]) {
      counts.paragraphs++;
      if (sourceChanged) counts.sourceChanged++;
      if (state === "translated" || state === "accepted") counts.translated++;
      if (state === "accepted") counts.accepted++;
      if (state === "sent back") counts.sentBack++;
      if (state === "in work") counts.inWork++;
    }
  }
  return { book, chapters };
}
