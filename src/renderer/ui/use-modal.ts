import { type RefObject, useEffect, useRef } from "react";
import { focusOwner } from "./early-typing";

type ModalHandlers = {
  /** The dialog was opened, with the focus on its first field. */
  onShow?(dialog: HTMLDialogElement): void;
  /** The dialog was closed, and the element that had the focus before no longer exists. */
  onFocusLost?(): void;
};

/**
 * For a `<dialog>` that is modal while it is rendered. On closing, the focus returns to where it was. Uses the handlers
 * of the first render.
 */
export function useModal(handlers: ModalHandlers = {}): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const { current: stable } = useRef(handlers);
  useEffect(() => {
    const before = focusOwner();
    if (dialog.current) {
      dialog.current.showModal();
      stable.onShow?.(dialog.current);
    }
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      else stable.onFocusLost?.();
    };
  }, [stable]);
  return dialog;
}
