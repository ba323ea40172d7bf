import { useStore } from "@nanostores/react";
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { OfficeContent, OfficeParagraph, OfficeSlide } from "../../../../shared/office";
import { classes } from "../../../ui/kit/classes";
import type { ThreadsByComment } from "../document/commented-passages";
import { ParagraphView } from "../document/paragraph-view";
import { useParts } from "../document/part-threads";
import { officeMessages } from "../messages";
import type { OfficeModel } from "../model/office-model";
import { topIn, useCardsBeside } from "../model/use-cards-beside";
import { useNavigationTarget } from "../model/use-navigation-target";
import { usePartList } from "../model/use-part-list";
import { SlideCard } from "./slide-card";

type PresentationContent = Extract<OfficeContent, { kind: "presentation" }>;

/** Comments in presentations are on slides, not on their paragraphs. */
const NO_THREADS: ThreadsByComment = new Map();

/** The slides of a presentation as an outline: their text, shape by shape, and their notes. */
export function SlidesView({ model, content }: { model: OfficeModel; content: PresentationContent }) {
  useStore(model.$revision);
  const { slides } = model;
  const { threads, isProtected, showMenu } = useParts(model);
  const box = useRef<HTMLDivElement>(null);
  const list = useSlideList(model, content, box);
  const { virtual, keyOf, at, current } = list;
  const [editing, setEditing] = useState<string | null>(null);

  const edit = (index: number, paragraph: OfficeParagraph) => {
    list.setAt(index);
    list.setCurrent(paragraph.id);
    const locked = model.tab.$info.get().readOnly ?? paragraph.locked;
    if (locked === null) setEditing(paragraph.id);
    else {
      model.announce(officeMessages.lockedBecause(locked));
      list.focusWanted.current = paragraph.id;
    }
  };

  const beside = useCardsBeside({
    model,
    box,
    tops: (cards, drafts) => {
      const tops = new Map<string, number>();
      for (const element of box.current?.querySelectorAll<HTMLElement>("[data-index]") ?? []) {
        const address = `slide ${slides.at(Number(element.dataset["index"]))?.number}`;
        const top = topIn(cards, element);
        for (const { thread } of threads?.get(address) ?? []) tops.set(thread, top);
        for (const draft of drafts) if ("address" in draft && draft.address === address) tops.set(draft.id, top);
      }
      return tops;
    },
    at,
    onCurrent: (threads?.get(`slide ${slides.at(at)?.number}`) ?? []).map(({ thread }) => thread),
  });

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.closest("textarea, button, .office-beside")) return;
    if (event.altKey || event.shiftKey) return;
    const main = event.ctrlKey || event.metaKey;
    if (event.key === "ArrowDown" && !main) list.step(1);
    else if (event.key === "ArrowUp" && !main) list.step(-1);
    else if (event.key === "PageDown" && !main) list.goToEnd(at + 1, "first");
    else if (event.key === "PageUp" && !main) list.goToEnd(at - 1, "first");
    else if (event.key === "Home") list.goToEnd(0, "first");
    else if (event.key === "End") list.goToEnd(content.total - 1, "last");
    else if ((event.key === "Enter" || event.key === "F2") && !main) {
      const all = paragraphsOf(slides.at(at));
      const paragraph = all.find(({ id }) => id === current) ?? all[0];
      if (paragraph) edit(at, paragraph);
    } else return;
    event.preventDefault();
  };

  const shown = current ?? paragraphsOf(slides.at(at))[0]?.id ?? null;
  const view = (index: number) => (paragraph: OfficeParagraph) => (
    <div key={paragraph.id} data-named={paragraph.id}>
      <ParagraphView
        model={model}
        index={index}
        paragraph={paragraph}
        comments={[]}
        threads={NO_THREADS}
        isBeside={false}
        isCurrent={paragraph.id === shown}
        isEditing={paragraph.id === editing}
        edit={() => edit(index, paragraph)}
        leave={(focus) => {
          setEditing((now) => (now === paragraph.id ? null : now));
          if (focus === "back") list.focusWanted.current = paragraph.id;
        }}
      />
    </div>
  );

  return (
    <div
      ref={box}
      className={classes("office-backdrop scrolls", beside.hasCards && "office-with-cards")}
      role="document"
      aria-label={model.tab.$info.get().name}
      tabIndex={-1}
      onKeyDown={handleKeyDown}
      onContextMenu={(event) => {
        const box = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-index]") : null;
        // While a paragraph is edited, its field has the menu of a text.
        if (
          event.target instanceof HTMLTextAreaElement ||
          (event.target instanceof HTMLElement && event.target.closest(".office-beside"))
        )
          return;
        event.preventDefault();
        if (box) list.setAt(Number(box.dataset["index"]));
        void showMenu();
      }}
    >
      <div className="office-slides" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const slide = slides.at(index);
          return (
            <div
              key={keyOf(index)}
              ref={virtual.measureElement}
              data-index={index}
              className="office-slide-box at-top"
              style={{ transform: `translateY(${start}px)` }}
            >
              {slide ? (
                <SlideCard
                  slide={slide}
                  view={view(index)}
                  threads={beside.isBeside ? [] : (threads?.get(`slide ${slide.number}`) ?? [])}
                  isProtected={isProtected(`slide ${slide.number}`)}
                />
              ) : (
                <p className="ends-small centred faint">{officeMessages.loadingCell}</p>
              )}
            </div>
          );
        })}
        <div ref={beside.cards} className="office-beside" />
      </div>
    </div>
  );
}

