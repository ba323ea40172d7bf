import { useStore } from "@nanostores/react";
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { writerName } from "../../editor/sync/remote-changes";
import { commandTitle } from "../../ui/command-messages";
import { FileName } from "../../ui/file-name";
import { CloseIcon, ConflictIcon, PlusIcon, SplitIcon } from "../../ui/icons";
import { Badge } from "../../ui/kit/badge";
import { IconButton } from "../../ui/kit/button";
import { messages } from "../../ui/messages";
import { useHint } from "../../ui/use-hint";
import { visibleText } from "../../ui/visible-text";
import { useGuest, useRun, useTabs } from "../api/parts";
import type { Group } from "../api/tabs";
import { groupsOf } from "../groups/arrangement";
import { $draggedTab } from "../groups/dragged-tab";
import { panelId, tabId } from "./tab-ids";
import "./tab-strip.css";
import { MAX_GROUPS } from "../../ui/limits";
import type { Tab } from "../api/tabs";

/**
 * The tabs of a group. Arrow keys move along the strip, Enter or Space shows a tab, Delete closes it, Ctrl+Shift+PageUp
 * and PageDown move it.
 */
export function TabStrip({ group, isActive }: { group: Group; isActive: boolean }) {
  const tabs = useTabs();
  const run = useRun();
  const isGuest = useGuest() !== null;
  const list = group.tabs.map(tabs.tabOf);
  const active = group.front;
  const dragged = useStore($draggedTab);
  const hint = useHint();
  const strip = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<number | null>(null);

  useEffect(() => {
    const bar = strip.current;
    if (active === null || !bar) return;
    // Runs at once, and again whenever the group changes its width.
    const sizes = new ResizeObserver(() =>
      document.getElementById(tabId(active))?.scrollIntoView({ block: "nearest", inline: "nearest" }),
    );
    sizes.observe(bar);
    return () => sizes.disconnect();
  }, [active]);

  const handleKeyDown = (event: KeyboardEvent, at: number) => {
    const tab = list[at];
    if (!tab || event.ctrlKey || event.altKey || event.metaKey) return;
    const goTo: Record<string, number> = {
      ArrowRight: (at + 1) % list.length,
      ArrowLeft: (at - 1 + list.length) % list.length,
      Home: 0,
      End: list.length - 1,
    };
    const next = list[goTo[event.key] ?? -1];
    if (next) document.getElementById(tabId(next.key))?.focus();
    else if (event.key === "Enter") tabs.bring(tab);
    else if (event.key === " ") tabs.bring(tab, "stays");
    else if (event.key === "Delete") void closeByKey(tab);
    else return;
    event.preventDefault();
  };

  const closeByKey = async (tab: Tab) => {
    if (!(await tabs.closeTab(tab, "stays"))) return;
    // The focus stays in the strip, on the new front tab once it is rendered.
    requestAnimationFrame(() => document.getElementById(tabId(tabs.$front.get()?.key ?? ""))?.focus());
  };

  const indexUnder = (event: DragEvent) => {
    const elements = [...(strip.current?.querySelectorAll("[role=tab]") ?? [])];
    const before = elements.findIndex((element) => {
      const { left, width } = element.getBoundingClientRect();
      return event.clientX < left + width / 2;
    });
    return before < 0 ? elements.length : before;
  };

  const handleDrop = () => {
    if (dragged !== null && target !== null) {
      const from = group.tabs.indexOf(dragged);
      const tab = tabs.tabOf(dragged);
      if (from < 0) tabs.groups.moveTo(tab, group.id, target);
      else tabs.moveTab(tab, target > from ? target - 1 : target);
    }
    $draggedTab.set(null);
    setTarget(null);
  };

  return (
    <header className="tab-bar bar">
      {list.length === 0 ? null : (
        <div
          ref={strip}
          className="tabs"
          role="tablist"
          aria-label={messages.tabs.strip}
          onWheel={(event) => {
            if (event.deltaX === 0) strip.current?.scrollBy({ left: event.deltaY });
          }}
          onDragOver={(event) => {
            if (dragged === null) return;
            event.preventDefault();
            setTarget(indexUnder(event));
          }}
          onDragLeave={({ currentTarget, clientX, clientY }) => {
            // This also fires when the pointer leaves a single tab, and `relatedTarget` may be missing, so compare positions.
            const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
            if (clientX <= left || clientX >= right || clientY <= top || clientY >= bottom) setTarget(null);
          }}
          onDrop={(event) => {
            event.preventDefault();
            handleDrop();
          }}
        >
          {list.map((tab, index) => (
            <TabItem
              key={tab.key}
              tab={tab}
              panel={panelId(group.id)}
              isFront={tab.key === active}
              isDragged={tab.key === dragged}
              edge={
                dragged === null
                  ? null
                  : target === index
                    ? "left"
                    : target === index + 1 && target === list.length
                      ? "right"
                      : null
              }
              onKeyDown={(event) => handleKeyDown(event, index)}
              // Deferred: a drop zone that appears under the pointer during dragstart would end the drag.
              onDragStart={() => setTimeout(() => $draggedTab.set(tab.key))}
              onDragEnd={() => {
                $draggedTab.set(null);
                setTarget(null);
              }}
            />
          ))}
        </div>
      )}
      {isGuest ? null : (
        <IconButton
          className="new-tab"
          label={messages.command.new}
          hint={hint(messages.command.new, "new")}
          onClick={() => run("new")}
        >
          <PlusIcon />
        </IconButton>
      )}
      {list.length > 0 && isActive && groupsOf(tabs.$arrangement.get()).length < MAX_GROUPS ? (
        <IconButton
          className="split-tab"
          label={commandTitle("split-right")}
          hint={hint(commandTitle("split-right"), "split-right")}
          onClick={() => run("split-right")}
        >
          <SplitIcon />
        </IconButton>
      ) : null}
    </header>
  );
}

