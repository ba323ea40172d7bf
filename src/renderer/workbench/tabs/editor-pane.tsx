import { useStore } from "@nanostores/react";
import { lazy, Suspense, useLayoutEffect, useRef } from "react";
import { ErrorBoundary } from "../../ui/kit/error-boundary";
import { usePreviews, useSessionChanged, useTabs } from "../api/parts";
import type { GroupId, Tab } from "../api/tabs";
import { customEditors } from "./editor-registry";
import { panelId, tabId } from "./tab-ids";

const ReviewBar = lazy(() => import("../../features/review/review-bar"));
const EntryBar = lazy(() => import("../../features/library/entry-bar"));
const PreviewPane = lazy(() => import("../../features/preview/preview-pane"));

/**
 * The front document of a group. In the active group it takes the focus when its tab was brought to the front with
 * focus.
 */
export function EditorPane({ tab, group, isActive }: { tab: Tab; group: GroupId; isActive: boolean }) {
  const tabs = useTabs();
  const previews = usePreviews();
  const sessionChanged = useSessionChanged();
  const isPreview = useStore(previews.$tabs).has(tab.key);
  const hasReview = useStore(tab.editor.$pendingCount) > 0 && tab.editor.kind === "text";
  const { entry } = useStore(tab.editor.$info);
  const focusWanted = useStore(tabs.$focusWanted);
  const container = useRef<HTMLDivElement>(null);
  const CustomEditor = tab.editor.kind === "text" ? null : customEditors[tab.editor.kind];

  useLayoutEffect(() => {
    if (!container.current || isPreview) return;
    tab.editor.mount(container.current);
    const topLine = previews.takePosition(tab.key);
    if (topLine) tab.editor.scrollToLine(topLine);
    return () => tab.editor.unmount();
  }, [tab, previews, isPreview]);

  // In the commit that shows the tab: a later one would take the focus from a field that was opened in between.
  useLayoutEffect(() => {
    if (isActive && !isPreview && tabs.takeFocus()) tab.editor.focus();
  }, [tab, tabs, focusWanted, isPreview, isActive]);

  return (
    <div className="canvas-and-bar cover column">
      <div className="canvas-frame">
        <div
          ref={container}
          className="canvas-panel cover"
          role="tabpanel"
          id={panelId(group)}
          aria-labelledby={tabId(tab.key)}
          onScrollCapture={sessionChanged}
        >
          {CustomEditor && tab.editor.kind !== "text" ? (
            <ErrorBoundary>
              <Suspense fallback={null}>
                <CustomEditor key={tab.key} tab={tab.editor} isActive={isActive} />
              </Suspense>
            </ErrorBoundary>
          ) : null}
          {isPreview ? (
            <ErrorBoundary>
              <Suspense fallback={null}>
                <PreviewPane key={tab.key} tab={tab} isActive={isActive} />
              </Suspense>
            </ErrorBoundary>
          ) : null}
        </div>
      </div>
      {entry === undefined ? null : (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <EntryBar entry={entry} isActive={isActive} />
          </Suspense>
        </ErrorBoundary>
      )}
      {hasReview ? (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <ReviewBar tab={tab} isPreview={isPreview} isActive={isActive} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </div>
  );
}
