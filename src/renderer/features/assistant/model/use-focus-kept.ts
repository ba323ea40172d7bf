import { type RefObject, useLayoutEffect, useRef } from "react";
import { usePanelLayout } from "../../../workbench/api/parts";
import { usePanel } from "./use-panel";

/**
 * Keeps the focus in reach when an element of the panel that has it goes away: in a conversation the question field, or whatever is there instead, takes
 * it, unless `take` decides otherwise.
 */
export function useFocusKept(box: RefObject<HTMLElement | null>, take?: (refocus: () => void) => void): void {
  const panel = usePanel();
  const panelLayout = usePanelLayout();
  const latest = useRef(take);
  latest.current = take;
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (!element?.contains(document.activeElement) || !panelLayout.$panel.get().open) return;
      if (latest.current) latest.current(panelLayout.refocus);
      else if (panel.$view.get() === "conversation") panelLayout.refocus();
    };
  }, [box, panel, panelLayout]);
}
