import { useStore } from "@nanostores/react";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { OfficeContent, OfficeParagraph, OfficeShape, OfficeSlide } from "../../../shared/office";
import { officeMessages } from "./messages";
import type { OfficeModel } from "./office-model";
import { ParagraphView } from "./paragraph-view";
import { Unshown } from "./run-view";
import { useNavigationTarget } from "./use-navigation-target";

type PresentationContent = Extract<OfficeContent, { kind: "presentation" }>;

/** The slides of a presentation as an outline: their text, shape by shape, and their notes. */
export function SlidesView({ model, content }: { model: OfficeModel; content: PresentationContent }) {
  useStore(model.$revision);
  const { slides } = model;
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(() => model.lastViewState().cursor);
  /** The current paragraph for keyboard navigation. */
  const [current, setCurrent] = useState<string | null>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const atNow = useRef(at);
  atNow.current = at;
  const keyOf = useCallback((index: number) => slides.at(index)?.id ?? index, [slides, content.version]);
  const virtual = useVirtualizer({
    count: content.total,
    getScrollElement: () => box.current,
    estimateSize: () => 260,
    getItemKey: keyOf,
    overscan: 3,
    initialOffset: () => model.lastViewState().scrollTop,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(atNow.current, content.total - 1)])]
        .filter((index) => index >= 0)
        .sort((a, b) => a - b),
  });
  const { startIndex = 0, endIndex = 10 } = virtual.range ?? {};
  useEffect(() => slides.need(startIndex - 10, endIndex + 10));

  const goTo = useCallback(
    (index: number) => {
      const next = Math.max(0, Math.min(content.total - 1, index));
      setAt(next);
      virtual.scrollToIndex(next, { align: "start" });
      return next;
    },
    [content.total, virtual],
  );

  useEffect(
    () =>
      model.onShown({
        focus: () => {
          const line = box.current?.querySelector<HTMLElement>("[data-at][tabindex='0']");
          (line ?? box.current)?.focus({ preventScroll: true });
        },
        viewState: () => ({ cursor: atNow.current, scrollTop: Math.round(box.current?.scrollTop ?? 0) }),
      }),
    [model],
  );
  useNavigationTarget(
    model,
    useCallback(
      (next) => {
        if (!("index" in next)) return;
        goTo(next.index);
        if (!next.focus) return;
        box.current?.focus({ preventScroll: true });
        setCurrent(next.paragraph ?? null);
        wanted.current = next.paragraph ?? null;
      },
      [goTo],
    ),
  );
  useEffect(() => {
    model.tab.$statusText.set(officeMessages.slideOf(Math.min(at, content.total - 1) + 1, content.total));
    return () => model.tab.$statusText.set("");
  }, [model, at, content.total]);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const line = box.current?.querySelector<HTMLElement>(`[data-named="${CSS.escape(wanted.current)}"] [data-at]`);
    if (!line) return;
    wanted.current = null;
    line.focus({ preventScroll: true });
    line.scrollIntoView({ block: "nearest" });
  });

  const edit = (index: number, paragraph: OfficeParagraph) => {
    setAt(index);
    setCurrent(paragraph.id);
    const locked = model.tab.$info.get().readOnly ?? paragraph.locked;
    if (locked === null) setEditing(paragraph.id);
    else {
      model.announce(officeMessages.lockedBecause(locked));
      wanted.current = paragraph.id;
    }
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.closest("textarea, button")) return;
    if (event.altKey || event.shiftKey) return;
    const slide = slides.at(at);
    const all = slide ? paragraphsOf(slide) : [];
    const paragraphIndex = all.findIndex(({ id }) => id === current);
    const main = event.ctrlKey || event.metaKey;
    const lead = (index: number, end: "first" | "last") => {
      const next = goTo(index);
      const there = slides.at(next);
      const paragraph = there && (end === "first" ? paragraphsOf(there)[0] : paragraphsOf(there).at(-1));
      setCurrent(paragraph?.id ?? null);
      wanted.current = paragraph?.id ?? null;
    };
    const along = (by: 1 | -1) => {
      const next = all[paragraphIndex < 0 && by > 0 ? 0 : paragraphIndex + by];
      if (next) {
        setCurrent(next.id);
        wanted.current = next.id;
      } else if (by > 0 && at < content.total - 1) lead(at + 1, "first");
      else if (by < 0 && at > 0) lead(at - 1, "last");
    };
    if (event.key === "ArrowDown" && !main) along(1);
    else if (event.key === "ArrowUp" && !main) along(-1);
    else if (event.key === "PageDown" && !main) lead(at + 1, "first");
    else if (event.key === "PageUp" && !main) lead(at - 1, "first");
    else if (event.key === "Home") lead(0, "first");
    else if (event.key === "End") lead(content.total - 1, "last");
    else if ((event.key === "Enter" || event.key === "F2") && !main) {
      const paragraph = all[paragraphIndex] ?? all[0];
      if (paragraph) edit(at, paragraph);
    } else return;
    event.preventDefault();
  };

  const first = slides.at(at);
  const shown = current ?? (first ? (paragraphsOf(first)[0]?.id ?? null) : null);
  const view = (index: number) => (paragraph: OfficeParagraph) => (
    <div key={paragraph.id} data-named={paragraph.id}>
      <ParagraphView
        model={model}
        index={index}
        paragraph={paragraph}
        comments={[]}
        isCurrent={paragraph.id === shown}
        isEditing={paragraph.id === editing}
        edit={() => edit(index, paragraph)}
        leave={(focus) => {
          setEditing((now) => (now === paragraph.id ? null : now));
          if (focus === "back") wanted.current = paragraph.id;
        }}
      />
    </div>
  );

  return (
    <div
      ref={box}
      className="office-backdrop scrolls"
      role="document"
      aria-label={model.tab.$info.get().name}
      tabIndex={-1}
      onKeyDown={handleKeyDown}
    >
      <div className="office-slides" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const slide = slides.at(index);
          return (
            <div
              key={keyOf(index)}
              ref={virtual.measureElement}
              data-index={index}
              className="office-slide-box"
              style={{ transform: `translateY(${start}px)` }}
            >
              {slide ? (
                <SlideCard slide={slide} view={view(index)} />
              ) : (
                <p className="office-waits faint">{officeMessages.loadingCell}</p>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const paragraphsOf = (slide: OfficeSlide): OfficeParagraph[] => [
  ...slide.shapes.flatMap(({ paragraphs }) => paragraphs),
  ...slide.notes,
];

type CardProps = { slide: OfficeSlide; view(paragraph: OfficeParagraph): React.ReactNode };

function SlideCard({ slide, view }: CardProps) {
  const t = officeMessages;
  const { number, title, isHidden, shapes, notes } = slide;
  return (
    <article className="office-slide" aria-label={t.slide(number, title)} data-hidden={isHidden}>
      <header className="office-slide-head faint in-line">
        <span className="office-slide-number">{number}</span>
        {isHidden ? <span className="office-chip clip soft small">{t.hiddenSlide}</span> : null}
      </header>
      <div className="office-slide-body">
        {shapes.map((shape) => (
          <ShapeView key={shape.id} shape={shape} view={view} />
        ))}
        {shapes.length === 0 ? <p className="faint small">{t.emptySlide}</p> : null}
      </div>
      {notes.length > 0 ? (
        <section className="office-slide-notes soft" aria-label={t.notes}>
          <p className="office-part faint small">{t.notes}</p>
          {notes.map(view)}
        </section>
      ) : null}
    </article>
  );
}

function ShapeView({ shape, view }: { shape: OfficeShape; view(paragraph: OfficeParagraph): React.ReactNode }) {
  const { role, name, paragraphs, image, unshown } = shape;
  if (role === "image" && image)
    return (
      <figure className="office-slide-image">
        {image.url === null ? (
          <Unshown what="image" name={image.alt} />
        ) : (
          <img src={image.url} alt={image.alt || name} />
        )}
        <figcaption>{image.alt === "" ? officeMessages.noAlt(name) : image.alt}</figcaption>
      </figure>
    );
  if (role === "table") {
    const rows = Map.groupBy(paragraphs, ({ cell }) => cell?.row ?? 0);
    return (
      <table className="office-slide-table" aria-label={name}>
        <tbody>
          {[...rows].map(([row, inside]) => (
            <tr key={row}>
              {[...Map.groupBy(inside, ({ cell }) => cell?.column ?? 0)].map(([column, own]) => (
                <td key={column} colSpan={own[0]?.cell?.columnSpan ?? 1} rowSpan={own[0]?.cell?.rowSpan ?? 1}>
                  {own.map(view)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  return (
    <div className="office-shape" data-role={role}>
      {paragraphs.map(view)}
      {unshown ? <Unshown what={unshown} name={name} /> : null}
    </div>
  );
}
