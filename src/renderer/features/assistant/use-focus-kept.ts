import { type RefObject, useLayoutEffect, useRef } from "react";
import { usePanelLayout } from "../../workbench/api/parts";

const always = () => true;

/** Keeps the focus in the panel when an element that has it goes away, if `isWanted` then: the question field, or whatever is there instead, takes it. */
export function useFocusKept(box: RefObject<HTMLElement | null>, isWanted: () => boolean = always): void {
  const panelLayout = usePanelLayout();
  const wanted = useRef(isWanted);
  wanted.current = isWanted;
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (element?.contains(document.activeElement) && panelLayout.$panel.get().open && wanted.current())
        panelLayout.refocus();
    };
  }, [box, panelLayout]);
}
