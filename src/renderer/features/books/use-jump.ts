import { useStore } from "@nanostores/react";
import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect } from "react";
import { useBook } from "./use-book";

/** The frames in which a row must have been rendered. */
const MAX_FRAMES = 60;

/** Scrolls the table to the paragraph that the book's model asks for and, if wanted, focuses its field. */
export function useJump(box: RefObject<HTMLElement | null>, virtual: Virtualizer<HTMLDivElement, Element>): void {
  const { model } = useBook();
  const items = useStore(model.$items);
  const jump = useStore(model.$jump);
  useEffect(() => {
    if (!jump) return;
    const index = items.findIndex((item) => item.kind === "row" && item.id === jump.id);
    if (index < 0) return;
    virtual.scrollToIndex(index, { align: "auto" });
    if (jump.focus === "stays") {
      model.jumped();
      return;
    }
    let frames = 0;
    let frame = 0;
    // The row is rendered in one of the next frames, after the table has scrolled to it.
    const reach = () => {
      const field = box.current?.querySelector<HTMLTextAreaElement>(`[data-id="${CSS.escape(jump.id)}"] textarea`);
      if (field) {
        field.focus({ preventScroll: true });
        field.closest(".book-row")?.scrollIntoView({ block: "nearest" });
        model.jumped();
      } else if (frames++ < MAX_FRAMES) frame = requestAnimationFrame(reach);
      else model.jumped();
    };
    frame = requestAnimationFrame(reach);
    return () => cancelAnimationFrame(frame);
  }, [jump, items]);
}
