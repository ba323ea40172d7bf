import { useStore } from "@nanostores/react";
import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect } from "react";
import { useBook } from "../model/use-book";
import type { HeldKeys } from "./held-keys";

/** The frames in which a row must have been rendered. */
const MAX_FRAMES = 60;

/**
 * Scrolls the table to the paragraph that the book's model asks for and, if wanted, focuses its field: before the next key if the row is
 * loaded. Keys that are held for the field are then released.
 */
export function useJump(
  box: RefObject<HTMLElement | null>,
  virtual: Virtualizer<HTMLDivElement, Element>,
  keys: HeldKeys,
): void {
  const { model } = useBook();
  const items = useStore(model.$items);
  const jump = useStore(model.$jump);
  useLayoutEffect(() => {
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
    const reach = () => {
      const field = box.current?.querySelector<HTMLTextAreaElement>(`[data-id="${CSS.escape(jump.id)}"] textarea`);
      if (!field && frames++ < MAX_FRAMES) {
        frame = requestAnimationFrame(reach);
        return;
      }
      field?.focus({ preventScroll: true });
      field?.closest(".book-row")?.scrollIntoView({ block: "nearest" });
      model.jumped();
      keys.release();
    };
    // The active row is rendered wherever the table is scrolled to; if it is not loaded yet, in one of the next frames.
    reach();
    return () => cancelAnimationFrame(frame);
  }, [jump, items]);
  useEffect(() => keys.drop, [keys]);
}
