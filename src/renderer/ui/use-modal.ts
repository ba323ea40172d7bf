import { type RefObject, useEffect, useRef } from "react";

type Moments = {
  /** The dialog was opened, with the focus on its first field. */
  shown?(dialog: HTMLDialogElement): void;
  /** The dialog was closed, and the element that had the focus before no longer exists. */
  lost?(): void;
};

/**
 * For a `<dialog>` that is modal while it is rendered. On closing, the focus returns to where it was. Uses the handlers
 * of the first render.
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
