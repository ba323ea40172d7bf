import { useStore } from "@nanostores/react";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { OfficeContent, OfficeParagraph } from "../../../shared/office";
import { useSettingsStore } from "../../workbench/api/parts";
import { fillStyle } from "./colours";
import { columnsOf, isCovered, linesOf, rowAt } from "./document-rows";
import { officeMessages } from "./messages";
import type { OfficeModel } from "./office-model";
import { ParagraphView } from "./paragraph-view";
import { useNavigationTarget } from "./use-navigation-target";

type DocumentContent = Extract<OfficeContent, { kind: "document" }>;

/** Paragraphs requested beyond the viewport. */
const PREFETCH = 60;

/** With more paragraphs, positioning all of them takes noticeable time. */
const LARGE_DOCUMENT = 5000;

/** A4 with margins of one inch, if the file has no page size. */
const defaultPage = { width: 595, height: 842, margins: { top: 72, right: 72, bottom: 72, left: 72 } };

/** A text document on paper, virtualized. Enter edits the current paragraph. */
export function DocumentView({ model, content }: { model: OfficeModel; content: DocumentContent }) {
  useStore(model.$revision);
  const { paragraphs } = model;
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(() => model.lastViewState().cursor);
  const [editing, setEditing] = useState<string | null>(null);
  const focusWanted = useRef(false);
  const editWanted = useRef<number | null>(null);
  const atNow = useRef(at);
  atNow.current = at;

  /** The line height in pixels; measured once, not for each of 50,000 paragraphs. */
  const line = useRef(DEFAULT_LINE_HEIGHT);
  const { fontSize } = useStore(useSettingsStore());
  useLayoutEffect(() => {
    line.current = lineHeight(box.current);
  }, [fontSize]);

  /** A new function makes the virtualizer recompute all positions, so it changes only with the version. */
  const keyOf = useCallback((index: number) => paragraphs.at(index)?.id ?? index, [paragraphs, content.version]);

  const virtual = useVirtualizer({
    count: content.total,
    getScrollElement: () => box.current,
    estimateSize: (index) => linesOf(paragraphs.at(index)) * line.current,
    getItemKey: keyOf,
    // Fewer rows in long documents: each row that turns out taller moves everything below it.
    overscan: content.total > LARGE_DOCUMENT ? 3 : 12,
    initialOffset: () => model.lastViewState().scrollTop,
    // Keep the focused row in the DOM, wherever the document is scrolled to.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), rowStart(Math.min(atNow.current, content.total - 1), paragraphs)])]
        .filter((index) => index >= 0)
        .sort((a, b) => a - b),
  });
  const items = virtual.getVirtualItems();
  const first = virtual.range?.startIndex ?? 0;
  const last = virtual.range?.endIndex ?? 60;
  useEffect(() => paragraphs.need(first - PREFETCH, last + PREFETCH));

  const focusOn = useCallback((index: number) => {
    const line = box.current?.querySelector<HTMLElement>(`[data-at="${index}"]`);
    line?.focus({ preventScroll: true });
    return line != null;
  }, []);

  /** The target of a jump, until the paragraphs around it are loaded and measured or the user scrolls. */
  const aim = useRef<{ index: number; align: "auto" | "center" } | null>(null);
  const goTo = useCallback(
    (index: number, align: "auto" | "center" = "auto") => {
      const next = Math.max(0, Math.min(content.total - 1, index));
      setAt(next);
      aim.current = { index: next, align };
      virtual.scrollToIndex(next, { align });
      return next;
    },
    [content.total, virtual],
  );

  useEffect(
    () =>
      model.onShown({
        focus: () => {
          if (focusOn(atNow.current)) return;
          // The paragraph is still loading: the container handles the keys until then.
          box.current?.focus();
          focusWanted.current = true;
        },
        viewState: () => ({ cursor: atNow.current, scrollTop: Math.round(box.current?.scrollTop ?? 0) }),
      }),
    [model, focusOn],
  );

  useNavigationTarget(
    model,
    useCallback(
      (wanted) => {
        if (!("index" in wanted)) return;
        goTo(wanted.index, "center");
        if (!wanted.focus) return;
        // Until the paragraph is there the keys are the whole document's.
        box.current?.focus({ preventScroll: true });
        focusWanted.current = true;
      },
      [goTo],
    ),
  );

  useEffect(() => {
    const { startIndex = 0, endIndex = -1 } = virtual.range ?? {};
    const to = aim.current;
    if (!to || to.index < startIndex || to.index > endIndex) return;
    for (let index = startIndex; index <= endIndex; index++) if (!paragraphs.at(index)) return;
    aim.current = null;
    virtual.scrollToIndex(to.index, { align: to.align });
  });

  useLayoutEffect(() => {
    const { activeElement } = document;
    // Do not take the focus back if it has moved elsewhere.
    if (activeElement !== document.body && !box.current?.contains(activeElement)) focusWanted.current = false;
    if (focusWanted.current && focusOn(at)) focusWanted.current = false;
    const wanted = editWanted.current;
    const paragraph = wanted === null ? undefined : paragraphs.at(wanted);
    if (paragraph) {
      editWanted.current = null;
      if (paragraph.locked === null) setEditing(paragraph.id);
    }
  });

  const edit = (index: number, paragraph: OfficeParagraph) => {
    setAt(index);
    const locked = model.tab.$info.get().readOnly ?? paragraph.locked;
    if (locked !== null) {
      model.announce(officeMessages.lockedBecause(locked));
      focusWanted.current = true;
      return;
    }
    setEditing(paragraph.id);
  };

  const split = async (index: number, paragraph: OfficeParagraph, text: string, rest: string) => {
    if (rest !== "" && !isUniform(paragraph)) {
      model.announce(officeMessages.cannotSplit);
      return;
    }
    const before = model.drafts.of(paragraph.id)?.before ?? paragraph.text;
    model.drafts.drop(paragraph.id);
    setEditing(null);
    const isDone = await model.edit(
      [
        ...(text === before ? [] : [{ edit: "text" as const, paragraph: paragraph.id, before, text }]),
        { edit: "insert", after: paragraph.id, text: rest },
      ],
      { id: paragraph.id, before, text: text + rest },
    );
    if (isDone) {
      editWanted.current = index + 1;
      goTo(index + 1);
    } else {
      // Nothing was written: restore the typed text.
      model.drafts.begin(paragraph.id, before);
      model.drafts.type(paragraph.id, text + rest);
      setEditing(paragraph.id);
    }
  };

  const remove = async (index: number, paragraph: OfficeParagraph) => {
    const before = model.drafts.of(paragraph.id)?.before ?? paragraph.text;
    model.drafts.drop(paragraph.id);
    setEditing(null);
    if (await model.edit([{ edit: "delete", paragraph: paragraph.id, before }])) {
      editWanted.current = Math.max(0, index - 1);
      goTo(index - 1);
    }
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.closest("textarea, button")) return;
    const main = event.ctrlKey || event.metaKey;
    const page = Math.max(1, (virtual.range?.endIndex ?? 0) - (virtual.range?.startIndex ?? 0) - 1);
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: content.total - 1,
    };
    const paragraph = paragraphs.at(at);
    const next = steps[event.key];
    if (event.altKey || event.shiftKey || (main && event.key !== "Home" && event.key !== "End")) return;
    if (next !== undefined) {
      const by = next < at ? -1 : 1;
      let to = next;
      for (let there = paragraphs.at(to); there && isCovered(there); there = paragraphs.at(to)) to += by;
      goTo(to);
      focusWanted.current = true;
    } else if ((event.key === "Enter" || event.key === "F2") && paragraph) edit(at, paragraph);
    else return;
    event.preventDefault();
  };

  const { width, margins } = content.page ?? defaultPage;
  const view = (index: number, paragraph: OfficeParagraph) => (
    <ParagraphView
      key={paragraph.id}
      index={index}
      model={model}
      paragraph={paragraph}
      comments={content.comments}
      isCurrent={index === at}
      isEditing={paragraph.id === editing}
      edit={() => edit(index, paragraph)}
      leave={(focus) => {
        setEditing((now) => (now === paragraph.id ? null : now));
        if (focus === "back") focusWanted.current = true;
      }}
      split={
        paragraph.placement === "body" && !paragraph.cell
          ? (text, rest) => void split(index, paragraph, text, rest)
          : undefined
      }
      remove={
        paragraph.placement === "body" && !paragraph.cell && content.total > 1
          ? () => void remove(index, paragraph)
          : undefined
      }
    />
  );

  return (
    <div
      ref={box}
      className="office-backdrop scrolls"
      role="document"
      aria-label={model.tab.$info.get().name}
      tabIndex={-1}
      onKeyDown={handleKeyDown}
      onWheel={() => {
        aim.current = null;
      }}
      onPointerDown={() => {
        aim.current = null;
      }}
    >
      <div
        className="office-paper"
        style={{
          height: virtual.getTotalSize(),
          width: `calc(${Math.max(200, Math.min(1700, width))} * var(--point))`,
          ["--page-left" as string]: `calc(${margins.left} * var(--point))`,
          ["--page-right" as string]: `calc(${margins.right} * var(--point))`,
        }}
      >
        {items.map(({ index, start }) => {
          const row = rowAt(index, (each) => paragraphs.at(each));
          const paragraph = paragraphs.at(index);
          return (
            <div
              // Not the key of the list, which changes later: a focused paragraph would be mounted again.
              key={keyOf(index)}
              // One that has not come yet is as tall as it was thought to be.
              ref={row.kind === "unknown" ? undefined : virtual.measureElement}
              data-index={index}
              className="office-row"
              data-first={index === 0}
              data-last={index === content.total - 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind !== "unknown" && row.kind !== "in a row" && row.isFirstOf && paragraph ? (
                <p className="office-part faint small">{officeMessages.placements[paragraph.placement]}</p>
              ) : null}
              {paragraph?.breaksPage && index > 0 ? (
                <div className="office-break faint small">
                  <span>{officeMessages.pageBreak}</span>
                </div>
              ) : null}
              {row.kind === "unknown" ? <p className="office-waits faint">{officeMessages.loadingCell}</p> : null}
              {row.kind === "paragraph" ? view(index, row.paragraph) : null}
              {row.kind === "table row" ? (
                // biome-ignore lint/a11y/useSemanticElements: one row of a table, of which others are not on the page
                <div
                  className="office-table-row"
                  role="group"
                  aria-label={officeMessages.tableRow((row.cells[0]?.cell.row ?? 0) + 1)}
                  data-first={row.isFirst}
                  data-last={row.isLast}
                  style={{ gridTemplateColumns: columnsOf(row.cells, row.columns) }}
                >
                  {row.cells.map(({ cell, paragraphs: inside }) => (
                    <div
                      key={cell.column}
                      className="office-cell"
                      data-header={cell.isHeader}
                      data-covered={cell.rowSpan === 0}
                      style={{
                        gridColumn: `${cell.column + 1} / span ${cell.columnSpan}`,
                        ...fillStyle(cell.fill),
                      }}
                    >
                      {inside.map((each) => (isCovered(each.paragraph) ? null : view(each.index, each.paragraph)))}
                    </div>
                  ))}
                </div>
              ) : null}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The index of the table row that contains an index; the index itself elsewhere. */
function rowStart(index: number, paragraphs: OfficeModel["paragraphs"]): number {
  let start = index;
  while (start > 0 && rowAt(start, (each) => paragraphs.at(each)).kind === "in a row") start -= 1;
  return start;
}

/** Whether a paragraph can be split without loss: one style, no comments or suggestions. */
const isUniform = ({ runs }: OfficeParagraph): boolean =>
  runs.length <= 1 && runs.every((run) => run.kind === "text" && !run.suggestion && !run.comments?.length);

const DEFAULT_LINE_HEIGHT = 24;

const lineHeight = (box: HTMLElement | null): number =>
  (box && Number.parseFloat(getComputedStyle(box).fontSize) * 1.5) || DEFAULT_LINE_HEIGHT;
