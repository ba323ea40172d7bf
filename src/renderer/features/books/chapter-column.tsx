import { useStore } from "@nanostores/react";
import { chaptersOf } from "./book-model";
import { ChapterList } from "./chapter-list";
import { bookWords } from "./messages";
import { useBook } from "./use-book";

/** The chapters as a list, or as a select in a narrow window. */
export function ChapterColumn() {
  const { model } = useBook();
  const shown = useStore(model.$shown);
  const current = useStore(model.$chapter);
  const say = bookWords.chapters;
  const option = (chapter: ReturnType<typeof chaptersOf>[number]) => (
    <option key={chapter.id} value={chapter.id}>
      {chapter.paragraphs === 0
        ? chapter.title
        : `${chapter.title} (${bookWords.percent(chapter.translated / chapter.paragraphs)})`}
    </option>
  );
  return (
    <nav className="book-side" aria-label={say.label}>
      <ChapterList />
      <select
        className="book-chapter-select"
        aria-label={say.choose}
        value={current ?? ""}
        onChange={({ target }) => model.showChapter(target.value)}
      >
        {shown.volumes.length > 1
          ? shown.volumes.map((volume) => (
              <optgroup key={volume.id} label={volume.title || shown.title}>
                {volume.chapters.map(option)}
              </optgroup>
            ))
          : chaptersOf(shown).map(option)}
      </select>
    </nav>
  );
}