/**
 * The list of slides in the scrolling element `box`: loads what is shown, and keeps the current slide, its index `at`, and the current
 * paragraph, its id `current`. Set `focusWanted` to the id of a paragraph to focus it once it is there.
 */
function useSlideList(model: OfficeModel, content: PresentationContent, box: RefObject<HTMLDivElement | null>) {
  const { slides } = model;
  const [at, setAt] = useState(() => model.lastViewState().cursor);
  const [current, setCurrent] = useState<string | null>(null);
  const focusWanted = useRef<string | null>(null);
  const atNow = useRef(at);
  atNow.current = at;
  const { virtual, keyOf } = usePartList({
    model,
    box,
    total: content.total,
    version: content.version,
    parts: slides,
    estimateSize: () => 260,
    overscan: 3,
    focused: () => Math.min(atNow.current, content.total - 1),
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
  const goToParagraph = useCallback((id: string | null) => {
    setCurrent(id);
    focusWanted.current = id;
  }, []);

  useEffect(
    () =>
      model.onShown({
        focus: () => {
          const line = box.current?.querySelector<HTMLElement>("[data-at][tabindex='0']");
          (line ?? box.current)?.focus({ preventScroll: true });
        },
        selection: () => {
          const slide = slides.at(atNow.current);
          return slide ? { address: `slide ${slide.number}`, words: slide.title } : null;
        },
        viewState: () => ({ cursor: atNow.current, scrollTop: Math.round(box.current?.scrollTop ?? 0) }),
      }),
    [model, box, slides],
  );
  useNavigationTarget(
    model,
    useCallback(
      (next) => {
        if (!("index" in next)) return;
        goTo(next.index);
        if (!next.focus) return;
        box.current?.focus({ preventScroll: true });
        goToParagraph(next.paragraph ?? null);
      },
      [goTo, goToParagraph, box],
    ),
  );
  useEffect(() => {
    model.tab.$statusText.set(officeMessages.slideOf(Math.min(at, content.total - 1) + 1, content.total));
    return () => model.tab.$statusText.set("");
  }, [model, at, content.total]);
  useLayoutEffect(() => {
    if (focusWanted.current === null) return;
    const line = box.current?.querySelector<HTMLElement>(`[data-named="${CSS.escape(focusWanted.current)}"] [data-at]`);
    if (!line) return;
    focusWanted.current = null;
    line.focus({ preventScroll: true });
    line.scrollIntoView({ block: "nearest" });
  });

  /** Goes to the first or last paragraph of a slide. */
  const goToEnd = (index: number, end: "first" | "last") => {
    const all = paragraphsOf(slides.at(goTo(index)));
    goToParagraph((end === "first" ? all[0] : all.at(-1))?.id ?? null);
  };
  /** Goes to the next or previous paragraph, across slides. */
  const step = (by: 1 | -1) => {
    const all = paragraphsOf(slides.at(at));
    const index = all.findIndex(({ id }) => id === current);
    const next = all[index < 0 && by > 0 ? 0 : index + by];
    if (next) goToParagraph(next.id);
    else if (by > 0 && at < content.total - 1) goToEnd(at + 1, "first");
    else if (by < 0 && at > 0) goToEnd(at - 1, "last");
  };
  return { virtual, keyOf, at, setAt, current, setCurrent, focusWanted, step, goToEnd };
}

const paragraphsOf = (slide: OfficeSlide | undefined): OfficeParagraph[] =>
  slide ? [...slide.shapes.flatMap(({ paragraphs }) => paragraphs), ...slide.notes] : [];
