import { useStore } from "@nanostores/react";
import type { Virtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { interfaceZoom } from "../../ui/appearance";
import { useVirtualLines } from "../../ui/kit/virtual-lines";
import type { Notices } from "../../ui/notices";
import { useBridge, useNotices, useSettingsStore } from "../../workbench/api/parts";
import type { HitOpener } from "./go-to-hit";
import { searchMessages } from "./messages";
import type { ReplaceModel } from "./replace-model";
import { type RowActions, rowActions } from "./row-actions";
import { SearchLine } from "./search-line";
import type { SearchModel } from "./search-model";
import { type SearchRow, searchRows, searchStep } from "./search-rows";

/** Estimated heights in pixels, before zooming; paragraphs are measured when rendered. */
const HEIGHTS = { file: 26, more: 24, hit: 76 };

type SearchResultsProps = {
  model: SearchModel;
  replace: ReplaceModel;
  opener: HitOpener;
  box: RefObject<HTMLDivElement | null>;
  /** Returns the focus to the field. */
  leave(): void;
};

/** The results as a tree of files and paragraphs, virtualized. */
export function SearchResults({ model, replace, opener, box, leave }: SearchResultsProps) {
  const bridge = useBridge();
  const notices = useNotices();
  const { files, status } = useStore(model.$state);
  const closed = useStore(model.$closed);
  const selected = useStore(model.$selected);
  const { text } = useStore(model.$query);
  const isReplacing = useStore(replace.$open);
  const replacement = useStore(replace.$replacement);
  const shownReplacement = isReplacing && replacement.status === "ready" ? replacement : null;
  const zoom = interfaceZoom(useStore(useSettingsStore()).fontSize);
  const [hasFocus, setFocus] = useState(false);
  const rows = useMemo(() => searchRows(files, closed), [files, closed]);
  const indexOfKey = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const selectedIndex = selected === null ? -1 : (indexOfKey.get(selected) ?? -1);

  const virtual = useVirtualLines({
    box,
    count: rows.length,
    estimateSize: (index) => Math.round(HEIGHTS[rows[index]?.kind ?? "hit"] * zoom),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    kept: [selectedIndex],
  });
  useEffect(() => virtual.measure(), [zoom]);
  const handleScroll = useKeptPosition(box, virtual, rows);

  useEffect(() => {
    if (selectedIndex >= 0) virtual.scrollToIndex(selectedIndex);
  }, [selected]);

  const canReplace = shownReplacement !== null;
  const actions = rowActions({ bridge, model, replace, opener, canReplace });
  const select = (key: string) => {
    model.select(key);
    actions.show(rows[indexOfKey.get(key) ?? -1], "preview");
  };

  const selectFirst = () => {
    const first = rows.find(({ kind }) => kind === "hit") ?? rows[0];
    if (selectedIndex < 0 && first) select(first.key);
  };
  // If the list has the focus when new results arrive, select the first of them.
  useEffect(() => {
    if (hasFocus) selectFirst();
  }, [rows, hasFocus]);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (element === document.activeElement) leave();
    };
  }, []);

  const handleKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    const row = rows[rows.findIndex((each) => each.key === model.$selected.get())];
    if (handleResultShortcut(event, row, { actions, replace, notices, canReplace })) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "ContextMenu" || (key === "F10" && event.shiftKey)) void actions.menu(row);
    else if (key === "Escape") leave();
    else if (key === "Delete" || key === "Backspace") actions.omit(row);
    else if (key === "Enter" || key === " ") {
      if (row?.kind === "file") actions.toggle(row);
      else actions.show(row, "open");
    } else if (key === "ArrowUp" && selectedIndex <= 0) leave();
    else {
      const page = virtual.getVirtualItems().length - 12;
      const step = searchStep(rows, selected, key, page);
      if (step?.do === "select") select(step.key);
      else if (step) model[step.do](step.paths);
      else if (!/^(Arrow|Page|Home|End)/.test(key)) return;
    }
    event.preventDefault();
  };

  const rowOf = (event: MouseEvent) => rows[Number(dataAt(event, "index") ?? -1)];

  return (
    <div
      ref={box}
      className="tree found"
      role="tree"
      aria-label={searchMessages.results(text.slice(0, 100))}
      tabIndex={0}
      data-own-keys="Mod+Z"
      aria-busy={status === "searching"}
      aria-activedescendant={selectedIndex >= 0 ? `found-${selectedIndex}` : undefined}
      onScroll={handleScroll}
      onKeyDown={handleKeyDown}
      // Move the focus explicitly, so that it does not leave the text in between.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        const row = rowOf(event);
        if (!row) return;
        const act = dataAt(event, "act");
        if (act) return act === "replace" ? actions.replaceRow(row) : actions.omit(row);
        model.select(row.key);
        if (row.kind === "hit") return actions.show(row, event.altKey ? "beside" : "open");
        box.current?.focus();
        actions.toggle(row);
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        const row = rowOf(event);
        if (!row) return;
        model.select(row.key);
        box.current?.focus();
        void actions.menu(row);
      }}
      onFocus={() => {
        setFocus(true);
        // Also before the next render: Enter may follow immediately.
        selectFirst();
      }}
      onBlur={() => {
        setFocus(false);
        opener.stay();
      }}
    >
      <div className="anchor full" role="presentation" style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <SearchLine
              key={key}
              ref={virtual.measureElement}
              id={`found-${index}`}
              index={index}
              row={row}
              style={{ transform: `translateY(${start}px)` }}
              isSelected={index === selectedIndex}
              isFocused={hasFocus && index === selectedIndex}
              fileCount={files.length}
              replacement={shownReplacement}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The value of a data attribute of the element that an event is in. */
