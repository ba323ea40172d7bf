import { useStore } from "@nanostores/react";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
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
import { useShell } from "../../workbench/api/shell-context";
import type { HitOpener } from "./go-to-hit";
import { searchMessages } from "./messages";
import type { ReplaceModel } from "./replace-model";
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
  const { bridge, notices, $settings } = useShell();
  const { files, status } = useStore(model.$state);
  const closed = useStore(model.$closed);
  const selected = useStore(model.$selected);
  const { text } = useStore(model.$query);
  const isReplacing = useStore(replace.$open);
  const replacement = useStore(replace.$replacement);
  const shownReplacement = isReplacing && replacement.status === "ready" ? replacement : null;
  const zoom = interfaceZoom(useStore($settings).fontSize);
  const [hasFocus, setFocus] = useState(false);
  const rows = useMemo(() => searchRows(files, closed), [files, closed]);
  const indexOfKey = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const selectedIndex = selected === null ? -1 : (indexOfKey.get(selected) ?? -1);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => Math.round(HEIGHTS[rows[index]?.kind ?? "hit"] * zoom),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    // Keep the selected row in the DOM, wherever the list is scrolled to.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), selectedIndex])]
        .filter((index) => index >= 0 && index < rows.length)
        .sort((a, b) => a - b),
  });
  useEffect(() => virtual.measure(), [zoom]);

  // Keep the view in place when files above it change.
  const top = useRef<{ key: string; by: number } | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const kept = top.current;
    const rowIndex = kept ? indexOfKey.get(kept.key) : undefined;
    if (!element || !kept || rowIndex === undefined || element.scrollTop === 0) return;
    const start = virtual.measurementsCache[rowIndex]?.start;
    if (start !== undefined && Math.abs(start + kept.by - element.scrollTop) > 1) element.scrollTop = start + kept.by;
  }, [rows]);
  const scrolled = () => {
    const at = box.current?.scrollTop ?? 0;
    const first = virtual.getVirtualItems().find(({ end }) => end > at);
    const row = first && rows[first.index];
    top.current = first && row ? { key: row.key, by: at - first.start } : null;
  };

  useEffect(() => {
    if (selectedIndex >= 0) virtual.scrollToIndex(selectedIndex);
  }, [selected]);

  const show = (row: SearchRow | undefined, how: "open" | "preview" | "beside") => {
    if (row?.kind !== "hit") return;
    const hit = { path: row.file.path, index: row.index };
    if (how === "open") void opener.open(hit);
    else if (how === "beside") void opener.open(hit, "beside");
    else opener.preview(hit);
  };
  const select = (key: string) => {
    model.select(key);
    const row = rows[indexOfKey.get(key) ?? -1];
    show(row, "preview");
  };
  const toggle = (row: SearchRow) => {
    if (row.kind === "file") (row.isOpen ? model.close : model.open)([row.key]);
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

  const replaceRow = (row: SearchRow | undefined) => {
    if (!shownReplacement) return;
    if (row?.kind === "file") void replace.file(row.file.path);
    else if (row?.kind === "hit") void replace.hit({ path: row.file.path, index: row.index });
  };
  const omit = (row: SearchRow | undefined) => {
    if (row && row.kind !== "more") model.omit({ path: row.file.path, index: row.kind === "hit" ? row.index : null });
  };

  const menu = async (row: SearchRow | undefined) => {
    if (!row) return;
    const t = searchMessages;
    const canReplace = shownReplacement !== null && !row.file.isOffice;
    const id = await bridge.request("app:menu", [
      ...(row.kind === "hit"
        ? [{ id: "open", label: t.open }, { id: "text", label: t.copyText }, "separator" as const]
        : []),
      ...(canReplace && row.kind === "hit" ? [{ id: "replace", label: t.replace.one }] : []),
      ...(canReplace ? [{ id: "replace file", label: t.replace.file }] : []),
      { id: "leave out", label: t.replace.leaveOut },
      "separator",
      { id: "reveal", label: t.reveal },
      { id: "path", label: t.copyPath },
    ]);
    if (id === "open") show(row, "open");
    else if (id === "beside") show(row, "beside");
    else if (id === "replace") replaceRow(row);
    else if (id === "replace file") void replace.file(row.file.path);
    else if (id === "leave out") omit(row);
    else if (id === "reveal") void bridge.request("workspace:reveal", row.file.path);
    else if (id === "path") void bridge.request("app:copy", row.file.path);
    else if (id === "text" && row.kind === "hit")
      void bridge.request("app:copy", row.paragraph.excerpt.map((piece) => piece.text || t.gap).join(""));
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    const row = rows[rows.findIndex((each) => each.key === model.$selected.get())];
    const isMain = event.ctrlKey || event.metaKey;
    if (isMain && key === "Enter" && shownReplacement) {
      if (event.altKey) void replace.all();
      else replaceRow(row);
      event.preventDefault();
      return;
    }
    if (isMain && !event.altKey && !event.shiftKey && key.toLowerCase() === "z") {
      if (replace.canUndo()) void replace.undo();
      else notices.announce(searchMessages.replace.nothingToUndo);
      event.preventDefault();
      return;
    }
    if (key === "Enter" && row?.kind === "hit" && (isMain || event.altKey)) {
      show(row, "beside");
      event.preventDefault();
      return;
    }
    if (isMain || event.altKey) return;
    if (key === "ContextMenu" || (key === "F10" && event.shiftKey)) void menu(row);
    else if (key === "Escape") leave();
    else if (key === "Delete" || key === "Backspace") omit(row);
    else if (key === "Enter" || key === " ") {
      if (row?.kind === "file") toggle(row);
      else show(row, "open");
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

  const rowOf = ({ target }: MouseEvent) => {
    const line = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
    return rows[Number(line?.dataset["index"] ?? -1)];
  };

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
      onScroll={scrolled}
      onKeyDown={handleKeyDown}
      // Move the focus explicitly, so that it does not leave the text in between.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        const row = rowOf(event);
        if (!row) return;
        const act = event.target instanceof Element && event.target.closest<HTMLElement>("[data-act]")?.dataset["act"];
        if (act) {
          if (act === "replace") replaceRow(row);
          else omit(row);
          return;
        }
        model.select(row.key);
        if (row.kind === "hit") return show(row, event.altKey ? "beside" : "open");
        box.current?.focus();
        toggle(row);
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        const row = rowOf(event);
        if (!row) return;
        model.select(row.key);
        box.current?.focus();
        void menu(row);
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
      <div className="tree-lines" role="presentation" style={{ height: `${virtual.getTotalSize()}px` }}>
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
