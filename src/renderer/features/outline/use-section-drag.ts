import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type Drop, dropAt, type OutlineState } from "./outline-keys";

/** Pixels before a press becomes a drag. */
const DRAG_THRESHOLD = 5;

/** Distance from an edge, in pixels, at which the outline scrolls. */
const SCROLL_EDGE = 28;

/** The dragged row and its drop target; null if nothing is dragged. */
export type SectionDrag = { row: number; drop: Drop | null } | null;

type Outline = {
  box: RefObject<HTMLElement | null>;
  /** Row height in pixels. */
  line: number;
  standing: OutlineState;
  picked(row: number, on: "chevron" | "title"): void;
  dropped(row: number, drop: Drop): void;
};

/** Pointer handling of the outline: a press selects a row, a drag moves its section, Escape cancels. */
export function useSectionDrag({ box, line, standing, picked, dropped }: Outline) {
  const [drag, setDrag] = useState<SectionDrag>(null);
  const press = useRef<{ row: number; x: number; y: number; on: "chevron" | "title" } | null>(null);
  const now = useRef<SectionDrag>(null);
  const pointer = useRef(0);

  const change = (next: SectionDrag) => {
    now.current = next;
    setDrag(next);
  };
  const dropTargetOf = (row: number): Drop | null => {
    const element = box.current;
    if (!element) return null;
    return dropAt(standing, row, (pointer.current - element.getBoundingClientRect().top + element.scrollTop) / line);
  };
  const latest = useRef(dropTargetOf);
  latest.current = dropTargetOf;

  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return;
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      press.current = null;
      now.current = null;
      setDrag(null);
    };
    let frame = requestAnimationFrame(function scroll() {
      const element = box.current;
      if (element && now.current) {
        const { top, bottom } = element.getBoundingClientRect();
        const by = pointer.current < top + SCROLL_EDGE ? -1 : pointer.current > bottom - SCROLL_EDGE ? 1 : 0;
        const before = element.scrollTop;
        element.scrollTop += by * 8;
        if (element.scrollTop !== before) {
          now.current = { row: now.current.row, drop: latest.current(now.current.row) };
          setDrag(now.current);
        }
      }
      frame = requestAnimationFrame(scroll);
    });
    window.addEventListener("keydown", giveUp, { capture: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("keydown", giveUp, { capture: true });
    };
  }, [isDragging, box]);

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || !(event.target instanceof Element)) return;
      const at = Number(event.target.closest<HTMLElement>("[data-row]")?.dataset["row"] ?? -1);
      if (at < 0) return;
      const on = event.target.closest("[data-chevron='true']") ? "chevron" : "title";
      press.current = { row: at, x: event.clientX, y: event.clientY, on };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const begun = press.current;
      if (!begun) return;
      pointer.current = event.clientY;
      const isFar = Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > DRAG_THRESHOLD;
      if (!now.current && !(isFar && standing.rows[begun.row]?.kind === "section")) return;
      change({ row: begun.row, drop: dropTargetOf(begun.row) });
    },
    onPointerUp() {
      const begun = press.current;
      const ended = now.current;
      press.current = null;
      if (ended) change(null);
      if (ended?.drop) dropped(ended.row, ended.drop);
      else if (begun && !ended) picked(begun.row, begun.on);
    },
    onPointerCancel() {
      press.current = null;
      change(null);
    },
  };
  return { drag, handlers };
}
