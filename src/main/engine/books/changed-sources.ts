import type { Book } from "./book/book";
import { paragraphAt } from "./book/neighbours";
import { sourceHash } from "./book/source-hash";
import type { WorkStore } from "./work/work-store";

/** The paragraphs whose source has changed since their selected translation was made; `accepted` are those that the user has accepted. */
export type ChangedSources = { ids: string[]; accepted: string[] };

/** Compares the sources of the given paragraphs, or of the whole book, with those of their translations. Keeps the order of the ids. */
export function changedSources(
  work: Pick<WorkStore, "rowFacts">,
  { book, language, paragraphs }: { book: Book; language: string; paragraphs?: readonly string[] | undefined },
): ChangedSources {
  const { selected, accepted } = work.rowFacts(language, { paragraphs: paragraphs ?? null, texts: "states only" });
  const ids = [...(paragraphs ?? book.positions.keys())].filter((id) => {
    const [position, version] = [book.positions.get(id), selected.get(id)];
    return (
      position !== undefined && version !== undefined && version.source !== sourceHash(paragraphAt(book, position))
    );
  });
  return { ids, accepted: ids.filter((id) => accepted.has(id)) };
}
