import type { BookCheck, BookGlossary, BookOverview, TaskOverview } from "../../../shared/book";
import type { OpenBook } from "../../engine/books";
import {
  type Checks,
  checkKinds,
  checkLevelsOf,
  countStates,
  paragraphStates,
  standardChecks,
} from "../../engine/books";

/** A book without its paragraphs: what its view loads first. */
export function bookOverview(
  open: OpenBook,
  notes: { glossary: BookGlossary; style: BookOverview["style"] },
): BookOverview {
  const { realPath, kind, unit, looksHardWrapped, warnings, language, book } = open;
  const rows = paragraphStates(open);
  const counts = countStates(rows);
  const none = countStates([]).book;
  const { tasks, languages, checks } = open.read((work) => ({
    tasks: tasksOf(open, work),
    languages: work.languages(),
    checks: work.checks(),
  }));
  return {
    book: realPath,
    kind,
    title: book.title,
    language,
    unit,
    looksHardWrapped,
    warnings,
    tasks,
    ...notes,
    languages: [...new Set([...languages, language])].filter((each) => each !== ""),
    volumes: book.volumes.map((volume) => ({
      ...volume,
      chapters: book.chapters
        .filter((chapter) => chapter.volume === volume.id)
        .map(({ id, title }) => ({ id, title, ...(counts.chapters.get(id) ?? none) })),
    })),
    counts: counts.book,
    checks: checksOf(checks),
  };
}

const checksOf = (checks: Checks): BookCheck[] =>
  checkKinds.map((kind) => ({
    kind,
    level: checks[kind],
    standard: standardChecks[kind],
    choices: checkLevelsOf(kind),
  }));

function tasksOf({ book }: OpenBook, work: Parameters<Parameters<OpenBook["read"]>[0]>[0]): TaskOverview[] {
  const assigned = work.allAssigned();
  return work.tasks("all").map(({ id, type, status, language, holder, opened, changed }) => {
    const own = (assigned.get(id) ?? []).filter((each) => book.positions.has(each.id));
    const chapterIndexes = own.map((each) => book.positions.get(each.id)?.chapter ?? 0).sort((a, b) => a - b);
    return {
      id,
      kind: type,
      status,
      language,
      holder,
      opened,
      changed,
      assigned: own.length,
      done: own.filter(({ done }) => done).length,
      chapters: [...new Set(chapterIndexes)].flatMap((at) => book.chapters[at]?.id ?? []),
      comments: work.comments(id),
    };
  });
}
