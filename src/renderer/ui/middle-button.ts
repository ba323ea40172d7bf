import { useEffect } from "react";

/**
 * Under X11 the middle button pastes what was selected last, and Chromium pastes it at the caret even when the click was
 * somewhere else: closing a tab with it would write into the document. Here it pastes only into what it was clicked on.
 */
export function useMiddleButton(): void {
  useEffect(() => {
    const released = (event: MouseEvent) => {
      if (event.button !== 1) return;
      const { target } = event;
      if (target instanceof Element && target.closest("input, textarea, [contenteditable='true']")) return;
      event.preventDefault();
    };
    window.addEventListener("mouseup", released, { capture: true });
    return () => window.removeEventListener("mouseup", released, { capture: true });
  }, []);
}
