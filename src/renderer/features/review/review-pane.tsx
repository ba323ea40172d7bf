import { useStore } from "@nanostores/react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { interfaceZoom } from "../../ui/appearance";
import { keyChords } from "../../ui/key-chords";
import { SegmentedControl } from "../../ui/kit/toolbar";
import { useShell } from "../../workbench/api/shell-context";
import "./review-pane.css";
import type { Decision, ListedEdit } from "../../editor/review/listed-edits";
import { reviewMessages } from "../../editor/review/messages";
import { ReviewLine } from "./review-line";
import { type Grouping, type ReviewRow, reviewRows } from "./review-rows";

/** Estimated row heights in pixels, before zooming. */
const HEIGHTS = { document: 30, turn: 46, edit: 62 };

const GROUPINGS = ["documents", "turns"] as const satisfies Grouping[];

/** All pending edits of the folder, grouped by document or by answer. */
export default function ReviewPane() {
  const shell = useShell();
  const { pending, layout, tabs, review } = shell;
  const documents = useStore(pending.$documents);
  const wanted = useStore(layout.$reviewFocus);
  const zoom = interfaceZoom(useStore(shell.$settings).fontSize);
  const [grouping, setGrouping] = useState<Grouping>("documents");
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const empty = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLElement>(null);
  const id = useId();
  const { keys } = useStore(shell.$keyboard);
  const t = reviewMessages;
  useEffect(() => pending.show(), [pending]);

  const rows = useMemo(() => reviewRows(documents, grouping, closed), [documents, grouping, closed]);
  const nextIndex = Math.max(
    0,
    rows.findIndex(({ key }) => key === selected),
  );
  const lastIndex = useRef(0);
  useEffect(() => {
    // The selected edit was decided on: select the one that has its position now.
    if (selected !== null && !rows.some(({ key }) => key === selected))
      setSelected(rows[Math.min(lastIndex.current, rows.length - 1)]?.key ?? null);
    else lastIndex.current = nextIndex;
  }, [rows, selected, nextIndex]);

  const isLoading = rows.length === 0 && documents.some(({ count }) => count > 0);
  useEffect(() => {
    if (!wanted || isLoading) return;
    layout.reviewFocused();
    (box.current ?? empty.current)?.focus();
  }, [wanted, layout, isLoading]);

  const isEmpty = rows.length === 0 && !isLoading;
  // Check before the list is removed: it takes the focus with it.
  const hadFocus = container.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (isEmpty && hadFocus) empty.current?.focus();
  }, [isEmpty]);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => Math.round(HEIGHTS[rows[index]?.kind ?? "edit"] * zoom),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
  });
  useEffect(() => virtual.measure(), [zoom]);
  useEffect(() => {
    if (rows.length > 0) virtual.scrollToIndex(nextIndex);
  }, [selected]);

  const toggle = (row: ReviewRow, isOpen?: boolean) => {
    if (row.kind === "edit") return;
    const next = new Set(closed);
    if (isOpen ?? !row.isOpen) next.delete(row.key);
    else next.add(row.key);
    setClosed(next);
  };
  const decide = async (what: Decision, row: ReviewRow) => (await review()).decideOnEdits(what, editsIn(row));
  const open = (row: ReviewRow, focus: "canvas" | "stays") => {
    if (row.kind === "edit") void review().then((store) => store.goToEdit(row.edit, focus));
    else toggle(row);
  };
  const toCanvas = () => {
    const active = tabs.$active.get();
    layout.leaveSidebar();
    if (active !== null) tabs.activate(active);
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    const row = rows[nextIndex];
    const held = keyChords(event.nativeEvent, shell.platform);
    const what = held.some((key) => keys["keep-edit"].includes(key))
      ? "keep"
      : held.some((key) => keys["undo-edit"].includes(key))
        ? "undo"
        : null;
    if (row && what) {
      void decide(what, row);
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const parent = row?.kind === "edit" ? rows.findIndex(({ key }) => key === row.parent) : -1;
    const to: Record<string, number> = {
      ArrowDown: nextIndex + 1,
      ArrowUp: nextIndex - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: nextIndex + 8,
      PageUp: nextIndex - 8,
    };
    if (event.key in to) setSelected(rows[Math.max(0, Math.min(rows.length - 1, to[event.key] ?? 0))]?.key ?? null);
    else if (event.key === "Enter" && row) open(row, "canvas");
    else if (event.key === " " && row) open(row, "stays");
    else if (event.key === "ArrowLeft" && row) {
      if (row.kind === "edit") setSelected(rows[parent]?.key ?? null);
      else toggle(row, false);
    } else if (event.key === "ArrowRight" && row) {
      if (row.kind !== "edit" && !row.isOpen) toggle(row, true);
      else if (row.kind !== "edit") setSelected(rows[nextIndex + 1]?.key ?? null);
    } else if (event.key === "Escape") toCanvas();
    else return;
    event.preventDefault();
  };

  if (isLoading) return null;
  if (rows.length === 0)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: it has the focus where the list had it, and is left as the list is
      <div
        ref={empty}
        className="no-folder"
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === "Escape") toCanvas();
        }}
      >
        <p>{t.nothingPending}</p>
        <p>{t.lead}</p>
      </div>
    );
  const all = documents.reduce((sum, { count }) => sum + count, 0);
  return (
    <section
      ref={container}
      className="review-room pane"
      aria-label={t.listLabel}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) toCanvas();
      }}
    >
      <header className="review-head toolbar">
        <h2>{t.pendingIn(all, documents.length)}</h2>
        <SegmentedControl<Grouping>
          label={t.groupBy}
          value={grouping}
          choices={GROUPINGS.map((id) => ({ id, label: t.groupings[id] }))}
          pick={setGrouping}
        />
      </header>
      <div
        ref={box}
        className="tree review-list"
        role="tree"
        aria-label={t.listLabel}
        tabIndex={0}
        aria-activedescendant={`${id}-${nextIndex}`}
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
                isSelected={item.index === nextIndex}
                measure={virtual.measureElement}
                top={item.start}
                onPick={() => {
                  setSelected(row.key);
                  open(row, "stays");
                }}
                onPickTwice={() => open(row, "canvas")}
                onDecide={(what) => void decide(what, row)}
              />
            );
          })}
        </div>
      </div>
    </section>
  );
}

const editsIn = (row: ReviewRow): ListedEdit[] => (row.kind === "edit" ? [row.edit] : row.edits);
