import { useStore } from "@nanostores/react";
import { Select } from "../../../ui/kit/field";
import { bookMessages } from "../messages";
import { chaptersOf } from "../model/chapters";
import { useBook } from "../model/use-book";
import { ChapterList } from "./chapter-list";

/** The chapters as a list, or as a select in a narrow window. */
export function ChapterColumn() {
  const { model } = useBook();
  const shown = useStore(model.$shown);
  const current = useStore(model.$chapter);
  const t = bookMessages.chapters;
  const option = (chapter: ReturnType<typeof chaptersOf>[number]) => (
    <option key={chapter.id} value={chapter.id}>
      {chapter.paragraphs === 0
        ? chapter.title
        : `${chapter.title} (${bookMessages.percent(chapter.translated / chapter.paragraphs)})`}
    </option>
  );
  return (
    <nav className="book-side keeps column" aria-label={t.label}>
      <ChapterList />
      <Select
        className="book-chapter-select"
        aria-label={t.choose}
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
      </Select>
    </nav>
  );
}
