import { type RefObject, useEffect, useRef } from "react";

type Moments = {
  /** The dialog has just come over the page, with the focus on its first field. */
  shown?(dialog: HTMLDialogElement): void;
  /** The dialog is gone, and so is what had the focus before it. */
  lost?(): void;
};

/**
 * For a `<dialog>` that lies over the whole page as long as it is rendered; afterwards the focus goes back to where it was.
 * What happens then is told as it was at the first render.
 */
export function useModal(moments: Moments = {}): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const { current: told } = useRef(moments);
  useEffect(() => {
    const before = document.activeElement;
    if (dialog.current) {
      dialog.current.showModal();
      told.shown?.(dialog.current);
    }
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      else told.lost?.();
    };
  }, [told]);
  return dialog;
}
