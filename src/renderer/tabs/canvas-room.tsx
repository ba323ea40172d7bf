import { useStore } from "@nanostores/react";
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { RoomBoundary } from "../ui/room-boundary";
import { useShell } from "../ui/shell-context";
import { panelId, tabId } from "./tab-ids";
import type { Tab } from "./tabs";

const ReadingRoom = lazy(() => import("../reading/reading-room"));

/** The document in front, mounted where the page is. It takes the focus whenever its tab came to the front with it. */
export function CanvasRoom({ tab }: { tab: Tab }) {
  const { tabs, reading, sessionChanged } = useShell();
  const isReading = useStore(reading.$docs).has(tab.doc);
  const focusWanted = useStore(tabs.$focusWanted);
  const room = useRef<HTMLDivElement>(null);
  const answered = useRef(0);

  useLayoutEffect(() => {
    if (!room.current || isReading) return;
    tab.copy.mount(room.current);
    const place = reading.takePlace(tab.doc);
    if (place) tab.copy.showPlace(place);
    return () => tab.copy.unmount();
  }, [tab, reading, isReading]);

  useEffect(() => {
    if (answered.current === focusWanted || isReading) return;
    answered.current = focusWanted;
    tab.copy.focus();
  }, [tab, focusWanted, isReading]);

  return (
    <div
      ref={room}
      className="canvas-panel"
      role="tabpanel"
      id={panelId}
      aria-labelledby={tabId(tab.doc)}
      onScrollCapture={sessionChanged}
    >
      {isReading ? (
        <RoomBoundary>
          <Suspense fallback={null}>
            <ReadingRoom key={tab.doc} tab={tab} />
          </Suspense>
        </RoomBoundary>
      ) : null}
    </div>
  );
}
