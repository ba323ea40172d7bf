import { useEffect } from "react";

/**
 * On X11 the middle button pastes the primary selection, and Chromium pastes it at the caret wherever the click was:
 * closing a tab with the middle button would write into the document. This allows pasting only into the clicked
 * element.
 */
export function useMiddleButton(): void {
  useEffect(() => {
    const handleMouseUp = (event: MouseEvent) => {
      if (event.button !== 1) return;
      const { target } = event;
      if (target instanceof Element && target.closest("input, textarea, [contenteditable='true']")) return;
      event.preventDefault();
    };
    window.addEventListener("mouseup", handleMouseUp, { capture: true });
    return () => window.removeEventListener("mouseup", handleMouseUp, { capture: true });
  }, []);
}
