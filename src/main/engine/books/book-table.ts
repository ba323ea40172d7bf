import type { Book, Chapter, Paragraph, Place } from "./book/book";
import { textHash } from "./book/text-hash";
import type { OpenBook } from "./books";
import type { Holding, RowFacts } from "./work/row-facts";

/**
 * Where a paragraph's work stands. `in work`: an open task has it and nothing was handed in there; `sent back`: the same, after a person
 * said something about it. `accepted` holds until another version is selected.
 */
export type RowState = "untranslated" | "in work" | "sent back" | "translated" | "accepted";

/** A line of the table of source and target. */
export type BookRow = {
  id: string;
  chapter: string;
  index: number;
  text: string;
  isBlank: boolean;
  translation: string | null;
  /** The selected version's id, and how many there are in this language. */
  version: string | null;
  versions: number;
  state: RowState;
  /** The source was another when the selected translation was made. */
  sourceChanged: boolean;
  task: { id: string; kind: Holding["type"]; status: Holding["status"]; holder: string; isDone: boolean } | null;
  /** What a person said of it last, while it is sent back. */
  comment: string | null;
};

/** How many paragraphs are in which state; blank ones are not counted. */
export type StateCounts = {
  paragraphs: number;
  translated: number;
  accepted: number;
  sentBack: number;
  inWork: number;
  sourceChanged: number;
};

/** A paragraph's place with all that rows are filtered by. */
export type StatedPlace = {
  id: string;
  chapter: string;
  index: number;
  state: RowState;
  sourceChanged: boolean;
  inReview: boolean;
};

/** The rows of some places of a book, in one look at its work. */
export function tableRows(open: OpenBook, places: readonly Place[]): BookRow[] {
  const { book, language } = open;
  const shown = places.flatMap(({ chapter: at, index }) => {
    const chapter = book.chapters[at];
    const paragraph = chapter?.paragraphs[index];
    return chapter === undefined || paragraph === undefined ? [] : [{ chapter, index, paragraph }];
  });
  const ids = shown.flatMap(({ paragraph }) => (paragraph.isBlank ? [] : [paragraph.id]));
  // Beyond that it is quicker to go through all than to look each one up.
  const paragraphs = ids.length > book.places.size / 2 ? null : ids;
  const facts = open.look((work) => work.rowFacts(language, { paragraphs }));
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
      sourceChanged: selected !== undefined && selected.source !== sourceOf(paragraph),
      task: held === undefined ? null : taskOf(held),
      comment: held?.comment ?? null,
    };
  });
}

const taskOf = ({ task, type, status, holder, isDone }: Holding): BookRow["task"] => ({
  ...{ id: task, kind: type, status, holder, isDone },
});

/** Texts are hashed once, for as long as they stay as they are. */
const hashes = new WeakMap<Paragraph, string>();

function sourceOf(paragraph: Paragraph): string {
  const known = hashes.get(paragraph);
  if (known !== undefined) return known;
  const hash = textHash(paragraph.text);
  hashes.set(paragraph, hash);
  return hash;
}

function stateOf(id: string, { selected, held, accepted }: RowFacts): RowState {
  const holding = held.get(id);
  if (holding !== undefined && !holding.isDone) return holding.comment === null ? "in work" : "sent back";
  if (!selected.has(id)) return "untranslated";
  return accepted.has(id) ? "accepted" : "translated";
}

/** The places of a chapter, blank ones too. */
export const placesOfChapter = ({ chapters }: Book, chapter: number): Place[] =>
  (chapters[chapter]?.paragraphs ?? []).map((_, index) => ({ chapter, index }));

/** All paragraphs of a book that are not blank, with where they stand. */
export function statedPlaces({ book, language, look }: OpenBook): StatedPlace[] {
  const facts = look((work) => work.rowFacts(language, { texts: "states only" }));
  return book.chapters.flatMap(({ id: chapter, paragraphs }) =>
    paragraphs.flatMap((paragraph, index) => {
      const { id, isBlank } = paragraph;
      if (isBlank) return [];
      const held = facts.held.get(id);
      const source = facts.selected.get(id)?.source;
      const sourceChanged = source !== undefined && source !== sourceOf(paragraph);
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

/** The counts of each chapter that has paragraphs, and of the book. */
export function countStates(places: readonly StatedPlace[]): {
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
  for (const { chapter, state, sourceChanged } of places) {
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
