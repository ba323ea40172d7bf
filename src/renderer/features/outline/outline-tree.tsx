import { useStore } from "@nanostores/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { visibleRows } from "../../editor/outline/outline-rows";
import { interfaceZoom } from "../../ui/appearance";
import { useVirtualLines } from "../../ui/kit/virtual-lines";
import { messages } from "../../ui/messages";
import { useLayout, useSettingsStore, useTabs } from "../../workbench/api/parts";
import type { Tab } from "../../workbench/api/tabs";
import { OutlineLine } from "./outline-line";
import type { OutlineModel } from "./outline-model";
import { useOutlineKeys } from "./use-outline-keys";
import { useSectionDrag } from "./use-section-drag";

/** The height of a row in pixels, before zooming. */
const LINE_HEIGHT = 24;

/** The sections as a tree, virtualized. */
export function OutlineTree({ tab, model, name }: { tab: Tab; model: OutlineModel; name: string }) {
  const tabs = useTabs();
  const layout = useLayout();
  const view = useStore(model.$view);
  const at = useStore(model.$at);
  const coverage = useStore(model.$coverage);
  const wantsFocus = useStore(layout.$outlineFocus);
  const zoom = interfaceZoom(useStore(useSettingsStore()).fontSize);
  const [hasFocus, setFocus] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { rows, collapsed, selected } = view;
  const line = Math.round(LINE_HEIGHT * zoom);
  const visible = useMemo(() => visibleRows(rows, collapsed), [rows, collapsed]);
  const lineOf = useMemo(() => new Map(visible.map((row, index) => [row, index])), [visible]);
  const selectedLine = lineOf.get(selected) ?? -1;
  const hereLine = lineOf.get(at) ?? -1;

  const virtual = useVirtualLines({
    box,
    count: visible.length,
    estimateSize: () => line,
    overscan: 8,
    kept: [selectedLine],
  });
  useEffect(() => virtual.measure(), [line]);

  const go = (row: number) => {
    layout.leaveSidebar();
    model.goTo(row);
    tabs.activate(tab.doc);
  };
  const { drag, handlers } = useSectionDrag({
    box,
    line,
    standing: view,
    picked: (row, on) => {
      if (on === "title") return go(row);
      box.current?.focus();
      if (collapsed.has(row)) model.open([row]);
      else model.close([row]);
    },
    dropped: (row, drop) => {
      box.current?.focus();
      void model.drop(row, drop);
    },
  });

  useEffect(() => {
    if (selectedLine >= 0) virtual.scrollToIndex(selectedLine);
  }, [selected]);
  // Keep the cursor's section in view, unless the outline has the focus.
  useEffect(() => {
    if (hereLine >= 0 && !drag && document.activeElement !== box.current) virtual.scrollToIndex(hereLine);
  }, [at, hereLine < 0]);
  useEffect(() => {
    if (!wantsFocus) return;
    layout.outlineFocused();
    if (at >= 0) model.select(at);
    box.current?.focus();
  }, [wantsFocus, layout]);
  useEffect(() => () => layout.$outlineHasFocus.set(false), [layout]);

  const { menu, handleKeyDown } = useOutlineKeys({
    tab,
    model,
    go,
    pageSize: () => Math.floor((box.current?.clientHeight ?? line) / line),
    focus: () => box.current?.focus(),
  });

  const drop = drag?.drop ?? null;
  return (
    <div
      ref={box}
      className="tree outline"
      role="tree"
      aria-label={messages.outline.of(name)}
      tabIndex={0}
      aria-activedescendant={selectedLine >= 0 ? `section-${selected}` : undefined}
      data-dragging={drag !== null}
      data-own-keys="Alt+Up Alt+Down Alt+Left Alt+Right"
      onKeyDown={handleKeyDown}
      // Move the focus explicitly, so that it does not leave the text in between.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={() => {
        setFocus(true);
        layout.$outlineHasFocus.set(true);
        if (selected < 0 || !lineOf.has(selected)) model.select(at >= 0 ? at : (visible[0] ?? -1));
      }}
      onBlur={() => {
        setFocus(false);
        layout.$outlineHasFocus.set(false);
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        const target = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null;
        const row = Number(target?.dataset["row"] ?? -1);
        if (rows[row]?.kind === "section") void menu(row);
      }}
      {...handlers}
    >
      <div className="anchor full" role="presentation" style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = visible[index] ?? -1;
          const section = rows[row];
          if (!section) return null;
          return (
            <OutlineLine
              key={row}
              id={`section-${row}`}
              index={row}
              row={section}
              style={{ transform: `translateY(${start}px)`, height: `${line}px` }}
              isOpen={!collapsed.has(row)}
              isSelected={row === selected}
              isFocused={hasFocus && row === selected}
              isHere={row === at}
              isDragged={drag !== null && row >= drag.row && row < (rows[drag.row]?.end ?? 0)}
              coverage={coverage}
              isTarget={drop?.position === "into" && drop.anchor === row}
            />
          );
        })}
        {drop && drop.position !== "into" ? (
          <div
            className="outline-drop"
            style={{
              transform: `translateY(${drop.line * line}px)`,
              left: `${0.9 + ((rows[drop.anchor]?.depth ?? 1) - 1) * 0.95}rem`,
            }}
          />
        ) : null}
      </div>
    </div>
  );
}
