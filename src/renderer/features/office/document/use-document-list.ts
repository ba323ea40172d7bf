import { useStore } from "@nanostores/react";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { OfficeContent } from "../../../../shared/office";
import type { SelectedPassage } from "../../../editor/custom-editor-tab";
import { useSettingsStore } from "../../../workbench/api/parts";
import type { OfficeModel } from "../model/office-model";
import { useNavigationTarget } from "../model/use-navigation-target";
import { usePartList } from "../model/use-part-list";
import { linesOf, rowAt } from "./document-rows";
import { selectedParagraphs, selectedPassage } from "./selected-passage";

/** Paragraphs requested beyond the viewport. */
const PREFETCH = 60;

/** With more paragraphs, positioning all of them takes noticeable time. */
const LARGE_DOCUMENT = 5000;

const DEFAULT_LINE_HEIGHT = 24;

type DocumentContent = Extract<OfficeContent, { kind: "document" }>;

/**
 * The list of a document's paragraphs in the scrolling element `box`: loads what is shown, and keeps the current paragraph, its index
 * `at`. Set `focusWanted` to focus that paragraph after the next rendering.
 */
export function useDocumentList(model: OfficeModel, content: DocumentContent, box: RefObject<HTMLDivElement | null>) {
  const { paragraphs } = model;
  const [at, setAt] = useState(() => model.lastViewState().cursor);
  const focusWanted = useRef(false);
  const atNow = useRef(at);
  atNow.current = at;
  const line = useLineHeight(box);
  const { virtual, keyOf } = usePartList({
    model,
    box,
    total: content.total,
    version: content.version,
    parts: paragraphs,
    estimateSize: (index) => linesOf(paragraphs.at(index)) * line.current,
    // Fewer rows in long documents: each row that turns out taller moves everything below it.
    overscan: content.total > LARGE_DOCUMENT ? 3 : 12,
    focused: () => rowStart(Math.min(atNow.current, content.total - 1), paragraphs),
  });
  const first = virtual.range?.startIndex ?? 0;
  const last = virtual.range?.endIndex ?? 60;
  useEffect(() => paragraphs.need(first - PREFETCH, last + PREFETCH));

  const focusOn = useCallback(
    (index: number) => {
      const line = box.current?.querySelector<HTMLElement>(`[data-at="${index}"]`);
      line?.focus({ preventScroll: true });
      return line != null;
    },
    [box],
  );

  /** The target of a jump, until the paragraphs around it are loaded and measured or the user scrolls. */
  const aim = useRef<{ index: number; align: "auto" | "center" } | null>(null);
  const goTo = useCallback(
    (index: number, align: "auto" | "center" = "auto") => {
      const next = Math.max(0, Math.min(content.total - 1, index));
      setAt(next);
      aim.current = { index: next, align };
      virtual.scrollToIndex(next, { align });
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
        selection: () => selected.current,
        paragraphs: () => {
          const { first, last } = chosen.current ?? { first: atNow.current, last: atNow.current };
          const paragraph = paragraphs.at(first);
          return paragraph === undefined ? null : { first, last, text: paragraph.text };
        },
        viewState: () => ({ cursor: atNow.current, scrollTop: Math.round(box.current?.scrollTop ?? 0) }),
      }),
    [model, focusOn, box, paragraphs],
  );

  // A command from the palette comes when the selection is elsewhere.
  const selected = useRef<SelectedPassage | null>(null);
  const chosen = useRef<{ first: number; last: number } | null>(null);
  useEffect(() => {
    const handleSelection = () => {
      const { activeElement } = document;
      if (box.current === null || !(box.current.contains(activeElement) || activeElement === document.body)) return;
      selected.current = selectedPassage(box.current, paragraphs, content.total);
      chosen.current = selectedParagraphs(box.current);
    };
    document.addEventListener("selectionchange", handleSelection);
    return () => document.removeEventListener("selectionchange", handleSelection);
  }, [box, paragraphs, content.total]);

  useNavigationTarget(
    model,
    useCallback(
      (wanted) => {
        if (!("index" in wanted)) return;
        goTo(wanted.index, "center");
        if (!wanted.focus) return;
        // Until the paragraph is loaded, the container handles the keys.
        box.current?.focus({ preventScroll: true });
        focusWanted.current = true;
      },
      [goTo, box],
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
  });

  return {
    virtual,
    keyOf,
    at,
    setAt,
    goTo,
    focusWanted,
    /** The menu is opened on a paragraph: it becomes the current one, unless it is among the selected ones. */
    pointAt(index: number): void {
      if (chosen.current !== null && chosen.current.first <= index && index <= chosen.current.last) return;
      chosen.current = null;
      setAt(index);
    },
    /** The user scrolls: a jump no longer corrects the position. */
    handleScrolling: () => {
      aim.current = null;
    },
  };
}

/** The line height of a scrolling element in pixels; measured once per font size, not for each of 50,000 paragraphs. */
function useLineHeight(box: RefObject<HTMLElement | null>): RefObject<number> {
  const line = useRef(DEFAULT_LINE_HEIGHT);
  const { fontSize } = useStore(useSettingsStore());
  useLayoutEffect(() => {
    const size = box.current ? Number.parseFloat(getComputedStyle(box.current).fontSize) : 0;
    line.current = size * 1.5 || DEFAULT_LINE_HEIGHT;
  }, [fontSize, box]);
  return line;
}

/** The index of the table row that contains an index; the index itself elsewhere. */
function rowStart(index: number, paragraphs: OfficeModel["paragraphs"]): number {
  let start = index;
  while (start > 0 && rowAt(start, (each) => paragraphs.at(each)).kind === "in a row") start -= 1;
  return start;
}
