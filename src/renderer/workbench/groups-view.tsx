import { useStore } from "@nanostores/react";
import { messages } from "../ui/messages";
import { useLayout, useTabs } from "./api/parts";
import type { Group } from "./api/tabs";
import { groupsOf } from "./groups/arrangement";
import { $draggedTab } from "./groups/dragged-tab";
import { DropZones } from "./groups/drop-zones";
import { useEdgeDrop } from "./groups/edge-drop";
import { type Frame, framesOf } from "./groups/frames";
import { GroupDivider } from "./groups/group-divider";
import { EditorPane } from "./tabs/editor-pane";
import { TabStrip } from "./tabs/tab-strip";
import { Welcome } from "./welcome";
import "./groups/groups.css";

const percent = (share: number) => `${(share * 100).toFixed(4)}%`;

/** The tab groups, each with its front document, and their dividers. */
export function GroupsView() {
  const tabs = useTabs();
  const layout = useLayout();
  const all = useStore(tabs.$arrangement);
  const isNarrow = useStore(layout.$sidebar).over;
  const groups = groupsOf(all);
  const { frames, dividers } = framesOf(all, isNarrow ? "narrow" : "wide");

  return (
    <main className="groups grow" data-several={groups.length > 1}>
      {groups[0]?.tabs.length === 0 ? null : <h1 className="visually-hidden">{messages.galley}</h1>}
      {groups.map((group, index) => (
        <GroupOfTabs
          key={group.id}
          group={group}
          frame={frames[index]}
          label={groups.length > 1 ? messages.groups.label(index + 1, groups.length) : undefined}
          isActive={group.id === all.active}
        />
      ))}
      {dividers.map((divider) => (
        <GroupDivider
          key={divider.divided.kind === "columns" ? `column-${divider.divided.at}` : `group-${divider.divided.upper}`}
          divider={divider}
        />
      ))}
    </main>
  );
}

type GroupProps = { group: Group; frame: Frame | undefined; label: string | undefined; isActive: boolean };

function GroupOfTabs({ group, frame, label, isActive }: GroupProps) {
  const tabs = useTabs();
  const dragged = useStore($draggedTab);
  const front = group.front === null ? null : tabs.tabOf(group.front);
  const style = frame && {
    left: percent(frame.left),
    top: percent(frame.top),
    width: percent(frame.width),
    height: percent(frame.height),
  };
  const { zone, ...edges } = useEdgeDrop(group.id);
  const enter = () => tabs.groups.enter(group.id);
  return (
    <section
      className="group"
      aria-label={label}
      data-group={group.id}
      data-active={isActive}
      data-edges={[frame && frame.left > 0 ? "left" : "", frame && frame.top > 0 ? "top" : ""].join(" ").trim()}
      style={style}
      onFocusCapture={enter}
      onPointerDownCapture={enter}
      onDropCapture={enter}
    >
      <TabStrip group={group} isActive={isActive} />
      <div className="canvas-pane anchor grow" {...edges}>
        {front ? <EditorPane tab={front} group={group.id} isActive={isActive} /> : <Welcome />}
        {dragged === null ? null : <DropZones group={group} dragged={dragged} />}
        {zone === null ? null : <div className="drop-zone cover" data-zone={zone} aria-hidden="true" />}
      </div>
    </section>
  );
}
