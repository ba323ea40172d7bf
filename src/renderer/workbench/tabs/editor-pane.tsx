import { useStore } from "@nanostores/react";
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { RoomBoundary } from "../../ui/error-boundary";
import { useShell } from "../../ui/shell-context";
import type { GroupId } from "../groups/arrangement";
import { roomKinds } from "./editor-registry";
import { panelId, tabId } from "./tab-ids";
import type { Tab } from "./tabs";

const ReviewBar = lazy(() => import("../../features/review/review-bar"));
const ReadingRoom = lazy(() => import("../../features/preview/preview-pane"));

/**
 * The front document of a group. In the active group it takes the focus when its tab was brought to the front with
 * focus.
 */
export function CanvasRoom({ tab, group, isActive }: { tab: Tab; group: GroupId; isActive: boolean }) {
  const { tabs, reading, sessionChanged } = useShell();
  const isReading = useStore(reading.$tabs).has(tab.key);
  const hasReview = useStore(tab.copy.$waits) > 0 && tab.copy.kind === "text";
  const focusWanted = useStore(tabs.$focusWanted);
  const room = useRef<HTMLDivElement>(null);
  const Room = tab.copy.kind === "text" ? null : roomKinds[tab.copy.kind];

  useLayoutEffect(() => {
    if (!room.current || isReading) return;
    tab.copy.mount(room.current);
    const place = reading.takePlace(tab.key);
    if (place) tab.copy.showPlace(place);
    return () => tab.copy.unmount();
  }, [tab, reading, isReading]);

  useEffect(() => {
    if (isActive && !isReading && tabs.takeFocus()) tab.copy.focus();
  }, [tab, tabs, focusWanted, isReading, isActive]);

  return (
    <div className="canvas-and-bar">
      <div className="canvas-frame">
        <div
          ref={room}
          className="canvas-panel"
          role="tabpanel"
          id={panelId(group)}
          aria-labelledby={tabId(tab.key)}
          onScrollCapture={sessionChanged}
        >
          {Room && tab.copy.kind !== "text" ? (
            <RoomBoundary>
              <Suspense fallback={null}>
                <Room key={tab.key} copy={tab.copy} isActive={isActive} />
              </Suspense>
            </RoomBoundary>
          ) : null}
          {isReading ? (
            <RoomBoundary>
              <Suspense fallback={null}>
                <ReadingRoom key={tab.key} tab={tab} isActive={isActive} />
              </Suspense>
            </RoomBoundary>
          ) : null}
        </div>
      </div>
      {hasReview ? (
        <RoomBoundary>
          <Suspense fallback={null}>
            <ReviewBar tab={tab} isReading={isReading} isActive={isActive} />
          </Suspense>
        </RoomBoundary>
      ) : null}
    </div>
  );
}
