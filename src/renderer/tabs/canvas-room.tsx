import { useStore } from "@nanostores/react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useShell } from "../ui/shell-context";
import { panelId, tabId } from "./tab-ids";
import type { Tab } from "./tabs";

/** The document in front, mounted where the page is. It takes the focus whenever its tab came to the front with it. */
export function CanvasRoom({ tab }: { tab: Tab }) {
  const { tabs, sessionChanged } = useShell();
  const focusWanted = useStore(tabs.$focusWanted);
  const room = useRef<HTMLDivElement>(null);
  const answered = useRef(0);

  useLayoutEffect(() => {
    if (!room.current) return;
    tab.copy.mount(room.current);
    return () => tab.copy.unmount();
  }, [tab]);

  useEffect(() => {
    if (answered.current === focusWanted) return;
    answered.current = focusWanted;
    tab.copy.focus();
  }, [tab, focusWanted]);

  return (
    <div
      ref={room}
      className="canvas-panel"
      role="tabpanel"
      id={panelId}
      aria-labelledby={tabId(tab.doc)}
      onScrollCapture={sessionChanged}
    />
  );
}
