import { useStore } from "@nanostores/react";
import { useEffect, useRef } from "react";
import { Canvas } from "../canvas/canvas";
import { useShell } from "../ui/shell-context";
import { panelId, tabId } from "./tab-ids";
import type { Tab } from "./tabs";

/** The document in front, which takes the focus whenever a tab came to the front with it. */
export function CanvasRoom({ tab }: { tab: Tab }) {
  const { tabs, sessionChanged } = useShell();
  const focusWanted = useStore(tabs.$focusWanted);
  const answered = useRef(0);

  // After the canvas's own effect, which mounts the copy.
  useEffect(() => {
    if (answered.current === focusWanted) return;
    answered.current = focusWanted;
    tab.copy.focus();
  }, [tab, focusWanted]);

  return (
    <div
      className="canvas-panel"
      role="tabpanel"
      id={panelId}
      aria-labelledby={tabId(tab.doc)}
      onScrollCapture={sessionChanged}
    >
      <Canvas copy={tab.copy} />
    </div>
  );
}
