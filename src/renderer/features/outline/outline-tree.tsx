import { useStore } from "@nanostores/react";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { visibleRows } from "../../editor/outline/outline-rows";
import { interfaceZoom } from "../../ui/appearance";
import { messages } from "../../ui/messages";
import { useShell } from "../../workbench/api/shell-context";
import type { Tab } from "../../workbench/api/tabs";
import { outlineStep, typedTitle } from "./outline-keys";
import { OutlineLine } from "./outline-line";
import type { OutlineModel } from "./outline-model";
import { useSectionDrag } from "./use-section-drag";

/** The height of a row in pixels, before zooming. */
const LINE_HEIGHT = 24;

/** Milliseconds after which typed letters start a new search. */
const TYPING_PAUSE = 700;

/** The sections as a tree, virtualized. */
export function OutlineTree({ tab, model, name }: { tab: Tab; model: OutlineModel; name: string }) {
  const shell = useShell();
  const { tabs, layout, bridge, $settings } = shell;
  const view = useStore(model.$view);
  const at = useStore(model.$at);
  const coverage = useStore(model.$coverage);
  const wantsFocus = useStore(layout.$outlineFocus);
  const zoom = interfaceZoom(useStore($settings).fontSize);
  const [hasFocus, setFocus] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: "", at: 0 });
  const { rows, collapsed, selected } = view;
  const line = Math.round(LINE_HEIGHT * zoom);
  const visible = useMemo(() => visibleRows(rows, collapsed), [rows, collapsed]);
  const lineOf = useMemo(() => new Map(visible.map((row, index) => [row, index])), [visible]);
  const selectedLine = lineOf.get(selected) ?? -1;
  const hereLine = lineOf.get(at) ?? -1;

  const virtual = useVirtualizer({
    count: visible.length,
    getScrollElement: () => box.current,
    estimateSize: () => line,
    overscan: 8,
    // Keep the selected row in the DOM, wherever the outline is scrolled to.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), selectedLine])]
        .filter((index) => index >= 0 && index < visible.length)
        .sort((a, b) => a - b),
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

  const rename = async (row: number) => {
    const line = rows[row]?.lineStart;
    if (line !== undefined) await shell.links.renameHeading(tab.doc, line);
  };

  const menu = async (row: number) => {
    const t = messages.outline;
    const id = await bridge.request("app:menu", [
      { id: "up", label: t.up },
      { id: "down", label: t.down },
      "separator",
      { id: "promote", label: t.promote },
      { id: "demote", label: t.demote },
      "separator",
      { id: "rename", label: t.rename },
    ]);
    if (id === null) return;
    model.select(row);
    box.current?.focus();
    if (id === "rename") await rename(row);
    else if (id === "up" || id === "down") await model.step(id === "up" ? -1 : 1);
    else await model.level(id === "promote" ? -1 : 1);
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      const moves: Record<string, () => Promise<void>> = {
        ArrowUp: () => model.step(-1),
        ArrowDown: () => model.step(1),
        ArrowLeft: () => model.level(-1),
        ArrowRight: () => model.level(1),
      };
      const move = moves[key];
      if (!move) return;
      event.preventDefault();
      if (selected >= 0 && rows[selected]?.kind === "section") void move();
      return;
    }
    if (key === "ContextMenu" || (key === "F10" && event.shiftKey)) {
      event.preventDefault();
      if (rows[selected]?.kind === "section") void menu(selected);
      return;
    }
    if (key === "F2") {
      event.preventDefault();
      if (rows[selected]?.kind === "section") void rename(selected);
      return;
    }
    if (key === "Enter" || key === "Escape") {
      event.preventDefault();
      if (key === "Enter" && selected >= 0) go(selected);
      else if (key === "Escape") tabs.activate(tab.doc);
      return;
    }
    const page = Math.floor((box.current?.clientHeight ?? line) / line);
    const isContinuing = event.timeStamp - typed.current.at < TYPING_PAUSE && typed.current.text !== "";
    const isLetter = [...key].length === 1 && (key !== " " || isContinuing) && key !== "*";
    const step = isLetter ? null : outlineStep(view, key, page);
    if (isLetter) {
      const again = isContinuing && typed.current.text === key;
      typed.current = { text: isContinuing && !again ? typed.current.text + key : key, at: event.timeStamp };
      const found = typedTitle(view, typed.current.text);
      if (found >= 0) model.select(found);
    } else if (step?.do === "select") model.select(step.row);
    else if (step?.do === "collapse") model.close(step.rows);
    else if (step?.do === "expand") model.open(step.rows);
    else if (!/^(Arrow|Page|Home|End)/.test(key)) return;
    event.preventDefault();
  };

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
      <div className="tree-lines" role="presentation" style={{ height: `${virtual.getTotalSize()}px` }}>
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
