import type { ReadableAtom } from "nanostores";
import { createContext, useContext } from "react";
import type { Bridge, DocumentId } from "../../shared/contract";
import type { Keyboard } from "../../shared/keys";
import type { Notices } from "./notices";

/** What the components of the kit need of their window. */
export type WindowParts = {
  bridge: Bridge;
  notices: Notices;
  $keyboard: ReadableAtom<Keyboard>;
  tabs: { $active: ReadableAtom<DocumentId | null>; activate(doc: DocumentId): void };
};

/** Provides the window to the components below it. */
export const WindowContext = createContext<WindowParts | null>(null);

/** The window of the surrounding `WindowContext`. Throws `RangeError` outside of one. */
export function useWindow(): WindowParts {
  const parts = useContext(WindowContext);
  if (!parts) throw new RangeError("useWindow must be called inside WindowContext");
  return parts;
}