type TabItemProps = {
  tab: Tab;
  panel: string;
  isFront: boolean;
  isDragged: boolean;
  edge: "left" | "right" | null;
  onKeyDown(event: KeyboardEvent): void;
  onDragStart(): void;
  onDragEnd(): void;
};

function TabItem({ tab, panel, isFront, isDragged, edge, onKeyDown, onDragStart, onDragEnd }: TabItemProps) {
  const tabs = useTabs();
  const { name, path } = useStore(tab.editor.$info);
  const { status } = useStore(tab.editor.$status);
  const conflicts = useStore(tab.editor.$conflicts);
  const activity = useStore(tab.$activity);
  const pendingCount = useStore(tab.editor.$pendingCount);
  const t = messages.tabs;

  const hasConflict = conflicts > 0 || status === "conflict";
  const isDirty = !hasConflict && ["unsaved", "saving", "waiting", "failed"].includes(status);
  const marks = [
    hasConflict ? t.conflict : null,
    status === "gone" ? t.gone : null,
    isDirty && status !== "saving" ? t.unsaved : null,
    activity === null ? null : t.touched[activity.how](writerName(activity.by)),
  ].filter((mark) => mark !== null);

  return (
    <div
      id={tabId(tab.key)}
      role="tab"
      className="tab soft in-line"
      tabIndex={isFront ? 0 : -1}
      aria-selected={isFront}
      aria-controls={isFront ? panel : undefined}
      aria-label={[visibleText(name), ...marks].join(", ")}
      aria-keyshortcuts="Delete"
      aria-description={pendingCount > 0 ? messages.toReview(pendingCount) : undefined}
      title={[visibleText(path ?? name), ...marks, ...(pendingCount > 0 ? [messages.toReview(pendingCount)] : [])].join(
        "\n",
      )}
      data-touched={activity?.by.kind}
      data-gone={status === "gone"}
      data-dragged={isDragged}
      data-edge={edge}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        // A private type: dropped on the editor, it must not insert text.
        event.dataTransfer.setData("application/x-galley-tab", tab.doc);
        onDragStart();
      }}
      onDragEnd={onDragEnd}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => {
        // The middle button would start scrolling, and the primary button would take the focus from the editor.
        if (event.button === 1) event.preventDefault();
      }}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest(".tab-close")) void tabs.closeTab(tab);
        else tabs.bring(tab);
      }}
      onAuxClick={(event) => {
        if (event.button === 1) void tabs.closeTab(tab);
      }}
    >
      {hasConflict ? (
        <span className="in-line warn" data-kind="conflict">
          <ConflictIcon />
        </span>
      ) : null}
      <FileName className="tab-name clip" name={name} />
      {pendingCount > 0 ? (
        <Badge tone="agent" className="waiting-count" data-count={messages.count(pendingCount)} />
      ) : null}
      {/* For the pointer only: the keyboard uses Delete, and a tab must not contain other controls. */}
      <span className="tab-close icon-button" data-dirty={isDirty} title={t.closeHint} aria-hidden="true">
        <span className="tab-dot dot" />
        <CloseIcon />
      </span>
    </div>
  );
}
