import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import type { ChapterCounts, ChapterOverview } from "../../../../shared/book";
import { EmptyState } from "../../../ui/kit/empty-state";
import { bookMessages } from "../messages";
import { chaptersOf } from "../model/chapters";
import { useBook } from "../model/use-book";

/** The volumes and chapters with their progress. Arrows, Home and End move, Enter moves to the text. */
export function ChapterList() {
  const { model } = useBook();
  const shown = useStore(model.$shown);
  const current = useStore(model.$chapter);
  const list = useRef<HTMLDivElement>(null);
  const own = useId();
  const chapters = chaptersOf(shown);
  const t = bookMessages.chapters;

  useEffect(() => {
    list.current?.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest" });
  }, [current]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = chapters.findIndex(({ id }) => id === current);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: chapters.length - 1 }[event.key];
    if (to !== undefined) {
      const chapter = chapters[Math.max(0, Math.min(chapters.length - 1, to))];
      if (chapter) model.showChapter(chapter.id);
    } else if (event.key === "Enter" || event.key === "ArrowRight") {
      const active = model.$active.get();
      if (active?.chapter === current) model.$jump.set({ id: active.id, focus: "target" });
      else {
        model.$active.set(null);
        void model.step(1);
      }
    } else return;
    event.preventDefault();
  };

  return (
    <div
      ref={list}
      className="book-chapters sides-small ends scrolls"
      role="listbox"
      tabIndex={0}
      aria-label={t.label}
      aria-activedescendant={current === null ? undefined : `${own}-${chapters.findIndex(({ id }) => id === current)}`}
      onKeyDown={handleKeyDown}
    >
      {chapters.length === 0 ? <EmptyState>{t.none}</EmptyState> : null}
      {shown.volumes.map((volume) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options
        <div
          key={volume.id}
          role="group"
          aria-label={shown.volumes.length > 1 ? volume.title || shown.title : undefined}
        >
          {shown.volumes.length > 1 ? (
            <p className="sides above below-small clip soft small strong" aria-hidden="true">
              {volume.title || shown.title}
            </p>
          ) : null}
          {volume.chapters.map((chapter) => (
            <Chapter
              key={chapter.id}
              chapter={chapter}
              id={`${own}-${chapters.indexOf(chapter)}`}
              isCurrent={chapter.id === current}
              pick={() => model.showChapter(chapter.id)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type ChapterProps = { chapter: ChapterOverview; id: string; isCurrent: boolean; pick(): void };

function Chapter({ chapter, id, isCurrent, pick }: ChapterProps) {
  const t = bookMessages.chapters;
  const { title, paragraphs, sentBack, sourceChanged } = chapter;
  const done = chapter.translated;
  const more = [
    t.progress(title, done, paragraphs),
    sentBack > 0 ? t.sentBack(sentBack) : "",
    sourceChanged > 0 ? t.sourceChanged(sourceChanged) : "",
  ].filter((each) => each !== "");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names the option
    <div
      id={id}
      className="book-chapter list-option"
      role="option"
      aria-selected={isCurrent}
      aria-label={more.join(", ")}
      title={more.join("\n")}
      onClick={pick}
    >
      <span className="clip">{title}</span>
      <span
        className="book-chapter-share soft small digits"
        data-share={paragraphs === 0 ? "" : bookMessages.percent(done / paragraphs)}
        aria-hidden="true"
      />
      <ProgressBar counts={chapter} />
    </div>
  );
}

/** A bar of accepted, translated, returned and assigned paragraphs. Decoration: the text beside it says the same. */
export function ProgressBar({ counts }: { counts: ChapterCounts }) {
  const { paragraphs, accepted, translated, sentBack, inWork } = counts;
  const share = (amount: number) => `${paragraphs === 0 ? 0 : (amount / paragraphs) * 100}%`;
  return (
    <span className="book-bar" aria-hidden="true">
      <span data-state="accepted" style={{ width: share(accepted) }} />
      <span data-state="translated" style={{ width: share(translated - accepted) }} />
      <span data-state="sent-back" style={{ width: share(sentBack) }} />
      <span data-state="in-work" style={{ width: share(inWork) }} />
    </span>
  );
}
