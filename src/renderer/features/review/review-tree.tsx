import { useStore } from "@nanostores/react";
import { type KeyboardEvent, type RefObject, useEffect, useId } from "react";
import type { Decision } from "../../editor/review/listed-edits";
import { reviewMessages as t } from "../../editor/review/messages";
import { interfaceZoom } from "../../ui/appearance";
import { keyChords } from "../../ui/key-chords";
import { useVirtualLines } from "../../ui/kit/virtual-lines";
import { useKeyboard, usePlatform, useSettingsStore } from "../../workbench/api/parts";
import { ReviewLine } from "./review-line";
import type { ReviewRow } from "./review-rows";

/** Estimated row heights in pixels, before zooming. */
const HEIGHTS = { document: 30, turn: 46, edit: 62 };

type Props = {
  box: RefObject<HTMLDivElement | null>;
  rows: readonly ReviewRow[];
  /** The key of the selected row; null for none, so that the first one has the keys. */
  selected: string | null;
  index: number;
  select(key: string | null): void;
  /** Expands or collapses a row; an edit has nothing to expand. */
  toggle(row: ReviewRow, isOpen?: boolean): void;
  /** Goes to an edit; expands or collapses any other row. */
  open(row: ReviewRow, focus: "canvas" | "stays"): void;
  decide(what: Decision, row: ReviewRow): void;
  /** Returns the focus to the text. */
  leave(): void;
};

/** The pending edits as a tree, virtualized. */
export function ReviewTree({ box, rows, selected, index, select, toggle, open, decide, leave }: Props) {
  const platform = usePlatform();
  const { keys } = useStore(useKeyboard());
  const zoom = interfaceZoom(useStore(useSettingsStore()).fontSize);
  const id = useId();
  const virtual = useVirtualLines({
    box,
    count: rows.length,
    estimateSize: (at) => Math.round(HEIGHTS[rows[at]?.kind ?? "edit"] * zoom),
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 8,
  });
  useEffect(() => virtual.measure(), [zoom]);
  useEffect(() => {
    if (rows.length > 0) virtual.scrollToIndex(index);
  }, [selected]);

  const handleKeyDown = (event: KeyboardEvent) => {
    const row = rows[index];
    const held = keyChords(event.nativeEvent, platform);
    const what = held.some((key) => keys["keep-edit"].includes(key))
      ? "keep"
      : held.some((key) => keys["undo-edit"].includes(key))
        ? "undo"
        : null;
    if (row && what) {
      decide(what, row);
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const parent = row?.kind === "edit" ? rows.findIndex(({ key }) => key === row.parent) : -1;
    const to: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: index + 8,
      PageUp: index - 8,
    };
    if (event.key in to) select(rows[Math.max(0, Math.min(rows.length - 1, to[event.key] ?? 0))]?.key ?? null);
    else if (event.key === "Enter" && row) open(row, "canvas");
    else if (event.key === " " && row) open(row, "stays");
    else if (event.key === "ArrowLeft" && row) {
      if (row.kind === "edit") select(rows[parent]?.key ?? null);
      else toggle(row, false);
    } else if (event.key === "ArrowRight" && row) {
      if (row.kind !== "edit" && !row.isOpen) toggle(row, true);
      else if (row.kind !== "edit") select(rows[index + 1]?.key ?? null);
    } else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={box}
      className="tree review-list"
      role="tree"
      aria-label={t.listLabel}
      tabIndex={0}
      aria-activedescendant={`${id}-${index}`}
      onKeyDown={handleKeyDown}
      data-own-keys={[...keys["keep-edit"], ...keys["undo-edit"]].join(" ")}
    >
      <div style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <ReviewLine
              key={row.key}
              id={`${id}-${item.index}`}
              index={item.index}
              row={row}
              isSelected={item.index === index}
              measure={virtual.measureElement}
              top={item.start}
              onPick={() => {
                select(row.key);
                open(row, "stays");
              }}
              onPickTwice={() => open(row, "canvas")}
              onDecide={(what) => decide(what, row)}
            />
          );
        })}
      </div>
    </div>
  );
}