const dataAt = ({ target }: MouseEvent, name: string): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>(`[data-${name}]`)?.dataset[name] : undefined;

type Deps = {
  actions: RowActions;
  replace: ReplaceModel;
  notices: Pick<Notices, "announce">;
  /** Whether there is a valid replacement. */
  canReplace: boolean;
};

/** Keys of the results with Ctrl, Cmd or Alt: replace, undo a replacement, open beside. Whether the key was one of them. */
function handleResultShortcut(event: KeyboardEvent, row: SearchRow | undefined, deps: Deps): boolean {
  const { actions, replace, notices, canReplace } = deps;
  const isMain = event.ctrlKey || event.metaKey;
  if (isMain && event.key === "Enter" && canReplace) {
    if (event.altKey) void replace.all();
    else actions.replaceRow(row);
    return true;
  }
  if (isMain && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "z") {
    if (replace.canUndo()) void replace.undo();
    else notices.announce(searchMessages.replace.nothingToUndo);
    return true;
  }
  if (event.key === "Enter" && row?.kind === "hit" && (isMain || event.altKey)) {
    actions.show(row, "beside");
    return true;
  }
  return false;
}

/** Keeps the view in place when lines above it change. Returns what to call when the list is scrolled. */
function useKeptPosition(
  box: RefObject<HTMLElement | null>,
  virtual: Virtualizer<HTMLDivElement, Element>,
  rows: readonly { key: string }[],
): () => void {
  /** The first line in view, and how many pixels of it are above the view. */
  const top = useRef<{ key: string; by: number } | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const kept = top.current;
    const index = kept ? rows.findIndex(({ key }) => key === kept.key) : -1;
    if (!element || !kept || index < 0 || element.scrollTop === 0) return;
    const start = virtual.measurementsCache[index]?.start;
    if (start !== undefined && Math.abs(start + kept.by - element.scrollTop) > 1) element.scrollTop = start + kept.by;
  }, [rows]);
  return () => {
    const at = box.current?.scrollTop ?? 0;
    const first = virtual.getVirtualItems().find(({ end }) => end > at);
    const row = first && rows[first.index];
    top.current = first && row ? { key: row.key, by: at - first.start } : null;
  };
}
