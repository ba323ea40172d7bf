import { type RefObject, useLayoutEffect, useRef } from "react";
import { usePanelLayout } from "../../workbench/api/parts";

/**
 * Keeps the focus in reach when an element of the panel that has it goes away: the question field, or whatever is there instead, takes it, unless `take`
 * decides otherwise.
 */
export function useFocusKept(
  box: RefObject<HTMLElement | null>,
  take: (refocus: () => void) => void = (refocus) => refocus(),
): void {
  const panelLayout = usePanelLayout();
  const latest = useRef(take);
  latest.current = take;
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (element?.contains(document.activeElement) && panelLayout.$panel.get().open)
        latest.current(panelLayout.refocus);
    };
  }, [box, panelLayout]);
}
